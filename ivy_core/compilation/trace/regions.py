"""The bodies of loops and branches as programs: traced until it is known what they carry."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap
from types import CellType

from ivy_core.arrays.write import replace
from ivy_core.backends.holder import Holder

from ..call.containers import Watched, bound_by, get_slot, set_slot
from ..policy import MOST_BODY_TRACES, MOST_PERMUTED_ITERATIONS
from . import trace as tracing
from .growing_lists import changed_lists, grown_lists
from .host_calls import note_draws_within
from .runtime_checks import NOTHING, Ints, Raised
from .trace import Again, Trace, TracedLoop, Unrollable, Unsupported, arrays_in
from .values import (
    ArrayLeaf,
    Constant,
    MaskedLeaf,
    Spec,
    Undefined,
    ViewLeaf,
    equal_masks,
    ints_in,
    share_masks,
    taken_apart,
)


class State:
    """Names and slots in containers that a statement binds, which converted code hands over.

    The count of what the trace watches for is one more name.

    Parameters
    ----------
    get, set : callable
        Give, and take, what the names are bound to.
    names : tuple of str
    bodies : tuple of callable
        The functions whose closures hold what the statement uses.
    written : tuple of str
        The names of the arrays that the source of a loop's body writes to.
    """

    def __init__(self, get: Callable, set: Callable, names: tuple, bodies=(), written=()):
        self._get, self._set, self._own = get, set, names
        self.bodies, self._written = bodies, written
        self._checks = tracing.current.checks
        self.slots: list[tuple] = []

    @property
    def names(self) -> tuple[str, ...]:
        return (*self._own, "what is watched for", *[f"[{key}]" for _, key in self.slots])

    @property
    def at_count(self) -> int:
        """Position among the names of the count of the trace's runtime checks."""
        return len(self._own)

    def get(self) -> tuple:
        return (*self._get(), self._checks.flag, *starmap(get_slot, self.slots))

    def set(self, values: tuple) -> None:
        count = len(self._own)
        self._set(values[:count])
        self._checks.flag = values[count]
        for slot, value in zip(self.slots, values[count + 1 :], strict=True):
            set_slot(*slot, value)

    def written_arrays(self) -> list[Holder]:
        """List the arrays that the source of the body writes to, in its order; views apart."""
        body, empty = self.bodies[0], CellType()
        cells = dict(zip(body.__code__.co_freevars, body.__closure__ or (), strict=True))
        named = [cells[name] for name in self._written if cells.get(name, empty) != empty]
        arrays = arrays_in(tuple([cell.cell_contents for cell in named]))
        return list({id(x): x for x in arrays if not hasattr(x, "_view")}.values())

    def watched(self) -> Watched:
        """Return the containers that the statement can see, and what they hold."""
        cells = [
            cell
            for body in filter(None, self.bodies)
            for name, cell in zip(body.__code__.co_freevars, body.__closure__ or (), strict=True)
            if name in self._own
        ]
        return tracing.current.watched([*self._get(), *bound_by(*self.bodies)], cells)

    def _is_namespace(self, container) -> bool:
        """Return whether it is the globals, or a closure cell, of the statement's functions."""
        return any(
            container is body.__globals__
            or any(container is cell for cell in body.__closure__ or ())
            for body in self.bodies
            if body is not None
        )

    def add_slots(self, watched: Watched) -> bool:
        """Take up the slots of containers that hold other objects now.

        Returns
        -------
        bool
            Whether there were any that had not been known.

        Raises
        ------
        Unrollable
            If a container has become longer, or shorter.
        """
        found = watched.slots()
        if found is None:
            grown, changed = grown_lists(watched), changed_lists(watched)
            raise Unrollable(watched.what(), grown=grown, changed=changed)
        if not found:
            return False
        known = {(id(container), key) for container, key in self.slots}
        new = [(c, key) for c, key in found if (id(c), key) not in known]
        new = [(c, key) for c, key in new if key not in self._own or not self._is_namespace(c)]
        self.slots += new
        return bool(new)


