"""A reader of pickles that calls nothing but what it is handed.

A pickle is a program: it may name any function of any module, and call it. The machine below knows
the instructions that ``torch.save`` writes, and gets what a name stands for from its caller, who
allows a few names; nothing is imported here, and nothing that a file names is changed: ``BUILD``
sets the state of instances, of allowed classes only.
"""

from __future__ import annotations

import functools
import pickle
import struct
import warnings
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pickle import UnpicklingError

_BLOCKED = ("sys", "os", "posix", "nt")
_HOLDS_ITEMS = (dict, OrderedDict, Counter)
_LONGEST = 2**31


@dataclass(frozen=True)
class Allowed:
    """Names that a file may use.

    Attributes
    ----------
    names : dict
        Full names, ``'collections.OrderedDict'``, and what they stand for.
    of_user : dict
        The same, of what the user has allowed.
    """

    names: dict[str, object]
    of_user: dict[str, object] = field(default_factory=dict)

    def may_call(self, function: object) -> bool:
        """Return whether a file may call it."""
        return id(function) in self._allowed_callable_ids

    @functools.cached_property
    def _allowed_callable_ids(self) -> frozenset[int]:
        """Return the ids of all callables that a file may name, those of the user among them."""
        return frozenset(map(id, [*self.names.values(), *self.of_user.values()]))

    def is_of_user(self, kind: type) -> bool:
        """Return whether the user has allowed instances of a class."""
        return any(kind is each for each in self.of_user.values())


def read_name(readline: Callable[[], bytes]) -> tuple[str, str]:
    """Return module and name that an instruction ``GLOBAL`` names, as Python 3 spells them.

    Examples
    --------
    >>> import io
    >>> from frontends.torch.serialization.weights_unpickler import read_name
    >>> read_name(io.BytesIO(b"__builtin__\\nset\\n").readline)
    ('builtins', 'set')
    """
    module, name = (readline()[:-1].decode("utf-8") for _ in range(2))
    if (module, name) in NAME_MAPPING:
        return NAME_MAPPING[module, name]
    return IMPORT_MAPPING.get(module, module), name


