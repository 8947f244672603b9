"""Bodies of loops compiled to machine code by Inductor, where a user asks for it.

``IVY_TORCH_INDUCTOR=1`` asks. The bodies are those that compute with whole arrays alone, the same
operations in each iteration, as stencils over time steps do. A C++ compiler is needed, and three
seconds or more for each body.
"""

from __future__ import annotations

import functools
import os
import shutil
from collections.abc import Callable

import torch

from ..runtime.internals import dynamo_exception
from .limits import INDUCTOR_LEAST_STEPS, INDUCTOR_MOST_STEPS


@functools.cache
def _has_cpp_compiler() -> bool:
    return any(map(shutil.which, (os.environ.get("CXX", "g++"), "g++", "clang++")))


def is_wanted(count: int) -> bool:
    """Return whether a body of so many operations is to be compiled."""
    asked = os.environ.get("IVY_TORCH_INDUCTOR", "0") not in ("", "0")
    return asked and INDUCTOR_LEAST_STEPS <= count <= INDUCTOR_MOST_STEPS and _has_cpp_compiler()


def kernel(function: Callable) -> Callable:
    """Return a function of tensors, which it writes to, that is compiled when it is first called.

    It stays what it is where Inductor does not take it; that is known before anything is written.
    """
    # in this thread: Inductor's pool would stay, and beside threads nothing is compiled unasked
    compiled = torch.compile(
        function, fullgraph=True, dynamic=False, options={"compile_threads": 1}
    )
    call, refusal = compiled, dynamo_exception()

    def run(*tensors):
        nonlocal call
        if call is function:
            function(*tensors)
            return
        try:
            call(*tensors)
        except refusal:
            call = function
            function(*tensors)

    return run