class Permuted(BaseException):
    """The body binds names to one another's arrays, as ``a, b = b, a`` does."""

    def __init__(self, period: int):
        self.period = period


def built(specs, natives: list) -> list:
    """Return the objects that specs put together of a flat list of native values."""
    values = iter(natives)
    return [spec.build(values) for spec in specs]


def _is_outer(trace: Trace, value) -> bool:
    """Return whether a value is an array, no view, made outside of the body being traced."""
    if not isinstance(value, Holder) or hasattr(value, "_view"):
        return False
    return not trace.is_inside(value)


def _make_outer_test(trace: Trace, scope) -> Callable:
    """Make the predicate: was an array made outside of the body, or is one that it writes to."""
    return lambda base: id(base) in scope.written or not trace.is_inside(base)


def _keys_sharing_arrays(is_outer: Callable, values: dict) -> set[int]:
    """Return the keys of values that share an array of the body with another value."""
    users: dict[int, set[int]] = {}
    for k, value in values.items():
        for array in arrays_in(value):
            base = array._view.base if hasattr(array, "_view") else array
            if not is_outer(base):
                users.setdefault(id(base), set()).add(k)
    return {k for several in users.values() if len(several) > 1 for k in several}


def freeze(trace: Trace, value, name: str, sources) -> None:
    """Make the arrays of a value that is chosen among others read-only; views stay."""
    reason = f"'{name}' may be one of two arrays, and one of them is written to"
    for array in arrays_in(value):
        if not hasattr(array, "_view"):
            trace.freeze(array, reason, sources)


def _permutation_period(before: tuple, after: tuple, changed: list[int]) -> int | None:
    """Return after how many iterations names have their own arrays again; None if too many."""
    source = {}
    for k in changed:
        found = [j for j, value in enumerate(before) if value is after[k]]
        if not found:
            return None
        source[k] = found[0]
    if set(source) != set(source.values()):
        return None
    at, period = dict(source), 1
    while any(k != j for k, j in at.items()):
        at = {k: source[j] for k, j in at.items()}
        period += 1
        if period > MOST_PERMUTED_ITERATIONS:
            return None
    return period


