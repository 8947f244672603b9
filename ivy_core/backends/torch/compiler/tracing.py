"""Operations of PyTorch recorded as they are called, for ``codegen.py`` to make code of.

PyTorch's own fake tensors stand for values while a function is traced; each has a :class:`Value`
that says which variable of the generated code holds it. What writes in place is recorded as such:
arrays, views of them and what shares their memory stay what they are for the function run
eagerly. Numbers of Python's are numbers in the generated code, and loops and branches are Python's.
"""

from __future__ import annotations

import contextlib
import itertools
import operator
import re
import threading
from collections.abc import Callable

import numpy as np
import torch

from ..kernels.arithmetic import INFIX, ON_NUMBERS
from ..runtime.internals import (
    FakeTensor,
    FakeTensorMode,
    TorchDispatchMode,
    schema_of,
    storage_identity,
    tree_flatten,
    tree_map_only,
    without_modes,
    without_view_history,
)
from .symbolic_lengths import Unfollowed, followed, inserted_axes, lengths_of

aten = torch.ops.aten
_NO_GRADIENT = "PyTorch has no gradient of what only the program knows"
PYTHON_DTYPES = {
    torch.bool: bool, torch.int64: int, torch.float64: float, torch.complex128: complex,
}  # fmt: skip

_NO_LENGTHS: dict = {}


class Value:
    """Value of the generated code that a fake tensor represents.

    Attributes
    ----------
    graph : Graph
        The body in which it was made.
    name : str
        The variable, or a literal.
    is_number : bool
        Whether a number of Python's is held by the variable, and no tensor.
    is_weak : bool
        Whether it promotes as Python's numbers do.
    made : tuple
        How it was computed: the operator's name and its operands; empty if that is not told.
    lengths : dict
        The axes that are of another length than the fake tensor's when the program runs, each with
        what is equal for equal lengths: ``symbolic_lengths.py``.
    call : tuple or None
        What PyTorch was called for, with the number of writes to what it was given.
    item : tuple or None
        The variable of the only element as Python's number, in which body and at which write.
    shown : tuple or None
        The tensor that it shows a part of, and the entries of the index.
    moves : bool
        Whether only the program knows where on its memory it lies.
    """

    __slots__ = (
        "call", "graph", "is_number", "is_weak", "item", "lengths", "made", "moves", "name",
        "shown",
    )  # fmt: skip

    def __init__(self, graph, name, is_number=False, is_weak=False, made=(), lengths=_NO_LENGTHS):
        self.graph, self.name, self.is_number = graph, name, is_number
        self.is_weak, self.made, self.lengths = is_weak, made, lengths
        self.call = self.item = self.shown = None
        self.moves = False


class Name(str):
    """A variable among the arguments of a step."""


class Step:
    """A call, ``results = function(*args, **kwargs)``, left out if it is pure and not needed."""

    def __init__(self, results: list[str], function, args, kwargs, is_pure=False):
        self.results, self.function, self.args, self.kwargs = results, function, args, kwargs
        self.is_pure = is_pure

    def renamed(self, names: Callable) -> Step:
        results = [names(each) for each in self.results]
        args, kwargs = tree_map_only(Name, lambda n: Name(names(n)), (self.args, self.kwargs))
        return Step(results, self.function, args, kwargs, self.is_pure)


class LoopStep:
    """A loop; ``count`` is how often, or None: then the first of what is carried says it."""

    def __init__(self, count, number: str, carried, begin, after, steps):
        self.count, self.number = count, number
        self.carried, self.begin, self.after, self.steps = carried, begin, after, steps

    def renamed(self, names: Callable) -> LoopStep:
        def of(values):
            return [Name(names(each)) if isinstance(each, Name) else each for each in values]

        count = of([self.count])[0]
        carried = [names(each) for each in self.carried]
        steps = [step.renamed(names) for step in self.steps]
        number = names(self.number)
        return LoopStep(count, number, carried, of(self.begin), of(self.after), steps)


class Branch:
    """An ``if``; ``results`` are bound to what the one or the other side gives."""

    def __init__(self, condition, results, sides):
        self.condition, self.results, self.sides = condition, results, sides

    def renamed(self, names: Callable) -> Branch:
        def of(values):
            return [Name(names(each)) if isinstance(each, Name) else each for each in values]

        sides = [([step.renamed(names) for step in steps], of(outs)) for steps, outs in self.sides]
        return Branch(of([self.condition])[0], [names(each) for each in self.results], sides)


