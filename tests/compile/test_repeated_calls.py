"""Calls that find all as the one before has left it, and those that only seem to."""

from __future__ import annotations

import collections
import sys

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.backends.holder import read


@pytest.fixture
def compiles(backend):
    if backend not in ("jax", "torch"):
        pytest.skip(f"{backend}: no call is compared with the one before")


class Plate:
    def __init__(self, np):
        self.np, self.rate = np, 0.5
        self.u, self.v = np.arange(16.0).reshape(4, 4), np.ones((4, 4))
        self.w = np.zeros((4, 4))

    def step(self, heat, factor):
        self.w[:] = self.u
        self.u += self.rate * heat * factor
        self.v[1:] += self.w[:-1] - self.u[1:]
        return self.v[0], self.np.sum(self.u), self.w


def share(plate, np):
    plate.v = plate.u[:]


def share_moved(plate, np):
    plate.v[:, ::2] = 3.0
    plate.w = plate.u[::-1]


def turn(plate, np):
    plate.u = np.arange(16.0).reshape(4, 4).T


def reshape(plate, np):
    for array in (plate.u, plate.v, plate.w):
        array.shape = (8, 2)


def narrow(plate, np):
    plate.w = np.zeros((4, 4), "float32")


def swap(plate, np):
    plate.u, plate.v = plate.v, plate.u


def part(plate, np):
    plate.whole = np.zeros((6, 6))
    plate.u = plate.whole[1:5, 1:5]


def speed_up(plate, np):
    plate.rate = 0.25


CHANGES = (share, share_moved, turn, reshape, narrow, swap, part, speed_up)


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_changed_between_calls(compiles, change):
    """Attributes share memory, lie otherwise in it, or are of another kind from some call on."""
    compiled = ivy.compile(Plate.step, fallback="raise")
    mine, theirs = Plate(ours), Plate(real)
    for n in range(12):
        if n == 8:
            assert compiled._repeat is not None  # or nothing is shown by this
            change(mine, ours)
            change(theirs, real)
        got = compiled(mine, ours.full(1, 0.5), 2.0 + n)
        want = theirs.step(real.full(1, 0.5), 2.0 + n)
        for ours_, theirs_ in zip(got, want, strict=True):
            real.testing.assert_allclose(ours_, theirs_, rtol=1e-12)
        assert got[2] is mine.w
        for name in ("u", "v", "w"):
            real.testing.assert_allclose(getattr(mine, name), getattr(theirs, name), rtol=1e-12)
            assert getattr(mine, name).dtype == getattr(theirs, name).dtype


@pytest.mark.parametrize("which", ["u", "v", "w"])
def test_an_argument_that_is_a_part_of_an_attribute(compiles, which):
    compiled = ivy.compile(Plate.step, fallback="raise")
    mine, theirs = Plate(ours), Plate(real)
    for n in range(10):
        assert n != 6 or compiled._repeat is not None
        parts = [getattr(p, which)[1] if n > 5 else np.full(4, 0.5)
                 for p, np in ((mine, ours), (theirs, real))]  # fmt: skip
        compiled(mine, parts[0], 2.0)
        theirs.step(parts[1], 2.0)
        for name in ("u", "v", "w"):
            real.testing.assert_allclose(getattr(mine, name), getattr(theirs, name), rtol=1e-12)


def smooth(x, y):
    x[1:-1] = 0.5 * (x[:-2] + x[2:]) + y[1:-1]
    return x, y[1:]


def spread(x, y):
    return x - y, (x * y).sum(), x


def trade(x, y):
    x[1:] += y[:-1]
    y *= 0.5 * x
    return x.sum(), y[::2]


def count(x, y, n=3, scale=0.5):
    total = 0.0
    for i in range(n):
        total += scale * x[i] + y[i]
    return total, n, scale


def each(pairs, y):
    return [x + y for x in pairs["parts"]], {"last": pairs["parts"][-1], "weight": pairs["weight"]}


def same(np, x, y):
    return x, x


def views(np, x, y):
    return x[1:9], y[::-1][:8]


def parts_of_one(np, x, y):
    return x[:-3], x[3:]


def read_part(np, x, y):
    part = y[2:]
    part.sum()
    return part, x[:-2]


def seen_as_a_whole(np, x, y):
    whole = x[:]
    whole.sum()
    return x, whole


def seen_backwards(np, x, y):
    back = x[::-1]
    back.sum()
    return back, x


def with_other_views(np, x, y):
    kept.append(x[2:])
    return x, y[:]


