"""The base of Container: a dict whose keys are attributes, and whose key chains are indices."""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping
from operator import itemgetter
from types import ModuleType

from ..backend_handler import get_backend
from ..binding.nestable import is_container
from ..utils.boundaries import trim_traceback
from ..utils.exceptions import IvyAttributeError, IvyKeyError, IvyTypeError, IvyValueError
from ..utils.tracebacks import trim
from .chains import is_chain, split
from .comparison import ContainerComparison
from .config import DEFAULT, FIELDS, Config, as_config, as_dict
from .iteration import ContainerIteration
from .key_chains import ContainerKeyChains
from .leaves import mapped, paired
from .printing import ContainerPrinting
from .queues import BatchQueues
from .static import ContainerStatic
from .storage import ContainerStorage
from .summary import ContainerSummary

_key_of = itemgetter(0)
_nests: dict[type, bool] = {}


def _is_nest(cls: type) -> bool:
    """Return whether instances of a class are taken apart: Containers, dicts, other mappings."""
    found = _nests[cls] = issubclass(cls, Mapping)
    return found


class ContainerBase(
    ContainerStatic,
    ContainerKeyChains,
    ContainerIteration,
    ContainerSummary,
    ContainerPrinting,
    ContainerComparison,
    ContainerStorage,
    dict,
):
    """Abstract base of :class:`Container`: the container methods and all special methods that are
    no operators.

    Parameters
    ----------
    dict_in : dict, Container, other mapping or pairs, optional
        The entries; nested ones become Containers, and keys with ``/`` or ``.`` are key chains. A
        sequence, if ``types_to_iteratively_nest`` names its type.
    queues : sequence of queue, optional
        Queues that deliver Containers (or dicts) of batches; an int or a slice as index then loads
        what it needs from them, and keeps it.
    queue_load_sizes : sequence of int, optional
        Number of samples that each queue delivers.
    container_combine_method : {'list_join', 'concat'} or callable, optional
        How one Container is made of those of several queues.
    queue_timeout : float, optional
        How long to wait for a queue, in seconds; None is the global ``queue_timeout``.
    print_limit : int, optional
        Arrays of more elements are printed as their class and shape; None is no limit.
    key_length_limit : int, optional
        Longer keys are shortened in print.
    print_indent : int, optional
        Blanks a level in print.
    print_line_spacing : int, optional
        Empty lines between entries in print.
    ivyh : module or str, optional
        Namespace, or name of the backend, that API methods call; None is the global one.
    default_key_color : str, optional
        Colour of keys, on a terminal.
    keyword_color_dict : dict of str to str, optional
        Colours of further words, on a terminal.
    rebuild_child_containers : bool, optional
        Build Containers among the entries anew, with these settings; else they stay the objects
        that they are.
    types_to_iteratively_nest : sequence of type, optional
        Sequences of these types become Containers with the keys ``it_0``, ``it_1`` ...
    alphabetical_keys : bool, optional
        Sort the keys, else keep their order.
    dynamic_backend : bool, optional
        What ``dynamic_backend`` says; None is the global setting.
    build_callable : bool, optional
        Call functions among the entries, without arguments, and take what they return.
    **kwargs
        Entries too; they win over those of ``dict_in``.

    Raises
    ------
    IvyTypeError
        If ``dict_in`` is no nest.
    """

    __slots__ = ("__weakref__", "_config", "_queues")
    __array_ufunc__ = None  # NumPy leaves `array + container` to the Container
    _nested: type  # the class of the Containers within; Container itself sets it
    _attributes_class: type  # the class of the values that leaves' attributes hold

    def __new__(cls, *args, **kwargs):
        made = dict.__new__(cls)
        _set_config(made, DEFAULT)
        return made

    def __init__(
        self,
        dict_in=None,
        queues=None,
        queue_load_sizes=None,
        container_combine_method="list_join",
        queue_timeout=None,
        print_limit=10,
        key_length_limit=None,
        print_indent=4,
        print_line_spacing=0,
        ivyh=None,
        default_key_color="green",
        keyword_color_dict=None,
        rebuild_child_containers=False,
        types_to_iteratively_nest=None,
        alphabetical_keys=True,
        dynamic_backend=None,
        build_callable=False,
        **kwargs,
    ):
        if type(self) is ContainerBase:
            raise IvyTypeError("ContainerBase is abstract; make a Container")
        config = DEFAULT
        if not (
            print_limit == 10
            and print_indent == 4
            and alphabetical_keys
            and default_key_color == "green"
            and ivyh is key_length_limit is keyword_color_dict is dynamic_backend is None
            and not (types_to_iteratively_nest or print_line_spacing)
            and not (rebuild_child_containers or build_callable)
        ):
            config = Config(
                print_limit,
                key_length_limit,
                print_indent,
                print_line_spacing,
                ivyh,
                default_key_color,
                keyword_color_dict,
                rebuild_child_containers,
                types_to_iteratively_nest,
                alphabetical_keys,
                dynamic_backend,
                build_callable,
            )
            _set_config(self, config)
        if queues is not None:
            sizes, combine = queue_load_sizes, container_combine_method
            _set_queues(self, BatchQueues(queues, sizes, combine, queue_timeout))
        if dict_in is not None:
            entries = self._entries(dict_in, config)
            if kwargs:
                entries = self._entries(entries | kwargs, config)
            dict.__init__(self, entries)
        elif kwargs:
            dict.__init__(self, self._entries(kwargs, config))

    @classmethod
    def _build(cls, items: dict, config: Config):
        """Make a Container of entries that need no conversion."""
        made = dict.__new__(cls)
        dict.__init__(made, items)
        _set_config(made, config)
        return made

    def _like_this(self, items: dict, config: Config | dict | None = None):
        """Make a Container of this class; options missing in ``config`` are copied from here."""
        return self._build(items, as_config(config, self._config))

    @classmethod
    def _from_chains(cls, pairs, config: Config):
        """Return a Container of pairs of a key chain and a value; later ones win."""
        return cls._build(cls._entries(_nest_by_key_chains(pairs), config), config)

    @classmethod
    def _entries(cls, source, config: Config) -> dict:
        """Convert a source to the entries of a new Container: sorted keys, nests as Containers."""
        if type(source) is not dict and not isinstance(source, Mapping):
            taken_apart = isinstance(source, config.types_to_iteratively_nest)
            source = _sequence_to_dict(source) if taken_apart else _pairs_to_dict(source)
        for key in source:
            if type(key) is str and ("/" in key or "." in key):
                source = _nest_by_key_chains(source.items())
                break
        pairs = source.items()
        if config.alphabetical_keys:
            pairs = _sort_by_key(pairs)
        special = config is not DEFAULT and bool(
            config.types_to_iteratively_nest or config.build_callable
        )
        entries = {}
        for key, value in pairs:
            kind = type(value)
            nest = _nests[kind] if kind in _nests else _is_nest(kind)
            entries[key] = cls._entry(value, config) if nest or special else value
        return entries

    @classmethod
    def _entry(cls, value, config: Config):
        """Convert one value for a Container: nested mappings become Containers."""
        if config.build_callable and callable(value) and not isinstance(value, type):
            value = value()
        if is_container(value) and not config.rebuild_child_containers:
            return value
        if isinstance(value, (Mapping, *config.types_to_iteratively_nest)):
            return cls._nested._build(cls._entries(value, config), config)
        return value

    # entries by key, key chain or index

    def __getitem__(self, query):
        """Return an entry by its key or key chain, or every leaf at an index, in a Container."""
        try:
            if isinstance(query, str):
                try:
                    return dict.__getitem__(self, query)
                except KeyError:
                    return self._at(query) if query else self
            if self._has_key(query):
                return dict.__getitem__(self, query)
            queues = _queues_or_none(self)
            if queues is not None:
                return self._get_queue_item(query)
            return (
                paired(_index_leaf, self, query)
                if is_container(query)
                else mapped(lambda leaf: _index_leaf(leaf, query), self)
            )
        except Exception as err:
            trim(err)
            raise

    def _at(self, chain: str):
        """Return the value at a key chain; raise IvyKeyError without one."""
        here = self
        for key in split(chain):
            if not is_container(here) or not dict.__contains__(here, key):
                raise IvyKeyError(f"Container: no key chain {chain!r}; {key!r} is not there")
            here = dict.__getitem__(here, key)
        return here

    def _has_key(self, query) -> bool:
        """Return whether ``query``, no string, is a key; False for an index that has no hash."""
        try:
            return dict.__contains__(self, query)
        except TypeError:  # not hashable: an index
            return False

    def _get_queue_item(self, query):
        return _queues_or_none(self).get(query, self)

    def __setitem__(self, query, val):
        """Set an entry by its key or key chain, or write into every leaf at an index."""
        try:
            if isinstance(query, str):
                val = self._entry(val, self._config)
                if is_chain(query) and not dict.__contains__(self, query):
                    self._set_at_key_chain(query, val)
                else:
                    dict.__setitem__(self, query, val)
            elif self._has_key(query):
                dict.__setitem__(self, query, self._entry(val, self._config))
            elif not self:
                raise IvyKeyError(
                    f"Container: {query!r} was given as an index, but there are no leaves; "
                    "keys are str"
                )
            else:
                self._write_into_leaves(query, val)
        except Exception as err:
            trim(err)
            raise

    def _set_at_key_chain(self, chain: str, value) -> None:
        """Set a value in place, and make Containers on the way; IvyValueError at a leaf there."""
        *above, last = split(chain)
        here = self
        for key in above:
            below = dict.get(here, key)
            if below is None and not dict.__contains__(here, key):
                below = self._nested._build({}, self._config)
                dict.__setitem__(here, key, below)
            elif not is_container(below):
                raise IvyValueError(
                    f"Container: cannot set key chain {chain!r}: there is a leaf at {key!r}"
                )
            here = below
        dict.__setitem__(here, last, value)

    def _write_into_leaves(self, query, value) -> None:
        """Write ``leaf[query] = value``; a Container as ``value`` has one for each leaf."""

        def write(leaf, part):
            leaf[query] = part

        if is_container(value):
            paired(write, self, value)
        else:
            mapped(lambda leaf: write(leaf, value), self)

    @trim_traceback
    def __delitem__(self, query):
        """Delete the entry at a key or key chain."""
        if is_chain(query) and not dict.__contains__(self, query):
            *above, query = split(query)
            holder = self._at("/".join(above))
        else:
            holder = self
        if not is_container(holder) or not dict.__contains__(holder, query):
            raise IvyKeyError(f"Container: no key {query!r} to delete")
        dict.__delitem__(holder, query)

    def __contains__(self, key) -> bool:
        """Return whether there is such a key, key chain, or Container within."""
        if is_container(key):
            return self.cont_contains_sub_container(key)
        return dict.__contains__(self, key) or is_chain(key) and self.cont_has_key_chain(key)

    def get(self, key, default=None):
        """Return the entry at a key or key chain, ``default`` if there is none."""
        try:
            return self._at(key) if is_chain(key) else dict.get(self, key, default)
        except KeyError:
            return default

    def pop(self, key, *default):
        """Take out the entry at a key or key chain, and return it."""
        if key not in self and default:
            return default[0]
        value = self[key] if isinstance(key, str) else dict.__getitem__(self, key)
        del self[key]
        return value

    def setdefault(self, key, default=None):
        """Return the entry at a key or key chain; set it first if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), **kwargs):
        """Set entries as ``dict.update`` does; nested dicts become Containers."""
        for key, value in dict(other, **kwargs).items():
            if isinstance(key, str):
                self[key] = value
            else:
                dict.__setitem__(self, key, self._entry(value, self._config))

    # attributes

    def __getattr__(self, item, *args, **kwargs):
        """Return an entry, else what the leaves have under that name, as a Container.

        Called with arguments, ``x.__getattr__("count", 1)``, it hands them to the leaves' methods.
        """
        try:
            try:
                return dict.__getitem__(self, item)
            except KeyError:
                pass
            given = bool(args or kwargs)
            # Python asks for `__array__` and its kind in passing; for a name that the class has
            # itself this method is only ever called by hand.
            by_hand = given or item.startswith("__") and _class_or_base_defines(type(self), item)
            if item.startswith(("_", "cont_")) and not by_hand:
                if item[1:] in FIELDS:
                    return getattr(self._config, item[1:])
                raise IvyAttributeError(f"{type(self).__name__!r} object has no attribute {item!r}")
            found, called, sized = self._attributes_of_leaves(item, (), by_hand, args, kwargs)
            if not found:
                raise IvyAttributeError(f"{item!r} is no key of the Container, which has no leaves")
            if called:
                return LeafMethod(item, found)
            return _as_class(found, self._attributes_class) if sized else found
        except Exception as err:
            trim(err)
            raise

    def _attributes_of_leaves(self, item, chain, by_hand, args, kwargs):
        """Return (Container of the leaves' attributes, all still to be called?, all sequences?)."""
        found, called, sized = {}, True, True
        for key, leaf in self.items():
            here = (*chain, key)
            if is_container(leaf):
                value, all_called, all_sized = leaf._attributes_of_leaves(
                    item, here, by_hand, args, kwargs
                )
                if not value:
                    continue
            else:
                try:
                    value = getattr(leaf, item)
                except AttributeError as err:
                    raise IvyAttributeError(
                        f"{item!r} is no key of the Container, and no attribute of the "
                        f"{type(leaf).__name__} at key chain {'/'.join(map(str, here))!r}"
                    ) from err
                if by_hand and callable(value):
                    value = value(*args, **kwargs)
                all_called = callable(value) and not by_hand
                all_sized = isinstance(value, (tuple, list, str))
            found[key] = value
            called, sized = called and all_called, sized and all_sized
        return self._nested._build(found, self._config), called, sized

    def __setattr__(self, name, value):
        """Set an entry; names of the class's own slots and properties stay attributes."""
        if hasattr(getattr(type(self), name, None), "__set__") or name.startswith("__"):
            super().__setattr__(name, value)
        else:
            self[name] = value

    def __delattr__(self, name):
        """Delete an entry."""
        if name not in self:
            raise IvyAttributeError(f"{name!r} is no key of the Container")
        del self[name]

    def __dir__(self):
        return [*super().__dir__(), *[key for key in self if isinstance(key, str)]]

    # copies and pickles

    def copy(self):
        """Return a Container with the same leaves, its structure its own."""
        return self.cont_copy()

    def cont_copy(self):
        """Return a Container with the same leaves, its structure its own.

        >>> x = ivy.Container(a={"b": 1})
        >>> y = x.cont_copy()
        >>> y.a.b = 2
        >>> x.a.b
        1
        """
        items = {k: v.cont_copy() if is_container(v) else v for k, v in self.items()}
        made = type(self)._build(items, self._config)
        queues = _queues_or_none(self)
        if queues is not None:
            _set_queues(made, queues)
        return made

    def cont_deep_copy(self):
        """Return a Container with copies of the leaves.

        >>> x = ivy.Container(a=[1, 2])
        >>> y = x.cont_deep_copy()
        >>> y.a.append(3)
        >>> x.a
        [1, 2]
        """
        return copy.deepcopy(self)

    def __copy__(self):
        return self.cont_copy()

    def __deepcopy__(self, memo):
        made = memo[id(self)] = type(self)._build({}, self._config)
        for key, value in self.items():
            dict.__setitem__(made, key, copy.deepcopy(value, memo))
        return made

    def __reduce__(self):
        return _restored, (type(self), dict(self.items())), self.__getstate__()

    def __getstate__(self):
        """Return the settings that are not the usual ones, for pickling."""
        usual = as_dict(DEFAULT)
        state = {name: v for name, v in as_dict(self._config).items() if v != usual[name]}
        if isinstance(state.get("ivyh"), ModuleType):
            state["ivyh"] = getattr(state["ivyh"], "backend", "")
        queues = _queues_or_none(self)
        return state | ({"queues": queues} if queues is not None else {})

    def __setstate__(self, state):
        settings = dict(state)
        queues = settings.pop("queues", None)
        if queues is not None:
            _set_queues(self, queues)
        if settings.get("ivyh") == "":
            settings["ivyh"] = sys.modules["ivy_core"]
        _set_config(self, as_config(settings) if settings else DEFAULT)

    # settings

    def cont_update_config(self, **config):
        """Change settings of this Container; those within keep theirs.

        Parameters
        ----------
        **config
            Settings as the constructor takes them.

        >>> x = ivy.Container(a=1)
        >>> x.cont_update_config(print_indent=2)
        >>> x
        {
          a: 1
        }
        """
        _set_config(self, as_config(config, self._config))

    def cont_inplace_update(self, dict_in, **config):
        """Update the entries with those of a dict or Container; Containers within stay themselves.

        Parameters
        ----------
        dict_in : dict or Container
            New entries; where both sides have a Container, it is updated.
        **config
            Settings to change beforehand.

        Returns
        -------
        Container
            This one.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_inplace_update({"b": {"c": 4}}).cont_to_dict()
        {'a': 1, 'b': {'c': 4, 'd': 3}}
        """
        if config:
            self.cont_update_config(**config)
        if dict_in is not None:
            self._merge_nested(self._entries(dict_in, self._config))
        return self

    def _merge_nested(self, entries) -> None:
        """Update this Container in place: nested Containers are merged, all else is replaced."""
        for key, value in entries.items():
            there = dict.get(self, key)
            if is_container(there) and is_container(value):
                there._merge_nested(value)
            else:
                dict.__setitem__(self, key, value)

    @property
    def cont_config(self) -> dict[str, object]:
        """The settings, as keyword arguments of the constructor."""
        return as_dict(self._config)

    @property
    def _cont_ivy(self):
        """The backend that the option ``ivyh`` names or is; ivy_core if it is None."""
        handle = self._config.ivyh
        if handle is None:
            return sys.modules["ivy_core"]
        return get_backend(handle) if isinstance(handle, str) else handle

    @_cont_ivy.setter
    def _cont_ivy(self, local_ivy):
        self.cont_update_config(ivyh=local_ivy)

    @property
    def cont_ivy(self):
        """The namespace that API methods call."""
        return self._cont_ivy

    def cont_with_ivy_backend(self, ivy_backend: str, inplace: bool = False):
        """Return the Container with another backend for its API methods.

        Parameters
        ----------
        ivy_backend : str
            Name of the backend.
        inplace : bool, optional
            Change this Container.

        >>> x = ivy.Container(a=1).cont_with_ivy_backend("numpy")
        >>> x.cont_config["ivyh"]
        'numpy'
        """
        return self._with_setting("ivyh", ivy_backend, inplace)

    def _with_setting(self, name: str, value, inplace: bool):
        """Return a copy (``inplace``: this one) with one setting changed on all levels."""
        made = self if inplace else self.cont_copy()
        made._set_option_everywhere(name, value)
        return made

    def _set_option_everywhere(self, name, value) -> None:
        """Set an option in place, here and in all nested Containers."""
        self.cont_update_config(**{name: value})
        for within in self.values():
            if is_container(within):
                within._set_option_everywhere(name, value)

    @property
    def dynamic_backend(self) -> bool:
        """Whether arrays follow a change of the backend; the global setting if none is its own."""
        own = self._config.dynamic_backend
        return getattr(sys.modules["ivy_core"], "dynamic_backend", False) if own is None else own

    @dynamic_backend.setter
    def dynamic_backend(self, value):
        self._set_option_everywhere("dynamic_backend", value)


class LeafMethod:
    """A method of the leaves, called on each of them when it is called."""

    __slots__ = ("__name__", "_methods")

    def __init__(self, name: str, methods):
        self.__name__ = name
        self._methods = methods

    def __call__(self, *args, **kwargs):
        if args or kwargs:
            raise IvyTypeError(
                f"{self.__name__}: arguments do not reach the leaves in this way; write "
                f"x.__getattr__({self.__name__!r}, ...)"
            )
        return mapped(lambda method: method(), self._methods)

    def __repr__(self) -> str:
        return f"<method {self.__name__!r} of the leaves of a Container>"


def _restored(cls: type, items: dict):
    """Rebuild an unpickled Container."""
    return cls._build(items, DEFAULT)


def _queues_or_none(container):
    try:
        return _get_queues(container)
    except AttributeError:
        return None


def _class_or_base_defines(cls: type, name: str) -> bool:
    # not hasattr: a class also has what its metaclass defines, `__dict__` and the like
    return any(name in vars(base) for base in cls.__mro__)


def _as_class(container, cls: type):
    """Return a copy of a Container and of those nested in it as objects of another class."""
    made = dict.__new__(cls)
    _set_config(made, container._config)
    for key, value in container.items():
        dict.__setitem__(made, key, _as_class(value, cls) if is_container(value) else value)
    return made


def _index_leaf(leaf, query):
    """Return ``leaf[query]``; None, an array without axes and an empty list as they are."""
    if leaf is None or getattr(leaf, "shape", None) == ():
        return leaf
    if isinstance(leaf, (list, tuple)) and not leaf:
        return leaf
    return leaf[query]


def _sequence_to_dict(sequence) -> dict:
    """Return a sequence as a dict with the keys ``it_0``, ``it_1`` ..., equally long."""
    width = len(str(len(sequence)))
    return {f"it_{str(i).zfill(width)}": value for i, value in enumerate(sequence)}


def _pairs_to_dict(source) -> dict:
    """Return key-value pairs as a dict; IvyTypeError where it is something else."""
    try:
        return dict(source)
    except (TypeError, ValueError):
        raise IvyTypeError(
            f"Container: {type(source).__name__} was given; a mapping, pairs of key and value, and "
            "what types_to_iteratively_nest names are allowed"
        ) from None


def _sort_by_key(pairs) -> list:
    """Return pairs sorted by key; by the keys' texts where their types cannot be compared."""
    try:
        return sorted(pairs, key=_key_of)
    except TypeError:  # keys of several types
        return sorted(pairs, key=lambda pair: str(pair[0]))


def _nest_by_key_chains(pairs) -> dict:
    """Return nested dicts for pairs of key chain and value, merged; raise at a leaf on the way."""
    nest: dict = {}
    own = {id(nest)}  # the caller's dicts are not written into
    for chain, value in pairs:
        *above, last = split(chain) if is_chain(chain) else (chain,)
        here = nest
        for key in above:
            below = here.get(key, {})
            if not isinstance(below, Mapping):
                raise IvyValueError(
                    f"Container: cannot set key chain {chain!r}: there is a leaf at {key!r}"
                )
            if id(below) not in own:
                below = here[key] = dict(below.items())
                own.add(id(below))
            here = below
        if isinstance(value, Mapping) and isinstance(here.get(last), Mapping):
            value = _nest_by_key_chains(
                [*_iterate_key_chains(here[last]), *_iterate_key_chains(value)]
            )
        here[last] = value
    return nest


def _iterate_key_chains(nest):
    """Yield pairs of key chain and leaf; an empty nest is a leaf."""
    for key, value in nest.items():
        if isinstance(value, Mapping) and value and isinstance(key, str):
            for chain, leaf in _iterate_key_chains(value):
                yield f"{key}/{chain}", leaf
        else:
            yield key, value


_set_config = ContainerBase._config.__set__
_set_queues = ContainerBase._queues.__set__
_get_queues = ContainerBase._queues.__get__
