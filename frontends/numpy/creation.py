"""creation."""

__all__ = []