def kept_elsewhere(np, x, y):
    kept.append(x[:2].copy())
    return x, y


def of_host(np, x, y):
    return np.asarray([1.0] * 12), np.asarray([2.0] * 12)


def narrow_both(np, x, y):
    return x.astype("float32"), y


def plain(np, x, y):
    return x, y


def shorter(np, x, y):
    return x[:7].copy(), y[:7].copy()


kept: list = []
PAIRS = (
    plain, same, views, parts_of_one, read_part, seen_as_a_whole, seen_backwards, with_other_views,
    kept_elsewhere, of_host, narrow_both, shorter,
)  # fmt: skip


def compare(got, want):
    if isinstance(want, dict):
        assert list(got) == list(want)
        got, want = list(got.values()), list(want.values())
    if isinstance(want, (tuple, list)):
        assert type(got) is type(want) and len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            compare(one, other)
        return
    assert type(got) is type(want) or isinstance(got, ours.ndarray)
    real.testing.assert_allclose(got, want, rtol=1e-6)
    if hasattr(want, "dtype"):
        assert got.dtype == want.dtype


@pytest.mark.parametrize("function", [smooth, spread, trade])
def test_arguments_of_other_kinds_in_turn(compiles, function):
    """Arrays alone, shared, views, of the host, of other lengths and dtypes: each comes again."""
    compiled = ivy.compile(function, fallback="raise")
    draw = real.random.default_rng(0)
    for n in range(5 * len(PAIRS)):
        pair = PAIRS[n % len(PAIRS)] if n % 4 else PAIRS[draw.integers(len(PAIRS))]
        x, y = draw.normal(size=(2, 12))
        mine, theirs = pair(ours, ours.array(x), ours.array(y)), pair(real, x.copy(), y.copy())
        shared = mine[0]  # a second name for the buffer
        for _ in range(2):
            compare(compiled(*mine), function(*theirs))
            compare(mine, theirs)
        assert shared is mine[0]


def test_what_is_returned_stays_when_an_argument_is_written_to_later(compiles, backend):
    compiled = ivy.compile(smooth, fallback="raise")
    x, y = ours.arange(12.0), ours.ones(12)
    copies, wanted, natives = [], [], []
    mine, theirs = real.arange(12.0), real.ones(12)
    for _ in range(6):
        compiled(x, y)
        smooth(mine, theirs)
        copies.append(x.copy())
        wanted.append(mine.copy())
        natives.append(read(x))
        view = x[2:5]
        compare(view, mine[2:5])
    compare(copies, wanted)
    for native, want in zip(natives if backend == "jax" else [], wanted, strict=False):
        real.testing.assert_allclose(real.asarray(native), want, rtol=1e-12)


def test_a_float_that_is_static(compiles):
    compiled = ivy.compile(count, static="scale", fallback="raise")
    x, y = real.arange(12.0), real.ones(12)
    for scale in (0.5, 0.5, 0.5, 0.25, 0.5, 0.25):
        compare(compiled(ours.array(x), ours.array(y), 3, scale), count(x, y, 3, scale))


def test_numbers_names_and_nests(compiles):
    """Other ints, floats of other classes, names in another order, lists of other lengths."""
    compiled, nested = (ivy.compile(each_, fallback="raise") for each_ in (count, each))
    x, y = real.arange(12.0), real.linspace(0.0, 1.0, 12)
    calls = [
        ((), {}), ((3,), {}), ((4, 0.25), {}), ((), {"n": 3}), ((), {"scale": 2.0, "n": 3}),
        ((), {"n": 3, "scale": 2.0}), ((3, 2), {}), ((3, True), {}), ((3, real.float64(0.5)), {}),
        ((3, -0.0), {}), ((real.int64(3),), {}),
    ]  # fmt: skip
    for _ in range(4):
        for args, kwargs in calls:
            got = compiled(ours.array(x), ours.array(y), *args, **kwargs)
            compare(got, count(x, y, *args, **kwargs))
        for lengths in ((3, 3), (3,), (3, 3), (5, 5)):

            def made(np, lengths=lengths):
                return {"parts": [np.arange(1.0 * n) for n in lengths], "weight": 0.5}

            got = nested(made(ours), 2.0)
            compare(got, each(made(real), 2.0))


def test_lists_of_many_elements_and_ints_of_many_digits(compiles):
    def total(parts, shift):
        return parts[0] + parts[-1] + shift % 7 + len(parts)

    compiled = ivy.compile(total, fallback="raise")
    for n in range(8):
        parts, shift = [0.5 + n] * (3 if n % 2 else 300), 10**5000 + n % 3
        compare(compiled(parts, shift), total(parts, shift))


