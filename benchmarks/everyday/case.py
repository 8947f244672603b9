"""One operation, in our frontend and in the frameworks' own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Case:
    """An operation as Python text, run with ``np`` and the arrays of :mod:`arrays` in scope.

    Parameters
    ----------
    code : str
        An expression or a statement of NumPy's API: ours with ``np`` the frontend; with ``np``
        NumPy or ``jax.numpy`` it is those frameworks' own call.
    torch, tensorflow, jax : str, optional
        The framework's own call for the same, where `code` does not say it; with ``torch``, ``tf``
        and ``f64``, ``i64``, the dtypes, in scope. ``NUMPY``: it has none, so that NumPy's serves.
    target : str, optional
        The array that a statement changes.
    whole : dict of str to str, optional
        By framework, its own quickest call that gives all that NumPy's gives, where its words above
        give less: a view in place of a copy. Ours may be as slow as that one.
    """

    code: str
    torch: str | None = None
    tensorflow: str | None = None
    jax: str | None = None
    target: str | None = None
    whole: dict[str, str] = field(default_factory=dict, hash=False)

    def native(self, backend: str) -> str:
        """Return the framework's own words."""
        return self.code if backend == "numpy" else getattr(self, backend) or self.code


NUMPY = "NumPy's own"


def function(code: str, scope: dict, target: str | None = None, consume: Callable | None = None):
    """Return `code` as a function without arguments.

    Parameters
    ----------
    code : str
        An expression, or with `target` a statement that changes this array.
    scope : dict
        What its names mean.
    target : str, optional
        The array that a statement changes.
    consume : callable, optional
        Called with the value of the expression, or with the array that is changed.
    """
    scope["consume"] = consume
    if target is None:
        return eval(f"lambda: consume({code})" if consume else f"lambda: {code}", scope)
    last = f"consume({target})" if consume else ""
    exec(f"def run():\n    global {target}\n    {code}\n    {last}", scope)
    return scope.pop("run")
