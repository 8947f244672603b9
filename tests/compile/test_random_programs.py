"""Random programs of loops, branches, views and writes: compiled, against NumPy running the text.

Each is run eagerly on the frontend too, so that what compiling changes is told from what the
frontend does. All numbers are small and whole: no order of a sum makes a difference.
"""

from __future__ import annotations

import itertools
import sys
import textwrap
import types
import warnings
from typing import NamedTuple

import numpy as real
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

import ivy_core as ivy

PROGRAMS, MANY = 6, 2000
LENGTH, ROWS, COLUMNS = 6, 3, 4  # of x, y and k; of a

HEAD = """
import numpy as np

memory = np.zeros(6)
dice = np.random.default_rng(3)
np.random.seed(3)


def bump(z, by):
    z[0] += by
    z[:] = z % 7.0


def accumulate(z, start):
    total = start
    for q in range(len(z)):
        total = (total + z[q]) % 9.0
        z[q] = total
    return total


def largest(z, floor):
    best = floor
    for value in z:
        if value > best:
            best = value
    return best
"""


class Scope(NamedTuple):
    """What a statement may use: the ints that loops count with, and how deep it stands."""

    counters: tuple[str, ...] = ()
    depth: int = 0
    loop: bool = False  # whether the innermost block may break
    kind: str = ""  # of that loop: `for` or `while`


