"""functional."""

__all__ = []
