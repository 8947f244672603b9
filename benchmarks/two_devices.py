"""Two devices of one thread each against one: ``python -m benchmarks.two_devices``.

Each row is a program of NumPy on float64 arrays, eagerly and by :func:`ivy.compile`: milliseconds
on one device, on two that lie on two cores, and the ratio. The machine has to be idle: a child
process runs each side, by turns, and the least time of each counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

from .collectives import heat, matrix_chain, mlp

PROGRAMS = {"heat": heat, "matrix_chain": matrix_chain, "mlp": mlp}
WHOLE = {"mlp": (2, 3)}  # arguments that are not cut: the weights
TURNS = 3  # processes of each side
SECONDS = 2.0  # of repetitions of a program


def inputs_of(name: str, np) -> list:
    """Draw the arrays of a program, large enough that computing outweighs what is sent."""
    draw = np.random.default_rng(5)
    return {
        "heat": lambda: [draw.random((2048, 2048))],
        "matrix_chain": lambda: [draw.random((1536, 1536)), draw.random((1536, 1536))],
        "mlp": lambda: [
            draw.random((16384, 256)), draw.random((16384, 8)), draw.random((256, 256)),
            draw.random((256, 8)),
        ],
    }[name]()  # fmt: skip


def measure(devices: int) -> dict[str, float]:
    """Return the seconds of each program and way, on so many devices of one thread each."""
    import numpy

    import frontends.numpy as np
    import ivy_core as ivy

    ivy.set_backend("jax")
    if devices > 1:
        placement = ivy.Placement(ivy.mesh((devices,), ("parts",)), ("parts",))
    found = {}
    for name, program in PROGRAMS.items():
        arrays = [np.asarray(each) for each in inputs_of(name, numpy)]
        if devices > 1:
            whole = WHOLE.get(name, ())
            arrays = [
                x if at in whole else x.to_placement(placement) for at, x in enumerate(arrays)
            ]
        for way, run in (("eager", program), ("compiled", ivy.compile(program))):

            def call(run=run, arrays=arrays):
                results = run(np, *arrays)
                for each in results if isinstance(results, tuple) else (results,):
                    float(each[0, 0])  # which waits for it

            for _ in range(5):
                call()
            least, end = float("inf"), time.monotonic() + SECONDS
            while time.monotonic() < end:
                begin = time.perf_counter()
                call()
                least = min(least, time.perf_counter() - begin)
            found[f"{name} {way}"] = least
    return found


def _measured(devices: int) -> dict[str, float]:
    flags = f"--xla_cpu_multi_thread_eigen=false --xla_force_host_platform_device_count={devices}"
    environment = {
        # a device's thread waits for the others' in an exchange: more of them than devices
        **os.environ, "JAX_PLATFORMS": "cpu", "NPROC": str(1 if devices == 1 else 16),
        "XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {flags}",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
    }  # fmt: skip
    command = [sys.executable, "-P", "-m", "benchmarks.two_devices", str(devices)]
    cores = sorted(os.sched_getaffinity(0))[:devices]
    ran = subprocess.run(
        command,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )
    return json.loads(ran.stdout)


def main() -> None:
    if len(sys.argv) > 1:
        print(json.dumps(measure(int(sys.argv[1]))))
        return
    turns = [(_measured(1), _measured(2)) for _ in range(TURNS)]
    print("| program | one device, ms | two, ms | times as fast |")
    print("| --- | --: | --: | --: |")
    for name in turns[0][0]:
        one, two = (min(turn[side][name] for turn in turns) for side in (0, 1))
        print(f"| {name} | {one * 1e3:.2f} | {two * 1e3:.2f} | {one / two:.2f} |")


if __name__ == "__main__":
    main()
