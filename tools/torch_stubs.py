"""Stubs of the PyTorch frontend: PyTorch's own names and signatures, by PyTorch's annotations.

The frontend has PyTorch's names with PyTorch's signatures, so its stubs re-export PyTorch's, as
those of the NumPy frontend do NumPy's: to a checker a frontend tensor *is* a `torch.Tensor`, as the
annotations of a script that changed its import say. Which names those are says
``tools/torch_api.txt``: PyTorch need not be installed where the wheel is built. It has to be where
an editor completes; without it the names are there, and of no known type.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from frontends.torch.tensors.dtypes import SPELLINGS
from frontends.torch.tensors.layouts import NAMES

from .name_lists import read_names
from .stub_text import HEADER, exports

FRONTEND = Path("frontends/torch")
OWN_NAMES = {".dispatch.fallback": ("set_fallback",)}  # that PyTorch has not
# Names that PyTorch itself has not annotated: a checker would call each a fault of the stub.
_UNKNOWN = {
    # PyTorch's own stubs lack its types of less than a byte, and a layout
    "torch": {
        *("Storage", "_mkldnn", "bit"),
        *(f"{kind}{bits}" for kind in ("int", "uint") for bits in range(1, 8)),
    },
    "torch.nn.functional": {"scaled_grouped_mm", "threshold_"},
}
# Constants, and what a tensor is said to be made of: tiers tell functions and classes apart.
_VALUES = ("e", "inf", "nan", "newaxis", "pi", *SPELLINGS, *NAMES)


def torch_frontend_stubs(root: Path) -> dict[Path, str]:
    """Return the text of each stub, by its path below ``root``, the repository's folder."""
    names = _names((root / "tools/torch_api.txt").read_text(encoding="utf-8"))
    files = {module: _file(root, module) for module in names}
    names = {module: names[module] for module, file in files.items() if file is not None}
    names["torch"] |= set(_VALUES)
    inner = {module: _submodules(root, module, names[module]) for module in names}
    own = exports(OWN_NAMES)
    return {
        files[module].with_suffix(".pyi"): HEADER
        + "\n"
        + exports({module: sorted(found - inner[module] - _UNKNOWN.get(module, set()))})
        + (own if module == "torch" else "")
        + exports({".": sorted(inner[module])})
        for module, found in names.items()
    }


def _names(text: str) -> dict[str, set[str]]:
    """Return the names of each namespace, those of both tiers together."""
    found: dict[str, set[str]] = {}
    for head, names in read_names(text).items():
        found.setdefault(head.split()[0], set()).update(names)
    return found


def _submodules(root: Path, module: str, names: set[str]) -> set[str]:
    """Return the public modules below one: those that it finds when asked, and those listed."""
    found = names | getattr(importlib.import_module(f"frontends.{module}"), "_SUBMODULES", set())
    return {name for name in found if _file(root, f"{module}.{name}") is not None}


def _file(root: Path, module: str) -> Path | None:
    """Return where a module of the frontend stands, None for a class, whose members are listed."""
    path = FRONTEND.joinpath(*module.split(".")[1:])
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if (root / file).exists():
            return file
    return None
