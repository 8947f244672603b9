"""Policy of the frontend: the routes of each kind of function, and its thresholds.

A function's declaration names its kind (:class:`.func_wrapper.Declared`). On arrays of NumPy's own
NumPy's function of that name computes; elsewhere the routes of the kind are tried in turn, and the
body answers what all of them refuse. A rule depends on function, dtypes and shapes alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# A framework's operation costs 1 to 5 us whatever it computes: for so few elements a function that
# is composed of many of them, or a kernel that has to be compiled, takes longer than NumPy.
HOST_ELEMENTS = 4096
MOVED_ELEMENTS = 1 << 15  # of each array: more are moved by all the threads of a framework
FILLED_ELEMENTS = 1 << 15  # as above, of arrays of one number
JOINED_ARRAYS = 64  # to look at more members of a sequence takes longer than a kernel
EXPLAINED_ELEMENTS = 1 << 14  # NumPy repeats a failed call of no more, for its error's words
EXPLAINED_SHAPES_ELEMENTS = 1 << 18  # as above, for a gufunc's words on shapes: of zeros
WATCHED_ELEMENTS = 1 << 14  # under np.errstate to repeat so few costs less than to look at them
ONE_CALL_ELEMENTS = 1 << 14  # no more are worth compiling the framework's one call for
OUTER_PRODUCTS = 1 << 16  # that many take a framework's threads less time than one core
CONVOLVED_PRODUCTS = 1 << 22  # at a time: 32 MB of float64
DRAWN_NUMBERS = 1 << 16  # of more, to draw several times at once saves nothing
COPIED_ELEMENTS = 4096  # up to so many a copy is written sooner than a kernel finds their indices
# beyond so many a copy is made on aligned memory, which JAX takes over: to find that takes 1.5 us,
# another copy of 131,072 elements 20 to 50
COPIED_ONCE_ELEMENTS = 1 << 14
COMPARED_ELEMENTS = 16  # up to so many Python compares in a fifth of the time of np.allclose
# SciPy's linear functions along an axis that long have gradients by their matrix, 32 MB of float64
IDENTITY_ROWS = 2048
COUNTED_FLOATS = 1000  # from so many on a list of floats is told by a count in a third less time


@dataclass(frozen=True, slots=True)
class Policy:
    """The routes of one kind, in the order in which they are tried.

    ``core``: the core's function alone.
    ``reduction``: the core's function with ``axis`` and ``keepdims``. ``exact``: NumPy's method, of
    few elements, for the dtypes of :data:`EXACT_REDUCTIONS`. ``host``: NumPy on the memory of
    arrays, up to ``host_elements`` of a call. ``move``: the same up to :data:`MOVED_ELEMENTS` of
    each array. What a function does not declare is left out.

    Attributes
    ----------
    compiling, eager : tuple of str
        For arrays of frameworks that compile a kernel for each shape, and of the others.
    host_elements : float
        The limit of ``host``.
    hosts_any : bool
        Whether also what only the body can unwrap (nested arguments) runs on the host's memory, for
        arrays of any framework.
    """

    compiling: tuple[str, ...] = ("core",)
    eager: tuple[str, ...] = ("core",)
    host_elements: float = HOST_ELEMENTS
    hosts_any: bool = False


# Kinds of results and of what they cost:
#   core        made of core functions, whose backends have a policy of their own
#   in_place    the same, of a function that may write to its first argument
#   view        shows elements of its first argument
#   join        joins a sequence of arrays: a kernel each
#   move, grid  copies elements and computes nothing; a grid has as many as its sizes' product
#   exact       gives the same bits whoever computes, or no framework has such a function
#   composed    a body of many core functions, of any number of arrays
#   scan        running sums, for which some frameworks are as quick as NumPy
#   reduction   sums and products along axes, whose bits depend on the order
#   kernel      one kernel of a framework
#   creation, shape, like, value   makes an array of options, of a shape, in the shape and dtype of
#               another array, of a value
POLICIES = {
    "core": Policy(),
    "in_place": Policy(),
    "view": Policy(),
    "join": Policy(("host", "core")),
    "move": Policy(("move", "core"), ("core", "move")),
    "grid": Policy(("move",), ("move",)),
    "exact": Policy(("host",), ("exact", "reduction", "host"), math.inf, hosts_any=True),
    "composed": Policy(("host",), ("host",), hosts_any=True),
    "scan": Policy(("host",), ("reduction", "host"), hosts_any=True),
    "reduction": Policy(("host",), ("exact", "reduction")),
    "kernel": Policy(("host", "core")),
    "creation": Policy(),
    "shape": Policy(),
    "like": Policy(),
    "value": Policy(),
}

# Reductions that give the same bits whoever computes them, with the kinds of dtypes for which that
# is so: sums and products of floating-point numbers depend on their order.
_REALS, _INTEGERS = frozenset("biuf"), frozenset("biu")
EXACT_REDUCTIONS = {
    "all": _REALS, "any": _REALS, "argmax": _REALS, "argmin": _REALS, "max": _REALS,
    "min": _REALS, "prod": _INTEGERS, "sum": _INTEGERS,
}  # fmt: skip
# ... and those which NumPy also computes faster along one axis: its loops along a short axis are
# slow for the others.
EXACT_ALONG_AXIS = frozenset({"argmax", "argmin"})
