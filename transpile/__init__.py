"""Run code written for NumPy or PyTorch on another framework by rewriting its imports."""

from transpile.errors import TranspileError
from transpile.files import FileResult
from transpile.function import to, transpile_function
from transpile.ipython import load_ipython_extension, unload_ipython_extension
from transpile.project import transpile_path
from transpile.report import Report, report
from transpile.rewriter import transpile_source
from transpile.runner import import_hook

__all__ = [
    "FileResult",
    "Report",
    "TranspileError",
    "import_hook",
    "load_ipython_extension",
    "report",
    "to",
    "transpile_function",
    "transpile_path",
    "transpile_source",
    "unload_ipython_extension",
]
