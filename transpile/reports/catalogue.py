"""Status of a framework's names: native, on the host, passed through, refused, not known.

The answers come from the frontend itself: a name is looked up in it, as rewritten code would do.
"""

from __future__ import annotations

import difflib
import enum
import importlib
import re
import warnings
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

from transpile.frameworks import can_import, source_frontends

# What NumPy itself no longer tells about names it has taken out.
_RENAMED = {
    "numpy.asscalar": "numpy.ndarray.item",
    "numpy.bool8": "numpy.bool_",
    "numpy.cumproduct": "numpy.cumprod",
    "numpy.in1d": "numpy.isin",
    "numpy.msort": "numpy.sort",
    "numpy.product": "numpy.prod",
    "numpy.rank": "numpy.ndim",
    "numpy.sometrue": "numpy.any",
    "numpy.trapz": "numpy.trapezoid",
}
_PLACES = ("linalg", "fft", "random", "exceptions", "nn", "nn.functional", "optim")
_USED_INSTEAD = re.compile(r"[Uu]se `(?:np\.)?([\w.]+)`")
_MISSING = object()


class Status(enum.StrEnum):
    """Status of a name, the ones to look at first."""

    UNKNOWN = "unknown"
    UNSUPPORTED = "not supported"
    NOT_YET = "not yet"
    FALLBACK = "host fallback"
    PASSTHROUGH = "passthrough"
    NATIVE = "native"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A name as it is reported, what becomes of it, and what to use instead."""

    name: str
    status: Status
    hint: str | None = None


class Catalogue:
    """Look up the names of one framework, each once.

    Parameters
    ----------
    module : str
        The framework's module.
    to : str, optional
        The backend that the code will run on; a fallback may be native on the framework's own.

    Examples
    --------
    >>> numpy = Catalogue("numpy")
    >>> numpy.verdict("numpy.linalg.norm").status
    <Status.NATIVE: 'native'>
    >>> numpy.verdict("numpy.linalg.nrom").hint
    'did you mean numpy.linalg.norm?'
    """

    def __init__(self, module: str, to: str = "") -> None:
        self.module = module
        self._to = to
        self._frontend = source_frontends()[module]
        self._verdicts: dict[str, Verdict] = {}

    def verdict(self, name: str) -> Verdict:
        """Return the status of `name`, a dotted name that begins with the framework's."""
        found = self._verdicts.get(name)
        if found is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of deprecated names: the framework's own code
                found = self._verdicts[name] = self._look_up(name)
        return found

    def imported(self, name: str) -> Verdict | None:
        """Return the status of ``import name`` if that is worth a word, else None."""
        frontend = self._frontend + name[len(self.module) :]
        if not can_import(self._frontend):
            return Verdict(name, Status.NOT_YET)
        if can_import(frontend):
            return None
        if self._framework is not None and isinstance(
            _find_name(self._framework, name), ModuleType
        ):
            return Verdict(name, Status.PASSTHROUGH, f"there is no {frontend}: stays as it is")
        return Verdict(name, Status.UNKNOWN, self._hint_for_unknown_name(name, kind=ModuleType))

    def knows(self, name: str) -> bool:
        """Return whether the installed framework itself has a name."""
        return self._framework is not None and _find_name(self._framework, name) is not _MISSING

    def star_names(self, module: str) -> frozenset[str]:
        """List the names that ``from MODULE import *`` binds, for a module of the framework."""
        found = _MISSING if self._framework is None else _find_name(self._framework, module)
        if found is _MISSING:
            return frozenset()
        return frozenset(getattr(found, "__all__", _public_names(found)))

    @cached_property
    def _framework(self) -> ModuleType | None:
        """The framework where it is installed, else its frontend, which has the same names."""
        if not can_import(self.module):
            return self._frontend_package
        return importlib.import_module(self.module)

    @cached_property
    def _frontend_package(self) -> ModuleType | None:
        return importlib.import_module(self._frontend) if can_import(self._frontend) else None

    def _look_up(self, name: str) -> Verdict:
        """Return the verdict on a full name, cut: on ``numpy.pi`` for ``numpy.pi.real``."""
        if self._framework is None:
            return Verdict(name, Status.NOT_YET)
        name, real = self._cut_to_framework_name(name)
        if real is _MISSING:
            return Verdict(name, Status.UNKNOWN, self._hint_for_unknown_name(name))
        if self._frontend_package is None:
            return Verdict(name, Status.NOT_YET)
        here = _find_name(self._frontend_package, name)
        if here is _MISSING:
            return Verdict(name, Status.UNKNOWN, f"{self._frontend} has no such name")
        if _get_attribute(here, "is_unsupported") is True:
            return Verdict(name, Status.UNSUPPORTED, f"use {here.use_instead}")
        if _get_attribute(here, "is_fallback") is True:
            own = _get_attribute(here, "native_on") == self._to  # its arrays are the framework's
            hint = None if can_import(self.module) else f"{self.module} is needed: not installed"
            return Verdict(name, Status.NATIVE) if own else Verdict(name, Status.FALLBACK, hint)
        if _get_attribute(here, "is_host") is True:  # NumPy's own, given arrays of the frontend
            return Verdict(name, Status.PASSTHROUGH)
        if self._framework is self._frontend_package:
            return Verdict(name, Status.NATIVE)
        is_same = here is real or (type(here) is type(real) and _is_same_value(here, real))
        return Verdict(name, Status.PASSTHROUGH if is_same else Status.NATIVE)

    def _cut_to_framework_name(self, name: str) -> tuple[str, object]:
        """Return (``np.pi``, its object) of ``np.pi.real``; ``_MISSING`` if there is none."""
        here: object = self._framework
        taken = [self.module]
        for part in name.split(".")[1:]:
            if not isinstance(here, (ModuleType, type)) and _get_attribute(here, "nin") is _MISSING:
                break
            is_last = not isinstance(here, ModuleType)
            taken.append(part)
            here = _get_attribute(here, part)
            if here is _MISSING or is_last:
                break
        return ".".join(taken), here

    def _hint_for_unknown_name(self, name: str, kind: type = object) -> str | None:
        """Return "use ..." or "did you mean ...?" for a name that is unknown; None without idea."""
        package, _, last = name.rpartition(".")
        instead = _RENAMED.get(name) or self._name_from_removal_error(name)
        if instead is not None:
            return f"use {instead}"
        places = [f"{self.module}.{place}" for place in _PLACES]
        candidates = [f"{place}.{last}" for place in places if place != package]
        near = [found for found in candidates if _find_name(self._framework, found) is not _MISSING]
        if not near:
            known = _public_names(_find_name(self._framework, package), kind)
            words = difflib.get_close_matches(last, known, n=1) or [
                word for word in known if word.lower() == last.lower()
            ]
            near = [f"{package}.{word}" for word in words]
        return f"did you mean {near[0]}?" if near else None

    def _name_from_removal_error(self, name: str) -> str | None:
        """Return the new name of a removed function that the framework's own error names."""
        package, _, last = name.rpartition(".")
        try:
            getattr(_find_name(self._framework, package), last)
        except Exception as error:  # the framework says there what to use instead
            told = _USED_INSTEAD.search(str(error))
            if told is None:
                return None
            is_its_own = _find_name(self._framework, f"{package}.{told[1]}") is not _MISSING
            return f"{package}.{told[1]}" if is_its_own and "np." in told[0] else told[1]
        return None


