"""Processes that compute together: JAX's own runtime joins them, and each has its devices.

All run the same program. What one of them alone could come to know must reach the others before a
program depends on it: bytes of process 0 by :meth:`Processes.share`, a failure by
:meth:`Processes.tell_failure`. Both go through the coordinator that JAX runs in process 0.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

from ivy_core.backends.out_of_memory import error_of_reading
from ivy_core.utils.exceptions import IvyBackendException, IvyException
from ivy_core.utils.routes import ARE_COMPARED, comparers
from ivy_core.utils.tracebacks import line_of_user

from .collectives import exchange, exchange_in_program, exchange_together
from .internals import EagerArray, coordination_client, devices_are_in_use
from .ranks import join_beside, warn_of_host
from .standing import main_frame, operation
from .steps import ALL, Exchange, Step, Steps

_DELETED_TOGETHER = 100  # entries of the coordinator
# seconds without a sign of life after which a process counts as dead, on one machine and on several
_HEARTBEATS = 30, 9
_LONGEST_ENTRY = 1 << 20  # bytes of one entry of the coordinator
_MINUTE = 60  # seconds: who waits for less may go on without the others
_ARRAYS = 256  # of which values are remembered
_VALUES = 8  # of each
_DETAIL = os.environ.get("TORCH_DISTRIBUTED_DEBUG", "").upper() == "DETAIL"
_DAY = 86_400_000  # milliseconds: process 0 may wait for its user


class Processes:
    """The processes of this program; one, until they are joined."""

    def __init__(self) -> None:
        self.index, self.count = 0, 1
        self.steps = Steps()
        self._agreed: set = set()  # the collectives that all of their ranks have done once
        self._answered: set[str] = set()
        self._connected: set[tuple[int, ...]] = set()
        self._values: collections.deque = collections.deque(maxlen=_ARRAYS)
        self._made = 0  # of which each process has made its parts
        self._shared = self._read_by_all = 0  # how often bytes were shared

    def join(
        self,
        coordinator: str | None,
        count: int,
        index: int,
        local_devices: Sequence[int] | None,
        timeout: int,
        by_host: bool | None = False,
    ) -> None:
        """Join this process to the others; see :class:`ivy_core.backends.contract.ProcessGroup`."""
        options = {
            "coordinator_address": coordinator,
            "num_processes": count,
            "process_id": index,
            "local_device_ids": local_devices,
            "initialization_timeout": timeout,
            "heartbeat_timeout_seconds": heartbeat_of(coordinator),
        }
        if _is_of_one_machine(coordinator):
            options["coordinator_bind_address"] = coordinator  # else other machines could reach it
        known = inspect.signature(jax.distributed.initialize).parameters
        runs_one_program = by_host is False  # ranks may call what others do not
        if by_host is None:
            by_host = warn_of_host() if devices_are_in_use() else False
        with contextlib.suppress(AttributeError):  # a JAX without it ends by SIGTERM, too
            jax.config.update("jax_enable_preemption_service", False)
        try:
            if not (by_host and join_beside(options)):
                _exchange_in_order()
                jax.distributed.initialize(**{k: v for k, v in options.items() if k in known})
        except (RuntimeError, ValueError) as error:
            if "before any JAX" in str(error):
                raise IvyBackendException(
                    "initialize: JAX's devices are in use already; call "
                    "ivy.distributed.initialize(), or torch.distributed.init_process_group, before "
                    "the program makes its first array or tensor"
                ) from None
            where = "" if coordinator is None else f" at {coordinator}"
            raise IvyBackendException(
                f"initialize: process {index} of {count} could not join the others{where}: "
                f"{str(error).splitlines()[0]}"
            ) from None
        self.index, self.count = index, count
        if ARE_COMPARED and runs_one_program:
            comparers.append(lambda call: self.share(b"", f"calls {call}"))

    def share(self, data: bytes, what: str = "asks process 0") -> bytes:
        """Return the bytes that process 0 gives; all processes call it at the same line.

        Raises
        ------
        IvyException
            If process 0 is at another line, or asks for something else.
        """
        if self.count == 1:
            return data
        self.steps.note(ALL, None, what)
        own = self.steps.last().shown().encode()
        client = coordination_client()
        if client is None:
            from jax.experimental.multihost_utils import broadcast_one_to_all

            length = int(broadcast_one_to_all(np.int32(len(data))))
            given = np.frombuffer(data.ljust(length)[:length], np.uint8)
            return bytes(broadcast_one_to_all(given))
        number = self._shared
        self._shared += 1
        block = number // _DELETED_TOGETHER
        key = f"ivy/shared/{block}/{number}"
        if self.index == 0:
            if (
                number % _DELETED_TOGETHER == 0
                and self._read_by_all >= (block - 1) * _DELETED_TOGETHER > 0
            ):
                client.key_value_delete(f"ivy/shared/{block - 2}")
            client.key_value_set_bytes(key, own + b"\0" + data)
            return data
        with self._waiting_in_last_step():
            given = client.blocking_key_value_get_bytes(key, _DAY)
        theirs, _, data = given.partition(b"\0")
        if theirs != own:
            raise IvyException(
                "the program goes different ways in its processes:\n"
                f"  process {self.index} {own.decode()}\n  process 0 {theirs.decode()}"
            )
        return data

    def tell(self, subject: str, text: str) -> None:
        """Let the others know something of this process, in place of what it told before."""
        client = coordination_client()
        if client is not None:
            client.key_value_set(f"ivy/{subject}/{self.index}", text, allow_overwrite=True)

    def told(self, subject: str) -> dict[int, str]:
        """Return the texts of the processes that have told of a subject, by index."""
        client = coordination_client()
        found = [] if client is None else client.key_value_dir_get(f"ivy/{subject}")
        return {int(key.rpartition("/")[2]): text for key, text in found}

    # what ranks do, each of which has arrays of its own

    def exchange(self, what: str, native, ranks: tuple[int, ...], root: int = 0):
        """Do one collective of some ranks; see :func:`collectives.exchange`."""
        return self._exchange(exchange, what, native, [native], ranks, root)

    def exchange_together(self, what: str, natives, ranks: tuple[int, ...], root: int = 0) -> list:
        """Do one collective with arrays of one dtype; see :func:`collectives.exchange_together`."""
        return self._exchange(exchange_together, what, natives, natives, ranks, root)

    def _exchange(self, do: Callable, what: str, given, natives, ranks: tuple[int, ...], root: int):
        """Do one collective, which the others may compare with theirs."""
        if isinstance(natives[0], jax.core.Tracer):  # others may have traced the function before
            return do(what, given, ranks, root)
        kinds = tuple([(native.dtype, native.shape) for native in natives])
        each = Exchange(what, kinds, ranks, root)
        with self.steps.taken(self.group_of(ranks), ranks, each) as step:
            self.connect(ranks)
            self.agree(each, step)
            return do(what, given, ranks, root)

    def connect(self, ranks: tuple[int, ...] | None = None) -> None:
        """Connect ranks at the first exchange of each, or the devices of all processes.

        gloo waits for 30 s until the last one asks for a connection; a process may compute or
        compile for longer, and is waited for here.
        """
        if ranks is None:
            _connect_devices()
        elif ranks not in self._connected:
            self._connected.add(ranks)
            name = "-".join(map(str, ranks))
            coordination_client().wait_at_barrier(f"ivy/first/{name}", _DAY, list(ranks))
            exchange("sum", jnp.zeros(1, np.int32), ranks)

    def agree(self, each: Exchange, step: Step | None) -> None:
        """Wait until all ranks are at a collective which they do the first time.

        Of a program it is its first one: a rank may run eagerly what follows, one by one. Ranks
        that exchange different things get each other's bytes, or are ended by gloo without a
        word. Where one of them waits here and another one is elsewhere, both have noted their
        step, and :class:`ivy_core.distributed.endings.Ending` says so. What all have done before
        is not asked again, but for ``TORCH_DISTRIBUTED_DEBUG=DETAIL``.
        """
        if step is None or each in self._agreed and not (_DETAIL or ARE_COMPARED):
            return
        name = f"{step.name if _DETAIL or ARE_COMPARED else step.group}/{each.number}"
        self.steps.agrees = name
        coordination_client().wait_at_barrier(f"ivy/agreed/{name}", _DAY, list(each.ranks))
        self.steps.agrees = ""
        self._agreed.add(each)

    def answer(self, theirs: dict) -> None:
        """Agree with a rank that does by itself what this one is about to do in a program."""
        step, name = self.steps.waits, theirs["agrees"]
        if not name or name in self._answered or step is None or self.steps.agrees:
            return
        for own, each in zip(step.names(), step.whats, strict=True):
            if own in theirs["steps"] and isinstance(each, Exchange):
                if theirs["steps"][own][0] == each.number == name.rpartition("/")[2]:
                    self._answered.add(name)
                    self._agreed.add(each)
                    threading.Thread(target=self._answer, args=(name, each), daemon=True).start()
                    return

    def _answer(self, name: str, each: Exchange) -> None:
        with contextlib.suppress(RuntimeError):  # a process is gone, which ends this one
            coordination_client().wait_at_barrier(f"ivy/agreed/{name}", _DAY, list(each.ranks))

    def group_of(self, ranks: tuple[int, ...]) -> str:
        """Return the name under which the steps of some ranks are counted."""
        return "all" if len(ranks) == self.count else "-".join(map(str, ranks))

    def exchange_in_program(
        self, what: str, order, natives, ranks: tuple[int, ...], root: int = 0
    ) -> tuple:
        """Write a collective into a program; see :func:`collectives.exchange_in_program`."""
        return exchange_in_program(what, order, natives, ranks, root)

    def send(self, key: str, data: bytes) -> None:
        """Put bytes where another rank receives them, once."""
        pieces = range(0, max(len(data), 1), _LONGEST_ENTRY)
        client = coordination_client()
        for number, begin in enumerate(pieces):
            piece = data[begin : begin + _LONGEST_ENTRY]
            mark = b"+" if number + 1 < len(pieces) else b"."
            client.key_value_set_bytes(f"ivy/sent/{key}/{number}", mark + piece)

    def receive(self, key: str, seconds: float) -> bytes:
        """Wait for bytes that another rank sends, and take them."""
        client, pieces = coordination_client(), [b"+"]
        while pieces[-1].startswith(b"+"):
            name = f"ivy/sent/{key}/{len(pieces) - 1}"
            pieces.append(client.blocking_key_value_get_bytes(name, int(seconds * 1000)))
            client.key_value_delete(name)
        return b"".join(piece[1:] for piece in pieces)

    def wait_for(self, name: str, ranks: tuple[int, ...], seconds: float) -> None:
        """Wait until each of some ranks has come to a place of this name, once."""
        group = self.group_of(ranks)
        if seconds < _MINUTE:
            self.steps.lose(group)
        with self.steps.taken(group, ranks, "waits at a barrier"):
            coordination_client().wait_at_barrier(f"ivy/{name}", int(seconds * 1000), list(ranks))

    @property
    def waits_in(self) -> str:
        """The name of the step in which the main thread waits for all others, or ""."""
        step = self.steps.waits
        return step.name if step is not None and step.group == ALL else ""

    def last_step(self) -> str:
        """Return the name of the last step, "" before the first one."""
        step = self.steps.last()
        return "" if step is None else step.name

    def told_steps(self) -> dict:
        """Return the last steps, for other processes to compare with theirs."""
        return self.steps.told()

    def note_values(self, host: np.ndarray, sharding: NamedSharding) -> None:
        """Note some of the values of an array of which each process makes its parts."""
        if self.count == 1 or sharding.is_fully_addressable or sharding.is_fully_replicated:
            return
        if host.size and threading.current_thread() is threading.main_thread():
            self._made += 1
            self._values.append((self._made, sample_of(host), line_of_user(sys._getframe())))

    def told_values(self) -> dict:
        """Return some values of each of the last arrays of parts, and lines, by number."""
        shown = [(n, values, os.path.basename(line)) for n, values, line in self._values.copy()]
        return {number: (values, line) for number, values, line in shown}

    def position(self) -> object:
        """Return a value that changes when the main thread goes on."""
        frame = main_frame()
        return self.last_step(), id(frame), None if frame is None else frame.f_lasti

    def waits_at(self) -> str:
        """Return the text of what the main thread, which stands, needs others for, or ""."""
        step = self.steps.waits
        if step is not None:
            return step.shown()
        line = operation(main_frame())
        return f"computes with arrays in parts, {os.path.basename(line)}" if line else ""

    def meet(self, name: str, seconds: float) -> None:
        """Wait until each process has come to a place of this name, once."""
        if name == "end":
            self.steps.note(ALL, None, "is at the end of the program", line="")
        else:
            self.steps.note(ALL, None, f"waits for the others ({name})")
        client = coordination_client()
        if client is not None:
            with self.together():
                client.wait_at_barrier(f"ivy/{name}", int(seconds * 1000))

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Do what all processes do together: then they have read all that was shared before."""
        with self._waiting_in_last_step():
            yield
        self._read_by_all = self._shared

    @contextlib.contextmanager
    def _waiting_in_last_step(self) -> Iterator[None]:
        """Have the others know that the main thread waits for them."""
        if threading.current_thread() is threading.main_thread():
            self.steps.waits = self.steps.last()
        try:
            yield
        finally:
            self.steps.waits = None


