"""``torch.utils._pytree``: trees of Python's containers, flattened and put together again.

References
----------
PyTorch, ``torch.utils._pytree``.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from frontends.torch.dispatch.docstrings import citing


class NodeDef(NamedTuple):
    """Functions that flatten and unflatten the containers of a class."""

    type: type
    flatten_fn: Callable
    unflatten_fn: Callable
    flatten_with_keys_fn: Callable | None = None


@dataclass(frozen=True)
class SequenceKey:
    """The index of a child of a sequence."""

    idx: int

    def __str__(self) -> str:
        return f"[{self.idx!r}]"


@dataclass(frozen=True)
class MappingKey:
    """The key of a child of a mapping."""

    key: Any

    def __str__(self) -> str:
        return f"[{self.key!r}]"


@dataclass(frozen=True)
class GetAttrKey:
    """The name of a child that is an attribute."""

    name: str

    def __str__(self) -> str:
        return f".{self.name}"


SUPPORTED_NODES: dict[type, NodeDef] = {}


@dataclass
class TreeSpec:
    """Structure of a tree without its leaves: the class of a node, its context, its children.

    Attributes
    ----------
    type : type or None
        None for a leaf.
    context : object
        What puts the children together besides.
    children_specs : list of TreeSpec
    """

    type: Any
    context: Any
    children_specs: list[TreeSpec]
    num_nodes: int = field(init=False)
    num_leaves: int = field(init=False)
    num_children: int = field(init=False)

    def __post_init__(self) -> None:
        self.num_children = len(self.children_specs)
        self.num_nodes = 1 + sum(child.num_nodes for child in self.children_specs)
        leaf = self.type is None
        self.num_leaves = 1 if leaf else sum(child.num_leaves for child in self.children_specs)

    def is_leaf(self) -> bool:
        """Return whether this is a leaf."""
        return self.type is None

    def children(self) -> list[TreeSpec]:
        """Return the specs of the children."""
        return self.children_specs

    def child(self, index: int) -> TreeSpec:
        """Return the spec of a child."""
        return self.children_specs[index]

    def unflatten(self, leaves: Iterable) -> Any:
        """Return the tree of this form with these leaves."""
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(
                f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec "
                f"refers to a pytree that holds {self.num_leaves} items ({self})."
            )
        return _unflatten_from(self, iter(leaves))

    def flatten_up_to(self, tree: Any) -> list:
        """Flatten a tree down to this one's leaves."""
        if self.type is None:
            return [tree]
        if _get_node_type(tree) is not self.type:
            raise ValueError(
                f"Type mismatch; expected {self.type!r}, but got {_get_node_type(tree)!r}."
            )
        children, context = SUPPORTED_NODES[self.type].flatten_fn(tree)
        if context != self.context or len(children) != self.num_children:
            raise ValueError(f"Node context mismatch for {self.type!r}.")
        pairs = zip(self.children_specs, children, strict=True)
        return [leaf for spec, child in pairs for leaf in spec.flatten_up_to(child)]

    def __repr__(self) -> str:
        if self.type is None:
            return "*"
        return f"TreeSpec({self.type.__name__}, {self.context}, {self.children_specs})"


def _unflatten_from(spec, leaf_iterator) -> Any:
    """Return the tree of as many leaves as it needs, taken from an iterator."""
    if spec.type is None:
        return next(leaf_iterator)
    children = [_unflatten_from(child, leaf_iterator) for child in spec.children_specs]
    return SUPPORTED_NODES[spec.type].unflatten_fn(children, spec.context)


class LeafSpec(TreeSpec):
    """The spec of a leaf."""

    def __init__(self) -> None:
        super().__init__(None, None, [])


PyTree = Any
_LEAF = LeafSpec()


@citing(None)
def register_pytree_node(
    cls: type, flatten_fn: Callable, unflatten_fn: Callable, *, serialized_type_name=None,
    to_dumpable_context=None, from_dumpable_context=None, flatten_with_keys_fn=None,
) -> None:  # fmt: skip
    """Have the objects of a class taken apart in trees.

    Parameters
    ----------
    cls : type
    flatten_fn : callable
        Returns the children of an object, a list, and a context.
    unflatten_fn : callable
        Returns an object of children and a context.
    flatten_with_keys_fn : callable, optional
        Returns pairs of key and child, and a context.

    Raises: ValueError if the class is registered already.

    References
    ----------
    PyTorch, torch.utils._pytree.register_pytree_node.
    """
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)


