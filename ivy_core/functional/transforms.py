"""Functions that make functions: vectorised, differentiated."""

from __future__ import annotations

CATEGORY = "general"
