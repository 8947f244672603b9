"""logic."""

__all__ = []
