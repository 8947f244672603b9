"""Which dtypes and devices a function supports."""

from __future__ import annotations

CATEGORY = "data_type"
