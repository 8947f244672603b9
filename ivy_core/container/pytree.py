"""Containers and Arrays as pytrees: JAX, PyTorch and optree then go through them as through dicts.

A Container's children come in the order of its sorted keys, as a dict's do: two Containers with the
same keys in another order are one structure. An Array's child is its native array; what is written
in place to the Array that a transformed function gets stays there, the caller's is another one.

TensorFlow needs no registration: to ``tf.nest`` a Container is the mapping that it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ..arrays.array import Array, subclass_listeners
from ..arrays.views import new_array
from ..backends.holder import read
from ..backends.loading import on_load
from ..utils.exceptions import IvyTypeError
from ..utils.import_adapters import when_imported

_registered: set[tuple[str, type]] = set()


class Layout:
    """Structure of a Container without its leaves.

    Two are equal if their keys are. Settings do not count: trees that print in other ways combine.
    """

    __slots__ = ("config", "keys")

    def __init__(self, keys: tuple, config):
        self.keys = keys
        self.config = config

    def __eq__(self, other):
        return isinstance(other, Layout) and self.keys == other.keys

    def __hash__(self):
        return hash(self.keys)

    def __repr__(self):
        return repr(list(self.keys))


def _sort_keys(keys) -> tuple:
    """Return the keys sorted, by class name first where their classes cannot be compared."""
    try:
        return tuple(sorted(keys))
    except TypeError:  # keys of several types
        return tuple(sorted(keys, key=lambda key: (type(key).__name__, key)))


def flatten_container(container) -> tuple[list, Layout]:
    """Return the values of a Container, and its layout."""
    keys = _sort_keys(container.keys())
    return [dict.__getitem__(container, key) for key in keys], Layout(keys, container._config)


def unflatten_container(cls: type, layout: Layout, values):
    """Return the Container of a layout that holds ``values``."""
    return cls._build(dict(zip(layout.keys, values, strict=True)), layout.config)


def flatten_array(x: Array) -> tuple[tuple, None]:
    """Return the native array in an Array; a functional view is read."""
    return (read(x),), None


def unflatten_array(cls: type, _, children) -> Array:
    """Return an Array around its one child, which a framework may have replaced by anything.

    A class whose arrays are of one shape or dtype says by ``__ivy_unflatten__`` what becomes of
    another child.
    """
    (native,) = children
    build = getattr(cls, "__ivy_unflatten__", None)
    return new_array(cls, native) if build is None else build(native)


def register(framework_name: str, cls: type) -> None:
    """Make a class of Containers or of Arrays a pytree node of a framework.

    Only the exact class is registered; a second registration does nothing.

    Parameters
    ----------
    framework_name : {'jax', 'torch', 'optree', 'numpy', 'tensorflow'}
        The framework; it is imported. NumPy and TensorFlow have no registry, and optree has none
        for Arrays, which are leaves to it.
    cls : type
        Container, Array, or a subclass of one.

    Raises
    ------
    IvyTypeError
        If it is another class.

    References
    ----------
    JAX, "Pytrees"; optree, ``register_pytree_node``; PyTorch, ``torch.utils._pytree``.
    """
    if issubclass(cls, Array):
        parts = flatten_array, functools.partial(unflatten_array, cls)
        registrars = {"jax": _register_array_in_jax, "torch": _register_array_in_torch}
    elif issubclass(cls, dict) and hasattr(cls, "_build"):
        parts = flatten_container, functools.partial(unflatten_container, cls)
        registrars = {
            "jax": _register_container_in_jax,
            "torch": _register_container_in_torch,
            "optree": _register_container_in_optree,
        }
    else:
        raise IvyTypeError(
            f"register: {cls.__name__} is given; Container, Array and their subclasses are allowed"
        )
    if framework_name in registrars and (framework_name, cls) not in _registered:
        registrars[framework_name](cls, *parts)
        _registered.add((framework_name, cls))


def register_arrays(framework_name: str) -> None:
    """Make Array and the classes derived from it, now or later, pytree nodes of a framework.

    Parameters
    ----------
    framework_name : {'jax', 'torch', 'optree', 'numpy', 'tensorflow'}
        The framework; it is imported.
    """
    waiting = [Array]
    while waiting:
        cls = waiting.pop()
        register(framework_name, cls)
        waiting += cls.__subclasses__()
    subclass_listeners.append(functools.partial(register, framework_name))


def register_with_frameworks(cls: type) -> None:
    """Register Containers and Arrays with each framework as it is loaded, and with optree."""

    def register_both(framework_name: str) -> None:
        register_arrays(framework_name)
        register(framework_name, cls)

    on_load.append(register_both)
    when_imported("optree", lambda module: register("optree", cls))


def _register_container_in_jax(cls: type, flatten: Callable, unflatten: Callable) -> None:
    from jax import tree_util

    def with_keys(container):
        values, layout = flatten(container)
        return [*zip(map(tree_util.DictKey, layout.keys), values, strict=True)], layout

    tree_util.register_pytree_with_keys(cls, with_keys, unflatten, flatten)


def _register_array_in_jax(cls: type, flatten: Callable, unflatten: Callable) -> None:
    from jax import tree_util

    def with_keys(x):
        return ((tree_util.GetAttrKey("data"), read(x)),), None

    tree_util.register_pytree_with_keys(cls, with_keys, unflatten, flatten)


def _register_container_in_torch(cls: type, flatten: Callable, unflatten: Callable) -> None:
    from torch.utils import _pytree

    def with_keys(container):
        values, layout = flatten(container)
        return [*zip(map(_pytree.MappingKey, layout.keys), values, strict=True)], layout

    _pytree.register_pytree_node(
        cls,
        flatten,
        lambda values, layout: unflatten(layout, values),
        flatten_with_keys_fn=with_keys,
    )


def _register_array_in_torch(cls: type, flatten: Callable, unflatten: Callable) -> None:
    from torch.utils import _pytree

    _pytree.register_pytree_node(
        cls,
        lambda x: ([read(x)], None),
        lambda children, layout: unflatten(layout, children),
        flatten_with_keys_fn=lambda x: ([(_pytree.GetAttrKey("data"), read(x))], None),
    )


def _register_container_in_optree(cls: type, flatten: Callable, unflatten: Callable) -> None:
    import optree

    def with_entries(container):
        values, layout = flatten(container)
        return values, layout, layout.keys

    optree.register_pytree_node(
        cls,
        with_entries,
        unflatten,
        path_entry_type=optree.MappingEntry,
        namespace=optree.registry.__GLOBAL_NAMESPACE,
    )
