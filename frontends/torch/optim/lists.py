"""Steps of PyTorch's own tensors by its functions of lists: one call for many parameters.

On the backend that computes with PyTorch, an optimizer's step is some ten calls a parameter, and
through the frontend each costs as much again. PyTorch's functions of lists make the same calls
within C, one tensor after the other: the same digits.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from frontends.torch.dispatch import native
from frontends.torch.nn.parameter import Parameter
from frontends.torch.policy import ELEMENTS_STEPPED_TOGETHER
from frontends.torch.tensors.tensor import GradTensor, Tensor
from ivy_core.arrays import write

_FUNCTIONS = (
    "add", "add_", "addcdiv_", "addcmul_", "copy_", "div_", "lerp_", "maximum", "mul_", "neg",
    "sqrt",
)  # fmt: skip
_PLAIN = frozenset({Tensor, GradTensor, Parameter})
_DTYPES = frozenset({"torch.float32", "torch.float64"})


class Lists:
    """PyTorch's functions of lists by the names of those of tensors, for tensors of one dtype.

    A number is handed over as a tensor of that dtype: PyTorch would make one of it for each tensor
    of the list, which takes three times as long as the arithmetic.

    Parameters
    ----------
    real : module
        PyTorch.
    """

    def __init__(self, real):
        found = {name: getattr(real, f"_foreach_{name}") for name in _FUNCTIONS}
        self.add, self.addcdiv_, self.addcmul_ = found["add"], found["addcdiv_"], found["addcmul_"]
        self.copy_, self.lerp_, self.maximum = found["copy_"], found["lerp_"], found["maximum"]
        self.neg, self.sqrt = found["neg"], found["sqrt"]
        self._add_, self._div_, self._mul_ = found["add_"], found["div_"], found["mul_"]
        self._tensor = real.tensor

    def add_(self, tensors: list, other, alpha: float = 1) -> None:
        """Add a number, or other tensors times a number, to each of some tensors."""
        if isinstance(other, (list, tuple)):
            self._add_(tensors, other, alpha=alpha)
        else:
            self._add_(tensors, [self._tensor(other, dtype=tensors[0].dtype)] * len(tensors))

    def mul_(self, tensors: list, number: float) -> None:
        """Multiply each of some tensors by a number."""
        self._mul_(tensors, self._tensor(number, dtype=tensors[0].dtype))

    def div_(self, tensors: list, number: float) -> None:
        """Divide each of some tensors by a number."""
        self._div_(tensors, self._tensor(number, dtype=tensors[0].dtype))


def _lists_of(real) -> Lists | None:
    """Return PyTorch's functions of lists; None where it has not all of them."""
    return Lists(real) if all(hasattr(real, f"_foreach_{name}") for name in _FUNCTIONS) else None


class ListSteps:
    """The steps of one optimizer that change lists of PyTorch's tensors.

    Attributes
    ----------
    lists : Lists or None
    starts : list of int
        Where the memory of what is written to begins, when it was last seen not to overlap.
    """

    _is_opaque = True  # to ivy.compile: it is no part of what a step changes

    def __init__(self):
        self.lists, self.starts = _lists_of(native.real_module()), []

    def step(self, optimizer, group: dict) -> bool:
        """Change all parameters of a group that have a gradient, as ``update_`` would one by one.

        Parameters
        ----------
        optimizer : ElementwiseOptimizer
            With ``update_lists_``.
        group : dict

        Returns
        -------
        bool
            False, and nothing is changed, where parameters are no plain tensors of PyTorch's, share
            memory, have taken different numbers of steps, or take their first one.
        """
        if self.lists is None or write.observer is not None or not _has_numbers(group):
            return False
        names = optimizer.kept_names_(group)
        columns = _tensors_of_group(optimizer, group, names)
        if columns is None or not columns[0]:
            return columns is not None
        params, grads, *kept, steps = columns
        if not self._are_apart([*itertools.chain(params, *kept)], grads):
            return False
        count = 0
        if optimizer.counts_:
            counts = {each.item() for each in steps}
            if len(counts) > 1 or len({*map(id, steps)}) < len(steps):
                return False
            self.lists.add_(steps, 1)
            count = counts.pop() + 1
        for begin, end in spans(params):
            given = [each[begin:end] for each in (params, grads, *kept)]
            if group["maximize"]:
                given[1] = self.lists.neg(given[1])
            optimizer.update_lists_(self.lists, group, count, *given)
        return True

    def _are_apart(self, written: list, grads: list) -> bool:
        """Return whether tensors share no memory, which their order would tell from one another."""
        cls = native.tensor_class
        starts = [*map(cls.data_ptr, written)]
        if starts != self.starts:
            ends = [start + x.nbytes for start, x in zip(starts, written, strict=True)]
            spans = sorted(zip(starts, ends, strict=True))
            if any(one[1] > other[0] for one, other in itertools.pairwise(spans)):
                return False
            if not all(map(cls.is_contiguous, written)):
                return False  # how far such a tensor reaches is not the number of its bytes
            self.starts = starts
        # empty tensors all begin at 0
        return {*starts}.isdisjoint(filter(None, map(cls.data_ptr, grads)))


