"""The command line: each option, each error, what is written and what is said."""

import json
import re
import stat
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from transpile import cli, options
from transpile.rewrite.source import read_source

BEFORE = b"import numpy as np\nx = np.pi\n"
AFTER = b'import ivy_core\nivy_core.set_backend("jax")\nimport frontends.numpy as np\nx = np.pi\n'


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "sim.py"
    path.write_bytes(BEFORE)
    return path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_writes_beside_the_source(transpile, script, tmp_path):
    done = transpile("sim.py", "--to", "jax", started=True)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"transpile: wrote sim_jax.py: 1 import changed, backend jax\n"
    assert contents(tmp_path) == {"sim.py": BEFORE, "sim_jax.py": AFTER}


def test_output_names_a_file(transpile, script, tmp_path):
    (tmp_path / "out").mkdir()
    done = transpile("--to=jax", "sim.py", "-o", "out/new.py")
    assert done.stderr == b"transpile: wrote out/new.py: 1 import changed, backend jax\n"
    assert contents(tmp_path / "out") == {"new.py": AFTER}


def test_output_to_stdout(transpile, script, tmp_path):
    done = transpile("sim.py", "--to", "jax", "-o", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, AFTER, b"")
    assert contents(tmp_path) == {"sim.py": BEFORE}


def test_stdin_goes_to_stdout_or_output(transpile, tmp_path):
    done = transpile("-", "--to", "jax", stdin=BEFORE)
    assert (done.returncode, done.stdout, done.stderr) == (0, AFTER, b"")
    done = transpile("-", "--to", "jax", "-o", "new.py", stdin=BEFORE)
    assert (done.returncode, done.stdout) == (0, b"")
    assert contents(tmp_path) == {"new.py": AFTER}


def test_in_place_keeps_mode_and_link(transpile, script, tmp_path):
    script.chmod(0o754)
    (tmp_path / "link.py").symlink_to("sim.py")
    done = transpile("link.py", "--to", "jax", "--in-place")
    assert done.stderr == (
        b"transpile: wrote link.py: 1 import changed, backend jax, original kept as link.py.bak\n"
    )
    assert (tmp_path / "link.py").is_symlink()
    assert contents(tmp_path) == {"link.py": AFTER, "sim.py": AFTER, "link.py.bak": BEFORE}
    assert stat.S_IMODE(script.stat().st_mode) == 0o754
    assert stat.S_IMODE((tmp_path / "link.py.bak").stat().st_mode) == 0o754


def test_in_place_without_backup(transpile, script, tmp_path):
    done = transpile("sim.py", "--to", "jax", "--in-place", "--no-backup")
    assert done.stderr == b"transpile: wrote sim.py: 1 import changed, backend jax\n"
    assert contents(tmp_path) == {"sim.py": AFTER}
    done = transpile("sim.py", "--to", "jax", "--in-place")
    assert done.stderr == b"transpile: warning: sim.py: nothing to change\n"
    assert contents(tmp_path) == {"sim.py": AFTER}


def test_each_backup_has_its_own_name(transpile, script, tmp_path):
    for backend in ("jax", "torch"):
        assert transpile("sim.py", "--to", backend, "--in-place").returncode == 0
    torch = AFTER.replace(b"jax", b"torch")
    assert contents(tmp_path) == {"sim.py": torch, "sim.py.bak": BEFORE, "sim.py.bak1": AFTER}


def test_new_file_takes_the_mode_of_the_source(transpile, script, tmp_path):
    script.chmod(0o750)
    transpile("sim.py", "--to", "jax")
    assert stat.S_IMODE((tmp_path / "sim_jax.py").stat().st_mode) == 0o750


def test_diff_writes_nothing(transpile, script, tmp_path):
    done = transpile("sim.py", "--to", "jax", "--diff")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (
        "--- sim.py\n+++ sim_jax.py\n@@ -1,2 +1,4 @@\n-import numpy as np\n+import ivy_core\n"
        '+ivy_core.set_backend("jax")\n+import frontends.numpy as np\n x = np.pi\n'
    )
    assert contents(tmp_path) == {"sim.py": BEFORE}


def test_diff_of_a_file_without_last_newline(transpile):
    done = transpile("-", "--to", "jax", "--diff", stdin=b"import numpy as np")
    assert done.stdout.count(b"\n\\ No newline at end of file\n") == 2
    assert done.stdout.endswith(b"+import frontends.numpy as np\n\\ No newline at end of file\n")


