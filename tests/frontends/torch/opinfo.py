"""The frontend against OpInfo, PyTorch's own table of operators with samples for each.

A *variant* is a way to call an operator (``function``, ``method``, ``operator``, ``inplace``,
``out``), or what else of it is compared (``gradient``, ``gradgrad``, ``errors``). :func:`check`
calls it with every sample in real PyTorch and in the frontend, and says where they differ.
``python -m tools.conformance`` does so for all operators, ``test_opinfo.py`` for a part.
"""

from __future__ import annotations

import functools
import random
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import numpy as np
import torch
from torch.testing._internal import common_utils
from torch.testing._internal.common_device_type import toleranceOverride
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import OpInfo, SampleInput

from .translation import Translation, attribute, on_host

ROOT = Path(__file__).resolve().parents[3]
VARIANTS = (
    "function", "method", "operator", "inplace", "out", "gradient", "gradgrad", "errors",
)  # fmt: skip
DTYPES = (torch.float32, torch.int64, torch.bool, torch.complex64)
# Gradients are compared in double precision, as PyTorch's own tests of them do: a difference is
# then an error of the formula and not of the last digits.
GRADIENT_DTYPES = (torch.float64, torch.complex128)
GRADIENT_TOLERANCE = {"rtol": 1e-6, "atol": 1e-7}

# Results that are defined up to a sign or phase of their vectors: values are compared after the
# sample's own processing, which removes it.
UP_TO_PHASE = {
    "linalg.eig", "linalg.eigh", "linalg.svd", "svd", "pca_lowrank", "svd_lowrank",
}  # fmt: skip
# Results whose values nobody promises.
UNINITIALISED = {
    "empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided",
    "resize_", "resize_as_",
}  # fmt: skip
# Functions that pick one of several equal elements, by the position of their argument `dim`: its
# index is not promised.
AMONG_TIES = {
    "kthvalue": 1, "topk": 1, "median": 0, "nanmedian": 0, "mode": 0, "sort": 0, "argsort": 0,
}  # fmt: skip
_REPEATS = 40  # calls of a random function, whose values together are its distribution


@dataclass
class Outcome:
    """What came of an operator's variant: how many samples, and a line for each that differs."""

    samples: int = 0
    failures: list[str] = field(default_factory=list)


