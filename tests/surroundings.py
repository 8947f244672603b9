"""The environment of every process that runs tests."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What compilers and type checkers keep from run to run: in the project, unless IVY_TEST_CACHE names
# a folder that fresh clones share, as .ci/run does. Keys say what was compiled, and by which
# release.
CACHE = Path(os.environ.get("IVY_TEST_CACHE") or ROOT / ".cache").expanduser()

# Most of what the tests of JAX cost is compiling: 14,000 small programs, most of which run once. So
# XLA shall compile quickly, in place of well: 24 ms of CPU in place of 50 on the average. The older
# of its two emitters of loops is the faster one to compile with. With --full it compiles as for
# users.
QUICK_TO_COMPILE = (
    "--xla_backend_optimization_level=0",
    "--xla_llvm_disable_expensive_passes=true",
    "--xla_cpu_use_fusion_emitters=false",
    "--xla_cpu_parallel_codegen_split_count=1",
)


def surround(environment: MutableMapping[str, str], full: bool) -> None:
    """Set the variables, before a framework is imported.

    Parameters
    ----------
    environment : mutable mapping
        As ``os.environ``.
    full : bool
        Whether the run has the option ``--full``.
    """
    environment.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # never the user's own: the processes of a run, and the programs that they start, find each
    # other's kernels there
    environment["IVY_JAX_CACHE"] = str(CACHE / "jax")
    environment["IVY_AUTO_CACHE"] = "0"  # what is compiled does not depend on earlier runs
    given = environment.get("XLA_FLAGS", "").split()
    if not full and not set(QUICK_TO_COMPILE) <= set(given):
        environment["XLA_FLAGS"] = " ".join([*QUICK_TO_COMPILE, *given])
