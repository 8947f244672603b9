"""Container: a nest of arrays, or of anything else, that is used like one of them."""

from __future__ import annotations

from ..binding.nestable import is_container
from ..utils.boundaries import trim_traceback
from ..utils.docstrings import complete_method
from ..utils.nests import set_container_class
from .base import ContainerBase
from .operators import attach_operators


class Container(ContainerBase):
    """Dict of arrays, nested to any depth, with the functional API as methods of all of them.

    ``ContainerBase`` lists the parameters. There are three groups of methods, which do not overlap:
    container methods (``cont_*``), API methods (``x.add(y)``, as Array has them; as static methods
    ``Container.static_add(x, y)``) and special methods (operators, indexing, attributes). API
    methods take four keyword arguments more, ``key_chains``, ``to_apply``, ``prune_unapplied`` and
    ``map_sequences``, which mean what they mean in :meth:`cont_map`.

    Keys are attributes, and key chains are indices: ``x.a.b`` and ``x["a/b"]``. What is neither a
    key nor a method is looked for on the leaves: ``x.shape`` is a Container of shapes. Operators go
    to every leaf, and so do indices that are no keys.

    Notes
    -----
    * ``len(x.shape)`` is the number of keys, as Python wants an int there. The lengths of the
      leaves are ``x.shape.__len__()``.
    * ``bin(x)``, and other functions of Python that want an int or a float, raise a TypeError.
      Write ``x.cont_map(lambda leaf, _: bin(leaf))``.
    * A method of the leaves gets no arguments when it is called, ``x.count(1)``. Write
      ``x.__getattr__("count", 1)``.
    * A key that is the name of a method is reached by index only: ``x['add']``.
    * ``|`` is "or" on every leaf, and ``==`` is a Container of bools: see :meth:`cont_combine` and
      :meth:`cont_identical`.

    References
    ----------
    Ivy, "Containers", deep dive of its documentation.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.Container(a=ivy.asarray([0.0]), b={"c": ivy.asarray([1.0, 2.0])})
    >>> x + 1
    {
        a: ivy.array([1.]),
        b: {
            c: ivy.array([2., 3.])
        }
    }
    >>> x["b/c"]
    ivy.array([1., 2.])
    >>> x.ndim
    {
        a: 1,
        b: {
            c: 1
        }
    }
    """

    __slots__ = ()


class LeafAttributes(Container):
    """Container of sequences found as attributes of leaves, such as their shapes.

    Its ``__len__``, called by name, is theirs. Whatever is computed from it is a Container.
    """

    __slots__ = ()

    def __getattribute__(self, name):
        if name == "__len__":
            return lambda: _lengths_of_leaves(self)
        return super().__getattribute__(name)

    @classmethod
    def _build(cls, items, config):
        """Make a plain Container, no LeafAttributes: so is whatever is computed from one."""
        return Container._build(items, config)


def _lengths_of_leaves(values):
    """Return a Container of the length of each leaf; TypeError for one that has none."""
    items = {k: _lengths_of_leaves(v) if is_container(v) else len(v) for k, v in values.items()}
    return Container._build(items, values._config)


def _finish_methods(cls: type) -> None:
    """Complete the docstrings of the methods ``cont_*``, and trim the tracebacks they raise."""
    for name in dir(cls):
        if not name.startswith("cont_"):
            continue
        owner = next(c for c in cls.__mro__ if name in vars(c))
        member = vars(owner)[name]
        if isinstance(member, (staticmethod, classmethod)):
            complete_method(member.__func__, "import ivy_core as ivy")
            setattr(owner, name, type(member)(trim_traceback(member.__func__)))
        elif callable(member):
            complete_method(member, "import ivy_core as ivy")
            setattr(owner, name, trim_traceback(member))


attach_operators(Container)
_finish_methods(Container)
set_container_class(Container)
ContainerBase._nested = Container
ContainerBase._attributes_class = LeafAttributes
