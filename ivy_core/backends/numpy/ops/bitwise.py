"""Operations on the bits of integers, of the NumPy backend."""

from __future__ import annotations

import numpy as np

bitwise_and = np.bitwise_and
bitwise_invert = np.invert
bitwise_left_shift = np.left_shift
bitwise_or = np.bitwise_or
bitwise_right_shift = np.right_shift
bitwise_xor = np.bitwise_xor
bitwise_count = np.bitwise_count