_register_pytree_node = register_pytree_node


def _dict_flatten(d: dict) -> tuple[list, list]:
    return list(d.values()), list(d.keys())


def _dict_unflatten(values: Iterable, context: list) -> dict:
    return dict(zip(context, values, strict=True))


def _dict_flatten_with_keys(d: dict) -> tuple[list, list]:
    return [(MappingKey(key), value) for key, value in d.items()], list(d.keys())


def _sequence_flatten_with_keys(d) -> tuple[list, None]:
    return [(SequenceKey(at), value) for at, value in enumerate(d)], None


def _register_builtin_containers() -> None:
    with_indices = {"flatten_with_keys_fn": _sequence_flatten_with_keys}
    with_keys = {"flatten_with_keys_fn": _dict_flatten_with_keys}
    register_pytree_node(tuple, lambda d: (list(d), None), lambda v, c: tuple(v), **with_indices)
    register_pytree_node(list, lambda d: (d, None), lambda v, c: list(v), **with_indices)
    register_pytree_node(dict, _dict_flatten, _dict_unflatten, **with_keys)
    register_pytree_node(
        OrderedDict, _dict_flatten, lambda v, c: OrderedDict(_dict_unflatten(v, c)), **with_keys
    )
    register_pytree_node(
        defaultdict,
        lambda d: (list(d.values()), [d.default_factory, list(d)]),
        lambda v, c: defaultdict(c[0], _dict_unflatten(v, c[1])),
    )
    register_pytree_node(
        deque, lambda d: (list(d), d.maxlen), lambda v, c: deque(v, c), **with_indices
    )
    # those of all named tuples: the context is the class
    register_pytree_node(namedtuple, lambda d: (list(d), type(d)), lambda v, c: c(*v))


_register_builtin_containers()


def is_namedtuple(obj) -> bool:
    """Return whether an object is a named tuple."""
    return isinstance(obj, tuple) and hasattr(obj, "_fields")


def _get_node_type(tree: Any) -> Any:
    """Return a value's key in SUPPORTED_NODES: its class, ``namedtuple`` for a named tuple."""
    kind = type(tree)
    return namedtuple if kind not in SUPPORTED_NODES and is_namedtuple(tree) else kind


def _flatten_into(tree: Any, leaves: list, is_leaf: Callable | None) -> TreeSpec:
    """Append the leaves of a tree to ``leaves``, and return its TreeSpec."""
    kind = _get_node_type(tree)
    if kind not in SUPPORTED_NODES or is_leaf is not None and is_leaf(tree):
        leaves.append(tree)
        return _LEAF
    children, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [_flatten_into(child, leaves, is_leaf) for child in children])


def tree_flatten(tree: Any, is_leaf: Callable | None = None) -> tuple[list, TreeSpec]:
    """Return the leaves of a tree, and what it is without them.

    References
    ----------
    PyTorch, torch.utils._pytree.tree_flatten.

    Examples
    --------
    >>> from frontends.torch.utils._pytree import tree_flatten
    >>> tree_flatten({"a": [1, 2], "b": (3,)})[0]
    [1, 2, 3]
    """
    leaves: list = []
    spec = _flatten_into(tree, leaves, is_leaf)
    return leaves, spec