class Graph:
    """The steps of one body.

    ``found`` has what gives the same whenever it is asked for in the body: arithmetic of Python's,
    views.
    """

    def __init__(self):
        self.steps: list = []
        self.found: dict[tuple, object] = {}
        self.inputs: list[FakeTensor] = []
        self.outputs: list = []


_SAME = {aten.detach.default, aten.lift_fresh.default, aten.alias.default}
_FACTORIES = {
    aten.zeros.default, aten.ones.default, aten.full.default, aten.empty.memory_format,
    aten.empty_strided.default, aten.new_zeros.default, aten.new_empty.default,
}  # fmt: skip
_WITH_NUMBERS = {
    aten.add.Tensor: torch.add, aten.sub.Tensor: torch.sub, aten.mul.Tensor: torch.mul,
    aten.div.Tensor: torch.div, aten.add_.Tensor: torch.Tensor.add_,
    aten.sub_.Tensor: torch.Tensor.sub_, aten.mul_.Tensor: torch.Tensor.mul_,
    aten.div_.Tensor: torch.Tensor.div_, aten.gt.Tensor: torch.gt, aten.lt.Tensor: torch.lt,
    aten.ge.Tensor: torch.ge, aten.le.Tensor: torch.le, aten.eq.Tensor: torch.eq,
    aten.ne.Tensor: torch.ne, aten.remainder.Tensor: torch.remainder,
}  # fmt: skip
_SWAPPED = {aten.add.Tensor: torch.add, aten.sub.Tensor: torch.rsub, aten.mul.Tensor: torch.mul}
_RESHAPES = {aten.view.default, aten.expand.default, aten._unsafe_view.default}
_COMPARISONS = {
    aten.gt.Tensor, aten.lt.Tensor, aten.ge.Tensor, aten.le.Tensor, aten.eq.Tensor, aten.ne.Tensor,
}  # fmt: skip
_QUICK = {
    aten.clone.default: torch.clone, aten.copy_.default: torch.Tensor.copy_,
    aten.select.int: torch.select, aten.maximum.default: torch.maximum,
    aten.minimum.default: torch.minimum, aten.sum.default: torch.sum, aten.sqrt.default: torch.sqrt,
    aten.mm.default: torch.mm, aten.mv.default: torch.mv, aten.dot.default: torch.dot,
    aten.neg.default: torch.neg, aten.abs.default: torch.abs, aten.exp.default: torch.exp,
    aten.where.self: torch.where,
}  # fmt: skip
# those whose elements numbers of Python's hold exactly: each can be cast to what comes later
NUMBER_DTYPES = [
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float32,
    torch.float64, torch.complex128,
]  # fmt: skip


