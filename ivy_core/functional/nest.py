"""Functions on nests: lists, tuples and dicts of arrays, in any depth."""

from __future__ import annotations
