"""Compare the PyTorch frontend with PyTorch, operator by operator: OpInfo's samples for each.

``python -m tools.conformance --backend jax`` runs the operators of tiers core and extended
(``tools/torch_api.txt``) in a process that is begun anew when it has grown too large or an operator
has taken too long. It prints a line for each failure and at last the share that passes. An operator
passes as a variant if all its samples do. ``--write`` renews the list of what passes,
``tests/conformance/torch_<backend>.txt``, which may only grow. What runs in real PyTorch on the
host passes only with ``--fallback``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BACKENDS = ("torch", "jax", "tensorflow", "numpy")
SECONDS = 240.0  # an operator may take, all variants together
MANY_BYTES = 2_200_000_000  # from which on the process is begun anew
FORWARD = ("function", "method", "operator", "inplace", "out", "errors")
GRADIENTS = ("gradient", "gradgrad")


def list_path(backend: str, framework: str = "torch") -> Path:
    """Return where is listed what passes on a backend, of a framework's operators or tests."""
    return ROOT / "tests" / "conformance" / f"{framework}_{backend}.txt"


def read_list(path: Path) -> set[tuple[str, str]]:
    """Return the pairs in a list, of operator and variant or file and test, none without a list."""
    if not path.exists():
        return set()
    lines = path.read_text(encoding="utf-8").splitlines()
    return {tuple(line.split()) for line in lines if line and not line.startswith("#")}


HEAD = "What passes on {} with all samples of OpInfo: `python -m tools.conformance`."


def write_list(
    path: Path, passing: Iterable[tuple[str, str]], backend: str, head: str = HEAD
) -> None:
    """Write a list, sorted, under a line that says what it is."""
    lines = [f"# {head.format(backend)}", *sorted(" ".join(pair) for pair in passing)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def renew_list(
    path: Path,
    ran: dict[tuple[str, str], bool],
    backend: str,
    shrink: bool = False,
    head: str = HEAD,
) -> bool:
    """Add to a list what passes, and keep what has not been run.

    Parameters
    ----------
    ran : dict
        By operator and variant, or file and test, whether it passes.
    shrink : bool
        Whether what is listed and no longer passes may be taken out. Else nothing is written.

    Returns
    -------
    bool
        Whether the list is written.
    """
    old = read_list(path)
    lost = {pair for pair in old if ran.get(pair) is False}
    if lost and not shrink:
        print(f"{path.name} is not written, because these no longer pass (--shrink permits it):")
        print("\n".join(sorted(" ".join(pair) for pair in lost)))
        return False
    kept = (old - lost) | {pair for pair, passed in ran.items() if passed}
    write_list(path, kept, backend, head)
    return True


# -- the process that runs operators ---------------------------------------------------------------


def work(arguments) -> None:
    """Run the operators that are named on standard input; print a line of JSON for each variant."""
    opinfo = importlib.import_module("tests.frontends.torch.opinfo")
    frontend = frontend_of(arguments.backend, arguments.fallback)
    known = opinfo.operators()
    tier = opinfo.tiers()
    say = lambda **what: print(json.dumps(what), flush=True)
    say(ready={name: opinfo.tier_of(op, tier) for name, op in known.items()})
    psutil = importlib.import_module("psutil")
    process = psutil.Process()
    for line in sys.stdin:
        name, *variants = line.split()
        for variant in opinfo.variants_of(known[name]):
            if variant in variants:
                say(begin=variant)
                try:
                    outcome = opinfo.check(known[name], variant, frontend, most=arguments.samples)
                except Exception as err:  # e.g. OpInfo itself has no samples of this kind
                    outcome = opinfo.Outcome(1, [f"{type(err).__name__}: {err}"])
                failures = outcome.failures[: arguments.lines]
                failed = len(outcome.failures)
                say(variant=variant, samples=outcome.samples, failed=failed, lines=failures)
        say(done=name, bytes=process.memory_info().rss)


def frontend_of(backend: str, fallback: bool = False):
    """Return the frontend with a backend set; for ``real`` PyTorch itself, which must pass.

    Parameters
    ----------
    fallback : bool
        Whether a function may run in real PyTorch on the host, where it passes of itself.
    """
    if backend == "real":
        return importlib.import_module("torch")
    importlib.import_module("ivy_core").set_backend(backend)
    frontend = importlib.import_module("frontends.torch")
    frontend.set_fallback("silent" if fallback else "error")
    return frontend


# -- the process that waits for it -----------------------------------------------------------------


class Worker:
    """The process that runs operators, and what it says."""

    def __init__(self, arguments):
        options = ["--backend", arguments.backend, "--lines", str(arguments.lines), "--worker"]
        if arguments.fallback:
            options.append("--fallback")
        if arguments.samples:
            options += ["--samples", str(arguments.samples)]
        environment = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONWARNINGS": "ignore"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.conformance", *options],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if not arguments.verbose else None,
        )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._rest = b""
        ready = self.message(600)
        if not ready:
            raise SystemExit(f"the process that runs operators did not start\n{self.end()}")
        self.tiers: dict[str, str] = ready["ready"]

    def run(self, name: str, variants: Iterable[str]) -> None:
        self._process.stdin.write(f"{name} {' '.join(variants)}\n".encode())
        self._process.stdin.flush()

    def message(self, seconds: float) -> dict | None:
        """Return the next line, or None if it does not come in time or the process has ended."""
        until = time.monotonic() + seconds
        while b"\n" not in self._rest:
            left = until - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                return None
            if not (read := os.read(self._process.stdout.fileno(), 1 << 16)):
                return None
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        if not line.startswith(b"{"):  # a framework that prints
            return self.message(max(until - time.monotonic(), 0.0))
        return json.loads(line)

    def end(self) -> str:
        """End the process; return the last that it wrote to standard error."""
        self._process.kill()
        _, said = self._process.communicate()
        self._selector.close()
        return (said or b"").decode(errors="replace")[-2000:]