def test_check(transpile, script, tmp_path):
    done = transpile("sim.py", "--to", "jax", "--check")
    assert (done.returncode, done.stderr) == (1, b"transpile: sim.py: would change\n")
    assert contents(tmp_path) == {"sim.py": BEFORE}
    both = transpile("sim.py", "--to", "jax", "--check", "--diff")
    assert both.returncode == 1
    assert b"+import frontends.numpy as np\n" in both.stdout
    script.write_bytes(AFTER)
    done = transpile("sim.py", "--to", "jax", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_force_overwrites(transpile, script, tmp_path):
    (tmp_path / "sim_jax.py").write_text("mine")
    done = transpile("sim.py", "--to", "jax")
    assert done.returncode == 2
    assert done.stderr == b"transpile: sim_jax.py: exists already; --force overwrites it\n"
    assert (tmp_path / "sim_jax.py").read_text() == "mine"
    assert transpile("sim.py", "--to", "jax", "--force").returncode == 0
    assert (tmp_path / "sim_jax.py").read_bytes() == AFTER


def test_nothing_to_change_warns_and_writes(transpile, tmp_path):
    (tmp_path / "sim.py").write_text("x = 1\n")
    done = transpile("sim.py", "--to", "jax")
    assert done.returncode == 0
    assert done.stderr.decode().splitlines() == [
        "transpile: warning: sim.py: nothing to change",
        "transpile: wrote sim_jax.py: 0 imports changed, backend jax",
    ]
    assert (tmp_path / "sim_jax.py").read_text() == "x = 1\n"


@pytest.mark.parametrize(
    "data",
    [
        "# coding: latin-1\r\nimport numpy\r\ns = 'é'\r\n".encode("latin-1"),
        b"\xef\xbb\xbf# \xc3\xa9\nimport numpy\n\x0c\nx = 1",
        "# coding: shift_jis\nimport numpy\n# 日本\n".encode("shift_jis"),
    ],
)
def test_bytes_survive(transpile, data):
    done = transpile("-", "--to", "jax", stdin=data)
    kept = [line for line in done.stdout.splitlines(True) if b"ivy_core" not in line]
    assert b"".join(kept) == data.replace(b"import numpy", b"import frontends.numpy as numpy")


def test_nothing_of_the_users_is_executed(transpile, tmp_path):
    trap = "import numpy\nopen('trapped', 'w')\n"
    for name in ("sim.py", "numpy.py", "sitecustomize_.py", "helper.py"):
        (tmp_path / name).write_text(trap if name != "sim.py" else "import helper\n" + trap)
    for given in ([], ["--diff"], ["--check"], ["-o", "-"], ["--in-place"], ["--report"]):
        assert transpile("sim.py", "--to", "numpy", *given).returncode in (0, 1)
    assert not (tmp_path / "trapped").exists()


def test_version_and_help(transpile):
    assert transpile("--version", started=True).stdout.startswith(b"transpile ")
    done = transpile("--help")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert len(lines) <= 32
    assert max(map(len, lines)) <= 80
    assert "  transpile sim.py --to jax --run -- -n 5  run it with arguments -n 5" in lines


def known_options():
    return {
        name
        for parameter in options._parse_options.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    } | {"-h", "--help"}


def options_in(text):
    return set(re.findall(r"(?<![\w\n-])--?[a-z][a-z-]*", text)) - {"-n"}


def test_help_names_every_option():
    """The page is written by hand; what `click` knows must be on it, and nothing else."""
    defaults = {"--backup", "--no-doctests", "--keep-output", "--compile-check"}
    assert options_in(options._HELP.read_text()) == known_options() - defaults


def test_the_manual_names_every_option():
    manual = (Path(__file__).parents[2] / "docs/transpile.md").read_text()
    code = " ".join(re.findall(r"```.*?```|`[^`]+`", manual, re.DOTALL))
    assert options_in(code) - {"--off"} == known_options() - {"--backup"}


def test_a_module_runs_with_its_arguments(transpile, tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg/__main__.py").write_text(
        "import sys, numpy\nprint(numpy.name, numpy.backend(), sys.argv[1:])\nsys.exit(3)\n"
    )
    arguments = ["-m", "pkg", "--to", "torch", "--", "--to", "x", "--", "-m"]
    done = transpile(*arguments, started=True)
    assert (done.returncode, done.stderr) == (3, b"")
    assert done.stdout == b"fake numpy torch ['--to', 'x', '--', '-m']\n"


REPORTED = "import numpy as np\nx = np.zeros(3)\nnp.zerros(2)\n"


@pytest.fixture
def report(tmp_path, environment, reporting):
    """Return a function that runs ``--report`` with the real frontends; output comes as text."""
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    environment["COLUMNS"] = "60"
    (tmp_path / "sim.py").write_text(REPORTED)

    def report(*arguments):
        arguments = [*arguments, "--to", "numpy", "--report"]
        done = reporting.call(arguments, tmp_path, environment)
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return done

    return report


def test_report_on_the_terminal(report):
    done = report("sim.py")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "numpy.zerros   unknown      1   did you mean numpy.zeros?" in lines
    assert lines[-1] == "1 file: 2 uses of 2 names on numpy (1 unknown, 1 native)"
    assert report("sim.py", "--strict").returncode == 1
    assert report("sim.py", "--strict", "--from", "torch").returncode == 0


def test_report_in_a_pipe_breaks_no_line(report, environment, tmp_path):
    del environment["COLUMNS"]
    name = f"{'long' * 40}.py"
    (tmp_path / name).write_text("import numpy as np\nx = np.zeros(3)\n")
    assert f" {name}:2:5" in report(name).stdout


def test_report_as_json_and_as_a_page(report, tmp_path):
    (tmp_path / "bad.py").write_text("import numpy (\n")
    done = report(".", "--json", "--strict")
    assert (done.returncode, done.stderr) == (2, "transpile: bad.py:1:14: invalid syntax\n")
    assert [name["name"] for name in json.loads(done.stdout)["names"]] == [
        "numpy.zerros",
        "numpy.zeros",
    ]
    for _ in range(2):  # a page may be made anew
        done = report(".", "--exclude", "bad.py", "--html", "page.html")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == (
            "transpile: wrote page.html: 1 file: 2 uses of 2 names on numpy (1 unknown, 1 native)\n"
        )
    assert "numpy.zerros" in (tmp_path / "page.html").read_text()
    done = report("sim.py", "--html", "sim.py")
    assert (done.returncode, done.stderr) == (
        2,
        "transpile: sim.py: exists already; --force overwrites it\n",
    )
    assert (tmp_path / "sim.py").read_text() == REPORTED


ERRORS = [
    (["none.py", "--to", "jax"], "none.py: no such file"),
    (
        ["book.ipynb", "--to", "jax"],
        "book.ipynb:2:1: not a notebook: Expecting property name enclosed in double quotes",
    ),
    (["book.ipynb", "--to", "jax", "--run"], "book.ipynb: is a notebook, not a script"),
    (["sim.py/x.py", "--to", "jax"], "sim.py/x.py: cannot be read: Not a directory"),
    (["bad.py", "--to", "jax"], "bad.py:2:5: '(' was never closed"),
    (["bytes.py", "--to", "jax"], "bytes.py:1:3: not valid utf-8: byte 0xff"),
    (["cookie.py", "--to", "jax"], "cookie.py:1:1: unknown encoding: klingon"),
    (
        ["sim.py", "--to", "cupy"],
        "unknown backend 'cupy': choose from numpy, jax, torch, tensorflow",
    ),
    (["sim.py"], "--to is missing: choose from numpy, jax, torch, tensorflow"),
    (["--to", "jax"], "SRC is missing: name a file or a folder (--help shows how)"),
    ([], "SRC is missing: name a file or a folder (--help shows how)"),
    (["sim.py", "--to", "jax", "--trace-mode", "ivy"], "--trace-mode needs --run or -m"),
    (
        ["sim.py", "--to", "jax", "--run", "--trace-mode", "short"],
        "unknown trace mode 'short': choose from full, ivy, frontend",
    ),
    (
        ["sim.py", "--to", "jax", "--from", "jax"],
        "unknown source 'jax': choose from numpy, torch, auto",
    ),
    (
        ["sim.py", "--to", "jax", "--device", "gpu 0"],
        "bad device 'gpu 0': write cpu, gpu:0 or the like",
    ),
    (
        ["sim.py", "--to", "jax", "--default-dtype", "int8"],
        "bad default dtype 'int8': choose from float16, bfloat16, float32, float64",
    ),
    (["sim.py", "--to"], "Option '--to' requires an argument."),
    (["sim.py", "--to", "jax", "--zigzag"], "No such option '--zigzag'."),
    (["sim.py", "x", "--to", "jax"], "x: no such file"),
    (["sim.py", "--to", "jax", "--", "x"], "unexpected argument 'x'; only --run and -m take some"),
    (["sim.py", "x", "--to", "jax", "--run"], "--run takes one SRC; arguments for it follow --"),
    (["sim.py", "bad.py", "--to", "jax", "-o", "x"], "--output takes one SRC"),
    (["-m", "sim", "--to", "jax", "x"], "unexpected argument 'x'; write it after --"),
    (["sim.py", "-", "--to", "jax"], "more than one SRC: standard input cannot be among them"),
    (["sim.py", "--to", "jax", "--jobs", "0"], "--jobs must be at least 1, not 0"),
    (["sim.py", "--to", "jax", "--html", "x"], "--html needs --report"),
    (["sim.py", "--to", "jax", "--strict"], "--strict needs --report"),
    (
        ["sim.py", "--to", "jax", "-o", "-", "--json"],
        "--json does not go with --html, --run, -m or standard output",
    ),
    (["sim.py", "--to", "jax", "-q", "-v"], "--quiet and --verbose exclude each other"),
    (["--completion", "tcsh"], "unknown shell 'tcsh': choose from bash, zsh, fish"),
    (["folder", "--to", "jax", "-o", "-"], "folder: is a folder; its result needs a folder, too"),
    (
        ["folder", "--to", "jax", "-o", "folder"],
        "folder: is the source itself; --in-place changes it",
    ),
    (["folder", "--to", "jax", "-o", "sim.py"], "sim.py: is a file; name a folder"),
    ([".", "--to", "jax"], ".: say where the result goes: -o PATH or --in-place"),
    (["folder", "--to", "jax", "--include", "!"], "bad pattern: Invalid git pattern: '!'"),
    (
        ["sim.py", "--to", "jax", "--in-place", "-o", "x.py"],
        "--output and --in-place exclude each other",
    ),
    (["-", "--to", "jax", "--in-place"], "--in-place needs a file, not standard input"),
    (["-", "--to", "jax", "--run"], "--run needs a file, not standard input"),
    (["sim.py", "--to", "jax", "-o", "folder"], "folder: is a folder; name a file"),
    (
        ["sim.py", "--to", "jax", "-o", "no/x.py"],
        "no/x.py: cannot be written: No such file or directory",
    ),
]


def test_errors_are_one_line_and_leave_no_file(capfd, monkeypatch, script, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "book.ipynb").write_text("{\nnumpy")
    (tmp_path / "bad.py").write_text("import numpy\nx = (\n")
    (tmp_path / "bytes.py").write_bytes(b"# \xff numpy\n")
    (tmp_path / "cookie.py").write_text("# coding: klingon\nimport numpy\n")
    before = sorted(tmp_path.rglob("*"))
    for arguments, message in ERRORS:
        assert cli.main(arguments) == 2, arguments
        out, err = capfd.readouterr()
        assert (out, err) == ("", f"transpile: {message}\n")
        assert sorted(tmp_path.rglob("*")) == before


def test_error_exits_with_2_in_a_process(transpile, tmp_path):
    (tmp_path / "bad.py").write_text("import numpy\nx = (\n")
    done = transpile("bad.py", "--to", "jax", started=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"transpile: bad.py:2:5: '(' was never closed\n"
    assert len(contents(tmp_path)) == 1


def test_backend_that_is_not_installed(monkeypatch, capfd, script):
    monkeypatch.setattr(
        "transpile.frameworks.find_spec", lambda name: None if name == "jax" else find_spec(name)
    )
    assert cli.main([str(script), "--to", "jax", "--run"]) == 2
    assert capfd.readouterr().err == (
        "transpile: backend 'jax' is not installed: pip install ivy-frontends[jax]\n"
    )
    assert cli.main([str(script), "--to", "jax", "-o", "-"]) == 0  # writing needs no backend
    assert capfd.readouterr().err == "transpile: note: backend 'jax' is not installed here\n"


def test_read_source_keeps_the_name_it_was_given(script):
    assert read_source(script, "any name").text == BEFORE.decode()