class Recorder(TorchDispatchMode):
    """Records what is called while it is entered, in the innermost of its graphs."""

    def __init__(self):
        super().__init__()
        self.fake = FakeTensorMode(allow_non_fake_inputs=True)
        self.graphs: list[Graph] = []
        self.constants: dict[int, tuple] = {}  # {id: (tensor or other object, name)}
        self.fakes: dict[str, FakeTensor] = {}  # what stands for a variable
        self.like: dict[str, FakeTensor] = {}  # as `fakes`, for variables of repeated steps too
        self.written_on_host: set[int] = set()
        self.writes: dict[int, int] = {}  # by memory: how many have been recorded
        self._numbers = itertools.count()
        self.is_seen_by_autograd = False  # whether what is recorded has been called by PyTorch
        self.differentiated: Graph | None = None  # the body that calls a differentiated function

    @property
    def graph(self) -> Graph:
        return self.graphs[-1]

    def fresh(self) -> Name:
        return Name(f"v{next(self._numbers)}")

    @contextlib.contextmanager
    def faked(self):
        """Compute with fake tensors, and record nothing."""
        with without_modes(), self.fake:
            yield

    # values

    def bound(self, fake, name=None, **how) -> FakeTensor:
        """Let a variable of the innermost body hold what a fake tensor stands for."""
        name = self.fresh() if name is None else name
        fake._ivy = Value(self.graph, name, **how)
        self.fakes[name] = self.like[name] = fake
        return fake

    @contextlib.contextmanager
    def differentiating(self):
        """Record a function that is differentiated."""
        before, self.differentiated = self.differentiated, self.graph
        try:
            yield
        finally:
            self.differentiated = before

    @contextlib.contextmanager
    def with_gradients(self):
        """Have values taken that are differentiated: autograd sees what is done with them."""
        before, self.is_seen_by_autograd = self.is_seen_by_autograd, True
        try:
            yield
        finally:
            self.is_seen_by_autograd = before

    def check_gradient(self, value) -> None:
        """Raise if a value needs a gradient where steps are ours: autograd cannot follow these."""
        if value.requires_grad and not self.is_seen_by_autograd:
            raise RuntimeError(_NO_GRADIENT)

    def alias(self, tensor) -> FakeTensor:
        """Return another fake tensor on the same memory.

        To autograd it is no view: a body that is traced and left again leaves no history in what it
        has written to; and of a tensor without a name autograd would ask something behind a write,
        from where an error ends the process.
        """
        with self.faked():
            if not isinstance(tensor, FakeTensor):
                tensor = self.fake.from_tensor(tensor)
            with without_view_history():
                return aten.alias.default(tensor)

    def showing(self, tensor, name=None) -> FakeTensor:
        """Let a variable hold a tensor on the memory of another."""
        return self._move_with_operands([tensor], self.bound(self.alias(tensor), name))

    def number(self, dtype, name=None, **how) -> FakeTensor:
        """Make the stand-in for a Python number."""
        with self.faked():
            fake = torch.empty((), dtype=dtype)
        return self.bound(fake, name, is_number=True, **how)

    def literal(self, value, is_weak=True) -> FakeTensor:
        dtype = {bool: torch.bool, int: torch.int64, float: torch.float64}.get(
            type(value), torch.complex128
        )
        return self.number(dtype, Name(self.spelled(value)), is_weak=is_weak)

    def constant(self, value) -> Name:
        """Return the name of an object that is part of the code."""
        found = self.constants.get(id(value))
        if found is None:
            called = str(getattr(value, "__name__", "value")) if callable(value) else "value"
            called = re.sub(r"\W", "_", called).strip("_")
            found = self.constants[id(value)] = value, Name(f"{called}_{len(self.constants)}")
        return found[1]

    @property
    def named(self) -> set[str]:
        """The names of the objects that are part of the code."""
        return {name for _, name in self.constants.values()}

    def spelled(self, value) -> str:
        if type(value) in (int, bool) or value is None:
            return repr(value)
        if type(value) is float and value == value and abs(value) != float("inf"):
            return repr(value)
        return self.constant(value)

    def as_tensor(self, value) -> Name:
        """Return the variable of a tensor with a value."""
        if isinstance(value, FakeTensor):
            self.check_gradient(value)
            known = value._ivy
            if not known.is_number:
                return known.name
            name = self.fresh()
            self.graph.steps.append(
                Step([name], torch.scalar_tensor, (known.name,), {"dtype": value.dtype}, True)
            )
            return name
        return self.constant(value)

    def as_python(self, value) -> Name:
        """Return the variable of a number of Python's."""
        if not isinstance(value, FakeTensor):
            return Name(self.spelled(value.item() if hasattr(value, "item") else value))
        self.check_gradient(value)
        known = value._ivy
        if known.is_number:
            return known.name
        written = self.writes.get(storage_identity(value), 0)
        if known.item is not None and known.item[1:] == (self.graph, written):
            return known.item[0]
        name = self.fresh()
        known.item = name, self.graph, written
        self.graph.steps.append(Step([name], torch.Tensor.item, (known.name,), {}, True))
        return name

    def owned(self, tensor) -> FakeTensor:
        """Return a copy of a tensor of outside, which the program makes each time."""
        return self.call(torch.clone, [tensor], self.alias(tensor))

    # what is called

    def python(self, function, args, dtype, made=(), is_weak=True) -> FakeTensor:
        """Record a call of Python's that gives a number."""
        names = tuple([self.as_python(each) for each in args])
        key = (function, *names)
        if function in INFIX and key in self.graph.found:
            return self.number(dtype, self.graph.found[key], made=made, is_weak=is_weak)
        result = self.number(dtype, made=made, is_weak=is_weak)
        self.graph.steps.append(Step([result._ivy.name], function, names, {}, function in INFIX))
        if function in INFIX:
            self.graph.found[key] = result._ivy.name
        return result

    def behind(self, name: Name, distance: int) -> Name:
        """Return the variable of an index that is larger by a distance than another."""
        key = (operator.add, name, str(distance))
        if key not in self.graph.found:
            result = self.graph.found[key] = self.fresh()
            self.graph.steps.append(Step([result], operator.add, (name, distance), {}, True))
        return self.graph.found[key]

    def call(self, function, args, like, **kwargs) -> FakeTensor:
        """Record a call of a function of ours that gives a tensor, as a fake one shows it."""
        if any(map(lengths_of, args)):
            raise Unfollowed(function.__name__)
        given = [self.as_tensor(a) if isinstance(a, torch.Tensor) else a for a in args]
        result = self.bound(like)
        self.graph.steps.append(Step([result._ivy.name], function, tuple(given), kwargs))
        return result

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        with self.with_gradients():
            return self._dispatch_operator(func, types, args, kwargs or {})

    def _dispatch_operator(self, func, types, args, kwargs):
        """Run an operator on fake tensors, and record it; without any it is only run."""
        tensors = [x for x in tree_flatten((args, kwargs))[0] if isinstance(x, torch.Tensor)]
        fakes = [x for x in tensors if isinstance(x, FakeTensor)]
        numbers = [x for x in fakes if x._ivy.is_number]
        self._check_recordable(func, tensors, fakes, numbers)
        if not fakes and func not in _FACTORIES:
            return func(*args, **kwargs)
        # elements too: to fetch one costs a fifth of what PyTorch takes for arithmetic on it
        if (numbers or func in ON_NUMBERS) and all(map(_is_number_or_element, tensors)):
            result = self._record_python_numbers(func, args, kwargs)
            if result is not None:
                return result
        if func is aten._local_scalar_dense.default:
            raise RuntimeError("a value has to be known in Python")
        has_lengths = any(map(lengths_of, fakes))
        if has_lengths and func in (aten.view.default, aten._unsafe_view.default):
            return self._record_added_axes(types, *args)
        with self.faked():
            result = func(*args, **kwargs)
        lengths = _NO_LENGTHS
        if has_lengths and isinstance(result, (torch.Tensor, tuple, list)):
            lengths = followed(func, args, kwargs, tensors)
        if not numbers and self._reuse_variable(func, tensors, lengths, result):
            return result
        self._record_step(func, args, kwargs, tensors, lengths, result)
        return result

    def _check_recordable(self, func, tensors: list, fakes: list, numbers: list) -> None:
        """Raise for random draws, and writes to outer tensors, to numbers or with gradients."""
        if torch.Tag.nondeterministic_seeded in func.tags:
            raise RuntimeError(f"{func} draws random numbers")  # which a call would draw anew
        if not schema_of(func).is_mutable or not tensors:
            return
        if not fakes and func not in _FACTORIES:
            raise RuntimeError(f"{func}: what is written to was made outside of the function")
        if numbers and tensors[0] is numbers[0]:
            raise RuntimeError("a number of the program's is written to in place")
        if any(each.requires_grad for each in tensors):
            # on one side of a branch, or at an index that is known when the program runs
            if fakes[0]._ivy.moves or self.differentiated not in (None, self.graph):
                raise RuntimeError(_NO_GRADIENT)

    def _reuse_variable(self, func, tensors: list, lengths: dict, result) -> bool:
        """Bind a result to its operand's variable if it shows the same; return whether."""
        known = tensors[0]._ivy if tensors and is_tracer(tensors[0]) else None
        if func in _SAME:
            self.bound(result, known.name, made=("same", tensors), lengths=lengths)
            return True
        if func not in _RESHAPES or not _is_laid_out_as(result, tensors[0]):
            return False
        if known.lengths is not lengths:
            return False
        made = ("same", tensors) if _STEPS.get(func) else ()
        self._move_with_operands(
            tensors, self.bound(result, known.name, made=made, lengths=lengths)
        )
        return True

    def _move_with_operands(self, tensors, result) -> FakeTensor:
        """Mark a result as moving if it shares memory with an operand that moves; return it."""
        memory = storage_identity(result)
        result._ivy.moves = any(
            is_tracer(each) and each._ivy.moves and storage_identity(each) == memory
            for each in tensors
        )
        return result

    def _record_added_axes(self, types, tensor, shape):
        """Record a reshape that only adds axes of length 1, other lengths open; else raise."""
        known = tensor._ivy
        if tensor.ndim == 1 and list(shape) in ([-1], list(tensor.shape)):
            return self.bound(self.alias(tensor), known.name, lengths=known.lengths)
        axes = inserted_axes(tensor.shape, shape)
        if axes is None:
            raise Unfollowed("a reshape")
        for axis in axes:
            tensor = self._dispatch_operator(aten.unsqueeze.default, types, (tensor, axis), {})
        return tensor

    def _record_step(self, func, args, kwargs, tensors, lengths, result) -> None:
        """Append a step that returns tensors; count its writes, bind variables to new results."""
        if result is None or not isinstance(result, (torch.Tensor, tuple, list)):
            return  # a question about a tensor
        is_pure = not schema_of(func).is_mutable
        function, args, scalar = _describe_number_operation(func, args, kwargs, tensors, result)

        def spelled(value):
            return self.as_python(value) if value is scalar else self.as_tensor(value)

        if not is_pure:
            for each in tensors:
                memory = storage_identity(each)
                self.writes[memory] = self.writes.get(memory, 0) + 1
        given = tree_map_only(torch.Tensor, spelled, (args, kwargs))
        if func is aten.copy_.default and len(tensors) == 2 and _is_fill_with_number(*tensors):
            function, given = torch.Tensor.fill_, ((given[0][0], self.as_python(args[1])), {})
        results = []
        for each in result if isinstance(result, (tuple, list)) else [result]:
            if isinstance(each, torch.Tensor) and not hasattr(each, "_ivy"):
                self._bind_result(each, func, args, kwargs, tensors, lengths)
                results.append(each._ivy.name)
            else:
                results.append("_")
        self.graph.steps.append(Step(results, function, given[0], given[1], is_pure))

    def _bind_result(self, result, func, args, kwargs, tensors, lengths) -> None:
        """Bind a new variable to an operator's result."""
        made = _STEPS.get(func)
        self.bound(result, made=(made, args) if made else (), lengths=lengths)
        self._move_with_operands(tensors, result)
        writes = [self.writes.get(storage_identity(each)) for each in tensors]
        result._ivy.call = func, args, kwargs, writes

    def _record_python_numbers(self, func, args, kwargs):
        """Record arithmetic on Python numbers as Python's; None if it is PyTorch's to do."""
        if func is aten._to_copy.default:
            dtype = kwargs.get("dtype", args[0].dtype)
            known = args[0]._ivy
            if dtype == args[0].dtype:
                return self.bound(self.alias(args[0]), known.name, is_number=True, made=known.made)
            if dtype in PYTHON_DTYPES and args[0].dtype in NUMBER_DTYPES:
                if NUMBER_DTYPES.index(dtype) > NUMBER_DTYPES.index(args[0].dtype):
                    if is_same_in_python(args[0].dtype, dtype):
                        return self.number(dtype, known.name, made=("same", args))
                    return self.python(PYTHON_DTYPES[dtype], args, dtype, is_weak=False)
            return None
        if func in (aten.clone.default, aten.detach.default, aten.alias.default):
            known = args[0]._ivy
            return self.bound(self.alias(args[0]), known.name, is_number=True, made=known.made)
        functions = ON_NUMBERS.get(func)
        if functions is None or kwargs:
            return None
        with self.fake:
            like = func(*args)
        kinds = [_kind_letter(x) for x in args]
        function = functions.get("c" if "c" in kinds else max(kinds, key="bif".index))
        if function is None or like.dtype not in PYTHON_DTYPES:
            return None
        made = ()
        if like.dtype is torch.int64 and func is aten.rsub.Scalar:
            made = "subtract", args[::-1]
        elif like.dtype is torch.int64 and (step := _STEPS.get(func)):
            made = step, args
        return self.python(function, args, like.dtype, made, is_weak=False)


