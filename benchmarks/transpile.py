"""100,000 lines in 500 files, rewritten by 2 processes, against libcst that parses and prints them.

``python -m benchmarks.transpile`` takes Python sources of installed packages that name NumPy, and
prints Markdown; the exit code is 1 where a limit is not held.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import psutil

FILES, LINES, PROCESSES = 500, 100_000, 2
TIME_LIMIT = 2.5  # times what libcst takes
MEMORY_LIMIT = 2**30  # bytes, of all processes together
_PACKAGES = ("numpy", "scipy", "jax", "torch", "matplotlib", "tensorflow")
_ROUNDS = 3


def corpus(folder: Path) -> tuple[int, int]:
    """Copy sources to `folder`; return how many files and lines they have.

    Files are taken as they come, if they leave room for the others: each has some 200 lines.
    """
    lines = files = 0
    for source in _sources():
        data = source.read_bytes()
        count = data.count(b"\n")
        share = (LINES - lines) / (FILES - files)
        if b"numpy" not in data or not share / 2 <= count <= share * 1.6:
            continue
        (folder / f"part{files // 50}").mkdir(parents=True, exist_ok=True)
        (folder / f"part{files // 50}" / f"module{files}.py").write_bytes(data)
        files, lines = files + 1, lines + count
        if files == FILES:
            break
    return files, lines


def _sources() -> Iterator[Path]:
    library = Path(sysconfig.get_path("purelib"))
    for package in _PACKAGES:
        yield from sorted((library / package).rglob("*.py"))


def parse_and_print(file: Path) -> int:
    """Have libcst parse a file and print it again; return the length of the text."""
    import libcst

    return len(libcst.parse_module(file.read_bytes()).bytes)


def libcst_alone(folder: Path) -> None:
    """Do so for all files, with as many processes."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        sum(pool.map(parse_and_print, sorted(folder.rglob("*.py")), chunksize=4))


def measure(command: list[str]) -> tuple[float, int]:
    """Return the seconds that a command takes, and the most memory that its processes hold."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.PIPE)
    most = [0]
    watcher = threading.Thread(target=_watch, args=(process.pid, most))
    watcher.start()
    errors = process.communicate()[1]
    seconds = time.perf_counter() - begun
    watcher.join()
    if process.returncode:
        sys.exit(errors.decode())
    return seconds, most[0]


def _watch(process: int, most: list[int]) -> None:
    try:
        root = psutil.Process(process)
        while root.is_running() and root.status() != psutil.STATUS_ZOMBIE:
            # Unlike the resident set, this counts what processes share once.
            held = sum(_proportional(part) for part in (root, *root.children(recursive=True)))
            most[0] = max(most[0], held)
            time.sleep(0.05)
    except psutil.NoSuchProcess:
        pass


def _proportional(process: psutil.Process) -> int:
    try:
        memory = process.memory_full_info()
        return getattr(memory, "pss", memory.rss)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return 0


def main() -> int:
    """Measure and print; return the exit code."""
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name, "source"), Path(name, "target")
        files, lines = corpus(source)
        ours = ["transpile", str(source), "--to", "jax", "-o", str(target), "--force"]
        ours += ["--quiet", "--jobs", str(PROCESSES)]
        theirs = ["benchmarks.transpile", str(source)]
        pairs = [(measure(ours), measure(theirs)) for _ in range(_ROUNDS)]
    seconds = [statistics.median(pair[i][0] for pair in pairs) for i in range(2)]
    memory = [max(pair[i][1] for pair in pairs) for i in range(2)]
    print(f"## transpile: {files} files, {lines:,} lines, {PROCESSES} processes\n")
    print("| | seconds | lines per second | most memory, MiB |\n| --- | --: | --: | --: |")
    for what, spent, held in zip(
        ("`transpile -o`", "libcst, parse and print"), seconds, memory, strict=True
    ):
        print(f"| {what} | {spent:.2f} | {lines / spent:,.0f} | {held / 2**20:.0f} |")
    print(f"\ntime: {seconds[0] / seconds[1]:.2f}x (limit {TIME_LIMIT}x)")
    return 0 if seconds[0] <= TIME_LIMIT * seconds[1] and memory[0] <= MEMORY_LIMIT else 1


if __name__ == "__main__":
    if sys.argv[1:]:
        libcst_alone(Path(sys.argv[1]))
    else:
        os.chdir(Path(__file__).resolve().parents[1])
        sys.exit(main())