def tiers() -> dict[str, str]:
    """Return by PyTorch's full names their tiers, ``core`` or ``extended``."""
    found: dict[str, str] = {}
    for line in (ROOT / "tools/torch_api.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            namespace, tier = line.strip("[]").split()
        elif not line.startswith("#"):
            found |= {f"{namespace}.{name}": tier for name in line.split()}
    return found


def tier_of(op: OpInfo, tier: dict[str, str]) -> str | None:
    name = op.name
    names = (f"torch.{name}", f"torch.Tensor.{name}", f"torch.Tensor.{name}_")
    found = {tier[name] for name in names if name in tier}
    return min(found, default=None)  # "core" before "extended"


@functools.cache
def operators() -> dict[str, OpInfo]:
    """Return by full name the operators of tiers core and extended."""
    tier = tiers()
    return {op.full_name: op for op in op_db if tier_of(op, tier)}


def variants_of(op: OpInfo) -> list[str]:
    """Return which of ``VARIANTS`` an operator has."""
    has = {
        "function": True,
        "method": op.method_variant is not None,
        "operator": op.operator_variant is not None,
        "inplace": op.inplace_variant is not None,
        "out": op.supports_out,
        "gradient": op.supports_autograd,
        "gradgrad": op.supports_autograd and op.supports_gradgrad,
        "errors": op.error_inputs_func is not None,
    }
    return [variant for variant in VARIANTS if has[variant]]


def check(op: OpInfo, variant: str, frontend, *, most: int | None = None, dtypes=None) -> Outcome:
    """Compare a variant of an operator with real PyTorch's.

    Parameters
    ----------
    op : OpInfo
    variant : str
        One of ``VARIANTS``.
    frontend : module
        ``frontends.torch``, with its backend set.
    most : int, optional
        How many samples of each dtype, all by default.
    dtypes : sequence of torch.dtype, optional
        ``DTYPES`` or ``GRADIENT_DTYPES`` by default, as far as the operator supports them.

    Returns
    -------
    Outcome
    """
    comparison = _Comparison(op, frontend)
    outcome = Outcome()
    # torch.manual_seed takes 2 ms for devices that are not there, before each sample and each call,
    # and OpInfo looks through the stack for a test of PyTorch's
    seeding = mock.patch.object(torch, "manual_seed", torch.default_generator.manual_seed)
    looking = mock.patch.object(common_utils, "extract_test_fn", lambda: None)
    with warnings.catch_warnings(), seeding, looking:
        warnings.simplefilter("ignore")
        if variant == "errors":
            cases = ((f"error {n}", e) for n, e in enumerate(op.error_inputs("cpu")))
        else:
            cases = _samples(op, variant, dtypes, most)
        compare = getattr(comparison, variant)
        for number, (name, sample) in enumerate(cases):
            if variant == "errors" and number == most:
                break
            try:
                reason = compare(sample)
            except _NotApplicable:
                continue
            except Exception as err:  # of the comparison itself, e.g. a tensor that numpy() refuses
                reason = f"{type(err).__name__}: {_line(err)}"
            outcome.samples += 1
            if reason:
                given = sample.sample_input if variant == "errors" else sample
                reason = " ".join(reason.split())[:400]
                outcome.failures.append(f"{name} {summary(given)}: {reason}")
    return outcome


def _samples(op: OpInfo, variant: str, dtypes, most) -> Iterator[tuple[str, SampleInput]]:
    gradients = variant in ("gradient", "gradgrad")
    if gradients:
        supported = op.supported_backward_dtypes("cpu")
        wanted = [d for d in dtypes or GRADIENT_DTYPES if d in supported]
    else:
        supported = op.supported_dtypes("cpu")
        wanted = [dtype for dtype in dtypes or DTYPES if dtype in supported]
    for dtype in wanted or sorted(supported, key=str)[-1:]:
        seed(0)
        made = op.sample_inputs("cpu", dtype, requires_grad=gradients)
        # all before the first is run, which may draw random numbers
        for sample in [sample for sample, _ in zip(made, range(most or 10**9), strict=False)]:
            if all(t.layout is torch.strided for t in tensors_in(_arguments(sample))):
                yield str(dtype).removeprefix("torch."), sample


def quick_dtypes(variant: str) -> tuple:
    """Return the dtype whose samples say most about a variant."""
    return (GRADIENT_DTYPES if variant in ("gradient", "gradgrad") else DTYPES)[:1]


def seed(number: int) -> None:
    """Seed what samples are drawn from."""
    random.seed(number)
    np.random.seed(number)
    torch.default_generator.manual_seed(number)


def tensors_in(value, kind=torch.Tensor) -> list:
    """Return the tensors in a nest of lists, tuples and dictionaries."""
    if isinstance(value, kind):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [tensor for member in value for tensor in tensors_in(member, kind)]
    return []


def summary(value) -> str:
    """Return a sample, or a part of it, in a few words."""
    if isinstance(value, SampleInput):
        given = [summary(member) for member in (value.input, *value.args)]
        given += [f"{name}={summary(member)}" for name, member in value.kwargs.items()]
        return f"({', '.join(given)})"
    if isinstance(value, torch.Tensor):
        dense = "" if value.is_contiguous() else f" strides {list(value.stride())}"
        name = str(value.dtype).removeprefix("torch.")
        return f"{name}{list(value.shape)}{dense}"
    if isinstance(value, (list, tuple)) and tensors_in(value):
        return f"[{', '.join(map(summary, value))}]"
    return repr(value)[:60]


class _NotApplicable(Exception):
    """The sample says nothing about this variant."""


@dataclass
class _Result:
    """A value, or the error that came in place of it."""

    value: object = None
    error: Exception | None = None


def _results(value):
    """Return the results of a call of which it is also told whether they are what was given."""
    told = isinstance(value, tuple) and value and isinstance(value[0], (bool, list))
    return value[1] if told else value


def _is_tensor(value) -> bool:
    return isinstance(value, torch.Tensor)


def _line(err: BaseException) -> str:
    return " ".join(str(err).split())[:200]


def _class_name(err: BaseException) -> str:
    """Return the class of an error as its user knows it: the first that is not ours."""
    for cls in type(err).__mro__:
        if not cls.__name__.startswith("Ivy"):
            return cls.__name__
    return type(err).__name__


def _arguments(sample: SampleInput) -> tuple[tuple, dict]:
    return (sample.input, *sample.args), sample.kwargs


class _Comparison:
    """An operator in real PyTorch and in a frontend; a method for each variant."""

    def __init__(self, op: OpInfo, frontend):
        self.op = op
        self.frontend = frontend
        self.reference = Translation(torch)
        self.translate = Translation(frontend)

    # -- variants: each returns a reason, or an empty text ----------------------------------------

    def function(self, sample: SampleInput) -> str:
        return self._calls(self.op.op, sample, path=self._path())

    def method(self, sample: SampleInput) -> str:
        self._needs_tensor(sample)
        return self._calls(self.op.method_variant, sample)

    def operator(self, sample: SampleInput) -> str:
        self._needs_tensor(sample)
        return self._calls(self.op.operator_variant, sample)

    def inplace(self, sample: SampleInput) -> str:
        self._needs_tensor(sample)

        def changed(translate, function):
            args, kwargs = translate(_arguments(sample))
            result = function(*args, **kwargs)
            return result is args[0], result, args[0]

        return self._compare(self.op.inplace_variant, changed, sample)

    def out(self, sample: SampleInput) -> str:
        args, kwargs = self.reference(_arguments(sample))
        seed(1)
        try:
            expected = self.reference.function(self.op.op)(*args, **kwargs)
        except Exception:
            raise _NotApplicable from None
        given = expected if isinstance(expected, (tuple, list)) else (expected,)
        if not given or not all(isinstance(member, torch.Tensor) for member in given):
            raise _NotApplicable
        filled = [torch.full(e.shape, 1, dtype=e.dtype) for e in given]
        empty = [torch.empty(0, dtype=e.dtype) for e in given]
        whole = [torch.full(e.shape, 1, dtype=torch.int64) for e in given]
        ways = [("out", filled), ("an empty out", empty)]
        if any(e.dtype.is_floating_point or e.dtype.is_complex for e in given):
            ways.append(("an int64 out", whole))
        for name, outs in ways:
            refused = outs is whole  # where PyTorch takes it, that is its kernel's own affair
            if reason := self._out(sample, outs if len(given) > 1 else outs[0], refused):
                return f"{name}: {reason}"
        return ""

    def _out(self, sample, outs, if_refused: bool) -> str:
        def filled(translate, function):
            # the outs are handed over as a tuple, whatever the type of the result
            targets = translate(tuple(outs) if isinstance(outs, list) else outs)
            args, kwargs = translate(_arguments(sample))
            result = function(*args, **kwargs, out=targets)
            if not isinstance(targets, tuple):
                return result is targets, targets
            if result is None:  # e.g. of torch.unbind_copy
                return None, targets
            return [a is b for a, b in zip(result, targets, strict=True)], targets

        if if_refused:
            expected, actual = self._both(self.op.op, filled, self._path())
            return self._same_error(expected, actual) if expected.error is not None else ""
        return self._compare(self.op.op, filled, sample, path=self._path())

    def gradient(self, sample: SampleInput) -> str:
        return self._gradients(sample, order=1)

    def gradgrad(self, sample: SampleInput) -> str:
        return self._gradients(sample, order=2)

    def errors(self, case) -> str:
        sample = case.sample_input
        expected, actual = self._both(self.op.op, _call_of(sample), self._path())
        if expected.error is None:
            raise _NotApplicable
        if reason := self._same_error(expected, actual):
            return reason
        said = re.search(case.error_regex, str(expected.error))
        if said and not re.search(case.error_regex, str(actual.error)):
            return f"{_line(actual.error)!r} in place of {_line(expected.error)!r}"
        return ""

    # -- what they share --------------------------------------------------------------------------

    def _path(self) -> str | None:
        """Return the operator's name if PyTorch has it there, among several names of one."""
        try:
            found = attribute(torch, self.op.name)
        except AttributeError:
            return None
        return self.op.name if found is self.op.op else None

    def _needs_tensor(self, sample) -> None:
        if not isinstance(sample.input, torch.Tensor):
            raise _NotApplicable

    def _calls(self, real, sample, path=None) -> str:
        return self._compare(real, _call_of(sample), sample, path)

    def _both(self, real, call, path=None) -> tuple[_Result, _Result]:
        results = []
        for translate in (self.reference, self.translate):
            seed(1)
            translate.frontend.manual_seed(1)
            try:
                results.append(_Result(call(translate, translate.function(real, path))))
            except Exception as err:
                results.append(_Result(error=err))
        return results[0], results[1]

    def _same_error(self, expected: _Result, actual: _Result) -> str:
        if actual.error is None:
            return "no error" if expected.error is not None else ""
        got = f"{_class_name(actual.error)}: {_line(actual.error)}"
        if expected.error is None:
            return got
        if _class_name(actual.error) != _class_name(expected.error):
            return f"{got!r} in place of {_class_name(expected.error)}: {_line(expected.error)}"
        return ""

    def _compare(self, real, call, sample, path=None) -> str:
        expected, actual = self._both(real, call, path)
        if expected.error is not None or actual.error is not None:
            return self._same_error(expected, actual)
        if not (reason := self.difference(expected.value, actual.value)):
            return ""
        if reason.startswith("values"):
            return self._values_may_differ(real, call, sample, path, expected, actual, reason)
        return reason

    def _values_may_differ(self, real, call, sample, path, expected, actual, reason) -> str:
        """Return the reason unless the values are not what the function promises."""
        if self.op.name in UNINITIALISED:
            return ""
        theirs, ours = map(_results, (expected.value, actual.value))
        if self.op.name in UP_TO_PHASE:
            process = sample.output_process_fn_grad
            return self.difference(process(theirs), self.translate.function(process)(ours))
        if self._is_random(real, call):
            first = _values(call, self.reference, real)
            return same_distribution(first, _values(call, self.translate, real, path))
        if self._are_ties(sample, theirs, ours) or self._is_as_accurate(sample, theirs, ours):
            return ""
        return reason

    def _are_ties(self, sample, expected, actual) -> bool:
        """Return whether only indices differ, and lead to equal elements."""
        if self.op.name not in AMONG_TIES:
            return False
        given = [*sample.args[AMONG_TIES[self.op.name] :], -1]
        dim = sample.kwargs.get("dim", given[0])
        source = sample.input.detach()
        if not source.ndim or sample.kwargs.get("stable"):
            return False
        if isinstance(expected, tuple):
            if self.difference(expected[0], actual[0]):
                return False
            expected, actual = expected[1], actual[1]
        wanted, found = on_host(expected), on_host(actual)
        if self.op.name in ("argsort", "sort"):  # each index once
            if not torch.equal(wanted.sort(dim).values, found.sort(dim).values):
                return False
        if wanted.ndim < source.ndim:
            wanted, found = wanted.unsqueeze(dim), found.unsqueeze(dim)
        return torch.equal(source.gather(dim, wanted), source.gather(dim, found))

    def _is_as_accurate(self, sample, expected, actual) -> bool:
        """Return whether results are as near to those in double precision as PyTorch's are."""
        wider = {torch.float32: torch.float64, torch.complex64: torch.complex128}
        ours = tensors_in(actual, self.frontend.Tensor)
        theirs = tensors_in(expected)
        if len(ours) != len(theirs) or not any(t.dtype in wider for t in theirs):
            return False
        widened = dict(wider)
        if not any(t.dtype in wider for t in tensors_in(_arguments(sample))):
            widened |= {torch.int64: torch.float64, torch.bool: torch.float64}
        widen = lambda x: x.to(widened.get(x.dtype, x.dtype)) if _is_tensor(x) else x
        wide = sample.transform(widen)
        try:
            exact = tensors_in(_call_of(wide)(self.reference, self.reference.function(self.op.op)))
        except Exception:  # not in double precision: a function of float32 alone
            return False
        for mine, its, true in zip(map(on_host, ours), theirs, exact, strict=False):
            if mine.dtype not in wider or not (mine.isfinite() | its.isnan()).all():
                if self.difference(its, mine):
                    return False
                continue
            if not its.numel():
                continue
            allowed = 2 * (its - true).abs().nan_to_num(0.0).max() + 1e-5
            if bool(((mine - true).abs().nan_to_num(0.0) > allowed).any()):
                return False
        return len(exact) == len(ours)

    def _is_random(self, real, call) -> bool:
        drawn = []
        for number in (1, 2, 3):
            seed(number)
            drawn.append(call(self.reference, self.reference.function(real)))
        return any(_difference(drawn[0], other, {}, torch.Tensor) for other in drawn[1:])

    def _gradients(self, sample: SampleInput, order: int) -> str:
        def gradients(translate, function):
            framework = translate.frontend
            args, kwargs = translate(_arguments(sample))
            leaves = [
                tensor
                for tensor in tensors_in((args, kwargs), framework.Tensor)
                if tensor.requires_grad
            ]
            result = translate.function(sample.output_process_fn_grad)(function(*args, **kwargs))
            results = tensors_in(result, framework.Tensor)
            needs = [tensor.requires_grad for tensor in results]
            for step in range(order):
                results = [tensor for tensor in results if tensor.requires_grad]
                if not results:
                    break
                with_graph = step + 1 < order
                weights = [
                    translate(_weight(n + 100 * step, tensor, with_graph))
                    for n, tensor in enumerate(results)
                ]
                found = framework.autograd.grad(
                    results, leaves, weights, allow_unused=True, create_graph=with_graph
                )
                results = [tensor for tensor in found if tensor is not None]
                leaves = leaves + weights
            else:
                return needs, list(found)
            return needs, None

        if not any(tensor.requires_grad for tensor in tensors_in(_arguments(sample))):
            raise _NotApplicable
        expected, actual = self._both(self.op.op, gradients, self._path())
        if expected.error is None and expected.value[1] is None:
            raise _NotApplicable
        if expected.error is not None or actual.error is not None:
            return self._same_error(expected, actual)
        # as in PyTorch's own tests of gradients, no gradient is one of zeros
        pairs = [
            pair
            for pair in zip(expected.value[1], actual.value[1] or [], strict=False)
            if not (any(g is None for g in pair) and all(map(_is_nothing, pair)))
        ]
        kept = [list(members) for members in zip(*pairs, strict=True)] or [[], []]
        reason = _difference(
            (expected.value[0], kept[0]),
            (actual.value[0], kept[1] if actual.value[1] is not None else None),
            GRADIENT_TOLERANCE,
            self.frontend.Tensor,
        )
        if reason.startswith("values") and self._is_random(self.op.op, gradients):
            return ""  # shapes and dtypes have been compared; both have dropped other elements
        return reason

    def difference(self, expected, actual) -> str:
        return _difference(expected, actual, self._tolerances, self.frontend.Tensor)

    @functools.cached_property
    def _tolerances(self) -> dict:
        """Return by dtype the widest tolerance that OpInfo gives the operator on the CPU."""
        found: dict = {}
        for info in self.op.decorators:
            if getattr(info, "device_type", None) not in (None, "cpu"):
                continue
            for decorator in getattr(info, "decorators", [info]):
                if isinstance(decorator, toleranceOverride):
                    for dtype, given in decorator.d.items():
                        atol, rtol = found.get(dtype, (0.0, 0.0))
                        found[dtype] = (max(atol, given.atol), max(rtol, given.rtol))
        return found


def _call_of(sample: SampleInput):
    def call(translate, function):
        args, kwargs = translate(_arguments(sample))
        return function(*args, **kwargs)

    return call


def _is_nothing(gradient) -> bool:
    return gradient is None or not bool(on_host(gradient).any())


def _weight(number: int, like, requires_grad: bool) -> torch.Tensor:
    """Return what an output's gradient is weighted with, the same for both."""
    generator = torch.Generator().manual_seed(number)
    dtype = getattr(torch, str(like.dtype).removeprefix("torch."))
    made = torch.randn(tuple(like.shape), dtype=dtype, generator=generator)
    return made.requires_grad_(requires_grad)


def _difference(expected, actual, tolerances: dict, tensor_class: type) -> str:
    """Return what differs first, structure before values, or an empty text."""
    again = lambda e, a: _difference(e, a, tolerances, tensor_class)
    if isinstance(expected, torch.Tensor):
        if not isinstance(actual, tensor_class):
            return f"{type(actual).__name__} in place of a tensor"
        return _of_tensors(expected, actual, tolerances)
    if isinstance(expected, torch.Size):
        same = type(actual).__name__ == "Size" and tuple(actual) == tuple(expected)
        return "" if same else f"{actual!r} in place of {expected!r}"
    if isinstance(expected, (list, tuple)):
        if not isinstance(actual, list if isinstance(expected, list) else tuple):
            return f"{type(actual).__name__} in place of {type(expected).__name__}"
        if len(actual) != len(expected):
            return f"{len(actual)} results in place of {len(expected)}"
        if type(expected).__module__ == "torch.return_types":
            for name, member in zip(type(expected).__match_args__, actual, strict=True):
                if getattr(actual, name, None) is not member:
                    return f"no field {name!r} in {type(actual).__name__}"
        reasons = [again(e, a) for e, a in zip(expected, actual, strict=True)]
        structure = [reason for reason in reasons if reason and not reason.startswith("values")]
        return next((reason for reason in structure or reasons if reason), "")
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or list(actual) != list(expected):
            return f"{actual!r} in place of {expected!r}"
        return again(list(expected.values()), list(actual.values()))
    if isinstance(expected, (bool, int, float, complex)):
        if type(actual) is not type(expected):
            return f"{type(actual).__name__} in place of {type(expected).__name__}"
        if isinstance(expected, bool):  # e.g. whether the result is the tensor that was given
            return "" if actual == expected else f"{actual} in place of {expected}"
        same = torch.isclose(*(torch.tensor(v) for v in (expected, actual)), 1e-5, equal_nan=True)
        return "" if same else f"values: {actual} in place of {expected}"
    if isinstance(actual, tensor_class):
        return f"a tensor in place of {expected!r}"
    return "" if str(actual) == str(expected) else f"{actual!r} in place of {expected!r}"


def _of_tensors(expected: torch.Tensor, actual, tolerances: dict) -> str:
    if str(actual.dtype) != str(expected.dtype):
        return f"dtype {actual.dtype} in place of {expected.dtype}"
    if tuple(actual.shape) != tuple(expected.shape):
        return f"shape {tuple(actual.shape)} in place of {tuple(expected.shape)}"
    expected, actual = on_host(expected), on_host(actual)
    default = {torch.float32: (1e-5, 1.3e-6), torch.complex64: (1e-5, 1.3e-6)}
    default |= {torch.float16: (1e-5, 1e-3), torch.bfloat16: (1e-5, 1.6e-2)}
    if "rtol" in tolerances:
        atol, rtol = tolerances["atol"], tolerances["rtol"]
    elif expected.is_floating_point() or expected.is_complex():
        atol, rtol = default.get(expected.dtype, (1e-7, 1e-7))
        widest = tolerances.get(expected.dtype, (0.0, 0.0))
        atol, rtol = max(atol, widest[0]), max(rtol, widest[1])
    else:
        atol = rtol = 0
    close = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=True)
    if bool(close.all()):
        return ""
    wrong = ~close
    count = f"{int(wrong.sum())} of {expected.numel()} values"
    first = f"{actual[wrong][0].item()} in place of {expected[wrong][0].item()}"
    return f"values: {count}, the first {first}"


