"""Errors and numbers of Python in compiled functions: as eagerly, with the effects before them."""

from __future__ import annotations

import copy
import io
import warnings
from contextlib import redirect_stdout

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileWarning
from ivy_core.utils.exceptions import IvyValueError

from .failing_programs import PROGRAMS

COMPILES = ("jax", "tensorflow", "torch")
compiling = pytest.mark.parametrize("backend", COMPILES, indirect=True)
on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def outcome(function, np, inputs):
    """Return what a function gives or raises, and what it leaves in its inputs."""
    with real.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = plain(function(np, *inputs))
        except Exception as err:
            names = [each.__name__ for each in type(err).__mro__]
            kind = next(name for name in names if not name.startswith("Ivy"))
            result = kind, str(err).rpartition("Error: ")[2]
    return result, plain(inputs)


def plain(value):
    """Return a value in terms that can be compared, arrays as the real ones."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if hasattr(value, "shape"):
        host = real.asarray(value)
        return str(host.dtype), host.tolist()
    return type(value).__name__, value


def given(np, inputs):
    """Return inputs of a function's own, arrays as those of a namespace."""
    return [np.asarray(each) if isinstance(each, real.ndarray) else each
            for each in copy.deepcopy(inputs)]  # fmt: skip


def same(found, wanted):
    """Return whether two outcomes are the same, but for last digits of floats."""
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(wanted, dict):
        return list(found) == list(wanted) and all(same(found[k], wanted[k]) for k in wanted)
    if isinstance(wanted, tuple):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(wanted, float) and type(found) is float:
        return found == pytest.approx(wanted, rel=1e-12, nan_ok=True)
    return type(found) is type(wanted) and found == wanted


def compare(function, inputs):
    call = ivy.compile(function, fallback="silent")
    for each in (*inputs, inputs[0]):
        wanted = outcome(function, real, given(real, each))
        found = outcome(call, ours, given(ours, each))
        assert same(found, wanted), (each, found, wanted)


@on_jax
@pytest.mark.parametrize(("function", "inputs"), PROGRAMS, ids=lambda x: getattr(x, "__name__", ""))
def test_it_ends_as_it_does_eagerly(backend, function, inputs):
    compare(function, inputs)


OF_EACH_KIND = (
    "fibonacci power_of_ints whole_quotients effects_before_a_division root whole_of_a_float "
    "suppressed caught_and_finally raised_before_a_loop_that_would_not_end checked_argument "
    "known_to_be_out_of_bounds mask_of_another_length"
).split()


@pytest.mark.parametrize("backend", ["tensorflow", "torch"], indirect=True)
@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_so_it_does_where_other_backends_compile(backend, name):
    compare(*next(each for each in PROGRAMS if each[0].__name__ == name))


def divided(x, k):
    x += 1
    return x / (1.0 / k)


@compiling
def test_a_program_serves_calls_that_do_not_fail(backend):
    """It is no fallback: one program, which a failing call does not end."""
    call = ivy.compile(divided, fallback="raise")
    x = ours.zeros(2)
    for k in (2.0, 0.0, 4.0, 0.0, 5.0):
        if k:
            call(x, k)
        else:
            with pytest.raises(ZeroDivisionError):
                call(x, k)
    assert x.tolist() == [5.0, 5.0]
    assert call.cache_info()[:2] == (4, 1)


@on_jax
def test_a_function_that_leaves_its_program_again_and_again_says_why(backend):
    def grown(x, k):
        n = 1
        for _ in range(50):
            n = n * int(k)
        return x + n % 7

    call = ivy.compile(grown)
    with pytest.warns(CompileWarning, match="runs eagerly .*does not fit into 64 bits"):
        assert call(ours.zeros(1), 10.0).tolist() == [10**50 % 7]
    for _ in range(3):
        assert call(ours.zeros(1), 10.0).tolist() == [10**50 % 7]
    assert call.record().status == "ran eagerly"


@on_jax
def test_what_is_printed_before_an_error_is_printed_once(backend):
    def told(x, k):
        for i in range(6):
            print(i, x[0])
            x[0] = 1.0 / (k - i)
        return x

    for k in (9.0, 2.0):
        texts = []
        for function, np in ((told, real), (ivy.compile(told), ours)):
            with redirect_stdout(io.StringIO()) as text:
                try:
                    function(np.zeros(1), k)
                except ZeroDivisionError as err:
                    print(err)
            texts.append(text.getvalue())
        assert texts[0] == texts[1]


@on_jax
def test_random_numbers_before_an_error_are_drawn_once(backend):
    def drawn(np, rng, k):
        x = rng.random(3)
        return x / (1.0 / k), rng.random()

    call, states = ivy.compile(drawn, fallback="raise"), []
    for function, np in ((drawn, real), (call, ours)):
        rng = np.random.default_rng(3)
        for k in (2.0, 0.0, 2.0):
            try:
                last = function(np, rng, k)
            except ZeroDivisionError:
                last = None
        states.append((real.asarray(last[0]).tolist(), float(last[1]), float(rng.random())))
    assert states[0] == states[1]


