"""One archive for whoever helps from far away: findings, the table's file, its state, its log. No secrets.

Look into it before you send it (tar tzf FILE): it has the players' names of the game on the board.

example:
  clockd support-bundle --config table.toml -o board-7.tar.gz
"""

import argparse
from pathlib import Path

from clockd.doctor.bundle import parts, units_log, write_bundle
from clockd.doctor.finding import findings
from clockd.doctor.visit import patient_of
from clockd.errors import BadInput
from drivers.dgt_ports import board_ports

HELP = "an archive for whoever helps from far away"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", required=True, type=Path, metavar="F", help="the table's file")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="default: clockd-support-N.tar.gz here"
    )


def run(options: argparse.Namespace) -> int:
    patient = patient_of(options.config, board_ports)
    assert patient.config is not None, "there is a file"
    number = patient.config.number
    path: Path = options.output or Path(f"clockd-support-{number}.tar.gz")
    told = parts(patient, findings(patient), lambda: units_log(number))
    try:
        write_bundle(path, told)
    except FileExistsError:
        raise BadInput(f"{path} is there already, expected a new name: -o FILE") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}, expected a place to write to") from None
    print(f"{path}: {', '.join(told)}")
    return 0
