"""What is wrong with this machine: one line a finding, status 1 when something would stop a game.

`!` stops a game, `?` is worth a look before the round, and the rest is well. Run it as clockd-table to have everything
looked at. --press waits until each button of a table that does not run has been pressed.

example:
  clockd doctor --config table.toml
  clockd doctor --config table.toml --press
"""

import argparse
import json
import sys
from pathlib import Path

from clockd.cli._drivers import make
from clockd.doctor import Finding, Level, Patient
from clockd.doctor.finding import findings
from clockd.doctor.presses import watch_presses
from clockd.doctor.visit import patient_of
from clockd.errors import BadInput, ClockdError
from drivers.dgt_ports import board_ports

HELP = "what is wrong with this machine"
MARKS = {Level.GOOD: " ", Level.NOTE: "?", Level.STOPS: "!"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="F", help="the table's file (default: the machine alone)"
    )
    parser.add_argument("--press", action="store_true", help="wait for a press of each button")
    parser.add_argument(
        "--json", action="store_true", help="a JSON object a line: what, level, said"
    )


def run(options: argparse.Namespace) -> int:
    patient = patient_of(options.config, board_ports)
    found = list(findings(patient))
    if options.press:
        found += _presses(patient)
    for each in found:
        print(_json(each) if options.json else f"{MARKS[each.level]} {each.what:<13} {each.said}")
    stops = sum(each.level is Level.STOPS for each in found)
    if not options.json:
        print(f"{stops} would stop a game" if stops else "nothing here would stop a game")
    return 1 if stops else 0


def _json(finding: Finding) -> str:
    shown = {"what": finding.what, "level": finding.level.value, "said": finding.said}
    return json.dumps(shown, ensure_ascii=False)


def _presses(patient: Patient) -> list[Finding]:
    config = patient.config
    if config is None or config.buttons is None:
        raise BadInput("--press: no buttons, expected --config with a [buttons] section")
    if patient.shown:
        raise BadInput(
            f"--press: table {config.number} runs and has the buttons, expected it stopped"
        )
    try:
        buttons = make(f"buttons_{config.buttons.driver}", config.buttons.options)
        return watch_presses(config, buttons, lambda text: print(text, file=sys.stderr))
    except ClockdError as error:
        return [Finding("buttons", Level.STOPS, str(error))]