class Writer:
    """Draws the text of a function."""

    def __init__(self, draw):
        self.draw, self.lines, self.names = draw, [], itertools.count()
        self.throws = draw(st.integers(0, 3)) == 3  # whether it draws random numbers

    def pick(self, *choices):
        return self.draw(st.sampled_from(choices))

    def say(self, scope, line):
        self.lines.append("    " * (scope.depth + 1) + line)

    # -- expressions -------------------------------------------------------------------------

    def place(self, scope):
        """Return an index that is within x, y and k."""
        names = scope.counters or ("n",)
        name = self.pick(*names)
        return self.pick(
            "0", name, f"-1 - {name}", f"({name} + 1) % {LENGTH}", "p[0]", f"k[{name}] % {LENGTH}",
            "-1",
        )  # fmt: skip

    def part(self, scope):
        """Return a slice of x, y or k, of a length that may be known only when it runs."""
        names = scope.counters or ("n",)
        one, other = self.pick(*names), self.pick(*names)
        return self.pick(
            ":", "1:", ":-1", "::2", "::-1", f"{one}:", f":{one}", f"{one} + 1:", f":{one} + 1",
            f"{one}:{one} + 2", f"{one}:{other}", "p[0]:p[1]", ":p[1]", f"p[0]:{one}", f"-{one}:",
            f"{one}::2", "n:", ":n", f":{one}:-1",
        )  # fmt: skip

    def number(self, scope, deep=0):
        """Return a float that is whole and small."""
        options = [
            lambda: self.pick("1.0", "2.0", "-3.0"),
            lambda: "s",
            lambda: "t",
            lambda: f"x[{self.place(scope)}]",
            lambda: f"y[{self.place(scope)}]",
            lambda: f"v[{self.pick('0', '1', '-1')}]",
            lambda: f"a[{self.pick('0', '-1', '1')}, {self.pick('0', '2', '-1')}]",
            lambda: f"np.sum({self.pick('x', 'y')}[{self.part(scope)}]) % 5.0",
            lambda: self.dotted(scope),
            lambda: "x.max()",
            lambda: f"float(k[{self.place(scope)}] % 5)",
        ]
        if scope.counters:
            options.append(lambda: f"float({self.pick(*scope.counters)})")
        if not deep:
            options += [
                lambda: f"({self.number(scope, 1)} + {self.number(scope, 1)}) % 11.0",
                lambda: f"max({self.number(scope, 1)}, {self.number(scope, 1)})",
                lambda: f"min({self.number(scope, 1)}, {self.number(scope, 1)})",
                lambda: f"abs({self.number(scope, 1)})",
                lambda: (
                    f"({self.number(scope, 1)} if {self.condition(scope, 1)} "
                    f"else {self.number(scope, 1)})"
                ),
            ]
        return self.pick(*options)()

    def dotted(self, scope):
        part = self.part(scope)
        return f"(x[{part}] @ y[{part}]) % 7.0"

    def condition(self, scope, deep=0):
        options = [
            lambda: f"{self.number(scope, 1)} > {self.number(scope, 1)}",
            lambda: f"s <= {self.pick('2.0', '5.0')}",
            lambda: f"c % 2 == {self.pick('0', '1')}",
            lambda: f"np.any(x[{self.part(scope)}] > {self.pick('3.0', 't')})",
            lambda: f"np.all({self.pick('x', 'y')} >= {self.pick('0.0', 's')})",
            lambda: f"k[{self.place(scope)}] != 2",
            lambda: "n > 1",
        ]
        if self.throws:
            options.append(lambda: "dice.integers(3) > 0")
        if not deep:
            options += [
                lambda: f"{self.condition(scope, 1)} and {self.condition(scope, 1)}",
                lambda: f"{self.condition(scope, 1)} or {self.condition(scope, 1)}",
                lambda: f"not {self.condition(scope, 1)}",
            ]
        return self.pick(*options)()

    def elements(self, scope, part):
        """Return an expression of the shape of ``x[part]``."""
        one, other = self.pick("x", "y", "k"), self.pick("x", "y")
        one, other = f"{one}[{part}]", f"{other}[{part}]"
        return self.pick(
            f"{other}", f"({one} - {other}) % 8.0", f"np.maximum({one}, {other})", f"-{other}",
            f"np.where({one} > {other}, {other}, {self.number(scope, 1)})",
            f"np.abs({one} - {self.number(scope, 1)}) % 9.0", f"np.cumsum({one}) % 6.0",
            f"{other}[::-1]", f"np.minimum({one}, {self.number(scope, 1)})",
        )  # fmt: skip

    # -- statements --------------------------------------------------------------------------

    def block(self, scope, most=3):
        for _ in range(self.draw(st.integers(1, most))):
            self.statement(scope)

    def statement(self, scope):
        simple = [
            self.element, self.slice, self.scalar, self.count, self.mask, self.view, self.matrix,
            self.helper, self.ints, self.beside,
        ]  # fmt: skip
        if scope.loop:
            simple += [self.leave, self.leave]
        if self.throws:
            simple += [self.throw, self.throw, self.throw]
        nested = [self.branch, self.count_up, self.walk, self.repeat, self.give_up, self.rebind]
        self.pick(*simple, *(nested if scope.depth < 3 else ()))(scope)

    def element(self, scope):
        sign = self.pick("=", "=", "+=", "-=")
        target = f"{self.pick('x', 'y')}[{self.place(scope)}]"
        self.say(scope, f"{target} {sign} {self.number(scope)}")
        if sign != "=":
            self.say(scope, f"{target} %= 8.0")

    def slice(self, scope):
        part, name = self.part(scope), self.pick("x", "y")
        if self.draw(st.booleans()):
            self.say(scope, f"{name}[{part}] = {self.elements(scope, part)}")
        else:
            self.say(scope, f"{name}[{part}] += {self.elements(scope, part)}")
            self.say(scope, f"{name} %= 8.0")

    def scalar(self, scope):
        if self.draw(st.booleans()):
            self.say(scope, f"s = (s * 2.0 + {self.number(scope)}) % 13.0")
        else:
            self.say(scope, f"{self.pick('t', 's')} = {self.number(scope)}")

    def count(self, scope):
        by = self.pick("1", "2", "n", *(scope.counters or ("1",)))
        self.say(scope, f"c += {by}")

    def ints(self, scope):
        change = self.pick("+= 1", f"= (k[{self.place(scope)}] * 3 + c) % 6", "= c % 5")
        self.say(scope, f"k[{self.place(scope)}] {change}")
        if change == "+= 1":
            self.say(scope, "k %= 6")

    def mask(self, scope):
        x, y = self.pick(("x", "y"), ("y", "x"))
        self.say(
            scope,
            self.pick(
                f"{x}[{x} > {y}] = {self.number(scope, 1)}",
                f"{x}[{x} > {y}] = {y}[{x} > {y}]",
                f"{x}[k > 2] -= 1.0",
                f"a[a > {self.number(scope, 1)}] = 0.0",
            ),
        )

    def view(self, scope):
        """Write through a view, or see a write through it."""
        self.say(
            scope,
            self.pick(
                f"v[{self.pick('0', '1', '-1')}] = {self.number(scope)}",
                "v += 1.0",
                f"v[:] = {self.number(scope)}",
                "v[1:] = v[:-1]",
                "x[1:4][::-1][0] = 4.0",
                f"b[{self.pick('1:', ':2', '0')}] = {self.number(scope, 1)}",
            ),
        )
        self.say(scope, "x %= 8.0")

    def matrix(self, scope):
        row = f"{self.pick(*(scope.counters or ('n',)))} % {ROWS}"
        column = f"{self.pick(*(scope.counters or ('n',)))} % {COLUMNS}"
        self.say(
            scope,
            self.pick(
                f"a[{row}, {column}] = {self.number(scope)}",
                f"a[{row}] = y[:{COLUMNS}]",
                f"a[:, {column}] = x[{LENGTH - ROWS}:]",
                f"a[{row}, {column}:] = {self.number(scope, 1)}",
                f"a[{row}:, {column}] -= a[{row}:, 0]",
                "a.T[1] = x[:3]",
                f"a[1:, 1:] = a[:-1, :-1] - a[{row}, {column}]",
                f"x[:{COLUMNS}] = a[{row}]",
            ),
        )
        self.say(scope, "a %= 8.0")

    def beside(self, scope):
        """Write to what is no argument, or what is reached through a list."""
        name = self.pick(*(scope.counters or ("n",)))
        self.say(
            scope,
            self.pick(
                f"memory[{self.place(scope)}] = {self.number(scope, 1)}",
                f"pair[{self.pick('0', '1')}][{self.place(scope)}] = {self.number(scope, 1)}",
                f"pair[0] = (pair[0] + pair[1]) % {self.pick('3.0', '5.0')}",
                f"memory[{name}:] += x[{name}:]",
                "x[:] = memory",
                "s = pair[0][1] + memory[0] % 3.0",
            ),
        )
        self.say(scope, "memory[memory > 8.0] = 2.0")

    def throw(self, scope):
        """Draw random numbers, which are whole and small."""
        self.say(
            scope,
            self.pick(
                "s = float(dice.integers(5))",
                f"x[{self.place(scope)}] = dice.integers(0, 8)",
                f"y[{self.place(scope)}] = np.random.randint(8)",
                "x[:] = dice.integers(0, 8, 6)",
                "y += np.random.randint(0, 3, size=6)",
                f"k[{self.place(scope)}] = dice.integers(6)",
                "a += dice.integers(0, 2, (3, 4))",
                "c += int(np.random.randint(3))",
                "dice.shuffle(y)",
                "x[2:4] = dice.permutation(x)[:2]",
                f"t = float(dice.integers(1 + c % {self.pick('3', '4')}))",
                "v = y[1:4] if dice.integers(2) else x[2:5]",
            ),
        )
        self.say(scope, "x, y = x % 8.0, y % 8.0" if self.pick(0, 0, 1) else "y %= 8.0")

    def helper(self, scope):
        name = self.pick("x", "y", "v")
        self.say(
            scope,
            self.pick(
                f"bump({name}, {self.number(scope, 1)})",
                f"s = accumulate({name}, {self.number(scope, 1)})",
                f"t = largest({name}, {self.number(scope, 1)})",
                f"s = accumulate(x[{self.part(scope)}], s)",
                f"bump(a[{self.pick(*(scope.counters or ('n',)))} % {ROWS}], t)",
            ),
        )

    def branch(self, scope):
        inner = scope._replace(depth=scope.depth + 1)
        self.say(scope, f"if {self.condition(scope)}:")
        self.block(inner, 2)
        if self.draw(st.booleans()):
            self.say(scope, f"elif {self.condition(scope)}:")
            self.block(inner, 2)
        if self.draw(st.booleans()):
            self.say(scope, "else:")
            self.block(inner, 2)

    def _loop(self, scope, head, counters, kind="for", first=None):
        self.say(scope, head)
        inner = Scope((*scope.counters, *counters), scope.depth + 1, True, kind)
        if first:
            self.say(inner, first)
        self.block(inner)

    def count_up(self, scope):
        i = f"i{next(self.names)}"
        others = scope.counters or ("n",)
        bounds = self.pick(
            f"{LENGTH}", f"1, {LENGTH}", f"{LENGTH - 1}, -1, -1", f"0, {LENGTH}, 2", "n",
            f"{self.pick(*others)}", f"{self.pick(*others)}, {LENGTH}", "p[0], p[1]", "p[1]",
            "len(x)", f"{self.pick(*others)}, -1, -1",
        )  # fmt: skip
        self._loop(scope, f"for {i} in range({bounds}):", (i,))

    def walk(self, scope):
        i = f"i{next(self.names)}"
        head, counters, first = self.pick(
            (f"for {i}, value in enumerate(y):", (i,), "s = (s + value) % 7.0"),
            ("for value in x:", (), "t = (t - value) % 7.0"),
            ("for one, other in zip(x, y):", (), "t = max(t, one - other)"),
            (f"for {i} in k:", (), f"c += {i}"),
            ("for z in (x, y):", (), "z[n] = 1.0"),
            ("for row in a:", (), "row[1] = (row[0] + s) % 8.0"),
        )
        self._loop(scope, head, counters, first=first)

    def repeat(self, scope):
        w = f"w{next(self.names)}"
        self.say(scope, f"{w} = 0")
        more = f" {self.pick('and', 'and')} {self.condition(scope, 1)}"
        also = more if self.draw(st.booleans()) else ""
        self._loop(scope, f"while {w} < {LENGTH - 1}{also}:", (w,), "while", f"{w} += 1")

    def leave(self, scope):
        self.say(scope, f"if {self.condition(scope)}:")
        self.say(scope._replace(depth=scope.depth + 1), self.pick("break", "continue"))

    def give_up(self, scope):
        """Return early."""
        self.say(scope, f"if {self.condition(scope)}:")
        self.say(scope._replace(depth=scope.depth + 1), "return s, t, c, v")

    def rebind(self, scope):
        self.say(scope, self.pick("v = y[2:5]", "x, y = y, x", "v = x", "y = x + 1.0", "v = a[1]"))


