"""The methods of ContainerBase that users know by name: their parameters and defaults."""


class Table:
    """One stub a method; static ones take no ``self``."""

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
    ): ...

    def cont_multi_map_in_function(
        fn,
        *args,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=None,
        out=None,
        **kwargs,
    ): ...

    def cont_handle_inplace(ret, out): ...

    def cont_list_join(containers, config=None): ...

    def cont_list_stack(containers, dim, config=None): ...

    def _cont_concat_unify(containers, device, axis=0): ...

    def _cont_sum_unify(containers, device, _=None, _1=None): ...

    def _cont_mean_unify(containers, device, _=None, _1=None): ...

    def cont_unify(containers, device, mode, axis=0): ...

    def cont_combine(*containers, config=None): ...

    def cont_diff(
        *containers,
        mode="all",
        diff_keys="diff",
        detect_key_diffs=True,
        detect_value_diffs=True,
        detect_shape_diffs=True,
        config=None,
    ): ...

    def cont_structural_diff(
        *containers,
        mode="all",
        diff_keys="diff",
        detect_key_diffs=True,
        detect_shape_diffs=True,
        config=None,
    ): ...

    def cont_multi_map(
        func,
        containers,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        key_chain="",
        config=None,
        map_nests=False,
        assert_identical=False,
    ): ...

    def cont_common_key_chains(containers): ...

    def cont_identical(
        containers,
        check_types=True,
        check_shapes=True,
        same_arrays=True,
        arrays_equal=True,
        key_chains=None,
        to_apply=True,
        partial=False,
        key_chain="",
        assert_and_assign=False,
    ): ...

    def cont_assert_identical(
        containers,
        check_types=True,
        check_shapes=True,
        same_arrays=True,
        arrays_equal=True,
        key_chains=None,
        to_apply=True,
        partial=False,
    ): ...

    def cont_identical_structure(
        containers,
        check_types=True,
        check_shapes=True,
        key_chains=None,
        to_apply=True,
        partial=False,
        key_chain="",
        assert_and_assign=False,
    ): ...

    def cont_assert_identical_structure(
        containers,
        check_types=True,
        check_shapes=True,
        key_chains=None,
        to_apply=True,
        partial=False,
        assert_and_assign=False,
    ): ...

    def cont_identical_configs(containers): ...

    def cont_identical_array_shapes(containers, exclusive=False): ...

    def cont_load(filepath, format="h5py"): ...

    def cont_from_disk_as_hdf5(
        h5_obj_or_filepath, slice_obj=slice(None), alphabetical_keys=True, ivyh=None
    ): ...

    def cont_from_disk_as_pickled(pickle_filepath, ivyh=None): ...

    def cont_from_disk_as_json(json_filepath, ivyh=None): ...

    def h5_file_size(h5_obj_or_filepath): ...

    def shuffle_h5_file(h5_obj_or_filepath, seed_value=0): ...

    def cont_reduce(containers, reduction, config=None): ...

    def cont_flatten_key_chain(
        key_chain, replacement="__", above_height=None, below_depth=None
    ): ...

    def cont_trim_key(key, max_length): ...

    def _cont_call_static_method_with_flexible_args(
        self,
        static_method,
        *args,
        kw,
        required,
        defaults,
        self_idx=0,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=None,
        out=None,
    ): ...

    def _cont_get_shape(self): ...

    def _cont_get_shapes(self): ...

    def _cont_get_dtype(self): ...

    def _cont_get_dev(self, as_native=False): ...

    def _cont_at_key_chains_input_as_seq(self, key_chains, ignore_key_errors=False): ...

    def _cont_at_key_chains_input_as_dict(
        self, key_chains, current_chain="", ignore_key_errors=False
    ): ...

    def _cont_prune_key_chains_input_as_seq(self, key_chains): ...

    def _cont_prune_key_chains_input_as_dict(self, key_chains, return_cont=None): ...

    def cont_duplicate_array_keychains(self): ...

    def cont_update_config(self, **config): ...

    def cont_inplace_update(self, dict_in, **config): ...

    def cont_all_true(
        self,
        assert_is_bool=False,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=False,
    ): ...

    def cont_all_false(
        self,
        assert_is_bool=False,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=False,
    ): ...

    def cont_slice_via_key(self, slice_key): ...

    def cont_as_bools(
        self,
        assert_is_bool=False,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=False,
    ): ...

    def cont_unstack_conts(self, axis, keepdims=False, dim_size=None): ...

    def split_conts(
        self,
        num_or_size_splits=None,
        axis=0,
        with_remainder=False,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=False,
    ): ...

    def cont_num_arrays(self, exclusive=False): ...

    def cont_size_ordered_arrays(self, exclusive=False): ...

    def cont_save(self, filepath, format="h5py"): ...

    def cont_to_disk_as_hdf5(
        self, h5_obj_or_filepath, starting_index=0, mode="a", max_batch_size=None
    ): ...

    def cont_to_disk_as_pickled(self, pickle_filepath): ...

    def cont_to_jsonable(self, return_dict=None): ...

    def cont_to_disk_as_json(self, json_filepath): ...

    def cont_to_nested_list(self): ...

    def cont_to_raw(self): ...

    def cont_to_dict(self): ...

    def cont_to_iterator(self, key_chain="", leaf_keys_only=False, include_empty=False): ...

    def cont_to_iterator_values(self, include_empty=False): ...

    def cont_to_iterator_keys(self, key_chain="", leaf_keys_only=False, include_empty=False): ...

    def cont_to_flat_list(self): ...

    def cont_from_flat_list(self, flat_list): ...

    def cont_has_key(self, query_key): ...

    def cont_has_key_chain(self, key_chain): ...

    def cont_find_sub_container(self, sub_cont_to_find, partial=False): ...

    def cont_contains_sub_container(self, sub_cont, partial=False): ...

    def cont_assert_contains_sub_container(self, sub_cont, partial=False): ...

    def cont_find_sub_structure(self, sub_struc_to_find, check_shapes=True, partial=False): ...

    def cont_contains_sub_structure(self, sub_cont, check_shapes=True, partial=False): ...

    def cont_assert_contains_sub_structure(self, sub_cont, check_shapes=True, partial=False): ...

    def cont_at_keys(
        self, queries, ignore_none=True, containing=False, ignore_key_errors=False
    ): ...

    def cont_at_key_chain(self, key_chain, ignore_key_errors=False): ...

    def cont_at_key_chains(self, key_chains, ignore_none=True, ignore_key_errors=False): ...

    def cont_all_key_chains(self, include_empty=False): ...

    def cont_key_chains_containing(self, sub_str, include_empty=False): ...

    def cont_set_at_keys(self, target_dict): ...

    def cont_set_at_key_chain(self, key_chain, val, inplace=False): ...

    def cont_overwrite_at_key_chain(self, key_chain, val, inplace=False): ...

    def cont_set_at_key_chains(self, target_dict, return_dict=None, inplace=False): ...

    def cont_overwrite_at_key_chains(self, target_dict, return_dict=None, inplace=False): ...

    def cont_prune_keys(self, query_keys, ignore_none=True): ...

    def cont_prune_key_chain(self, key_chain): ...

    def cont_prune_key_chains(self, key_chains, ignore_none=True): ...

    def cont_format_key_chains(self, format_fn): ...

    def cont_sort_by_key(self): ...

    def cont_prune_empty(self, keep_nones=False, base=True): ...

    def cont_prune_key_from_key_chains(self, absolute=None, containing=None): ...

    def cont_prune_keys_from_key_chains(self, absolute=None, containing=None): ...

    def cont_restructure_key_chains(self, keychain_mapping, keep_orig=True, replace=True): ...

    def cont_restructure(self, mapping, keep_orig=True, replace=True): ...

    def cont_flatten_key_chains(self, include_empty=False, above_height=None, below_depth=None): ...

    def cont_copy(self): ...

    def cont_deep_copy(self): ...

    def __deepcopy__(self, memo): ...

    def cont_map(
        self,
        func,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=False,
        inplace=False,
        key_chain="",
    ): ...

    def cont_map_sub_conts(
        self,
        func,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        inplace=False,
        key_chain="",
        include_self=True,
    ): ...

    def cont_with_entries_as_lists(self): ...

    def cont_reshape_like(self, target_dict, leading_shape=None, return_cont=None): ...

    def cont_create_if_absent(self, key, value, inplace=True): ...

    def cont_if_exists(self, key): ...

    def cont_try_kc(self, key): ...

    def cont_cutoff_at_depth(self, depth_cutoff, inplace=False): ...

    def cont_cutoff_at_height(self, height_cutoff, inplace=False): ...

    def _cont_slice_keys(self, key_slice): ...

    def cont_slice_keys(self, key_slice, all_depths=False): ...

    def cont_with_print_limit(self, print_limit, inplace=False): ...

    def cont_remove_print_limit(self, inplace=False): ...

    def cont_with_key_length_limit(self, key_length_limit, inplace=False): ...

    def cont_remove_key_length_limit(self, inplace=False): ...

    def cont_with_print_indent(self, print_indent, inplace=False): ...

    def cont_with_print_line_spacing(self, print_line_spacing, inplace=False): ...

    def cont_with_default_key_color(self, default_key_color, inplace=False): ...

    def cont_with_ivy_backend(self, ivy_backend, inplace=False): ...

    def cont_show(self): ...

    def cont_show_sub_container(self, sub_cont_or_keychain): ...

    def __repr__(self, as_repr=True): ...

    def __dir__(self): ...

    def __getattr__(self, item, *args, **kwargs): ...

    def __setattr__(self, name, value): ...

    def _get_queue_item(self, query): ...

    def __getitem__(self, query): ...

    def __setitem__(self, query, val): ...

    def __contains__(self, key): ...

    def __getstate__(self): ...

    def __setstate__(self, state_dict): ...


