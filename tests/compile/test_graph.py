"""``ivy.trace_graph``: what is recorded, shown and drawn, and what it gives on each backend."""

from __future__ import annotations

import shutil
import subprocess
import types
import xml.etree.ElementTree as ElementTree

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.backends.loading import backend_of
from ivy_core.compilation.graph.graph import GraphError
from ivy_core.utils.exceptions import IvyTypeError

np = ours  # the functions below are run with NumPy in its place, too
offset = ours.ones(2)
memory = ours.zeros(2)


def with_numpy(function, **names):
    """Return a function that finds NumPy, and arrays of it, in its globals."""
    held = {"np": real, "offset": real.ones(2), "memory": real.zeros(2)}
    return types.FunctionType(
        function.__code__, {**globals(), **held}, function.__name__, function.__defaults__
    )


def same(got, want):
    if isinstance(want, (list, tuple)):
        assert type(got) is type(want) and len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            same(one, other)
    else:
        got = real.asarray(got)
        assert (got.shape, got.dtype) == (want.shape, want.dtype)
        real.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-14)


def writes(x, w):
    x[1:-1] *= 2.0
    y = np.sin(x) @ w
    y[:, 0] = 1
    z = y[np.argsort(y[:, 1])]
    z[z > 0.5] = 0.25
    flipped = z.T[::-1]
    flipped += x[0, 0]
    return z, z.sum(axis=0), flipped, x.reshape(-1)


def loops(x, w):
    total = np.zeros(3)
    for row in x:
        total += row
    while total[0] < 0:  # never
        total *= 2
    return [total, np.linalg.solve(x[:3] + 9 * np.eye(3), w), np.where(x > 4, x, -1).astype(int)]


def selects(x, w):
    chosen = x[x[:, 0] > 2]
    q, r = np.linalg.qr(w)
    return chosen, abs(r), np.concatenate([x, x[::2]]), np.unique(x % 4.0), np.cumsum(w, axis=0)


def globally(x, w):
    memory[0] += x[1, 1]
    return w * offset


FUNCTIONS = [writes, loops, selects, globally]


def arguments(np):
    return np.arange(12.0).reshape(4, 3), np.asarray([[1.0, 2.0], [0.5, -1.0], [3.0, 0.25]])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_graph_gives_what_numpy_gives(backend, function):
    graph = ivy.trace_graph(function, *arguments(ours))
    for _ in range(2):
        memory[:] = 0
        given, wanted = arguments(ours), arguments(real)
        inside = with_numpy(function)
        same(graph(*given), inside(*wanted))
        same(list(given), list(wanted))
        same(memory, inside.__globals__["memory"])
    memory[:] = 0


@pytest.mark.parametrize("other", ["numpy", "jax", "torch", "tensorflow"])
def test_a_graph_runs_on_another_backend(backend, other):
    graph = ivy.trace_graph(writes, *arguments(ours))
    given, wanted = arguments(ours), arguments(real)
    result, expected = graph(*given, backend=other), writes_of_numpy(*wanted)
    same(result, expected)
    same(given[0], wanted[0])
    assert backend_of(result[0]) == other
    assert backend_of(given[0]) == backend


def writes_of_numpy(*args):
    return with_numpy(writes)(*args)


def test_nothing_is_written_while_it_is_recorded(backend):
    x, w = arguments(ours)
    ivy.trace_graph(writes, x, w)
    ivy.trace_graph(globally, x, w)
    same([x, w], list(arguments(real)))
    same(memory, real.zeros(2))


def test_views_and_bases_stay_aliases(backend):
    def shift(x, part):
        part += x[0]
        return x[1:]

    graph = ivy.trace_graph(shift, *_base_and_part())
    x, part = _base_and_part()
    result = graph(x, part)
    same(x, real.asarray([1.0, 3.0, 4.0]))
    result[0] = 7
    same(x, real.asarray([1.0, 7.0, 4.0]))


def _base_and_part():
    x = ours.asarray([1.0, 2.0, 3.0])
    return x, x[1:]


def test_values_that_python_has_learnt_are_checked(backend):
    def decides(x):
        return -x if x[0] > 2 else x * int(x[1])

    x = ours.asarray([1.0, 3.0])
    graph = ivy.trace_graph(decides, x)
    same(graph(ours.asarray([2.0, 3.0])), real.asarray([6.0, 9.0]))
    for other in ([5.0, 3.0], [1.0, 4.0]):
        with pytest.raises(GraphError, match=r"test_graph.py:\d+: Python has learnt a value"):
            graph(ours.asarray(other))
    selected = ivy.trace_graph(lambda x: x[x > 0] + 1, ours.asarray([1.0, -3.0]))
    with pytest.raises(GraphError, match=r"gives shape \(2,\) for these arguments"):
        selected(ours.asarray([1.0, 1.0]))


def test_other_arguments_are_refused(backend):
    x, w = arguments(ours)
    graph = ivy.trace_graph(writes, x, w)
    for wrong, said in (
        ((x, w[:2]), r"shape \(3, 2\) where shape \(2, 2\)"),
        ((x.astype("float32"), w), "float64 where float32"),
        ((x,), "with more arguments"),
        ((x, [w]), "where list"),
    ):
        with pytest.raises(GraphError, match=said):
            graph(*wrong)


