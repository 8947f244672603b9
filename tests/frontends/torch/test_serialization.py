"""Files: real PyTorch loads ours, we load its, bit by bit; and what a file may not name."""

from __future__ import annotations

import argparse
import collections
import copy
import io
import os
import pickle
import stat

import numpy as np
import pytest
import torch as real

import frontends.numpy as our_numpy
import frontends.torch as torch
from frontends.torch.serialization.weights_unpickler import Allowed, WeightsUnpickler, names_in

DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16",
    "bfloat16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
# how a file may be written: as archives are, by another protocol, in the format before 1.6
FORMS = ({}, {"_use_new_zipfile_serialization": False})


def through(save, load, obj, written=None, **options):
    """Return an object saved by one and loaded by the other."""
    file = io.BytesIO()
    save(obj, file, **(written or {}))
    file.seek(0)
    return load(file, **options)


def from_real(obj, **options):
    return through(real.save, torch.load, obj, **options)


def to_real(obj, **options):
    return through(torch.save, real.load, obj, **options)


def of_real(tensor):
    """Return the tensor of ours with the bits of a real one."""
    return from_real(tensor)


def same(ours, expected):
    """Assert that objects are the same, tensors to the last bit, through containers."""
    if isinstance(expected, real.Tensor):
        assert isinstance(ours, torch.Tensor)
        assert str(ours.dtype) == str(expected.dtype)
        assert tuple(ours.shape) == tuple(expected.shape)
        assert tuple(ours.stride()) == tuple(expected.stride())
        assert ours.storage_offset() == expected.storage_offset()
        again = to_real(ours)
        bits = [t.detach().contiguous().view(-1).view(real.uint8) for t in (again, expected)]
        assert real.equal(*bits)
    elif isinstance(expected, dict):
        assert type(ours) is type(expected)
        assert list(ours) == list(expected)
        for key, value in expected.items():
            same(ours[key], value)
    elif isinstance(expected, (list, tuple)) and type(expected) is not real.Size:
        assert type(ours) is type(expected)
        for mine, value in zip(ours, expected, strict=True):
            same(mine, value)
    elif isinstance(expected, (real.dtype, real.device, real.Size)):
        assert repr(ours) == repr(expected)
        assert type(ours).__module__ == "torch"
        assert ours is not expected
    else:
        assert type(ours) is type(expected)
        assert ours == expected


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(backend, dtype):
    bits = real.tensor(np.random.default_rng(0).integers(0, 256, 48, np.uint8))
    bits = bits % 2 if dtype == "bool" else bits
    same(from_real(bits.view(getattr(real, dtype))), bits.view(getattr(real, dtype)))


SHAPES = {
    "0d": lambda: real.tensor(2.5),
    "empty": lambda: real.zeros(0, 3),
    "transposed": lambda: real.arange(6.0).view(2, 3).t(),
    "slice": lambda: real.arange(10.0)[3:8:2],
    "expanded": lambda: real.arange(3.0).view(3, 1).expand(3, 4),
    "diagonal": lambda: real.arange(9.0).view(3, 3).diagonal(),
    "one_of_a_row": lambda: real.arange(6.0).view(2, 3)[1, 1:],
    "channels_last": lambda: (
        real.arange(120.0).view(2, 3, 4, 5).to(memory_format=real.channels_last)
    ),
}


@pytest.mark.parametrize("written", FORMS, ids=["archive", "legacy"])
@pytest.mark.parametrize("make", SHAPES.values(), ids=SHAPES)
def test_every_geometry(backend, make, written):
    same(from_real(make(), written=written), make())


def test_conjugates_and_negatives(backend):
    z = real.tensor([1 + 2j, 3 - 1j])
    assert from_real(z.conj()).tolist() == z.conj().tolist()
    assert from_real(z.conj().imag).tolist() == z.conj().imag.tolist()


def objects():
    model = real.nn.Sequential(
        real.nn.Conv2d(2, 3, 3), real.nn.BatchNorm2d(3), real.nn.Linear(4, 2, dtype=real.bfloat16)
    )
    state = {"step": real.tensor(1.0), "exp_avg": real.rand(3, 2, 3, 3)}
    options = {"lr": 1e-3, "betas": (0.9, 0.999), "fused": None, "params": [0]}
    x = real.arange(12.0).view(3, 4)
    return {
        "state_dict": model.state_dict(),
        "optimizer": {"state": {0: state}, "param_groups": [options]},
        "nested": [{"a": (x, [1, 2.5, None, True, "text", b"bytes\xff", 1 + 2j])}, {1, 2}],
        "big": [10**20, -5, 2**31, -(2**63), 300, 0],
        "names": (real.float16, real.int64, real.Size([2, 3]), real.device("cpu"), x.shape),
        "ordered": collections.OrderedDict(b=x, a=1),
        "counter": collections.Counter("abca"),
    }