class Body:
    """A loop's body as a program of its number and of what it carries.

    Parameters
    ----------
    trace : Trace
    state : State
    step : callable
        Runs the body, given the number of the iteration as a native value.
    goes_on : callable, optional
        The loop's test, which is asked behind the body.
    """

    def __init__(self, trace: Trace, state: State, step: Callable, goes_on: Callable | None = None):
        self.trace, self.state, self.step, self.goes_on = trace, state, step, goes_on
        self.before: tuple = ()
        self.specs: list[Spec] = []
        self.first: list[list] = []  # native values for each name
        self._flatten_new_names()
        # by name: the first one that is picked by the same mask in all iterations
        self.leaders = equal_masks(self.before)
        self.names_in: tuple = ()  # what the names stood for in the last trace, and behind it
        self.names_out: tuple = ()
        self.bases: list[Holder] = []
        self.guessed: list[int] = []  # of those that only the source says are written to: the ids
        self.rewritten: list[Holder] = []  # those that an iteration gives other data
        self.program = None
        self.written: set[int] = set()
        self.scope = None  # that of the last trace
        self.runs = False  # whether there is an iteration at least
        self.length: int | None = None  # how many iterations there are, if that is known
        self.most: int | None = None  # how many at most, of a loop that may be left
        self.narrow_lengths = trace.narrow_lengths  # those of before
        self.begins = False  # whether the test that it begins with is known to hold
        self.traces = 0
        self.widened_at: int | None = None  # the trace in which an array's dtype has changed
        self.ints = Ints(trace.checks)
        # by name: the arrays of outside that it stands for behind an iteration, or begins with
        self.sources: dict[int, dict[int, Holder]] = {}

    def _flatten_new_names(self) -> None:
        """Read ``before`` anew; flatten what its new names are bound to, arrays as constants."""
        self.before = self.state.get()
        for value in self.before[len(self.specs) :]:
            spec, natives = taken_apart(value, self.trace.programs)
            if isinstance(
                spec, (ArrayLeaf, ViewLeaf)
            ):  # it stays the array that it is until it is bound
                spec, natives = Constant(value), []
            self.specs.append(spec)
            self.first.append(natives)

    def find(self, guess=None, sides=None) -> None:
        """Trace the body until it carries all that it changes: first ``guess``, or its source's.

        ``sides`` says which limits of ints an earlier trace of the loop has kept.

        Raises
        ------
        Unrollable
            If what it changes cannot be carried.
        """
        tokens = {id(scope.token) for scope in self.trace.scopes}
        programs = self.trace.programs
        self.ints.expect(sides or {})
        if guess is None:
            guess = self.state.written_arrays()
            self.guessed = list(map(id, guess))
        for base in guess:  # arrays of a body that has been left have no owner
            if not programs.is_tracer(base._data) or id(programs.trace_of(base._data)) in tokens:
                self.bases.append(base)
        sites = dict(self.trace.checks.sites)
        for _ in range(MOST_BODY_TRACES):
            self.trace.checks.sites = dict(sites)
            try:
                self.program = self._trace_once()
                return
            except Again:
                continue
            except (Permuted, Unsupported, TypeError, ValueError):
                if not self._guessed_wrongly():  # else perhaps of what need not be carried
                    raise
        raise Unrollable("the types of what the loop carries do not settle")

    def _guessed_wrongly(self, more=()) -> bool:
        """Return whether other arrays were written to than was guessed; then carry these.

        Where there are ``more`` it carries none, for the next trace to find all of them: a program
        carries arrays in the order of writes.
        """
        guessed, self.guessed = self.guessed, []
        own = {} if self.scope is None else self.scope.own
        found = list(filter(guessed.__contains__, own))
        if not guessed or not more and guessed == found:
            return False
        self.bases = [] if more else list(map(own.__getitem__, found))
        return True

    def _trace_once(self):
        """Return the program of the body as it is assumed to be; raise Again if it carries more."""
        self.traces += 1
        trace, programs = self.trace, self.trace.programs
        datas = [base._data for base in self.bases]
        watched = self.state.watched()
        carried = [
            native
            for spec, first in zip(self.specs, self.first, strict=True)
            for native in spec.fitted(programs, first)
        ]

        def run(number, *flat):
            nonlocal more
            with trace.scope(programs.trace_of(number), repeats=True) as self.scope:
                scope = self.scope
                for base, native in zip(self.bases, flat[: len(self.bases)], strict=True):
                    scope.written[id(base)] = base, base._data
                    replace(base, native)
                names = tuple(built(self.specs, flat[len(self.bases) :]))
                share_masks(names, self.leaders)
                self._freeze_possible_aliases(names)
                self.state.set(names)
                for k, value in enumerate(names):
                    if k == self.state.at_count:
                        continue
                    limits = list(map(trace.checks.limits_of, ints_in(self.before[k])))
                    self.ints.assume(k, limits, _carried_ints(self.specs[k], value))
                trace.checks.of_test, self.ints.is_new = [], False
                made, is_first = trace.checks.made, bool(self.guessed)
                with trace.checks.body(self.runs):
                    self.step(number)
                    going = [] if self.goes_on is None else [self.goes_on()]
                    going = list(map(trace.checks.going_on, going))
                pairs = zip(self.bases, flat, strict=False)
                self.rewritten = [base for base, native in pairs if base._data is not native]
                after = self.state.get()
                self.names_in, self.names_out = names, after
                for k, value in enumerate(after):
                    self.ints.learn(k, ints_in(value), trace.checks.of_test)
                if self.state.add_slots(watched):
                    more = True
                    raise Again
                results = self._values_for_next_iteration(scope, names, after)
                if self.ints.is_new and (is_first or trace.checks.made > made):
                    raise Again  # perhaps less has to be watched
                self._drop_error_count(names, after)
                return going + results

        more = False
        used = trace.used_rows()
        trace.loops.append(TracedLoop(watched, self.most if self.length is None else self.length))
        try:
            return programs.traced(run, [0, *datas, *carried])
        except BaseException:
            trace.reset_used_rows(used)
            raise
        finally:
            trace.loops.pop()
            watched.restore()
            self.state.set((*self.before, *self.state.get()[len(self.before) :]))
            if more:
                self._flatten_new_names()

    def _values_for_next_iteration(self, scope, names: tuple, after: tuple) -> list:
        """Return the native values that the next iteration takes; raise Again if some are new."""
        known = set(map(id, self.bases))
        more = [base for key, (base, _) in scope.written.items() if key not in known]
        if self._guessed_wrongly(more):
            raise Again
        again, programs = bool(more), self.trace.programs
        self._refuse_outer_bindings(scope, names, after)
        natives = []
        for k, (old, new) in enumerate(zip(names, after, strict=True)):
            carried = self._carried_value(scope, k, old, new)
            again = again or carried is None
            if not again:
                spec, values = carried
                natives += spec.fitted(programs, values)
        self._check_aliases(scope, after)
        leaders = {k: j for k, j in equal_masks(after).items() if self.leaders.get(k) == j}
        again = again or leaders != self.leaders
        self.leaders = leaders
        again = self._note_outer_sources(scope, after) or again
        if again:
            self.bases += more
            raise Again
        self.written = set(scope.written) | set(scope.own)
        return [base._data for base in self.bases] + natives

    def _refuse_outer_bindings(self, scope, before: tuple, after: tuple) -> None:
        """Refuse names that get outer arrays the loop writes to; raise Permuted if these rotate."""
        outer = [
            k
            for k, (old, new) in enumerate(zip(before, after, strict=True))
            if new is not old
            and isinstance(new, Holder)
            and not hasattr(new, "_view")
            and (id(new) in scope.written or _is_outer(self.trace, new))
        ]
        if not outer:
            return
        period = _permutation_period(before, after, outer)
        if period is not None and all(isinstance(self.specs[k], Constant) for k in outer):
            raise Permuted(period)
        for k in outer:
            if id(after[k]) in scope.written:
                raise Unrollable(
                    f"'{self.state.names[k]}' is bound to an array that the loop writes to"
                )

    def _carried_value(self, scope, k: int, old, new) -> tuple[Spec, list] | None:
        """Get the value of a name for the next iteration, with its spec; None if that is new."""
        trace, programs = self.trace, self.trace.programs
        spec, name = self.specs[k], self.state.names[k]
        if isinstance(spec, (Constant, Undefined)) and (new is old or spec == Constant(new)):
            return spec, []
        if isinstance(spec, Constant) and isinstance(old, Holder):
            base = old._view.base if hasattr(old, "_view") else old
            if id(base) in scope.written:
                reason = f"'{name}' is written to in place, and then bound anew"
                raise Unrollable(reason, in_first_iteration=True)
            spec, self.first[k] = taken_apart(old, programs, lambda base: True)
        found, values = taken_apart(
            new, programs, lambda base: not trace.is_inside(base) or id(base) in scope.written
        )
        if type(found) is MaskedLeaf and not isinstance(spec, (MaskedLeaf, Undefined)):
            reason = f"'{name}' is an array at first, and then what a mask picks"
            raise Unrollable(reason, in_first_iteration=True)
        if isinstance(spec, ArrayLeaf) and isinstance(found, ArrayLeaf):
            if spec.dtype != found.dtype:
                self._widen(name, spec, found)
        is_new = isinstance(spec, Undefined)
        joined = found.joined(spec, name) if is_new else spec.joined(found, name)
        if is_new or not joined == self.specs[k]:
            if is_new:
                self.first[k] = joined.made(_Constants)
            self.specs[k] = joined
            return None
        limits = list(map(trace.checks.limits_of, ints_in(new)))
        if not self.ints.hold(k, limits, self.length):
            return None
        return joined, values

    def _widen(self, name: str, spec: ArrayLeaf, found: ArrayLeaf) -> None:
        """Allow for an array whose dtype the first iteration changes, if the loop must then run.

        Raises
        ------
        Unrollable
            If the loop is known to run, so that its first iteration can be run apart, or if the
            array has another dtype behind its iterations than the program carries.
        """
        is_carried = spec.joined(found, name).dtype == found.dtype
        is_first = self.widened_at in (None, self.traces)
        if self.length is not None or self.begins or not (is_carried and is_first):
            reason = f"'{name}' is an array of {spec.dtype} at first, and then {found.dtype}"
            raise Unrollable(reason, in_first_iteration=True)
        self.widened_at = self.traces

    def _drop_error_count(self, names: tuple, after: tuple) -> None:
        """Raise Again to trace without the count of errors, where no iteration adds to it any more.

        The earlier trial knew less of the ints, and watched them.
        """
        k = self.state.at_count
        is_carried = not isinstance(self.specs[k], (Constant, Undefined))
        if is_carried and after[k] is names[k] and self.before[k] is NOTHING:
            self.specs[k], self.first[k] = taken_apart(NOTHING, self.trace.programs)
            raise Again

    def _check_aliases(self, scope, after: tuple) -> None:
        """Raise where two names are bound to one array of the body that is written to."""
        seen = {}
        for k, value in enumerate(after):
            if isinstance(value, Holder) and isinstance(self.specs[k], ArrayLeaf):
                base = value._view.base if hasattr(value, "_view") else value
                if id(base) in seen and (id(base) in scope.own or id(base) in scope.written):
                    names = f"'{self.state.names[seen[id(base)]]}' and '{self.state.names[k]}'"
                    raise Unrollable(f"{names} are one array, which is written to")
                seen[id(base)] = k

    def _note_outer_sources(self, scope, after: tuple) -> bool:
        """Keep which outer arrays each name may be after an iteration; True if some are new."""
        shared = _keys_sharing_arrays(
            _make_outer_test(self.trace, scope),
            {k: new for k, new in enumerate(after) if not isinstance(self.specs[k], Constant)},
        )
        grown = False
        for k, new in enumerate(after):
            if isinstance(self.specs[k], (Constant, Undefined, ViewLeaf)):
                continue
            outer = _make_outer_test(self.trace, scope)
            found = {id(b): b for b in self.trace.sources_of(new) if outer(b)}
            if not self.runs:
                found |= {id(b): b for b in self.trace.sources_of(self.before[k])}
            if k in shared or found:
                known = self.sources.get(k)
                grown = grown or known is None or not set(found) <= set(known)
                self.sources[k] = {**(known or {}), **found}
        return grown

    def _freeze_possible_aliases(self, values: tuple) -> None:
        """Forbid writes to the names' values that may be, or show, arrays from outside."""
        for k, sources in self.sources.items():
            freeze(self.trace, values[k], self.state.names[k], sources.values())

    @property
    def sides(self) -> dict:
        """Limits of the names' ints that no iteration leaves, for the loop's next trace."""
        count = self.state.at_count
        return {key: sides for key, sides in self.ints.sides.items() if key[0] < count}

    def carries_arrays(self) -> bool:
        """Return whether one of the names is bound to arrays, not to a number."""
        return any(
            isinstance(spec, (ArrayLeaf, ViewLeaf))
            or isinstance(spec, Constant)
            and any(arrays_in(value))
            for spec, value in zip(self.specs, self.before, strict=True)
        )

    def begin(self) -> list:
        """Return the native values that the loop starts with."""
        programs = self.trace.programs
        natives = [base._data for base in self.bases]
        for spec, first in zip(self.specs, self.first, strict=True):
            natives += spec.fitted(programs, first)
        return natives

    def end(self, natives: list) -> None:
        """Let arrays and names be what the loop has made of them."""
        count = len(self.bases)
        for base, native in zip(self.bases, natives[:count], strict=True):
            self.trace.update(base, native)
        values = tuple(built(self.specs, natives[count:]))
        share_masks(values, self.leaders)
        self._freeze_possible_aliases(values)
        self.state.set(values)
        for k, value in enumerate(values):
            self.ints.end(k, ints_in(self.before[k]), _carried_ints(self.specs[k], value))


