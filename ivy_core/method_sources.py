"""Functions that become methods: the functional API's, and those of a user's modules."""

from __future__ import annotations

import inspect
import types
import warnings
from collections.abc import Callable, Iterable, Iterator

from .registry import FUNCTIONS, FunctionSpec
from .utils.exceptions import IvyTypeError, IvyValueError

_FUNCTIONAL = f"{__package__}.functional."


class Attachment:
    """Attaches functions of modules to a class, and says which it could not attach.

    Parameters
    ----------
    cls : type
        The class that gets the methods.
    caller : str
        Name of the public function, for messages.
    """

    def __init__(self, cls: type, caller: str):
        self.cls, self.caller = cls, caller
        self.refused: list[str] = []

    def attach(self, modules: Iterable[types.ModuleType], prefix: str, make: Callable) -> None:
        """Attach what ``make`` makes of each function.

        Parameters
        ----------
        modules : iterable of module
            Where the functions are.
        prefix : str
            What comes before their names.
        make : callable
            From a function's spec, and what to call (its name in the namespace that is in force,
            or the user's function itself), to the method; None if it can be none.

        Raises
        ------
        IvyTypeError
            If something else than a module is given.
        IvyValueError
            If a user's module has no function that can be attached.
        """
        modules = list(modules)
        categories = set()
        for module in modules:
            if not isinstance(module, types.ModuleType):
                raise IvyTypeError(f"{self.caller}: modules must hold modules, not {module!r}")
            if module.__name__.startswith(_FUNCTIONAL):
                categories.add(module.__name__.rpartition(".")[2])
        for spec in FUNCTIONS.values():
            name = prefix + spec.name
            if spec.category in categories and not hasattr(self.cls, name):
                self._set_method(name, make(spec, spec.name), spec)
        for module in modules:
            if not module.__name__.startswith(_FUNCTIONAL):
                self._attach_user_functions(module, prefix, make)
        if self.refused:
            warnings.warn(f"{self.caller}: not attached: {'; '.join(self.refused)}", stacklevel=3)

    def _attach_user_functions(self, module: types.ModuleType, prefix: str, make: Callable) -> None:
        """Attach a module's functions, note the others in ``refused``; raise if none is left."""
        found = False
        for name, function in _public_functions(module):
            spec = _read_spec(name, function)
            method = None if spec is None else make(spec, function)
            present = getattr(self.cls, prefix + name, None)
            if method is None:
                self.refused.append(f"{module.__name__}.{name} takes no array")
            elif present is None:
                self._set_method(prefix + name, method, spec)
                found = True
            elif getattr(present, "__wrapped__", None) is function:  # attached before
                found = True
            else:
                self.refused.append(
                    f"{module.__name__}.{name}, as {self.cls.__name__}.{prefix}{name} is something "
                    "else"
                )
        if not found:
            reasons = f": {'; '.join(self.refused)}" if self.refused else ""
            raise IvyValueError(
                f"{self.caller}: module {module.__name__!r} has no public function that can be "
                f"attached{reasons}"
            )

    def _set_method(self, name: str, method: Callable | None, spec: FunctionSpec) -> None:
        """Set a method with the name and docstring of its body; nothing for None."""
        if method is None:
            return
        function = method.__func__ if isinstance(method, staticmethod) else method
        function.__name__, function.__qualname__ = name, f"{self.cls.__name__}.{name}"
        function.__doc__, function.__wrapped__ = spec.body.__doc__, spec.body
        setattr(self.cls, name, method)


def _public_functions(module: types.ModuleType) -> Iterator[tuple[str, Callable]]:
    """Yield (name, function) of what a module exports; without ``__all__``, of what it defines."""
    listed = getattr(module, "__all__", None)
    for name, value in list(vars(module).items()):
        if isinstance(value, type) or not callable(value):
            continue
        if listed is None:
            own = getattr(value, "__module__", None) == module.__name__ and name[0] != "_"
        else:
            own = name in listed
        if own:
            yield name, value


def _read_spec(name: str, function: Callable) -> FunctionSpec | None:
    """Make a user function's spec: a first parameter without annotation is self; built-in: None."""
    inner = inspect.unwrap(function)
    if not isinstance(inner, types.FunctionType):
        return None
    spec = FunctionSpec(name, "compositional", function, inner.__module__)
    if spec.self_parameter is None and spec.parameters:
        first = spec.parameters[0].name
        named = inner.__code__.co_argcount or inner.__code__.co_flags & inspect.CO_VARARGS
        spec.of_anything = bool(named) and first not in inner.__annotations__
    return spec
