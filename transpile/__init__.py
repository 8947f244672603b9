"""Run code written for NumPy or PyTorch on another framework by rewriting its imports.

What a name needs is imported when it is first asked for: a program under ``--run`` waits for none
of the modules that rewrite files.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transpile.errors import TranspileError
    from transpile.project.files import FileResult
    from transpile.project.paths import transpile_path
    from transpile.reports.report import Report, report
    from transpile.rewrite.rewriter import transpile_source
    from transpile.run.function import to, transpile_function
    from transpile.run.hook import import_hook
    from transpile.run.ipython import load_ipython_extension, unload_ipython_extension
    from transpile.run.use import use

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
    "use",
]

_HOMES = {
    "FileResult": "project.files",
    "Report": "reports.report",
    "TranspileError": "errors",
    "import_hook": "run.hook",
    "load_ipython_extension": "run.ipython",
    "report": "reports.report",
    "to": "run.function",
    "transpile_function": "run.function",
    "transpile_path": "project.paths",
    "transpile_source": "rewrite.rewriter",
    "unload_ipython_extension": "run.ipython",
    "use": "run.use",
}
_PACKAGES = ("project", "reports", "rewrite", "run")


def __getattr__(name: str) -> object:
    """Import what a public name, or one of the packages, stands for."""
    if name in _HOMES:
        value = getattr(importlib.import_module(f"transpile.{_HOMES[name]}"), name)
    elif name in _PACKAGES:
        value = importlib.import_module(f"transpile.{name}")
    else:
        raise AttributeError(f"module 'transpile' has no attribute {name!r}", name=name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})