class Fitted:
    def __init__(self, np):
        self.weights, self.sizes = np.zeros(4), [4]
        self.kept = {"x": np.full(4, 2.0), "y": np.full(4, 3.0)}

    def step(self, batch):
        self.weights += 0.5 * batch["x"]
        return batch["y"] * self.weights + self.kept["x"] + self.sizes[0]

    def restore(self, batch, wanted):
        self.weights += 0.5 * (wanted - batch["x"] * self.weights)
        return self.weights + wanted * batch["y"]


def test_a_dictionary_of_arrays_beside_an_object(compiles):
    """As batches are beside a model: one array under both names, two, the object's own, its own
    dictionary; each kind comes several times in turn, with new arrays.
    """

    def batches(np, fitted):
        x = np.arange(4.0)
        yield {"x": x, "y": x}
        yield {"x": x + 1.0, "y": x}
        yield {"x": x, "y": fitted.weights}
        yield {"x": fitted.kept["x"], "y": x}
        yield fitted.kept

    compiled = ivy.compile(Fitted.step, fallback="raise")
    mine, theirs = Fitted(ours), Fitted(real)
    for each_ in range(5):
        for _ in range(4):
            got = compiled(mine, list(batches(ours, mine))[each_])
            compare(got, theirs.step(list(batches(real, theirs))[each_]))
            compare(mine.weights, theirs.weights)
        if each_ < 2:
            assert compiled._repeat is not None  # or nothing is shown by this
    for each_ in (0, 4, 1, 3, 2, 0):
        compare(
            compiled(mine, list(batches(ours, mine))[each_]),
            theirs.step(list(batches(real, theirs))[each_]),
        )


def test_parts_of_one_array_beside_an_object(compiles):
    """As a sentence and the words that follow it: written to, of two arrays, the whole itself."""

    def step(model, read, written):
        written += 0.25 * model.weights * read
        model.weights += written
        return read - written

    compiled = ivy.compile(step, fallback="raise")
    mine, theirs = Fitted(ours), Fitted(real)
    pairs = [
        lambda x, n: (x[n : n + 4], x[n + 1 : n + 5]),
        lambda x, n: (x[n + 1 : n + 5], x[n : n + 4]),
        lambda x, n: (x[n : n + 4], x[20 + n : 24 + n].reshape(2, 2).reshape(-1)),
        lambda x, n: (x[n : n + 4], (x + 1.0)[n : n + 4]),
        lambda x, n: (x[n : n + 4], x[n : n + 4]),
    ]
    for which in (0, 1, 2, 3, 4, 0, 3, 2, 1):
        for n in range(6):
            first, second = ours.linspace(0.0, 1.0, 30), real.linspace(0.0, 1.0, 30)
            compare(compiled(mine, *pairs[which](first, n)), step(theirs, *pairs[which](second, n)))
            compare((first, mine.weights), (second, theirs.weights))
        assert which > 2 or compiled._repeat is not None
    held = real.linspace(0.0, 1.0, 4)
    x = ours.array(held)
    for _ in range(6):  # the whole, and a part that is all of it
        compare(compiled(mine, x, x[:]), step(theirs, held, held[:]))
        compare((x, mine.weights), (held, theirs.weights))


def test_an_argument_that_is_in_a_dictionary_too(compiles):
    """As an autoencoder's input is; then another, the object's own, and one of its dictionary."""

    def arguments(np, fitted):
        x, y = np.arange(4.0), np.linspace(1.0, 2.0, 4)
        yield {"x": x, "y": y}, x
        yield {"x": x, "y": x}, x
        yield {"x": x, "y": y}, x + 1.0
        yield {"x": x, "y": y}, fitted.weights
        yield {"x": fitted.weights, "y": y}, fitted.weights
        yield fitted.kept, fitted.kept["x"]
        yield {"x": x, "y": y}, x[:]

    compiled = ivy.compile(Fitted.restore, fallback="raise")
    mine, theirs = Fitted(ours), Fitted(real)
    for number, which in enumerate((0, 1, 2, 3, 4, 5, 6, 0, 4, 1, 3, 2, 5, 0)):
        for _ in range(4):
            given = list(arguments(ours, mine))[which]
            compare(compiled(mine, *given), theirs.restore(*list(arguments(real, theirs))[which]))
            compare(mine.weights, theirs.weights)
        if number < 2:
            assert compiled._repeat is not None  # or nothing is shown by this


