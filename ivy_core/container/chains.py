"""Key chains: paths into a Container, written ``'a/b'`` or ``'a.b'``."""

from __future__ import annotations

import re

from ..binding.nestable import is_container
from ..utils.exceptions import IvyTypeError

_SEPARATOR = re.compile("[/.]")


def split(chain: str) -> list[str]:
    """Return the keys of a chain.

    Examples
    --------
    >>> split("a/b.c")
    ['a', 'b', 'c']
    """
    return _SEPARATOR.split(chain)


def is_chain(key) -> bool:
    """Return whether a key leads over several levels."""
    return isinstance(key, str) and ("/" in key or "." in key)


def joined(chain: str, key) -> str:
    """Return the chain of ``key`` below ``chain``."""
    return f"{chain}/{key}" if chain else str(key)


def leaves(container, chain: str = "", include_empty: bool = False):
    """Yield the key chain and the value of each leaf; an empty Container is one if asked for."""
    for key, value in container.items():
        here = joined(chain, key)
        if is_container(value) and (value or not include_empty):
            yield from leaves(value, here, include_empty)
        else:
            yield here, value


def listed(key_chains, function: str) -> list[str]:
    """Return as a list what functions take as ``key_chains``: one chain, several, or a nest.

    Raises
    ------
    IvyTypeError
        If it is none of these.
    """
    if isinstance(key_chains, str):
        return [key_chains]
    if isinstance(key_chains, dict):
        return [chain for chain, _ in leaves_of_dict(key_chains)]
    if isinstance(key_chains, (list, tuple, set, frozenset)):
        return list(key_chains)
    raise IvyTypeError(
        f"{function}: {type(key_chains).__name__} was given for key_chains; a key chain, a "
        "sequence of them and a dict or Container are allowed"
    )


def leaves_of_dict(nest: dict, chain: str = ""):
    """Yield the key chain and the value of each leaf of nested dicts; an empty dict is one."""
    for key, value in nest.items():
        here = joined(chain, key)
        if isinstance(value, dict) and value:
            yield from leaves_of_dict(value, here)
        else:
            yield here, value


class Selection:
    """The leaves that a function is applied to: those at or below key chains, or all others."""

    __slots__ = ("_chains", "_to_apply")

    def __init__(self, key_chains, to_apply: bool, function: str):
        self._to_apply = to_apply
        self._chains = None
        if key_chains is not None:
            self._chains = {"/".join(split(chain)) for chain in listed(key_chains, function)}

    def __contains__(self, chain: str) -> bool:
        if self._chains is None:
            return True
        chain = "/".join(split(chain))
        while chain not in self._chains:
            chain, separator, _ = chain.rpartition("/")
            if not separator:
                return not self._to_apply
        return self._to_apply
