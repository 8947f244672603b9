"""The rules for gradients of all of SciPy's modules that have some."""

from __future__ import annotations

from collections.abc import Callable

from . import scipy_filters, scipy_rules, scipy_special

_LINALG, _LAPACK = "scipy.linalg", "scipy.linalg.lapack"
RULES = {
    **scipy_filters.RULES,
    _LINALG: scipy_rules.RULES,
    _LAPACK: scipy_rules.LAPACK_RULES,
    "scipy.special": scipy_special.RULES,
}


def call_by_rule_of(module: str, name: str, function: Callable, args, kwargs):
    """Call a function of a module of SciPy's by its rule, as :func:`.scipy_rules.call_by_rule`."""
    lapack = module == _LAPACK
    rule = RULES[module][name[1:] if lapack else name]
    checks = lapack or module == _LINALG
    return scipy_rules.call_by_rule(function, rule, args, kwargs, checks=checks, lapack=lapack)


__all__ = ["RULES", "call_by_rule_of"]
