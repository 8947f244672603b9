"""Registry of public functions: kind and traits, declared once where each is defined.

A decorator from here only *declares*; :mod:`ivy_core.binding` composes the callable when a
backend is bound. Which parameters are arrays, dtypes or devices is read from the annotations.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .utils.docstrings import complete
from .utils.exceptions import IvyValueError, joined

FUNCTIONS: dict[str, FunctionSpec] = {}

# Further names of public functions.
ALIASES = {"set_framework": "set_backend", "unset_backend": "previous_backend"}

# What may be wrapped around a function, outermost first. The names are what functions declare;
# ivy_core.binding composes them into one callable.
FN_DECORATORS = (
    "handle_exceptions",
    "handle_array_function",
    "handle_nestable",
    "handle_partial_mixed_function",
    "handle_out_argument",
    "handle_view_indexing",
    "handle_view",
    "inputs_to_ivy_arrays",
    "handle_array_like_without_promotion",
    "inputs_to_native_arrays",
    "outputs_to_ivy_arrays",
)


# Functions that are bound as they are written: they work on no array.
NON_WRAPPED_FUNCTIONS: set[str] = set()


@dataclass(slots=True)
class Parameter:
    """One parameter: its name, what it carries, and whether it is positional."""

    name: str
    carries: str | None  # 'array', 'arrays', 'varargs', 'nest', 'function', 'dtype', ... or None
    positional: bool


class _Facts:
    """Facts of a function's parameters, which are asked for again and again."""

    __slots__ = ("arrays", "carried", "names", "positional")

    def __init__(self, parameters: tuple[Parameter, ...]):
        self.names = frozenset([p.name for p in parameters])
        self.carried = frozenset([p.carries for p in parameters])
        self.positional = tuple([p.name for p in parameters if p.positional])
        self.arrays = tuple(
            [p.name for p in parameters if p.carries == "array" and p.name != "out"]
        )


