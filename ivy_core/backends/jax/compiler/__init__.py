"""Compiled programs on JAX: tracing, passes and calls."""
