"""Folders: what is found, what is rewritten, copied and left out, in place and mirrored."""

import json
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from transpile import TranspileError, transpile_path
from transpile.project.paths import find_files
from transpile.rewrite.syntax import Module

REPOSITORY = Path(__file__).parents[2]
BEFORE = "import numpy as np\n"
AFTER = 'import ivy_core\nivy_core.set_backend("jax")\nimport frontends.numpy as np\n'


@pytest.fixture
def tree(tmp_path):
    """Return a function that writes files below `tmp_path`; bytes, text or None for a folder."""

    def tree(files):
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                path.mkdir()
            else:
                path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return tree


def contents(folder):
    """Return name -> content of all files below a folder; links as what they say."""
    return {
        path.relative_to(folder).as_posix(): (
            f"-> {os.readlink(path)}" if path.is_symlink() else path.read_bytes().decode()
        )
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or not path.is_dir()
    }


def git(folder, *arguments):
    identity = ["-c", "user.name=me", "-c", "user.email=me@here"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


SOURCE = {
    "src/pkg/__init__.py": "from .core import f\n",
    "src/pkg/core.py": BEFORE,
    "src/pkg/data/table.csv": "1,2\n",
    "src/pkg/types.pyi": "import numpy\n",
    "src/bin/run": "#!/usr/bin/env python3\n" + BEFORE,
    "src/bin/other": "#!/bin/sh\n# import numpy\n",
    "src/README": "import numpy\n",
    "src/empty": None,
}


def test_a_folder_is_mirrored(transpile, tree):
    root = tree(SOURCE)
    (root / "src/bin/run").chmod(0o755)
    done = transpile("src", "--to", "jax", "-o", "out")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == (
        b"transpile: wrote out: 3 imports changed in 3 of 4 files, 4 copied, backend jax\n"
    )
    assert contents(root / "out") == {
        "README": "import numpy\n",
        "bin/other": "#!/bin/sh\n# import numpy\n",
        "bin/run": "#!/usr/bin/env python3\n" + AFTER,
        "pkg/__init__.py": "from .core import f\n",
        "pkg/core.py": AFTER,
        "pkg/data/table.csv": "1,2\n",
        "pkg/types.pyi": "import frontends.numpy as numpy\n",  # a stub sets no backend
    }
    assert (root / "out/empty").is_dir()
    assert stat.S_IMODE((root / "out/bin/run").stat().st_mode) == 0o755


def test_a_folder_goes_beside_itself_and_not_over_what_is_there(transpile, tree):
    root = tree({"src/a.py": BEFORE, "src/b.py": "x = 1\n"})
    assert transpile("src", "--to", "jax").returncode == 0
    assert contents(root / "src_jax") == {"a.py": AFTER, "b.py": "x = 1\n"}
    (root / "src_jax/a.py").write_text("mine")
    done = transpile("src", "--to", "jax")
    assert (done.returncode, done.stderr) == (
        2,
        b"transpile: src_jax/a.py: exists already, and 1 more; --force overwrites them\n",
    )
    assert (root / "src_jax/a.py").read_text() == "mine"
    assert transpile("src", "--to", "jax", "--force").returncode == 0
    assert (root / "src_jax/a.py").read_text() == AFTER


def test_what_tools_and_other_people_make_is_left_out(transpile, tree):
    left_out = [
        "__pycache__/a.cpython-311.pyc",
        ".git/config.py",
        "node_modules/x.py",
        "lib/site-packages/x.py",
        "env/pyvenv.cfg",
        "env/x.py",
        ".ipynb_checkpoints/x.py",
    ]
    root = tree({f"src/{name}": BEFORE for name in left_out} | {"src/a.py": BEFORE})
    assert transpile("src", "--to", "jax", "-o", "out").returncode == 0
    assert contents(root / "out") == {"a.py": AFTER}


def test_gitignore_is_respected_at_every_level(transpile, tree):
    root = tree(
        {
            ".gitignore": "build/\n*.log\n/src/only_top.py\n",
            ".git/info/exclude": "secret.py\n",
            "src/.gitignore": "generated_*.py\n!generated_kept.py\n\\\n",
            "src/deep/.gitignore": "!*.log\nlocal.py\n",
            "src/a.py": BEFORE,
            "src/x.log": "1",
            "src/build/b.py": BEFORE,
            "src/only_top.py": BEFORE,
            "src/deep/only_top.py": BEFORE,
            "src/secret.py": BEFORE,
            "src/generated_x.py": BEFORE,
            "src/generated_kept.py": BEFORE,
            "src/deep/x.log": "2",
            "src/deep/local.py": BEFORE,
        }
    )
    assert transpile("src", "--to", "jax", "-o", "out").returncode == 0
    assert sorted(contents(root / "out")) == [
        ".gitignore",
        "a.py",
        "deep/.gitignore",
        "deep/only_top.py",
        "deep/x.log",
        "generated_kept.py",
    ]
    assert transpile("src/build", "--to", "jax", "-o", "named").returncode == 0
    assert contents(root / "named") == {"b.py": AFTER}  # who names it wants it


def test_include_and_exclude_choose_what_is_rewritten(transpile, tree):
    files = ["a.py", "b.py", "legacy/a.py", "legacy/new/a.py"]
    root = tree({f"src/{name}": BEFORE for name in files})
    options = ["--include", "a.py", "--exclude", "legacy/*", "--exclude", "!legacy/new"]
    assert transpile("src", "--to", "jax", "-o", "out", *options).returncode == 0
    assert contents(root / "out") == {
        "a.py": AFTER,
        "b.py": BEFORE,
        "legacy/a.py": BEFORE,
        "legacy/new/a.py": AFTER,
    }
    assert [path.name for path in find_files(root / "src", include=["b*"])] == ["b.py"]


def test_links_lead_to_the_new_form(transpile, tree):
    root = tree({"src/a.py": BEFORE, "src/sub/b.py": BEFORE, "apart/c.py": BEFORE})
    links = {
        "src/near.py": "a.py",
        "src/sub/up": "..",  # a loop for who would follow it
        "src/absolute.py": str(root / "src/a.py"),
        "src/out.py": "../apart/c.py",
        "src/.#lock.py": "me@here:1",
        "src/itself.py": "itself.py",
    }
    for name, leads_to in links.items():
        (root / name).symlink_to(leads_to)
    done = transpile("src", "--to", "jax", "-o", "far/out")
    assert done.returncode == 0
    assert done.stderr.decode().splitlines() == [
        "transpile: note: src/.#lock.py: symbolic link that leads nowhere; copied as it is "
        "(and in 1 more place)",
        "transpile: note: src/out.py: symbolic link out of the folder; not rewritten",
        "transpile: wrote far/out: 2 imports changed in 2 of 2 files, 6 copied, backend jax",
    ]
    assert contents(root / "far/out") == {
        ".#lock.py": "-> me@here:1",
        "a.py": AFTER,
        "absolute.py": f"-> {root / 'far/out/a.py'}",
        "itself.py": "-> itself.py",
        "near.py": "-> a.py",
        "out.py": f"-> {root / 'apart/c.py'}",
        "sub/b.py": AFTER,
        "sub/up": "-> ..",
    }
    assert transpile("src", "--to", "jax", "-o", "far/out").returncode == 2
    assert transpile("src", "--to", "jax", "-o", "far/out", "--force").returncode == 0


def test_in_place_follows_no_link(transpile, tree):
    root = tree({"src/a.py": BEFORE, "apart.py": BEFORE})
    (root / "src/link.py").symlink_to("../apart.py")
    assert transpile("src", "--to", "jax", "--in-place", "--no-backup").returncode == 0
    assert contents(root) == {
        "apart.py": BEFORE,
        "src/a.py": AFTER,
        "src/link.py": "-> ../apart.py",
    }


def test_the_target_may_lie_in_the_source(transpile, tree):
    root = tree({"src/a.py": BEFORE})
    for _ in range(2):
        assert transpile("src", "--to", "jax", "-o", "src/out", "--force").returncode == 0
    assert contents(root / "src") == {"a.py": BEFORE, "out/a.py": AFTER}


def test_several_paths(transpile, tree):
    root = tree({"src/a.py": BEFORE, "b.py": BEFORE, "c.py": "x = 1\n"})
    done = transpile("src", "b.py", "c.py", "src/a.py", "--to", "jax", "--check")
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "transpile: b.py: would change",
        "transpile: src/a.py: would change",
        "transpile: 2 of 3 files would change",
    ]
    done = transpile("src", "b.py", "c.py", "--to", "jax", "--in-place")
    assert done.stderr == (
        b"transpile: rewrote src and 2 more: 2 imports changed in 2 of 3 files, backend jax, "
        b"originals kept as *.bak\n"
    )
    assert contents(root) == {
        "b.py": AFTER,
        "b.py.bak": BEFORE,
        "c.py": "x = 1\n",
        "src/a.py": AFTER,
        "src/a.py.bak": BEFORE,
    }


