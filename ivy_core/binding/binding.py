"""One function on one backend in one dialect: its parts, and which closure they make."""

from __future__ import annotations

import types
from collections.abc import Callable

from .. import func_wrapper
from ..modes import current as modes
from ..registry import FunctionSpec
from ..utils import routes
from ..utils.exceptions import IvyTypeError
from .arguments import Arguments
from .dialect import Dialect
from .handing import remembering
from .naming import named
from .nestable import holds_container
from .outputs import Outputs
from .promotion import Promotion
from .results import Results
from .special_arguments import SPECIAL, call_override, call_with_containers, overrides_in


class Binding:
    """One function on one backend, giving arrays of one dialect.

    Attributes
    ----------
    arguments, promotion, results, outputs : Arguments, Promotion, Results, Outputs
        What is done with each of these.
    general, retry_general, describe_error : callable
        The general path, what answers for a fast path that has failed, and what says why.
    call : callable
        The composed function.
    """

    __slots__ = (
        "_functions", "arguments", "backend", "call", "callee", "cast", "converted_names",
        "describe_error", "dialect", "from_scalar", "general", "makes_functional_views",
        "makes_views_of_views", "name", "native", "outputs", "promotion", "results",
        "retry_general", "spec", "takes_copy", "wrappers",
    )  # fmt: skip
    special_classes = SPECIAL
    holds_container = staticmethod(holds_container)

    def __init__(
        self,
        spec: FunctionSpec,
        backend: types.ModuleType,
        dialect: Dialect,
        functions: dict[str, Callable],
    ):
        self.spec, self.backend, self.dialect = spec, backend, dialect
        self.name, self.callee = spec.name, (backend.NAME, spec.name)
        native = backend.implementations[spec.name]
        native = routes.exit_of(f"{backend.NAME} {spec.name}", native)
        self.native = dialect.native_call(spec, backend, native)
        cast, from_scalar = backend.cast, backend.from_scalar
        if not dialect.looks_at_flags:
            cast, from_scalar = backend.unreported(cast), backend.unreported(from_scalar)
        self.cast, self.from_scalar = cast, from_scalar
        self.wrappers = spec.native_wrappers
        self._functions = functions  # of the namespace that this one becomes part of
        self.promotion = Promotion(spec, backend, dialect)
        self.arguments = Arguments(
            spec, backend, dialect, self.wrappers, self.promotion.keeps_scalars
        )
        self.results = Results(spec, backend, dialect, self.wrappers)
        self.outputs = Outputs(spec, backend, native, self.native, self.wrappers)
        views = backend.CAPABILITIES.functional_views if spec.view is not None else ()
        # a view function that the backend has no function for reads the lens
        reads_lens = getattr(self.native, "reads_lens", False)
        self.makes_functional_views = (
            views is True or bool(views) and (spec.name in views or reads_lens)
        )
        self.makes_views_of_views = bool(views)
        self.takes_copy = spec.view is not None and not _has_parameter(self.native, "copy")
        self.converted_names = frozenset(self.arguments.by_name)
        self.describe_error = func_wrapper.error_description(self)
        self.general = func_wrapper.general_path(self)
        if "function" in spec.carried:
            self.general = remembering(self.general, dialect)
        self.retry_general = func_wrapper.retry_path(self)
        self.call = named(self._compose_closure(), spec.body, self.wrappers)
        self.call.support_native_out = self.outputs.is_native

    def _compose_closure(self) -> Callable:
        """Compose the closure that fits the function's signature; it begins with the fast path."""
        spec, positional = self.spec, self.arguments.positional
        names, arrays = spec.parameter_names, spec.array_parameters
        count, leading = len(positional), self._count_leading_arrays()
        if spec.category == "random":
            return self.general  # what draws is called once: `retry_general` may call twice
        if self.makes_functional_views:
            return func_wrapper.of_view(self)
        if self.makes_views_of_views:
            of_views = func_wrapper.of_view(self, only_of_views=True)
            return func_wrapper.of_leading_array(self, of_views)
        if names - {"alpha"} == {*arrays, "out"} and len(arrays) == count in (1, 2):
            return self._compose_elementwise()
        if len(self.promotion.operands) == count == len(arrays) in (1, 2):
            return func_wrapper.with_options(self._compose_elementwise(), self)
        if self.arguments.sequences == (0,) and count == 1 and not arrays:
            return func_wrapper.of_sequence(self)
        makes = spec.returns == "Array" and not arrays and "dtype" in self.arguments.by_name
        if makes and spec.parameters[0].carries == "shape":
            return func_wrapper.of_shape(self)
        if self.arguments.variadic or not leading:
            return self.general
        if self.promotion.applies and spec.ufunc is not None:
            return self.general
        by_name = not spec.body.__code__.co_posonlyargcount  # the array may come by its name
        if leading == 1 and not self.promotion.applies and not by_name:
            return func_wrapper.of_leading_array(self)
        if all(convert is None for _, convert in positional[leading:]):
            return func_wrapper.of_arrays(self, leading)
        return self.general

    def _count_leading_arrays(self) -> int:
        """Count the arrays that come first; further ones are options."""
        leading = 0
        pairs = zip(self.spec.array_parameters, self.arguments.positional, strict=False)
        for name, (parameter, _) in pairs:
            if name != parameter:
                break
            leading += 1
        return leading

    def _compose_elementwise(self) -> Callable:
        """Compose the closure of one or two arrays, with dtype promotion where it applies."""
        if len(self.arguments.positional) == 1:
            if self.promotion.applies:
                return func_wrapper.of_one_in_its_dtype(self)
            return func_wrapper.of_one(self)
        if self.promotion.applies:
            return func_wrapper.of_two_in_one_dtype(self)
        return func_wrapper.of_two(self)

    def call_specially(self, args, kwargs):
        """Do a call with Containers, or with an object that has its own implementation."""
        if "handle_nestable" in self.wrappers and modes.nestable:
            values = (*args, *[v for name, v in kwargs.items() if name != "out"])
            if holds_container(values):
                return call_with_containers(self.name, self.call, args, kwargs)
        if overrides := overrides_in((args, kwargs)):
            return call_override(self.call, overrides, args, kwargs)
        given = [type(v).__name__ for v in (*args, *kwargs.values()) if SPECIAL[type(v)]]
        raise IvyTypeError(f"{self.name}: takes no {', '.join(given) or 'Container'}")

    def scaled(self, x2, alpha):
        """Return ``alpha * x2`` for a function with that option."""
        if "alpha" not in self.spec.parameter_names:
            raise IvyTypeError(f"{self.name}: got an unexpected keyword argument 'alpha'")
        return self._functions["multiply"](x2, alpha)


def _has_parameter(function, name) -> bool:
    """Return whether a Python function has a parameter; False for ``*args`` and built-ins."""
    code = getattr(function, "__code__", None)
    return (
        code is not None and name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    )
