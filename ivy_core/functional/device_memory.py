"""Memory of devices, and calls split to fit it."""

from __future__ import annotations

CATEGORY = "device"
