"""Sources of random bits: NumPy's own, which take arrays of ours as seeds.

NumPy looks at the class of a seed in C, and knows its own arrays alone. What is made here is of
NumPy's own class, as pickles and libraries expect.
"""

from __future__ import annotations

import copyreg

import numpy as np

from ..fallback import to_host


class _OfNumpy(type(np.random.PCG64)):
    """The class of a class that stands for one of NumPy's: what is of that is of this one, too."""

    def __call__(cls, *args, **kwargs):
        args, kwargs = to_host(args), to_host(kwargs)
        if "original_" not in vars(cls):  # a class that a program derives
            return super().__call__(*args, **kwargs)
        return cls.original_(*args, **kwargs)

    def __instancecheck__(cls, instance) -> bool:
        return isinstance(instance, vars(cls).get("original_", ())) or super().__instancecheck__(
            instance
        )

    def __subclasscheck__(cls, subclass) -> bool:
        original = vars(cls).get("original_")
        return (
            original is not None
            and issubclass(subclass, original)
            or super().__subclasscheck__(subclass)
        )

    def __repr__(cls) -> str:
        return repr(vars(cls).get("original_")) if "original_" in vars(cls) else super().__repr__()


def _find(name: str) -> type:
    return globals()[name]


def _reduce(cls: _OfNumpy) -> str | tuple:
    """Have pickle find a class that stands for NumPy's by its name in this file."""
    return (_find, (cls.__name__,)) if "original_" in vars(cls) else cls.__qualname__


def _standing_for(original: type) -> type:
    body = {
        "__doc__": original.__doc__,
        "__module__": original.__module__,
        "__qualname__": original.__qualname__,
        "original_": original,
    }
    return _OfNumpy(original.__name__, (original,), body)


MT19937 = _standing_for(np.random.MT19937)
PCG64 = _standing_for(np.random.PCG64)
PCG64DXSM = _standing_for(np.random.PCG64DXSM)
Philox = _standing_for(np.random.Philox)
SFC64 = _standing_for(np.random.SFC64)
SeedSequence = _standing_for(np.random.SeedSequence)
copyreg.pickle(_OfNumpy, _reduce)
__all__ = ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence"]