RATE = 0.5


def scaled(x):
    return x * RATE + helper(x) + len(x)


def helper(x):
    return x + 1.0


class Table:
    def __init__(self, np):
        self.parts = {name: np.full(3, float(n + 2)) for n, name in enumerate("abcd")}
        self.order = collections.OrderedDict(zip("abcd", range(1, 5), strict=True))
        self.names, self.options = list("abcd"), {"scale": (1, 2)}

    def total(self, x):
        for name in self.order:
            x = x * self.order[name] + self.parts[name] * self.options["scale"][0]
        for name in self.names:
            x = self.parts[name] - x
        return x


CHANGES_OF_TABLE = {
    "an ordered dictionary's order": lambda t: t.order.move_to_end("a"),
    "a dictionary": lambda t: t.options.update(scale=(3, 2)),
    "an entry, through another name": lambda t: vars(t)["options"].__setitem__("scale", (5, 2)),
    "the attributes' dictionary": lambda t: setattr(t, "__dict__", dict(vars(t), names=["d"])),
    "a list in place": lambda t: t.names.reverse(),
    "an attribute": lambda t: setattr(t, "names", ["b", "a"]),
    "a name": lambda t: t.order.__setitem__("b", t.order.pop("b")),
}


@pytest.mark.parametrize("change", CHANGES_OF_TABLE.values(), ids=CHANGES_OF_TABLE)
def test_what_has_changed_in_containers_between_calls(compiles, change):
    made = []
    for np in (real, ours):
        table = Table(np)
        total = table.total if np is real else ivy.compile(Table.total).__get__(table)
        found = [total(np.arange(3.0)) for _ in range(4)]
        change(table)
        found += [total(np.arange(3.0)) for _ in range(3)]
        made.append([real.asarray(each) for each in found])
    assert not real.array_equal(made[0][0], made[0][-1])
    assert real.array_equal(made[0], made[1])


def test_what_is_bound_anew_outside_of_the_arguments(compiles, monkeypatch):
    """A number, a function, its code, a name that shadows a built-in one; and back again."""
    compiled, module = ivy.compile(scaled, fallback="raise"), sys.modules[__name__]
    x = real.arange(4.0)

    def other(x):
        return x - 3.0

    def same_as_before():
        for _ in range(4):
            compare(compiled(ours.array(x)), scaled(x))

    same_as_before()
    for name, value in (("RATE", 2.0), ("helper", other), ("len", lambda x: 7)):
        with monkeypatch.context() as changed:
            changed.setattr(module, name, value, raising=False)
            same_as_before()
        same_as_before()
    with monkeypatch.context() as changed:
        changed.setattr(helper, "__code__", other.__code__)
        same_as_before()
    same_as_before()


def test_an_argument_that_is_what_a_name_outside_stands_for(compiles):
    """At first; and from some call on."""
    weights, parts = ours.ones(4), [ours.ones(4)]

    def weighted(x):
        x += 1.0
        return x * weights

    def joined(x):
        x[0] = x[0] + 1.0
        return x[0] * parts[0]

    for function, own, other in (
        (weighted, weights, lambda: ours.full(4, 3.0)),
        (joined, parts, lambda: [ours.full(4, 3.0)]),
    ):
        for order in ("own first", "own last"):
            compiled = ivy.compile(function, fallback="raise")
            for n in range(8):
                x = own if (n < 4) == (order == "own first") else other()
                held = weights if function is weighted else parts[0]
                mine = (x if function is weighted else x[0]).copy() + 1.0
                want = mine * (mine if x is own else held)
                compare(compiled(x), real.asarray(want))


@pytest.mark.parametrize("writes", [False, True])
def test_arrays_outside_that_are_written_to_between_calls(compiles, writes):
    def made(np):
        table, moved = np.arange(6.0), np.ones(6)

        def looked_up(x):
            if writes:
                table[1:] += x[:-1]
            return table * x + moved

        def change(n):
            if n == 4:
                table[0] = 5.0
            elif n == 5:
                table[2:][:] = 7.0
            elif n == 7:
                moved.shape = (1, 6)
            elif n == 9:
                moved[0, 1:3] = table[:2]

        return looked_up, change, table

    (function, change, table), (theirs, theirs_change, wanted) = made(ours), made(real)
    compiled = ivy.compile(function, fallback="raise")
    for n in range(12):
        change(n)
        theirs_change(n)
        x = real.linspace(0.0, 1.0, 6)
        mine = table if n in (3, 10) else ours.array(x)
        compare(compiled(mine), theirs(wanted if n in (3, 10) else x))
        compare(table, wanted)


