"""Inspection of the namespace, as the array API standard asks for it."""

from __future__ import annotations

from ivy_core.backend_handler import active_backend
from ivy_core.defaults import current as defaults
from ivy_core.dtypes import DTYPES, Dtype
from ivy_core.registry import standalone

_STANDARD = tuple(name for name in DTYPES if name not in ("bfloat16", "float16"))
_KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


class NamespaceInfo:
    """Capabilities of the array API namespace on the current backend.

    References
    ----------
    Array API standard 2024.12, "Inspection APIs".

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.__array_namespace_info__().default_dtypes()["indexing"]
    ivy.int64
    """

    def capabilities(self) -> dict[str, object]:
        """Return the capabilities."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 32}

    def default_device(self) -> str:
        """Return the device that arrays are created on."""
        return self.devices()[0]

    def devices(self) -> list[str]:
        """Return the devices of the current backend."""
        return active_backend().devices()

    def default_dtypes(self, *, device=None) -> dict[str, Dtype]:
        """Return the dtypes that arrays get when none is asked for."""
        return {
            "real floating": defaults.float,
            "complex floating": defaults.complex,
            "integral": defaults.int,
            "indexing": DTYPES["int64"],
        }

    def dtypes(self, *, device=None, kind=None) -> dict[str, Dtype]:
        """Return the standard's dtypes, of one kind or of several."""
        kinds = (kind,) if isinstance(kind, str) else kind
        wanted = None if kinds is None else "".join(_KINDS[k] for k in kinds)
        return {n: DTYPES[n] for n in _STANDARD if wanted is None or DTYPES[n].kind in wanted}


@standalone(convenience=True)
def __array_namespace_info__() -> NamespaceInfo:
    """Return an object that describes the namespace on the current backend.

    References: Array API standard 2024.12, "Inspection APIs".

    >>> ivy.__array_namespace_info__().capabilities()["max dimensions"]
    32
    """
    return NamespaceInfo()
