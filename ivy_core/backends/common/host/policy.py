"""From how many elements on, or up to how many bytes, the code that backends share goes which way.

None of these decides what a function gives: they are where one way begins to be the faster one, or
how much is computed at a time.
"""

from __future__ import annotations

# Memory of up to so many bytes is cut from slabs: to ask where it begins takes 1 us
SLAB_BYTES = 1 << 10
SLAB_PIECES = 64  # a piece that stays holds so many times its size at most
# Elements of a mask from which on it is written by its bits, and how many of them at a time
MASK_ELEMENTS = 1 << 14
MASK_BLOCK_ELEMENTS = 1 << 15
# Boxes compared with one another at a time: a matrix that a core's cache holds
SUPPRESSION_BLOCK_BOXES = 512
# Elements of an outer product up to which NumPy is the faster one
OUTER_ELEMENTS = 1 << 16
# Elements of a grid that are picked at a time: what a cache holds
GRID_BLOCK_ELEMENTS = 1 << 16
# Keys from which on a search, or a sort by several of them, goes another way than NumPy's: it takes
# a third to a tenth of the time on a million
SEARCH_ELEMENTS = 1 << 14
PACKED_BLOCK_ELEMENTS = 1 << 15  # elements at a time, that a cache holds
# Elements of a row up to which NumPy selects indices in the time in which it selects values
SELECT_ROW_ELEMENTS = 1 << 13
# Matrices from which on each interchange of rows is done for all of them at once: numbers in a list
# take a tenth of the time of elements of an array
INTERCHANGE_MATRICES = 16
