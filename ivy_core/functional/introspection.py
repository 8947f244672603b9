"""What functions and memory hold: arguments, caches, live arrays."""

from __future__ import annotations

CATEGORY = "general"