def _describe_number_operation(func, args, kwargs, tensors, result) -> tuple:
    """Return (function, args, scalar): a call with a Python number for a one-element tensor.

    ``scalar`` is the operand that is the number then; None if the call stays as it is.
    """
    quick, scalar = _WITH_NUMBERS.get(func), None
    if quick is not None and len(tensors) == 2 and not kwargs:
        first, second = tensors
        if _is_python_number(first) and not _is_python_number(second) and func in _SWAPPED:
            quick = _SWAPPED[func]
            args = first, second = second, first
        if _is_python_number(second) and not _is_python_number(first):
            wanted = first.dtype if func in _COMPARISONS else result.dtype
            if _keeps_array_dtype(second.dtype, first.dtype) and wanted == first.dtype:
                scalar = second
    function = quick if scalar is not None else _QUICK.get(func, quick or func)
    return function, args, scalar


def _kind_letter(value) -> str:
    """Return b, i, f or c: the kind of a number, or of a tensor of a dtype of Python numbers."""
    if isinstance(value, torch.Tensor):
        return "b" if value.dtype is torch.bool else "i" if value.dtype is torch.int64 else (
            "f" if value.dtype is torch.float64 else "c")  # fmt: skip
    return {bool: "b", int: "i", float: "f"}.get(type(value), "c")