@dataclass(slots=True, weakref_slot=True, eq=False)
class FunctionSpec:
    """Declaration of a public function."""

    name: str
    kind: str  # 'primary', 'compositional', 'mixed' or 'standalone'
    body: Callable
    category: str
    ufunc: str | None = None
    promote: tuple[str, ...] = ()
    view: Callable | None = None
    convenience: bool = False
    of_anything: bool = False
    composed: Callable | None = None
    _read_parameters: tuple[Parameter, ...] | None = field(default=None, repr=False)
    _names_of_wrappers: tuple[str, ...] | None = field(default=None, repr=False)
    _facts: _Facts | None = field(default=None, repr=False)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Return the parameters; read from the signature when first asked for."""
        if self._read_parameters is None:
            self._read_parameters = tuple(_read_parameters(inspect.unwrap(self.body)))
        return self._read_parameters

    @property
    def _parameter_facts(self) -> _Facts:
        """Facts of the parameters, found out once: each namespace asks for them."""
        if self._facts is None:
            self._facts = _Facts(self.parameters)
        return self._facts

    @property
    def array_parameters(self) -> tuple[str, ...]:
        return self._parameter_facts.arrays

    @property
    def parameter_names(self) -> frozenset[str]:
        return self._parameter_facts.names

    @property
    def positional_names(self) -> tuple[str, ...]:
        return self._parameter_facts.positional

    @property
    def carried(self) -> frozenset[str | None]:
        """Kinds of values that the parameters carry."""
        return self._parameter_facts.carried

    @property
    def options(self) -> tuple[str, ...]:
        """The parameters that are no arrays; none for a function of nests or of functions.

        A sequence of arrays is among them, which the body goes through.
        """
        if not self.carried.isdisjoint(("nest", "function", "varargs")):
            return ()
        return tuple(p.name for p in self.parameters if p.carries != "array")

    @property
    def self_parameter(self) -> Parameter | None:
        """The parameter that ``self`` stands for in a method; None if the function is no method."""
        if self.of_anything:
            return self.parameters[0]
        for parameter in self.parameters:
            if parameter.carries in _ARRAYS and parameter.name != "out":
                return parameter
        return None

    @property
    def self_leads(self) -> bool:
        """Whether ``self`` is the first argument as it is."""
        first = self.self_parameter
        return (
            first is not None
            and first is self.parameters[0]
            and first.positional
            and (first.carries != "arrays")
        )

    def placer(self) -> Callable | None:
        """Make the function that puts ``self`` among a method's arguments; None if it is no method.

        ``self`` comes before the members of a sequence: ``x.concat([y])`` is ``concat([x, y])``.
        """
        parameter = self.self_parameter
        if parameter is None:
            return None
        at = self.parameters.index(parameter) if parameter.positional else None
        return _make_self_placer(parameter.name, at, parameter.carries == "arrays")

    @property
    def has_out(self) -> bool:
        return "out" in self.parameter_names

    @property
    def returns(self) -> str:
        return self.body.__annotations__.get("return", "None")

    @property
    def nestable(self) -> bool:
        """Whether Containers are mapped over by the wrapper (explicitly nestable).

        A compositional function is so by its inner calls, unless it declares ``handle_nestable``.
        A function of nests or of functions is not: a Container is a nest to it.
        """
        if not self.carried.isdisjoint(("nest", "function")):
            return False
        if self.kind in ("primary", "mixed"):
            takes = not self.carried.isdisjoint(_ARRAYS)
            return not self.convenience and (takes or "Array" in self.returns)
        return getattr(self.body, "handle_nestable", False)

    @property
    def wrappers(self) -> tuple[str, ...]:
        """The names of what is wrapped around the function, in the order of FN_DECORATORS.

        Read when first asked for, as a backend is bound or none is: all is declared by then.
        """
        if self._names_of_wrappers is None:
            self._names_of_wrappers = self._declared_wrappers()
        return self._names_of_wrappers

    def _declared_wrappers(self) -> tuple[str, ...]:
        """Return the names of the function's wrappers, by its traits and its body's attributes."""
        arrays = any(p.carries in _ARRAYS and p.name != "out" for p in self.parameters)
        attributes = vars(self.body)
        said = tuple([name for name in attributes if attributes[name]]) if attributes else ()
        return _names_of_wrappers(
            self.kind, self.convenience, self.nestable, arrays, self.has_out,
            self.view is not None, said,
        )  # fmt: skip

    @property
    def native_wrappers(self) -> tuple[str, ...]:
        """The wrappers of a backend's implementation: a mixed function's differ from its body's."""
        if self.kind != "mixed":
            return self.wrappers
        changes = self.body.mixed_backend_wrappers
        names = (set(self.wrappers) | set(changes["to_add"])) - set(changes["to_skip"])
        return tuple(name for name in FN_DECORATORS if name in names)


_ARRAYS = frozenset({"array", "arrays", "varargs"})


@functools.cache  # most functions have their array first, and share one placer
def _make_self_placer(name: str, at: int | None, members: bool) -> Callable:
    """Make the function (self, args, kwargs) -> (args, kwargs) that inserts a method's ``self``."""
    if at is None:
        return lambda x, args, kwargs: (args, {name: x, **kwargs})
    if not members:
        return lambda x, args, kwargs: ((*args[:at], x, *args[at:]), kwargs)

    def before_members(x, args, kwargs):
        rest = args[at] if at < len(args) else kwargs.pop(name, ())
        rest = [rest] if hasattr(rest, "shape") else rest
        return (*args[:at], [x, *rest], *args[at + 1 :]), kwargs

    return before_members


@functools.cache  # hundreds of functions have a few dozens of combinations
def _names_of_wrappers(
    kind, convenience, nestable, arrays, has_out, views, attributes
) -> tuple[str, ...]:
    """Return the names of the wrappers of a function with such traits, in FN_DECORATORS' order."""
    declared = set(attributes)
    if kind != "standalone" or not convenience:
        declared.add("handle_exceptions")
    if nestable:
        declared.add("handle_nestable")
    if kind != "standalone":
        if arrays:
            declared.add("handle_array_function")
        if kind == "primary":
            declared.add("outputs_to_ivy_arrays")
            if arrays:
                declared |= {"inputs_to_native_arrays", "handle_array_like_without_promotion"}
            if has_out:
                declared.add("handle_out_argument")
        elif kind == "mixed":
            declared.add("inputs_to_ivy_arrays")
    if views:
        declared.add("handle_view")
    return tuple([name for name in FN_DECORATORS if name in declared])


