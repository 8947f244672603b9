"""Programs computed again, equation by equation, some of them by rules; loops are gone into."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jax.extend.core import ClosedJaxpr

from .equations import (
    BRANCHES,
    FUNCTIONS,
    ITERATED,
    Values,
    applied,
    applied_apart,
    called_program,
    is_apart,
    name_of,
    retraced,
)


class Rewriter:
    """Computes the equations of a program, those with a rule by that.

    Attributes
    ----------
    rules : dict
        By the name of a primitive: a function of the rewriter, an equation and its operands, which
        returns its results, or None to have it applied as it is.
    """

    rules: dict[str, Callable] = {}

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
            elif name in ITERATED or name in BRANCHES:
                results = applied(self._with_inner_programs(equation), *operands)
            else:
                rule = self.rules.get(name)
                results = None if rule is None else rule(self, equation, *operands)
                results = applied(equation, *operands) if results is None else results
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


def _kinds_of_results(program) -> list:
    """List shapes, dtypes and weakness of a program's results, which loops must carry as such."""
    return [(each.shape, each.dtype, each.weak_type) for each in program.out_avals]
