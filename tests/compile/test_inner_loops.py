"""Loops within functions that are watched: done in parts and compiled, they leave what they left.

Each function is called with NumPy, as it stands, and watched on each backend with the frontend.
"""

from __future__ import annotations

import threading

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.compilation.auto import watching
from ivy_core.compilation.auto.inner_loops import with_watched_loops
from ivy_core.compilation.source import conversion, source_map

COMPILES = {"jax", "tensorflow", "torch"}
np_ = real
LIMIT = 3.0


@pytest.fixture
def at_once(backend, monkeypatch):
    """Compile as soon as there is a loop, whatever it costs and however little it gains."""
    ivy.set_backend(backend)
    monkeypatch.setattr(watching.Budget, "expected", lambda self, function: 0.0)
    monkeypatch.setattr(watching.Budget, "to_lose", lambda self, to_come: float("inf"))
    monkeypatch.setattr(watching.Budget, "pays", lambda self, saving, cost, to_come: True)
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    monkeypatch.setattr(watching, "MOST_COMPILED_BY_EAGER", float("inf"))
    monkeypatch.setattr(watching, "LOOP_PART_SECONDS", 0.0)
    yield backend
    ivy.unset_backend()


def diffuse(n, steps):
    u = np_.zeros(n)
    u[n // 2] = 1.0
    for step in range(steps):
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        u[1:-1] += 0.1 * lap
        if step % 3 == 0:
            u *= 0.99
    return u, lap, step


def no_round(n):
    last = np_.zeros(2)
    for i in range(n):
        last = last + i
    try:
        return last, i
    except UnboundLocalError as err:
        return last, str(err)


def left_early(limit=LIMIT, *, rate=0.5):
    x, count = np_.ones(3), 0
    for i in range(200):
        x = x + rate * (i >= 0)
        count += 2
        if x[0] > limit * 10:
            break
    for j in range(40):
        for k in range(50):
            x[1] += 0.25
            if k > j:
                break
    return x, count, i, j, k


def until_it_settles(n):
    u = np_.zeros(n)
    u[0] = 1.0
    count = 0
    while True:
        old = u.copy()
        u[1:-1] = 0.5 * (old[2:] + old[:-2])
        count += 1
        if np_.abs(u - old).max() < 1e-3 or count > 400:
            break
    while count % 7 != 0:
        count += 1
    return u, old, count


def handled(n):
    done, x = [], np_.zeros(4)
    seen = 0
    try:
        for i in range(n):
            seen = i
            x[i % 4] += 1.0
            if x[0] > 10.0:
                raise OverflowError
    except OverflowError:
        done.append((seen, i))
    finally:
        done.append(x.copy())
    if n > 2:
        for i in range(60):
            x += i
    return done, x


def in_a_with(n):
    x = np_.zeros(3)
    with np_.errstate(all="ignore"):
        for i in range(n):
            x[i % 3] += 1.0 / (i + 1)
    return x


def arguments(x, /, y, *more, scale=2.0, **rest):
    for i in range(80):
        x += scale * y + i
        y[0] = more[0] * rest["z"]
    return x, y, i


class Walker:
    def __init__(self):
        self.place = np_.zeros(2)
        self.history = []

    def walk(self, steps):
        for i in range(steps):
            self.place[i % 2] += 0.5
        self.history.append(i)
        return self.place, self.history


def walked(n):
    walker = Walker()
    return walker.walk(n), walker.walk(n + 1)


def inner_functions(n):
    total = np_.zeros(2)

    def add(x):
        nonlocal total
        total = total + x

    for i in range(n):
        add(i)
        y = [total[k] * i for k in range(2)]
    return total, y


def through_arrays(n):
    x, total, items = np_.arange(3.0 * n).reshape(n, 3), np_.zeros(3), []
    for row in x:
        total += row
        total *= 0.5
    for i, row in enumerate(x, start=2):
        total[i % 3] -= row[1]
    for row, factor in zip(x, np_.arange(n + 5.0)):  # noqa: B905  as users write it
        total = total + row * factor
    for name, value in zip("abc", total):  # noqa: B905
        items.append((name, float(value)))
    for item in items:
        last = item[0]
    return total, row, factor, i, items, last


def metropolis(n, seed):
    rng = np_.random.default_rng(seed)
    x, out, accepted = np_.zeros(2), np_.empty((n, 2)), 0
    for i in range(n):
        y = x + 0.5 * rng.normal(size=2)
        if np_.log(rng.random()) < -0.5 * (np_.sum(y**2) - np_.sum(x**2)):
            x = y
            accepted += 1
        out[i] = x
    return out, accepted, rng.random()


def used_elsewhere(n):
    last = count = row = item = shown = 0
    x = np_.zeros(3)
    for i in range(n):
        last = x * 2  # used below
        count += 1
        row = x + i  # added to below
        if i > 5:
            shown = x[0]  # not in each round
        item = x[1]  # deleted below
        half = 0.5 * i  # of the round alone
        for k in (1, 2):
            near, far = np_.ones((2, 3)) * k  # of the inner round alone
            x += half + shown + near - 0.5 * far
            if k == 1:
                kept = far * i  # used in the next inner round
            else:
                x -= kept
    row += last
    del item
    return x, row, count, [i for _ in range(2)]


def spoken(n):
    x = np_.zeros(2)
    for i in range(n):
        x += i
    text = f"{float(x[0]):.1f} after {i}"
    for _ in range(2):
        x -= float(text.split()[0])
    return x, text


CASES = [
    (diffuse, (16, 200)), (no_round, (0,)), (no_round, (90,)), (left_early, ()),
    (until_it_settles, (12,)), (handled, (90,)), (in_a_with, (100,)),
    (inner_functions, (50,)), (spoken, (70,)), (through_arrays, (60,)), (metropolis, (90, 4)),
    (used_elsewhere, (60,)),
]  # fmt: skip


def compare(got, wanted):
    if isinstance(wanted, (tuple, list)):
        assert type(got) is type(wanted) and len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            compare(one, other)
    elif isinstance(wanted, (real.ndarray, real.generic)):
        real.testing.assert_allclose(real.asarray(got), wanted, rtol=1e-12)
        assert real.asarray(got).dtype == wanted.dtype
    else:
        assert got == wanted and type(got) is type(wanted)


def loops_of(function):
    name = f"{function.__qualname__}, loop"
    return [each for each in ivy.compilation_records() if each.name == name]


@pytest.mark.parametrize(
    ("function", "args"), CASES, ids=lambda each: getattr(each, "__name__", None)
)
def test_first_call(at_once, monkeypatch, function, args):
    wanted = function(*args)
    monkeypatch.setitem(globals(), "np_", np)
    compare(ivy.compile_automatically(function)(*args), wanted)


@pytest.mark.parametrize("function", [diffuse, until_it_settles, through_arrays, metropolis])
def test_they_are_compiled(at_once, monkeypatch, function):
    if at_once not in COMPILES:
        pytest.skip("numpy: computes at once, and compiles nothing")
    monkeypatch.setitem(globals(), "np_", np)
    watched = ivy.compile_automatically(function)
    watched(*dict(CASES)[function])
    assert "compiled" in [each.status for each in loops_of(function)]


def test_arguments_of_all_kinds(at_once, monkeypatch):
    def called(function):
        x, y = np_.ones(3), np_.arange(3.0)
        return function(x, y, 5.0, 6.0, z=0.5), x, y

    wanted = called(arguments)
    monkeypatch.setitem(globals(), "np_", np)
    compare(called(ivy.compile_automatically(arguments)), wanted)


def test_methods(at_once, monkeypatch):
    wanted = walked(60)
    monkeypatch.setitem(globals(), "np_", np)
    monkeypatch.setattr(Walker, "walk", ivy.compile_automatically(Walker.walk))
    compare(walked(60), wanted)


def as_it_is(function, text, name, line):
    return function


def test_several_at_a_time(at_once, monkeypatch):
    """A function that another thread is in has names of its own."""
    monkeypatch.setitem(globals(), "np_", np)
    plain = with_watched_loops(diffuse, as_it_is)
    found = {}
    threads = [
        threading.Thread(target=lambda n=n: found.update({n: plain(n, 150)})) for n in range(8, 16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    monkeypatch.setitem(globals(), "np_", real)
    for n, got in found.items():
        compare(got, diffuse(n, 150))


def nested(depth, again):
    total = depth
    for i in range(3):
        total += i
        if depth > 0:
            total += again(depth - 1, again)[0]
    return total, i


def test_a_function_within_itself():
    made = with_watched_loops(nested, as_it_is)
    assert made(4, made) == nested(4, nested)


def test_lines_of_errors(at_once, monkeypatch):
    monkeypatch.setitem(globals(), "np_", np)
    with pytest.raises(OverflowError) as raised:
        ivy.compile_automatically(reaching)(90)
    lines = [
        entry.lineno + 1 for entry in raised.traceback if entry.path.name == "test_inner_loops.py"
    ]
    first = reaching.__code__.co_firstlineno
    assert lines[-1] == first + 5 and first + 2 in lines


def reaching(n):
    x = np_.zeros(4)
    for i in range(n):
        x[i % 4] += 1.0
        if x[3] > 7.0:
            raise OverflowError
    return x


def looked_at(n):
    names = []
    for i in range(n):
        names += [i, *sorted(locals())]
    return names


def returning(n):
    for i in range(n):
        if i > 3:
            return i
    return -1


def asked(n):
    values = []
    for i in range(n):
        values.append(lambda: i)  # noqa: B023  as it is meant
    return [each() for each in values]


def only_until(x):
    count = 0
    while count < 9:
        x = x * 0.5
        count += 1
    return x


def test_a_function_with_a_while_loop_alone_is_watched():
    """On Python 3.11 its jump backwards is one that decides."""
    found = []
    with_watched_loops(only_until, lambda function, *about: found.append(about))
    assert len(found) == 1


def test_lines_of_a_text_that_begins_above_its_file():
    text = "def at_the_top(x):\n    for i in range(9):\n        x = x + 1\n    return x\n"
    scope: dict = {}
    exec(compile(text, "/a/./8/../top.py", "exec"), scope)
    made = source_map.function_of(source_map.lines_before(-1) + text, scope["at_the_top"])
    assert source_map.location_of(made) == ("/a/top.py", 1)
    name = conversion.converted(made).__code__.co_filename
    assert {source_map.line_of(name, line) for line in range(40)} >= {
        ("/a/top.py", 1), ("/a/top.py", 2), ("/a/top.py", 3)
    }  # fmt: skip


def counting(n):
    global counted
    for i in range(n):
        counted += i
    return counted


counted = 0


class Counter:
    def count(self, n):
        for i in range(n):
            last = i
        self.__last = last  # as the class's own name, not that of its text
        return self.__last


@pytest.mark.parametrize(
    "function", [looked_at, returning, asked, counting, inner_functions, Counter.count]
)
def test_loops_that_stay_where_they_are(function):
    assert with_watched_loops(function, lambda *given: pytest.fail("is watched")) is None
