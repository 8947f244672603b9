"""Containers: how they are made, copied, pickled, configured, and fed from queues."""

from __future__ import annotations

import copy
import inspect
import pickle
import queue
import subprocess
import sys
import types

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.container import ContainerBase
from ivy_core.container.config import DEFAULT
from ivy_core.utils.exceptions import IvyIndexError, IvyTypeError, IvyValueError
from tests.container.method_table import OPERATORS, PROPERTIES, Table

Container = ivy.Container


@pytest.mark.checklist("C01")
def test_all_ways_of_making_one_agree(backend):
    a, c, d = (ivy.asarray([x]) for x in (0.0, 1.0, 2.0))
    made = [
        Container({"a": a, "b": {"c": c, "d": d}}),
        Container(a=a, b=Container(c=c, d=d)),
        Container(a=a, b={"c": c, "d": d}),
        Container({"a": a, "b": Container(c=c, d=d)}),
        Container({"b.d": d, "a": a, "b/c": c}),
        Container({"a": a}, b={"c": c, "d": d}),
        Container([("a", a), ("b", {"c": c, "d": d})]),
        Container(types.MappingProxyType({"a": a, "b": types.MappingProxyType({"c": c, "d": d})})),
    ]
    for x in made:
        assert isinstance(x, dict) and type(x.b) is Container
        assert [(kc, id(v)) for kc, v in x.cont_to_iterator()] == [
            ("a", id(a)), ("b/c", id(c)), ("b/d", id(d)),
        ]  # fmt: skip


@pytest.mark.checklist("C01")
def test_leaves_may_be_anything():
    x = Container(a="text", b=None, c=[1, {"k": 2}], d=(1,), e=len)
    assert x.cont_to_dict() == {"a": "text", "b": None, "c": [1, {"k": 2}], "d": (1,), "e": len}


def test_containers_among_the_entries_stay_the_same_objects():
    inner = Container(c=1, print_limit=3)
    assert Container(a=inner).a is inner
    rebuilt = Container({"a": inner}, rebuild_child_containers=True)
    assert rebuilt.a is not inner and rebuilt.a.cont_config["print_limit"] == 10


def test_nothing_of_the_callers_is_written_into():
    inner, container = {"c": 1}, Container(c=1)
    x = Container({"b": inner, "b/d": 2, "e": container, "e/f": 3})
    assert x.cont_to_dict() == {"b": {"c": 1, "d": 2}, "e": {"c": 1, "f": 3}}
    assert inner == {"c": 1} and list(container) == ["c"]


def test_nests_that_meet_at_a_key_are_merged():
    x = Container([("b/c", 1), ("b", {"d": {"e": 2}}), ("b.d.f", 3)])
    assert x.cont_to_dict() == {"b": {"c": 1, "d": {"e": 2, "f": 3}}}


def test_keys_are_in_alphabetical_order_unless_they_shall_keep_theirs():
    d = {"b": 1, "a": {"z": 1, "y": 2}}
    assert Container(d).cont_all_key_chains() == ["a/y", "a/z", "b"]
    assert Container(d, alphabetical_keys=False).cont_all_key_chains() == ["b", "a/z", "a/y"]
    assert list(Container({3: 1, "a": 2, 1: 0})) == [1, 3, "a"]


def test_sequences_are_nested_where_asked_for():
    x = Container([1, (2, 3), [4]], types_to_iteratively_nest=[list])
    assert x.cont_to_dict() == {"it_0": 1, "it_1": (2, 3), "it_2": {"it_0": 4}}
    x = Container((1, (2, 3)), types_to_iteratively_nest=tuple)
    assert x.cont_to_dict() == {"it_0": 1, "it_1": {"it_0": 2, "it_1": 3}}
    assert list(Container(list(range(11)), types_to_iteratively_nest=[list]))[-1] == "it_10"
    assert Container({"a": [1]}, types_to_iteratively_nest=[list]).a.it_0 == 1
    x.b = (5, 6)
    assert x["b/it_1"] == 6