def test_functions_of_the_core_nests_and_native_arrays(backend):
    def fused(p, x):
        p["b"] = ivy.add(p["w"], 1.0)
        return {"sum": ivy.sum(p["w"] * x), "n": 3, "all": (p["w"], None)}

    p, x = {"w": ivy.asarray([1.0, 2.0])}, ivy.to_native(ivy.asarray([3.0, 4.0]))
    graph = ivy.trace_graph(fused, p, x)
    assert list(p) == ["w"]
    found = graph(p, x)
    same(found["sum"], real.asarray(11.0))
    assert found["n"] == 3 and found["all"][0] is p["w"] and found["all"][1] is None
    same(p["b"], real.asarray([2.0, 3.0]))
    assert {node.name for node in graph.nodes} == {"add", "multiply", "sum", "constant"}


def test_it_is_printed_with_lines_kinds_and_shapes(backend):
    graph = ivy.trace_graph(writes, *arguments(ours))
    text = str(graph)
    assert text.splitlines()[0] == "graph of writes"
    assert "writes x = %" in text and "returns %" in text
    line = writes.__code__.co_firstlineno + 2
    row = next(row for row in text.splitlines() if "matmul(" in row)
    assert "float64[4, 2]" in row and row.endswith(f"# {__file__}:{line}")
    assert [row.split()[0] for row in text.splitlines()[1:4]] == ["1", "2", "3"]


def test_drawings_are_well_formed_and_escaped(backend, tmp_path):
    def named(x, **options):
        return x + options['<&">']

    named.__name__ = '<script>"&'
    graph = ivy.trace_graph(named, ours.ones(2), **{'<&">': ours.ones(2)})
    svg = ElementTree.fromstring(graph.as_svg())
    texts = [each.text for each in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"add", '<&">', "float64[2]", "returns"} <= set(texts)
    page = graph.as_html()
    assert "<script" not in page and "&lt;script&gt;" in page and "http" not in page.replace(
        "http://www.w3.org/2000/svg", ""
    )  # fmt: skip
    dot = graph.as_dot()
    assert dot.startswith('digraph "<script>\\"&" {') and dot.count("->") == 3
    if shutil.which("dot"):
        (tmp_path / "graph.dot").write_text(dot, "utf-8")
        subprocess.run(["dot", "-Tsvg", tmp_path / "graph.dot"], check=True, capture_output=True)


def test_the_backend_that_was_set_is_set_again(backend):
    ivy.trace_graph(writes, *arguments(ours))
    assert ivy.current_backend_str() == backend
    with ivy.with_backend("recorder"), pytest.raises(ValueError, match="no graph is being record"):
        ours.ones(2)


def later(x):
    yield x


def test_a_graph_without_arrays_and_within_a_trace(backend):
    assert ivy.trace_graph(lambda: 3)() == 3
    if backend == "jax":
        import jax

        with pytest.raises(GraphError, match="its arguments are being traced"):
            jax.jit(lambda x: ivy.trace_graph(ivy.sin, ivy.asarray(x)))(ivy.to_native(ours.ones(2)))


def test_what_has_no_graph_says_why(backend):
    with pytest.raises(IvyTypeError, match="a function is needed, not int 3"):
        ivy.trace_graph(3)
    with pytest.raises(IvyTypeError, match="a function is needed, not type"):
        ivy.trace_graph(real.ndarray)
    with pytest.raises(IvyTypeError, match="not written in Python"):
        ivy.trace_graph(real.add, ours.ones(2), ours.ones(2))
    with pytest.raises(GraphError, match="later has no graph: a generator comes out of it"):
        ivy.trace_graph(later, ours.ones(2))
    with pytest.raises(ValueError, match="mismatch"):  # the user's own error
        ivy.trace_graph(lambda x: x @ ours.ones(3), ours.ones(2))


def test_functions_of_the_pytorch_frontend(backend):
    import torch as theirs

    import frontends.torch as torch

    def scores(torch, p, x):
        h = torch.relu(torch.nn.functional.linear(x, p["w"], p["b"]))
        h -= h.mean(dim=-1, keepdim=True)
        p["seen"] += 1
        return torch.softmax(h, dim=-1), h.max(dim=1)

    def given(torch):
        w = torch.arange(12.0).reshape(4, 3) / 7 - 0.5
        p = {"w": w, "b": torch.ones(4), "seen": torch.zeros(1)}
        return p, torch.arange(6.0).reshape(2, 3)

    graph = ivy.trace_graph(scores, torch, *given(torch))
    (p, x), (q, y) = given(torch), given(theirs)
    for _ in range(2):
        found, wanted = graph(torch, p, x), scores(theirs, q, y)
        real.testing.assert_allclose(found[0].numpy(), wanted[0].numpy(), rtol=1e-5)
        for mine, own in zip(found[1], wanted[1], strict=True):
            real.testing.assert_allclose(mine.numpy(), own.numpy(), rtol=1e-5)
        assert p["seen"].item() == q["seen"].item()
        p["w"] *= 2
        q["w"] *= 2


def test_what_records_is_no_backend_of_a_users(backend):
    class Kept:
        __slots__ = ("array",)  # what a list or a dictionary of attributes holds is put back

    kept = Kept()

    def keeping(x):
        kept.array = x * 2
        return x + 1

    ivy.trace_graph(keeping, ours.ones(2))
    with pytest.raises(ValueError) as caught:
        ivy.set_backend("nunpy")
    assert str(caught.value).endswith("allowed are numpy, jax, torch, tensorflow")
    with pytest.raises(ValueError, match="recorder: no such backend"):
        ivy.choose_random_backend(excluded=["recorder"])
    # an array of the graph has no values that could be converted
    other = "torch" if backend == "numpy" else "numpy"
    x = ivy.asarray([1.0])
    ivy.set_backend(other, dynamic=True)
    assert type(x.data).__module__.startswith(other)
    ivy.unset_backend()
    assert not any(kept.array is each for each in ivy.get_all_ivy_arrays_on_dev("cpu:0"))
