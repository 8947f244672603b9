"""Container: nested data, used like one array."""

from .base import ContainerBase
from .container import Container
from .methods import add_ivy_container_instance_methods

__all__ = ["Container", "ContainerBase", "add_ivy_container_instance_methods"]