@st.composite
def programs(draw):
    """Draw the text of a module with a function ``program``."""
    writer = Writer(draw)
    for _ in range(draw(st.integers(1, 5))):
        writer.statement(Scope())
    return "".join(f"{line}\n" for line in writer.lines)


def text_of(body: str) -> str:
    """Return a module whose function has a body, given without its first and last lines."""
    return (
        f"{HEAD}\n\ndef program(x, y, a, k, p, n, s):\n"
        "    t, c = 1.0, 0\n    v, b, pair = x[1:4], a[:, 1], [y, x + 1.0]\n"
        f"{body}    return s, t, c, v\n"
    )


def arguments(seed: int) -> tuple:
    """Return NumPy's arguments: arrays, an int, which is static, and a float."""
    draw = real.random.default_rng(seed)
    x, y = draw.integers(0, 8, (2, LENGTH)).astype(float)
    p = draw.integers(0, LENGTH, 2)
    a = draw.integers(0, 8, (ROWS, COLUMNS)).astype(float)
    return x.copy(), y.copy(), a, draw.integers(0, 6, LENGTH), p, int(p[0]) % 3 + 1, float(x[0])


_names = itertools.count()


class Loaded:
    """A text as a module on disk, so that its source is found, with some module as ``np``."""

    def __init__(self, folder, text, numpy="numpy"):
        name = f"random_program_{next(_names)}"
        path = folder / f"{name}.py"
        path.write_text(text.replace("import numpy as np", f"import {numpy} as np"), "utf-8")
        self.module = types.ModuleType(name)
        self.module.__file__ = str(path)
        self.code = compile(path.read_text("utf-8"), str(path), "exec")

    def __enter__(self):
        sys.modules[self.module.__name__] = self.module
        exec(self.code, self.module.__dict__)
        return self.module

    def __exit__(self, *_):
        del sys.modules[self.module.__name__]


