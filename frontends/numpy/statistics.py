"""statistics."""

__all__ = []
