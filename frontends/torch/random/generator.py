"""Generators of random numbers: PyTorch's own where tensors are, else its numbers on the host.

A generator draws on the host, by PyTorch's own algorithms (``mt19937.py``), for the backends that
have none; the numbers of a seed are real PyTorch's. Its state is the same there, byte for byte.
"""

from __future__ import annotations

import contextlib
import secrets
import weakref
from collections.abc import Iterator

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.host import to_numpy
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.host_calls import called_on_host
from ivy_core.utils.exceptions import IvyException

from ..dispatch import native
from ..dispatch.errors import entry
from ..tensors.devices import CPU, device, placement_of
from ..tensors.tensor import Tensor, ivy
from .mt19937 import Twister

# Lists that whoever wants to repeat a computation puts here: what draws, and its state before.
watchers: list[list] = []
_LOWEST, _HIGHEST = -(2**63), 2**64 - 1


@citing("``torch.{}``")
class Generator:
    """A source of random numbers, with a state of its own.

    Parameters
    ----------
    device : str or torch.device, optional
        Where the tensors live that it is for; the CPU.

    Attributes
    ----------
    device : torch.device
        The same.

    Raises: RuntimeError if there is no such device here.

    >>> generator = torch.Generator().manual_seed(0)
    >>> torch.randint(10, (3,), generator=generator)
    tensor([4, 9, 3])
    """

    __slots__ = ("__weakref__", "device", "real_", "twister_")

    @entry
    def __init__(self, device=None):
        self.device = CPU if device is None else _as_device(device)
        self.real_, self.twister_ = None, None
        if self.device.type != "cpu":
            placement_of(self.device)
        if self.device.type == "cpu" or not _real_backend_active():
            self.twister_ = Twister()
        else:
            self.real_ = native.real_module().Generator(str(self.device))

    # Who draws: one of the two has the state, and hands it over to the other

    def as_twister_(self) -> Twister:
        """Generator of random numbers on the host."""
        if self.twister_ is None:
            made = Twister()
            made.state = self.real_.get_state().numpy().tobytes()
            self.twister_, self.real_ = made, None
        return self.twister_

    def as_real_(self):
        """Return PyTorch's own generator, in this one's state."""
        if self.real_ is None:
            self.real_ = self.make_real_()
            state = np.frombuffer(self.twister_.state, np.uint8).copy()
            self.real_.set_state(native.real_module().from_numpy(state))
            self.twister_ = None
        return self.real_

    def make_real_(self):
        """Return a new generator of real PyTorch; for the default one, PyTorch's default."""
        return native.real_module().Generator()

    @entry
    def manual_seed(self, seed: int) -> Generator:
        """Begin anew from a seed, and return the generator.

        Parameters
        ----------
        seed : int
            From -2**63 to 2**64 - 1; a negative one counts from the end of that range.

        Raises
        ------
        RuntimeError
            If it is no integer.
        ValueError
            If it is out of range.

        References
        ----------
        PyTorch documentation, ``torch.Generator.manual_seed``.

        Examples
        --------
        >>> import frontends.torch as torch
        >>> torch.Generator().manual_seed(7).initial_seed()
        7
        """
        if not hasattr(seed, "__index__"):
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        seed = seed.__index__()
        if not _LOWEST <= seed <= _HIGHEST:
            raise ValueError("Overflow when unpacking long long")
        if _real_backend_active():
            self.as_real_().manual_seed(seed)
        else:
            self.as_twister_().restart(seed % 2**64)
        return self

    def seed(self) -> int:
        """Begin anew from an unpredictable number, and return it.

        References: PyTorch documentation, ``torch.Generator.seed``.
        """
        seed = secrets.randbits(64)
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """Return the seed that it began from.

        References: PyTorch documentation, ``torch.Generator.initial_seed``.
        """
        return self.as_real_().initial_seed() if _real_backend_active() else self.as_twister_().seed

    def get_state(self) -> Tensor:
        """Return the state, which real PyTorch's generators take too, as a tensor of bytes.

        References: PyTorch documentation, ``torch.Generator.get_state``.
        """
        if _real_backend_active():
            return native.boxed_tensor(self.as_real_().get_state())
        return ivy.asarray(np.frombuffer(self.as_twister_().state, np.uint8).copy())

    @entry
    def set_state(self, new_state: Tensor) -> Generator:
        """Go on from a state of :meth:`get_state`; return the generator itself.

        Raises
        ------
        TypeError
            If it is no tensor of bytes.
        RuntimeError
            If it has another length.

        References
        ----------
        PyTorch documentation, ``torch.Generator.set_state``.

        Examples
        --------
        >>> import frontends.torch as torch
        >>> generator = torch.Generator()
        >>> state = generator.get_state()
        >>> x = torch.rand(2, generator=generator)
        >>> torch.equal(x, torch.rand(2, generator=generator.set_state(state)))
        True
        """
        if not isinstance(new_state, Tensor):
            raise TypeError(f"expected a torch.ByteTensor, but got {type(new_state).__name__}")
        if new_state.dtype.name != "uint8":
            raise TypeError("RNG state must be a torch.ByteTensor")
        state = to_numpy(new_state)
        if _real_backend_active():
            self.as_real_().set_state(native.real_module().from_numpy(np.array(state)))
        else:
            self.as_twister_().state = state.tobytes()
        return self

    def clone_state(self) -> Generator:
        """Return another generator in the same state.

        References: PyTorch documentation, ``torch.Generator.clone_state``.
        """
        made = Generator(self.device)
        made.set_state(self.get_state())
        return made

    def __deepcopy__(self, memo) -> Generator:
        return self.clone_state()

    def __reduce__(self):
        return _unpickled, (str(self.device), to_numpy(self.get_state()).tobytes())


