"""Transpile a NumPy script to JAX, run both, and compare: what ``make demo`` shows."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "examples" / "numpy" / "heat_equation.py"
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def run(*command: str) -> tuple[str, float]:
    """Run a command, show it, and return what it printed and the seconds it took."""
    shown = " ".join(Path(c).name if c == sys.executable else c for c in command)
    print(f"$ {shown}", flush=True)
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout, seconds


def same(first: str, second: str, relative: float = 1e-9) -> bool:
    """Return whether two texts are equal, numbers up to a relative difference."""
    if _NUMBER.sub("#", first) != _NUMBER.sub("#", second):
        return False
    pairs = zip(_NUMBER.findall(first), _NUMBER.findall(second), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=relative, abs_tol=1e-12) for a, b in pairs)


def main() -> int:
    source = str(SOURCE.relative_to(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        target = str(Path(folder) / "heat_equation_jax.py")
        run(sys.executable, "-m", "transpile", source, "--to", "jax", "-o", target)
        print()
        difference, _ = run(sys.executable, "-m", "transpile", source, "--to", "jax", "--diff")
        print(difference)
        original, native = run(sys.executable, source)
        print(original)
        transpiled, ours = run(sys.executable, target)
        print(transpiled)
    equal = same(original, transpiled)
    print(f"same result on NumPy and on JAX: {equal}")
    print(f"seconds, with start-up: NumPy {native:.2f}, JAX {ours:.2f} (imports and compiles)")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
