"""Rearranging by pattern, after einops."""

from __future__ import annotations

CATEGORY = "general"