@pytest.mark.parametrize("written", FORMS, ids=["archive", "legacy"])
@pytest.mark.parametrize("weights_only", [True, False])
def test_objects_of_pytorch(backend, written, weights_only):
    expected = objects()
    ours = from_real(expected, written=written, weights_only=weights_only)
    same(ours, expected)
    assert ours["state_dict"]._metadata == expected["state_dict"]._metadata
    # and what we have loaded PyTorch loads from our file
    again = to_real(ours, written=written, weights_only=weights_only)
    same(from_real(again), expected)
    assert again["state_dict"]._metadata == expected["state_dict"]._metadata


def test_a_model_takes_our_file(backend):
    model, other = real.nn.Linear(3, 2), real.nn.Linear(3, 2)
    file = io.BytesIO()
    torch.save(from_real(model.state_dict()), file)
    file.seek(0)
    other.load_state_dict(real.load(file))
    assert real.equal(other.weight, model.weight)


def modules(t):
    t.manual_seed(5)
    made = t.nn.Sequential(t.nn.Linear(3, 4), t.nn.BatchNorm1d(4), t.nn.Sequential(t.nn.ReLU()))
    made.register_parameter("tied", made[0].weight)
    return made


def test_modules_take_each_others_files(backend):
    ours, theirs = modules(torch), modules(real)
    same(ours.state_dict(), theirs.state_dict())  # the same seed: the same weights
    for parameter in theirs.parameters():
        parameter.data.fill_(0.5)
    ours.load_state_dict(from_real(theirs.state_dict()))
    assert ours[0].bias.tolist() == [0.5] * 4
    ours[0].bias.data.zero_()
    theirs.load_state_dict(to_real(ours.state_dict()))
    assert theirs[0].bias.tolist() == [0] * 4


@pytest.mark.parametrize("written", FORMS, ids=["archive", "legacy"])
def test_parameters(backend, written):
    ours, theirs = dict(modules(torch).named_parameters()), dict(modules(real).named_parameters())
    for name, value in to_real(ours, written=written).items():
        assert type(value) is real.nn.Parameter
        assert value.requires_grad
        assert real.equal(value, theirs[name])
    for name, value in from_real(theirs, written=written).items():
        assert type(value) is torch.nn.Parameter
        assert value.requires_grad
        assert torch.equal(value, ours[name])
    weight = real.nn.Parameter(real.ones(2), requires_grad=False)
    weight.note = "text"
    again = from_real([weight, weight])
    assert again[0] is again[1]
    assert again[0].note == "text"
    assert not again[0].requires_grad
    assert to_real(again)[0].note == "text"


def test_requires_grad_and_attributes(backend):
    x = real.ones(3, requires_grad=True)
    x.note = {"a": 1}
    ours = from_real([x, x * 2])
    assert [each.requires_grad for each in ours] == [True, True]
    assert all(each.is_leaf for each in ours)
    assert ours[0].note == {"a": 1}
    again = to_real(ours)
    assert again[0].note == {"a": 1}
    assert [each.requires_grad for each in again] == [True, True]


def test_whole_modules(backend):
    ours, theirs = modules(torch), modules(real)
    with pytest.raises(pickle.UnpicklingError, match="Sequential"):
        through(torch.save, torch.load, ours)
    for loaded in (
        through(torch.save, torch.load, ours, weights_only=False),
        from_real(theirs, weights_only=False),
    ):
        assert type(loaded) is torch.nn.Sequential
        same(loaded.state_dict(), theirs.state_dict())
        assert loaded.tied is loaded[0].weight
    loaded = to_real(ours, weights_only=False)
    assert type(loaded) is real.nn.Sequential
    assert loaded.tied is loaded[0].weight
    assert real.equal(loaded[0].weight, theirs[0].weight)
    allowed = [torch.nn.Sequential, torch.nn.Linear, torch.nn.BatchNorm1d, torch.nn.ReLU, set]
    with torch.serialization.safe_globals(allowed):
        same(through(torch.save, torch.load, ours).state_dict(), theirs.state_dict())
        same(from_real(theirs).state_dict(), theirs.state_dict())
        # what a module keeps of its calls is no part of the file
        ours.eval()(torch.ones(2, ours[0].in_features))
        same(through(torch.save, torch.load, ours).state_dict(), theirs.state_dict())
    copied = copy.deepcopy(ours)
    assert copied.tied is copied[0].weight is not ours.tied
    same(copied.state_dict(), theirs.state_dict())


