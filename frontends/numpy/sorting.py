"""sorting."""

__all__ = []
