"""``torch.torch_version``: the version as a string that compares by its numbers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from .version import __version__ as _number


class TorchVersion(str):
    """A version's text, which compares with other texts and with tuples as versions compare.

    References
    ----------
    PyTorch's documentation has no page of it; PEP 440 says how versions compare.

    Examples
    --------
    >>> from frontends.torch.torch_version import TorchVersion
    >>> TorchVersion("2.13.0") > "2.4", TorchVersion("2.13.0") >= (2, 13), "2.13.0" > "2.4"
    (True, True, False)
    """

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other):
        return _compare(self, other, "__eq__")

    def __lt__(self, other):
        return _compare(self, other, "__lt__")

    def __le__(self, other):
        return _compare(self, other, "__le__")

    def __gt__(self, other):
        return _compare(self, other, "__gt__")

    def __ge__(self, other):
        return _compare(self, other, "__ge__")


def _compare(version: TorchVersion, other: object, method: str) -> bool:
    """Compare with a version's text or a tuple of its parts; with what is neither, as str does."""
    # NumPy has the copy of `packaging.version` that PyTorch has, too: nothing more to install.
    from numpy._utils._pep440 import InvalidVersion, Version

    if isinstance(other, Iterable):
        text = other if isinstance(other, str) else ".".join(map(str, other))
        with contextlib.suppress(InvalidVersion):  # 'parrot' compares as text
            return getattr(Version(version), method)(Version(text))
    return getattr(str, method)(version, other)


__version__ = TorchVersion(_number)
__all__ = ["TorchVersion"]