def is_same_in_python(dtype, wider) -> bool:
    """Return whether Python's number for an element is the same one in a wider dtype."""
    if dtype is torch.bool or dtype.is_floating_point != wider.is_floating_point:
        return False
    return not wider.is_complex


def is_equal(a, b, depth: int = 0) -> bool:
    """Return whether two values are sure to be equal: results of the same calls of equal values."""
    if a is b:
        return True
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        return type(a) is type(b) and not isinstance(a, (tuple, list)) and a == b
    if not (is_tracer(a) or is_tracer(b)):
        with without_modes():
            return not a.ndim and not b.ndim and a.dtype == b.dtype and bool(a == b)
    if not (is_tracer(a) and is_tracer(b)) or depth > 8:
        return False
    first, second = a._ivy, b._ivy
    if first.name == second.name:
        return True
    if first.call is None or second.call is None:
        return False
    function, args, kwargs, writes = first.call
    other, other_args, other_kwargs, other_writes = second.call
    if function is not other or writes != other_writes:
        return False
    values, spec = tree_flatten((args, kwargs))
    others, other_spec = tree_flatten((other_args, other_kwargs))
    return spec == other_spec and all(
        is_equal(x, y, depth + 1) for x, y in zip(values, others, strict=True)
    )


def _is_python_number(value) -> bool:
    """Return whether a tracer is a number, or a tensor has no axes and a Python dtype."""
    if isinstance(value, FakeTensor):
        return value._ivy.is_number
    return not value.ndim and value.dtype in PYTHON_DTYPES


