"""Memory that a program has freed is kept for what it asks for next."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, resource, sys
from transpile.run.heap import keep_freed_memory

print(keep_freed_memory())
allocate, free = ctypes.CDLL(None).malloc, ctypes.CDLL(None).free
allocate.restype, free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
allocate.argtypes = [ctypes.c_size_t]
for _ in range(2):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    blocks = [allocate(1 << 24) for _ in range(4)]
    for each in blocks:
        ctypes.memset(each, 1, 1 << 24)
    for each in blocks:
        free(each)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another library allocates")
@pytest.mark.parametrize("said", [{}, {"MALLOC_TRIM_THRESHOLD_": "131072"}])
def test_freed_memory_is_kept_unless_the_environment_says_otherwise(said):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, **said}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    is_kept, first, second = done.stdout.split()
    assert is_kept == str(not said)
    if not said:
        assert int(second) < 0.1 * int(first)