Generator.__module__ = "torch"


class _Default(Generator):
    """The generator of calls that name none: on PyTorch's backend PyTorch's own default one."""

    __slots__ = ()

    def __init__(self):
        super().__init__()
        self.twister_.restart(secrets.randbits(64))

    def make_real_(self):
        return native.real_module().default_generator


def _real_backend_active() -> bool:
    """Return whether the active backend is real PyTorch, whose own generators draw."""
    return active_backend().CAPABILITIES.records


def _as_device(value) -> device:
    return value if type(value) is device else device(value)


def _unpickled(where: str, state: bytes) -> Generator:
    """Return a generator on the device ``where`` with a state as bytes; pickle calls it."""
    made = Generator(where)
    made.set_state(ivy.asarray(np.frombuffer(state, np.uint8).copy()))
    return made


default_generator = _Default()
native.register(Generator, lambda generator: generator.as_real_())


def twister_of(generator: Generator | None, function: str) -> Twister:
    """Choose the random source of a function's call, by its argument ``generator``.

    Raises
    ------
    TypeError
        If that is no generator.
    RuntimeError
        While a program is compiled, which would draw the same numbers in each call.
    """
    if not active_backend().is_eager() and not (watchers and type(watchers[-1]) is _Trial):
        _refuse_in_compiled_program(function)
    if generator is None:
        found = default_generator.as_twister_()
    elif isinstance(generator, Generator):
        found = generator.as_twister_()
    else:
        raise TypeError(
            f"{function}(): argument 'generator' must be torch._C.Generator, not "
            f"{type(generator).__name__}"
        )
    if watchers:
        watchers[-1].append((found, found.state))
    return found


def _refuse_in_compiled_program(function: str) -> None:
    """Raise RuntimeError where a compiled program is traced, but not if only a gradient is."""
    # the core's own draws need a seed in a program of jax.jit, and are symbolic in other programs;
    # while only a gradient is traced they are numbers, as those of the host are
    try:
        drawn = read(ivy.random_uniform(shape=()))
    except IvyException:
        drawn = None
    if drawn is None or active_backend().is_tracer(drawn):
        raise RuntimeError(
            f"{function}: a compiled program would draw the same random numbers in each call; draw "
            "them outside of it, and give them to it as an argument"
        )


def pass_on(drawn: list) -> None:
    """Tell who watches the calls around a watched one of its draws."""
    if watchers:
        watchers[-1].extend(drawn)


# within compiled functions


class _Trial(list):
    """A watcher of draws that are only tried: their states are put back."""


def draw_and_restore_state(draw):
    """Return the result of ``draw``, which leaves the generators' states as they were."""
    watchers.append(_Trial())
    try:
        return draw()
    finally:
        for twister, state in reversed(watchers.pop()):
            twister.state = state


class _Drawn:
    """Draws of the program that is being traced, in order.

    A call that autograd computes again finds the same numbers, as it does by a twister's state.

    Attributes
    ----------
    state : int
        The number of the next draw.
    """

    def __init__(self):
        self._values: list = []
        self.state = 0

    def next(self, make):
        """Return a draw that has been made, or make it."""
        if self.state == len(self._values):
            self._values.append(make())
        self.state += 1
        return self._values[self.state - 1]


