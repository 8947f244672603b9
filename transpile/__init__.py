"""Run code written for NumPy on JAX, PyTorch or TensorFlow by rewriting its imports."""

from transpile.errors import TranspileError
from transpile.rewriter import transpile_source
from transpile.runner import import_hook

__all__ = ["TranspileError", "import_hook", "transpile_source"]
