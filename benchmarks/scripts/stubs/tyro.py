"""The options of a script that are the fields of a dataclass, by argparse."""

from __future__ import annotations

import argparse
import dataclasses


def cli(cls):
    """Return an object of a dataclass with the values that the command line gives."""
    parser = argparse.ArgumentParser()
    for field in dataclasses.fields(cls):
        name = "--" + field.name.replace("_", "-")
        if isinstance(field.default, bool):
            action = argparse.BooleanOptionalAction
            parser.add_argument(name, action=action, default=field.default)
        else:
            kind = str if field.default is None else type(field.default)
            parser.add_argument(name, type=kind, default=field.default)
    return cls(**vars(parser.parse_args()))
