"""Rewrite the imports of a framework to the frontend that replaces it, and nothing else.

Rewriting happens in two steps. The first points imports at the frontends and keeps every statement
on its line, which is all that running a script needs; the second puts in the lines that set the
backend.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from transpile.frameworks import PACKAGES, can_import, source_frontends
from transpile.rewrite.array_methods import METHOD, decorate_text
from transpile.rewrite.class_attributes import may_assign_built_in, unbind_built_ins
from transpile.rewrite.compiled import check_names, compile_functions
from transpile.rewrite.docstrings import rewrite_annotations, rewrite_doctests
from transpile.rewrite.dynamic_imports import (
    may_import,
    mentions_dynamic_import,
    rewrite_dynamic_imports,
)
from transpile.rewrite.imports import Changes, rewrite_imports
from transpile.rewrite.prologue import BackendSettings, core_name, edit_prologue
from transpile.rewrite.scopes import analyze, names_used
from transpile.rewrite.source import BOM, decode
from transpile.rewrite.syntax import NEWLINE, Edit, Module, apply_edits


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewritten module.

    Attributes
    ----------
    code : str
        Its text.
    imports : int
        How many imports now name a frontend.
    notes : tuple of str
        What was left as it is, and why, and what cannot be imported yet: ``"sim.py:3: ..."``.
    """

    code: str
    imports: int = 0
    notes: tuple[str, ...] = ()


def transpile_source(
    code: str | bytes,
    *,
    to: str,
    filename: str = "<string>",
    sources: Collection[str] | None = None,
    device: str | None = None,
    default_dtype: str | None = None,
    doctests: bool = False,
    compile: Collection[str] = (),
) -> str:
    """Rewrite the imports of NumPy and PyTorch in `code` to the frontends, running on `to`.

    Parameters
    ----------
    code : str or bytes
        A Python module. Bytes are decoded as its byte order mark or coding cookie says.
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    filename : str
        The module's name in error messages.
    sources : collection of str, optional
        The frameworks whose imports are rewritten: ``"numpy"``, ``"torch"``, by default both.
    device : str, optional
        The default device that the module sets, such as ``"gpu:0"``.
    default_dtype : str, optional
        The default floating data type that it sets, such as ``"float32"``.
    doctests : bool, optional
        Whether the examples in docstrings, and string annotations that spell out a module, are
        rewritten too.
    compile : collection of str, optional
        Functions that ``ivy_core.compile`` is put above: ``f``, ``Class.method``. ``auto`` has all
        functions watched, and those compiled that are worth it.

    Returns
    -------
    str
        The module with its imports changed and all else kept, byte order mark and line endings
        included. Code without either framework comes back as it is; so do imports on a line that
        says ``# transpile: keep``.

    Raises
    ------
    TranspileError
        Where `code` is not Python or not text, `to` is no backend, or another argument no such
        thing.

    Examples
    --------
    >>> print(transpile_source("import numpy as np\\nx = np.ones(3)\\n", to="jax"), end="")
    import ivy_core
    ivy_core.set_backend("jax")
    import frontends.numpy as np
    x = np.ones(3)
    """
    text = decode(code, filename).text if isinstance(code, bytes) else code
    return rewrite(
        text,
        to=to,
        filename=filename,
        sources=sources,
        device=device,
        default_dtype=default_dtype,
        doctests=doctests,
        compile=compile,
    ).code


def rewrite(
    text: str,
    *,
    to: str,
    filename: str = "<string>",
    sources: Collection[str] | None = None,
    device: str | None = None,
    default_dtype: str | None = None,
    doctests: bool = False,
    compile: Collection[str] = (),
    compile_check: bool = True,
) -> Rewrite:
    """Rewrite a module's imports and have it set backend `to`: `transpile_source` with details.

    Parameters and errors are those of `transpile_source`. Without `compile_check`, what ``auto``
    compiles is not compared with what it did before.

    Examples
    --------
    >>> rewrite("from numpy import array, linalg\\n", to="torch").imports
    1
    >>> code = "import importlib, numpy\\nplugin = importlib.import_module(name)\\n"
    >>> for note in rewrite(code, to="jax", filename="a.py").notes:
    ...     print(note)
    a.py:2: importlib.import_module is left as it is: what it imports is known only when it runs
    """
    settings = BackendSettings(to, device, default_dtype)
    check_names(compile)
    return _rewrite_text(
        text, settings, filename, source_frontends(sources), doctests, compile, compile_check
    )