def test_callables_build_entries_where_asked_for():
    x = Container({"a": lambda: {"b": lambda: 1}, "c": int}, build_callable=True)
    assert x.cont_to_dict() == {"a": {"b": 1}, "c": int}


def test_what_is_no_nest_is_refused():
    for wrong in (1, [1, 2], "text"):
        with pytest.raises(IvyTypeError, match="a mapping, pairs"):
            Container(wrong)
    with pytest.raises(IvyValueError, match="'a/b': there is a leaf at 'a'"):
        Container({"a": 1, "a/b": 2})


def test_subclasses_may_have_their_own_constructor():
    class Cameras(Container):
        def __init__(self, front, rear):
            super().__init__(self, front=front, rear={"rgb": rear})

    x = Cameras(1, 2)
    assert type(x) is Cameras and type(x.rear) is Container
    assert type(x + 1) is Cameras and (x + 1).rear.rgb == 3


@pytest.mark.checklist("C02")
def test_the_base_is_abstract_and_has_no_operators():
    assert issubclass(Container, ContainerBase) and issubclass(ContainerBase, dict)
    with pytest.raises(IvyTypeError, match="abstract"):
        ContainerBase(a=1)
    own = {name for cls in ContainerBase.__mro__[:-2] for name in vars(cls)}
    assert own.isdisjoint(OPERATORS) and set(OPERATORS) <= set(vars(Container))
    for name in ("__repr__", "__getattr__", "__setattr__", "__getitem__", "__setitem__"):
        assert name in own and name not in vars(Container)


@pytest.mark.checklist("C03")
def test_the_groups_of_methods_do_not_overlap():
    from ivy_core.registry import FUNCTIONS

    special = {name for name in dir(Container) if name.startswith("__")}
    own = {name for cls in ContainerBase.__mro__[:-2] for name in vars(cls)} - special
    assert own.isdisjoint(FUNCTIONS)


@pytest.mark.checklist("C02", "C07")
@pytest.mark.parametrize("name", [n for n in vars(Table) if inspect.isfunction(vars(Table)[n])])
def test_every_method_of_the_table_is_there_with_its_parameters(name):
    wanted = inspect.signature(vars(Table)[name]).parameters.values()
    found = inspect.signature(getattr(ContainerBase, name)).parameters.values()
    if name in ("__dir__", "__deepcopy__", "__getstate__", "__setstate__", "__contains__"):
        found, wanted = [p.kind for p in found], [p.kind for p in wanted]
        assert found == wanted
        return
    assert [(p.name, p.default, p.kind) for p in found] == [
        (p.name, p.default, p.kind) for p in wanted
    ]


@pytest.mark.checklist("C07")
def test_every_property_of_the_table_is_there():
    assert [n for n in PROPERTIES if not isinstance(getattr(ContainerBase, n), property)] == []


def test_no_backend_is_needed_and_no_framework_is_loaded():
    code = (
        "import ivy_core as ivy, sys\n"
        "x = ivy.Container(a=1, b={'c': [2, 3]})\n"
        "print(x.cont_to_dict(), [m for m in ('jax', 'torch', 'tensorflow') if m in sys.modules])"
    )
    shown = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert shown.strip() == "{'a': 1, 'b': {'c': [2, 3]}} []"


def test_the_configuration_is_one_object_until_it_differs():
    x, y = Container(a={"b": 1}), Container()
    assert x._config is y._config is x.a._config is DEFAULT
    assert not hasattr(x, "__dict__")
    z = Container(a={"b": 1}, print_limit=3)
    assert z._config is z.a._config is not DEFAULT
    assert (z + 1)._config is z._config


def test_config_as_arguments_makes_a_container_of_the_same_kind():
    x = Container({"b": 1, "a": 2}, alphabetical_keys=False, print_indent=2)
    y = Container({"d": 1, "c": 2}, **x.cont_config)
    assert y._config == x._config and list(y) == ["d", "c"]


