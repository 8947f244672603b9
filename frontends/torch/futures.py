"""``torch.futures``: results that come later, of ``torch.jit.fork`` or of another thread.

References
----------
PyTorch documentation, ``torch.futures``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing


@citing("torch.futures.{}")
class Future:
    """Result that is set once, maybe by another thread, and waited for.

    Parameters
    ----------
    devices : list, optional
        Where results may lie; nothing waits for devices here.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> future = torch.futures.Future()
    >>> later = future.then(lambda done: done.wait() + 1)
    >>> future.set_result(2)
    >>> later.wait()
    3
    """

    def __init__(self, *, devices=None):
        self._is_set, self._lock = threading.Event(), threading.Lock()
        self._result = self._error = None
        self._callbacks: list[Callable] = []

    def done(self) -> bool:
        """Return whether a result or an error is there."""
        return self._is_set.is_set()

    def wait(self):
        """Return the result when it is there; raise the error if that came."""
        self._is_set.wait()
        return self.value()

    def value(self):
        """Return the result, which is there; raise the error if that came.

        Raises
        ------
        RuntimeError
            If neither is there.
        """
        if not self.done():
            raise RuntimeError("the future is not completed: wait() waits for it")
        if self._error is not None:
            raise self._error
        return self._result

    def then(self, callback: Callable) -> Future:
        """Return the future of what ``callback(self)`` gives when this one is done."""
        made = Future()

        def call(future):
            try:
                result = callback(future)
            except Exception as err:  # of the user's function: the new future's wait() raises it
                words = "Got the following error when running the callback: "
                raised = RuntimeError(f"{words}{type(err).__name__}: {err}")
                raised.__cause__ = err
                made.set_exception(raised)
            else:
                made.set_result(result)

        self.add_done_callback(call)
        return made

    def add_done_callback(self, callback: Callable) -> None:
        """Call ``callback(self)`` when this is done: at once if it is."""
        with self._lock:
            if not self.done():
                self._callbacks.append(callback)
                return
        callback(self)

    def set_result(self, result) -> None:
        """Set the result, once.

        Raises
        ------
        RuntimeError
            If there is one, or an error.
        """
        self._complete(result, None)

    def set_exception(self, result: BaseException) -> None:
        """Set the error that :meth:`wait` raises.

        Raises
        ------
        AssertionError
            For what is no exception.
        """
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self._complete(None, result)

    def _complete(self, result, error) -> None:
        with self._lock:
            if self.done():
                raise RuntimeError(
                    "Future can only be marked completed once: it has a result or an error"
                )
            self._result, self._error = result, error
            self._is_set.set()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)


@citing("torch.futures.{}")
def collect_all(futures: list[Future]) -> Future:
    """Return a future of the list of futures, which is done when all of them are.

    >>> import frontends.torch as torch
    >>> one = torch.futures.Future()
    >>> one.set_result(1)
    >>> torch.futures.collect_all([one]).wait()[0].value()
    1
    """
    made, left, lock = Future(), [len(futures)], threading.Lock()

    def count(_):
        with lock:
            left[0] -= 1
            is_last = not left[0]
        if is_last:
            made.set_result(futures)

    if not futures:
        made.set_result(futures)
    for future in futures:
        future.add_done_callback(count)
    return made


@citing("torch.futures.{}")
def wait_all(futures: list[Future]) -> list:
    """Return the results of all futures; raise the error of the first that has one.

    >>> import frontends.torch as torch
    >>> one = torch.futures.Future()
    >>> one.set_result(1)
    >>> torch.futures.wait_all([one])
    [1]
    """
    return [future.wait() for future in collect_all(futures).wait()]


__all__ = ["Future", "collect_all", "wait_all"]
