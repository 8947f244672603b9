"""Every threshold of PyTorch's generated programs: its unit in its name, its measurement beside it.

Measured with PyTorch 2.13 on one core of a CPU.
"""

from __future__ import annotations

# a tensor's memory that is worth a statement
MEMORY_LEAST_BYTES = 4096

# A loop's body compiled by Inductor takes three seconds or more; compile time grows faster than
# what is gained.
INDUCTOR_LEAST_STEPS, INDUCTOR_MOST_STEPS = 3, 200
