"""What is wrong with this machine: checks that look at one thing each, and say it in plain words.

A check is a function from a `Patient` (what there is to look at) to findings. Adding one adds a function under
`@check` in a file here. Nothing here repairs, and nothing is in the clock's path.
"""

from clockd.doctor import board, disk, hands, system, timekeeping
from clockd.doctor.finding import CHECKS, Finding, Level, Patient

__all__ = [
    "CHECKS",
    "Finding",
    "Level",
    "Patient",
    "board",
    "disk",
    "hands",
    "system",
    "timekeeping",
]