def test_clean_git_needs_no_backup(transpile, tree):
    root = tree({"src/a.py": BEFORE, "src/b.py": BEFORE, ".gitignore": "ignored/\n"})
    tree({"ignored/c.py": BEFORE})
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    tree({"src/new.py": BEFORE})
    for path in ("src", "ignored"):
        assert transpile(path, "--to", "jax", "--in-place").returncode == 0
    backups = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.bak*"))
    assert backups == ["ignored/c.py.bak", "src/new.py.bak"]  # git could not give these back
    assert transpile("src", "--to", "torch", "--in-place").returncode == 0  # now it is not clean
    assert (root / "src/a.py.bak").read_text() == AFTER


def test_git_runs_nothing_of_the_folders(transpile, tree):
    root = tree({"src/a.py": BEFORE})
    trap = root / "trapped"
    (root / "hook").write_text(f"#!/bin/sh\ntouch {shlex.quote(str(trap))}\n")
    (root / "hook").chmod(0o755)
    git(root, "init", "-q")
    git(root, "config", "core.fsmonitor", str(root / "hook"))
    assert transpile("src", "--to", "jax", "--in-place").returncode == 0
    assert not trap.exists()


def test_bytes_of_every_file_survive(transpile, tree):
    files = {
        "src/crlf.py": b"import numpy\r\nx = 1\r\n",
        "src/bom.py": b"\xef\xbb\xbf# \xc3\xa9\nimport numpy",
        "src/latin.py": "# coding: latin-1\nimport numpy\ns = 'é'\n".encode("latin-1"),
        "src/not_text.py": b"# \xff\xfe\nx = 1\n",  # names no framework: never decoded
        "src/image.png": bytes(range(256)),
    }
    root = tree(files)
    assert transpile("src", "--to", "jax", "-o", "out").returncode == 0
    for name, data in files.items():
        new = (root / "out" / Path(name).name).read_bytes()
        kept = b"".join(line for line in new.splitlines(True) if b"ivy_core" not in line)
        assert kept == data.replace(b"import numpy", b"import frontends.numpy as numpy")


