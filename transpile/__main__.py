"""``python -m transpile``."""

import sys

from transpile.cli import main

if __name__ == "__main__":
    sys.exit(main())
