"""Small programs with state, effects, closures and classes: compiled they do what they do eagerly.

Each program gives the function that is compiled, what is done between its calls, and what there is
to be looked at afterwards. Results, state and errors are those of the same text run eagerly.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import functools
import io
import itertools
import operator
import types
import weakref

import pytest

from tests.compile.programs import nothing, run_both_ways

PROGRAMS = []
total = 0
history: list = []
settings = {"rate": 0.5, "mode": "fast"}


def program(make):
    """Collect a program: it gives a function, what changes between calls, and the state."""
    PROGRAMS.append(make)
    return make


# counters


@program
def counter_of_a_class(np):
    class Counter:
        made = 0

        def __init__(self):
            type(self).made += 1
            self.number = Counter.made

    def step(x):
        return x * Counter().number

    return step, [nothing, lambda: setattr(Counter, "made", 10)], lambda: [Counter.made]


@program
def counter_of_a_function(np):
    def tick():
        tick.calls += 1
        return tick.calls

    tick.calls = 0

    def step(x):
        return x + tick() + tick()

    return step, [nothing, lambda: setattr(tick, "calls", 100)], lambda: [tick.calls]


@program
def counter_that_is_made_when_needed(np):
    def step(x):
        if not hasattr(inner, "calls"):
            inner.calls = 0
        inner.calls += 1
        return inner(x)

    def inner(x):
        return x * inner.calls

    return step, [nothing, lambda: delattr(inner, "calls")], lambda: [inner.calls]


@program
def counting_decorator(np):
    def counted(function):
        @functools.wraps(function)
        def call(*args):
            call.calls += 1
            return function(*args)

        call.calls = 0
        return call

    @counted
    def double(x):
        return x * 2

    return (lambda x: double(double(x))), [nothing, nothing], lambda: [double.calls]


@program
def counting_decorator_that_is_a_class(np):
    class Counted:
        def __init__(self, function):
            self.function, self.calls = function, 0

        def __call__(self, *args):
            self.calls += 1
            return self.function(*args) + self.calls

    @Counted
    def double(x):
        return x * 2

    def reset():
        double.calls = 0

    return (lambda x: double(x)), [nothing, reset], lambda: [double.calls]


@program
def counter_in_a_closure(np):
    def make():
        n = 0

        def add(by=1):
            nonlocal n
            n += by
            return n

        return add

    add = make()
    return (lambda x: x * add() + add(2)), [add, lambda: add(5)], lambda: [add(0)]


@program
def global_counter(np):
    global total
    total = 0

    def step(x):
        global total
        total += x.shape[0]
        return x + total

    def change():
        global total
        total = -1

    return step, [nothing, change], lambda: [total]


@program
def counter_that_falls_back(np):
    def tick():
        tick.calls += 1

    tick.calls = 0

    def step(x):
        tick()
        return x * len(x.tolist())  # Python has to know the values

    return step, [nothing, nothing], lambda: [tick.calls]


@program
def counter_of_a_class_that_falls_back(np):
    class Seen:
        count = 0
        values = []

    def step(x):
        Seen.count += 1
        Seen.values.append(Seen.count)
        return [x * value for value in x.tolist()]

    return step, [nothing, nothing], lambda: [Seen.count, list(Seen.values)]


@program
def counters_by_name(np):
    counts = collections.Counter()

    def step(x):
        counts["calls"] += 1
        counts["elements"] += x.size
        return x * counts["calls"]

    return step, [lambda: counts.update(calls=3), counts.clear], lambda: [dict(counts)]


@program
def counter_of_a_metaclass(np):
    class Meta(type):
        @property
        def level(cls):
            return cls.base * 2

    class Made(metaclass=Meta):
        base = 1.5

    def change():
        Made.base = 4.0

    return (lambda x: x * Made.level), [nothing, change], lambda: [Made.base]


def count_globally():
    global total
    total = total + 1


@program
def counters_on_branches_on_values(np):
    global total
    total = 0

    class Seen:
        large = 0

    def tick():
        tick.calls += 1

    tick.calls = 0

    def step(x):
        if x[0] > 1.0:
            count_globally()
        else:
            tick()
        if x[2] > 1.0:
            Seen.large += 2
        return x * total + tick.calls + Seen.large

    return step, [nothing, lambda: setattr(tick, "calls", 5)], lambda: [
        total, tick.calls, Seen.large
    ]  # fmt: skip


@program
def counters_in_a_loop(np):
    global total
    total = 0

    class Seen:
        rounds = 0

    def tick():
        tick.calls += 1.5

    tick.calls = 0.0

    def step(x):
        for i in range(40):
            if x[i % 3] > 1.0:
                count_globally()
            tick()
            Seen.rounds += 1
        return x * total

    return step, [nothing, lambda: setattr(Seen, "rounds", 5)], lambda: [
        total, tick.calls, Seen.rounds
    ]  # fmt: skip


@program
def attributes_that_a_branch_on_values_makes(np):
    class Seen:
        pass

    plate = types.SimpleNamespace()

    def step(x):
        if x[2] > 100.0:
            Seen.large = True
        if x[2] > 100.0:
            plate.large = True
        return x * 2

    return step, [nothing, nothing], lambda: [hasattr(Seen, "large"), hasattr(plate, "large")]


# closures


@program
def functions_made_in_a_loop(np):
    def step(x):
        functions = []
        for i in range(3):
            functions.append(lambda: x * i)  # noqa: B023  as it is meant
        return [f() for f in functions]

    return step, [nothing, nothing], list


@program
def functions_with_a_default_made_in_a_loop(np):
    def step(x):
        functions = {}
        for i in range(3):
            functions[i] = lambda y=i: x * y
        return [functions[i]() for i in range(3)]

    return step, [nothing, nothing], list


@program
def function_that_sees_what_is_bound_later(np):
    def step(x):
        scale = 2.0

        def scaled():
            return x * scale

        first = scaled()
        scale = 5.0
        return first, scaled()

    return step, [nothing, nothing], list


@program
def function_made_on_a_branch(np):
    def step(x):
        kept = []
        level = 1.0
        if x.shape[0] == 3:
            level = 2.0
            kept.append(lambda: x + level)
        level = 7.0
        return kept[0]()

    return step, [nothing, nothing], list


@program
def functions_of_a_while_loop(np):
    def step(x):
        kept, n = [], 0
        while n < 3:
            n += 1

            def scaled(k):
                return x * n + k  # noqa: B023  as it is meant

            kept.append(scaled)
        return [f(1) for f in kept]

    return step, [nothing, nothing], list


@program
def two_functions_with_one_cell(np):
    def make():
        level = 1.0

        def put(value):
            nonlocal level
            level = value

        def get():
            return level

        return put, get

    put, get = make()

    def step(x):
        put(get() + 1.0)
        return x * get()

    return step, [lambda: put(10.0), lambda: put(3)], lambda: [get()]


@program
def function_that_is_bound_later(np):
    def step(x):
        return later(x) * 2

    def later(x):
        return x + 1

    def change():
        nonlocal later
        later = operator.neg

    return step, [nothing, change], list


@program
def recursion_over_a_closure(np):
    depth = 3

    def step(x, n=0):
        return x if n >= depth else step(x * 2, n + 1)

    def change():
        nonlocal depth
        depth = 5

    return step, [nothing, change], list


@program
def generator_within(np):
    def halves(x, n):
        for _ in range(n):
            x = x / 2
            yield x

    n = 2

    def step(x):
        return sum(halves(x, n))

    def change():
        nonlocal n
        n = 3

    return step, [nothing, change], list


# containers and aliasing


@program
def stack_of_values(np):
    stack = []

    def step(x):
        stack.append(x.sum())
        if len(stack) > 2:
            stack.pop(0)
        return x * len(stack)

    return step, [nothing, stack.clear], lambda: [list(map(float, stack))]


@program
def ring_of_arrays(np):
    ring = collections.deque([np.zeros(3), np.ones(3)], maxlen=2)

    def step(x):
        ring.append(x * 2)
        return ring[0] + ring[1]

    return step, [nothing, lambda: ring.appendleft(np.ones(3))], lambda: list(ring)


@program
def two_names_of_one_list(np):
    one = [1.0, 2.0]
    plate = types.SimpleNamespace(values=one)

    def step(x):
        one[0] += 1.0
        return x * plate.values[0]

    def part():
        plate.values = list(one)

    return step, [nothing, part], lambda: [one, plate.values]


@program
def array_in_two_objects(np):
    shared = np.zeros(3)
    a, b = types.SimpleNamespace(u=shared), types.SimpleNamespace(u=shared)

    def step(x):
        a.u += x
        b.u[0] = 7.0
        return a.u * 1

    def part():
        b.u = np.ones(3)

    return step, [nothing, part], lambda: [a.u, b.u]


@program
def view_in_an_object(np):
    whole = np.zeros((2, 3))
    held = types.SimpleNamespace(row=whole[1])

    def step(x):
        held.row += x
        return whole.sum()

    def turn():
        held.row = whole[0]

    return step, [nothing, turn], lambda: [whole]


@program
def dictionary_of_functions(np):
    table = {"double": lambda x: x * 2, "shift": lambda x: x + 1}
    order = ["double", "shift"]

    def step(x):
        for name in order:
            x = table[name](x)
        return x

    return step, [order.reverse, lambda: table.update(shift=lambda x: x - 1)], list


@program
def default_that_is_a_list(np):
    def step(x, seen=[]):  # noqa: B006  as it is meant
        seen.append(len(seen))
        return x * sum(seen)

    return step, [nothing, nothing], lambda: [step.__defaults__[0]]


@program
def dictionary_with_a_rule_for_what_is_missing(np):
    seen = collections.defaultdict(lambda: 2.0)

    def step(x):
        return x * seen["a"] + seen["b"]

    return step, [nothing, lambda: seen.update(a=5.0)], lambda: [dict(seen)]


@program
def chain_of_dictionaries(np):
    first, second = {"rate": 2.0}, {"rate": 1.0, "level": 3.0}
    chain = collections.ChainMap(first, second)

    def step(x):
        return x * chain["rate"] + chain["level"]

    return step, [lambda: first.clear(), lambda: second.update(level=9.0)], list


@program
def set_of_names(np):
    active = {"a"}

    def step(x):
        active.add("b")
        return x * len(active)

    return step, [nothing, lambda: active.update("xyz")], lambda: [sorted(active)]


@program
def global_settings(np):
    settings.update(rate=0.5, mode="fast")

    def step(x):
        if settings["mode"] == "fast":
            return x * settings["rate"]
        settings["mode"] = "fast"
        return x - settings["rate"]

    return (
        step,
        [lambda: settings.update(mode="slow"), lambda: settings.update(rate=3)],
        lambda: [dict(settings)],
    )


@program
def global_history(np):
    history.clear()

    def step(x):
        history.append(x * 1)
        return sum(history)

    return step, [nothing, history.clear], lambda: list(history)


# caches, iterators, contexts


@program
def cached_results(np):
    calls = []

    @functools.lru_cache(None)
    def factor(n):
        calls.append(n)
        return n * 2

    return (lambda x: x * factor(3)), [nothing, factor.cache_clear], lambda: [list(calls)]


@program
def cache_by_hand(np):
    cache: dict = {}

    def factor(n):
        if n not in cache:
            cache[n] = n * n
        return cache[n]

    return (
        (lambda x: x * factor(3) + factor(4)),
        [nothing, lambda: cache.update({3: 1})],
        lambda: [dict(cache)],
    )


@program
def numbers_that_run_out(np):
    numbers = itertools.count(1)
    return (lambda x: x * next(numbers)), [nothing, lambda: next(numbers)], lambda: [next(numbers)]


@program
def iterator_of_a_class(np):
    class Counted:
        def __init__(self):
            self.n, self.rounds = 3, 0

        def __iter__(self):
            self.rounds += 1
            return iter(range(self.n))

    counted = Counted()

    def step(x):
        for i in counted:
            x = x + i
        return x

    return step, [lambda: setattr(counted, "n", 5), nothing], lambda: [counted.rounds]


@program
def context_that_counts(np):
    class Level:
        depth = most = 0

        def __enter__(self):
            self.depth += 1
            self.most = max(self.most, self.depth)
            return self

        def __exit__(self, *error):
            self.depth -= 1

    level = Level()

    def step(x):
        with level:
            with level:
                x = x * level.depth
        return x

    return step, [nothing, lambda: setattr(level, "depth", 1)], lambda: [level.depth, level.most]


@program
def context_that_is_a_generator(np):
    state = types.SimpleNamespace(rate=1.0)

    @contextlib.contextmanager
    def rate(value):
        before, state.rate = state.rate, value
        try:
            yield
        finally:
            state.rate = before

    def step(x):
        with rate(3.0):
            y = x * state.rate
        return y + state.rate

    return step, [nothing, lambda: setattr(state, "rate", 2.0)], lambda: [state.rate]


@program
def what_is_left_behind_by_an_error(np):
    state = types.SimpleNamespace(steps=0, limit=2)

    def step(x):
        state.steps += 1
        if state.steps > state.limit:
            raise ValueError(f"{state.steps} steps")
        return x * state.steps

    return step, [nothing, nothing], lambda: [state.steps]


@program
def error_that_is_caught_within(np):
    table = {"a": 2.0}

    def step(x):
        try:
            level = table["b"]
        except KeyError:
            level = 1.0
        finally:
            table["tries"] = table.get("tries", 0) + 1
        return x * level

    return step, [nothing, lambda: table.update(b=5.0)], lambda: [dict(table)]


@program
def assertion_about_state(np):
    state = {"ready": True}

    def step(x):
        assert state["ready"], "not ready"
        return x + 1

    return step, [nothing, lambda: state.update(ready=False)], list


@program
def weak_reference(np):
    class Owner:
        level = 2.0

    owner = Owner()
    reference = weakref.ref(owner)
    return (lambda x: x * reference().level), [nothing, lambda: setattr(owner, "level", 4.0)], list


@program
def output_in_order(np):
    out = io.StringIO()

    def step(x):
        print("begin", file=out)
        print(x.sum(), file=out)
        return x * 2

    return step, [nothing, lambda: print("between", file=out)], lambda: [out.getvalue()]


# ways to say it


@program
def ways_of_a_match(np):
    held = {"command": 0}

    def step(x):
        match held["command"]:
            case 0:
                return x
            case 1 | 2:
                return x * 10
            case [first, *rest]:
                return x * first + len(rest)
            case {"by": by} if by > 2:
                return x + by
            case {"by": by}:
                return x - by
            case str() as text:
                return x * len(text)
            case _:
                return x * -1

    def put(value):
        return lambda: held.update(command=value)

    changes = map(put, [2, [5, 1, 1], {"by": 3}, {"by": 1}, "abc", None, 0])
    return step, list(changes), lambda: [held["command"]]


@program
def loops_with_else(np):
    held = types.SimpleNamespace(limit=2.5)

    def step(x):
        for i in range(3):
            if x[i] > held.limit:
                found = i
                break
        else:
            found = -1
        n = 0
        while n < 4:
            n += 1
            if n * held.limit > 7:
                break
        else:
            n = 100
        return x * n + found

    return step, [lambda: setattr(held, "limit", 0.5), lambda: setattr(held, "limit", 9.0)], list


@program
def partial_with_state(np):
    options = {"by": 2.0}
    scale = functools.partial(lambda options, x, k=1: x * options["by"] * k, options)

    def change():
        options["by"] = 4.0

    return (lambda x: scale(x) + scale(x, k=2)), [change, lambda: scale.keywords.update(k=7)], list


@program
def operators_of_a_class(np):
    class Money:
        rate = 2.0

        def __init__(self, value):
            self.value = value

        def __add__(self, other):
            return Money(self.value + other.value * Money.rate)

        def __lt__(self, other):
            return self.value < other.value

    def step(x):
        a, b = Money(1.0), Money(2.0)
        return x * (a + b).value if a < b else x

    def change():
        Money.rate = 5.0

    def turn():
        Money.__lt__ = lambda self, other: False

    return step, [change, turn], list


@program
def copies_of_objects(np):
    plate = types.SimpleNamespace(u=np.arange(3.0), n=1)

    def step(x):
        other = copy.copy(plate)
        other.u[0] = 5.0
        other.n += 1
        return x * other.n + plate.u

    return step, [nothing, lambda: setattr(plate, "n", 4)], lambda: [plate.u, plate.n]


@program
def swapped_attributes(np):
    plate = types.SimpleNamespace(now=np.zeros(3), then=np.ones(3))

    def step(x):
        plate.now, plate.then = plate.then, plate.now
        plate.now += x
        return plate.then * 1

    return step, [nothing, lambda: setattr(plate, "then", plate.now)], lambda: [
        plate.now, plate.then, plate.now is plate.then
    ]  # fmt: skip


@program
def strategy_that_is_exchanged(np):
    class Solver:
        def __init__(self, rule):
            self.rule, self.steps = rule, 0

        def step(self, x):
            self.steps += 1
            return self.rule(self, x)

    def explicit(solver, x):
        return x + solver.steps

    def implicit(solver, x):
        return x / solver.steps

    solver = Solver(explicit)
    return (
        (lambda x: solver.step(x)),
        [lambda: setattr(solver, "rule", implicit), nothing],
        lambda: [solver.steps],
    )


@program
def observers(np):
    seen: list = []
    listeners = [seen.append]

    def step(x):
        value = x.sum()
        for listener in listeners:
            listener(value)
        return x + len(seen)

    return step, [nothing, listeners.clear], lambda: [list(map(float, seen))]


@program
def name_that_is_hidden_and_shown_again(np):
    def step(x):
        return x * max(2, 3)

    def hide():
        globals()["max"] = lambda *values: 10

    def show():
        del globals()["max"]

    return step, [hide, show], list


@program
def code_that_is_replaced(np):
    def rule(x):
        return x * 2

    def other(x):
        return x - 1

    def change():
        rule.__code__ = other.__code__

    return (lambda x: rule(x)), [nothing, change], list


@program
def attribute_of_the_compiled_method(np):
    class Model:
        def __init__(self):
            self.calls, self.w = 0, np.ones(3)

        def forward(self, x):
            self.calls += 1
            self.forward_calls = getattr(self, "forward_calls", 0) + 2
            self.w = self.w + x
            return self.w.sum()

    model = Model()

    def step(x):
        return model.forward(x)

    return step, [nothing, lambda: vars(model).update(calls=9)], lambda: [
        model.calls, model.forward_calls, model.w
    ]  # fmt: skip


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda make: make.__name__)
def test_compiled_as_eagerly(backend, make):
    eager, compiled = run_both_ways(make, make.__name__ not in UNASKED)
    assert compiled == eager


# programs that cannot be asked for their state before they have run, or whose state is used up
UNASKED = {
    "counter_that_is_made_when_needed", "numbers_that_run_out", "attribute_of_the_compiled_method",
}  # fmt: skip
