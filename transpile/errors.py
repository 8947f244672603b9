"""The one exception that bad input raises."""

from __future__ import annotations


class TranspileError(Exception):
    """Input that cannot be transpiled, and where the fault lies.

    Parameters
    ----------
    message : str
        What is wrong, in one line.
    file : str, optional
        The file, as its user named it.
    line, column : int, optional
        Where in the file, both counted from one.

    Examples
    --------
    >>> str(TranspileError("invalid syntax", file="a.py", line=3, column=7))
    'a.py:3:7: invalid syntax'
    >>> str(TranspileError("no such file", file="a.py"))
    'a.py: no such file'
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        message = " ".join(self.message.split())  # one fault, one line
        return f"{':'.join(place)}: {message}" if place else message