def _is_number_or_element(value) -> bool:
    return _is_python_number(value) or not value.ndim and value.dtype in PYTHON_DTYPES


def _is_laid_out_as(tensor, other) -> bool:
    """Return whether two tensors have the same shape, strides and memory."""
    return (
        isinstance(tensor, torch.Tensor)
        and isinstance(other, FakeTensor)
        and tensor.shape == other.shape
        and tensor.stride() == other.stride()
        and storage_identity(tensor) == storage_identity(other)
    )


def _is_fill_with_number(target, value) -> bool:
    """Return whether a write fills the target with one number of its dtype."""
    if value.ndim or value.dtype != target.dtype or target.dtype not in PYTHON_DTYPES:
        return False
    return _is_python_number(value)


def may_move(*tensors) -> bool:
    """Return whether only the program knows where on their memory tensors lie."""
    return any(is_tracer(each) and each._ivy.moves for each in tensors)


def _keeps_array_dtype(number_dtype, array_dtype) -> bool:
    """Return whether arithmetic with a number of a dtype keeps an array's dtype."""
    kind = 0 if number_dtype is torch.bool else 1 if number_dtype is torch.int64 else 2
    kind = 3 if number_dtype is torch.complex128 else kind
    has = 3 if array_dtype.is_complex else 2 if array_dtype.is_floating_point else 1
    return kind <= (0 if array_dtype is torch.bool else has)


_STEPS = {
    aten.add.Tensor: "add", aten.sub.Tensor: "subtract", aten.mul.Tensor: "multiply",
    aten.neg.default: "negative", aten._to_copy.default: "same", aten.clone.default: "same",
    aten.view.default: "same", aten.squeeze.default: "same", aten.unsqueeze.default: "same",
}  # fmt: skip


class _Current(threading.local):
    recorder: Recorder | None = None


current = _Current()


# the code

VIEWS = {
    aten.slice.Tensor, torch.select, aten.unsqueeze.default, aten.permute.default,
    aten.view.default, aten.expand.default, aten.squeeze.dim, aten.t.default,
    aten.transpose.int, aten._unsafe_view.default,
}  # fmt: skip


COMPILABLE = {*_QUICK.values(), *_WITH_NUMBERS.values(), torch.rsub, torch.Tensor.fill_}


class Element:
    """The function of a step that reads an element on the host; never called."""


class SetElement:
    """The function of a step that writes an element on the host; never called."""


class Slice:
    """The function of a step that shows a part of a tensor; never called.

    Behind the tensor come the entries of the index: None for a new axis, an index, or a tuple of
    what stands between the colons of a slice.
    """


# parts at indices that only the program knows


def window(native, key, starts):
    """Return the view of a slice with steps forward that begins at indices of no known value."""
    recorder = current.recorder
    with recorder.faked():
        like = native[_python_index(key, [0] * len(starts))]
    if like is native:
        like = recorder.alias(native)
    names = [start if type(start) is int else recorder.as_python(start) for start in starts]
    return _record_view(native, _index_entries(key, names, native.shape), like)