_drawn: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # by trace


@citing(None)
def drawn_in_program(draw, part=None):
    """Return the native value of a draw in the program that is being traced.

    Parameters
    ----------
    draw : callable
        Draws on the host, and gives an array of NumPy's.
    part : optional
        How it is drawn together with others: as of ``host_calls.GuardedCall``.

    Raises: Unsupported if the program cannot call it.
    """
    drawn = _drawn_numbers_of_trace()
    if watchers:
        watchers[-1].append((drawn, drawn.state))

    def make():
        sample = draw_and_restore_state(draw)
        kinds = [(sample.shape, sample.dtype)]
        return called_on_host(lambda: [draw()], [], kinds, part=part)[0]

    return drawn.next(make)


def _drawn_numbers_of_trace() -> _Drawn:
    """Return the record of the current trace's draws, made at the first one."""
    return _drawn.setdefault(tracing.current, _Drawn())


def default_source():
    """Get the object with the default generator's state: its attribute ``state``."""
    return default_generator.as_twister_() if tracing.current is None else _drawn_numbers_of_trace()


@entry
@citing("``torch.{}``")
def manual_seed(seed) -> Generator:
    """Seed the default generator, and return it.

    The numbers that follow are those that real PyTorch draws on the CPU from this seed.

    Parameters
    ----------
    seed : int
        From -2**63 to 2**64 - 1; ``int(seed)`` is taken.

    Returns: Generator

    Raises: ValueError if it is out of range.

    >>> _ = torch.manual_seed(0)
    >>> torch.rand(2)
    tensor([0.4963, 0.7682])
    """
    seed = int(seed)
    default_generator.manual_seed(seed)
    _seeded[:] = [seed]
    if native.is_there():
        _seed_real_torch(native.real_module())
    return default_generator


_seeded: list[int] = []  # the last seed, for real PyTorch when it is loaded


def _seed_real_torch(torch) -> None:
    """Give real PyTorch, which host fallbacks draw from, the seed of ``manual_seed``, if any."""
    if _seeded:
        torch.manual_seed(_seeded[0])


native.on_real.append(_seed_real_torch)


def seed() -> int:
    """Seed the default generator by an unpredictable number, and return it.

    References: PyTorch documentation, ``torch.seed``.
    """
    return default_generator.seed()


@citing("``torch.{}``")
def initial_seed() -> int:
    """Return the seed of the default generator.

    >>> _ = torch.manual_seed(5)
    >>> torch.initial_seed()
    5
    """
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """Return the state of the default generator, as a tensor of bytes.

    References: PyTorch documentation, ``torch.get_rng_state``.
    """
    return default_generator.get_state()


@citing("``torch.{}``")
def set_rng_state(new_state: Tensor) -> None:
    """Have the default generator go on from a state of :func:`get_rng_state`.

    >>> state = torch.get_rng_state()
    >>> x = torch.rand(2)
    >>> torch.set_rng_state(state)
    >>> torch.equal(x, torch.rand(2))
    True
    """
    default_generator.set_state(new_state)


@contextlib.contextmanager
@citing("``torch.random.{}``")
def fork_rng(
    devices=None,
    enabled: bool = True,
    _caller: str = "fork_rng",
    _devices_kw: str = "devices",
    device_type: str | None = None,
) -> Iterator[None]:
    """Give the default generator its state back at the end of a block.

    Parameters
    ----------
    devices : iterable, optional
        Accelerators whose generators are kept too: PyTorch's own, on its backend.
    enabled : bool, optional
        Whether anything is done.
    device_type : str, optional
        What accelerators these are.

    >>> _ = torch.manual_seed(0)
    >>> with torch.random.fork_rng():
    ...     _ = torch.rand(5)
    >>> torch.rand(1)
    tensor([0.4963])
    """
    if not enabled:
        yield
        return
    if _real_backend_active():
        forked = native.real_module().random.fork_rng(devices, device_type=device_type)
    else:
        forked = contextlib.nullcontext()
    state = get_rng_state()
    with forked:
        try:
            yield
        finally:
            set_rng_state(state)


__all__ = [
    "Generator",
    "default_generator",
    "default_source",
    "draw_and_restore_state",
    "drawn_in_program",
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
    "twister_of",
]