@pytest.mark.parametrize("written", FORMS, ids=["archive", "legacy"])
def test_shared_memory_stays_shared(backend, written):
    x = real.arange(12.0)
    parts = {"whole": x, "rows": x.view(3, 4), "part": x[5:], "columns": x.view(3, 4).t()[1:]}
    ours = from_real(parts, written=written)
    ours["rows"][1, 2] = 100.0
    x[6] = 100.0
    for name, part in parts.items():
        assert ours[name].tolist() == part.tolist(), name
    again = to_real(ours, written=written)
    again["columns"].zero_()
    parts["columns"].zero_()
    for name, part in parts.items():
        assert again[name].tolist() == part.tolist(), name
    part = from_real([x[2:4], x[3:6]])  # none of them is the whole
    part[0][1] = -1.0
    assert part[1][0].item() == -1


def test_our_views_are_views_in_pytorch(backend):
    x = torch.arange(12.0)
    saved = [x, x.view(3, 4), x[5:], x.view(3, 4)[1:, ::2], x.view(3, 4).t()]
    found = to_real(saved)
    for ours, theirs in zip(saved, found, strict=True):
        assert theirs.tolist() == ours.tolist()
        assert theirs.stride() == tuple(ours.stride())
        assert theirs.untyped_storage().data_ptr() == found[0].untyped_storage().data_ptr()
    assert found[3].storage_offset() == saved[3].storage_offset() == 4


def test_one_memory_has_one_dtype(backend):
    x = torch.zeros(4)
    if backend in ("jax", "tensorflow"):  # views of other types have memory of their own there
        assert to_real([x, x.view(torch.int32)])[1].tolist() == [0, 0, 0, 0]
        return
    with pytest.raises(RuntimeError, match="view the same data as different types"):
        torch.save([x, x.view(torch.int32)], io.BytesIO())


def test_paths(backend, tmp_path):
    path = tmp_path / "model.best.pt"
    torch.save({"x": torch.arange(3)}, path)
    assert real.load(path)["x"].tolist() == [0, 1, 2]
    assert real.load(str(path), mmap=True)["x"].tolist() == [0, 1, 2]
    assert torch.load(str(path))["x"].tolist() == [0, 1, 2]
    assert torch.load(os.fsencode(path))["x"].tolist() == [0, 1, 2]
    real.save({"x": real.arange(3), "part": real.arange(4.0)[1:]}, path)
    mapped = torch.load(path, mmap=True)
    assert mapped["part"].tolist() == [1, 2, 3]
    mapped["x"][0] = 7  # in memory alone
    assert torch.load(path)["x"].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="must be a file path"), path.open("rb") as file:
        torch.load(file, mmap=True)


def test_functions_and_methods_are_pickled_by_name(backend):
    functional = torch.nn.functional
    functions = [torch.relu, torch.add, torch.linalg.norm, functional.relu, functional.softmax]
    functions += [torch.Tensor.add_, torch.Tensor.view, torch.randn, torch.special.erf]
    for function in functions:
        assert pickle.loads(pickle.dumps(function)) is function
    kept = pickle.loads(pickle.dumps(torch.nn.TransformerEncoderLayer(4, 2, activation=torch.tanh)))
    assert kept.activation is torch.tanh