def _record_view(native, entries: list, like, lengths=_NO_LENGTHS):
    """Record the view that index entries show of a tensor; return ``like``, its fake tensor."""
    recorder, graph = current.recorder, current.recorder.graph
    base, known = recorder.as_tensor(native), None
    if is_tracer(native):
        known = native._ivy
        if known.lengths:
            raise Unfollowed("a part of a part")
    if known is not None and known.shown is not None and known.graph is graph:
        whole = _compose_entries(known.shown[1], entries)
        if whole is not None:
            base, entries = known.shown[0], whole
    args = (base, *entries)
    result = recorder.bound(like, graph.found.get((Slice, *args)), lengths=lengths)
    if (Slice, *args) not in graph.found:
        graph.found[Slice, *args] = result._ivy.name
        graph.steps.append(Step([result._ivy.name], Slice, args, {}, is_pure=True))
    result._ivy.shown = base, entries
    result._ivy.moves = True
    return result


def _compose_entries(first: list, second: list) -> list | None:
    """Return the entries of one index after another; None for new axes or a slice of a slice."""
    rest, entries = list(second), []
    if None in first or None in second:
        return None
    for entry in first:
        if type(entry) is not tuple:
            entries.append(entry)
        elif entry and rest[0] != ():
            return None
        else:
            entries.append(entry or rest[0])
            del rest[0]
    return entries


def _index_entries(key, starts, shape) -> list:
    """Return the index entries of a :class:`Slice` from its key and starts."""
    recorder, entries, at = current.recorder, [], 0
    for entry in key:
        if entry is None:
            entries.append(None)
            continue
        start, at = starts[at], at + 1
        if entry == "int":
            entries.append(start)
            continue
        count, step = entry[:2]
        if (start, count, step) == (0, shape[at - 1], 1):
            entries.append(())
            continue
        stop = start + count * step if type(start) is int else recorder.behind(start, count * step)
        entries.append((start, stop) if step == 1 else (start, stop, step))
    return entries


def part(native, bounds, shape):
    """Return the view of slices that are as long as the program finds when it comes there.

    Parameters
    ----------
    native : tensor
    bounds : sequence
        For each axis None, where all of it is shown, or its start and stop, from 0 on, its step,
        and what is equal for slices of equal length.
    shape : sequence of int
        The lengths that stand for those that are not known; 2 at least.
    """
    recorder = current.recorder
    backwards = _flipped_source(native)
    if backwards is not None:
        base, axes = backwards
        bounds = [
            _mirrored_slice_bounds(bound, native.shape[axis])
            if bound is not None and axis in axes
            else bound
            for axis, bound in enumerate(bounds)
        ]
        return torch.flip(part(base, bounds, shape), axes)
    entries, picks, lengths = [], [], {}
    for axis, bound in enumerate(bounds):
        if bound is None:
            entries.append(())
            picks.append(slice(None))
            continue
        *ends, length = bound
        ends = [x if type(x) is int else recorder.as_python(x) for x in ends]
        entries.append(tuple(ends[:2] if ends[2] == 1 else ends))
        picks.append(slice(0, shape[axis]))
        lengths[axis] = length
    with recorder.faked():
        like = native[tuple(picks)]
        sizes = [n if b is None else m for n, m, b in zip(native.shape, shape, bounds, strict=True)]
        if tuple(like.shape) != tuple(sizes):  # of a longer axis than this one: on the same memory
            like = aten.alias.default(native).as_strided(sizes, [0] * len(sizes))
        elif like is native:
            like = aten.alias.default(native)
    return _record_view(native, entries, like, lengths)


def _flipped_source(native) -> tuple | None:
    """Return the tensor of which another is a flipped copy, and the axes; else None."""
    known = native._ivy if is_tracer(native) else None
    if known is None or known.call is None or known.call[0] is not aten.flip.default:
        return None
    _, (base, axes), _, (written,) = known.call
    if known.graph is not current.recorder.graph or writes_to(base)[1] != (written or 0):
        return None
    return base, axes


def _mirrored_slice_bounds(bounds, length: int) -> tuple:
    """Return (start, stop, step, known) of the same elements of an axis read backwards."""
    start, stop, step, known = bounds
    if step != 1:
        raise Unfollowed("a slice with a step, read backwards")
    recorder = current.recorder
    start, stop = (
        length - x if type(x) is int else recorder.python(operator.sub, [length, x], torch.int64)
        for x in (stop, start)
    )
    return start, stop, step, known