def outcome(module, call, given):
    """Return what a call returned, and all arrays that it may have written to, as NumPy's."""
    returned = call(*given)
    thrown = module.dice.integers(1 << 30), module.np.random.randint(1 << 30)
    return [real.array(value) for value in (*returned, *given[:5], module.memory, *thrown)]


def compare(found, wanted, said, text):
    for place, (one, other) in enumerate(zip(found, wanted, strict=True)):
        shown = f"{said}, result {place}\n{text}"
        assert (one.shape, one.dtype) == (other.shape, other.dtype), shown
        real.testing.assert_array_equal(one, other, err_msg=shown)


def ours_of(given):
    import frontends.numpy as np

    return tuple(np.array(x) if isinstance(x, real.ndarray) else x for x in given)


def run(folder, body: str, seeds=(0, 1)) -> None:
    """Compare a program with NumPy's, eagerly and compiled, the same one on several arguments.

    Raises
    ------
    Exception
        What NumPy raises.
    """
    text = text_of(body)
    shown = textwrap.indent(text[len(HEAD) :], "  ")
    seeds = (*seeds, *seeds)  # what is compiled once is called again
    with Loaded(folder, text) as module:
        wanted = [outcome(module, module.program, arguments(seed)) for seed in seeds]
    for way in ("eagerly", "compiled"):
        with (
            Loaded(folder, text, "frontends.numpy") as module,
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")  # what runs eagerly says so
            program = ivy.compile(module.program) if way == "compiled" else module.program
            for call, (seed, expected) in enumerate(zip(seeds, wanted, strict=True)):
                said = f"{way}, call {call} (arguments of seed {seed})"
                try:
                    found = outcome(module, program, ours_of(arguments(seed)))
                except Exception as err:
                    raise AssertionError(f"{said}: {err!r}\n{shown}") from err
                compare(found, expected, said, shown)


def only_with_full(params) -> bool:
    return params.get("count") == MANY


@pytest.fixture(autouse=True)
def nothing_is_too_small_to_be_freed(backend, monkeypatch):
    """Programs of PyTorch free what is large after its last use: here all, as arrays are small."""
    if backend == "torch":
        monkeypatch.setattr("ivy_core.backends.torch.compiler.codegen._LARGE", 1)


on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)


