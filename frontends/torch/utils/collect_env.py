"""Facts of the machine, as reports of errors and headers of test runs print them.

References
----------
PyTorch documentation, ``python -m torch.utils.collect_env``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

Run = Callable[[str], tuple[int, str, str]]


def run(command: str | list[str]) -> tuple[int, str, str]:
    """Run a command, in a shell if it is a string: return code, stripped output and errors."""
    done = subprocess.run(command, shell=isinstance(command, str), capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def run_and_parse_first_match(run_lambda: Run, command: str, regex: str) -> str | None:
    """Return the first group of a match in a command's output, None where it fails."""
    code, output, _ = run_lambda(command)
    found = None if code else re.search(regex, output)
    return None if found is None else found.group(1)


def get_gcc_version(run_lambda: Run) -> str | None:
    """Return the version that ``gcc`` prints of itself."""
    return run_and_parse_first_match(run_lambda, "gcc --version", r"gcc (.*)")


def get_nvidia_driver_version(run_lambda: Run) -> str | None:
    """Return the version of NVIDIA's driver, None without one."""
    return run_and_parse_first_match(run_lambda, "nvidia-smi", r"Driver Version: (.*?) ")


def get_gpu_info(run_lambda: Run) -> str | None:
    """Return NVIDIA's devices, one a line, without their identifiers; None without any."""
    code, output, _ = run_lambda("nvidia-smi -L")
    return None if code else re.sub(r" \(UUID: .+?\)", "", output)


def get_cpu_info(run_lambda: Run) -> str:
    """Return the operating system's lines on the processor, or a reason why there are none."""
    commands = {"linux": "lscpu", "darwin": "sysctl -n machdep.cpu.brand_string"}
    if sys.platform not in commands:
        return "None"
    code, output, errors = run_lambda(commands[sys.platform])
    return errors if code else output


__all__ = [
    "get_cpu_info", "get_gcc_version", "get_gpu_info", "get_nvidia_driver_version", "run",
    "run_and_parse_first_match",
]  # fmt: skip
