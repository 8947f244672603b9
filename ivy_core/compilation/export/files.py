"""``ivy.load_compiled``, in a file that imports nothing of what it needs before it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ivy_core.registry import standalone

if TYPE_CHECKING:
    from .saving import LoadedFunction


@standalone(convenience=True)
def load_compiled(path) -> LoadedFunction:
    """Load a compiled function that its method ``save`` has written.

    Neither the function's source nor diastatic-malt is needed. Nothing of the file is run when it
    is read: it holds a program as JAX exports it, JSON, and arrays.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    LoadedFunction
        Called as the function, with arguments of the dtypes, shapes and structure that it was saved
        for; what it writes to is written to.

    Raises
    ------
    LoadError
        If the file holds no compiled function, or one of another format or of a version of JAX
        whose programs the installed one does not read.

    References
    ----------
    How long programs can be read: https://docs.jax.dev/en/latest/export/export.html

    Examples
    --------
    >>> import ivy_core as ivy, os, tempfile
    >>> def scaled(x, factor):
    ...     x *= factor
    ...     return ivy.sum(x)
    >>> with ivy.with_backend("jax"), tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "scaled.ivy")
    ...     ivy.compile(scaled).save(path, ivy.asarray([1.0, 2.0]), 2.0)
    ...     loaded = ivy.load_compiled(path)
    ...     x = ivy.asarray([3.0, 4.0])
    ...     loaded(x, 0.5), x
    (ivy.array(3.5), ivy.array([1.5, 2. ]))
    """
    from .saving import load

    return load(path)
