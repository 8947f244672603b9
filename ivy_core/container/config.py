"""Settings for building and printing Containers: one immutable object, shared by default."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import ModuleType

from ..utils.exceptions import IvyTypeError, IvyValueError

_NAMES = ("grey", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
# ANSI's codes of the colours of text
COLORS = {name: 30 + i for i, name in enumerate(_NAMES)} | {"black": 30}
COLORS |= {f"light_{name}": 90 + i for i, name in enumerate(_NAMES)}


@dataclasses.dataclass(frozen=True, slots=True)
class Config:
    """Settings of a Container; the constructor's docstring says what each means."""

    print_limit: int | None = 10
    key_length_limit: int | None = None
    print_indent: int = 4
    print_line_spacing: int = 0
    ivyh: ModuleType | str | None = None
    default_key_color: str = "green"
    keyword_color_dict: Mapping[str, str] | None = None
    rebuild_child_containers: bool = False
    types_to_iteratively_nest: tuple[type, ...] = ()
    alphabetical_keys: bool = True
    dynamic_backend: bool | None = None
    build_callable: bool = False

    def __post_init__(self):
        types = self.types_to_iteratively_nest
        types = () if types is None else (types,) if isinstance(types, type) else tuple(types)
        object.__setattr__(self, "types_to_iteratively_nest", types)
        for color in (self.default_key_color, *(self.keyword_color_dict or {}).values()):
            if color not in COLORS:
                raise IvyValueError(
                    f"Container: {color!r} was given as a colour; allowed are {', '.join(COLORS)}"
                )


FIELDS = frozenset(field.name for field in dataclasses.fields(Config))
DEFAULT = Config()


def as_config(config, like: Config = DEFAULT) -> Config:
    """Return a Config for what functions take as ``config``: one, a dict of settings, or None.

    Raises
    ------
    IvyTypeError
        If a name in the dict is no setting.
    """
    if config is None:
        return like
    if isinstance(config, Config):
        return config
    unknown = sorted(set(config) - FIELDS)
    if unknown:
        raise IvyTypeError(
            f"Container: {', '.join(unknown)} was given as a setting; allowed are "
            f"{', '.join(sorted(FIELDS))}"
        )
    return dataclasses.replace(like, **config)


def as_dict(config: Config) -> dict[str, object]:
    """Return the settings as the keyword arguments that the constructor takes."""
    return {field.name: getattr(config, field.name) for field in dataclasses.fields(Config)}