def test_a_file_is_replaced_whole_or_not_at_all(backend, tmp_path):
    path = tmp_path / "x.pt"
    torch.save(torch.arange(3), path)
    path.chmod(0o640)
    before = path.read_bytes()
    with pytest.raises((pickle.PicklingError, AttributeError)):
        torch.save([torch.arange(3), lambda: 1], path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["x.pt"]
    link = tmp_path / "link.pt"
    link.symlink_to(path)
    torch.save(torch.arange(4), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert torch.load(path).tolist() == [0, 1, 2, 3]
    torch.save(1, os.devnull)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_archives_within_files(backend):
    for save, load in ((torch.save, real.load), (real.save, torch.load), (torch.save, torch.load)):
        file = io.BytesIO(b"header")
        file.seek(6)
        save([1, 2], file)
        file.seek(6)
        assert load(file) == [1, 2]


class Writable:
    """A file that can be written, and nothing else."""

    def __init__(self):
        self.parts = []

    def write(self, data):
        self.parts.append(bytes(data))
        return len(data)


def test_files_that_can_only_be_written(backend):
    file = Writable()
    torch.save([torch.ones(2), "x"], file)
    assert real.load(io.BytesIO(b"".join(file.parts)))[0].tolist() == [1, 1]


LOCATIONS = {
    "text": "cpu",
    "bytes": b"cpu",
    "dict": {"cuda:0": "cpu"},
    "function": lambda storage, location: storage,
    "function_that_does_not_mind": lambda storage, location: None,
}


@pytest.mark.parametrize("location", LOCATIONS.values(), ids=LOCATIONS)
def test_map_location(backend, location):
    assert from_real(real.arange(3), map_location=location).tolist() == [0, 1, 2]
    assert from_real(real.arange(3), map_location=torch.device("cpu")).tolist() == [0, 1, 2]


def on_gpu():
    """Return a file whose tensor has been on a GPU."""
    file = io.BytesIO()
    real.save(real.arange(3), file, _use_new_zipfile_serialization=False)
    return io.BytesIO(file.getvalue().replace(b"X\x03\x00\x00\x00cpu", b"X\x06\x00\x00\x00cuda:0"))


def test_tensors_of_a_gpu(backend):
    if real.cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(RuntimeError, match="map_location=torch.device"):
        torch.load(on_gpu())
    seen = []
    for location in ("cpu", {"cuda:0": "cpu"}, lambda s, at: seen.append(at) or s):
        assert torch.load(on_gpu(), map_location=location).tolist() == [0, 1, 2]
    assert seen == ["cuda:0"]
    with pytest.raises(RuntimeError, match="tagged with nowhere"):
        from_real(real.arange(3), map_location="nowhere")


# what a file may not name


class Command:
    """Pickled as a call of any function."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


def failing(load, obj, **options):
    with pytest.raises(Exception) as info:
        through(real.save, load, obj, **options)
    return info.value


COMMANDS = {
    "system": (os.system, "exit 3"),
    "eval": (eval, "1 + 1"),
    "class": (argparse.Namespace,),
    "getattr": (getattr, "text", "upper"),
    "import": (__import__, "os"),
    "open": (open, os.devnull),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_files_name_nothing_but_weights(no_backend, command):
    ours, expected = (failing(load, Command(*command)) for load in (torch.load, real.load))
    assert type(expected) is pickle.UnpicklingError
    assert isinstance(ours, pickle.UnpicklingError)
    name = str(expected).partition("GLOBAL ")[2].split()[0]
    assert name in str(ours)
    assert "weights_only" in str(ours)


def test_what_the_user_allows(backend):
    obj = {"options": argparse.Namespace(a=1), "x": real.ones(2)}
    assert isinstance(failing(torch.load, obj), pickle.UnpicklingError)
    with torch.serialization.safe_globals([argparse.Namespace]):
        assert from_real(obj)["options"] == argparse.Namespace(a=1)
    assert isinstance(failing(torch.load, obj), pickle.UnpicklingError)
    torch.serialization.add_safe_globals([(argparse.Namespace, "argparse.Namespace")])
    assert from_real(obj)["options"].a == 1
    assert torch.serialization.get_safe_globals() == [argparse.Namespace]
    torch.serialization.clear_safe_globals()
    assert torch.serialization.get_safe_globals() == []
    assert from_real(obj, weights_only=False)["options"].a == 1
    file = io.BytesIO()
    torch.save(obj, file)
    file.seek(0)
    found = torch.serialization.get_unsafe_globals_in_checkpoint(file)
    assert "argparse.Namespace" in found


def test_arrays_that_the_user_allows(backend):
    class_of_frontend = type(our_numpy.zeros(2))
    makers = np._core.multiarray._reconstruct, np.dtype, type(np.dtype(float))
    with torch.serialization.safe_globals([class_of_frontend, *makers]):
        assert from_real({"x": np.arange(3.0)})["x"].tolist() == [0, 1, 2]
        found = through(torch.save, torch.load, {"x": our_numpy.arange(3.0)})["x"]
        assert type(found) is class_of_frontend and found.tolist() == [0, 1, 2]
        assert torch.serialization.get_safe_globals() == [class_of_frontend, *makers]
    assert isinstance(failing(torch.load, {"x": np.arange(3.0)}), pickle.UnpicklingError)


def test_blocked_modules_cannot_be_allowed(no_backend):
    with torch.serialization.safe_globals([os.system]):
        message = str(failing(torch.load, Command(os.system, "exit 3")))
    assert "blocked" in message


def pickled(*parts):
    return io.BytesIO(b"\x80\x02" + b"".join(parts) + b".")


def test_instructions_change_nothing_that_a_file_names():
    allowed = Allowed({"collections.OrderedDict": collections.OrderedDict, "builtins.set": set})
    ordered = b"ccollections\nOrderedDict\n"
    for program in (
        [ordered, b"}(X\x01\x00\x00\x00aK\x01ub"],  # BUILD on the class itself
        [b"]", b"}b"],  # BUILD on a list
        [ordered, b"X\x01\x00\x00\x00aK\x01s"],  # an item of the class
        [b"}", b"K\x01a"],  # a dict is appended to
        [b"K\x01", b"\x85R"],  # a number is called
        [b"X\x01\x00\x00\x00a", b"Q"],  # text as a persistent id
        [b"cbuiltins\neval\n"],
        [b"h\x07"],  # nothing has been kept there
        [b"0"],  # an instruction that torch.save does not write
        [b"u"],  # no mark
    ):
        with pytest.raises(pickle.UnpicklingError):
            WeightsUnpickler(pickled(*program), allowed).load()
    assert not hasattr(collections.OrderedDict, "a")


def test_names_of_a_pickle():
    file = io.BytesIO(pickle.dumps([collections.OrderedDict(a=1), print], 2))
    assert names_in(file) == {"collections.OrderedDict", "builtins.print"}


DAMAGED = {
    "empty": (b"", EOFError),
    "text": (b"hello world", pickle.UnpicklingError),
    "zip": (b"PK\x03\x04abc", RuntimeError),
    "pickle": (pickle.dumps(5, 2), RuntimeError),
    "version": (pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1, 2), RuntimeError),
}


@pytest.mark.parametrize(("data", "kind"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_files(backend, data, kind):
    with pytest.raises(kind):
        torch.load(io.BytesIO(data))


def test_cut_files(backend):
    file = io.BytesIO()
    real.save(real.arange(1000.0), file)
    with pytest.raises(RuntimeError, match="corrupted"):
        torch.load(io.BytesIO(file.getvalue()[:-50]))
    legacy = io.BytesIO()
    real.save(real.arange(1000.0), legacy, _use_new_zipfile_serialization=False)
    with pytest.raises(RuntimeError, match="unexpected EOF"):
        torch.load(io.BytesIO(legacy.getvalue()[:-50]))


def test_tensors_lie_within_their_memory(backend):
    file = io.BytesIO()
    real.save(real.arange(4.0), file)
    # in the pickle, the size (4,) becomes (5,): longer than the memory
    data = file.getvalue()
    at = data.index(b"K\x00K\x04\x85")
    with pytest.raises(RuntimeError):
        torch.load(io.BytesIO(data[:at] + b"K\x00K\x05\x85" + data[at + 5 :]))


MISTAKES = {
    "no_file": lambda t, d: t.load(d / "nothing.pt"),
    "no_path": lambda t, d: t.load(5),
    "save_to_a_number": lambda t, d: t.save(1, 5),
    "no_folder": lambda t, d: t.save(1, d / "no" / "x.pt"),
    "a_folder": lambda t, d: t.save(1, d),
    "load_a_folder": lambda t, d: t.load(d),
    "two_wishes": lambda t, d: t.load(io.BytesIO(), weights_only=True, pickle_module=pickle),
}


@pytest.mark.parametrize("case", MISTAKES.values(), ids=MISTAKES)
def test_mistakes_raise_what_pytorch_raises(backend, case, tmp_path):
    kinds = []
    for t in (torch, real):
        with pytest.raises(Exception) as info:
            case(t, tmp_path)
        kinds.append(info.type)
    assert issubclass(*kinds)


def test_the_environment_forces_weights(backend, monkeypatch):
    file = io.BytesIO()
    torch.save(argparse.Namespace(a=1), file)
    monkeypatch.setenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD", "1")
    with pytest.raises(pickle.UnpicklingError):
        torch.load(io.BytesIO(file.getvalue()), weights_only=False)
    monkeypatch.delenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD")
    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "1")
    assert torch.load(io.BytesIO(file.getvalue())).a == 1
    with pytest.raises(pickle.UnpicklingError):
        torch.load(io.BytesIO(file.getvalue()), weights_only=True)


class Pickler(pickle._Pickler):
    """A pickler of another module, in Python as dill's is."""


def test_other_pickle_modules(backend):
    import types

    module = types.SimpleNamespace(Pickler=Pickler, Unpickler=pickle.Unpickler, __name__="other")
    file = io.BytesIO()
    torch.save({"x": torch.ones(2)}, file, pickle_module=module)
    assert real.load(io.BytesIO(file.getvalue()))["x"].tolist() == [1, 1]
    loaded = torch.load(io.BytesIO(file.getvalue()), weights_only=False, pickle_module=module)
    assert loaded["x"].tolist() == [1, 1]
    module.Pickler = pickle.Pickler
    with pytest.raises(ValueError, match="in C"):
        torch.save(1, io.BytesIO(), pickle_module=module)