class WeightsUnpickler:
    """Reads one object from a pickle.

    Parameters
    ----------
    file : file object, binary
        It stands at the first instruction, and behind the last one after ``load``.
    allowed : Allowed
        What may be named.
    load_storage : callable, optional
        Returns the memory of a persistent id, a tuple.
    encoding : str, optional
        Of the byte strings that Python 2 wrote; ``'bytes'`` leaves them as they are.

    References
    ----------
    Python documentation, ``pickletools``; PyTorch documentation, ``torch.load``, ``weights_only``.

    Examples
    --------
    >>> import io, pickle
    >>> from frontends.torch.serialization.weights_unpickler import Allowed, WeightsUnpickler
    >>> WeightsUnpickler(io.BytesIO(pickle.dumps([1, "a"], 2)), Allowed({})).load()
    [1, 'a']
    """

    def __init__(
        self,
        file,
        allowed: Allowed,
        load_storage: Callable[[tuple], object] | None = None,
        encoding: str = "bytes",
    ):
        self._read, self._readline = file.read, file.readline
        self.allowed, self._load_storage, self._encoding = allowed, load_storage, encoding
        self._stack: list = []
        self._marks: list[list] = []
        self._memo: dict[int, object] = {}

    def load(self) -> object:
        """Return the object.

        Raises
        ------
        pickle.UnpicklingError
            If the file names what is not allowed, or is no pickle of ``torch.save``.
        EOFError
            If it ends before the pickle does.
        """
        steps = _STEPS
        try:
            while True:
                code = self._read(1)
                if not code:
                    raise EOFError("Ran out of input")
                if code == pickle.STOP:
                    return self._stack.pop()
                step = steps.get(code)
                if step is None:
                    raise UnpicklingError(f"Unsupported operand {code[0]}")
                step(self)
        except (struct.error, UnicodeDecodeError) as err:
            raise UnpicklingError(f"the pickle is damaged: {err}") from None
        except IndexError as err:
            if self._stack:  # raised by what an instruction has called
                raise
            raise UnpicklingError(f"the pickle is damaged: {err}") from None

    # what runs code

    def find(self, module: str, name: str) -> object:
        """Find the object of a name."""
        path = f"{module}.{name}"
        if module in _BLOCKED:
            raise UnpicklingError(
                f"Trying to load unsupported GLOBAL {path} whose module {module} is blocked."
            )
        for names in (self.allowed.names, self.allowed.of_user):
            if path in names:
                return names[path]
        path = path.removeprefix("builtins.")
        raise UnpicklingError(
            f"Unsupported global: GLOBAL {path} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{path}])` or the "
            f"`torch.serialization.safe_globals([{path}])` context manager to allowlist this "
            "global if you trust this class/function."
        )

    def call(self, function: object, arguments: tuple) -> object:
        """Call a function that a file names."""
        if not self.allowed.may_call(function):
            raise UnpicklingError(f"Trying to call reduce for unrecognized function {function}")
        return function(*arguments)

    def new(self, kind: type, arguments: tuple) -> object:
        """Return a new instance of a class."""
        if not self.allowed.may_call(kind) or not isinstance(kind, type):
            raise UnpicklingError(
                "Can only create new object for nn.Parameter or classes allowlisted via "
                f"`add_safe_globals` but got {kind}"
            )
        return kind.__new__(kind, *arguments)

    def build(self, instance: object, state: object) -> None:
        """Set the state of an instance."""
        kind = type(instance)
        if kind is OrderedDict:
            instance.__dict__.update(state)
        elif not self.allowed.is_of_user(kind):
            raise UnpicklingError(
                "Can only build Tensor, Parameter, OrderedDict or types allowlisted via "
                f"`add_safe_globals`, but got {kind}"
            )
        elif hasattr(instance, "__setstate__"):
            instance.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            instance.__dict__.update(state or {})
            for name, value in (slots or {}).items():
                setattr(instance, name, value)

    # instructions

    def _run_global(self):
        self._stack.append(self.find(*read_name(self._readline)))

    def _run_reduce(self):
        arguments = self._stack.pop()
        self._stack[-1] = self.call(self._stack[-1], arguments)

    def _run_newobj(self):
        arguments = self._stack.pop()
        self._stack[-1] = self.new(self._stack[-1], arguments)

    def _run_build(self):
        state = self._stack.pop()
        self.build(self._stack[-1], state)

    def _run_persistent_load(self):
        """Replace a storage's key on the stack by what ``_load_storage`` returns, or refuse it."""
        key = self._stack.pop()
        if type(key) is not tuple and type(key) is not int:
            raise UnpicklingError(f"persistent_load id must be tuple or int, but got {type(key)}")
        if type(key) is tuple and key and key[0] not in ("storage", b"storage"):
            raise UnpicklingError(
                f"Only persistent_load of storage is allowed, but got {type(key[0])}"
            )
        if self._load_storage is None:
            raise UnpicklingError("unsupported persistent id encountered")
        self._stack.append(self._load_storage(key))

    def _pop_to_mark(self) -> list:
        """Return the list of what was pushed since the mark, and go back to the stack below."""
        items = self._stack
        if not self._marks:
            raise UnpicklingError("the pickle is damaged: a mark is missing")
        self._stack = self._marks.pop()
        return items

    def _push_mark(self):
        """Put the stack aside, and begin an empty one."""
        self._marks.append(self._stack)
        self._stack = []

    def _top_list(self) -> list:
        """Return the stack's topmost object, left there; UnpicklingError if it is no list."""
        found = self._stack[-1]
        if type(found) is not list:
            raise UnpicklingError(f"Can only append to lists, but got {type(found)}")
        return found

    def _run_append(self):
        item = self._stack.pop()
        self._top_list().append(item)

    def _run_appends(self):
        items = self._pop_to_mark()
        self._top_list().extend(items)

    def _set_items_of_top(self, keys_and_values: list):
        target = self._stack[-1]
        if type(target) not in _HOLDS_ITEMS:
            raise UnpicklingError(
                "Can only set items of dict, collections.OrderedDict, collections.Counter, but got "
                f"{type(target)}"
            )
        for key, value in zip(keys_and_values[::2], keys_and_values[1::2], strict=True):
            target[key] = value

    def _run_setitem(self):
        value, key = self._stack.pop(), self._stack.pop()
        self._set_items_of_top([key, value])

    def _run_setitems(self):
        self._set_items_of_top(self._pop_to_mark())

    def _push_tuple(self):
        items = self._pop_to_mark()
        self._stack.append(tuple(items))

    def _push_tuple_of_last(self, count: int):
        self._stack[-count:] = [tuple(self._stack[-count:])]

    def _push_number(self, form: str):
        self._stack.append(struct.unpack(form, self._read(struct.calcsize(form)))[0])

    def _read_counted_bytes(self, form: str) -> bytes:
        """Read a length of the struct format ``form``, then so many bytes; raise if too long."""
        (length,) = struct.unpack(form, self._read(struct.calcsize(form)))
        if length > _LONGEST:
            raise UnpicklingError("String is too long")
        found = self._read(length)
        if len(found) < length:
            raise EOFError("Ran out of input")
        return found

    def _push_text(self):
        self._stack.append(str(self._read_counted_bytes("<I"), "utf-8", "surrogatepass"))

    def _push_python2_string(self):
        """Push a string of Python 2: bytes if that is the encoding, else decoded."""
        found = self._read_counted_bytes("<B")
        self._stack.append(found if self._encoding == "bytes" else found.decode(self._encoding))

    def _push_long(self):
        self._stack.append(int.from_bytes(self._read_counted_bytes("<B"), "little", signed=True))

    def _push_memo_value(self, form: str):
        (index,) = struct.unpack(form, self._read(struct.calcsize(form)))
        if index not in self._memo:
            raise UnpicklingError(f"Memo value not found at index {index}")
        self._stack.append(self._memo[index])

    def _put_into_memo(self, form: str):
        (index,) = struct.unpack(form, self._read(struct.calcsize(form)))
        self._memo[index] = self._stack[-1]

    def _read_protocol_and_warn(self):
        protocol = self._read(1)[0]
        if protocol != 2:
            warnings.warn(
                f"Detected pickle protocol {protocol} in the checkpoint, which was not the default "
                "pickle protocol used by `torch.load` (2). The weights_only Unpickler might not "
                "support all instructions implemented by this protocol.",
                stacklevel=2,
            )


