"""Which loops are better written out: their cost rolled and unrolled, as measured."""

from __future__ import annotations

from ..equations import inner_programs, is_literal, live

# A round of a loop passes over its arrays; rounds that are written out are passed over together, as
# long as each element needs those at its own place alone: at 4,096 elements that is worth 3 us a
# round. An equation that is written out takes 0.3 ms to compile.
_LARGE = 4096  # elements
_MOST_EQUATIONS = 512  # of all rounds
_APART = frozenset(
    "while scan cond dot_general conv_general_dilated sort scatter scatter-add gather custom_call "
    "debug_callback cumsum cumprod cummax cummin reduce_precision triangular_solve".split()
)  # what is not put together with other steps


def is_better_unrolled(count: int, program) -> bool:
    """Return whether a loop of so many rounds takes less time when its rounds are written out."""
    jaxpr = program.jaxpr
    if jaxpr.effects:
        return False
    equations = live(jaxpr)
    if count * sum(map(_length, equations)) > _MOST_EQUATIONS or any(map(_is_apart, equations)):
        return False
    changed = [
        before
        for before, after in zip(jaxpr.invars[1:], jaxpr.outvars, strict=True)
        if after is not before
    ]
    large = [each for each in changed if each.aval.size >= _LARGE]
    if not large or any(each.aval.size > 1 and each not in large for each in changed):
        return False
    return all(
        all(out.aval.shape == array.aval.shape for out in equation.outvars)
        for array in large
        for equation in equations
        if any(atom is array for atom in equation.invars if not is_literal(atom))
    )


def _length(equation) -> int:
    inner = inner_programs(equation)
    return sum(_length(each) for jaxpr in inner for each in jaxpr.eqns) if inner else 1


def _is_apart(equation) -> bool:
    if equation.primitive.name in _APART:
        return True
    return any(_is_apart(each) for jaxpr in inner_programs(equation) for each in jaxpr.eqns)
