"""mathematics."""

__all__ = []
