"""`python -m clockd` and the `clockd` command."""

import sys

from clockd.cli import run


def main() -> None:
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