def _find_name(module: object, name: str) -> object:
    """Look up a dotted name below ``module``, its first part; ``_MISSING`` if there is none."""
    for part in name.split(".")[1:]:
        module = _get_attribute(module, part)
        if module is _MISSING:
            break
    return module


def _get_attribute(owner: object, name: str) -> object:
    """Return an attribute, or the submodule of that name, imported; ``_MISSING`` without either."""
    try:
        return getattr(owner, name)
    except Exception:  # whatever a module's own `__getattr__` raises: `torch.classes` RuntimeError
        pass
    if not isinstance(owner, ModuleType):
        return _MISSING
    home = owner.__name__ if owner.__spec__ is None else owner.__spec__.name
    if can_import(f"{home}.{name}"):
        try:  # a submodule that is there only once it is imported
            return importlib.import_module(f"{home}.{name}")
        except Exception:  # of a module whose own needs are not there, or which wants a GPU
            pass
    return _MISSING


def _is_same_value(here: object, real: object) -> bool:
    """Return whether both are one plain constant, nan being nan; False for other classes."""
    return isinstance(real, (bool, int, float, str)) and (here == real or here != here)


def _public_names(owner: object, kind: type = object) -> list[str]:
    """List the names in ``dir(owner)`` without underscore whose values are of a class."""
    return [
        name
        for name in dir(owner)
        if not name.startswith("_")
        and (kind is object or isinstance(_get_attribute(owner, name), kind))
    ]
