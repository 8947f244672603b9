"""``[tool.transpile]`` in ``pyproject.toml``: what it may say, and where it is found."""

import pytest

from transpile import TranspileError
from transpile.project.config import read_config

SCRIPT = "import numpy as np\n"


@pytest.fixture
def configure(tmp_path):
    def configure(text, folder="."):
        path = tmp_path / folder / "pyproject.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return configure


def test_every_key_reaches_the_result(transpile, configure, tmp_path):
    configure(
        """
        [tool.transpile]
        to = "jax"
        from = "numpy"
        device = "cpu"
        default-dtype = "float32"
        doctests = true
        include = ["s*"]
        exclude = ["*_old.py"]
        clear-output = true
        backup = false
        jobs = 1
        """
    )
    (tmp_path / "sim.py").write_text('"""\n>>> import numpy\n"""\nimport numpy, torch\n')
    (tmp_path / "sim_old.py").write_text(SCRIPT)
    (tmp_path / "other.py").write_text(SCRIPT)
    done = transpile(".", "--in-place")
    assert done.stderr == b"transpile: rewrote .: 2 imports changed in 1 of 1 file, backend jax\n"
    assert (tmp_path / "sim.py").read_text() == (
        '"""\n>>> import frontends.numpy as numpy\n"""\nimport ivy_core\n'
        'ivy_core.set_backend("jax")\nivy_core.set_default_device("cpu")\n'
        'ivy_core.set_default_float_dtype("float32")\nimport frontends.numpy as numpy, torch\n'
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "other.py",
        "pyproject.toml",
        "sim.py",
        "sim_old.py",
    ]


def test_the_command_line_has_the_last_word(transpile, configure, tmp_path):
    configure('[tool.transpile]\nto = "jax"\ndoctests = true\nfrom = "torch"\n')
    (tmp_path / "sim.py").write_text('""">>> import numpy"""\nimport numpy\n')
    options = ["--to", "torch", "--no-doctests", "--from", "numpy", "-o", "-"]
    assert transpile("sim.py", *options).stdout.decode() == (
        '""">>> import numpy"""\nimport ivy_core\nivy_core.set_backend("torch")\n'
        "import frontends.numpy as numpy\n"
    )


def test_the_nearest_table_counts_up_to_the_repository(configure, tmp_path):
    configure('[tool.transpile]\nto = "jax"\n')
    configure('[tool.transpile]\nto = "torch"\n', "near")
    configure("[tool.other]\n", "near/nearer")
    (tmp_path / "apart/.git").mkdir(parents=True)
    assert read_config(tmp_path / "sim.py") == {"to": "jax"}
    assert read_config(tmp_path / "near/nearer/sim.py") == {"to": "torch"}
    assert read_config(tmp_path / "apart/sim.py") == {}


def test_standard_input_takes_the_current_folder(transpile, configure):
    configure('[tool.transpile]\nto = "torch"\n')
    assert b'set_backend("torch")' in transpile("-", stdin=SCRIPT.encode()).stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[tool.transpile]\nfro = 'numpy'",
            "[tool.transpile] has no option 'fro'; did you mean 'from'?",
        ),
        (
            "[tool.transpile]\nin-place = true",
            "[tool.transpile] in-place must be asked for on the command line",
        ),
        (
            "[tool.transpile]\nzigzag = 1",
            "[tool.transpile] has no option 'zigzag': choose from to, from, device, devices, mesh, "
            "partition, processes, default-dtype, doctests, include, exclude, clear-output, "
            "backup, jobs, packages",
        ),
        ("[tool.transpile]\nto = 3", "[tool.transpile] to must be a string, not 3"),
        ("[tool.transpile]\njobs = true", "[tool.transpile] jobs must be a number, not True"),
        (
            "[tool.transpile]\ndoctests = 1",
            "[tool.transpile] doctests must be true or false, not 1",
        ),
        (
            "[tool.transpile]\ninclude = ['a', 1]",
            "[tool.transpile] include must be a list of strings, not ['a', 1]",
        ),
        ("[tool]\ntranspile = 1", "tool.transpile must be a table"),
    ],
)
def test_what_a_table_must_not_say(configure, tmp_path, text, message):
    path = configure(text)
    with pytest.raises(TranspileError) as caught:
        read_config(tmp_path)
    assert str(caught.value) == f"{path}: {message}"


def test_a_fault_in_the_file_has_its_place(transpile, configure, tmp_path):
    path = configure("[tool.transpile]\nto =\n")
    (tmp_path / "sim.py").write_text(SCRIPT)
    done = transpile("sim.py", "--to", "jax")
    assert (done.returncode, done.stderr.decode()) == (2, f"transpile: {path}:2:5: Invalid value\n")
    path.write_bytes(b"# \xff")
    assert transpile("sim.py").stderr.decode() == f"transpile: {path}: not valid utf-8\n"
    path.write_text("[tool.transpile]\nto = 'cupy'\n")
    assert transpile("sim.py").stderr.decode() == (
        "transpile: unknown backend 'cupy': choose from numpy, jax, torch, tensorflow\n"
    )
