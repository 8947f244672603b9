"""What an error's text must not show."""

from __future__ import annotations

import re
import traceback

_LEAKS = re.compile(
    r"<locals>"  # a function inside of a function
    r"|\b_[a-z]\w*(?:\.\w+)*\(\)"  # a private one
    r"|ivy_core[/.]|frontends[/.]"  # a file or a module of ours
    r"|\.py\b"
)


def leak(err: BaseException) -> str | None:
    """Return what the texts of an error and of its causes show of the inside; None if nothing."""
    while err is not None:
        if _is_a_frameworks(getattr(err, "native_error", None) or err):
            return None
        shown = "".join(traceback.format_exception_only(err))
        text = shown.split(": ", 1)[-1]  # behind the name of the class
        if found := _LEAKS.search(text):
            return f"{found[0]!r} in {text!r}"
        err = err.__cause__
    return None


def _is_a_frameworks(err: BaseException) -> bool:
    """Return whether a framework has raised an error, whose text is kept as it is."""
    last = traceback.extract_tb(err.__traceback__)[-1:]
    # functions of NumPy in C leave no frame
    inside = ("/site-packages/", "frontends/numpy/native_route.py", "frontends/numpy/host_call.py")
    return bool(last) and any(place in last[0].filename for place in inside)
