"""The units against systemd's own judges, `systemd-analyze security` and `verify`, on the files as installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = {"clockd-table@1": 1.5, "clockd-web@1": 1.5, "clockd-hub": 2.0}
pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine"
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scratch root with the units and the program that they start."""
    folder = tmp_path_factory.mktemp("root")
    units = folder / "etc/systemd/system"
    units.mkdir(parents=True)
    for unit in SYSTEMD.glob("*.service"):
        shutil.copy(unit, units)
    for name in ("opt/clockd/current/bin/clockd", "usr/bin/cage", "usr/bin/curl"):
        program = folder / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return folder


def analyze(root: Path, *arguments: str) -> str:
    command = ["systemd-analyze", f"--root={root}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(("unit", "most"), UNITS.items())
def test_exposure(root: Path, unit: str, most: float) -> None:
    told = analyze(root, "security", "--offline=true", f"{unit}.service")
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d)", told)
    assert found, told
    assert float(found[1]) <= most


@pytest.mark.parametrize("unit", [*UNITS, "clockd-kiosk"])
def test_verify_finds_nothing_in_ours(root: Path, unit: str) -> None:
    """The scratch root has no units of the system's: what is said of those is not about ours."""
    told = analyze(root, "verify", "--man=no", f"{root}/etc/systemd/system/{unit}.service")
    ours = [line for line in told.splitlines() if "clockd" in line and "Failed to add" not in line]
    assert [line for line in ours if "not found" not in line] == []


def test_the_table_sees_no_network_and_few_devices() -> None:
    text = (SYSTEMD / "clockd-table@.service").read_text()
    for line in (
        "Type=notify", "WatchdogSec=5", "Restart=always", "StartLimitIntervalSec=0", "PrivateNetwork=yes",
        "CPUSchedulingPolicy=fifo", "DevicePolicy=closed", "User=clockd-table",
    ):  # fmt: skip
        assert line in text.splitlines()
    assert set(re.findall(r"DeviceAllow=(\S+)", text)) == {
        "char-ttyUSB", "char-ttyACM", "char-gpiochip", "char-spi", "char-i2c",
    }  # fmt: skip


def test_the_screen_takes_nothing_from_the_clock() -> None:
    """Its terminal is its own, and what is scarce is the clock's."""
    lines = (SYSTEMD / "clockd-kiosk.service").read_text().splitlines()
    for line in (
        "Conflicts=getty@tty1.service",
        "TTYPath=/dev/tty1",
        "User=clockd-kiosk",
        "Restart=always",
    ):
        assert line in lines
    for key in ("Nice", "CPUWeight", "MemoryHigh", "OOMScoreAdjust"):
        assert any(line.startswith(f"{key}=") for line in lines)
    assert not [line for line in lines if line.startswith(("Requires=", "BindsTo=", "PartOf="))]


def test_the_boards_are_those_that_the_driver_knows() -> None:
    from drivers.dgt_ports import BOARD_IDS

    text = (SYSTEMD / "70-clockd-board.rules").read_text()
    named = re.findall(r'^ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="(\w+)"', text, re.M)
    assert {(int(vendor, 16), int(product, 16)) for vendor, product in named} == set(BOARD_IDS)