def test_update_config_changes_what_is_named():
    x = Container(a={"b": 1}, print_limit=3)
    x.cont_update_config(print_indent=2)
    assert (x.cont_config["print_limit"], x.cont_config["print_indent"]) == (3, 2)
    assert x.a.cont_config["print_indent"] == 4
    assert x._print_indent == 2
    with pytest.raises(IvyTypeError, match="no_such was given as a setting"):
        x.cont_update_config(no_such=1)


@pytest.mark.checklist("C24")
def test_pickling_round_trip(backend):
    x = Container(a=ivy.asarray([1.0]), b={"c": [1, "t"], "d": ivy.asarray([2, 3])}, print_limit=3)
    dict.__setitem__(x, 7, None)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        y = pickle.loads(pickle.dumps(x, protocol))
        assert type(y) is Container and type(y.b) is Container
        assert y.cont_config == x.cont_config
        assert list(y) == list(x) and y.b.c == x.b.c and ivy.to_list(y.a) == [1.0]
        np.testing.assert_array_equal(np.asarray(y.b.d), [2, 3])


@pytest.mark.checklist("C24")
def test_pickling_keeps_the_namespace():
    state = Container(a=1).__getstate__()
    assert state == {}
    x = Container(a=1, ivyh=ivy.get_backend("numpy"))
    y = pickle.loads(pickle.dumps(x))
    assert y.cont_ivy is ivy.get_backend("numpy")
    y = pickle.loads(pickle.dumps(Container(a=1, ivyh=ivy)))
    assert y.cont_ivy is ivy
    z = Container(b=1)
    z.__setstate__({"print_limit": 4})
    assert z.cont_config["print_limit"] == 4
    z.__setstate__(state)
    assert z._config is DEFAULT


def test_copies(backend):
    x = Container(a=ivy.asarray([1.0]), b={"c": ivy.asarray([2.0]), "d": [1]}, print_limit=3)
    for y in (x.cont_copy(), copy.copy(x), x.copy()):
        assert type(y) is Container and y is not x and y.b is not x.b
        assert y.a is x.a and y.b.c is x.b.c and y._config is x._config
    for y in (x.cont_deep_copy(), copy.deepcopy(x)):
        assert y.a is not x.a and y.b.d is not x.b.d and y._config is x._config
        y.a += 1
        y.b.d.append(2)
        assert float(x.a[0]) == 1.0 and x.b.d == [1]
    shared = Container(a=[1])
    shared.b = shared.a
    y = copy.deepcopy(shared)
    assert y.a is y.b


def test_inplace_update_keeps_containers():
    x = Container(a=1, b={"c": 2, "d": 3})
    b = x.b
    assert x.cont_inplace_update({"a": 5, "b": {"c": 6}, "e/f": 7}) is x
    assert x.cont_to_dict() == {"a": 5, "b": {"c": 6, "d": 3}, "e": {"f": 7}} and x.b is b
    x.cont_inplace_update(Container(b=1), print_limit=2)
    assert x.b == 1 and x.cont_config["print_limit"] == 2
    assert x.cont_inplace_update(None) is x


def test_namespaces_of_api_methods():
    x = Container(a=ivy.get_backend("numpy").asarray([1, 2]))
    assert x.cont_ivy is ivy and x._cont_ivy is ivy
    y = x.cont_with_ivy_backend("numpy")
    assert y is not x and y.cont_config["ivyh"] == "numpy" and x.cont_config["ivyh"] is None
    assert y.cont_ivy is ivy.get_backend("numpy") is y._cont_ivy
    assert x.cont_with_ivy_backend("numpy", inplace=True) is x and x.cont_config["ivyh"] == "numpy"
    x._cont_ivy = ivy
    assert x.cont_ivy is ivy
    assert Container(a=1, ivyh=ivy.get_backend("numpy")).cont_ivy is ivy.get_backend("numpy")


