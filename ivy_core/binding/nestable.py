"""The mapping of a function over Containers: one call a leaf, structures combined key by key.

Where one Container ends in a leaf and another goes deeper, the leaf goes to everything below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..arrays.array import Array
from ..arrays.views import is_read_only
from ..arrays.write import store
from ..backends.holder import read
from ..utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError


class _ByClass(dict):
    """By class: whether it is one of Containers. Found out once a class."""

    def __missing__(self, cls):
        found = self[cls] = issubclass(cls, dict) and hasattr(cls, "_build")
        return found


IS_CONTAINER_CLASS = _ByClass()


def is_container(value) -> bool:
    """Return whether ``value`` is a Container."""
    return IS_CONTAINER_CLASS[type(value)]


def holds_container(values) -> bool:
    """Return whether a Container is among ``values``, or in a list or tuple among them."""
    for value in values:
        if is_container(value):
            return True
        if type(value) in (list, tuple) and holds_container(value):
            return True
    return False


# The static methods that map a function over leaves, and do nothing else.
GENERATED: set[Callable] = set()


def own_static(name: str, values: Iterable) -> Callable | None:
    """Return the static method that a class of Containers has in place of the generated one.

    A nestable function calls the static method of its Containers' class, ``static_tan`` for
    ``tan``. The generated one maps over the leaves, which the caller does itself, on its backend.

    Parameters
    ----------
    name : str
        Name of the function.
    values : iterable
        Arguments; Containers among them, also within lists and tuples.

    Returns
    -------
    callable or None
        Of the first Container whose class has one; None if there is none.
    """
    for value in values:
        cls = type(value)
        if IS_CONTAINER_CLASS[cls]:
            static = getattr(cls, f"static_{name}", None)
            if static is not None and static not in GENERATED:
                return static
        elif cls in (list, tuple):
            static = own_static(name, value)
            if static is not None:
                return static
    return None


def map_function(fn: Callable, args, kwargs, out=None):
    """Call ``fn`` once a leaf, with the leaves in place of the Containers.

    Parameters
    ----------
    fn : callable
        Called as the whole call is written, a leaf in the place of each Container.
    args, kwargs : tuple, dict
        Arguments; Containers among them, also within lists and tuples.
    out : Container, optional
        Its leaves are filled with the results, after all of them are known to fit.

    Returns
    -------
    Container, or one Container an output in a list (or NamedTuple) for several outputs

    Raises
    ------
    IvyValueError
        If the structures are not shared; the message names the key chain.
    """
    call = LeafCall(fn, args, kwargs)
    result = call.descend(call.containers, ())
    if out is not None:
        fill(out, result)
        return out
    return unstack(result)


class LeafCall:
    """A call whose Containers are replaced by one leaf after another."""

    __slots__ = ("args", "containers", "direct", "fn", "kwargs", "places", "sequences")

    def __init__(self, fn, args, kwargs):
        self.fn, self.args, self.kwargs = fn, list(args), dict(kwargs)
        self.places, self.containers, self.sequences = [], [], []
        self._collect_containers(self.args, range(len(self.args)))
        self._collect_containers(self.kwargs, list(self.kwargs))
        # with Containers for all arguments, and no others, the leaves are the arguments
        self.direct = not self.kwargs and len(self.places) == len(self.args) and not self.sequences

    def _collect_containers(self, holder, keys):
        """Note the Containers at ``keys`` of a list or dict, and in sequences there."""
        for key in keys:
            value = holder[key]
            if is_container(value):
                self.places.append((holder, key))
                self.containers.append(value)
            elif type(value) in (list, tuple) and holds_container(value):
                members = list(value)
                self._collect_containers(members, range(len(members)))
                # inner sequences come before those that hold them
                self.sequences.append((holder, key, type(value), members))

    def at_leaf(self, values):
        if self.direct:
            return self.fn(*values)
        for (holder, key), value in zip(self.places, values, strict=True):
            holder[key] = value
        for holder, key, kind, members in self.sequences:
            holder[key] = kind(members)
        return self.fn(*self.args, **self.kwargs)

    def descend(self, values, chain):
        known, pick = IS_CONTAINER_CLASS, dict.__getitem__
        inner = [value for value in values if known[type(value)]]
        lead = inner[0]
        keys = lead.keys()
        for other in inner[1:]:
            if other.keys() != keys:
                refuse(lead, other, chain)
        level = len(inner) == len(values)
        results = {}
        for key in keys:
            if level:
                below = [pick(value, key) for value in values]
            else:  # a leaf goes to everything below
                below = [pick(v, key) if known[type(v)] else v for v in values]
            for value in below:
                if known[type(value)]:
                    results[key] = self.descend(below, (*chain, key))
                    break
            else:
                try:
                    results[key] = self.at_leaf(below)
                except Exception as err:
                    err.add_note(f"at key chain {'/'.join(map(str, (*chain, key)))!r}")
                    raise
        return type(lead)._build(results, lead._config)


def refuse(lead, other, chain):
    key = next(k for k in (*lead, *other) if k not in lead.keys() or k not in other.keys())
    raise IvyValueError(
        f"the Containers share no structure: key chain {'/'.join(map(str, (*chain, key)))!r} is "
        "in one of them only; structures must be equal, or end in a leaf where another goes deeper"
    )


def check_shared(left, right, chain: tuple = ()) -> None:
    """Raise IvyValueError if two operands share no structure."""
    if is_container(left) and is_container(right):
        if left.keys() != right.keys():
            refuse(left, right, chain)
        for key, value in left.items():
            check_shared(value, dict.__getitem__(right, key), (*chain, key))


def unstack(container):
    """Return a list of Containers for one whose leaves are equally long lists of arrays."""
    first = _first_leaf_not_none(container)
    if not isinstance(first, (list, tuple)) or not first or not _is_array(first[0]):
        return container
    count = len(first)
    if not _leaves_have_length(container, count):
        return container
    parts = [_take_element_of_leaves(container, i) for i in range(count)]
    return type(first)(*parts) if hasattr(first, "_fields") else parts


def _is_array(value) -> bool:
    return isinstance(value, Array)


def _first_leaf_not_none(container):
    """Return the first leaf that is not None, depth first; None if there is none."""
    for value in container.values():
        found = _first_leaf_not_none(value) if is_container(value) else value
        if found is not None:
            return found
    return None


def _leaves_have_length(container, count) -> bool:
    """Return whether each leaf is a list or tuple of ``count`` elements; an array never is."""
    return all(
        _leaves_have_length(value, count)
        if is_container(value)
        else isinstance(value, (list, tuple)) and len(value) == count
        for value in container.values()
    )


def _take_element_of_leaves(container, i):
    """Return a Container of the same structure with element ``i`` of each leaf."""
    picked = {
        key: _take_element_of_leaves(value, i) if is_container(value) else value[i]
        for key, value in container.items()
    }
    return type(container)._build(picked, container._config)


def fill(target, values) -> None:
    """Write the leaves of ``values`` over those of ``target``: all, or none if one does not fit.

    Parameters
    ----------
    target : Container
        Container of Arrays.
    values : Container
        Values of the same structure, each of its leaf's shape.

    Raises
    ------
    IvyValueError
        If the structures differ, or a leaf is read-only.
    IvyBroadcastShapeError
        If the shape of a leaf differs.
    """
    pairs = list(_chains_with_leaf_pairs(target, values, ()))
    for chain, leaf, value in pairs:
        if not _is_array(leaf):
            raise IvyTypeError(f"out: the leaf at {chain!r} must be an Array, not {type(leaf)}")
        if tuple(leaf.shape) != tuple(getattr(value, "shape", ())):
            raise IvyBroadcastShapeError(
                f"out: the leaf at {chain!r} has shape {tuple(leaf.shape)}, the result "
                f"{tuple(value.shape)}; they must be equal"
            )
        if is_read_only(leaf):
            raise IvyValueError(f"out: the leaf at {chain!r} is read-only")
    for _, leaf, value in pairs:
        if leaf is not value:
            store(leaf, read(value) if _is_array(value) else value, exact=True)


def _chains_with_leaf_pairs(target, values, chain):
    """Yield (key chain, leaf, value) of each pair of leaves; raise where the structures differ."""
    if target.keys() != values.keys():
        refuse(target, values, chain)
    for key, leaf in target.items():
        value, here = dict.__getitem__(values, key), (*chain, key)
        if is_container(leaf) and is_container(value):
            yield from _chains_with_leaf_pairs(leaf, value, here)
        elif is_container(leaf) or is_container(value):
            raise IvyValueError(
                f"out: at key chain {'/'.join(map(str, here))!r} one side is a leaf, the other a "
                "Container; the structures must be equal"
            )
        else:
            yield "/".join(map(str, here)), leaf, value
