"""Programs that a thread compiles while their caller goes on without them.

XLA compiles without Python's lock; what is traced and lowered before is the caller's own time. A
call waits for the thread. A process that ends waits, too.
"""

from __future__ import annotations

import threading


class CompiledAhead:
    """A jitted function that a thread can compile before it is called.

    Parameters
    ----------
    jitted : callable
        What ``jax.jit`` gives.
    """

    __slots__ = ("_error", "_jitted", "_thread")

    def __init__(self, jitted):
        self._jitted, self._thread, self._error = jitted, None, None

    def __call__(self, *args):
        if self._thread is not None:
            self._wait()
        return self._jitted(*args)

    def prepare(self, *args) -> None:
        """Trace and lower the function for such arguments, and have a thread compile it."""
        lowered = self._jitted.lower(*args)
        self._thread = threading.Thread(target=self._compile, args=(lowered,), name="ivy compiler")
        self._thread.start()

    def _compile(self, lowered) -> None:
        try:
            lowered.compile()  # JAX keeps it with what is lowered, and a call finds both
        except Exception as err:
            self._error = err  # raised by the call

    def _wait(self) -> None:
        thread, self._thread = self._thread, None
        thread.join()
        if self._error is not None:
            error, self._error = self._error, None
            raise error