def rewrite_in_place(
    text: str,
    *,
    filename: str = "<string>",
    sources: Collection[str] | None = None,
    doctests: bool = False,
) -> Rewrite:
    """Rewrite a module's imports without setting a backend, every statement kept on its line.

    Parameters and errors are those of `transpile_source`.

    Examples
    --------
    >>> rewrite_in_place("import os; import numpy\\n").code
    'import os; import frontends.numpy as numpy\\n'
    """
    return _rewrite_text(text, None, filename, source_frontends(sources), doctests)


def _rewrite_text(
    text: str,
    settings: BackendSettings | None,
    filename: str,
    frontends: Mapping[str, str],
    doctests: bool,
    compile: Collection[str] = (),
    compile_check: bool = True,
) -> Rewrite:
    """Rewrite a text; what it becomes sets the backend, too, unless ``settings`` is None."""
    mentions = any(re.search(rf"\b{name}\b", text) for name in frontends if name in text)
    if not mentions and not any(name.rpartition(".")[2] in text for name in compile):
        return Rewrite(text)
    mark = BOM if text.startswith(BOM) else ""
    module = Module(text.removeprefix(BOM), filename)
    used = names_used(module.tree) if any(name in text for name in PACKAGES) else set()
    changes = _collect_changes(module, frontends, doctests, name_taken="frontends" in used)
    is_rewritten = changes.count > 0 or any(name in text for name in frontends.values())
    found = NEWLINE.search(text)
    newline = found.group() if found else "\n"
    compiled: list[Edit] = []
    if compile:
        compiled = compile_functions(
            module, compile, core_name(module, used), newline, changes.notes, check=compile_check
        )
    if settings is not None and is_rewritten and METHOD in text:
        compiled += decorate_text(module, core_name(module, used), newline)
    if settings is not None and (is_rewritten or compiled):
        changes.edits += edit_prologue(
            module,
            settings,
            newline=newline,
            used=used,
            wanted=changes.count > 0 or bool(compiled),
        )
    changes.edits += compiled
    notes = [*changes.notes, *_missing_module_notes(changes.modules)]
    return Rewrite(
        mark + apply_edits(module.text, changes.edits),
        changes.count,
        tuple(f"{filename}:{line}: {note}" for line, note in sorted(notes)),
    )


def _collect_changes(
    module: Module, frontends: Mapping[str, str], doctests: bool, *, name_taken: bool
) -> Changes:
    changes = Changes()
    rewrite_imports(module, frontends, changes, name_taken=name_taken)
    if may_assign_built_in(module.text):
        unbind_built_ins(module, frontends, changes)
    dynamic = mentions_dynamic_import(module.text, frontends)
    if dynamic or doctests:
        analysis = analyze(module.tree, may_import)
        if dynamic:
            rewrite_dynamic_imports(module, analysis, frontends, changes)
        if doctests:
            rewrite_annotations(module, analysis.annotations, frontends, changes)
            rewrite_doctests(module, frontends, changes, name_taken=name_taken)
    return changes


def _missing_module_notes(modules: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return a note for each frontend, or module of one, that is imported and not there yet."""
    lines: dict[str, int] = {}
    for name, line in modules.items():
        parts = name.split(".")
        names = [".".join(parts[: end + 1]) for end in range(len(parts))]
        missing = next((name for name in names if not can_import(name)), None)
        if missing is not None:
            lines[missing] = min(line, lines.get(missing, line))
    return [(line, f"{name} cannot be imported yet") for name, line in lines.items()]
