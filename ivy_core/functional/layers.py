"""Layers of neural networks."""

from __future__ import annotations
