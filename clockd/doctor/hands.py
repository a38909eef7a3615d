"""What players and arbiters touch or look at: buttons, displays, and the line to the hub."""

import importlib.util
import urllib.error
import urllib.request
from collections.abc import Iterator

from clockd.doctor.finding import Finding, Level, Patient, check

HUB_WAITS_S = 3.0
BUSES = {"max7219": ("dev/spidev0.0", "SPI"), "ssd1306": ("dev/i2c-1", "I2C")}
COUNTS = {"bounces": "bounces", "unstamped": "edges without a stamp", "stuck": "times stuck"}


@check("buttons")
def buttons(patient: Patient) -> Iterator[Finding]:
    """The driver can be had, and what it has counted."""
    config = patient.config
    if config is None:
        return
    if config.buttons is None:
        yield Finding("buttons", Level.STOPS, f"{config.path} has no [buttons]")
        return
    driver = config.buttons.driver
    if driver == "gpio" and not patient.shown:
        if importlib.util.find_spec("lgpio") is None:
            yield Finding(
                "buttons", Level.STOPS, "python3-lgpio is missing: apt install python3-lgpio"
            )
            return
        if not list((patient.root / "dev").glob("gpiochip*")):
            yield Finding(
                "buttons", Level.STOPS, "this machine has no pins, expected a Raspberry Pi"
            )
            return
    counts = patient.shown.get("button_counts")
    told = counts if isinstance(counts, dict) else {}
    bad = [f"{told[key]} {words}" for key, words in COUNTS.items() if told.get(key)]
    if bad:
        yield Finding(
            "buttons", Level.NOTE, f"{driver}: {', '.join(bad)}: look at contacts and leads"
        )
    else:
        seen = (
            "nothing wrong so far; `clockd doctor --press` counts presses"
            if patient.shown
            else "ready"
        )
        yield Finding("buttons", Level.GOOD, f"{driver}: {seen}")


@check("displays")
def displays(patient: Patient) -> Iterator[Finding]:
    """Each display has its driver and its bus."""
    for name in () if patient.config is None else patient.config.displays:
        bus, called = BUSES.get(name, ("", ""))
        if importlib.util.find_spec(f"drivers.display_{name}") is None:
            yield Finding(
                "displays",
                Level.STOPS,
                f"no display {name!r}: expected a file drivers/display_{name}.py",
            )
        elif bus and not (patient.root / bus).exists():
            yield Finding(
                "displays", Level.NOTE, f"{name}: no /{bus}, switch {called} on in raspi-config"
            )
        else:
            yield Finding("displays", Level.GOOD, name)


@check("hub")
def hub(patient: Patient) -> Iterator[Finding]:
    """The address of the file, asked as the reporter would."""
    if patient.config is None or patient.config.hub_url is None:
        return
    url = patient.config.hub_url
    if patient.shown.get("hub_link") == "live":
        yield Finding("hub", Level.GOOD, f"{url}: live")
        return
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=HUB_WAITS_S) as answer:
            answer.read(1)
    except urllib.error.HTTPError as error:
        yield Finding("hub", Level.NOTE, f"{url} answers {error.code}: is this the hub?")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        yield Finding(
            "hub", Level.NOTE, f"{url} does not answer ({reason}): games go on, results wait"
        )
    else:
        yield Finding(
            "hub",
            Level.GOOD,
            f"{url} answers; the table's reporter says {patient.shown.get('hub_link', 'nothing')}",
        )