def test_what_names_no_framework_is_not_parsed(tree, monkeypatch, tmp_path):
    root = tree({"src/a.py": "x = (\n", "src/b.py": BEFORE, "src/c.py": "import torch\n"})
    parsed = []
    monkeypatch.setattr(
        "transpile.rewrite.rewriter.Module",
        lambda text, name: parsed.append(name) or Module(text, name),
    )
    results = transpile_path(root / "src", to="jax", sources=["numpy"], write=False)
    assert [result.status for result in results] == ["unchanged", "changed", "unchanged"]
    assert parsed == [str(root / "src/b.py")]


def test_one_bad_file_does_not_stop_the_others(transpile, tree):
    root = tree(
        {
            "src/a.py": BEFORE,
            "src/bad.py": "import numpy\nx = (\n",
            "src/bytes.py": b"import numpy\n# \xff\n",
            "src/z.py": BEFORE,
        }
    )
    done = transpile("src", "--to", "jax", "-o", "out")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "transpile: src/bad.py:2:5: '(' was never closed",
        "transpile: src/bytes.py:2:3: not valid utf-8: byte 0xff",
        "transpile: wrote out: 2 imports changed in 2 of 4 files, backend jax; 2 files failed",
    ]
    assert contents(root / "out") == {"a.py": AFTER, "z.py": AFTER}


def test_many_failures_are_summed_up(transpile, tree):
    tree({f"src/m{i:02}.py": "import numpy (\n" for i in range(25)})
    lines = transpile("src", "--to", "jax", "--check").stderr.decode().splitlines()
    assert len(lines) == 22
    assert lines[20] == "transpile: 5 more files failed; --verbose names them"
    assert lines[21] == "transpile: 0 of 25 files would change; 25 files failed"
    assert len(transpile("src", "--to", "jax", "--check", "-v").stderr.splitlines()) == 26


