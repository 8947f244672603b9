"""Run code written for NumPy or PyTorch on another framework by rewriting its imports."""

from transpile.errors import TranspileError
from transpile.project.files import FileResult
from transpile.project.paths import transpile_path
from transpile.reports.report import Report, report
from transpile.rewrite.rewriter import transpile_source
from transpile.run.function import to, transpile_function
from transpile.run.hook import import_hook
from transpile.run.ipython import load_ipython_extension, unload_ipython_extension

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
