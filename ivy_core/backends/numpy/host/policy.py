"""Policy of the NumPy backend: the host alone, in blocks that its caches hold.

====================  ==============================================================
state                 route
====================  ==============================================================
any                   host; blocks and thresholds below say which of NumPy's loops
====================  ==============================================================
"""

from __future__ import annotations

# Elements from which on a call by Python of ``np.clip`` costs less than its loop gains
CLIP_ELEMENTS = 4096
# Elements at a time of what takes several passes: they stay in a core's cache
ACTIVATION_BLOCK_ELEMENTS = 1 << 16
THRESHOLD_BLOCK_ELEMENTS = 1 << 14
SPECIAL_BLOCK_ELEMENTS = 1 << 13  # of many passes
# Elements that a convolution lays out at a time: a core's cache holds them, and BLAS is busy
CONVOLUTION_BLOCK_ELEMENTS = 1 << 19
# Channels from which on a position's are copied in less time than a row's positions
CONVOLUTION_ROW_CHANNELS = 16
# Positions of an image below which BLAS gets several images, and packs the filters once
CONVOLUTION_MERGED_POSITIONS = 128
# Rows of a triangular system that LAPACK's general solver is given at once
TRIANGULAR_BLOCK_ROWS = 64
LU_PANEL_COLUMNS = 24  # of a matrix, which are eliminated before the rest is updated