def _push_op(make: Callable[[], object]) -> Callable[[WeightsUnpickler], None]:
    return lambda machine: machine._stack.append(make())


def _bind_op_option(method: Callable, option: object) -> Callable[[WeightsUnpickler], object]:
    return lambda machine: method(machine, option)


_M = WeightsUnpickler
_STEPS: dict[bytes, Callable[[WeightsUnpickler], None]] = {
    pickle.GLOBAL: _M._run_global,
    pickle.REDUCE: _M._run_reduce,
    pickle.NEWOBJ: _M._run_newobj,
    pickle.BUILD: _M._run_build,
    pickle.BINPERSID: _M._run_persistent_load,
    pickle.MARK: _M._push_mark,
    pickle.APPEND: _M._run_append,
    pickle.APPENDS: _M._run_appends,
    pickle.SETITEM: _M._run_setitem,
    pickle.SETITEMS: _M._run_setitems,
    pickle.TUPLE: _M._push_tuple,
    pickle.TUPLE1: _bind_op_option(_M._push_tuple_of_last, 1),
    pickle.TUPLE2: _bind_op_option(_M._push_tuple_of_last, 2),
    pickle.TUPLE3: _bind_op_option(_M._push_tuple_of_last, 3),
    pickle.NONE: _push_op(lambda: None),
    pickle.NEWTRUE: _push_op(lambda: True),
    pickle.NEWFALSE: _push_op(lambda: False),
    pickle.EMPTY_TUPLE: _push_op(tuple),
    pickle.EMPTY_LIST: _push_op(list),
    pickle.EMPTY_DICT: _push_op(dict),
    pickle.EMPTY_SET: _push_op(set),
    pickle.BININT: _bind_op_option(_M._push_number, "<i"),
    pickle.BININT1: _bind_op_option(_M._push_number, "<B"),
    pickle.BININT2: _bind_op_option(_M._push_number, "<H"),
    pickle.BINFLOAT: _bind_op_option(_M._push_number, ">d"),
    pickle.BINUNICODE: _M._push_text,
    pickle.SHORT_BINSTRING: _M._push_python2_string,
    pickle.LONG1: _M._push_long,
    pickle.BINGET: _bind_op_option(_M._push_memo_value, "<B"),
    pickle.LONG_BINGET: _bind_op_option(_M._push_memo_value, "<I"),
    pickle.BINPUT: _bind_op_option(_M._put_into_memo, "<B"),
    pickle.LONG_BINPUT: _bind_op_option(_M._put_into_memo, "<I"),
    pickle.PROTO: _M._read_protocol_and_warn,
}


class InertUnpickler(WeightsUnpickler):
    """Reads a pickle for its persistent ids and for its end: what it names is not looked up.

    Examples
    --------
    >>> import io, pickle
    >>> from frontends.torch.serialization.weights_unpickler import Allowed, InertUnpickler
    >>> type(InertUnpickler(io.BytesIO(pickle.dumps(print, 2)), Allowed({})).load()).__name__
    'Named'
    """

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.names: set[str] = set()

    def find(self, module: str, name: str) -> Named:
        self.names.add(f"{module}.{name}")
        return Named(module, name)

    def call(self, function: object, arguments: tuple) -> object:
        # items are put into what these two make, so they have to be what they are
        if isinstance(function, Named) and function.path in _CONTAINERS:
            return _CONTAINERS[function.path]()
        return Named("", "")

    new = call

    def build(self, instance: object, state: object) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Named:
    """A class or a function that a file names."""

    module: str
    name: str

    @property
    def path(self) -> str:
        return f"{self.module}.{self.name}"

    def __call__(self, *arguments):
        # pickle wants what makes an object to be callable; its name alone is written
        raise TypeError(f"{self.path} is a name in a file")


def names_in(file) -> set[str]:
    """Return the full names that a pickle names; nothing is looked up.

    Examples
    --------
    >>> import io, pickle
    >>> from frontends.torch.serialization.weights_unpickler import names_in
    >>> names_in(io.BytesIO(pickle.dumps([print], 2)))
    {'builtins.print'}
    """
    machine = InertUnpickler(file, Allowed({}), lambda key: key)
    machine.load()
    return machine.names


_CONTAINERS = {"collections.OrderedDict": OrderedDict, "collections.Counter": Counter}

__all__ = ["Allowed", "InertUnpickler", "Named", "WeightsUnpickler", "names_in", "read_name"]
