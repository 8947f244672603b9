"""Global modes, with their values readable."""

from __future__ import annotations

CATEGORY = "general"
