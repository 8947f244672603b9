"""One package a framework; each takes and gives native arrays, and knows only its framework."""

from __future__ import annotations

from .frameworks import Framework, register_backend

__all__ = ["Framework", "register_backend"]
