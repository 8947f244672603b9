"""safetensors reads and writes tensors of the frontend; PyTorch need not be installed here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import frontends.torch as torch
from tests.frontends.torch import stored_programs
from tools.torch_answers import differences

safetensors = pytest.importorskip("safetensors")
files = pytest.importorskip("safetensors.torch")
ROOT = Path(__file__).parents[3]
FILE = stored_programs.SAFETENSORS


def test_a_file_of_pytorch_is_loaded_and_saved_alike(backend, tmp_path):
    loaded, found = files.load_file(FILE), files.load(FILE.read_bytes())
    wanted = stored_programs.checkpoint_kinds(torch)
    for each in (loaded, found):
        assert all(type(x) is torch.Tensor for x in each.values())
        given = {kind: stored_programs.as_json(each[kind]) for kind in wanted}
        assert list(differences(given, stored_programs.as_json(wanted))) == []
    assert files.save(loaded, {"format": "pt"}) == FILE.read_bytes()
    files.save_file(loaded, tmp_path / "file", {"format": "pt"})
    assert (tmp_path / "file").read_bytes() == FILE.read_bytes()


INDICES = {
    "all": lambda x: x[...],
    "row": lambda x: x[1],
    "columns": lambda x: x[:, 1:],
    "last": lambda x: x[..., -1],
    "steps": lambda x: x[::2, ::3],
    "element": lambda x: x[2, 3],
    "behind": lambda x: x[-1:, ...],
    "nothing": lambda x: x[3:],
}


def test_an_opened_file_is_read_in_parts(backend, tmp_path):
    x = torch.arange(12.0).reshape(3, 4)
    kinds = {"x": x, "half": x.to(torch.bfloat16), "true": x > 3, "none": torch.empty(0, 2)}
    files.save_file(kinds, tmp_path / "file", {"by": "test"})
    with safetensors.safe_open(tmp_path / "file", framework="pt", device="cpu") as file:
        assert sorted(file.keys()) == sorted(file.offset_keys()) == sorted(kinds)
        assert file.metadata() == {"by": "test"}
        for name, tensor in kinds.items():
            assert torch.equal(file.get_tensor(name), tensor)
            part = file.get_slice(name)
            assert part.get_shape() == list(tensor.shape)
            for index in INDICES.values() if name != "none" else ():
                found, wanted = index(part), index(tensor)
                assert found.dtype == wanted.dtype and torch.equal(found, wanted)
        assert file.get_slice("half").get_dtype() == "BF16"
        with pytest.raises(safetensors.SafetensorError, match="does not contain tensor no"):
            file.get_tensor("no")
    with pytest.raises(safetensors.SafetensorError, match="File is closed"):
        file.get_tensor("x")
    with safetensors.safe_open(tmp_path / "file", framework="numpy") as file:
        assert type(file.get_tensor("x")).__module__ == "numpy"


def test_models_with_shared_weights(backend, tmp_path):
    def make():
        layers = [torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2)]
        return torch.nn.Sequential(*layers, layers[0])

    model, other = make(), make()
    files.save_model(model, tmp_path / "file")
    assert files.load_model(other, tmp_path / "file") == (set(), [])
    assert torch.equal(other[2].weight, model[0].weight)
    wrong = torch.nn.Sequential(torch.nn.Linear(2, 2))
    with pytest.raises(RuntimeError, match=r'Unexpected key\(s\) in state_dict: "1.bias"'):
        files.load_model(wrong, tmp_path / "file")


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda x: {"a": x, "b": x[0]}, RuntimeError, "Some tensors share memory"),
        (lambda x: {"a": x.T}, ValueError, "non contiguous tensor: `a`"),
        (lambda x: {"a": x, "b": 3}, ValueError, "Key `b` is invalid, expected torch.Tensor"),
        (lambda x: {"a": x.to_sparse()}, ValueError, "sparse tensors: `['a']`"),
    ],
)
def test_what_cannot_be_saved(backend, make, error, says):
    with pytest.raises(error) as raised:
        files.save(make(torch.ones(2, 3)))
    assert says in str(raised.value)


def test_a_program_that_imports_nothing_else(no_backend, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nfrom safetensors.torch import load_file\n"
        "x = load_file(sys.argv[1])['int16']\nprint(x, 'ivy_core' in str(type(x).__mro__))\n"
    )
    for packages in ([], ["--packages", "safetensors"]):
        run = [sys.executable, "-m", "transpile", str(program), "--to", "numpy", *packages]
        command = [*run, "--run", "--", str(FILE)]
        printed = subprocess.check_output(command, cwd=ROOT, text=True)
        assert printed.split() == "tensor([[0], [0]], dtype=torch.int16) True".split()