def test_a_check_that_fails_after_calls_that_passed(compiles):
    def shares(x, parts):
        for i in range(4):
            x[i] = x[i] + 6 // parts[i]
        return x

    def ratio(x, a):
        x[0] = 1.0 / a
        return x[0] + int(a)

    divided, ratios = ivy.compile(shares), ivy.compile(ratio)
    for _ in range(4):
        assert divided(ours.zeros(4, int), [1, 2, 3, 6]).tolist() == [6, 3, 2, 1]
        assert ratios(ours.zeros(2), 2.0) == 2.5
    x = ours.ones(2)
    with pytest.raises(ZeroDivisionError):
        ratios(x, 0.0)
    assert x.tolist() == [1.0, 1.0]
    assert ratios(ours.zeros(2), 2.0) == 2.5


@pytest.mark.filterwarnings("error")
def test_calls_within_a_trace_a_map_and_with_another_backend(compiles, backend):
    compiled = ivy.compile(helper, fallback="raise")
    for _ in range(4):
        compare(compiled(ours.arange(3.0)), real.arange(3.0) + 1.0)
    assert compiled._repeat is not None or backend == "torch"
    outer = ivy.compile(lambda x: compiled(x) * 2.0, fallback="raise")
    compare(outer(ours.arange(3.0)), 2.0 * (real.arange(3.0) + 1.0))
    mapped = ivy.vmap(compiled)(ivy.asarray([[1.0, 2.0], [3.0, 4.0]]))
    assert mapped.to_list() == [[2.0, 3.0], [4.0, 5.0]]
    with ivy.with_backend("numpy"):
        result = compiled(ours.arange(3.0))
        assert type(read(result)) is real.ndarray
        compare(result, real.arange(3.0) + 1.0)
    compare(compiled(ours.arange(3.0)), real.arange(3.0) + 1.0)


def test_a_call_like_the_last_takes_one_frame_of_the_core(compiles, backend):
    if backend != "jax":
        pytest.skip(f"{backend}: a call without containers is flattened")
    compiled = ivy.compile(helper, fallback="raise")
    x, frames = ours.arange(300_000.0), []
    for _ in range(4):
        compiled(x)
    sys.setprofile(lambda frame, event, _: event == "call" and frames.append(frame.f_code.co_name))
    try:
        compiled(x)
    finally:
        sys.setprofile(None)
    assert len(frames) <= 7, frames


def test_programs_of_pytorch_refuse_tensors_that_lie_otherwise(backend):
    if backend != "torch":
        pytest.skip(f"{backend}: arrays have no layout of their own")
    import torch

    from ivy_core.backends.torch.compiler.programs import Alike, Unlike

    class Program:
        call = staticmethod(lambda *given: given)

    def pair():
        return torch.ones(3, 3), torch.ones(3, 3)

    whole = torch.ones(6, 3)
    others = [
        (torch.ones(3, 3), torch.ones(3, 3).T),
        (torch.ones(3, 3), torch.ones(3, 4)),
        (torch.ones(3, 3), torch.ones(3, 3, dtype=torch.float64)),
        (torch.ones(3, 3), torch.ones(3, 3, requires_grad=True)),
        (whole[:3], whole[3:]),
        (2.0, torch.ones(3, 3)),
    ]
    for other in others:
        alike = Alike(Program)
        for given in (pair(), pair(), tuple(x * 2 for x in pair())):
            assert alike(*given) == given
        with pytest.raises(Unlike):
            alike(*other)
        given = pair()
        assert alike(*given) == given


def test_calls_between_changes_of_what_they_read_are_kept(backend, monkeypatch):
    """A policy that acts ten times between steps of training is flattened twice in ten calls."""
    if backend != "jax":
        pytest.skip(f"{backend}: a call without containers is flattened")
    compiled = ivy.compile(Plate.step, fallback="raise")
    flattened, flatten = [], type(compiled)._flatten_call

    def counted(self, *given, **options):
        flattened.append(self)
        return flatten(self, *given, **options)

    monkeypatch.setattr(type(compiled), "_flatten_call", counted)
    plate, wanted = Plate(ours), Plate(real)
    for _ in range(12):
        del flattened[:]
        plate.u, wanted.u = ours.arange(16.0).reshape(4, 4), real.arange(16.0).reshape(4, 4)
        for _ in range(10):
            compare(compiled(plate, 0.5, 1.5)[1], wanted.step(0.5, 1.5)[1])
    assert len(flattened) <= 3
