"""Every threshold of TensorFlow's programs: its unit in its name, its measurement beside it.

Measured with TensorFlow 2.21 on one core of a CPU.
"""

from __future__ import annotations

# a branch of XLA's on the CPU costs more than so many operations on few elements
BRANCH_MOST_OPERATIONS = 48
BRANCH_FEW_ELEMENTS = 16  # of each of their results
