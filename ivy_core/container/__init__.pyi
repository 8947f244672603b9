# Written by tools/stubs.py: run `make stubs`.

import types
from collections.abc import Iterable
from typing import Any

from .container import Container as Container
from .container import ContainerBase as ContainerBase

def add_ivy_container_instance_methods(
    cls: type[Any], modules: Iterable[types.ModuleType], static: bool = False
) -> None: ...