def test_quiet_and_verbose(transpile, tree):
    root = tree({"src/a.py": BEFORE, "src/b.py": "x = 1\n", "src/bad.py": "import numpy (\n"})
    error = "transpile: src/bad.py:1:14: invalid syntax"
    quiet = transpile("src", "--to", "jax", "-o", "out", "-q")
    assert quiet.stderr.decode().splitlines() == [error]
    (root / "src/data").write_text("1")
    verbose = transpile("src", "--to", "jax", "-o", "out", "-v", "--force")
    assert verbose.stderr.decode().splitlines() == [
        error,
        "transpile: src/a.py: changed, 1 import",
        "transpile: src/b.py: unchanged",
        "transpile: src/data: copied",
        "transpile: wrote out: 1 import changed in 1 of 3 files, 1 copied, backend jax; "
        "1 file failed",
    ]
    assert transpile("src", "--to", "jax", "--check", "-q", "--exclude", "bad.py").stderr == b""


def test_what_holds_for_several_files_is_said_once(transpile, tree):
    tree({f"src/m{i}.py": "x = 1\nimport torch\n" for i in range(3)})
    done = transpile("src", "--to", "jax", "-o", "out")
    assert done.returncode == 0
    assert done.stderr.decode().splitlines() == [
        "transpile: note: src/m0.py:2: frontends.torch cannot be imported yet "
        "(and in 2 more places)",
        "transpile: wrote out: 3 imports changed in 3 of 3 files, backend jax",
    ]
    done = transpile("src", "--to", "jax", "-o", "out", "--force", "--verbose")
    assert done.stderr.decode().count("frontends.torch cannot be imported yet\n") == 3


def test_no_python_files(transpile, tree):
    tree({"src/a.txt": "numpy"})
    done = transpile("src", "--to", "jax", "--in-place")
    assert (done.returncode, done.stderr) == (0, b"transpile: warning: src: no Python files\n")


def test_diff_of_a_folder(transpile, tree):
    root = tree({"src/a.py": BEFORE, "src/b.py": "x = 1\n", "src/c.py": BEFORE})
    done = transpile("src", "--to", "jax", "--diff")
    assert (done.returncode, done.stderr) == (0, b"")
    one = (
        "--- src/{0}.py\n+++ src_jax/{0}.py\n@@ -1 +1,3 @@\n-import numpy as np\n+import ivy_core\n"
        '+ivy_core.set_backend("jax")\n+import frontends.numpy as np\n'
    )
    assert done.stdout.decode() == one.format("a") + one.format("c")
    assert not (root / "src_jax").exists()


def test_json(transpile, tree):
    tree({"src/a.py": BEFORE, "src/bad.py": "import numpy (\n", "src/c.txt": ""})
    done = transpile("src", "--to", "jax", "-o", "out", "--json")
    assert done.returncode == 2
    assert done.stderr == b"transpile: src/bad.py:1:14: invalid syntax\n"
    content = json.loads(done.stdout)
    assert content.pop("version")
    assert content == {
        "to": "jax",
        "files": [
            {
                "file": "src/a.py",
                "target": "out/a.py",
                "kind": "python",
                "status": "changed",
                "imports": 1,
            },
            {
                "file": "src/bad.py",
                "target": "out/bad.py",
                "kind": "python",
                "status": "failed",
                "imports": 0,
                "error": {
                    "text": "src/bad.py:1:14: invalid syntax",
                    "message": "invalid syntax",
                    "line": 1,
                    "column": 14,
                },
            },
            {
                "file": "src/c.txt",
                "target": "out/c.txt",
                "kind": "other",
                "status": "copied",
                "imports": 0,
            },
        ],
        "summary": {
            "files": 3,
            "changed": 1,
            "unchanged": 0,
            "copied": 1,
            "skipped": 0,
            "failed": 1,
            "imports": 1,
        },
        "exit_code": 2,
    }
    done = transpile("src/a.py", "--to", "jax", "--json", "--diff", "--check")
    assert done.returncode == 1
    assert json.loads(done.stdout)["files"][0]["diff"].startswith(
        "--- src/a.py\n+++ src/a_jax.py\n"
    )


