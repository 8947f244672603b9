"""Every threshold of TensorFlow's programs: its unit in its name, its measurement beside it.

Measured with TensorFlow 2.21 on one core of an x86 server (AVX2).
"""

from __future__ import annotations

# a branch of XLA's on the CPU costs as much as 16 steps on few elements, three operations each:
# a constant and a conversion are operations of a graph
BRANCH_MOST_OPERATIONS = 48
BRANCH_FEW_ELEMENTS = 16  # of each of their results
