"""Policy of views and writes: what is copied, shared, kept or left to a compiled kernel."""

from __future__ import annotations

# Reads of elements that lie apart, turned or one of two, where a kernel may read them from here on:
# up to 3.4 MB take NumPy 0.6 to 1.0 of its time, 8 MB 0.9 to 3.5. Rows whose elements lie together
# take NumPy 0.2 to 1.0, of 8 to 128 MB, and slices whose lengths shrink were each a kernel.
READ_COPIED_BYTES = 1 << 22
COPIED_BYTES = 1 << 19  # up to here a copy takes no longer than the call of a compiled kernel
MASKED_ELEMENTS = 1 << 17  # of a mask: up to here NumPy fills them in the time of such a call
UNSHARED_BYTES = 1 << 14  # up to here a copy takes no longer than to share memory
# A mask gets one value in a copy, where memory of the array's own would have to be made first: of
# 12 KB that takes 8 us, not 14, of 48 KB 19 and 26, of 160 KB the same.
FILLED_BYTES = 1 << 16
KEPT_PATTERNS = 4096  # of indices that come again and again, and shapes whose rows are picked
NUMBERS_OF_SEEN_INDICES = 1 << 16  # of those that came once: ints, which are not collected
