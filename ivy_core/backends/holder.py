"""Holders of native arrays, as far as the backends need to know them."""

from __future__ import annotations

from collections.abc import Callable


class Holder:
    """Something that holds a native array: the base class of Array.

    ``_data`` is the native array; where the slot is empty ``_view`` knows how to read one.
    ``_state_rules`` of a class says what its arrays have besides data, as gradients,
    ``_order_matters`` whether results follow the order in which operands lie in memory,
    ``_stays_recorded`` whether values that PyTorch records for a gradient go to the host by
    ``ivy.stop_gradient`` alone.
    ``_facts`` of one that holds no native array itself gives the arrays and facts it is made of,
    ``_of_facts`` of its class makes one of such; without it none comes out of a program.
    """

    __slots__ = ()
    _state_rules = None
    _order_matters = _stays_recorded = False
    _facts = _of_facts = None


class Ties:
    """Count of the times that an array has become more than its data, in any thread.

    It gets its first view, memory of its own, or is made a view itself. As long as ``count`` stays
    what it was, arrays that were found to be their data alone are so still.
    """

    __slots__ = ("count",)

    def __init__(self):
        self.count = 0


ties = Ties()


# Classes of what stands for a native array that the framework has not been given yet: ``settled()``
# gives that, the same one each time.
waiting: set[type] = set()
# By a class of arrays: what gives, of an array and a function of NumPy's that makes a view, what
# that shows of few elements, copied, or None. It never waits for what is still being computed.
shown_at_once: dict[type, Callable] = {}


def held(x: Holder):
    """Get the data that an Array holds, maybe for its native array, reading a functional view.

    For those who look at it by the functions of its backend, or ask for its shape and dtype.
    """
    data = getattr(x, "_data", None)  # an empty slot costs less so than as an AttributeError
    if data is None and hasattr(x, "_view"):
        return x._view.read(x)
    return data  # of a pytree's making it may be None


def read(x: Holder):
    """Return the native array of an Array, reading a functional view if need be."""
    data = getattr(x, "_data", None)
    if data is None and hasattr(x, "_view"):
        data = x._view.read(x)
    # not kept in the slot: another thread may have written there by now
    return data.settled() if type(data) in waiting else data


def computed(data):
    """Return held data; of an array in parts as programs take it, which may have to be computed."""
    return data.computed() if getattr(type(data), "lies_in_parts", False) else data


def read_or_padded(x: Holder):
    """Return the native array of an Array, or what stands for one in parts whose lengths are odd.

    For those who hand it to a function of its backend.
    """
    data = computed(held(x))
    return data if getattr(type(data), "lies_in_parts", False) else read(x)


def sample_of(x: Holder):
    """Get the data that an Array holds, or a native array of its class, data type and place.

    For those who look at no element, of memory that is copied at each look.
    """
    data = getattr(x, "_data", None)
    return x._view.sample(x) if data is None and hasattr(x, "_view") else data


def unwrapped(obj):
    """Return the native array of an Array; anything else as it is."""
    return read(obj) if isinstance(obj, Holder) else obj
