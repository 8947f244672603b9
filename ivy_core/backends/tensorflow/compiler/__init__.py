"""Compiled programs on TensorFlow: tracing, passes and calls."""