# bounds


def written(a, k):
    a[int(k)] = 99.0
    return a


def read(a, k):
    return a[int(k)]


def picked(a, k):
    return a[(k + ours.arange(2.0)).astype(int)]


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_out_of_bounds_reads_give_the_nearest_and_writes_are_left_out(backend):
    write, look = (ivy.compile(f, fallback="raise") for f in (written, read))
    for k, left in ((10, [0, 1, 2, 3]), (-4, [99, 1, 2, 3]), (-5, [0, 1, 2, 3]), (4, [0, 1, 2, 3])):
        assert write(ours.arange(4.0), float(k)).tolist() == left
        assert float(look(ours.arange(4.0), float(k))) == min(max(k if k > 0 else k + 4, 0), 3)


@pytest.mark.parametrize("backend", ["torch"], indirect=True)
def test_out_of_bounds_raises_on_pytorch(backend):
    for k in (10.0, -5.0):
        for function in (written, read):
            with pytest.raises(IndexError):
                ivy.compile(function, fallback="raise")(ours.arange(4.0), k)


@compiling
def test_checked_bounds_raise_as_eagerly(backend):
    for function in (written, read, picked):
        call = ivy.compile(function, fallback="raise", check="bounds")
        for k in (1.0, -4.0, 10.0, 2.0, -7.0):
            found, wanted = ours.arange(4.0), ours.arange(4.0)
            results = []
            for each, x in ((call, found), (function, wanted)):
                try:
                    results.append(real.asarray(each(x, k)).tolist())
                except IndexError as err:
                    results.append(str(err))
            assert results[0] == results[1]
            assert found.tolist() == wanted.tolist()
        assert call.cache_info().misses == 1


@on_jax
def test_checked_lengths_of_slices_raise_as_eagerly(backend):
    def joined(a, i, j):
        b = a[: int(i)] + a[1 : 1 + int(j)]
        return b.sum()

    call = ivy.compile(joined, fallback="raise", check="bounds")
    a = ours.arange(8.0)
    assert float(call(a, 3.0, 3.0)) == float(joined(a, 3.0, 3.0))
    with pytest.raises(ValueError, match="broadcast"):
        call(a, 3.0, 4.0)


def test_what_to_check_is_one_of_few():
    with pytest.raises(IvyValueError, match="check must be one of"):
        ivy.compile(read, check="everything")


# what costs nothing


@on_jax
@pytest.mark.parametrize(
    "name", ["counts", "sieve", "searched", "remainders", "sorted_in_place", "checksum"]
)
def test_ints_that_cannot_grow_are_not_watched(backend, name):
    call = ivy.compile(globals()[name], fallback="raise")
    call(ours, ours.arange(40.0))
    (made,) = call._programs.values()
    assert not made.traced.sites
    assert not made.traced.has_checks


def counts(np, x):
    found, place = 0, 3
    for i in range(len(x)):
        if x[i] > 5:
            found += 1
        place = place + 2 * i
    return found, place


def sieve(np, x):
    i = 2
    while i * i < len(x):
        k = i * i
        while k < len(x):
            x[k] = 0.0
            k += i
        i += 1
    return x


def searched(np, x):
    low, high = 0, len(x)
    while low < high:
        middle = (low + high) // 2
        if x[middle] < 7:
            low = middle + 1
        else:
            high = middle
    return low


def remainders(np, x):
    state = 5
    for i in range(len(x)):
        state = (1103515245 * state + 12345) % 2147483648
        x[i] = state >> 16
    return x


def sorted_in_place(np, x):
    for i in range(1, len(x)):
        key, j = x[i], i - 1
        while j >= 0 and x[j] > key:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = key
    return x


def checksum(np, x):
    found = 0xFFFF
    for i in range(len(x)):
        byte = i
        for _ in range(8):
            if (found & 1) ^ (byte & 1):
                found = (found >> 1) ^ 0x8408
            else:
                found >>= 1
            byte >>= 1
        x[i] = found & 0xFF
    return found


def last_seen(np, x):
    """Carry ints of arrays, which may be any of 64 bits, from round to round."""
    point, top = 0, 0
    for i in range(len(x)):
        if point == 0:
            point = int(x[i])
        elif point == x[i]:
            point = 0
        top = max(top, point)
    return point, top, top * 2


@pytest.mark.parametrize("backend", ["jax", "torch"], indirect=True)
def test_ints_of_arrays_are_carried_by_loops(backend):
    compiled = ivy.compile(last_seen, fallback="silent")
    for x in ([1, 2, 1, 3, 3, 11, 5], [2**62 + 5, 2**62, 2**62 + 5, 2**62, 1, 1]):
        assert compiled(ours, ours.asarray(x)) == last_seen(real, real.asarray(x))
    assert {n.what for n in compiled.explain(ours, ours.asarray(x))} == {"rolled"}
