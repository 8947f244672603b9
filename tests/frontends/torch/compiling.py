"""``ivy.compile`` in programs that real PyTorch runs as well."""

import sys

COMPILES = sys.argv[2:] == ["compiled"]


def compiled(function):
    """Compile a function, where this program is not PyTorch's."""
    if not COMPILES:
        return function
    import ivy_core

    return ivy_core.compile(function, fallback="raise")


def count_exchanges(step, expected: list, *args) -> list:
    """Count all-gathers, reduce-scatters and all-reduces of a step; PyTorch has those expected.

    An all-reduce of two ranks is one message to each other.
    """
    if not COMPILES:
        return expected
    text = step.lower(*args).compile().as_text()
    kinds = "all-gather", "reduce-scatter", "all-reduce", "collective-permute"
    *counts, whole, messages = [text.count(f" {kind}(") for kind in kinds]
    return [*counts, whole + messages]
