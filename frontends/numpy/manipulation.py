"""manipulation."""

__all__ = []
