"""indexing."""

__all__ = []