def _values(call, translate: Translation, real, path=None) -> np.ndarray:
    """Return the values of many calls of a random function, one after the other."""
    seed(5)
    translate.frontend.manual_seed(5)
    function = translate.function(real, path)
    drawn = [
        on_host(tensor).resolve_conj()
        for _ in range(_REPEATS)
        for tensor in tensors_in(call(translate, function), translate.frontend.Tensor)
    ]
    parts = [torch.view_as_real(t) if t.is_complex() else t for t in drawn]
    return torch.cat([part.reshape(-1).double() for part in parts]).numpy()


def same_distribution(first: np.ndarray, second: np.ndarray) -> str:
    """Compare two samples of a distribution, coarsely, by Kolmogorov's and Smirnov's distance.

    A tenth is permitted, because values of one call may be drawn together (``dropout2d`` drops
    channels), and more for few values: a distance that is refused has then a probability below
    1e-6 if both come of one distribution.

    References
    ----------
    F. J. Massey, "The Kolmogorov-Smirnov test for goodness of fit", 1951.
    """
    if first.size != second.size:
        return f"{second.size} values in place of {first.size}"
    if not first.size:
        return ""
    places = np.union1d(first, second)
    below = [
        np.searchsorted(np.sort(values), places, side="right") / values.size
        for values in (first, second)
    ]
    distance = float(np.abs(below[0] - below[1]).max())
    bound = max(0.1, float(np.sqrt(-np.log(1e-6 / 2) / first.size)))
    if distance > bound:
        return f"values: the distributions are {distance:.2f} apart, {bound:.2f} permitted"
    return ""
