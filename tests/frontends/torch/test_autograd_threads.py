"""What of gradients is a thread's own, or a generator's: modes, and what waits for a pass's end."""

from __future__ import annotations

import threading

import pytest

import frontends.torch as ours


def test_threads_have_modes_of_their_own(backend):
    found = []
    with ours.no_grad():
        thread = threading.Thread(target=lambda: found.append(ours.is_grad_enabled()))
        thread.start()
        thread.join()
        found.append(ours.is_grad_enabled())
    assert found == [True, False]


def test_a_generator_resumes_in_its_own_mode(backend):
    @ours.no_grad()
    def steps():
        try:
            yield ours.is_grad_enabled()
        except ValueError:
            yield "caught", ours.is_grad_enabled()

    made = steps()
    assert next(made) is False
    assert made.throw(ValueError()) == ("caught", False)
    assert ours.is_grad_enabled()


def test_what_waits_for_the_end_of_a_pass_is_of_its_thread(backend):
    if backend in ("numpy", "torch"):
        pytest.skip("NumPy computes no gradients, PyTorch's backend has its own engine")
    from frontends.torch.autograd.engine import queue_callback

    called = []

    def of_another_thread(grad):
        thread = threading.Thread(target=passing, args=("inner", lambda grad: None))
        thread.start()
        thread.join()
        called.append("outer hook")

    def passing(name, hook):
        x = ours.ones(2, requires_grad=True)
        y = x * 2
        y.register_hook(hook)
        y.register_hook(lambda grad: queue_callback(lambda: called.append(name)))
        y.sum().backward()

    passing("outer", of_another_thread)
    assert called == ["inner", "outer hook", "outer"]
