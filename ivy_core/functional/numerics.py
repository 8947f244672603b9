"""Numerically safe arithmetic, and tests on values."""

from __future__ import annotations

CATEGORY = "general"
