"""Draws of random numbers within a compiled function: real NumPy's, in each call of its program.

Shape and dtype of what a draw gives have to be known beforehand. So it is tried while the function
is traced, and the generator's state is put back.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import math
from collections.abc import Callable, Iterator

import numpy as np

from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import Holder, read
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.host_calls import called_on_host, calls_of_trace
from ivy_core.compilation.trace.symbolic_numbers import SymbolicScalar, scalar_class
from ivy_core.compilation.trace.trace import Unsupported

from ..fallback import to_host
from ..ndarray import ndarray
from ..policy import DRAWN_NUMBERS
from ..scalar_types import HELD_DTYPES


def kept(source) -> Callable:
    """Save the state of a generator, ours or NumPy's; return the function that restores it."""
    real = real_of(source)
    if isinstance(real, np.random.RandomState):
        return functools.partial(real.set_state, real.get_state(legacy=False))
    return functools.partial(setattr, real.bit_generator, "state", real.bit_generator.state)


@contextlib.contextmanager
def unchanged(real) -> Iterator[None]:
    """Put the state of one of NumPy's generators back."""
    put_back = kept(real)
    try:
        yield
    finally:
        put_back()


# draws that fill an array with one number after the other
_FILLED = frozenset(
    "rand randn random random_sample standard_normal normal uniform standard_exponential "
    "exponential integers randint lognormal laplace logistic gumbel rayleigh standard_cauchy "
    "standard_gamma gamma beta chisquare weibull pareto power triangular poisson binomial "
    "geometric standard_t vonmises wald".split()
)
_BY_LENGTHS = {
    "rand": np.random.RandomState.random_sample, "randn": np.random.RandomState.standard_normal,
}  # fmt: skip
_SIMPLE = frozenset({int, float, bool, str, type, type(None)})
_signature = functools.cache(inspect.signature)
_TARGET = object()  # stands for an array that is drawn into, which comes last


class _Given:
    """The arguments of a draw: those that only the program knows, and the others.

    Parameters
    ----------
    args, kwargs
        As the function is called.
    """

    def __init__(self, args: tuple, kwargs: dict):
        self.traced: list[Holder] = []
        self._args = [self._argument_getter(value) for value in args]
        self._kwargs = {name: self._argument_getter(value) for name, value in kwargs.items()}

    def _argument_getter(self, value) -> Callable:
        """Make the function from traced arguments' host arrays to a value; list it if traced."""
        if value is _TARGET:
            return lambda hosts: hosts[-1]
        if isinstance(value, Holder):
            if not tracing.current.programs.is_tracer(read(value)):
                known = to_host(value)
                return lambda hosts: known
            at, as_given = len(self.traced), _argument_converter(value)
            self.traced.append(value)
            return lambda hosts: as_given(hosts[at])
        if type(value) in (list, tuple):
            kind, made = type(value), list(map(self._argument_getter, value))
            return lambda hosts: kind([make(hosts) for make in made])
        return lambda hosts: value

    def call(self, function: Callable, hosts):
        """Call a function with NumPy's values."""
        kwargs = {name: make(hosts) for name, make in self._kwargs.items()}
        return function(*[make(hosts) for make in self._args], **kwargs)

    def natives(self) -> list:
        return list(map(read, self.traced))

    def samples(self) -> Iterator[list[np.ndarray]]:
        """Yield values that the traced ones may have, as far as any draw can be made of them."""
        programs = tracing.current.programs
        kinds = [(each.shape, programs.dtype_of(each)) for each in self.natives()]
        kinds = [(tuple(shape), dtype) for shape, dtype in kinds]
        for first in (1, 3):
            yield [np.full(*_full_arguments(kind, n + first)) for n, kind in enumerate(kinds)]
        yield [np.full(*_full_arguments(kind, 1 / max(np.prod(kind[0]), 1))) for kind in kinds]


def _full_arguments(kind: tuple, value) -> tuple:
    """Return the arguments with which ``np.full`` makes an array; ``kind`` is (shape, dtype)."""
    shape, dtype = kind
    return shape, dtype.type(value), dtype


def _argument_converter(value) -> Callable:
    """Make the function that converts NumPy's array to the class real NumPy would be handed."""
    if type(value) is SymbolicScalar:
        return np.ndarray.item
    if isinstance(value, scalar_class()):
        return lambda host: host[()]
    return np.array  # which may be written to


def _result_kind(value):
    """Return (class, shape, dtype) of a result; raise Unsupported if no program can hold it."""
    if value is None or type(value) in (int, float):
        return type(value), (), np.dtype(type(value)) if value is not None else None
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype in HELD_DTYPES:
        if type(value) is np.ndarray or isinstance(value, np.generic):
            return type(value), value.shape, value.dtype
    raise Unsupported(f"a {type(value).__name__} is drawn, which a program cannot hold")


def _box_result(kind: tuple, native):
    """Return a program's result as symbolic scalar, array or scalar, by the class ``kind[0]``."""
    cls = kind[0]
    if cls in (int, float):
        return SymbolicScalar.of(tracing.current.programs.as_number(native))
    return new_array(ndarray if cls is np.ndarray else scalar_class(), native)


