"""The common form of passes over complete programs, which are computed again by rules.

A pass is a function from program to program, entered by :func:`program_pass` with the primitives
without which it has nothing to do: one look at a program serves all passes. :class:`Rewriter`
computes a program again, equation by equation, some of them by rules; :class:`FoundRewriter` those
equations that a look at the program has found.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterable, Sequence

import jax

from ..runtime.internals import ClosedJaxpr
from .equations import (
    BRANCHES,
    FUNCTIONS,
    ITERATED,
    Values,
    applied,
    applied_anew,
    applied_apart,
    called_program,
    inner_programs,
    is_apart,
    name_of,
    retraced,
)

_primitives: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # by program


def primitives_of(program) -> frozenset[str]:
    """Return the names of a program's primitives, those of the programs within it too.

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.rewriter import primitives_of
    >>> sorted(primitives_of(jax.make_jaxpr(lambda x: x * x + 1)(2.0)))
    ['add', 'mul']
    """
    found = _primitives.get(program)
    if found is None:
        names: set[str] = set()
        for equation in program.eqns:
            names.add(name_of(equation))
            names.update(*map(primitives_of, inner_programs(equation)))
        found = _primitives[program] = frozenset(names)
    return found


def program_pass(primitives: Iterable[str], only_on_cpu: bool = True) -> Callable:
    """Return a decorator for the function of a pass over complete programs.

    The function takes a ClosedJaxpr, and options by keyword. It is called for programs that have
    one of the primitives, themselves or within; another one is returned as it is.

    Parameters
    ----------
    primitives : iterable of str
        Their names.
    only_on_cpu : bool, optional
        Whether the pass is for XLA's CPU backend alone.

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.rewriter import Rewriter, program_pass
    >>> rewrite = program_pass(["sin"])(lambda program: Rewriter().rewrite(program))
    >>> program = jax.make_jaxpr(lambda x: x * x + 1)(2.0)
    >>> rewrite(program) is program
    True
    """
    names = frozenset(primitives)

    def enter(rewrite: Callable) -> Callable:
        @functools.wraps(rewrite)
        def run(program: ClosedJaxpr, **options) -> ClosedJaxpr:
            if names.isdisjoint(primitives_of(program)):
                return program
            if only_on_cpu and jax.default_backend() != "cpu":
                return program
            return rewrite(program, **options)

        return run

    return enter


class Rewriter:
    """Computes the equations of a program, those with a rule by that.

    Attributes
    ----------
    rules : dict
        By the name of a primitive: a function of the rewriter, an equation and its operands, which
        returns its results, or None to have it applied as it is.
    within_loops : bool
        Whether the programs of loops and branches are rewritten, too.
    """

    rules: dict[str, Callable] = {}
    within_loops = True

    def rewrite(self, program: ClosedJaxpr) -> ClosedJaxpr:
        """Return the program that computes the same by the rules."""
        return retraced(program, lambda *given: self.run(program, given))

    def run(self, program: ClosedJaxpr, arguments: Sequence) -> list:
        """Run the program and return its results."""
        values = Values(program, arguments)
        for equation in program.jaxpr.eqns:
            operands = values.operands(equation)
            name = name_of(equation)
            if is_apart(equation):
                results = applied_apart(equation, *operands)
            elif name in FUNCTIONS:
                results = self.run(called_program(equation), operands)
            elif self.within_loops and (name in ITERATED or name in BRANCHES):
                results = applied(self._with_inner_programs(equation), *operands)
            else:
                rule = self.rules.get(name)
                results = None if rule is None else rule(self, equation, *operands)
                results = applied_anew(equation, operands) if results is None else results
            self.note(equation, operands, results)
            values.set(equation, results)
        return values.results()

    def note(self, equation, operands: Sequence, results: Sequence) -> None:
        """Take note of what an equation gives."""

    def _with_inner_programs(self, equation):
        """Return a loop or a branch whose programs are rewritten; itself if their kinds change."""
        params = {}
        for name, each in equation.params.items():
            several = each if isinstance(each, tuple) else (each,)
            if not several or not all(isinstance(one, ClosedJaxpr) for one in several):
                continue
            made = tuple(map(self.rewrite, several))
            if list(map(_kinds_of_results, made)) != list(map(_kinds_of_results, several)):
                return equation
            params[name] = made if isinstance(each, tuple) else made[0]
        return equation.replace(params={**equation.params, **params})


class FoundRewriter(Rewriter):
    """Computes a program again, some of its equations by the rules.

    Attributes
    ----------
    found : dict
        By identity: what :meth:`find` has found.
    """

    def __init__(self):
        self.found: dict[int, object] = {}

    def find(self, program) -> dict[int, object]:
        """Return, by an equation's identity, what its rule is to know; not of programs within."""
        raise NotImplementedError

    def rewrite_found(self, program: ClosedJaxpr) -> ClosedJaxpr:
        """Return the program rewritten; the very one if nothing is found in it, or within it."""
        self.find_within(program)
        return self.rewrite(program) if self.found else program

    def find_within(self, program) -> None:
        """Look for equations in a program, and in the programs within it."""
        self.found.update(self.find(program))
        for equation in program.eqns:
            for each in inner_programs(equation):
                self.find_within(each)


def _kinds_of_results(program) -> list:
    """List shapes, dtypes and weakness of a program's results, which loops must carry as such."""
    return [(each.shape, each.dtype, each.weak_type) for each in program.out_avals]