def _carried_ints(spec: Spec, value) -> list:
    """Return the ints of a name that a loop carries; none of one that stays as it is."""
    return [] if isinstance(spec, (Constant, Undefined)) else ints_in(value)


class _Constants:
    """The programs by which values are made that a body starts with: they belong to no trace."""

    @staticmethod
    def zeros(shape, dtype):
        import numpy as np

        return np.zeros(shape, dtype)

    @staticmethod
    def strong(native, dtype=None):
        return native

    @staticmethod
    def as_number(native):
        return native


class Branch:
    """One side of an ``if`` as a program without arguments."""

    @classmethod
    def of(cls, trace: Trace, state: State, run: Callable, as_values=frozenset()) -> Branch | None:
        """Return a side; None if it raises an error."""
        try:
            return cls(trace, state, run, as_values)
        except Raised:
            return None

    @property
    def datas(self) -> list:
        """Get the native values of the arrays that it writes to, as they are without it."""
        return [base._data for base in self.bases]

    def __init__(self, trace: Trace, state: State, run: Callable, as_values=frozenset()):
        programs = trace.programs
        self.before = before = state.get()
        watched = state.watched()

        def body(token):
            with trace.scope(programs.trace_of(token)) as self.scope:
                scope = self.scope
                with trace.checks.body():
                    run()
                after = state.get()
                if state.add_slots(watched):
                    raise Again
                self.bases = [base for base, _ in scope.written.values()]
                natives = [base._data for base in self.bases]
                self.specs: dict[int, Spec] = {}
                self.sources: dict[int, list[Holder]] = {}
                self.leaders = equal_masks(after)
                is_outer = _make_outer_test(trace, scope)
                bound = {
                    k: new
                    for k, (old, new) in enumerate(zip(before, after, strict=True))
                    if new is not old or k in as_values
                }
                self.shared = _keys_sharing_arrays(is_outer, bound)
                limits_of = trace.checks.limits_of
                self.limits = {k: list(map(limits_of, ints_in(new))) for k, new in bound.items()}
                for k, new in bound.items():
                    self.sources[k] = list(filter(is_outer, trace.sources_of(new)))
                    lives_on = None if k in as_values else is_outer
                    spec, values = taken_apart(new, programs, lives_on)
                    self.specs[k] = spec
                    natives += values
                return natives

        used = trace.used_rows()
        trace.loops.append(TracedLoop(watched, 1))
        try:
            self.program = programs.traced(body, [0])
        except BaseException:
            trace.reset_used_rows(used)
            raise
        finally:
            trace.loops.pop()
            watched.restore()
            state.set((*before, *state.get()[len(before) :]))
        note_draws_within(self.scope)

    def writes_to(self, value, k: int) -> bool:
        """Return whether it writes to an array of a name that it does not bind."""
        written = {id(base) for base in self.bases}
        return k not in self.specs and any(
            id(x._view.base if hasattr(x, "_view") else x) in written for x in arrays_in(value)
        )

    def values(self, programs, old=(), new=(), called=None) -> tuple[list, dict[int, list]]:
        """Get the branch's values of arrays and names, as steps of the present trace.

        Where it refers to ``old`` native values of outside it finds ``new`` ones. ``called`` makes
        steps of a program and its arguments, by default those of the program.
        """
        program = programs.with_data(self.program, old, new)
        natives = (called or programs.called)(program, [0])
        count = len(self.bases)
        rest, of_names = natives[count:], {}
        for k, spec in self.specs.items():
            of_names[k], rest = rest[: spec.count], rest[spec.count :]
        return natives[:count], of_names