PROPERTIES = (
    "_cont_ivy",
    "cont_shape",
    "cont_dtype",
    "cont_shapes",
    "cont_dev",
    "cont_dev_str",
    "cont_ivy",
    "cont_config",
    "cont_max_depth",
    "dynamic_backend",
)
OPERATORS = (
    "__pos__",
    "__neg__",
    "__pow__",
    "__rpow__",
    "__ipow__",
    "__add__",
    "__radd__",
    "__iadd__",
    "__sub__",
    "__isub__",
    "__rsub__",
    "__mul__",
    "__rmul__",
    "__imul__",
    "__mod__",
    "__rmod__",
    "__imod__",
    "__divmod__",
    "__rdivmod__",
    "__truediv__",
    "__rtruediv__",
    "__itruediv__",
    "__floordiv__",
    "__rfloordiv__",
    "__ifloordiv__",
    "__matmul__",
    "__rmatmul__",
    "__imatmul__",
    "__abs__",
    "__lt__",
    "__le__",
    "__eq__",
    "__ne__",
    "__gt__",
    "__ge__",
    "__and__",
    "__iand__",
    "__rand__",
    "__or__",
    "__ror__",
    "__ior__",
    "__invert__",
    "__xor__",
    "__rxor__",
    "__ixor__",
    "__lshift__",
    "__rlshift__",
    "__ilshift__",
    "__rshift__",
    "__rrshift__",
    "__irshift__",
)
