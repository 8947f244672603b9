"""Stubs of the NumPy frontend: NumPy's own names and signatures, by the stubs of NumPy itself.

The frontend has NumPy's names with NumPy's signatures, so its stubs re-export NumPy's: by a star,
for the names of whatever NumPy a user has installed, and by name, since jedi (IPython, Jupyter)
completes nothing that comes by a star out of a stub. To a checker a frontend array *is* a
`numpy.ndarray`, as the annotations of a script that changed its import say. What an array can do
beyond NumPy's, as one of ivy, is left out: it is not the API of NumPy.
"""

from __future__ import annotations

import importlib
import importlib.util
import types
from collections.abc import Iterator
from pathlib import Path

from .stub_text import HEADER, exports

FRONTEND = Path("frontends/numpy")
# The public names that NumPy has not, by the module that a checker reads them in.
OWN_NAMES = {
    "..common.host": ("FallbackError", "FallbackWarning"),
    ".fallback": ("set_fallback",),
}
# Files of the frontend that only share their name with a module of NumPy's.
_OTHERS = frozenset({"numpy.dtypes"})
# Its stub, unlike the module itself, does not export all names of NumPy's once more.
_ONLY_BY_STAR = frozenset({"numpy.matlib"})


def numpy_frontend_stubs(root: Path) -> dict[Path, str]:
    """Return the text of each stub, by its path below ``root``, the repository's folder."""
    texts = {path.with_suffix(".pyi"): _stub(name) for path, name in _modules(root)}
    texts[FRONTEND / "__init__.pyi"] += exports(OWN_NAMES)
    return texts


def _stub(name: str) -> str:
    names = [] if name in _ONLY_BY_STAR else _names(importlib.import_module(name))
    # The star last: mypy calls it a fault to import a name once more after a star, but not before.
    return f"{HEADER}\n{exports({name: names})}from {name} import *\n"


def _names(module: types.ModuleType) -> list[str]:
    """Return the public names of a module, its submodules apart."""
    public = [name for name in getattr(module, "__all__", ()) if not name.startswith("_")]
    return [name for name in public if not isinstance(getattr(module, name), types.ModuleType)]


def _modules(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the public files of the frontend that stand for a module of NumPy's, and its name."""
    for file in sorted((root / FRONTEND).rglob("*.py")):
        path = file.relative_to(root)
        name = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
        if "._" not in name and name not in _OTHERS and _is_numpys(name):
            yield path, name


def _is_numpys(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # nor is there the package that it would be in
        return False
