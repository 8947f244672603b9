"""Compiled programs on PyTorch: tracing, passes and calls."""