@on_jax
@pytest.mark.timeout(3600)  # the many compile two thousand programs
@pytest.mark.parametrize("count", [PROGRAMS, MANY])
def test_programs(backend, count, tmp_path):
    @settings(
        max_examples=count, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(programs())
    def check(body):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:  # what NumPy refuses is no program
                with Loaded(tmp_path, text_of(body)) as module:
                    for seed in (0, 1, 0, 1):
                        module.program(*arguments(seed))
            except (IndexError, ValueError, TypeError, ZeroDivisionError):
                reject()
        run(tmp_path, body)

    check()


FOUND = {
    "a view that one side of a branch binds, and the other writes through": """
    if s <= 2.0:
        v = y[2:5]
    else:
        v[1:] = v[:-1]
    t = v[2]
""",
    "an array that one side of a branch binds, and the other writes to": """
    v = x
    if s > 2.0:
        x[2] = 7.0
    else:
        v = y
    t = v[2]
""",
    "rounds of a loop that is written out read what earlier ones have written": """
    for value in x:
        t = (t - value) % 7.0
        v = x
        x[k[0] % 6] -= 2.0
        x[k[0] % 6] %= 8.0
""",
    # both sides write, and the inner condition reads, what is written
    "branches within branches": """
    for i in range(1, 6):
        if k[i] > 2:
            x[i] = x[i - 1] + 1.0
        elif x[i - 1] > x[i]:
            x[i] = x[i - 1] - 1.0
            s = x[0]
        else:
            x[i - 1] = s
            y[i] = x[i]
""",
    "a slice that NumPy clips": """
    for i in range(6):
        t = (x[i : i + 2] @ y[i : i + 2]) % 7.0
        y[i : i + 3] = x[i : i + 3][::-1]
""",
    "an item of a list that is bound anew": """
    for i in range(6):
        pair[0] = (pair[0] + pair[1]) % 3.0
    x[:] = pair[0]
""",
    "two elements made of each other": """
    for i in range(1, 6):
        s = 3.0 - y[i - 1] % 2.0
        y[i] = x[i] - s
        x[i] = x[i] + s * x[i - 1]
    x %= 8.0
    y %= 8.0
""",
    "what is one of two views shows later writes": """
    if s <= 2.0:
        v = y[2:5]
    x[0] = 2.0
    x[2] = 6.0
    y[3] = 7.0
""",
    "what is one of two arrays is read in a loop that writes to these": """
    if s <= 2.0:
        v = y[2:5]
    for i in range(6):
        s = s + v[1]
        x[i] = s % 7.0
        y[i] = s % 8.0
""",
    "one of two arrays leaves a loop": """
    for i in range(6):
        if x[i] > 2.0:
            v = y
        else:
            v = x
    y[0] = 5.0
    x[0] = 5.0
""",
    "one of two tuples of arrays": """
    q = (x, y)
    if s < 3.0:
        q = (y, x)
    q[0][0] = 5.0
""",
    "two names for one array that a branch makes": """
    w = x
    if s < 3.0:
        w = x + 1.0
        v = w[1:4]
    else:
        w = x + 2.0
        v = w[2:5]
    w[2] = 7.0
    w[3] = 6.0
""",
    "a loop that swaps two names, and may be left": """
    for i in range(40):
        y[n] = i % 8
        if n > 2:
            return s, t, c, v
        x, y = y, x
    t = x[n] - y[n]
""",
    "an item of a list is one of two arrays": """
    for i in range(6):
        s = s + x[i]
        pair[0] = x
    x[2] = 8.0
    pair[0][1] = 5.0
""",
}


@on_jax
@pytest.mark.parametrize("body", FOUND.values(), ids=FOUND)
def test_found(backend, body, tmp_path):
    run(tmp_path, body[1:])
