"""``torch.library``: operators of programs' own, called as functions or as ``torch.ops.mine.f``.

A function that becomes an operator runs as it is. What describes it to PyTorch's compiler and
tracers (``register_fake``, ``register_vmap``) has no receiver; what it does for devices and for
gradients is done.

References
----------
PyTorch documentation, ``torch.library``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core.utils.replacements import replacement_of

OPERATORS: dict[str, CustomOpDef] = {}
_NOT_CALLED = ("meta", "autocast", "autograd")  # what keys of kernels that nothing calls begin with


def find_operator(qualname: str) -> CustomOpDef | None:
    """Return the operator of a name, ``ns::name``, one that a replacement has among them; or None.

    A replacement's computes its own gradient, whatever its package registers for that.
    """
    found = OPERATORS.get(qualname)
    if found is None:
        namespace, _, name = qualname.partition("::")
        replacement = replacement_of(f"torch.ops.{namespace}")
        if replacement is not None and name in replacement.__all__:
            found = CustomOpDef(qualname, getattr(replacement, name))
            found.is_replacement_ = True
    return found


@citing("torch.library.{}")
class CustomOpDef:
    """An operator: what computes it, and its gradient if there is one."""

    is_replacement_ = False

    def __init__(self, qualname: str, function: Callable | None = None):
        self.qualname, self._namespace, self._name = qualname, *qualname.split("::")
        self._function, self._gradient = function, None
        if function is not None:
            functools.update_wrapper(self, function)
        OPERATORS[qualname] = self

    @property
    def default(self) -> CustomOpDef:
        """The operator itself: here it has one form."""
        return self

    def __repr__(self) -> str:
        return f"<CustomOpDef({self.qualname})>"

    def __call__(self, *args, **kwargs):
        if self._function is None:
            raise NotImplementedError(f"{self.qualname} has been declared, and computed by nothing")
        if self._gradient is None:
            return self._function(*args, **kwargs)
        return self._gradient(*args, **kwargs)

    def register_kernel(self, device_types=None, func: Callable | None = None, /):
        """Have a function compute the operator on a device: on CPU, it does so here."""
        one = device_types is None or isinstance(device_types, str)
        kinds = (device_types or "cpu",) if one else tuple(device_types)
        ours = "cpu" in kinds or "default" in kinds

        def enter(function: Callable) -> None:
            if ours or self._function is None:
                self._function = function

        return _register_or_decorate(func, enter)

    def register_fake(self, func: Callable | None = None, /):
        """Take a function that says what form a result would have; it is never called."""
        return _register_or_decorate(func)

    register_vmap = register_torch_dispatch = register_fake

    def register_autograd(
        self, backward: Callable, /, *, setup_context: Callable | None = None
    ) -> None:
        """Have a function compute the operator's gradients: ``backward(ctx, *grads)``.

        Parameters
        ----------
        backward : callable
        setup_context : callable, optional
            ``setup_context(ctx, inputs, output)`` keeps what ``backward`` needs.
        """
        if self.is_replacement_:
            return
        operator = self

        class Operator(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *args):
                output = operator._function(*args)
                if setup_context is not None:
                    setup_context(ctx, args, output)
                return output

        Operator.backward = staticmethod(backward)
        Operator.__name__ = f"{self._namespace}_{self._name}Backward"
        self._gradient = lambda *args, **kwargs: Operator.apply(*args, *kwargs.values())


def _register_or_decorate(func: Callable | None, register: Callable | None = None):
    """Return ``func`` once given to ``register``; if it is None, a decorator that does so."""

    def decorate(given: Callable) -> Callable:
        if register is not None:
            register(given)
        return given

    return decorate if func is None else decorate(func)


@citing("torch.library.{}")
def custom_op(
    name: str, fn: Callable | None = None, /, *, mutates_args=(), device_types=None, schema=None,
    tags=None,
):  # fmt: skip
    """Make a function an operator of that name, with ``::`` in it; also a decorator.

    >>> @torch.library.custom_op("docs::twice", mutates_args=())
    ... def twice(x: torch.Tensor) -> torch.Tensor:
    ...     return x * 2
    >>> torch.ops.docs.twice(torch.ones(2))
    tensor([2., 2.])
    """

    def make(function: Callable) -> CustomOpDef:
        return CustomOpDef(name, function)

    return make if fn is None else make(fn)


def triton_op(name: str, fn: Callable | None = None, /, *, mutates_args=(), schema=None):
    """Make a function an operator, as :func:`custom_op` does."""
    return custom_op(name, fn, mutates_args=mutates_args)


def _find_or_make_operator(op) -> CustomOpDef:
    """Return the operator of a CustomOpDef, ``ns::name`` or ``torch.ops.ns.name``."""
    if isinstance(op, CustomOpDef):
        return op
    path = str(op).strip("<>").removeprefix("torch.ops.")  # `<torch.ops.a.f: ...>` of a stand-in
    name = (path if "::" in path else path.replace(".", "::", 1)).partition(".")[0]
    return find_operator(name) or CustomOpDef(name)


def register_kernel(op, device_types, func: Callable | None = None, /, *, lib=None):
    """Have a function compute an operator on a device."""
    return _find_or_make_operator(op).register_kernel(device_types, func)


def register_fake(op, func: Callable | None = None, /, *, lib=None, **options):
    """Take a function that says what form an operator's result would have; it is never called."""
    return _find_or_make_operator(op).register_fake(func)