def test_the_library_form(tree):
    root = tree({"src/a.py": BEFORE, "src/bad.py": "import numpy (\n"})
    good, bad = transpile_path(root / "src", to="jax", output=root / "out", default_dtype="float32")
    assert (good.status, good.imports, good.target) == ("changed", 1, str(root / "out/a.py"))
    assert (bad.status, bad.error.line, bad.error.column) == ("failed", 1, 14)
    assert 'ivy_core.set_default_float_dtype("float32")\n' in (root / "out/a.py").read_text()
    with pytest.raises(TranspileError, match="invalid syntax"):
        transpile_path(root / "src/bad.py", to="jax")
    with pytest.raises(TranspileError, match="nowhere: no such file"):
        transpile_path("nowhere", to="jax")
    with pytest.raises(TranspileError, match="unknown backend 'cupy'"):
        transpile_path(root, to="cupy")
    with pytest.raises(TranspileError, match="unknown source 'jax'"):
        transpile_path(root, to="jax", sources=["jax"])


def test_processes_do_what_one_does(transpile, tree):
    filler = "".join(f"def f{i}(x):\n    return np.sin(x) + {i}\n" for i in range(300))
    root = tree({f"src/p{i % 3}/m{i}.py": BEFORE + filler for i in range(30)})
    tree({"src/p0/bad.py": "import numpy (\n", "src/p1/d.csv": "1"})
    said = set()
    for jobs in ("1", "2"):
        done = transpile("src", "--to", "jax", "-o", f"out{jobs}", "-j", jobs)
        assert done.returncode == 2
        said.add(done.stderr.replace(f"out{jobs}".encode(), b"out"))
    assert len(said) == 1
    assert contents(root / "out1") == contents(root / "out2")
    assert len(contents(root / "out2")) == 31


def test_a_terminal_gets_a_progress_bar(environment, tree):
    pty = pytest.importorskip("pty")
    root = tree({f"src/m{i}.py": BEFORE for i in range(5)})
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "transpile", "src", "--to", "jax", "-o", "out"]
    environment |= {"TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen(command, cwd=root, env=environment, stderr=slave, stdout=slave)
    os.close(slave)
    shown = b""
    try:
        while data := os.read(master, 4096):
            shown += data
    except OSError:  # how a terminal says that the other end is closed
        pass
    assert process.wait() == 0
    assert "━".encode() in shown and b"100%" in shown
    assert b"transpile: wrote out: 5 imports changed in 5 of 5 files, backend jax" in shown


# completion and hooks


def test_shell_completion(transpile, environment, tmp_path):
    script = transpile("--completion", "bash").stdout.decode()
    assert "_TRANSPILE_COMPLETE=bash_complete" in script
    done = subprocess.run(
        ["bash", "-c", f"{script}\ncomplete -p transpile"], capture_output=True, text=True
    )
    assert "transpile" in done.stdout, done.stderr
    environment["_TRANSPILE_COMPLETE"] = "bash_complete"
    for words, expected in {
        "transpile --to t": ["plain,torch", "plain,tensorflow"],
        "transpile --from a": ["plain,auto"],
        "transpile --default-dtype f": ["plain,float16", "plain,float32", "plain,float64"],
        "transpile --js": ["plain,--json"],
        "transpile s": ["file,s"],
    }.items():
        environment |= {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        done = subprocess.run(
            [sys.executable, "-m", "transpile"], env=environment, capture_output=True, text=True
        )
        assert done.stdout.split() == expected, done.stderr


def test_pre_commit_hooks(transpile, tree):
    """What pre-commit does: run the entry with the names of the files that are committed."""
    yaml = pytest.importorskip("yaml")
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    entries = {hook["id"]: shlex.split(hook["entry"]) for hook in hooks}
    assert {entry[0] for entry in entries.values()} == {"transpile"}
    root = tree({"a.py": BEFORE, "b.py": "x = 1\n", "pyproject.toml": "[tool.transpile]\nto='jax'"})
    assert transpile(*entries["transpile-check"][1:], "a.py", "b.py").returncode == 1
    assert transpile(*entries["transpile"][1:], "a.py", "b.py").returncode == 0
    assert transpile(*entries["transpile-check"][1:], "a.py", "b.py").returncode == 0
    assert sorted(contents(root)) == ["a.py", "b.py", "pyproject.toml"]
