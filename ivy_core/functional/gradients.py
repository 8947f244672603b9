"""Gradients, and the optimizers' steps that use them."""

from __future__ import annotations