def tree_unflatten(leaves: Iterable, treespec: TreeSpec) -> Any:
    """Return the tree of a form with leaves."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(
            f"tree_unflatten(leaves, treespec): Expected `treespec` to be instance of TreeSpec "
            f"but got item of type {type(treespec)}."
        )
    return treespec.unflatten(leaves)


def tree_leaves(tree: Any, is_leaf: Callable | None = None) -> list:
    """Return the leaves of a tree."""
    return tree_flatten(tree, is_leaf)[0]


def tree_iter(tree: Any, is_leaf: Callable | None = None):
    """Return an iterator over the leaves of a tree."""
    return iter(tree_leaves(tree, is_leaf))


def tree_structure(tree: Any, is_leaf: Callable | None = None) -> TreeSpec:
    """Get the structure of a tree, without its leaves."""
    return tree_flatten(tree, is_leaf)[1]


treespec_leaf = LeafSpec


def tree_map(func: Callable, tree: Any, *rests: Any, is_leaf: Callable | None = None) -> Any:
    """Return a tree whose leaves are what a function makes of those of one, or of several.

    References
    ----------
    PyTorch, torch.utils._pytree.tree_map.

    Examples
    --------
    >>> from frontends.torch.utils._pytree import tree_map
    >>> tree_map(lambda x: x + 1, {"a": [1, 2]})
    {'a': [2, 3]}
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(each) for each in rests]
    return spec.unflatten(map(func, leaves, *others))


def tree_map_(func: Callable, tree: Any, *rests: Any, is_leaf: Callable | None = None) -> Any:
    """Call a function on each leaf, and return the tree."""
    leaves, spec = tree_flatten(tree, is_leaf)
    for values in zip(leaves, *(spec.flatten_up_to(each) for each in rests), strict=True):
        func(*values)
    return tree


def map_only(types, /) -> Callable:
    """Return a decorator: functions of leaves of some classes leave others as they are."""
    is_one = types if callable(types) and not isinstance(types, type) else None

    def decorate(func: Callable) -> Callable:
        def on_leaf(x):
            chosen = is_one(x) if is_one is not None else isinstance(x, types)
            return func(x) if chosen else x

        return on_leaf

    return decorate


def tree_map_only(types, /, func: Callable, tree: Any, is_leaf: Callable | None = None) -> Any:
    """Return a tree whose leaves of some classes are what a function makes of them."""
    return tree_map(map_only(types)(func), tree, is_leaf=is_leaf)


def tree_map_only_(types, /, func: Callable, tree: Any, is_leaf: Callable | None = None) -> Any:
    """Call a function on each leaf of some classes, and return the tree."""
    return tree_map_(map_only(types)(func), tree, is_leaf=is_leaf)


def tree_all(pred: Callable, tree: Any, is_leaf: Callable | None = None) -> bool:
    """Return whether all leaves are so."""
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred: Callable, tree: Any, is_leaf: Callable | None = None) -> bool:
    """Return whether any leaf is so."""
    return any(map(pred, tree_leaves(tree, is_leaf)))


def _iterate_leaves_with_paths(tree: Any, path: tuple, is_leaf: Callable | None) -> Iterator[tuple]:
    """Yield (path of keys, leaf) for each leaf, keys by index where a class registers none."""
    kind = _get_node_type(tree)
    if kind not in SUPPORTED_NODES or is_leaf is not None and is_leaf(tree):
        yield path, tree
        return
    keyed = SUPPORTED_NODES[kind].flatten_with_keys_fn
    if keyed is not None:
        pairs = keyed(tree)[0]
    elif kind is namedtuple:
        pairs = [(GetAttrKey(name), getattr(tree, name)) for name in tree._fields]
    else:
        children = SUPPORTED_NODES[kind].flatten_fn(tree)[0]
        pairs = [(SequenceKey(at), child) for at, child in enumerate(children)]
    for key, child in pairs:
        yield from _iterate_leaves_with_paths(child, (*path, key), is_leaf)


def tree_flatten_with_path(tree: Any, is_leaf: Callable | None = None) -> tuple[list, TreeSpec]:
    """Return pairs of the path and the value of each leaf, and what the tree is without them."""
    return list(_iterate_leaves_with_paths(tree, (), is_leaf)), tree_structure(tree, is_leaf)


def tree_map_with_path(func: Callable, tree: Any, *rests: Any, is_leaf=None) -> Any:
    """Return a tree whose leaves are what a function makes of paths and leaves."""
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(each) for each in rests]
    return spec.unflatten(func(*pair, *rest) for pair, *rest in zip(pairs, *others, strict=True))


def keystr(kp: Iterable) -> str:
    """Return a path as text: ``['a'][0]``."""
    return "".join(str(key) for key in kp)
