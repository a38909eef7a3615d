"""gpiozero's way to the pins, the same one for buttons and lamps: lgpio on a Pi, whatever a test has set.

One line says what is missing. gpiozero's last resort, its own native pins, is refused: it drops edges.
"""

import threading
import warnings

from gpiozero import BadPinFactory, Device, PinFactoryFallback

from clockd.errors import DeviceError

LGPIO = "python3-lgpio (and LG_WD naming a folder that clockd may write)"
_one_at_a_time = threading.Lock()  # lamps and buttons come from different threads


def take_pins(who: str) -> None:
    """Have the pins ready for whoever asks; DeviceError, which begins with `who`, where there are none."""
    try:
        with _one_at_a_time, warnings.catch_warnings():
            warnings.simplefilter("ignore", PinFactoryFallback)  # said in one line instead
            Device.ensure_pin_factory()
    except BadPinFactory:
        raise DeviceError(
            f"{who}: no pins on this machine, expected a Raspberry Pi with {LGPIO}"
        ) from None
    if type(Device.pin_factory).__name__ == "NativeFactory":
        raise DeviceError(f"{who}: lgpio cannot be loaded, expected {LGPIO}")