register_vmap = register_torch_dispatch = impl_abstract = register_fake


def register_autograd(
    op, backward: Callable, /, *, setup_context: Callable | None = None, lib=None
) -> None:
    """Have a function compute an operator's gradients."""
    _find_or_make_operator(op).register_autograd(backward, setup_context=setup_context)


def define(qualname: str, schema: str, *, lib=None, tags=()) -> None:
    """Declare an operator, which :func:`impl` says how to compute."""
    _find_or_make_operator(qualname)


def impl(qualname: str, types="CPU", func: Callable | None = None, *, lib=None):
    """Have a function compute an operator that is declared."""
    kinds = [types] if isinstance(types, str) else list(types)
    if all(kind.lower().startswith(_NOT_CALLED) for kind in kinds):
        return _find_or_make_operator(qualname).register_fake(func)
    plain = any(kind.lower() in ("cpu", "default", "compositeimplicitautograd") for kind in kinds)
    return _find_or_make_operator(qualname).register_kernel("cpu" if plain else "cuda", func)


@citing("torch.library.{}")
class Library:
    """The operators of one namespace."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = ""):
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key

    def define(self, schema: str, alias_analysis: str = "", *, tags=()) -> str:
        """Declare an operator: its name is what stands before the parenthesis."""
        name = schema.partition("(")[0].strip()
        _find_or_make_operator(f"{self.ns}::{name}")
        return name

    def impl(self, op_name, fn: Callable, dispatch_key: str = "", **options) -> None:
        """Have a function compute an operator."""
        if isinstance(op_name, str):
            op_name = f"{self.ns}::{op_name.rpartition('::')[2]}"
        impl(op_name, dispatch_key or self.dispatch_key or "CPU", fn)

    def fallback(self, fn: Callable, dispatch_key: str = "", *, with_keyset: bool = False) -> None:
        """Take a fallback for all operators; it is never called."""

    _register_fake = impl_abstract = lambda self, op_name, fn, **options: fn


def infer_schema(prototype_function: Callable, /, *, mutates_args=(), op_name=None) -> str:
    """Return a function's signature: its parameters' names."""
    import inspect

    return str(inspect.signature(prototype_function))


__all__ = [
    "CustomOpDef", "Library", "custom_op", "define", "impl", "impl_abstract", "infer_schema",
    "register_autograd", "register_fake", "register_kernel", "register_torch_dispatch",
    "register_vmap", "triton_op",
]  # fmt: skip
