"""The classes that draw: each holds a real one, and is one for libraries that ask."""

from __future__ import annotations

import numpy as np

from ivy_core.compilation.trace.host_calls import in_programs, keepers, source_classes

from ..errors import entry
from ..fallback import to_host
from .in_programs import kept, made_in_program
from .wrapping import drawing


class Generator(np.random.Generator):
    """Draws from a bit generator.

    Parameters
    ----------
    bit_generator : BitGenerator
        NumPy's own.

    References
    ----------
    NumPy reference, ``numpy.random.Generator``.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.random.Generator(np.random.PCG64(0)).integers(10, size=3)
    array([8, 6, 5])
    """

    # The methods below call each other in NumPy; on the real generator they see real arrays.
    __slots__ = ("real_",)

    @entry
    def __init__(self, bit_generator):
        super().__init__(bit_generator)
        self.real_ = np.random.Generator(bit_generator)

    def __reduce__(self):
        return Generator, (self.bit_generator,)

    @entry
    def spawn(self, n_children):
        """Create independent child generators.

        References: NumPy reference, ``numpy.random``, spawn.
        """
        return [Generator(child.bit_generator) for child in self.real_.spawn(n_children)]


class RandomState(np.random.RandomState):
    """Draws by the methods that NumPy has frozen, from the Mersenne Twister by default.

    Parameters
    ----------
    seed : None, int, array-like of int, SeedSequence or BitGenerator, optional
        Where the sequence begins.

    References
    ----------
    NumPy reference, ``numpy.random.RandomState``.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.random.RandomState(0).randint(10, size=3)
    array([5, 0, 3])
    """

    __slots__ = ("real_",)

    @entry
    def __init__(self, seed=None):
        self.adopt_real_state_(np.random.RandomState(to_host(seed)))

    def adopt_real_state_(self, real: np.random.RandomState) -> RandomState:
        """Draw by a real RandomState from now on, whose state both share; return self."""
        super().__init__(real._bit_generator)
        self.real_ = real
        return self

    @property
    def _bit_generator(self):
        return self.real_._bit_generator

    def __getstate__(self):
        return self.real_.get_state(legacy=False)

    def __setstate__(self, state):
        self.real_.set_state(to_host(state))

    def __reduce__(self):
        return RandomState, (self._bit_generator,), self.__getstate__()


@entry
def default_rng(seed=None):
    """Return a new Generator with NumPy's default bit generator, PCG64.

    Parameters
    ----------
    seed : None, int, array-like of int, SeedSequence, BitGenerator, Generator or RandomState
        Where the sequence begins. A Generator is returned as it is.

    Returns
    -------
    Generator
        It draws the numbers that NumPy's would.

    References
    ----------
    NumPy reference, ``numpy.random.default_rng``.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.random.default_rng(0).random()
    0.6369616873214543
    """
    if type(seed) is Generator:
        return seed
    return Generator(np.random.default_rng(to_host(seed)).bit_generator)


def _default_rng_in_program(seed=None):
    """Return a Generator itself; for a seed one that each call of a program makes anew."""
    if type(seed) is Generator:
        return seed
    return made_in_program(
        np.random.default_rng, lambda real: Generator(real.bit_generator), (seed,), {}
    )


def _random_state_in_program(seed=None):
    """Return a RandomState that each call of a program makes anew of the seed."""
    return made_in_program(
        np.random.RandomState, lambda real: RandomState(real._bit_generator), (seed,), {}
    )


in_programs[default_rng] = _default_rng_in_program
in_programs[RandomState] = _random_state_in_program
source_classes += [Generator, RandomState]
keepers.update(dict.fromkeys([Generator, RandomState, np.random.RandomState], kept))


def _attach_methods(cls, real) -> None:
    """Set a drawing method for each public one of NumPy's class that ``cls`` does not define."""
    for name in dir(real):
        function = getattr(real, name)
        if not name.startswith("_") and name not in cls.__dict__ and callable(function):
            setattr(cls, name, drawing(function, method=True))


_attach_methods(Generator, np.random.Generator)
_attach_methods(RandomState, np.random.RandomState)

GLOBAL_STATE = RandomState.__new__(RandomState).adopt_real_state_(np.random.mtrand._rand)

__all__ = ["GLOBAL_STATE", "Generator", "RandomState", "default_rng"]
