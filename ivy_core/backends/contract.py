"""The contract of a backend: every name of its package, and its description of itself.

A backend is a package. What it must have at least: ``NAME``, ``CAPABILITIES``, ``from_host``,
``to_host``, ``to_native_dtype``, and functions, each in a file with the name of its category in
:mod:`ivy_core.functional`, or in ``functions.py`` while there are few. All other names of
:class:`Backend` have defaults in :mod:`ivy_core.backends.common.defaults`, right on every backend,
mostly through the host: a backend has its own where these are too slow. The core calls all of them
by position. docs/adding_a_backend.md goes through it step by step.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ..devices import Device
from ..dtypes import Dtype
from .holder import Holder
from .placement import Placement

Native = Any  # an array of the framework: it has `shape`, `dtype` and `ndim`


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """Abilities of a backend's arrays; the core reads them and never a backend's name.

    Parameters
    ----------
    mutable : bool
        Native arrays are written in place, by ``assign``. Arrays of other backends are given new
        native arrays.
    native_views : bool
        An index may give a native array on the same memory: ``get_native`` and ``view_native`` are
        asked first, and ``assign_lens`` writes.
    functional_views : bool or frozenset of str
        View functions give Arrays that see their base through lenses: all of them, none, or those
        that the framework has no native views for.
    indexes_as_numpy : bool, optional
        Native arrays take NumPy's indices by NumPy's rules; the core asks them directly.
    versioned : bool, optional
        A native array counts the writes to it in ``_version``.
    assignable : bool, optional
        Beside immutable arrays there are objects that are assigned to, as ``tensorflow.Variable``.
    promotes : bool, optional
        The native functions promote operands, Python scalars among them, as NumPy does: they are
        handed over as they are.
    gives_scalars : bool, optional
        A native result without dimensions may be one of NumPy's scalars.
    differentiates : bool, optional
        The backend computes gradients; by default it does.
    records : bool, optional
        Native arrays record themselves what is computed of them, for their gradients.
    on_host : bool, optional
        Native arrays are NumPy's own: to read them on the host costs nothing.

    Attributes
    ----------
    compiles : bool
        Whether a call costs much more than NumPy's, or a kernel for each shape. So it is where
        arrays are immutable; a framework that writes in place calls its kernels.

    Examples
    --------
    >>> plain = Capabilities(mutable=False, native_views=False, functional_views=True)
    >>> plain.functional_views, plain.on_host
    (True, False)
    """

    mutable: bool
    native_views: bool
    functional_views: bool | frozenset[str]
    indexes_as_numpy: bool = False
    versioned: bool = False
    assignable: bool = False
    promotes: bool = False
    gives_scalars: bool = False
    differentiates: bool = True
    records: bool = False
    on_host: bool = False

    compiles: bool = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "compiles", not self.mutable)


class ProcessGroup(Protocol):
    """The processes that compute on the same arrays: one, until others are joined.

    Attributes
    ----------
    index, count : int
        Which of them this process is, and how many there are.
    waits_in : str
        The name of the step in which the main thread waits for all others, "" if it does not.
    """

    index: int
    count: int
    waits_in: str

    def join(
        self,
        coordinator: str | None,
        count: int,
        index: int,
        local_devices: Sequence[int] | None,
        timeout: int,
        by_host: bool | None = False,
    ) -> None:
        """Join this process to the others, which do the same.

        Parameters
        ----------
        coordinator : str or None
            ``host:port`` where process 0 waits; None where the framework finds it.
        count, index : int
            Number of processes, and which of them this one is.
        local_devices : sequence of int or None
            The accelerators of its machine that it takes; None for all.
        timeout : int
            Seconds to wait for the others.
        by_host : bool or None
            Whether each process keeps its devices to itself, and what is exchanged goes through the
            CPUs' memory; else all see the devices of all. None: where they are in use already.

        Raises
        ------
        IvyBackendException
            If devices are in use already, or the others do not come.
        """

    def connect(self) -> None:
        """Connect the devices of all processes, which come here at about the same time."""

    def share(self, data: bytes, /) -> bytes:
        """Return the bytes that process 0 gives; all processes call it in the same order."""

    def tell(self, subject: str, text: str, /) -> None:
        """Let the others know something of this process, in place of what it told before.

        Raises
        ------
        RuntimeError
            If process 0 is gone.
        """

    def told(self, subject: str, /) -> dict[int, str]:
        """Return the texts of the processes that have told of a subject, by index.

        Raises
        ------
        RuntimeError
            If process 0 is gone.
        """

    def last_step(self) -> str:
        """Return the name of the last thing for which the main thread needed other processes."""

    def told_steps(self) -> dict:
        """Return the steps of this process and the one that it waits in, as JSON's values.

        Returns
        -------
        dict
            ``steps``: by the name of each of the last steps, in order, a text that is the same in
            all its processes, and one to show. ``made``: how many steps each group of processes has
            made, None where that cannot be known. ``waits``: group, number, ranks (None for all)
            and text of the step that the main thread cannot finish before its other ranks have come
            to it; None if it waits in none. ``agrees``: where it waits for others to answer.
        """

    def answer(self, theirs: dict, /) -> None:
        """Answer another process that has told of its steps, where it waits for that alone."""

    def told_values(self) -> dict:
        """Return some elements of the last arrays of which each process makes its parts.

        They are numbered, and each has floats and the user's line.
        """

    def position(self) -> object:
        """Return a value that changes when the main thread goes on."""

    def waits_at(self) -> str:
        """Return the text of what the main thread waits in where that needs other processes.

        It is asked of a thread that has stood for seconds without computing; "" if it needs none.
        """

    def exchange(self, what: str, native, ranks: tuple[int, ...], root: int = 0, /):
        """Do one collective of ranks, each of which has arrays of its own, and return its result.

        Parameters
        ----------
        what : str
            ``sum``, ``avg``, ``product``, ``min``, ``max``, ``band``, ``bor``, ``bxor``; one of
            them after ``scatter``; ``gather``, ``transpose`` or ``broadcast``.
        native : native array
            This rank's.
        ranks : tuple of int
            The ranks that take part.
        root : int
            The index in ``ranks`` of the one that broadcasts.
        """

    def exchange_together(
        self, what: str, natives: Sequence, ranks: tuple[int, ...], root: int = 0, /
    ) -> list:
        """Do one reduction or broadcast with several arrays of one dtype, exchanged as one."""

    def exchange_in_program(
        self, what: str, order, natives: Sequence, ranks: tuple[int, ...], root: int = 0, /
    ) -> tuple:
        """Write the same into the program that is traced, behind another collective.

        Parameters
        ----------
        order : native array
            An int32 without dimensions that the collective before it has given, at first 0.

        Returns
        -------
        (native array, list of native array)
            The order for the next one, and the results.
        """

    def send(self, key: str, data: bytes, /) -> None:
        """Put bytes where another rank receives them, once."""

    def receive(self, key: str, seconds: float, /) -> bytes:
        """Wait for bytes that another rank sends, and take them."""

    def wait_for(self, name: str, ranks: tuple[int, ...], seconds: float, /) -> None:
        """Wait until each of some ranks has come to a place of this name, once."""

    def meet(self, name: str, seconds: float, /) -> None:
        """Wait until each process has come to a place of this name, which serves once.

        Raises
        ------
        RuntimeError
            If they do not come in so many seconds, or one is gone.
        """


@runtime_checkable
class Backend(Protocol):
    """The names of a backend's package.

    ``native`` and ``x`` are arrays of the framework, of which ``shape``, ``dtype`` and ``ndim`` are
    read; ``dtype`` is one of its data types.

    What ``adopt``, ``taken_from_host`` and the functions give may also be of a class of the backend
    that stands for an array until it is read. Such a class is in ``holder.waiting``, its
    ``ivy_backend`` is the backend's name, ``settled()`` gives the framework's array. All
    that takes native arrays here takes those too. ``holder.shown_at_once`` may have functions that
    show few elements of an array.
    """

    NAME: str
    """The backend's name, that of its row in the table of frameworks."""
    CAPABILITIES: Capabilities
    DTYPES: tuple[str, ...]
    """The names of the data types that it has; by default NumPy's."""
    NativeArray: type
    """The class of its arrays; by default the one that the table names."""
    NativeShape: type
    """The class of its shapes; by default tuple."""
    one_calls: dict[str, Callable]
    """What NumPy's API names and the framework has as one call, with NumPy's parameters, that a
    frontend would compose of many: by name; none by default. Given native arrays of one dtype."""
    implementations: dict[str, Callable]
    """Its functions by name; collected when the backend is loaded."""
    namespaces: dict[object, types.ModuleType]
    """The namespaces composed for it; kept here by the core."""

    # to and from the framework

    def is_native(self, value, /) -> bool:
        """Return whether a value is an array of the framework."""

    def to_native(self, value, /) -> Native:
        """Return the native array in an Array, or one made of a list or a NumPy array.

        Python scalars stay as they are: the binder brings them to a dtype.

        Raises
        ------
        IvyTypeError
            If no array can be made of the value.
        """

    def from_host(self, array: np.ndarray, /) -> Native:
        """Return a native array with the values and the dtype of NumPy's, on memory of its own."""

    def to_host(self, native: Native, /) -> np.ndarray:
        """Return the values as a NumPy array; it may share memory, and is not written to."""

    def memory_on_host(self, native: Native, /) -> np.ndarray | None:
        """Return NumPy's view of an array's memory, which costs nothing; None if there is none.

        There is none of an array on another device or on several, of what is traced, and of what
        operations are recorded for (a gradient), nor of anything unless :meth:`is_eager`. It may be
        read-only. Asked often: some 0.5 us.
        """

    def scalar_on_host(self, native: Native, /) -> np.generic | None:
        """Return an array without dimensions as NumPy's scalar; None if it has no memory there.

        By default what :meth:`memory_on_host` shows: a framework may be quicker to tell a value.
        """

    def is_eager(self) -> bool:
        """Return whether operations are done at once, and neither traced nor recorded."""

    def adopt(self, memory: np.ndarray, like: Native | None = None, /) -> Native:
        """Return a native array that lies on NumPy's memory, or has copied it where it must.

        The caller gives the memory up: it is not written to while anything refers to it, as
        :class:`ivy_core.backends.buffer.Buffer` finds out (:meth:`release_memory`). The memory of
        :func:`ivy_core.backends.common.memory.aligned_empty` is never copied.

        Parameters
        ----------
        like : native array, optional
            The result lies on its device; by default on the default device.
        """

    def taken_from_host(self, array: np.ndarray, like: Native | None = None, /) -> Native:
        """Return a native array with the values of NumPy's, which the caller gives up.

        As :meth:`from_host`, but that it may lie on the memory of ``array``, and lies on the device
        of ``like``, one of the host. While a program is traced it is a constant of it. By default
        a copy.
        """

    def call_on_host(
        self, function: Callable, values: list, options: dict, like: Native, most: float, /
    ) -> tuple[Any, list | None] | None:
        """Call a function of NumPy's, which writes nothing, on the memory of native arrays.

        By default by :meth:`memory_on_host` and :meth:`taken_from_host`; asked often.

        Parameters
        ----------
        values : list
            Its positional arguments: native arrays, arrays of NumPy's, numbers and options.
        like : native array
            One of the backend, on whose device a result is; all have its class.
        most : float
            Up to how many elements.

        Returns
        -------
        tuple or None
            A native array and None, if the result is one array on memory of its own; else what the
            function gave, and the arguments that it was given. None if there is no such memory,
            more elements, or a dtype that NumPy itself has not got.
        """

    def shown_on_host(
        self, show: Callable, base: Holder, native: Native, most: int, /
    ) -> Native | None:
        """Return a native copy of the few elements that a function shows of an array's memory.

        What :meth:`memory_on_host`, the function and :meth:`taken_from_host` do, in one frame. By
        default None, as wherever it needs a closer look: then those three are asked.

        Parameters
        ----------
        show : callable
            Function that gives a view of NumPy's of an array of NumPy's.
        base : Array
            What holds the native array; in its slot ``_memory`` it may have the buffer.
        most : int
            Up to how many bytes.
        """

    def release_memory(self) -> None:
        """Let the framework give up the references to memory that it does not need any more."""

    def compose(self, implementations: dict[str, Callable], /) -> None:
        """Put what a backend has to put around its functions: who computes, for one."""

    def from_scalar(self, value, dtype, /) -> Native:
        """Return a Python scalar as a native array without dimensions.

        ``dtype`` is native, or None for the one that NumPy gives it.

        Raises
        ------
        OverflowError
            If an int does not fit the dtype.
        """

    def cast(self, native: Native, dtype, /) -> Native:
        """Return the values in a native dtype."""

    def unreported(self, function: Callable, /) -> Callable:
        """Return a function of the backend that reports no floating-point errors.

        By default the function itself: the framework looks at no flags.
        """

    def copy_native(self, native: Native, /) -> Native:
        """Return a copy on memory of its own."""

    def to_native_dtype(self, dtype, /):
        """Return the framework's dtype for a name, a Dtype, a Python type or a dtype of its own.

        Raises
        ------
        IvyValueError
            If there is none such: what :func:`ivy_core.dtypes.as_dtype` raises.
        """

    def ivy_dtype(self, dtype, /) -> Dtype:
        """Return the Dtype for a native dtype."""

    def bitcast_native(self, x: Native, dtype, /) -> Native:
        """Return the same memory taken for elements of another native dtype.

        Where the sizes differ the last axis is longer or shorter.
        """

    def strides_of(self, native: Native, /) -> tuple[int, ...] | None:
        """Return the elements from one to the next along each axis; None says C order."""

    def to_dlpack(self, native: Native, stream, max_version, dl_device, copy, /):
        """Return a DLPack capsule; an option that is None was not given.

        Raises
        ------
        BufferError
            If it cannot be exported as the options want.
        """

    def dlpack_device(self, native: Native, /) -> tuple[int, int]:
        """Return the kind of device, in DLPack's numbers, and its number."""

    # devices

    def to_native_device(self, device, /):
        """Convert a device or a placement to the framework's.

        None stays None, or stands for the only one.

        Raises
        ------
        IvyDeviceError
            If there is none such; the message names those that there are.
        """

    def placement_of(self, native: Native, /) -> Placement:
        """Get the placement of an array, or of a framework's own word for a mesh."""

    def devices(self) -> list[Device]:
        """Return the devices that there are."""

    def own_parts(self, native: Native, /) -> list[tuple[tuple[int, ...], np.ndarray]]:
        """List where the parts of this process begin, and their elements on the host.

        One process alone has each part. By default an array is a single part, of process 0.

        Raises
        ------
        IvyDeviceError
            If this process can read no part of an array that another one has alone.
        """

    def from_parts(
        self, shape: tuple[int, ...], dtype: np.dtype, device, read: Callable, /
    ) -> Native:
        """Make an array of which each process reads what its own devices need.

        Parameters
        ----------
        shape : tuple of int
        dtype : numpy.dtype
        device
            The framework's own.
        read : callable
            ``read(slices)`` gives the elements of a part, an array of NumPy's that is kept.
        """

    # processes

    def process_group(self) -> ProcessGroup | None:
        """Return the group that joins processes; None (the default) where arrays lie in one."""

    # writes

    def is_read_only(self, native: Native, /) -> bool:
        """Return whether an array takes no writes. Of an immutable backend: False."""

    def assign(self, native: Native, value, /) -> None:
        """Write a native value, or a scalar, over a whole array, in the array's dtype.

        Asked of mutable backends, and of what ``is_assignable``. The two may share memory.
        """

    def in_place(self, core: str, /) -> Callable[[Native, Any], bool] | None:
        """Get the function of ``x op= y`` in the memory of ``x``; None if the framework has none.

        ``core`` is the name of the function. What is returned is given two native arrays, or one
        and a number, and says False, before anything is written, where it takes more than that:
        casts, gradients. By default None.
        """

    def into(self, core: str, /) -> Callable[..., bool] | None:
        """Get the form of a function that fills ``out``; None if the framework has none.

        What is returned is given the native array that is filled, and native arrays or numbers. It
        says False, before anything is written, where it takes more than the framework: casts, a
        result of another shape, gradients. By default None.
        """

    def is_assignable(self, native: Native, /) -> bool:
        """Return whether it keeps its identity when it is written to, as a variable does."""

    def needs_gradient(self, native: Native, /) -> bool:
        """Return whether it is a variable, or gradients are recorded for it."""

    def fitted(self, value, dtype, shape, /) -> Native:
        """Return a value as an assignment wants it: cast, broadcast, on memory of its own.

        Leading axes of length one are dropped, of a complex value for real elements the imaginary
        part is. Asked of immutable backends.
        """

    def alias_fills_out(self, function: Callable, /) -> bool:
        """Return whether a function of the framework takes ``out`` and fills it."""

    def fills_out(self, function: Callable, args, out: Native, /) -> bool:
        """Return whether it would do so for these, without casts or broadcasts into ``out``."""

    # views: what lenses are made of

    def read_stack(self, x: Native, stack, starts, /) -> Native:
        """Return an array seen through lenses, the first of which lies on it.

        ``starts`` are those of all lenses in a row. By default
        :func:`ivy_core.backends.common.lens_folding.fold_read`; a compiler has one kernel here.
        """

    def write_stack(self, base, stack, starts, value, shape, /) -> Native:
        """Return ``base._data`` with ``value`` where the lenses show it, with that shape there.

        ``base`` is the Array, so that a compiler can take its memory when it is not shared.
        """

    def is_worth_compiling(self, kind: str, x: Native, stack, /) -> bool:
        """Return whether a compiled kernel should read, or write, a large array through lenses.

        Asked where NumPy could do it on the same memory as well: a compiler says yes to what has
        been wanted a few times. ``kind`` is "read" or "write".
        """

    def slice_read(self, x: Native, key, starts, shape, /) -> Native:
        """Read the elements of a basic index.

        Parameters
        ----------
        key : tuple
            An entry an axis: ``(length, step)``, also with a third member for a whole axis, or
            ``"int"``; None is a new axis.
        starts : sequence
            The first position for each entry but None; where values can be traced, maybe a native
            vector.
        shape : tuple of int
            That of the result.
        """

    def slice_write(self, x: Native, key, starts, value: Native, /) -> Native:
        """Return a copy with ``value``, which fits, where a basic index points."""

    def reshape_native(self, x: Native, shape, /) -> Native:
        """Return the elements in another shape, in C order."""

    def permute_native(self, x: Native, axes, /) -> Native:
        """Return the axes in another order."""

    def broadcast_native(self, x: Native, shape, /) -> Native:
        """Return it broadcast."""

    def take_native(self, x: Native, index: np.ndarray, axis: int, /) -> Native:
        """Take the elements of a vector of indices, all within bounds, along an axis."""

    def windows_native(
        self, x: Native, window: tuple[int, ...], axes: tuple[int, ...], /
    ) -> Native:
        """Return sliding windows along axes, whose own axes come last."""

    def real_native(self, x: Native, /) -> Native:
        """Return the real parts, of a real array itself."""

    def imag_native(self, x: Native, /) -> Native:
        """Return the imaginary parts, of a real array zeros."""

    def complex_native(self, real: Native, imag: Native, /) -> Native:
        """Return the complex numbers of these parts."""

    # native views, where CAPABILITIES.native_views but not indexes_as_numpy

    def listed(self, native: Native, /) -> list | None:
        """Return the elements as nested lists of Python's numbers; None where the host shall."""

    def copied_from(self, native: Native, base: Native, /) -> Native:
        """Return a copy in C order; ``native`` itself if it is one that shares none of ``base``."""

    def get_native(self, native: Native, index, /) -> Native | None:
        """Return the native view that a simple index picks, None where more care is needed."""

    def copy_into(self, target: Native, value: Native, /) -> None:
        """Write an array over another of its shape and dtype, as it was; they may share memory."""

    def assign_lens(self, native: Native, lens, value, /) -> None:
        """Write a value, which fits, where the lens of a basic index points."""

    def put_on_host(self, native: Native, index, value, /) -> bool:
        """Write a value where a basic index points, by NumPy; False where that cannot be done."""

    def write_by_host(self, native: Native, function: Callable, args, /) -> bool:
        """Have a function of NumPy's write into an array's memory, its first argument.

        Natives among ``args`` are looked at there too, or copied where they share the memory. False
        where that cannot be done, or the framework's own threads are quicker.
        """

    def view_native(self, native: Native, lens, /) -> Native | None:
        """Return the native view that the lens of a basic index shows, None if there is none."""

    # indices with arrays

    def get_advanced(self, x: Native, index, /) -> Native:
        """Return a copy of what an index picks that has lists or NumPy arrays in it."""

    def set_advanced(self, x: Native, index, value, /) -> Native:
        """Return ``x`` with a value where such an index points; mutable backends write in place."""

    # tracing: what may have no value yet

    def is_tracer(self, native, /) -> bool:
        """Return whether what is done to a value is recorded or transformed."""

    def is_recorded(self, native, /) -> bool:
        """Return whether what is done to a value is traced, or recorded for a gradient.

        Its elements may be known, but what NumPy computes of them on the host has no gradient.
        """

    def stays_on_devices(self, native, /) -> bool:
        """Return whether values may not come to the host unasked: traced, or on several devices."""

    def is_unknown(self, native, /) -> bool:
        """Return whether the value of a traced integer cannot be told."""

    def in_one_trace(self, a: Native, b: Native, /) -> bool:
        """Return whether two arrays belong to one traced function, or both to none."""

    def compiled(
        self,
        function: Callable,
        /,
        *,
        first_on_host: bool = False,
        name: Hashable = None,
        donated: tuple[int, ...] = (),
        handed_over: tuple[int, ...] = (),
    ) -> Callable:
        """Return a function of lists of native arrays, and to one, as a program for their shapes.

        It is traced when it is called first; by default it is the function itself. Where compiling
        takes long, NumPy may compute the first calls from the trace if ``first_on_host`` is True,
        in a later process without tracing if ``name``, of plain values, says what the function is.
        Of the arguments ``donated`` the program may use the memory for its results; those
        ``handed_over`` are the lists that :meth:`take_over` empties.
        """

    def prepare(self, compiled: Callable, /, *args) -> bool:
        """Have what :meth:`compiled` gives compiled for such arguments while the caller goes on.

        It is traced before this returns; the first call waits until it is compiled. By default
        nothing is done, and the result is False.
        """

    def take_over(self, compiled: Callable, /, *args) -> Callable | None:
        """Empty the lists that are handed over to a compiled function, and return its call.

        Where nothing else holds an array of these, the call frees it once it has no more use of it;
        it does not refuse its arguments. None, as by default, where the function holds all until
        its end or may refuse: the lists are as they were then.
        """

    def joins_traced(self) -> bool:
        """Return whether a traced vector is quicker to compute with than each of its parts.

        Then :meth:`joined_flat` and :meth:`parts_of_flat` make one of small arrays, and take it
        apart. By default it is not.
        """

    def joined_flat(self, natives: Sequence, /):
        """Join the elements of traced arrays of one dtype."""

    def parts_of_flat(self, native, shapes: Sequence[tuple[int, ...]], /) -> list:
        """Take what :meth:`joined_flat` has given apart into arrays of some shapes, in order."""

    def count_compiled_steps(self, compiled: Callable, /, *args) -> int:
        """Count the operations of the program that :meth:`compiled` gives for such arguments.

        It is traced for that, and not again when it is prepared or called. By default nothing is
        done, and the result is 0.
        """

    def computes_first_calls(self) -> bool:
        """Return whether NumPy computes the first calls of what is compiled ``first_on_host``."""

    def layer_gradients(
        self,
        name: str,
        operands: list[Native | None],
        grad: Native,
        wanted: tuple[bool, ...],
        options: dict,
        /,
    ) -> list[Native] | None:
        """Return the gradients of those operands of a function of the core that are wanted.

        ``grad`` is that of its result; ``options`` are its other arguments, by name. None, as by
        default, where the backend differentiates the function as it does any other one. The name
        ``channels_norm`` is that of ``batch_norm`` with the batch's own mean and variance, or, by
        the option ``over``, with those of each sample.
        """

    def solve_on_host(self, system, parameters: list[Native], wanted: Native, /) -> Native:
        """Return the solution of a linear system that a library solves on the host.

        It has derivatives by all its arguments, which are of one floating dtype.
        ``system.solve(parameters, wanted)`` takes NumPy's arrays and returns one of the shape and
        dtype of ``wanted``; ``system.product(parameters, solution)`` multiplies native arrays with
        the matrix; ``system.transposed(parameters)`` returns the system of the transposed matrix
        and its parameters. By default there are no derivatives.
        """

    def count_steps(self, function: Callable, natives: list, /) -> int:
        """Count the operations of which a program of such a function would be made.

        It is traced for arrays of these shapes and dtypes, and nothing is computed; by default
        there is one.
        """

    def trace_shapes(self, function: Callable, specs: list[tuple], /) -> None:
        """Call a function with arrays of which only shape and dtype are of interest.

        ``specs`` has a shape and a dtype of NumPy's for each. Nothing is computed where the backend
        can trace; by default the arrays are zeros.
        """

    def unmapped(self, native, /):
        """Unwrap a tracer of a transformation that computes eagerly."""

    def counted_from_start(self, index: Native, length: int, /) -> Native:
        """Return a traced index with negative values counted from the start."""

    def made_by(self, value, /):
        """Get the origin of a traced integer; see ``difference`` in arrays/indexing.py."""

    def get_traced(self, x: Native, index, /) -> Native:
        """Read the elements of an index where values are not known; native arrays are in it."""

    def set_traced(self, x: Native, index, value, /) -> Native:
        """Return ``x`` with a value where such an index points; mutable backends write in place."""


NAMES = frozenset(Backend.__annotations__) | {
    name for name, value in vars(Backend).items() if callable(value) and name[0] != "_"
}
REQUIRED = frozenset({"NAME", "CAPABILITIES", "from_host", "to_host", "to_native_dtype"})


def missing_names(backend: types.ModuleType) -> list[str]:
    """Return the names without a default that a backend's package lacks.

    Examples
    --------
    >>> missing_names(types.ModuleType("empty"))
    ['CAPABILITIES', 'NAME', 'from_host', 'to_host', 'to_native_dtype']
    """
    return sorted(REQUIRED - vars(backend).keys())
