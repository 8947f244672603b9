"""Lengths, steps and widths of windows: one for each spatial dimension."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

_WORDS = {1: "one int", 2: "two ints", 3: "three ints"}


@citing(None)
def each_of(value, count: int, what: str, function: str) -> tuple[int, ...]:
    """Return a number for each spatial dimension.

    Raises: RuntimeError if there is another number of them.
    """
    if isinstance(value, (tuple, list)):
        values = tuple(int(n) for n in value)
        if len(values) == count:
            return values
        if len(values) == 1:
            return values * count
    elif hasattr(value, "__index__"):
        return (value.__index__(),) * count
    if function.startswith("conv"):
        raise RuntimeError(
            f"expected {what} to be a single integer value or a list of {count} values to match "
            f"the convolution dimensions, but got {what}={list(value)}"
        )
    raise RuntimeError(
        f"{function}: {what} must either be a single int, or a tuple of {_WORDS[count]}"
    )


def shown_sizes(sizes) -> str:
    """Return sizes as PyTorch's messages of convolutions have them: ``5 x 6``."""
    return " x ".join(str(n) for n in sizes)


__all__ = ["each_of", "shown_sizes"]
