"""Store what real PyTorch gives for small programs: ``python -m tools.torch_answers``.

The programs are those of ``tests/frontends/torch/stored_programs.py``. Their answers, and the files
that some of them load, are what the frontend is held against where PyTorch is not installed;
``--check`` writes nothing, and says which programs give something else than what is stored.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import sys
from collections.abc import Iterator

from tests.frontends.torch import stored_programs as stored

# Relative to the larger of 1 and the number: single precision, in which most programs compute.
TOLERANCE = 2e-5


def read_answers() -> dict[str, object]:
    """Return the stored answers by program."""
    return json.loads(stored.ANSWERS.read_text(encoding="utf-8"))


def answer(name: str, torch) -> object:
    """Return what a program gives with a module ``torch``, in the form that is stored."""
    return stored.as_json(stored.PROGRAMS[name](torch))


def differences(found: object, wanted: object, place: str = "") -> Iterator[str]:
    """Yield where two answers differ, a line each.

    Examples
    --------
    >>> list(differences([1, {"a": 2.0}], [1, {"a": 2.5}]))
    ["[1]['a']: 2.0 in place of 2.5"]
    """
    if isinstance(found, float) and isinstance(wanted, float):
        close = math.isclose(found, wanted, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        differ = not close and not (math.isnan(found) and math.isnan(wanted))
    elif type(found) is not type(wanted):
        differ = True
    elif isinstance(wanted, dict):
        differ = list(found) != list(wanted)
        if not differ:
            for key in wanted:
                yield from differences(found[key], wanted[key], f"{place}[{key!r}]")
    elif isinstance(wanted, list):
        differ = len(found) != len(wanted)
        if not differ:
            for at, pair in enumerate(zip(found, wanted, strict=True)):
                yield from differences(*pair, f"{place}[{at}]")
    else:
        differ = found != wanted
    if differ:
        yield f"{place}: {found!r} in place of {wanted!r}"


def write(torch) -> None:
    """Write the files that programs load, and the answers of all programs, a line each."""
    for path, is_archive in zip(stored.CHECKPOINTS, (True, False), strict=True):
        content = stored.checkpoint(torch)
        torch.save(content, path, _use_new_zipfile_serialization=is_archive)
    save_file = importlib.import_module("safetensors.torch").save_file
    save_file(stored.checkpoint_kinds(torch), stored.SAFETENSORS, {"format": "pt"})
    lines = [f"{json.dumps(name)}: {json.dumps(answer(name, torch))}" for name in stored.PROGRAMS]
    stored.ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def check(torch) -> list[str]:
    """Return how the answers of real PyTorch differ from those that are stored."""
    answers, found = read_answers(), []
    for name in stored.PROGRAMS:
        given = answer(name, torch)
        found += [f"{name}{each}" for each in differences(given, answers.get(name))]
    return found + [f"{name}: no such program" for name in answers.keys() - stored.PROGRAMS.keys()]


def main(arguments: list[str] | None = None) -> int:
    """Write the answers or check them; the exit status is 1 if a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m tools.torch_answers", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with what is stored")
    options = parser.parse_args(arguments)
    torch = importlib.import_module("torch")
    if not options.check:
        write(torch)
        return 0
    found = check(torch)
    print("\n".join(found) or f"{len(stored.PROGRAMS)} programs give what is stored")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
