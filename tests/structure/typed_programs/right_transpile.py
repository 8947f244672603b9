"""A program that uses transpile as a library."""

import json
from pathlib import Path

import transpile


@transpile.to("jax", default_dtype="float32")
def double(x: list[float]) -> float:
    return 2 * sum(x)


def run(folder: Path) -> int:
    text: str = transpile.transpile_source("import numpy as np", to="jax")
    results = transpile.transpile_path(folder, to="torch", output="out", jobs=2)
    changed = [result.file for result in results if result.status == "changed"]
    failed = [result.error.line for result in results if result.error is not None]
    report = transpile.report([folder], to="jax")
    print(text, changed, failed, report.summary(), json.dumps(report.to_json()), report.unknown)
    print([f"{name.name}: {name.status}" for name in report.names])
    with transpile.import_hook(to="jax", roots=[folder]):
        rewritten = transpile.transpile_function(json, to="jax")
    return len(rewritten.dumps(changed)) + int(double([1.0]))


try:
    run(Path("src"))
except transpile.TranspileError as error:
    print(error.file, error.line, error.column)