def spread(native, bounds, shape):
    """Return an array of known lengths with the elements of a part between the bounds."""
    recorder = current.recorder
    entries = []
    for bound in bounds:
        ends = () if bound is None else bound[:3]
        entries.append(tuple([x if type(x) is int else recorder.as_python(x) for x in ends]))

    def laid_out(native, *entries):
        result = native.new_zeros(shape)
        result[tuple([slice(*ends) if ends else slice(None) for ends in entries])] = native
        return result

    with recorder.faked():
        like = torch.empty(tuple(shape), dtype=native.dtype)
    result = recorder.bound(like)
    args = (native._ivy.name, *entries)
    recorder.graph.steps.append(Step([result._ivy.name], laid_out, args, {}, is_pure=True))
    return result


def writes_to(native) -> tuple:
    """Identify a tensor's memory and count the writes to it, its own or of tensors on it."""
    return storage_identity(native), current.recorder.writes.get(storage_identity(native), 0)


def is_element(native, key, value=None) -> bool:
    """Return whether an index picks an element that the host knows as Python's number.

    None that is differentiated, by itself or because of the ``value`` that it is given.
    """
    return (
        is_recording(native)
        and not native.requires_grad
        and not (value is not None and value.requires_grad)
        and native.dtype in NUMBER_DTYPES
        and not native.is_complex()  # of which a memoryview knows nothing
        and native.is_cpu
        and len(key) == native.ndim > 0
        and not native._ivy.lengths
        and all(entry == "int" for entry in key)
    )


def element(native, starts):
    """Return an element of a tensor as a number that promotes as an array's does."""
    recorder = current.recorder
    indices = [s if type(s) is int else recorder.as_python(s) for s in starts]
    result = recorder.number(native.dtype)
    base = recorder.as_tensor(native)
    recorder.graph.steps.append(Step([result._ivy.name], Element, (base, *indices), {}))
    return result


def set_element(native, starts, value) -> None:
    """Write a number of the tensor's own kind to one of its elements."""
    recorder = current.recorder
    indices = [s if type(s) is int else recorder.as_python(s) for s in starts]
    given, base = recorder.as_python(value), recorder.as_tensor(native)
    recorder.graph.steps.append(Step(["_"], SetElement, (base, *indices, given), {}))
    memory = storage_identity(native)
    recorder.writes[memory] = recorder.writes.get(memory, 0) + 1
    recorder.written_on_host.add(memory)


def _python_index(key, starts) -> tuple:
    """Return the ints, slices and None of a lens's key, each int and slice with its start."""
    index, at = [], 0
    for entry in key:
        if entry is None:
            index.append(None)
            continue
        start, at = starts[at], at + 1
        if entry == "int":
            index.append(start)
        else:
            index.append(slice(start, start + entry[0] * entry[1], entry[1]))
    return tuple(index)


def from_start(index, length: int):
    """Return an index with negative values replaced by what they mean."""
    recorder = current.recorder
    return recorder.python(
        _wrap_negative_index,
        [index, length],
        torch.int64,
        made=("unknown", id(index)),
        is_weak=False,
    )


def _wrap_negative_index(index, length):
    """Return an index, counted from the end if negative; raise below ``-length``, never above."""
    if index >= 0:
        return index
    if index < -length:  # Python would count it from the end once more
        raise IndexError(f"index {index} is out of bounds for an axis with size {length}")
    return index + length


def differentiating():
    """Call a function that is differentiated in a ``with`` block, whether it is recorded or not."""
    recorder = current.recorder
    return contextlib.nullcontext() if recorder is None else recorder.differentiating()


def is_recording(*values) -> bool:
    """Return whether one of some values belongs to a function that is being recorded."""
    return current.recorder is not None and any(map(is_tracer, values))


def is_tracer(native) -> bool:
    """Return whether a value belongs to a function that is being recorded."""
    return isinstance(native, FakeTensor) and hasattr(native, "_ivy")


def made_by(value):
    """Get the origin of a traced integer: :func:`ivy_core.arrays.indices.difference`."""
    if isinstance(value, (int, np.integer)):
        return int(value)
    if not is_tracer(value):
        return int(value)
    known = value._ivy
    if known.is_number and known.name.lstrip("-").isdigit():
        return int(known.name)
    if known.made and known.made[0] != "unknown":
        step, operands = known.made
        operands = [x for x in operands if isinstance(x, (int, np.integer, torch.Tensor))]
        return step, operands[:1] if step in ("same", "negative") else operands
    return "unknown", known.name


def own(tensor):
    """Return a tensor of the host as one that the program makes: it may be written to."""
    return tensor if current.recorder is None or not tensor.ndim else current.recorder.owned(tensor)
