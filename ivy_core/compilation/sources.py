"""Which line of the user's a frame of converted code stands for."""

from __future__ import annotations

_maps: dict[str, dict] = {}  # by converted file: malt's map of its lines
_MOST = 4096


def remember(filename: str, source_map: dict) -> None:
    """Keep the lines that a converted file was made of."""
    if len(_maps) >= _MOST:
        _maps.pop(next(iter(_maps)))
    lines: dict[int, tuple[str, int]] = {}
    for place, made_of in source_map.items():
        lines[place.lineno] = made_of.loc.filename, made_of.loc.lineno
    _maps[filename] = lines


def origin(frame) -> tuple[str, int]:
    """Return file and line that a frame stands for: its own if nothing was converted."""
    return line_of(frame.f_code.co_filename, frame.f_lineno)


def line_of(filename: str, line: int) -> tuple[str, int]:
    lines = _maps.get(filename)
    if not lines:
        return filename, line
    found = lines.get(line)
    if found is None:  # a line that stands for nothing: what comes before it
        before = [at for at in lines if at <= line]
        found = lines[max(before)] if before else (filename, line)
    return found


def is_converted(filename: str) -> bool:
    return filename in _maps
