"""``python -m benchmarks.drawn_kernels``: see :mod:`.running`."""

import sys

from .running import main

sys.exit(main())
