"""Run code written for NumPy on JAX, PyTorch or TensorFlow by rewriting its imports."""

from transpile.errors import TranspileError
from transpile.rewriter import transpile_source

__all__ = ["TranspileError", "transpile_source"]
