"""Definitions of a framework's objects, for rewritten code that asks for module and name."""

from __future__ import annotations

from collections.abc import Callable


class Definition:
    """Module and name of a framework's object, under the attributes that such code reads."""

    def __init__(self, module: str, qualname: str) -> None:
        self.__module__ = module
        self.__qualname__ = qualname
        self.__name__ = qualname.rpartition(".")[2]


def name_function(function: Callable, path: str) -> None:
    """Name a function after a framework's, in the package that replaces it: pickles find it there.

    Parameters
    ----------
    function : callable
        Gets its ``__module__``, ``__name__`` and ``__qualname__``.
    path : str
        The framework's dotted name of it, as ``torch.nn.functional.relu``, ``torch.Tensor.add_``.

    Examples
    --------
    >>> def add_(x, y): ...
    >>> name_function(add_, "torch.Tensor.add_")
    >>> add_.__module__, add_.__qualname__
    ('frontends.torch', 'Tensor.add_')
    """
    module, _, name = path.rpartition(".")
    home, _, owner = module.rpartition(".")
    is_method = owner[:1].isupper()
    function.__module__ = f"frontends.{home if is_method else module}"
    function.__name__, function.__qualname__ = name, f"{owner}.{name}" if is_method else name


# By a frontend's name: a function from an object of the frontend's to its Definition.
FINDERS: dict[str, Callable[[object], object]] = {}
__all__ = ["FINDERS", "Definition", "name_function"]