def _is_of_one_machine(coordinator: str | None) -> bool:
    """Return whether the address at which processes meet is of their own machine alone."""
    return coordinator is not None and coordinator.rpartition(":")[0] in ("127.0.0.1", "localhost")


def heartbeat_of(coordinator: str | None) -> int:
    """Return the seconds without a sign of life after which a process counts as dead.

    JAX sends the signs from a thread that needs no interpreter, so that computing, compiling and
    sleeping are no silence. Processes of one machine see each other's deaths
    (:mod:`ivy_core.distributed.lives`), and those that are only stopped for a while (by Ctrl-Z, a
    debugger, a lid that is closed) may go on.
    """
    return _HEARTBEATS[not _is_of_one_machine(coordinator)]


def sample_of(host: np.ndarray) -> list[float]:
    """Return some of the values of an array, as numbers."""
    chosen = host.flat[np.linspace(0, host.size - 1, _VALUES).astype(np.int64)]
    if np.iscomplexobj(chosen):
        chosen = np.concatenate([chosen.real, chosen.imag])
    return chosen.astype(np.float64).tolist()


def _connect_devices() -> None:
    """Have all devices exchange something: later a process may come to the first exchange late."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("all",))
    zeros = np.zeros(mesh.size, np.int32)
    cut = NamedSharding(mesh, PartitionSpec("all"))
    given = jax.make_array_from_callback(zeros.shape, cut, lambda part: zeros[part])
    jax.jit(jnp.sum)(given).block_until_ready()


def _exchange_in_order() -> None:
    """Have the devices of all processes, which are not there yet, exchange in one order."""
    # between hosts the CPU's collectives are gloo's; other devices do not ask for it
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    # two programs under way at a time may exchange parts in another order in each process
    jax.config.update("jax_cpu_enable_async_dispatch", False)


PROCESSES = Processes()


# arrays that have parts in several processes


def spans_processes(place) -> bool:
    """Return whether a device or a sharding is not of this process alone."""
    return PROCESSES.count > 1 and not getattr(place, "is_fully_addressable", True)


def is_whole_here(native) -> bool:
    """Return whether this process can read all elements of an array by itself."""
    if PROCESSES.count == 1 or not isinstance(native, EagerArray):
        return True
    return native.is_fully_addressable or native.is_fully_replicated


def gathered(native) -> np.ndarray:
    """Return the elements of an array on the host; all processes ask for it if it is cut."""
    if not is_whole_here(native):
        PROCESSES.share(b"", f"reads an array of shape {native.shape}")  # else parts may be mixed
        with PROCESSES.together():
            return _read(_copier_of(native.sharding)(native))
    return _read(native)


def _read(native) -> np.ndarray:
    """Return elements on the host; name the array whose computation has run out of memory."""
    try:
        return np.asarray(native)
    except jax.errors.JaxRuntimeError as error:
        found = error_of_reading(error, native)
        if found is None:
            raise
        raise found from None


@functools.lru_cache(maxsize=256)
def _copier_of(sharding):
    """Return the program that gives each device of a sharding a copy of the whole array."""
    if isinstance(sharding, NamedSharding):
        mesh = sharding.mesh
    else:
        devices = sorted(sharding.device_set, key=lambda device: device.id)
        mesh = jax.sharding.Mesh(np.array(devices), ("all",))
    return jax.jit(lambda x: x, out_shardings=NamedSharding(mesh, PartitionSpec()))


def put_in_parts(host: np.ndarray, sharding: NamedSharding) -> jax.Array:
    """Return an array of which each process makes its parts, of values that all of them have."""
    PROCESSES.note_values(host, sharding)
    # device_put compares the values of all processes first: 9 ms in place of 0.3. The parts are
    # copies: JAX may keep the memory that it is given, and the array that had it may be written.
    return jax.make_array_from_callback(host.shape, sharding, lambda part: host[part].copy())


def filled_in_parts(shape: tuple[int, ...], value, dtype, sharding: NamedSharding) -> jax.Array:
    """Return an array of one value, of which each process makes its parts."""
    part = sharding.shard_shape(shape)
    return jax.make_array_from_callback(shape, sharding, lambda _: np.full(part, value, dtype))