def _read_parameters(body: Callable):
    """Yield a Parameter for each parameter, in order; its annotation says what it carries."""
    # from the code object: inspect.signature takes ten times as long, for hundreds of functions
    code, annotations = body.__code__, body.__annotations__
    positional = code.co_argcount
    named = positional + code.co_kwonlyargcount
    order = [(name, True) for name in code.co_varnames[:positional]]
    if code.co_flags & inspect.CO_VARARGS:
        order.append((code.co_varnames[named], True))
    order += [(name, False) for name in code.co_varnames[positional:named]]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        order.append((code.co_varnames[named + bool(code.co_flags & inspect.CO_VARARGS)], False))
    for name, is_positional in order:
        annotation = annotations.get(name, "")
        carries = _kind_of_annotation(
            annotation if type(annotation) is str else _annotation_text(annotation)
        )
        if (
            carries == "array"
            and code.co_flags & inspect.CO_VARARGS
            and name == order[positional][0]
        ):
            carries = "varargs"
        yield Parameter(name, carries, is_positional)


_MODULE = re.compile(r"\b\w+\.(?=\w)")  # `ivy.` in `ivy.Array`


def _annotation_text(annotation) -> str:
    return annotation.__name__ if isinstance(annotation, type) else repr(annotation)


@functools.cache  # of a few hundred annotations, thousands of parameters have one
def _kind_of_annotation(annotation: str) -> str | None:
    """Return the word of ``Parameter.carries`` for an annotation; None for plain values."""
    annotation = _MODULE.sub("", annotation) if "." in annotation else annotation
    if "Sequence[Array" in annotation or annotation.startswith(_LISTS):
        return "arrays"
    if "Nest[" in annotation:
        return "nest"
    if "ArrayFunction" in annotation:
        return "function"
    for word, carried in (("Array", "array"), ("Dtype", "dtype"), ("Device", "device")):
        if word in annotation:
            return carried
    return "shape" if "Shape" in annotation else None


_LISTS = ("list[Array", "List[Array", "tuple[Array", "Tuple[Array")


def _declare_function(
    kind: str, body: Callable | None, follows: str | None = None, like=None, **traits
):
    """Register a body and return it, with its docstring completed; if None, return a decorator."""
    if body is None:
        return functools.partial(_declare_function, kind, follows=follows, like=like, **traits)
    if body.__doc__ is not None:  # python -OO has none
        body.__doc__ = complete(body.__doc__, body, follows, like)
    category = body.__module__.rpartition(".")[2]  # the file's name, in functional/ and backends/X/
    FUNCTIONS[body.__name__] = FunctionSpec(body.__name__, kind, body, category, **traits)
    if kind == "standalone" and traits.get("convenience"):
        NON_WRAPPED_FUNCTIONS.add(body.__name__)
    return body


def primary(
    body=None,
    *,
    ufunc=None,
    promote=(),
    view=None,
    convenience=False,
    of_anything=False,
    follows=None,
    like=None,
):
    """Declare a function that every backend implements.

    Its docstring may be written short: :mod:`ivy_core.utils.docstrings`.

    Parameters
    ----------
    ufunc : str, optional
        NumPy's ufunc of the same meaning: its loops say how operands promote.
    promote : tuple of str, optional
        Names of the array parameters that take their common dtype.
    view : callable, optional
        From the function's arguments to the lens of the view that it returns.
    convenience, of_anything : bool, optional
        As for :func:`compositional`.
    follows : str, optional
        Whose function of that name it follows, as its references say: a key of
        :data:`ivy_core.utils.docstrings.SOURCES`.
    like : callable, optional
        A function declared before, as of which is described what the docstring leaves out.
    """
    return _declare_function(
        "primary",
        body,
        follows=follows,
        like=like,
        ufunc=ufunc,
        promote=promote,
        view=view,
        convenience=convenience,
        of_anything=of_anything,
    )


def compositional(body=None, *, convenience=False, of_anything=False, follows=None, like=None):
    """Declare a function written in terms of other ivy functions only.

    Parameters
    ----------
    convenience : bool, optional
        Whether it stays outside the computation.
    of_anything : bool, optional
        Whether its first parameter is anything, an array among others: it is then a method too.
    follows, like : optional
        As for :func:`primary`.
    """
    return _declare_function(
        "compositional", body, follows, like, convenience=convenience, of_anything=of_anything
    )


