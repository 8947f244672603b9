"""Classes that a program knows as another one: the frontends enter theirs, introspection reads."""

from __future__ import annotations

SHOWN_CLASSES: dict[type, type] = {}
