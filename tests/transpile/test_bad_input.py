"""What goes wrong: one clear line, the right exit code, and no file half-written or lost."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from transpile import cli
from transpile.errors import TranspileError
from transpile.project import files, paths
from transpile.rewrite.source import read_file, write_atomically

BEFORE = "import numpy as np\n"
AFTER = 'import ivy_core\nivy_core.set_backend("jax")\nimport frontends.numpy as np\n'
IN_PLACE = ["--to", "jax", "--in-place"]


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "sim.py"
    path.write_text(BEFORE)
    return path


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


# what cannot be read


def test_a_file_the_system_does_not_let_be_read(transpile):
    if not os.path.exists("/proc/self/mem"):
        pytest.skip("no /proc")
    done = transpile("/proc/self/mem", "--to", "jax", "-o", "x.py")  # not even by the superuser
    assert (done.returncode, done.stderr) == (
        2,
        b"transpile: /proc/self/mem: cannot be read: Input/output error\n",
    )


def test_a_folder_that_cannot_be_read(monkeypatch, capfd, script, tmp_path):
    (tmp_path / "secret").mkdir()
    scan = os.scandir

    def refuse(path):
        if str(path).endswith("secret"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)  # the superuser may read anything
    monkeypatch.chdir(tmp_path)
    assert cli.main([".", *IN_PLACE, "--no-backup"]) == 2
    assert capfd.readouterr().err == (
        "transpile: secret: cannot be read: Permission denied\n"
        "transpile: rewrote .: 1 import changed in 1 of 1 file, backend jax; 1 file failed\n"
    )
    assert script.read_text() == AFTER


def test_a_loop_of_links(transpile, tmp_path):
    (tmp_path / "a.py").symlink_to("b.py")
    (tmp_path / "b.py").symlink_to("a.py")
    done = transpile("a.py", "--to", "jax")
    assert (done.returncode, done.stderr) == (
        2,
        b"transpile: a.py: cannot be read: Too many levels of symbolic links\n",
    )
    (tmp_path / "src").mkdir()
    (tmp_path / "src/round").symlink_to("../src")
    (tmp_path / "src/m.py").write_text(BEFORE)
    done = transpile("src", *IN_PLACE, "--no-backup")
    assert (done.returncode, done.stderr) == (
        0,
        b"transpile: rewrote src: 1 import changed in 1 of 1 file, backend jax\n",
    )


def test_a_pipe_is_not_waited_for(transpile, tmp_path):
    (tmp_path / "src").mkdir()
    os.mkfifo(tmp_path / "src/pipe.py")
    done = transpile("src", "--to", "jax", "-o", "out")
    assert done.returncode == 0
    assert done.stderr.decode().splitlines()[0] == (
        "transpile: note: src/pipe.py: neither file, folder nor link; left out"
    )


def test_20_megabytes(transpile, tmp_path):
    (tmp_path / "large.py").write_text(BEFORE + "x = 1\n" * 3_333_333)
    done = transpile("large.py", "--to", "jax")
    assert (done.returncode, done.stderr) == (
        2,
        b"transpile: large.py: has 20.0 MB; more than 10 MB cannot be parsed\n",
    )
    assert not (tmp_path / "large_jax.py").exists()
    (tmp_path / "large.py").write_text("x = 1\n" * 3_333_333)  # nothing to parse it for
    assert transpile("large.py", "--to", "jax").returncode == 0
    assert (tmp_path / "large_jax.py").stat().st_size == 6 * 3_333_333


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "takes more memory than there is"),
        (KeyError("x"), "internal error, please report it: KeyError: 'x'"),
    ],
)
def test_a_fault_of_ours_is_told_like_any_other(monkeypatch, script, tmp_path, error, message):
    def fail(text, **keywords):
        raise error

    monkeypatch.setattr(files, "rewrite", fail)
    (result,) = paths.transpile_path(tmp_path, to="jax", write=False)
    assert str(result.error) == f"{script}: {message}"


# what cannot be written


def test_a_read_only_file_is_left_alone(transpile, script, tmp_path):
    script.chmod(0o444)
    done = transpile("sim.py", *IN_PLACE)
    assert (done.returncode, done.stderr) == (
        2,
        b"transpile: sim.py: is read-only; --force overwrites it\n",
    )
    assert contents(tmp_path) == {"sim.py": BEFORE}
    assert transpile("sim.py", *IN_PLACE, "--force", "--no-backup").returncode == 0
    assert contents(tmp_path) == {"sim.py": AFTER}
    assert script.stat().st_mode & 0o777 == 0o444


@pytest.mark.parametrize("target", ["sim_new.py", "folder"])
def test_a_folder_that_cannot_be_written(monkeypatch, capfd, script, tmp_path, target):
    def refuse(*arguments, **keywords):
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.mkstemp", refuse)  # the superuser may write anywhere
    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    path = "sim.py" if target.endswith(".py") else "."
    assert cli.main([path, "--to", "jax", "-o", target]) == 2
    first = capfd.readouterr().err.splitlines()[0]
    what = "written" if target.endswith(".py") else "made"
    assert first == f"transpile: {target}: cannot be {what}: Permission denied"
    assert contents(tmp_path) == {"sim.py": BEFORE}


def test_a_place_where_nobody_may_write(transpile, script):
    if not os.path.isdir("/sys/kernel"):
        pytest.skip("no /sys")
    done = transpile("sim.py", "--to", "jax", "-o", "/sys/kernel/sim.py")
    assert done.returncode == 2
    assert done.stderr.decode() in {
        f"transpile: /sys/kernel/sim.py: cannot be written: {why}\n"
        for why in ("Permission denied", "Read-only file system", "Operation not permitted")
    }


def test_a_file_as_large_as_it_may_get(environment, tmp_path):
    """The system ends a write in its midst: one file fails, half of it is nowhere."""
    files = {"a.py": BEFORE, "b.py": BEFORE + "x = 1\n" * 2000, "c.py": BEFORE}
    (tmp_path / "src").mkdir()
    for name, text in files.items():
        (tmp_path / "src" / name).write_text(text)
    for options in (["-o", "out"], ["--in-place", "--no-backup"], ["--in-place"]):
        done = subprocess.run(
            [sys.executable, "-m", "transpile", "src", "--to", "jax", *options],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
        )
        name = {"-o": "out/b.py", "--no-backup": "src/b.py", "--in-place": "src/b.py.bak"}
        name = name[options[0] if options[0] == "-o" else options[-1]]
        assert done.returncode == 2
        assert (
            done.stderr.splitlines()[0] == f"transpile: {name}: cannot be written: File too large"
        )
        where = tmp_path / ("out" if options[0] == "-o" else "src")
        found = contents(where)
        expected = {"a.py": AFTER, "c.py": AFTER}
        assert found == expected if options[0] == "-o" else found == files | expected


def test_a_full_disk(environment, script, tmp_path):
    """On a file system of 64 KiB, mounted for this process alone."""
    (tmp_path / "src").mkdir()
    for i in range(9):
        (tmp_path / f"src/m{i}.py").write_text(BEFORE + "x = 1\n" * 3000)
    (tmp_path / "disk").mkdir()
    program = (
        "mount -t tmpfs -o size=64k none disk || exit 77\n"
        f"{sys.executable} -m transpile src --to jax -o disk/out -j 1; code=$?\n"
        "cp -r disk/out kept; ls -A disk/out | grep -v '^m[0-9].py$'; exit $code"
    )
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    if done.returncode in (1, 77):
        pytest.skip("not allowed to mount a file system")
    lines = done.stderr.splitlines()
    kept = contents(tmp_path / "kept")
    assert (done.returncode, done.stdout) == (2, "")  # no temporary file is left
    assert 1 <= len(kept) < 9
    assert set(kept.values()) == {AFTER + "x = 1\n" * 3000}
    failed = [f"m{i}.py" for i in range(9) if f"m{i}.py" not in kept]
    assert lines == [
        *(
            f"transpile: disk/out/{name}: cannot be written: No space left on device"
            for name in failed
        ),
        f"transpile: wrote disk/out: {len(kept)} imports changed in {len(kept)} of 9 files, "
        f"backend jax; {len(failed)} files failed",
    ]


@pytest.mark.parametrize("backup", [[], ["--no-backup"]])
def test_a_disk_that_fills_up_in_place(monkeypatch, capfd, script, tmp_path, backup):
    sync, calls = os.fsync, []

    def fail(descriptor):
        calls.append(descriptor)
        if len(calls) == 2 or backup:  # the backup fits
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fail)
    assert cli.main([str(script), *IN_PLACE, *backup]) == 2
    message = f"transpile: {script}: cannot be written: No space left on device\n"
    assert capfd.readouterr().err == message
    assert contents(tmp_path) == {"sim.py": BEFORE}


def test_standard_output_that_is_full(transpile, script, environment, tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "transpile", "sim.py", "--to", "jax", "-o", "-"],
            cwd=tmp_path,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert (done.returncode, done.stderr) == (
        2,
        b"transpile: standard output: cannot be written: No space left on device\n",
    )


def test_a_device_stays_one(transpile, script, tmp_path):
    done = transpile("sim.py", "--to", "jax", "-o", "/dev/null")
    assert (done.returncode, os.path.isfile("/dev/null")) == (0, False)
    if os.path.exists("/dev/full"):
        done = transpile("sim.py", "--to", "jax", "-o", "/dev/full")
        assert (done.returncode, done.stderr) == (
            2,
            b"transpile: /dev/full: cannot be written: No space left on device\n",
        )


# what others do meanwhile


def test_a_file_that_changes_underneath(monkeypatch, capfd, script, tmp_path):
    rewrite = files.rewrite

    def slow(text, **keywords):
        script.write_text(text + "x = 'mine'\n")
        return rewrite(text, **keywords)

    monkeypatch.setattr(files, "rewrite", slow)
    assert cli.main([str(script), *IN_PLACE]) == 2
    assert capfd.readouterr().err == f"transpile: {script}: changed meanwhile, left as it is\n"
    assert contents(tmp_path) == {"sim.py": BEFORE + "x = 'mine'\n"}


def test_a_file_that_is_replaced_underneath(script, tmp_path):
    data, stamp = read_file(script, "sim.py")
    (tmp_path / "new.py").write_bytes(data)
    os.utime(tmp_path / "new.py", ns=(0, script.stat().st_mtime_ns))
    shutil.move(tmp_path / "new.py", script)  # the same size, the same time: another file
    with pytest.raises(TranspileError, match="sim.py: changed meanwhile"):
        write_atomically(script, b"", mode_of=None, filename="sim.py", unchanged=stamp)
    assert contents(tmp_path) == {"sim.py": BEFORE}


def test_a_file_that_grows_while_it_is_read(script):
    status, sizes = os.fstat, iter([1, 2])

    class Growing:
        def __init__(self, found):
            self._found, self._size = found, next(sizes)

        def __getattr__(self, name):
            return self._size if name == "st_size" else getattr(self._found, name)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(TranspileError) as caught:
        patch.setattr("transpile.rewrite.source.os.fstat", lambda number: Growing(status(number)))
        read_file(script, "sim.py")
    assert str(caught.value) == "sim.py: changed while it was read"


def test_a_target_that_appears_meanwhile(monkeypatch, capfd, script, tmp_path):
    rewrite = files.rewrite

    def slow(text, **keywords):
        (tmp_path / "new.py").write_text("mine")
        return rewrite(text, **keywords)

    monkeypatch.setattr(files, "rewrite", slow)
    target = tmp_path / "new.py"
    assert cli.main([str(script), "--to", "jax", "-o", str(target)]) == 2
    message = f"transpile: {target}: exists already; --force overwrites it\n"
    assert capfd.readouterr().err == message
    assert target.read_text() == "mine"


def test_a_file_that_goes_away(monkeypatch, script, tmp_path):
    (tmp_path / "b.py").write_text(BEFORE)
    settings = files.FileSettings("jax", write=False)
    work = paths.plan([tmp_path], settings)
    script.unlink()
    results = []
    paths.run(work.tasks, settings, done=results.append)
    assert [str(result.error) for result in results if result.error] == [f"{script}: no such file"]
    assert [result.status for result in results] == ["changed", "failed"]


FILLER = "".join(f"def f{i}(x):\n    return [np.sin(x[1:-1]) + {i}]\n" for i in range(200))


def only_with_full(params):
    """Return whether a case is for ``--full`` alone: each value is in one other."""
    return (params.get("jobs"), params.get("options", [""])[0]) in [
        ("1", "-o"),
        ("2", "--in-place"),
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("options", [["-o", "out"], ["--in-place"]])
def test_ctrl_c_half_way(environment, tmp_path, jobs, options):
    source = tmp_path / "src"
    source.mkdir()
    for i in range(400):
        (source / f"m{i:03}.py").write_text(BEFORE + FILLER)
    process = subprocess.Popen(
        [sys.executable, "-m", "transpile", "src", "--to", "jax", "-j", jobs, *options],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # what a shell starts in the background ignores Ctrl-C, and so would its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    timer = threading.Timer(60, process.kill)
    timer.start()
    target = tmp_path / "out" if "-o" in options else source
    pattern = "*.py" if target != source else "*.bak"
    while process.poll() is None and len(list(target.glob(pattern))) < 9:
        time.sleep(0.002)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes
    stderr = process.communicate()[1]
    timer.cancel()
    assert process.returncode == 130, stderr
    found = contents(target)
    originals = {name: text for name, text in found.items() if name.endswith(".bak")}
    rewritten = {name for name, text in found.items() if text == AFTER + FILLER}
    assert stderr == (
        f"transpile: interrupted: {len(rewritten)} of 400 files done, each of them whole\n"
    )
    assert 0 < len(rewritten) < 400
    if target == source:
        assert set(originals) == {f"{name}.bak" for name in rewritten}
        assert set(originals.values()) == {BEFORE + FILLER}
        untouched = set(found) - rewritten - set(originals)
        assert {found[name] for name in untouched} == {BEFORE + FILLER}
        assert len(untouched) == 400 - len(rewritten)
    else:
        assert set(found) == rewritten


def test_a_process_that_is_killed(environment, tmp_path):
    (tmp_path / "src").mkdir()
    for i in range(400):
        (tmp_path / f"src/m{i:03}.py").write_text(BEFORE + FILLER)
    process = subprocess.Popen(
        [sys.executable, "-m", "transpile", "src", "--to", "jax", "-j", "2", "-o", "out"],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not list((tmp_path / "out").glob("*5.py")):
        time.sleep(0.002)
    children = subprocess.check_output(["pgrep", "-P", str(process.pid)], text=True).split()
    os.kill(int(children[0]), signal.SIGKILL)  # as the system does when memory is short
    stderr = process.communicate(timeout=60)[1]
    assert (process.returncode, stderr) == (
        2,
        "transpile: a process was ended from outside; is memory short?\n",
    )