def composed(body):
    """Declare the body of a primary for backends that lack it, made of other functions.

    It has the primary's name and signature, and is written as a compositional function is.

    Raises
    ------
    IvyValueError
        If there is no primary of that name, or it has other parameters.
    """
    spec = FUNCTIONS.get(body.__name__)
    if (
        spec is None
        or spec.kind != "primary"
        or _comparable_signature(body) != _comparable_signature(spec.body)
    ):
        raise IvyValueError(
            f"composed: {body.__name__} was given; a primary with these parameters is needed"
        )
    spec.composed = body
    return body


def _comparable_signature(function) -> tuple:
    """Return the counts, names and defaults of parameters, by which bodies are compared."""
    code = function.__code__
    named = code.co_argcount + code.co_kwonlyargcount
    counts = code.co_posonlyargcount, code.co_argcount, code.co_kwonlyargcount
    return counts, code.co_varnames[:named], function.__defaults__, function.__kwdefaults__


TO_ADD = ("handle_out_argument", "inputs_to_native_arrays", "outputs_to_ivy_arrays")
TO_SKIP = ("inputs_to_ivy_arrays", "handle_partial_mixed_function")


def mixed(body=None, *, to_add=TO_ADD, to_skip=TO_SKIP, follows=None, like=None):
    """Declare a compositional body that some backends replace by a native function.

    Parameters
    ----------
    to_add, to_skip : tuple of str, optional
        Wrappers that the native implementation has beyond the body's, and those of the body's that
        it does without. They stand on the function as ``mixed_backend_wrappers``.
    follows, like : optional
        As for :func:`primary`.
    """
    if body is None:
        return functools.partial(mixed, to_add=to_add, to_skip=to_skip, follows=follows, like=like)
    body.mixed_backend_wrappers = {"to_add": tuple(to_add), "to_skip": tuple(to_skip)}
    return _declare_function("mixed", body, follows, like)


def handle_partial_mixed_function(body):
    """Declare that a mixed function's native implementations may cover some inputs only.

    Such an implementation carries ``partial_mixed_handler``, a predicate on the call's inputs:
    where it holds the native one runs, elsewhere the compositional body.
    """
    body.handle_partial_mixed_function = True
    return body


def handle_nestable(body):
    """Declare a compositional or standalone function explicitly nestable.

    It is then called once a leaf; without it, each of its inner calls maps over the leaves.
    """
    body.handle_nestable = True
    return body


def handle_view(body):
    """Declare that a function returns views, which view functions among its inner calls make."""
    body.handle_view = True
    return body


def handle_view_indexing(body):
    """Declare that a function indexes: a basic index makes a view."""
    body.handle_view_indexing = True
    return body


def standalone(body=None, *, convenience=False, of_anything=False, follows=None, like=None):
    """Declare a function that refers to no other ivy function.

    ``convenience``, ``of_anything``, ``follows`` and ``like`` as for :func:`compositional`.
    """
    return _declare_function(
        "standalone", body, follows, like, convenience=convenience, of_anything=of_anything
    )


@standalone(convenience=True)
def function_kind(name: str, /) -> str:
    """Return the kind of a public function.

    Parameters
    ----------
    name : str
        Its name in the namespace.

    Returns
    -------
    {'primary', 'compositional', 'mixed', 'standalone'}

    Raises
    ------
    IvyValueError
        If there is no such function (a KeyError too); the message says which names are near.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.function_kind("tan"), ivy.function_kind("unset_backend")
    ('primary', 'standalone')
    """
    spec = FUNCTIONS.get(ALIASES.get(name, name)) if isinstance(name, str) else None
    if spec is None:
        import difflib  # needed for the message only

        near = difflib.get_close_matches(str(name), [*FUNCTIONS, *ALIASES])
        hint = f"; near are {', '.join(near)}" if near else ""
        raise joined(IvyValueError, KeyError)(
            f"function_kind: {name!r} was given, which is no public function{hint}"
        )
    return spec.kind