def measure(arguments, wanted: list[str] | None, variants: tuple[str, ...]) -> Iterator[tuple]:
    """Run operators; yield for each its name, its tier, its results by variant and its seconds."""
    worker = Worker(arguments)
    tier = worker.tiers
    for name in wanted or list(tier):
        if name not in tier:
            raise SystemExit(f"OpInfo has no operator {name!r} of tiers core and extended")
    try:
        for name in wanted or list(tier):
            worker = worker or Worker(arguments)
            begun = time.monotonic()
            worker.run(name, variants)
            results: dict[str, dict] = {}
            variant = variants[0]
            grown = False
            while True:
                left = begun + arguments.seconds - time.monotonic()
                message = worker.message(max(left, 0.0))
                if message is None:
                    late = time.monotonic() - begun >= arguments.seconds
                    said = worker.end().strip().splitlines()[-1:] or ["no message"]
                    why = f"over {arguments.seconds:.0f} s" if late else f"ended: {said[0]}"
                    results[variant] = {"samples": 1, "failed": 1, "lines": [why]}
                    worker = None
                    rest = variants[variants.index(variant) + 1 :]
                    if late or not rest:
                        break
                    worker = Worker(arguments)  # what remains of this operator
                    worker.run(name, rest)
                elif "begin" in message:
                    variant = message["begin"]
                elif "variant" in message:
                    results[message["variant"]] = message
                else:
                    grown = message["bytes"] > MANY_BYTES
                    break
            if grown:
                worker.end()
                worker = None
            yield name, tier[name], results, time.monotonic() - begun
    finally:
        if worker:
            worker.end()


def passes(result: dict) -> bool:
    return result["samples"] > 0 and not result["failed"]


def shares(results: dict[str, dict]) -> list[str]:
    """Return the lines of the summary: by variant and tier, how many operators pass."""
    count: dict[str, Counter] = defaultdict(Counter)
    for found in results.values():
        for variant, result in found["variants"].items():
            if not result["samples"]:
                continue
            for tier in ("all", found["tier"]):
                count[variant][tier, "of"] += 1
                count[variant][tier, "pass"] += passes(result)
            count[variant]["samples", "of"] += result["samples"]
            count[variant]["samples", "pass"] += result["samples"] - result["failed"]
        called = [found["variants"].get(v, {"samples": 0}) for v in FORWARD if v != "errors"]
        called = [result for result in called if result["samples"]]
        if called:
            for tier in ("all", found["tier"]):
                count["forward"][tier, "of"] += 1
                count["forward"][tier, "pass"] += all(map(passes, called))
    columns = ("all", "core", "extended", "samples")
    lines = [f"{'variant':10}" + "".join(f"{column:>24}" for column in columns)]
    for variant in ("forward", *FORWARD, *GRADIENTS):
        if variant in count:
            cells = [_share(count[variant], column) for column in columns]
            lines.append(f"{variant:10}" + "".join(f"{cell:>24}" for cell in cells))
    lines.append("forward: all of function, method, operator, inplace and out that there are")
    return lines


def _share(count: Counter, column: str) -> str:
    passed, of = count[column, "pass"], count[column, "of"]
    return f"{passed} of {of} {100 * passed / of:6.2f} %" if of else "-"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--backend", choices=(*BACKENDS, "real"), required=True)
    parser.add_argument("--ops", help="these operators only, separated by commas")
    parser.add_argument("--variants", help="these variants only, separated by commas")
    parser.add_argument("--gradients", action="store_true", help="gradients only")
    parser.add_argument("--forward", action="store_true", help="all but gradients")
    parser.add_argument("--samples", type=int, help="at most so many samples of each dtype")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="an operator may take")
    parser.add_argument("--lines", type=int, default=3, help="lines a variant that fails")
    parser.add_argument("--write", action="store_true", help="renew the list of what passes")
    parser.add_argument("--shrink", action="store_true", help="with --write: it may lose names")
    parser.add_argument("--json", type=Path, help="keep the results here, operator by operator")
    parser.add_argument("--fallback", action="store_true", help="permit real PyTorch on the host")
    parser.add_argument("--verbose", action="store_true", help="show what the process writes")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments)
        return 0
    if arguments.write and arguments.samples:
        parser.error("--write needs all samples")
    variants = GRADIENTS if arguments.gradients else FORWARD
    if not arguments.gradients and not arguments.forward:
        variants = (*FORWARD, *GRADIENTS)
    if arguments.variants:
        variants = tuple(arguments.variants.split(","))
    wanted = arguments.ops.split(",") if arguments.ops else None
    results: dict[str, dict] = {}
    if arguments.json and arguments.json.exists():
        results = json.loads(arguments.json.read_text(encoding="utf-8"))
    ran: dict[tuple[str, str], bool] = {}
    for name, tier, found, seconds in measure(arguments, wanted, variants):
        for variant, result in found.items():
            ran[name, variant] = passes(result)
            for line in result["lines"]:
                print(f"{name} {variant}: {line}")
            if result["failed"] > len(result["lines"]):
                print(f"{name} {variant}: {result['failed']} of {result['samples']} samples fail")
        sys.stdout.flush()
        kept = results.setdefault(name, {"tier": tier, "variants": {}})
        kept["variants"] |= found
        kept["seconds"] = round(seconds, 2)
        if arguments.json:
            arguments.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    print("\n".join(shares(results)))
    if not arguments.write:
        return 0
    path = list_path(arguments.backend)
    return 0 if renew_list(path, ran, arguments.backend, arguments.shrink) else 1


if __name__ == "__main__":
    sys.exit(main())