def test_dynamic_backend_is_kept_and_handed_on():
    x = Container(a={"b": 1}, dynamic_backend=True)
    assert x.dynamic_backend and x.a.dynamic_backend and (x + 1).dynamic_backend
    x.dynamic_backend = False
    assert not x.dynamic_backend and not x.a.dynamic_backend and "dynamic_backend" not in x
    assert Container().dynamic_backend == getattr(ivy, "dynamic_backend", False)


class TestQueues:
    """Three queues that deliver 1, 2 and 1 samples."""

    def made(self, full=True, **kwargs):
        queues = [queue.Queue() for _ in range(3)]
        x = Container(queues=queues, queue_load_sizes=[1, 2, 1], queue_timeout=0.01, **kwargs)
        if full:
            for i, (q, size) in enumerate(zip(queues, (1, 2, 1), strict=True)):
                q.put({"a": [10 * i + j for j in range(size)], "b": {"c": ["t"] * size}})
        return x, queues

    def test_batches_are_loaded_when_asked_for(self):
        x, queues = self.made(full=False)
        assert x.cont_shape == [4]
        for i in (0, 3):
            with pytest.raises(queue.Empty):
                x[i]
        queues[1].put({"a": [1, 2]})
        assert x[1].a == 1 and x[2].a == 2 and x[-2].a == 2 and x[1].a == 1
        with pytest.raises(queue.Empty):
            x[0:2]

    def test_slices_join_the_queues(self):
        x, _ = self.made()
        assert x[0:4].a == [0, 10, 11, 20] and x[:].b.c == ["t"] * 4
        assert x[2:].a == [11, 20] and x[1:2].a == [10] and x[::3].a == [0, 20]
        assert x[3].a == 20

    def test_other_ways_to_combine(self, backend):
        x, _ = self.made(
            container_combine_method=lambda parts: Container.cont_list_join(parts[::-1])
        )
        assert x[3:4].a == [20] and x[1:4].a == [20, 10, 11]
        queues = [queue.Queue(), queue.Queue()]
        x = Container(
            queues=queues, queue_load_sizes=(2, 1), container_combine_method="concat",
            queue_timeout=0.01,
        )  # fmt: skip
        for q, rows in zip(queues, ([[1, 2], [3, 4]], [[5, 6]]), strict=True):
            q.put({"a": ivy.to_native(ivy.asarray(rows))})
        assert isinstance(x[0].a, ivy.Array)
        assert ivy.to_list(x[1:3].a) == [[3, 4], [5, 6]]
        assert ivy.to_list(x[(slice(1, 3), 0)].a) == [3, 5]

    def test_errors_say_what_is_allowed(self):
        x, _ = self.made()
        with pytest.raises(IvyIndexError, match="index 4 is out of bounds; the queues deliver 4"):
            x[4]
        with pytest.raises(IvyIndexError, match="takes none of the 4"):
            x[2:2]
        with pytest.raises(IvyValueError, match="a step is positive"):
            x[::-1]
        with pytest.raises(IvyTypeError, match="float was given as an index"):
            x[1.5]
        with pytest.raises(IvyValueError, match="one size for each of the 3 queues"):
            Container(queues=[1, 2, 3], queue_load_sizes=[1])
        with pytest.raises(IvyValueError, match="'list_join', 'concat' and a function"):
            Container(queues=[1], queue_load_sizes=[1], container_combine_method="sum")

    def test_the_global_timeout_is_the_default(self):
        queues = [queue.Queue()]
        x = Container(queues=queues, queue_load_sizes=[1])
        ivy.set_queue_timeout(0.01)
        try:
            with pytest.raises(queue.Empty):
                x[0]
        finally:
            ivy.unset_queue_timeout()

    def test_a_copy_has_the_queues(self):
        x, _ = self.made()
        assert x.cont_copy()[3].a == 20

    def test_processes_deliver(self):
        import multiprocessing

        context = multiprocessing.get_context("fork")
        q = context.Queue()
        worker = context.Process(target=q.put, args=({"a": [1.0, 2.0]},))
        worker.start()
        x = Container(queues=[q], queue_load_sizes=[2], queue_timeout=20)
        assert x[1].a == 2.0
        worker.join()
