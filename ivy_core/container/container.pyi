# Written by tools/stubs.py: run `make stubs`.

import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from .._typing import ArrayLike, DeviceLike, DtypeLike, ShapeLike

class ContainerBase(dict[Any, Any]):
    def __contains__(self, key) -> bool: ...
    def __copy__(self) -> Container: ...
    def __deepcopy__(self, memo) -> Container: ...
    def __delattr__(self, name) -> None: ...
    def __delitem__(self, query) -> None: ...
    def __getattr__(self, name: str, /, *args: Any, **kwargs: Any) -> Any: ...
    def __getitem__(self, query) -> Any: ...
    def __init__(
        self,
        dict_in=None,
        queues=None,
        queue_load_sizes=None,
        container_combine_method="list_join",
        queue_timeout=None,
        print_limit=10,
        key_length_limit=None,
        print_indent=4,
        print_line_spacing=0,
        ivyh=None,
        default_key_color="green",
        keyword_color_dict=None,
        rebuild_child_containers=False,
        types_to_iteratively_nest=None,
        alphabetical_keys=True,
        dynamic_backend=None,
        build_callable=False,
        **kwargs,
    ) -> None: ...
    def __repr__(self, as_repr: bool = True) -> Any: ...  # type: ignore[override]
    def __setattr__(self, name, value) -> None: ...
    def __setitem__(self, query, val) -> None: ...
    def cont_all_false(
        self,
        assert_is_bool: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> bool: ...
    def cont_all_key_chains(self, include_empty: bool = False) -> list[str]: ...
    def cont_all_true(
        self,
        assert_is_bool: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> bool: ...
    def cont_as_bools(
        self,
        assert_is_bool: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> Container: ...
    def cont_assert_contains_sub_container(self, sub_cont, partial: bool = False) -> None: ...
    def cont_assert_contains_sub_structure(
        self, sub_cont, check_shapes: bool = True, partial: bool = False
    ) -> None: ...
    @classmethod
    def cont_assert_identical(
        cls,
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        same_arrays: bool = True,
        arrays_equal: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
    ) -> None: ...
    @classmethod
    def cont_assert_identical_structure(
        cls,
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
        assert_and_assign: bool = False,
    ) -> None: ...
    def cont_at_key_chain(self, key_chain: str, ignore_key_errors: bool = False) -> Any: ...
    def cont_at_key_chains(self, key_chains, ignore_none=True, ignore_key_errors=False) -> Any: ...
    def cont_at_keys(
        self, queries, ignore_none=True, containing=False, ignore_key_errors=False
    ) -> Any: ...
    @staticmethod
    def cont_combine(*containers, config=None) -> Container: ...
    @staticmethod
    def cont_common_key_chains(containers) -> list[str]: ...
    @property
    def cont_config(self) -> dict[str, Any]: ...
    def cont_contains_sub_container(self, sub_cont, partial: bool = False) -> bool: ...
    def cont_contains_sub_structure(
        self, sub_cont, check_shapes: bool = True, partial: bool = False
    ) -> bool: ...
    def cont_copy(self) -> Container: ...
    def cont_create_if_absent(self, key: str, value, inplace: bool = True) -> Container: ...
    def cont_cutoff_at_depth(self, depth_cutoff: int, inplace: bool = False) -> Container: ...
    def cont_cutoff_at_height(self, height_cutoff: int, inplace: bool = False) -> Container: ...
    def cont_deep_copy(self) -> Container: ...
    @property
    def cont_dev(self) -> Any: ...
    @property
    def cont_dev_str(self) -> str | None: ...
    @classmethod
    def cont_diff(
        cls,
        *containers,
        mode: str = "all",
        diff_keys="diff",
        detect_key_diffs: bool = True,
        detect_value_diffs: bool = True,
        detect_shape_diffs: bool = True,
        config=None,
    ) -> Container: ...
    @property
    def cont_dtype(self) -> Any: ...
    def cont_duplicate_array_keychains(self) -> tuple[tuple[str, ...], ...]: ...
    def cont_find_sub_container(self, sub_cont_to_find, partial: bool = False) -> Any: ...
    def cont_find_sub_structure(
        self, sub_struc_to_find, check_shapes: bool = True, partial: bool = False
    ) -> Any: ...
    @staticmethod
    def cont_flatten_key_chain(
        key_chain: str,
        replacement: str = "__",
        above_height: int | None = None,
        below_depth: int | None = None,
    ) -> str: ...
    def cont_flatten_key_chains(
        self,
        include_empty: bool = False,
        above_height: int | None = None,
        below_depth: int | None = None,
    ) -> Container: ...
    def cont_format_key_chains(self, format_fn) -> Container: ...
    @classmethod
    def cont_from_disk_as_hdf5(
        cls, h5_obj_or_filepath, slice_obj=..., alphabetical_keys: bool = True, ivyh=None
    ) -> Container: ...
    @classmethod
    def cont_from_disk_as_json(cls, json_filepath, ivyh=None) -> Container: ...
    @classmethod
    def cont_from_disk_as_npz(cls, npz_filepath, ivyh=None) -> Container: ...
    @classmethod
    def cont_from_disk_as_pickled(cls, pickle_filepath, ivyh=None) -> Container: ...
    def cont_from_flat_list(self, flat_list) -> Container: ...
    @staticmethod
    def cont_handle_inplace(ret, out) -> Any: ...
    def cont_has_key(self, query_key) -> bool: ...
    def cont_has_key_chain(self, key_chain: str) -> bool: ...
    @staticmethod
    def cont_identical(
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        same_arrays: bool = True,
        arrays_equal: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
        key_chain: str = "",
        assert_and_assign: bool = False,
    ) -> bool: ...
    @staticmethod
    def cont_identical_array_shapes(containers, exclusive: bool = False) -> bool: ...
    @staticmethod
    def cont_identical_configs(containers) -> bool: ...
    @staticmethod
    def cont_identical_structure(
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
        key_chain: str = "",
        assert_and_assign: bool = False,
    ) -> bool: ...
    def cont_if_exists(self, key: str) -> Any: ...
    def cont_inplace_update(self, dict_in, **config) -> Container: ...
    @property
    def cont_ivy(self) -> types.ModuleType: ...
    def cont_key_chains_containing(
        self, sub_str: str, include_empty: bool = False
    ) -> list[str]: ...
    @staticmethod
    def cont_list_join(containers, config=None) -> Container: ...
    @staticmethod
    def cont_list_stack(containers, dim: int, config=None) -> Container: ...
    @classmethod
    def cont_load(cls, filepath, format: str = "h5py") -> Container: ...
    def cont_map(
        self,
        func,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
        inplace: bool = False,
        key_chain: str = "",
    ) -> Container: ...
    def cont_map_sub_conts(
        self,
        func,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        inplace: bool = False,
        key_chain: str = "",
        include_self: bool = True,
    ) -> Container: ...
    @property
    def cont_max_depth(self) -> int: ...
    @staticmethod
    def cont_multi_map(
        func,
        containers,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        key_chain: str = "",
        config=None,
        map_nests: bool = False,
        assert_identical: bool = False,
    ) -> Container: ...
    @staticmethod
    def cont_multi_map_in_function(
        fn,
        *args,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        out=None,
        **kwargs,
    ) -> Any: ...
    def cont_num_arrays(self, exclusive: bool = False) -> int: ...
    def cont_overwrite_at_key_chain(
        self, key_chain: str, val, inplace: bool = False
    ) -> Container: ...
    def cont_overwrite_at_key_chains(
        self, target_dict, return_dict=None, inplace: bool = False
    ) -> Container: ...
    def cont_prune_empty(self, keep_nones: bool = False, base: bool = True) -> Container: ...
    def cont_prune_key_chain(self, key_chain: str) -> Container: ...
    def cont_prune_key_chains(self, key_chains, ignore_none: bool = True) -> Container: ...
    def cont_prune_key_from_key_chains(self, absolute=None, containing=None) -> Container: ...
    def cont_prune_keys(self, query_keys, ignore_none: bool = True) -> Container: ...
    def cont_prune_keys_from_key_chains(self, absolute=None, containing=None) -> Container: ...
    @staticmethod
    def cont_reduce(containers, reduction, config=None) -> Container: ...
    def cont_remove_key_length_limit(self, inplace: bool = False) -> Container: ...
    def cont_remove_print_limit(self, inplace: bool = False) -> Container: ...
    def cont_reshape_like(self, target_dict, leading_shape=None, return_cont=None) -> Container: ...
    def cont_restructure(
        self, mapping, keep_orig: bool = True, replace: bool = True
    ) -> Container: ...
    def cont_restructure_key_chains(
        self, keychain_mapping, keep_orig: bool = True, replace: bool = True
    ) -> Container: ...
    def cont_save(self, filepath, format: str = "h5py") -> None: ...
    def cont_set_at_key_chain(self, key_chain: str, val, inplace: bool = False) -> Container: ...
    def cont_set_at_key_chains(
        self, target_dict, return_dict=None, inplace: bool = False
    ) -> Container: ...
    def cont_set_at_keys(self, target_dict) -> Container: ...
    @property
    def cont_shape(self) -> list[int | None]: ...
    @property
    def cont_shapes(self) -> Container: ...
    def cont_show(self) -> None: ...
    def cont_show_sub_container(self, sub_cont_or_keychain) -> None: ...
    def cont_size_ordered_arrays(self, exclusive: bool = False) -> Any: ...
    def cont_slice_keys(self, key_slice, all_depths: bool = False) -> Container: ...
    def cont_slice_via_key(self, slice_key) -> Container: ...
    def cont_sort_by_key(self) -> Container: ...
    @classmethod
    def cont_structural_diff(
        cls,
        *containers,
        mode: str = "all",
        diff_keys="diff",
        detect_key_diffs: bool = True,
        detect_shape_diffs: bool = True,
        config=None,
    ) -> Container: ...
    def cont_to_dict(self) -> dict[Any, Any]: ...
    def cont_to_disk_as_hdf5(
        self, h5_obj_or_filepath, starting_index: int = 0, mode: str = "a", max_batch_size=None
    ) -> None: ...
    def cont_to_disk_as_json(self, json_filepath) -> None: ...
    def cont_to_disk_as_npz(self, npz_filepath) -> None: ...
    def cont_to_disk_as_pickled(self, pickle_filepath) -> None: ...
    def cont_to_flat_list(self) -> list[Any]: ...
    def cont_to_iterator(
        self, key_chain: str = "", leaf_keys_only: bool = False, include_empty: bool = False
    ) -> Iterator[Any]: ...
    def cont_to_iterator_keys(
        self, key_chain: str = "", leaf_keys_only: bool = False, include_empty: bool = False
    ) -> Iterator[Any]: ...
    def cont_to_iterator_values(self, include_empty: bool = False) -> Iterator[Any]: ...
    def cont_to_jsonable(self, return_dict=None) -> Container: ...
    def cont_to_nested_list(self) -> list[Any]: ...
    def cont_to_raw(self) -> Any: ...
    @staticmethod
    def cont_trim_key(key: str, max_length: int | None) -> str: ...
    def cont_try_kc(self, key: str) -> Any: ...
    @staticmethod
    def cont_unify(containers, device, mode: str, axis: int = 0) -> Container: ...
    def cont_unstack_conts(
        self, axis: int, keepdims: bool = False, dim_size: int | None = None
    ) -> list[Container]: ...
    def cont_update_config(self, **config) -> Any: ...
    def cont_with_default_key_color(
        self, default_key_color: str, inplace: bool = False
    ) -> Container: ...
    def cont_with_entries_as_lists(self) -> Container: ...
    def cont_with_ivy_backend(self, ivy_backend: str, inplace: bool = False) -> Container: ...
    def cont_with_key_length_limit(
        self, key_length_limit: int | None, inplace: bool = False
    ) -> Container: ...
    def cont_with_print_indent(self, print_indent: int, inplace: bool = False) -> Container: ...
    def cont_with_print_limit(
        self, print_limit: int | None, inplace: bool = False
    ) -> Container: ...
    def cont_with_print_line_spacing(
        self, print_line_spacing: int, inplace: bool = False
    ) -> Container: ...
    def copy(self) -> Container: ...  # type: ignore[override]
    @property
    def dynamic_backend(self) -> bool: ...
    @dynamic_backend.setter
    def dynamic_backend(self, value) -> None: ...
    def get(self, key, default=None) -> Any: ...  # type: ignore[override]
    @staticmethod
    def h5_file_size(h5_obj_or_filepath) -> int: ...
    def pop(self, key, *default) -> Any: ...  # type: ignore[override]
    def setdefault(self, key, default=None) -> Any: ...  # type: ignore[override]
    @staticmethod
    def shuffle_h5_file(h5_obj_or_filepath, seed_value: int = 0) -> None: ...
    def split_conts(
        self,
        num_or_size_splits=None,
        axis: int = 0,
        with_remainder: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> list[Container]: ...
    def update(self, other=(), **kwargs) -> None: ...  # type: ignore[override]

class Container(ContainerBase):
    def __abs__(self) -> Container: ...
    def __add__(self, other: Any, /) -> Container: ...
    def __and__(self, other: Any, /) -> Container: ...
    def __divmod__(self, other) -> Any: ...
    def __eq__(self, other: Any, /) -> Container: ...  # type: ignore[override]
    def __floordiv__(self, other: Any, /) -> Container: ...
    def __ge__(self, other: Any, /) -> Container: ...
    def __gt__(self, other: Any, /) -> Container: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __iadd__(self, other: Any, /) -> Container: ...
    def __iand__(self, other: Any, /) -> Container: ...
    def __ifloordiv__(self, other: Any, /) -> Container: ...
    def __ilshift__(self, other: Any, /) -> Container: ...
    def __imatmul__(self, other: Any, /) -> Container: ...
    def __imod__(self, other: Any, /) -> Container: ...
    def __imul__(self, other: Any, /) -> Container: ...
    def __invert__(self) -> Container: ...
    def __ior__(self, other: Any, /) -> Container: ...  # type: ignore[override]
    def __ipow__(self, other: Any, /) -> Container: ...
    def __irshift__(self, other: Any, /) -> Container: ...
    def __isub__(self, other: Any, /) -> Container: ...
    def __itruediv__(self, other: Any, /) -> Container: ...
    def __ixor__(self, other: Any, /) -> Container: ...
    def __le__(self, other: Any, /) -> Container: ...
    def __lshift__(self, other: Any, /) -> Container: ...
    def __lt__(self, other: Any, /) -> Container: ...
    def __matmul__(self, other: Any, /) -> Container: ...
    def __mod__(self, other: Any, /) -> Container: ...
    def __mul__(self, other: Any, /) -> Container: ...
    def __ne__(self, other: Any, /) -> Container: ...  # type: ignore[override]
    def __neg__(self) -> Container: ...
    def __or__(self, other: Any, /) -> Container: ...  # type: ignore[override]
    def __pos__(self) -> Container: ...
    def __pow__(self, other: Any, /) -> Container: ...
    def __radd__(self, other: Any, /) -> Container: ...
    def __rand__(self, other: Any, /) -> Container: ...
    def __rdivmod__(self, other) -> Any: ...
    def __rfloordiv__(self, other: Any, /) -> Container: ...
    def __rlshift__(self, other: Any, /) -> Container: ...
    def __rmatmul__(self, other: Any, /) -> Container: ...
    def __rmod__(self, other: Any, /) -> Container: ...
    def __rmul__(self, other: Any, /) -> Container: ...
    def __ror__(self, other: Any, /) -> Container: ...  # type: ignore[override]
    def __rpow__(self, other: Any, /) -> Container: ...
    def __rrshift__(self, other: Any, /) -> Container: ...
    def __rshift__(self, other: Any, /) -> Container: ...
    def __rsub__(self, other: Any, /) -> Container: ...
    def __rtruediv__(self, other: Any, /) -> Container: ...
    def __rxor__(self, other: Any, /) -> Container: ...
    def __sub__(self, other: Any, /) -> Container: ...
    def __truediv__(self, other: Any, /) -> Container: ...
    def __xor__(self, other: Any, /) -> Container: ...
    @property
    def T(self) -> Container: ...
    @property
    def data(self) -> Container: ...
    @property
    def device(self) -> Container: ...
    @property
    def dtype(self) -> Container: ...
    @property
    def imag(self) -> Container: ...
    @property
    def itemsize(self) -> Container: ...
    @property
    def mT(self) -> Container: ...
    @property
    def nbytes(self) -> Container: ...
    @property
    def ndim(self) -> Container: ...
    @property
    def real(self) -> Container: ...
    @property
    def shape(self) -> Container: ...
    @property
    def size(self) -> Container: ...
    @property
    def strides(self) -> Container: ...
    def abs(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def acos(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def acosh(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def adam_step(
        self,
        mw: ArrayLike | Container,
        vw: ArrayLike | Container,
        step: ArrayLike | Container,
        /,
        *,
        beta1: float | Container = 0.9,
        beta2: float | Container = 0.999,
        epsilon: float | Container = 1e-07,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def adam_update(
        self,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        mw_tm1: ArrayLike | Container,
        vw_tm1: ArrayLike | Container,
        step: ArrayLike | Container,
        /,
        *,
        beta1: float | Container = 0.9,
        beta2: float | Container = 0.999,
        epsilon: float | Container = 1e-07,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def add(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        alpha: complex | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def all(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def all_equal(
        self,
        *xs: Any,
        equality_matrix: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def angle(
        self,
        *,
        deg: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def any(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def argmax(
        self,
        *,
        axis: int | Container | None = None,
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        select_last_index: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def argmin(
        self,
        *,
        axis: int | Container | None = None,
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        select_last_index: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def argsort(
        self,
        *,
        axis: int | Container | None = -1,
        descending: bool | Container = False,
        stable: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def argwhere(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def array_equal(
        self,
        x1: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def array_split(
        self,
        indices_or_sections: int | Sequence[int] | Container,
        *,
        axis: int | Container = 0,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def asarray(
        self,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def asin(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def asinh(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def assert_supports_inplace(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def astype(
        self,
        dtype: DtypeLike | Container,
        /,
        *,
        copy: bool | Container = True,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def atan(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def atan2(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def atanh(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def atleast_1d(
        self,
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def atleast_2d(
        self,
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def atleast_3d(
        self,
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def batch_norm(
        self,
        mean: ArrayLike | Container | None,
        variance: ArrayLike | Container | None,
        /,
        *,
        offset: ArrayLike | Container | None = None,
        scale: ArrayLike | Container | None = None,
        training: bool | Container = False,
        eps: float | Container = 1e-05,
        momentum: float | Container = 0.1,
        data_format: str | Container = "NSC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def bernoulli(
        self,
        *,
        logits: ArrayLike | Container | None = None,
        shape: ShapeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def binary_cross_entropy(
        self,
        pred: ArrayLike | Container,
        /,
        *,
        from_logits: bool | Container = False,
        epsilon: float | Container = 0.0,
        reduction: str | Container = "mean",
        pos_weight: ArrayLike | Container | None = None,
        axis: int | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bincount(
        self,
        *,
        weights: ArrayLike | Container | None = None,
        minlength: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_and(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_count(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_invert(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_left_shift(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_or(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_right_shift(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def bitwise_xor(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def broadcast_arrays(
        self,
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def broadcast_to(
        self,
        shape: ShapeLike | Container,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def can_cast(
        self,
        to: DtypeLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cbrt(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ceil(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cholesky(
        self,
        *,
        upper: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def clip(
        self,
        min: ArrayLike | Container | None = None,
        max: ArrayLike | Container | None = None,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def clip_matrix_norm(
        self,
        max_norm: float | Container,
        /,
        *,
        p: float | Container = 2.0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def clip_vector_norm(
        self,
        max_norm: float | Container,
        /,
        *,
        p: float | Container = 2.0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def column_stack(
        self,
        arrays: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def concat(
        self,
        arrays: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        axis: int | Container | None = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def concat_from_sequence(
        self,
        input_sequence: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        new_axis: int | Container = 0,
        axis: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def conj(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def constant_pad(
        self,
        pad_width: Sequence[Any] | Container,
        *,
        value: complex | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def contract(
        self,
        equation: str | Container,
        operands: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def copy_array(
        self,
        *,
        to_ivy_array: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def copysign(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cos(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cosh(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def count_nonzero(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cross(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cross_entropy(
        self,
        pred: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = -1,
        epsilon: float | Container = 1e-07,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cummax(
        self,
        *,
        axis: int | Container = 0,
        reverse: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cummin(
        self,
        *,
        axis: int | Container = 0,
        reverse: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cumprod(
        self,
        axis: int | Container | None = 0,
        exclusive: bool | Container = False,
        reverse: bool | Container = False,
        *,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cumsum(
        self,
        axis: int | Container | None = 0,
        exclusive: bool | Container = False,
        reverse: bool | Container = False,
        *,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cumulative_prod(
        self,
        *,
        axis: int | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        include_initial: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def cumulative_sum(
        self,
        *,
        axis: int | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        include_initial: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def default(
        self,
        default_val: Any,
        *,
        catch_exceptions: bool | Container = False,
        rev: bool | Container = False,
        with_callable: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def deg2rad(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def det(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def dev(
        self,
        *,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    def diag(
        self,
        *,
        k: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def diagonal(
        self,
        *,
        offset: int | Container = 0,
        axis1: int | Container = -2,
        axis2: int | Container = -1,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def diff(
        self,
        *,
        n: int | Container = 1,
        axis: int | Container = -1,
        prepend: ArrayLike | Container | None = None,
        append: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def divide(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def divmod(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def dot(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def dropout(
        self,
        prob: float | Container,
        /,
        *,
        scale: bool | Container = True,
        dtype: DtypeLike | Container | None = None,
        training: bool | Container = True,
        seed: int | Container | None = None,
        noise_shape: Sequence[int | None] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def dsplit(
        self,
        indices_or_sections: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def dstack(
        self,
        arrays: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def eig(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def eigh(
        self,
        *,
        UPLO: str | Container = "L",
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def eigvals(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def eigvalsh(
        self,
        *,
        UPLO: str | Container = "L",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def einops_rearrange(
        self,
        pattern: str | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **axes_lengths: int | Container,
    ) -> Container: ...
    def einops_reduce(
        self,
        pattern: str | Container,
        reduction: str | Callable[..., Any] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **axes_lengths: int | Container,
    ) -> Container: ...
    def einops_repeat(
        self,
        pattern: str | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **axes_lengths: int | Container,
    ) -> Container: ...
    def einsum(
        self,
        equation: str | Container,
        *operands: ArrayLike | Container,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def empty_like(
        self,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def equal(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def exists(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def exp(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def exp2(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def expand(
        self,
        shape: tuple[int, ...] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def expand_dims(
        self,
        axis: int | Sequence[int] | Container = 0,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def expm1(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fabs(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fft(
        self,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fftn(
        self,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fftshift(
        self,
        *,
        axes: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def finfo(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def flatten(
        self,
        *,
        copy: bool | Container | None = None,
        start_dim: int | Container = 0,
        end_dim: int | Container = -1,
        order: str | Container = "C",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def flip(
        self,
        *,
        axis: int | Sequence[int] | Container | None = None,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fliplr(
        self,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def flipud(
        self,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def float_power(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def floor(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def floor_divide(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fmax(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fmin(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fmod(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def fourier_encode(
        self,
        max_freq: ArrayLike | Container,
        /,
        *,
        num_bands: int | Container = 4,
        linear: bool | Container = False,
        concat: bool | Container = True,
        flatten: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def frexp(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def from_dlpack(
        self,
        *,
        device: DeviceLike | Container | None = None,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def full_like(
        self,
        fill_value: complex | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def gather(
        self,
        indices: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        batch_dims: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def gather_nd(
        self,
        indices: ArrayLike | Container,
        /,
        *,
        batch_dims: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def gcd(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def get_item(
        self,
        query: Any,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def get_num_dims(
        self,
        *,
        as_array: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def gradient_descent_update(
        self,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        /,
        *,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def greater(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def greater_equal(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def group_norm(
        self,
        num_groups: int | Container = 1,
        /,
        *,
        offset: ArrayLike | Container | None = None,
        scale: ArrayLike | Container | None = None,
        eps: float | Container = 1e-05,
        data_format: str | Container = "NSC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def has_nans(
        self,
        *,
        include_infs: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def heaviside(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def hfft(
        self,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def hinge_embedding_loss(
        self,
        target: ArrayLike | Container,
        *,
        margin: float | Container = 1.0,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def hsplit(
        self,
        indices_or_sections: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def hstack(
        self,
        arrays: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def huber_loss(
        self,
        pred: ArrayLike | Container,
        /,
        *,
        delta: float | Container = 1.0,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def hypot(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ifft(
        self,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ifftn(
        self,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ifftshift(
        self,
        *,
        axes: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ihfft(
        self,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def iinfo(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def inner(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def inplace_decrement(
        self,
        val: ArrayLike | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def inplace_increment(
        self,
        val: ArrayLike | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def inplace_update(
        self,
        val: ArrayLike | Container,
        /,
        *,
        ensure_in_backend: bool | Container = False,
        keep_input_dtype: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def instance_norm(
        self,
        mean: ArrayLike | Container | None,
        variance: ArrayLike | Container | None,
        /,
        *,
        offset: ArrayLike | Container | None = None,
        scale: ArrayLike | Container | None = None,
        training: bool | Container = False,
        eps: float | Container = 0.0,
        momentum: float | Container = 0.1,
        data_format: str | Container = "NSC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def interpolate(
        self,
        size: Sequence[int] | int | Container | None,
        /,
        *,
        mode: str | Container = "linear",
        scale_factor: Sequence[float] | float | Container | None = None,
        recompute_scale_factor: bool | Container | None = None,
        align_corners: bool | Container = False,
        antialias: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def inv(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def irfft(
        self,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def irfftn(
        self,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_array(
        self,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_bool_dtype(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_complex_dtype(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_float_dtype(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_int_dtype(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_ivy_array(
        self,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_ivy_container(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> bool: ...
    def is_native_array(
        self,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_uint_dtype(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def is_variable(
        self,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def isfinite(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def isin(
        self,
        test_elements: ArrayLike | Container,
        /,
        *,
        assume_unique: bool | Container = False,
        invert: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def isinf(
        self,
        *,
        detect_positive: bool | Container = True,
        detect_negative: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def isnan(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def isreal(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def isscalar(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def kl_div(
        self,
        target: ArrayLike | Container,
        /,
        *,
        reduction: str | Container = "mean",
        log_target: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def kron(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def l1_loss(
        self,
        target: ArrayLike | Container,
        /,
        *,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def l1_normalize(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def l2_normalize(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def lamb_update(
        self,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        mw_tm1: ArrayLike | Container,
        vw_tm1: ArrayLike | Container,
        step: ArrayLike | Container,
        /,
        *,
        beta1: float | Container = 0.9,
        beta2: float | Container = 0.999,
        epsilon: float | Container = 1e-07,
        max_trust_ratio: int | float | Container = 10,
        decay_lambda: float | Container = 0,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def lars_update(
        self,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        /,
        *,
        decay_lambda: float | Container = 0,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def layer_norm(
        self,
        normalized_idxs: Sequence[int] | Container,
        /,
        *,
        scale: ArrayLike | Container | None = None,
        offset: ArrayLike | Container | None = None,
        eps: float | Container = 1e-05,
        new_std: float | Container = 1.0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def lcm(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ldexp(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def less(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def less_equal(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def lexsort(
        self,
        keys: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        axis: int | Container = -1,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def linear(
        self,
        weight: ArrayLike | Container,
        /,
        *,
        bias: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def linspace(
        self,
        stop: ArrayLike | Container,
        /,
        num: int | Container = 50,
        *,
        axis: int | Container | None = None,
        endpoint: bool | Container = True,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def local_response_norm(
        self,
        size: int | Container,
        /,
        *,
        bias: float | Container = 1.0,
        alpha: float | Container = 1.0,
        beta: float | Container = 0.5,
        average: bool | Container = False,
        data_format: str | Container = "NHWC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def log(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def log10(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def log1p(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def log2(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def log_poisson_loss(
        self,
        pred: ArrayLike | Container,
        /,
        *,
        compute_full_loss: bool | Container = False,
        axis: int | Container | None = -1,
        reduction: str | Container = "none",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logaddexp(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logaddexp2(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logical_and(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logical_not(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logical_or(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logical_xor(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def logspace(
        self,
        stop: ArrayLike | Container,
        /,
        num: int | Container = 50,
        *,
        base: ArrayLike | Container = 10.0,
        axis: int | Container = 0,
        endpoint: bool | Container = True,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def lp_normalize(
        self,
        *,
        p: float | Container = 2,
        axis: int | tuple[int, ...] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def lstsq(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        rcond: float | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def matmul(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def matrix_norm(
        self,
        *,
        ord: int | float | str | Container = "fro",
        axis: tuple[int, int] | Container = (-2, -1),
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def matrix_power(
        self,
        n: int | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def matrix_rank(
        self,
        *,
        rtol: ArrayLike | Container | None = None,
        atol: ArrayLike | Container | None = None,
        hermitian: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def matrix_transpose(
        self,
        *,
        conjugate: bool | Container = False,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def max(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def maximum(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def mean(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def median(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def meshgrid(
        self,
        *arrays: ArrayLike | Container,
        sparse: bool | Container = False,
        indexing: str | Container = "xy",
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def min(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def minimum(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def modf(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def moveaxis(
        self,
        source: int | Sequence[int] | Container,
        destination: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def msort(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def multi_dot(
        self,
        x: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def multi_head_attention(
        self,
        *,
        key: ArrayLike | Container | None = None,
        value: ArrayLike | Container | None = None,
        batch_first: bool | Container = True,
        num_heads: int | Container = 8,
        scale: float | Container | None = None,
        attention_mask: ArrayLike | Container | None = None,
        in_proj_weights: ArrayLike | Container | None = None,
        q_proj_weights: ArrayLike | Container | None = None,
        k_proj_weights: ArrayLike | Container | None = None,
        v_proj_weights: ArrayLike | Container | None = None,
        out_proj_weights: ArrayLike | Container | None = None,
        in_proj_bias: ArrayLike | Container | None = None,
        out_proj_bias: ArrayLike | Container | None = None,
        is_causal: bool | Container = False,
        key_padding_mask: ArrayLike | Container | None = None,
        bias_k: ArrayLike | Container | None = None,
        bias_v: ArrayLike | Container | None = None,
        static_k: ArrayLike | Container | None = None,
        static_v: ArrayLike | Container | None = None,
        add_zero_attn: bool | Container = False,
        return_attention_weights: bool | Container = False,
        average_attention_weights: bool | Container = True,
        dropout: float | Container = 0.0,
        training: bool | Container = False,
        to_out_fn: Callable[..., Any] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def multinomial(
        self,
        population_size: int | Container,
        num_samples: int | Container,
        /,
        *,
        batch_size: int | Container = 1,
        replace: bool | Container = True,
        device: DeviceLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def multiply(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nan_to_num(
        self,
        *,
        copy: bool | Container = True,
        nan: float | Container = 0.0,
        posinf: float | Container | None = None,
        neginf: float | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nanmax(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nanmean(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nanmedian(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nanmin(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nanprod(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nansum(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def native_array(
        self,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    def negative(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nextafter(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def nonzero(
        self,
        *,
        size: int | Container | None = None,
        fill_value: int | Container = 0,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def not_equal(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def one_hot(
        self,
        depth: int | Container,
        /,
        *,
        on_value: complex | Container | None = None,
        off_value: complex | Container | None = None,
        axis: int | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ones_like(
        self,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def optimizer_update(
        self,
        effective_grad: ArrayLike | Container,
        lr: ArrayLike | Container,
        /,
        *,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def outer(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def pad(
        self,
        pad_width: int | Sequence[Any] | dict[Any, Any] | Container,
        /,
        *,
        mode: str | Callable[..., Any] | Container = "constant",
        stat_length: int | Sequence[Any] | Container | None = None,
        constant_values: complex | Sequence[Any] | Container = 0,
        end_values: complex | Sequence[Any] | Container = 0,
        reflect_type: str | Container = "even",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **kwargs: object | Container,
    ) -> Container: ...
    def permute_dims(
        self,
        axes: tuple[int, ...] | Container | None = None,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def pinv(
        self,
        *,
        rtol: ArrayLike | Container | None = None,
        hermitian: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def poisson_nll_loss(
        self,
        target: ArrayLike | Container,
        *,
        log_input: bool | Container = True,
        full: bool | Container = False,
        eps: float | Container = 1e-08,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def positive(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def pow(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def prod(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def promote_types_of_inputs(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def put_along_axis(
        self,
        indices: ArrayLike | Container,
        values: ArrayLike | Container,
        axis: int | Container | None,
        /,
        *,
        mode: str | Container = "replace",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def qr(
        self,
        *,
        mode: str | Container = "reduced",
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def quantile(
        self,
        q: float | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        interpolation: str | Container = "linear",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def rad2deg(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def randint(
        self,
        high: ArrayLike | Container,
        /,
        *,
        shape: ShapeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def random_normal(
        self,
        *,
        std: ArrayLike | Container = 1.0,
        shape: ShapeLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def random_uniform(
        self,
        *,
        high: ArrayLike | Container = 1.0,
        shape: ShapeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ravel(
        self,
        *,
        order: str | Container = "C",
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def reciprocal(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def remainder(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        modulus: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def repeat(
        self,
        repeats: int | Sequence[int] | Container,
        /,
        *,
        axis: int | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def requires_gradient(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def reshape(
        self,
        shape: int | tuple[int, ...] | Container,
        *,
        copy: bool | Container | None = None,
        order: str | Container = "C",
        allowzero: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def result_type(
        self,
        *arrays_and_dtypes: ArrayLike | DtypeLike | Container,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def rfft(
        self,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def rfftn(
        self,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def rint(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def roll(
        self,
        shift: int | Sequence[int] | Container,
        *,
        axis: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def rot90(
        self,
        *,
        k: int | Container = 1,
        axes: tuple[int, int] | Container = (0, 1),
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def round(
        self,
        *,
        decimals: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def scaled_dot_product_attention(
        self,
        key: ArrayLike | Container,
        value: ArrayLike | Container,
        /,
        *,
        scale: float | Container | None = None,
        mask: ArrayLike | Container | None = None,
        dropout_p: float | Container = 0.0,
        is_causal: bool | Container = False,
        training: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def scatter_flat(
        self,
        updates: ArrayLike | Container,
        /,
        *,
        size: int | Container | None = None,
        reduction: str | Container = "sum",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def scatter_nd(
        self,
        updates: ArrayLike | Container,
        /,
        shape: Sequence[int] | Container | None = None,
        *,
        reduction: str | Container = "sum",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def searchsorted(
        self,
        v: ArrayLike | Container,
        /,
        *,
        side: str | Container = "left",
        sorter: ArrayLike | Container | None = None,
        ret_dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def set_item(
        self,
        query: Any,
        val: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def shuffle(
        self,
        axis: int | Container = 0,
        /,
        *,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sign(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def signbit(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sin(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sinc(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sinh(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sliding_window_view(
        self,
        window_shape: int | tuple[int, ...] | Container,
        /,
        axis: int | tuple[int, ...] | Container | None = None,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def slogdet(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def smooth_l1_loss(
        self,
        target: ArrayLike | Container,
        /,
        *,
        beta: float | Container = 1.0,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def soft_margin_loss(
        self,
        target: ArrayLike | Container,
        /,
        *,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def solve(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sort(
        self,
        *,
        axis: int | Container | None = -1,
        descending: bool | Container = False,
        stable: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def spacing(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sparse_cross_entropy(
        self,
        pred: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        epsilon: float | Container = 1e-07,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def split(
        self,
        *,
        num_or_size_splits: int | Sequence[int] | Container | None = None,
        axis: int | Container = 0,
        with_remainder: bool | Container = False,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def split_func_call(
        self,
        func: Callable[..., Any] | Container,
        inputs: Sequence[ArrayLike | Container] | Container,
        mode: str | Container,
        /,
        *,
        max_chunk_size: int | Container | None = None,
        chunk_size: int | Container | None = None,
        input_axes: int | Iterable[int] | Container = 0,
        output_axes: int | Iterable[int] | Container | None = None,
        stop_gradients: bool | Container = False,
        device: str | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def sqrt(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def square(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def squeeze(
        self,
        axis: int | Sequence[int] | Container | None = None,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def ssim_loss(
        self,
        pred: ArrayLike | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def stable_divide(
        self,
        denominator: ArrayLike | Container,
        /,
        *,
        min_denominator: ArrayLike | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def stable_pow(
        self,
        exponent: ArrayLike | Container,
        /,
        *,
        min_base: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def stack(
        self,
        arrays: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        axis: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_abs(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_acos(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_acosh(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_adam_step(
        dcdw: ArrayLike | Container,
        mw: ArrayLike | Container,
        vw: ArrayLike | Container,
        step: ArrayLike | Container,
        /,
        *,
        beta1: float | Container = 0.9,
        beta2: float | Container = 0.999,
        epsilon: float | Container = 1e-07,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_adam_update(
        w: ArrayLike | Container,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        mw_tm1: ArrayLike | Container,
        vw_tm1: ArrayLike | Container,
        step: ArrayLike | Container,
        /,
        *,
        beta1: float | Container = 0.9,
        beta2: float | Container = 0.999,
        epsilon: float | Container = 1e-07,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_add(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        alpha: complex | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_all(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_all_equal(
        *xs: Any,
        equality_matrix: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_all_nested_indices(
        nest: Any = None,
        /,
        include_nests: bool | Container = False,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_angle(
        z: ArrayLike | Container,
        /,
        *,
        deg: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_any(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_arange(
        start: float | Container,
        /,
        stop: float | Container | None = None,
        step: float | Container = 1,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_argmax(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = None,
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        select_last_index: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_argmin(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = None,
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        select_last_index: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_argsort(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = -1,
        descending: bool | Container = False,
        stable: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_argwhere(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_array(
        obj: Any,
        /,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        copy: bool | Container | None = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_array_equal(
        x0: ArrayLike | Container,
        x1: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_array_split(
        x: ArrayLike | Container,
        /,
        indices_or_sections: int | Sequence[int] | Container,
        *,
        axis: int | Container = 0,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_as_ivy_dev(
        device: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_as_ivy_dtype(
        dtype_in: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_as_native_dev(
        device: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_as_native_dtype(
        dtype_in: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_asarray(
        obj: Any,
        /,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_asin(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_asinh(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_assert_supports_inplace(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_astype(
        x: ArrayLike | Container,
        dtype: DtypeLike | Container,
        /,
        *,
        copy: bool | Container = True,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_atan(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_atan2(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_atanh(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_atleast_1d(
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_atleast_2d(
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_atleast_3d(
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_available_devices(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_batch_norm(
        x: ArrayLike | Container,
        mean: ArrayLike | Container | None,
        variance: ArrayLike | Container | None,
        /,
        *,
        offset: ArrayLike | Container | None = None,
        scale: ArrayLike | Container | None = None,
        training: bool | Container = False,
        eps: float | Container = 1e-05,
        momentum: float | Container = 0.1,
        data_format: str | Container = "NSC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_bernoulli(
        probs: ArrayLike | Container | None,
        *,
        logits: ArrayLike | Container | None = None,
        shape: ShapeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_binary_cross_entropy(
        true: ArrayLike | Container,
        pred: ArrayLike | Container,
        /,
        *,
        from_logits: bool | Container = False,
        epsilon: float | Container = 0.0,
        reduction: str | Container = "mean",
        pos_weight: ArrayLike | Container | None = None,
        axis: int | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bincount(
        x: ArrayLike | Container,
        /,
        *,
        weights: ArrayLike | Container | None = None,
        minlength: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bind_custom_gradient_function(
        func: Callable[..., Any] | Container,
        custom_grad_func: Callable[..., Any] | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_bitwise_and(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bitwise_count(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bitwise_invert(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bitwise_left_shift(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bitwise_or(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bitwise_right_shift(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_bitwise_xor(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_broadcast_arrays(
        *arrays: ArrayLike | Container,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_broadcast_shapes(
        *shapes: Sequence[int] | Container,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_broadcast_to(
        x: ArrayLike | Container,
        /,
        shape: ShapeLike | Container,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_can_cast(
        from_: DtypeLike | ArrayLike | Container,
        to: DtypeLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cbrt(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ceil(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_check_float(
        x: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cholesky(
        x: ArrayLike | Container,
        /,
        *,
        upper: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_clear_cached_mem_on_dev(
        device: DeviceLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_clip(
        x: ArrayLike | Container,
        /,
        min: ArrayLike | Container | None = None,
        max: ArrayLike | Container | None = None,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_clip_matrix_norm(
        x: ArrayLike | Container,
        max_norm: float | Container,
        /,
        *,
        p: float | Container = 2.0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_clip_vector_norm(
        x: ArrayLike | Container,
        max_norm: float | Container,
        /,
        *,
        p: float | Container = 2.0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_closest_valid_dtype(
        type: str | Container | None = None,
        /,
        *,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_cmp_is(
        left: Any,
        right: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cmp_isnot(
        left: Any,
        right: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_column_stack(
        arrays: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_concat(
        arrays: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        axis: int | Container | None = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_concat_from_sequence(
        input_sequence: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        new_axis: int | Container = 0,
        axis: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_conj(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_constant_pad(
        x: ArrayLike | Container,
        /,
        pad_width: Sequence[Any] | Container,
        *,
        value: complex | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_container_types(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_contract(
        equation: str | Container,
        operands: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_copy_array(
        x: ArrayLike | Container,
        /,
        *,
        to_ivy_array: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_copy_nest(
        nest: Any,
        /,
        include_derived: bool | Container = False,
        to_mutable: bool | Container = False,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_copysign(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cos(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cosh(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_count_nonzero(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cross(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cross_entropy(
        true: ArrayLike | Container,
        pred: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = -1,
        epsilon: float | Container = 1e-07,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cummax(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container = 0,
        reverse: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cummin(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container = 0,
        reverse: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cumprod(
        x: ArrayLike | Container,
        /,
        axis: int | Container | None = 0,
        exclusive: bool | Container = False,
        reverse: bool | Container = False,
        *,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cumsum(
        x: ArrayLike | Container,
        /,
        axis: int | Container | None = 0,
        exclusive: bool | Container = False,
        reverse: bool | Container = False,
        *,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cumulative_prod(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        include_initial: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_cumulative_sum(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        include_initial: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_default(
        x: Any,
        /,
        default_val: Any,
        *,
        catch_exceptions: bool | Container = False,
        rev: bool | Container = False,
        with_callable: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_default_complex_dtype(
        *,
        input: Any = None,
        complex_dtype: str | Container | None = None,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_default_device(
        device: str | Container | None = None,
        /,
        *,
        item: Any = None,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_default_dtype(
        *,
        dtype: str | Container | None = None,
        item: Any = None,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_default_float_dtype(
        *,
        input: Any = None,
        float_dtype: str | Container | None = None,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_default_int_dtype(
        *,
        input: Any = None,
        int_dtype: str | Container | None = None,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_default_uint_dtype(
        *,
        input: Any = None,
        uint_dtype: str | Container | None = None,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_deg2rad(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_det(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_dev(
        x: ArrayLike | Container,
        /,
        *,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_dev_util(
        device: DeviceLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_diag(
        x: ArrayLike | Container,
        /,
        *,
        k: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_diagonal(
        x: ArrayLike | Container,
        /,
        *,
        offset: int | Container = 0,
        axis1: int | Container = -2,
        axis2: int | Container = -1,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_diff(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container = 1,
        axis: int | Container = -1,
        prepend: ArrayLike | Container | None = None,
        append: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_divide(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_divmod(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_dot(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_dropout(
        x: ArrayLike | Container,
        prob: float | Container,
        /,
        *,
        scale: bool | Container = True,
        dtype: DtypeLike | Container | None = None,
        training: bool | Container = True,
        seed: int | Container | None = None,
        noise_shape: Sequence[int | None] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_dsplit(
        x: ArrayLike | Container,
        indices_or_sections: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_dstack(
        arrays: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_dtype(
        x: ArrayLike | Container,
        /,
        *,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_dtype_bits(
        dtype_in: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_duplicate_array_index_chains(
        nest: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_eig(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_eigh(
        x: ArrayLike | Container,
        /,
        *,
        UPLO: str | Container = "L",
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_eigvals(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_eigvalsh(
        x: ArrayLike | Container,
        /,
        *,
        UPLO: str | Container = "L",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_einops_rearrange(
        x: ArrayLike | Container,
        pattern: str | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **axes_lengths: int | Container,
    ) -> Container: ...
    @staticmethod
    def static_einops_reduce(
        x: ArrayLike | Container,
        pattern: str | Container,
        reduction: str | Callable[..., Any] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **axes_lengths: int | Container,
    ) -> Container: ...
    @staticmethod
    def static_einops_repeat(
        x: ArrayLike | Container,
        pattern: str | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **axes_lengths: int | Container,
    ) -> Container: ...
    @staticmethod
    def static_einsum(
        equation: str | Container,
        *operands: ArrayLike | Container,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_empty(
        shape: ShapeLike | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_empty_like(
        x: ArrayLike | Container,
        /,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_equal(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_execute_with_gradients(
        func: Callable[..., Any] | Container,
        xs: Any,
        /,
        *,
        retain_grads: bool | Container = False,
        xs_grad_idxs: Sequence[Sequence[str | int]] | Container | None = ((0,),),
        ret_grad_idxs: Sequence[Sequence[str | int]] | Container | None = ((0,),),
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_exists(
        x: Any,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_exp(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_exp2(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_expand(
        x: ArrayLike | Container,
        shape: tuple[int, ...] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_expand_dims(
        x: ArrayLike | Container,
        /,
        axis: int | Sequence[int] | Container = 0,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_expm1(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_eye(
        n_rows: int | Container,
        n_cols: int | Container | None = None,
        /,
        *,
        k: int | Container = 0,
        batch_shape: ShapeLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fabs(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fftfreq(
        n: int | Container,
        /,
        *,
        d: float | Container = 1.0,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fftshift(
        x: ArrayLike | Container,
        /,
        *,
        axes: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_finfo(
        type: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_flatten(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = None,
        start_dim: int | Container = 0,
        end_dim: int | Container = -1,
        order: str | Container = "C",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_flip(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Sequence[int] | Container | None = None,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fliplr(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_flipud(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_float_power(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_floor(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_floor_divide(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fmax(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fmin(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_fmod(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_for_loop(
        iterable: Any,
        body_fn: Callable[..., Any] | Container,
        vars: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_fourier_encode(
        x: ArrayLike | Container,
        max_freq: ArrayLike | Container,
        /,
        *,
        num_bands: int | Container = 4,
        linear: bool | Container = False,
        concat: bool | Container = True,
        flatten: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_frexp(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_from_dlpack(
        x: Any,
        /,
        *,
        device: DeviceLike | Container | None = None,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_frombuffer(
        buffer: bytes | Container,
        dtype: DtypeLike | Container | None = None,
        count: int | Container = -1,
        offset: int | Container = 0,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_full(
        shape: ShapeLike | Container,
        fill_value: complex | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_full_like(
        x: ArrayLike | Container,
        /,
        fill_value: complex | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_function_supported_devices(
        fn: Callable[..., Any] | Container,
        recurse: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_function_supported_devices_and_dtypes(
        fn: Callable[..., Any] | Container,
        recurse: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_function_supported_dtypes(
        fn: Callable[..., Any] | Container,
        recurse: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_function_unsupported_devices(
        fn: Callable[..., Any] | Container,
        recurse: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_function_unsupported_devices_and_dtypes(
        fn: Callable[..., Any] | Container,
        recurse: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_function_unsupported_dtypes(
        fn: Callable[..., Any] | Container,
        recurse: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_gather(
        params: ArrayLike | Container,
        indices: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        batch_dims: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_gather_nd(
        params: ArrayLike | Container,
        indices: ArrayLike | Container,
        /,
        *,
        batch_dims: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_gcd(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_get_all_arrays_on_dev(
        device: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_get_all_ivy_arrays_on_dev(
        device: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_get_item(
        x: ArrayLike | Container,
        query: Any,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_get_num_dims(
        x: ArrayLike | Container,
        /,
        *,
        as_array: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_gpu_is_available(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_grad(
        func: Callable[..., Any] | Container,
        argnums: int | Sequence[int] | Container = 0,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_gradient_descent_update(
        w: ArrayLike | Container,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        /,
        *,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_greater(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_greater_equal(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_group_norm(
        x: ArrayLike | Container,
        num_groups: int | Container = 1,
        /,
        *,
        offset: ArrayLike | Container | None = None,
        scale: ArrayLike | Container | None = None,
        eps: float | Container = 1e-05,
        data_format: str | Container = "NSC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_handle_soft_device_variable(
        *args: Any,
        fn: Callable[..., Any] | Container,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **kwargs: Any,
    ) -> None: ...
    @staticmethod
    def static_has_nans(
        x: ArrayLike | Container,
        /,
        *,
        include_infs: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_heaviside(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_hfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_hinge_embedding_loss(
        input: ArrayLike | Container,
        target: ArrayLike | Container,
        *,
        margin: float | Container = 1.0,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_hsplit(
        x: ArrayLike | Container,
        indices_or_sections: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_hstack(
        arrays: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_huber_loss(
        true: ArrayLike | Container,
        pred: ArrayLike | Container,
        /,
        *,
        delta: float | Container = 1.0,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_hypot(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_if_else(
        cond: Callable[..., Any] | ArrayLike | Container,
        body_fn: Callable[..., Any] | Container,
        orelse_fn: Callable[..., Any] | Container,
        vars: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_ifft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ifftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ifftshift(
        x: ArrayLike | Container,
        /,
        *,
        axes: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ihfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_iinfo(
        type: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_imag(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_index_nest(
        nest: Any,
        index: Sequence[Any] | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_indices(
        dimensions: ShapeLike | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        sparse: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_infer_default_dtype(
        dtype: str | Container,
        /,
        *,
        as_native: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_inner(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_inplace_arrays_supported(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_inplace_decrement(
        x: ArrayLike | Container,
        val: ArrayLike | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_inplace_increment(
        x: ArrayLike | Container,
        val: ArrayLike | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_inplace_update(
        x: ArrayLike | Container,
        val: ArrayLike | Container,
        /,
        *,
        ensure_in_backend: bool | Container = False,
        keep_input_dtype: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_inplace_variables_supported(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_insert_into_nest_at_index(
        nest: Any,
        index: Sequence[Any] | Container,
        value: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_insert_into_nest_at_indices(
        nest: Any,
        indices: Iterable[Sequence[Any]] | Container,
        values: Any,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_instance_norm(
        x: ArrayLike | Container,
        mean: ArrayLike | Container | None,
        variance: ArrayLike | Container | None,
        /,
        *,
        offset: ArrayLike | Container | None = None,
        scale: ArrayLike | Container | None = None,
        training: bool | Container = False,
        eps: float | Container = 0.0,
        momentum: float | Container = 0.1,
        data_format: str | Container = "NSC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_interpolate(
        x: ArrayLike | Container,
        size: Sequence[int] | int | Container | None,
        /,
        *,
        mode: str | Container = "linear",
        scale_factor: Sequence[float] | float | Container | None = None,
        recompute_scale_factor: bool | Container | None = None,
        align_corners: bool | Container = False,
        antialias: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_inv(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_invalid_dtype(
        dtype_in: str | Container | None,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_irfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_irfftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_array(
        x: Any,
        /,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_bool_dtype(
        dtype_in: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_complex_dtype(
        dtype_in: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_float_dtype(
        dtype_in: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_hashable_dtype(
        dtype_in: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_int_dtype(
        dtype_in: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_ivy_array(
        x: Any,
        /,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_ivy_container(
        x: Any,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> bool: ...
    @staticmethod
    def static_is_native_array(
        x: Any,
        /,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_native_dtype(
        dtype_in: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_uint_dtype(
        dtype_in: DtypeLike | ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_is_variable(
        x: ArrayLike | Container,
        /,
        *,
        exclusive: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isdtype(
        dtype: DtypeLike | Container,
        kind: str | tuple[Any, ...] | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isfinite(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isin(
        elements: ArrayLike | Container,
        test_elements: ArrayLike | Container,
        /,
        *,
        assume_unique: bool | Container = False,
        invert: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isinf(
        x: ArrayLike | Container,
        /,
        *,
        detect_positive: bool | Container = True,
        detect_negative: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isnan(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isreal(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_isscalar(
        x: Any,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_itemsize(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_jac(
        func: Callable[..., Any] | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_jvp(
        func: Callable[..., Any] | Container,
        primals: Any,
        tangents: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_kl_div(
        input: ArrayLike | Container,
        target: ArrayLike | Container,
        /,
        *,
        reduction: str | Container = "mean",
        log_target: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_kron(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_l1_loss(
        input: ArrayLike | Container,
        target: ArrayLike | Container,
        /,
        *,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_l1_normalize(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_l2_normalize(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_lamb_update(
        w: ArrayLike | Container,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        mw_tm1: ArrayLike | Container,
        vw_tm1: ArrayLike | Container,
        step: ArrayLike | Container,
        /,
        *,
        beta1: float | Container = 0.9,
        beta2: float | Container = 0.999,
        epsilon: float | Container = 1e-07,
        max_trust_ratio: int | float | Container = 10,
        decay_lambda: float | Container = 0,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_lars_update(
        w: ArrayLike | Container,
        dcdw: ArrayLike | Container,
        lr: ArrayLike | Container,
        /,
        *,
        decay_lambda: float | Container = 0,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_layer_norm(
        x: ArrayLike | Container,
        normalized_idxs: Sequence[int] | Container,
        /,
        *,
        scale: ArrayLike | Container | None = None,
        offset: ArrayLike | Container | None = None,
        eps: float | Container = 1e-05,
        new_std: float | Container = 1.0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_lcm(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ldexp(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_less(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_less_equal(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_lexsort(
        keys: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        axis: int | Container = -1,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_linear(
        x: ArrayLike | Container,
        weight: ArrayLike | Container,
        /,
        *,
        bias: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_linspace(
        start: ArrayLike | Container,
        stop: ArrayLike | Container,
        /,
        num: int | Container = 50,
        *,
        axis: int | Container | None = None,
        endpoint: bool | Container = True,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_local_response_norm(
        x: ArrayLike | Container,
        size: int | Container,
        /,
        *,
        bias: float | Container = 1.0,
        alpha: float | Container = 1.0,
        beta: float | Container = 0.5,
        average: bool | Container = False,
        data_format: str | Container = "NHWC",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_log(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_log10(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_log1p(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_log2(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_log_poisson_loss(
        true: ArrayLike | Container,
        pred: ArrayLike | Container,
        /,
        *,
        compute_full_loss: bool | Container = False,
        axis: int | Container | None = -1,
        reduction: str | Container = "none",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logaddexp(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logaddexp2(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logical_and(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logical_not(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logical_or(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logical_xor(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_logspace(
        start: ArrayLike | Container,
        stop: ArrayLike | Container,
        /,
        num: int | Container = 50,
        *,
        base: ArrayLike | Container = 10.0,
        axis: int | Container = 0,
        endpoint: bool | Container = True,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_lp_normalize(
        x: ArrayLike | Container,
        /,
        *,
        p: float | Container = 2,
        axis: int | tuple[int, ...] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_lstsq(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        rcond: float | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_map(
        fn: Callable[..., Any] | Container,
        constant: dict[str, Any] | Container | None = None,
        unique: dict[str, Iterable[Any]] | Container | None = None,
        mean: bool | Container = False,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_map_nest_at_index(
        nest: Any,
        index: Sequence[Any] | Container,
        fn: Callable[[Any], Any] | Container,
        /,
        shallow: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_map_nest_at_indices(
        nest: Any,
        indices: Iterable[Sequence[Any]] | Container,
        fn: Callable[[Any], Any] | Container,
        /,
        shallow: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_matmul(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_matrix_norm(
        x: ArrayLike | Container,
        /,
        *,
        ord: int | float | str | Container = "fro",
        axis: tuple[int, int] | Container = (-2, -1),
        keepdims: bool | Container = False,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_matrix_power(
        x: ArrayLike | Container,
        n: int | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_matrix_rank(
        x: ArrayLike | Container,
        /,
        *,
        rtol: ArrayLike | Container | None = None,
        atol: ArrayLike | Container | None = None,
        hermitian: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_matrix_transpose(
        x: ArrayLike | Container,
        /,
        *,
        conjugate: bool | Container = False,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_max(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_maximum(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_mean(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_median(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_meshgrid(
        *arrays: ArrayLike | Container,
        sparse: bool | Container = False,
        indexing: str | Container = "xy",
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_min(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_minimum(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_modf(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_moveaxis(
        x: ArrayLike | Container,
        source: int | Sequence[int] | Container,
        destination: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_msort(
        a: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_multi_dot(
        x: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_multi_head_attention(
        query: Any,
        /,
        *,
        key: ArrayLike | Container | None = None,
        value: ArrayLike | Container | None = None,
        batch_first: bool | Container = True,
        num_heads: int | Container = 8,
        scale: float | Container | None = None,
        attention_mask: ArrayLike | Container | None = None,
        in_proj_weights: ArrayLike | Container | None = None,
        q_proj_weights: ArrayLike | Container | None = None,
        k_proj_weights: ArrayLike | Container | None = None,
        v_proj_weights: ArrayLike | Container | None = None,
        out_proj_weights: ArrayLike | Container | None = None,
        in_proj_bias: ArrayLike | Container | None = None,
        out_proj_bias: ArrayLike | Container | None = None,
        is_causal: bool | Container = False,
        key_padding_mask: ArrayLike | Container | None = None,
        bias_k: ArrayLike | Container | None = None,
        bias_v: ArrayLike | Container | None = None,
        static_k: ArrayLike | Container | None = None,
        static_v: ArrayLike | Container | None = None,
        add_zero_attn: bool | Container = False,
        return_attention_weights: bool | Container = False,
        average_attention_weights: bool | Container = True,
        dropout: float | Container = 0.0,
        training: bool | Container = False,
        to_out_fn: Callable[..., Any] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_multi_index_nest(
        nest: Any,
        indices: Iterable[Sequence[Any]] | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_multinomial(
        population_size: int | Container,
        num_samples: int | Container,
        /,
        *,
        batch_size: int | Container = 1,
        probs: ArrayLike | Container | None = None,
        replace: bool | Container = True,
        device: DeviceLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_multiply(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_multiprocessing(
        context: str | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_nan_to_num(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container = True,
        nan: float | Container = 0.0,
        posinf: float | Container | None = None,
        neginf: float | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nanmax(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nanmean(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nanmedian(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nanmin(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nanprod(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nansum(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_native_array(
        obj: Any,
        /,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_negative(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nested_any(
        nest: Any,
        fn: Callable[[Any], bool] | Container,
        check_nests: bool | Container = False,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nested_argwhere(
        nest: Any,
        fn: Callable[[Any], bool] | Container,
        check_nests: bool | Container = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | Container | None = None,
        stop_after_n_found: int | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_nested_multi_map(
        func: Callable[[list[Any], str], Any] | Container,
        nests: Sequence[Any] | Container,
        index_chains: Iterable[Any] | Container | None = None,
        to_apply: bool | Container = True,
        prune_unapplied: bool | Container = False,
        index_chain: str | Container = "",
        config: dict[Any, Any] | Container | None = None,
        to_ivy: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_nextafter(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_nonzero(
        x: ArrayLike | Container,
        /,
        *,
        size: int | Container | None = None,
        fill_value: int | Container = 0,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_not_equal(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_num_cpu_cores(
        *,
        logical: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_num_gpus(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_num_ivy_arrays_on_dev(
        device: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_one_hot(
        indices: ArrayLike | Container,
        depth: int | Container,
        /,
        *,
        on_value: complex | Container | None = None,
        off_value: complex | Container | None = None,
        axis: int | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ones(
        shape: ShapeLike | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ones_like(
        x: ArrayLike | Container,
        /,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_optimizer_update(
        w: ArrayLike | Container,
        effective_grad: ArrayLike | Container,
        lr: ArrayLike | Container,
        /,
        *,
        stop_gradients: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_outer(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_pad(
        x: ArrayLike | Container,
        pad_width: int | Sequence[Any] | dict[Any, Any] | Container,
        /,
        *,
        mode: str | Callable[..., Any] | Container = "constant",
        stat_length: int | Sequence[Any] | Container | None = None,
        constant_values: complex | Sequence[Any] | Container = 0,
        end_values: complex | Sequence[Any] | Container = 0,
        reflect_type: str | Container = "even",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        **kwargs: object | Container,
    ) -> Container: ...
    @staticmethod
    def static_percent_used_mem_on_dev(
        device: DeviceLike | Container,
        /,
        *,
        process_specific: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_permute_dims(
        x: ArrayLike | Container,
        /,
        axes: tuple[int, ...] | Container | None = None,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_pinv(
        x: ArrayLike | Container,
        /,
        *,
        rtol: ArrayLike | Container | None = None,
        hermitian: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_poisson_nll_loss(
        input: ArrayLike | Container,
        target: ArrayLike | Container,
        *,
        log_input: bool | Container = True,
        full: bool | Container = False,
        eps: float | Container = 1e-08,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_positive(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_pow(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_print_all_ivy_arrays_on_dev(
        *,
        device: str | Container | None = None,
        attr_only: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_prod(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_promote_types(
        type1: str | Container,
        type2: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_promote_types_of_inputs(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_prune_empty(
        nest: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_prune_nest_at_index(
        nest: Any,
        index: Sequence[Any] | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_prune_nest_at_indices(
        nest: Any,
        indices: Iterable[Sequence[Any]] | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_put_along_axis(
        x: ArrayLike | Container,
        indices: ArrayLike | Container,
        values: ArrayLike | Container,
        axis: int | Container | None,
        /,
        *,
        mode: str | Container = "replace",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_qr(
        x: ArrayLike | Container,
        /,
        *,
        mode: str | Container = "reduced",
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_quantile(
        a: ArrayLike | Container,
        q: float | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        keepdims: bool | Container = False,
        interpolation: str | Container = "linear",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_rad2deg(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_randint(
        low: ArrayLike | Container,
        high: ArrayLike | Container,
        /,
        *,
        shape: ShapeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_random_normal(
        *,
        mean: ArrayLike | Container = 0.0,
        std: ArrayLike | Container = 1.0,
        shape: ShapeLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_random_uniform(
        *,
        low: ArrayLike | Container = 0.0,
        high: ArrayLike | Container = 1.0,
        shape: ShapeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ravel(
        x: ArrayLike | Container,
        /,
        *,
        order: str | Container = "C",
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_real(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_reciprocal(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_remainder(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        modulus: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_repeat(
        x: ArrayLike | Container,
        repeats: int | Sequence[int] | Container,
        /,
        *,
        axis: int | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_requires_gradient(
        x: ArrayLike | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_reshape(
        x: ArrayLike | Container,
        /,
        shape: int | tuple[int, ...] | Container,
        *,
        copy: bool | Container | None = None,
        order: str | Container = "C",
        allowzero: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_result_type(
        *arrays_and_dtypes: ArrayLike | DtypeLike | Container,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_rfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_rfftfreq(
        n: int | Container,
        /,
        *,
        d: float | Container = 1.0,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_rfftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_rint(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_roll(
        x: ArrayLike | Container,
        /,
        shift: int | Sequence[int] | Container,
        *,
        axis: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_rot90(
        x: ArrayLike | Container,
        /,
        *,
        k: int | Container = 1,
        axes: tuple[int, int] | Container = (0, 1),
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_round(
        x: ArrayLike | Container,
        /,
        *,
        decimals: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_scaled_dot_product_attention(
        query: Any,
        key: ArrayLike | Container,
        value: ArrayLike | Container,
        /,
        *,
        scale: float | Container | None = None,
        mask: ArrayLike | Container | None = None,
        dropout_p: float | Container = 0.0,
        is_causal: bool | Container = False,
        training: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_scatter_flat(
        indices: ArrayLike | Container,
        updates: ArrayLike | Container,
        /,
        *,
        size: int | Container | None = None,
        reduction: str | Container = "sum",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_scatter_nd(
        indices: ArrayLike | Container,
        updates: ArrayLike | Container,
        /,
        shape: Sequence[int] | Container | None = None,
        *,
        reduction: str | Container = "sum",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_searchsorted(
        x: ArrayLike | Container,
        v: ArrayLike | Container,
        /,
        *,
        side: str | Container = "left",
        sorter: ArrayLike | Container | None = None,
        ret_dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_set_default_device(
        device: str | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_set_item(
        x: ArrayLike | Container,
        query: Any,
        val: ArrayLike | Container,
        /,
        *,
        copy: bool | Container | None = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_set_nest_at_index(
        nest: Any,
        index: Sequence[Any] | Container,
        value: Any,
        /,
        shallow: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_set_nest_at_indices(
        nest: Any,
        indices: Iterable[Sequence[Any]] | Container,
        values: Any,
        /,
        shallow: bool | Container = True,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_set_split_factor(
        factor: float | Container,
        device: str | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_shape(
        x: ArrayLike | Container,
        /,
        *,
        as_array: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_shuffle(
        x: ArrayLike | Container,
        axis: int | Container = 0,
        /,
        *,
        seed: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sign(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_signbit(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sin(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sinc(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sinh(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_size(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sliding_window_view(
        x: ArrayLike | Container,
        window_shape: int | tuple[int, ...] | Container,
        /,
        axis: int | tuple[int, ...] | Container | None = None,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_slogdet(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_smooth_l1_loss(
        input: ArrayLike | Container,
        target: ArrayLike | Container,
        /,
        *,
        beta: float | Container = 1.0,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_soft_margin_loss(
        input: ArrayLike | Container,
        target: ArrayLike | Container,
        /,
        *,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_solve(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sort(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = -1,
        descending: bool | Container = False,
        stable: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_spacing(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sparse_cross_entropy(
        true: ArrayLike | Container,
        pred: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        epsilon: float | Container = 1e-07,
        reduction: str | Container = "mean",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_split(
        x: ArrayLike | Container,
        /,
        *,
        num_or_size_splits: int | Sequence[int] | Container | None = None,
        axis: int | Container = 0,
        with_remainder: bool | Container = False,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_split_factor(
        device: str | Container | None = None,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_split_func_call(
        func: Callable[..., Any] | Container,
        inputs: Sequence[ArrayLike | Container] | Container,
        mode: str | Container,
        /,
        *,
        max_chunk_size: int | Container | None = None,
        chunk_size: int | Container | None = None,
        input_axes: int | Iterable[int] | Container = 0,
        output_axes: int | Iterable[int] | Container | None = None,
        stop_gradients: bool | Container = False,
        device: str | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_sqrt(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_square(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_squeeze(
        x: ArrayLike | Container,
        /,
        axis: int | Sequence[int] | Container | None = None,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_ssim_loss(
        true: ArrayLike | Container,
        pred: ArrayLike | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_stable_divide(
        numerator: ArrayLike | Container,
        denominator: ArrayLike | Container,
        /,
        *,
        min_denominator: ArrayLike | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_stable_pow(
        base: ArrayLike | Container,
        exponent: ArrayLike | Container,
        /,
        *,
        min_base: ArrayLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_stack(
        arrays: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        axis: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_std(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        correction: float | Container = 0.0,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_stop_gradient(
        x: ArrayLike | Container,
        /,
        *,
        preserve_type: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_strides(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_subtract(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        alpha: complex | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_sum(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_supports_inplace_updates(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_svd(
        x: ArrayLike | Container,
        /,
        *,
        full_matrices: bool | Container = True,
        compute_uv: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_svdvals(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_swapaxes(
        x: ArrayLike | Container,
        axis0: int | Container,
        axis1: int | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_take(
        x: ArrayLike | Container,
        indices: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = None,
        mode: str | Container = "raise",
        fill_value: complex | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_take_along_axis(
        x: ArrayLike | Container,
        indices: ArrayLike | Container,
        /,
        axis: int | Container | None = -1,
        *,
        mode: str | Container = "raise",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tan(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tanh(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tensordot(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        axes: int | tuple[Sequence[int], Sequence[int]] | Container = 2,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tile(
        x: ArrayLike | Container,
        repetitions: int | tuple[int, ...] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_to_device(
        x: ArrayLike | Container,
        device: DeviceLike | Container,
        /,
        *,
        stream: int | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_to_ivy(
        x: Any,
        nested: bool | Container = False,
        include_derived: bool | dict[str, bool] | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_to_list(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_to_native(
        x: Any,
        nested: bool | Container = False,
        include_derived: bool | dict[str, bool] | Container | None = None,
        cont_inplace: bool | Container = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_to_new_backend(
        x: Any,
        native: bool | Container = True,
        nested: bool | Container = False,
        include_derived: bool | dict[str, bool] | Container | None = None,
        cont_inplace: bool | Container = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | Container | None = None,
        shallow: bool | Container = False,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_to_numpy(
        x: ArrayLike | Container,
        /,
        *,
        copy: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_to_scalar(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_total_mem_on_dev(
        device: DeviceLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tpu_is_available(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_trace(
        x: ArrayLike | Container,
        /,
        *,
        offset: int | Container = 0,
        axis1: int | Container = 0,
        axis2: int | Container = 1,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tril(
        x: ArrayLike | Container,
        /,
        *,
        k: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_tril_indices(
        n_rows: int | Container,
        n_cols: int | Container | None = None,
        k: int | Container = 0,
        *,
        device: DeviceLike | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_triu(
        x: ArrayLike | Container,
        /,
        *,
        k: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_triu_indices(
        n_rows: int | Container,
        n_cols: int | Container | None = None,
        k: int | Container = 0,
        *,
        device: DeviceLike | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_trunc(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_trunc_divide(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_try_except(
        body1: Callable[..., Any] | Container,
        body2: Callable[..., Any] | Container,
        vars: Iterable[Any] | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_type_promote_arrays(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_unflatten(
        x: ArrayLike | Container,
        /,
        dim: int | Container,
        shape: tuple[int, ...] | Container,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_unique_all(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_unique_counts(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_unique_inverse(
        x: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_unique_values(
        x: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_unset_default_device(
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> None: ...
    @staticmethod
    def static_unstack(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Container = 0,
        keepdims: bool | Container = False,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_used_mem_on_dev(
        device: DeviceLike | Container,
        /,
        *,
        process_specific: bool | Container = False,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_valid_dtype(
        dtype_in: str | Container | None,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_value_and_grad(
        func: Callable[..., Any] | Container,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_value_is_nan(
        x: ArrayLike | Container,
        /,
        *,
        include_infs: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_var(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        correction: float | Container = 0.0,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_vecdot(
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_vector_norm(
        x: ArrayLike | Container,
        /,
        *,
        axis: int | Sequence[int] | Container | None = None,
        keepdims: bool | Container = False,
        ord: int | float | Container = 2,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_vjp(
        func: Callable[..., Any] | Container,
        *primals: Any,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_vmap(
        func: Callable[..., Any] | Container,
        in_axes: int | Sequence[int | None] | Container | None = 0,
        out_axes: int | Container = 0,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_vsplit(
        x: ArrayLike | Container,
        indices_or_sections: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    @staticmethod
    def static_vstack(
        arrays: Sequence[ArrayLike | Container] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_wasserstein_loss_discriminator(
        p_real: ArrayLike | Container,
        p_fake: ArrayLike | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_wasserstein_loss_generator(
        pred_fake: ArrayLike | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_where(
        condition: ArrayLike | Container,
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_while_loop(
        test_fn: Callable[..., Any] | Container,
        body_fn: Callable[..., Any] | Container,
        vars: Any,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    @staticmethod
    def static_zero_pad(
        x: ArrayLike | Container,
        /,
        pad_width: Sequence[Any] | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_zeros(
        shape: ShapeLike | Container,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    @staticmethod
    def static_zeros_like(
        x: ArrayLike | Container,
        /,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def std(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        correction: float | Container = 0.0,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def stop_gradient(
        self,
        *,
        preserve_type: bool | Container = True,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def subtract(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        alpha: complex | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def sum(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        dtype: DtypeLike | Container | None = None,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def supports_inplace_updates(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def svd(
        self,
        *,
        full_matrices: bool | Container = True,
        compute_uv: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def svdvals(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def swapaxes(
        self,
        axis0: int | Container,
        axis1: int | Container,
        /,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def take(
        self,
        indices: ArrayLike | Container,
        /,
        *,
        axis: int | Container | None = None,
        mode: str | Container = "raise",
        fill_value: complex | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def take_along_axis(
        self,
        indices: ArrayLike | Container,
        /,
        axis: int | Container | None = -1,
        *,
        mode: str | Container = "raise",
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def tan(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def tanh(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def tensordot(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        axes: int | tuple[Sequence[int], Sequence[int]] | Container = 2,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def tile(
        self,
        repetitions: int | tuple[int, ...] | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def to_device(
        self,
        device: DeviceLike | Container,
        /,
        *,
        stream: int | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def to_ivy(
        self,
        nested: bool | Container = False,
        include_derived: bool | dict[str, bool] | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def to_list(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def to_native(
        self,
        nested: bool | Container = False,
        include_derived: bool | dict[str, bool] | Container | None = None,
        cont_inplace: bool | Container = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | Container | None = None,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def to_new_backend(
        self,
        native: bool | Container = True,
        nested: bool | Container = False,
        include_derived: bool | dict[str, bool] | Container | None = None,
        cont_inplace: bool | Container = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | Container | None = None,
        shallow: bool | Container = False,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def to_numpy(
        self,
        *,
        copy: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def to_scalar(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def trace(
        self,
        *,
        offset: int | Container = 0,
        axis1: int | Container = 0,
        axis2: int | Container = 1,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def tril(
        self,
        *,
        k: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def triu(
        self,
        *,
        k: int | Container = 0,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def trunc(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def trunc_divide(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def type_promote_arrays(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def unflatten(
        self,
        dim: int | Container,
        shape: tuple[int, ...] | Container,
        *,
        copy: bool | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def unique_all(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def unique_counts(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def unique_inverse(
        self,
        *,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Any: ...
    def unique_values(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def unstack(
        self,
        *,
        axis: int | Container = 0,
        keepdims: bool | Container = False,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def value_is_nan(
        self,
        *,
        include_infs: bool | Container = True,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def var(
        self,
        *,
        axis: int | tuple[int, ...] | Container | None = None,
        correction: float | Container = 0.0,
        keepdims: bool | Container = False,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def vecdot(
        self,
        x2: ArrayLike | Container,
        /,
        *,
        axis: int | Container = -1,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def vector_norm(
        self,
        *,
        axis: int | Sequence[int] | Container | None = None,
        keepdims: bool | Container = False,
        ord: int | float | Container = 2,
        dtype: DtypeLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def vsplit(
        self,
        indices_or_sections: int | Sequence[int] | Container,
        /,
        *,
        copy: bool | Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> list[Container]: ...
    def vstack(
        self,
        arrays: Sequence[ArrayLike | Container] | Container = (),
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def wasserstein_loss_discriminator(
        self,
        p_fake: ArrayLike | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def wasserstein_loss_generator(
        self,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def where(
        self,
        x1: ArrayLike | Container,
        x2: ArrayLike | Container,
        /,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def zero_pad(
        self,
        pad_width: Sequence[Any] | Container,
        *,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...
    def zeros_like(
        self,
        *,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
        key_chains: Sequence[str] | dict[str, Any] | None = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
    ) -> Container: ...

class LeafAttributes(Container): ...
