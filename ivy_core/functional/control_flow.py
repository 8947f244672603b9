"""Control flow that a backend can trace."""

from __future__ import annotations
