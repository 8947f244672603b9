"""``ivy.trace_graph``, in a file that imports nothing of what it needs before it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ivy_core.registry import standalone

if TYPE_CHECKING:
    from .graph import Graph


@standalone(convenience=True)
def trace_graph(fn, /, *args, **kwargs) -> Graph:
    """Record the graph of primary functions that a call runs.

    The function is run once, by NumPy, with copies of what it is given. What Python decides with
    values (``if x[0] > 2``, loops over a count) is a check of the graph: it runs for arguments for
    which the same is decided, and raises for any other. Loops are written out. Ints, floats,
    strings and all else that is no array belong to the graph.

    Parameters
    ----------
    fn : callable
        A function of the core's, of a frontend's or of native arrays.
    *args, **kwargs
        What it is called with; nothing of it is written to.

    Returns
    -------
    Graph
        ``print`` shows it, ``as_dot()``, ``as_svg()`` and ``as_html()`` draw it, and called with
        arguments it runs, on their backend or on another: ``graph(x, backend="torch")``.

    Raises
    ------
    IvyTypeError
        If ``fn`` cannot be called.
    GraphError
        If there can be no graph: a gradient is taken, an argument has no hash.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> def centred(x):
    ...     x -= ivy.mean(x, axis=0)
    ...     return ivy.sum(x * x)
    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 6.0]])
    >>> graph = ivy.trace_graph(centred, x)
    >>> [node.name for node in graph.nodes]
    ['mean', 'subtract', 'multiply', 'sum']
    >>> graph(x)
    ivy.array(10.)
    >>> x
    ivy.array([[-1., -2.],
           [ 1.,  2.]])
    """
    from .graph import graph_of

    return graph_of(fn, args, kwargs)