def _has_numbers(group: dict) -> bool:
    """Return whether no option of a group is a tensor, which a step may be differentiated by."""
    return all(
        value is None or isinstance(value, (int, float, str, tuple, list))
        for value in group.values()
    )


def _tensors_of_group(optimizer, group: dict, names: Iterable[str]) -> list[list] | None:
    """Return PyTorch's parameters, gradients, what is kept of each by name, and counts of steps.

    None if there is something else among them, or nothing is kept of a parameter so far.
    """
    cls, members = native.tensor_class, []
    for param in group["params"]:
        if type(param) not in _PLAIN:
            return None
        data = getattr(param, "_data", None)
        if type(data) is not cls:
            return None
        grad = data.grad
        if grad is None:
            continue
        if type(grad) is not cls or grad.layout is not data.layout or grad.requires_grad:
            return None
        members.append((param, data, grad))
    rows, dtypes = [], set()
    for param, data, grad in members:
        row = [data, grad]
        for name in names:
            row.append(getattr(optimizer.state[param].get(name), "_data", None))
        dtypes.update([getattr(each, "dtype", None) for each in row])
        count = optimizer.state[param].get("step") if optimizer.counts_ else None
        rows.append([*row, getattr(count, "_data", None)])
    if len(dtypes) > 1 or not _DTYPES.issuperset(map(str, dtypes)):
        return None
    if optimizer.counts_ and any(type(row[-1]) is not cls for row in rows):
        return None
    return [[*column] for column in zip(*rows, strict=True)] if rows else [[]]


def spans(params: list) -> Iterable[tuple[int, int]]:
    """Split parameters into those that one call changes: bounds of slices of the list.

    Parameters
    ----------
    params : list of tensors
        Of PyTorch's own.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> small, large = (SimpleNamespace(numel=lambda n=n: n) for n in (10, 10**6))
    >>> list(spans([small, small, large, small]))
    [(0, 2), (2, 3), (3, 4)]
    """
    begin = count = 0
    for at, param in enumerate(params):
        count += param.numel()
        if count > ELEMENTS_STEPPED_TOGETHER and at > begin:
            yield begin, at
            begin, count = at, param.numel()
    yield begin, len(params)


def drop_gradient(param) -> bool:
    """Let go of the gradient of one of PyTorch's own tensors; return False for any other tensor.

    Parameters
    ----------
    param : Tensor
    """
    if type(param) not in _PLAIN:  # asked first: a DTensor refuses to give its data
        return False
    data = getattr(param, "_data", None)
    if type(data) is not native.tensor_class:
        return False
    if data.grad is not None:
        data.grad = None
        param._autograd = None  # the box of the gradient, which would keep its memory
    return True


def step_by_lists(optimizer, group: dict) -> bool:
    """Step a group of PyTorch's own tensors by functions of lists; False if that is not possible.

    Parameters
    ----------
    optimizer : ElementwiseOptimizer
    group : dict
    """
    if (
        not hasattr(optimizer, "update_lists_")
        or group.get("differentiable")
        or not group["params"]
    ):
        return False
    first = group["params"][0]
    if type(first) not in _PLAIN or type(getattr(first, "_data", None)) is not native.tensor_class:
        return False
    steps = optimizer.__dict__.get("lists_")
    if steps is None:
        steps = optimizer.lists_ = ListSteps()
    return steps.step(optimizer, group)
