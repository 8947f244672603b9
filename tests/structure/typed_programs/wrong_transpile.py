"""The same with mistakes; a comment names what a checker must say no to."""

import transpile

transpile.transpile_source("import numpy", backend="jax")  # mistake: to
pages: list[str] = transpile.transpile_path("src", to="jax")  # mistake: FileResults
print(transpile.report("src", to="jax").sumary(), pages)  # mistake: summary


@transpile.to("jax")
def double(x: int) -> int:
    return 2 * x


double("1")  # mistake: an int
