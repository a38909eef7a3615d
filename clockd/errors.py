"""What callers may catch. Each says what was found and what was expected, in one line.

Three kinds of wrong (style.md section 8): bytes go wrong and are counted; people go wrong and that is a fact;
we go wrong and that is an `assert`. The classes here are for what people hand us: files, options, texts.
"""


class ClockdError(Exception):
    """Something handed to clockd cannot be used; the text is one line for a person."""


class BadInput(ClockdError, ValueError):
    """A file, an option or a line of input is not of its form: `WHERE: found, expected`."""


class BadConfig(BadInput):
    """A TOML file holds an unknown key, a wrong value, or lacks a key."""


class BadDuration(BadInput):
    """A text is not a duration."""


class BadTimeControl(BadInput):
    """A text is not a time control; carries the position of the first character that does not fit."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        self.text, self.position = text, position
        found = repr(text[position : position + 12]) if position < len(text) else "the end"
        super().__init__(
            f"time control {text!r}: {found} at position {position}, expected {expected}"
        )


class DeviceError(ClockdError, OSError):
    """A device cannot be opened or used: missing, busy, or not what the configuration says."""


class JournalError(ClockdError):
    """A journal cannot be read as one: a broken hash chain, an unknown form, not a journal."""


class NotAllowed(ClockdError):
    """A command cannot be carried out in the game's present state; the text says why."""
