"""linear_algebra."""

__all__ = []
