"""Speed as a ratio against the native call in the same run: ``python -m benchmarks``."""