class Drawing:
    """Random draw at this position of the program that is being traced.

    Parameters
    ----------
    function : callable
        Real NumPy's; its first argument is the generator.
    source
        The generator that is known while the function is traced: one of ours, or NumPy's own.
    changed : tuple of (str, int), optional
        Name and position of the argument that is written to.
    """

    def __init__(self, function: Callable, source, changed: tuple | None):
        self._function, self._source, self._changed = function, source, changed

    def __call__(self, *args, **kwargs):
        """Draw; the arguments are those of the call, with our arrays.

        Raises
        ------
        Unsupported
            If it cannot be known what comes out, or a program cannot hold it.
        """
        target = self._written_argument(args, kwargs)
        if target is not None:
            return self._draw_into_array(target, args, kwargs)
        given = _Given(args, kwargs)
        kinds = set(map(_result_kind, self._sample_results(given)))
        if len(kinds) > 1:
            raise Unsupported("the shape of what is drawn follows from a value")
        [kind] = kinds
        draw, rounds = self._draw_at_run_time(given), self._batched_draw(given, args, kwargs)
        if kind[0] is type(None):
            called_on_host(lambda *hosts: draw(hosts) or [], given.natives(), [])
            return None
        [native] = called_on_host(
            lambda *hosts: [draw(hosts)], given.natives(), [kind[1:]], *rounds
        )
        return _box_result(kind, native)

    def _batched_draw(self, given: _Given, args, kwargs) -> tuple:
        """Return a key and a function that draws many samples at once; () if there is none."""
        name = self._function.__name__
        if name not in _FILLED or given.traced:
            return ()
        function, size = _BY_LENGTHS.get(name, self._function), args
        options = {}
        if name not in _BY_LENGTHS:
            options = _signature(self._function).bind(None, *args, **kwargs).arguments
            options = dict(list(options.items())[1:])
            size = options.pop("size", None)
        if not all(type(each) in _SIMPLE for each in options.values()):
            return ()
        size = () if size is None else tuple(np.atleast_1d(size).tolist())
        if math.prod(size) > DRAWN_NUMBERS:
            return ()
        source = calls_of_trace().source(self._source)

        def many(count: int, of=lambda: real_of(source())):
            return function(of(), size=(count, *size), **options)

        same = name, id(self._source), size, tuple(sorted(options.items()))
        return (same, many) if self._equals_single_draws(many, given) else ()

    def _equals_single_draws(self, many: Callable, given: _Given) -> bool:
        """Return whether one draw of many gives what single draws give, and the same end state."""
        real = real_of(self._source)
        draw = functools.partial(given.call, functools.partial(self._function, real), ())
        with unchanged(real):
            one_by_one = [draw() for _ in range(4)]
        with unchanged(real):
            at_once = [*many(3, lambda: real), draw()]
        return all(map(np.array_equal, one_by_one, at_once))

    def _written_argument(self, args, kwargs):
        """Return the argument that NumPy's function writes to; None if there is none."""
        if self._changed is None:
            return None
        name, position = self._changed
        return args[position] if len(args) > position >= 0 else kwargs.get(name)

    def _draw_at_run_time(self, given: _Given) -> Callable:
        """Make the function that draws from NumPy's arrays, by the generator of the call."""
        source = calls_of_trace().source(self._source)
        return lambda hosts: given.call(functools.partial(self._function, real_of(source())), hosts)

    def _sample_results(self, given: _Given, *more) -> list:
        """Return the results for one or two samples of the arguments, so that varying ones show."""
        real, found, failure = real_of(self._source), [], None
        for hosts in given.samples():
            with unchanged(real):
                try:
                    function = functools.partial(self._function, real)
                    found.append(given.call(function, [*hosts, *more]))
                except (TypeError, ValueError) as err:
                    failure = err
            if len(found) == 2 or not given.traced:
                break
        if not found:
            raise failure  # as the function itself would
        return found

    def _draw_into_array(self, target, args, kwargs):
        """Write numbers drawn beside it over an array of ours; return it, or None as NumPy does."""
        if not isinstance(target, ndarray):
            raise Unsupported(f"numbers are drawn into a {type(target).__name__}")
        given = _Given(
            tuple([_TARGET if each is target else each for each in args]),
            {name: _TARGET if each is target else each for name, each in kwargs.items()},
        )
        kind = target.shape, tracing.current.programs.dtype_of(read(target))
        [result, *_] = self._sample_results(given, np.zeros(*kind))
        draw = self._draw_at_run_time(given)

        def call(*hosts):
            made = np.array(hosts[-1])
            draw([*hosts[:-1], made])
            return [made]

        [native] = called_on_host(call, [*given.natives(), read(target)], [kind])
        target[...] = new_array(ndarray, native)
        return None if result is None else target


def made_in_program(make: Callable, of_real: Callable, args: tuple, kwargs: dict):
    """Return a generator of which each call of the program that is being traced makes its own.

    Parameters
    ----------
    make : callable
        Makes real NumPy's of the arguments.
    of_real : callable
        Makes one of ours of that.
    """
    given = _Given(args, kwargs)
    source = of_real(given.call(make, next(given.samples())))
    call = calls_of_trace().made(source, lambda *hosts: given.call(make, hosts))
    called_on_host(call, given.natives(), [])
    return source


def real_of(source):
    """Return real NumPy's generator for one of ours, or for itself."""
    return getattr(source, "real_", source)


__all__ = ["Drawing", "kept", "made_in_program"]
