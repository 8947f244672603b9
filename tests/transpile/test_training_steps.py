"""Steps of training in loops, which ``--compile auto`` makes functions of."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import subprocess
import sys
import textwrap
import types
from pathlib import Path

import pytest

import frontends.torch as torch
import ivy_core as ivy
from ivy_core.compilation.auto import loops_ahead, watching
from ivy_core.compilation.auto.program_cache import Kinds
from transpile.rewrite.compiled import compile_tree
from transpile.rewrite.rewriter import rewrite, rewrite_in_place
from transpile.rewrite.syntax import Module
from transpile.rewrite.training_steps import training_steps

NETWORK = """
import types

import torch
from torch import nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(7)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm = nn.Linear(6, 12), nn.BatchNorm1d(12)
        self.second, self.drop = nn.Linear(12, 3), nn.Dropout(0.2)

    def forward(self, x):
        return self.second(self.drop(torch.relu(self.norm(self.first(x)))))
"""
PROGRAMS = {
    "function of batches": """
        def train(model, batches, optimizer, schedule, epoch):
            model.train()
            for number, (x, y) in enumerate(batches):
                x, y = x.to("cpu"), y.to("cpu")
                optimizer.zero_grad()
                output = model(x)
                loss = nn.functional.cross_entropy(output, y)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
                optimizer.step()
                if number % 3 == 0:
                    print(epoch, number, f"{loss.item():.6f}", tuple(output.shape))
            schedule.step()


        model = Net()
        data = torch.utils.data.TensorDataset(torch.randn(44, 6), torch.randint(0, 3, (44,)))
        batches = torch.utils.data.DataLoader(data, batch_size=6, shuffle=True)
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
        schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)
        for epoch in range(4):
            train(model, batches, optimizer, schedule, epoch)
            model.eval()
            with torch.no_grad():
                print(f"{model(data.tensors[0]).square().sum().item():.6f}")
        """,
    "accumulation at module level, the next batch before backward": """
        def take():
            at = torch.randint(20, (5,))
            return source[at], labels[at]


        source, labels = torch.randn(20, 6), torch.randint(0, 3, (20,))
        model, losses = Net(), []
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        scaler = torch.amp.GradScaler("cpu", enabled=False)
        x, y = take()
        count = 0
        while True:
            for group in optimizer.param_groups:
                group["lr"] = 0.1 / (1 + count)
            for part in range(2):
                loss = nn.functional.cross_entropy(model(x), y) / 2
                x, y = take()
                scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad(set_to_none=True)
            losses.append(loss.item())
            count += 1
            if count == 9:
                break
        print([f"{each:.6f}" for each in losses], f"{x.sum().item():.6f}")
        """,
    "state that is carried on, of one kind of model": """
        def train(model, source, is_recurrent):
            if is_recurrent:
                hidden = torch.zeros(1, 3, 5)
            for number, at in enumerate(range(0, len(source) - 1, 4)):
                x = source[at : at + 4]
                model.zero_grad()
                if is_recurrent:
                    hidden = hidden.detach()
                    output, hidden = model(x, hidden)
                else:
                    output = model(x)
                loss = (output - x.sin().sum(-1, keepdim=True)).square().mean()
                loss.backward()
                for p in model.parameters():
                    p.data.add_(p.grad, alpha=-0.1)
                if number % 4 == 0:
                    print(f"{loss.item():.6f}")


        source = torch.randn(50, 3, 6)
        train(nn.GRU(6, 5), source, True)
        """,
    "prefetched batches": """
        model = Net()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        batches = iter([(torch.randn(4, 6), torch.randn(4, 3)) for _ in range(49)])
        x, y = next(batches)
        for number in range(24):
            for part in range(2):
                loss = (model(x) - y).square().mean() / 2
                x, y = next(batches)
                loss.backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            if number % 3 == 0:
                print(f"{loss.item():.6f}")
        """,
    "settings, a model that follows": """
        args = types.SimpleNamespace(clip=0.5, steps_itself=False, rate=0.1)
        model, follower = Net(), Net()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        batches = iter([(torch.randn(4, 6), torch.randn(4, 3)) for _ in range(25)])
        for number in range(24):
            x, y = next(batches)
            optimizer.zero_grad()
            loss = (model(x) - y).square().mean()
            loss.backward()
            if args.clip:
                nn.utils.clip_grad_norm_(model.parameters(), args.clip)
            if args.steps_itself:
                optimizer.step()
            else:
                for part in model.parameters():
                    part.data.add_(part.grad, alpha=-args.rate)
            for part, other in zip(model.parameters(), follower.parameters()):
                other.data.copy_(0.2 * part.data + 0.8 * other.data)
            for part, other in zip(model.buffers(), follower.buffers()):
                other.copy_(part)
            if number % 3 == 0:
                print(f"{loss.item():.6f} {sum(float(p.sum()) for p in follower.parameters()):.6f}")
                args.rate *= 0.9
        """,
    "logging before backward and behind it, now and then": """
        args = types.SimpleNamespace(every=5, logs=True)
        model, seen, before = Net(), [], None
        optimizer = torch.optim.Adam(model.parameters(), 0.02)
        batches = [(torch.randn(4, 6), torch.randn(4, 3)) for _ in range(30)]
        for number, (x, y) in enumerate(batches):
            optimizer.zero_grad()
            output = model(x)
            loss = (output - y).square().mean()
            if args.logs and number % args.every == 0:
                print(number, f"{loss.item():.6f} {output.square().sum().item():.6f}", before)
                scale = model.first.weight.abs().max().item()
                loss = loss * 0.5
            if number % 7 == 6:
                seen.append(f"{loss.item():.6f} {torch.rand(()).item():.6f}")
                before = f"{loss.item():.6f}"
                if number == 20:
                    continue
            total = loss + 0.01 * sum(part.square().sum() for part in model.parameters())
            total.backward()
            if number % 10 == 0:
                print(number, f"{model.first.weight.grad.square().sum().item():.6f} {scale:.6f}")
                if number == 100:
                    break
            optimizer.step()
        print(seen, f"{sum(each.sum().item() for each in model.parameters()):.6f}")
        """,
    "method of a trainer, total in the loop": """
        class Trainer:
            def __init__(self):
                self.model, self.losses = Net(), []
                self.optimizer = torch.optim.Adam(self.model.parameters(), 0.02)

            def fit(self, x, y, clip):
                for epoch in range(6):
                    total = torch.zeros(())
                    for at in range(0, len(x), 4):
                        part = x[at : at + 4]
                        out = self.model(part)
                        loss = ((out - y[at : at + 4]) ** 2).mean()
                        self.optimizer.zero_grad()
                        loss.backward()
                        if clip:
                            nn.utils.clip_grad_value_(self.model.parameters(), 0.1)
                        self.optimizer.step()
                        total += loss.detach()
                    self.losses.append(total.item())


        trainer = Trainer()
        trainer.fit(torch.randn(12, 6), torch.randn(12, 3), True)
        print([f"{each:.6f}" for each in trainer.losses])
        """,
}


def steps_of(text: str) -> list:
    return training_steps(Module(textwrap.dedent(text), "a.py"), set())


def unparsed(statements) -> list[str]:
    return [ast.unparse(each) for each in statements]


def text_of(name: str) -> str:
    return NETWORK + "\n\n" + textwrap.dedent(PROGRAMS[name]).lstrip("\n")


@pytest.fixture(scope="module")
def printed():
    """What real PyTorch prints, by programs; one process runs them all."""
    code = "import contextlib, io, json, sys\nfound = {}\n" + "".join(
        "with contextlib.redirect_stdout(io.StringIO()) as out:\n"
        f"    exec({text_of(name)!r}, {{}})\n"
        f"found[{name!r}] = out.getvalue()\n"
        for name in PROGRAMS
    )
    done = subprocess.run(
        [sys.executable, "-c", code + "print(json.dumps(found))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.fixture
def at_once(backend, monkeypatch):
    """Compile after the second call, whatever it costs, before the next one."""
    ivy.set_backend(backend)
    monkeypatch.setattr(Kinds, "begin_compiling", lambda *given: None)
    monkeypatch.setattr(loops_ahead, "calls_ahead", lambda record: None)  # few, as a rule
    monkeypatch.setattr(watching.Budget, "expected", lambda self, function: 0.0)
    monkeypatch.setattr(watching.Budget, "to_lose", lambda self, to_come: float("inf"))
    monkeypatch.setattr(watching.Budget, "pays", lambda self, saving, cost, to_come: True)
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    monkeypatch.setattr(watching.Budget, "wait", lambda self, cost: 0.0)
    yield
    ivy.unset_backend()


def run(text: str, path: Path) -> str:
    """Run a program with its training loops compiled, as ``--run`` does; return what it prints."""
    path.write_text(text)
    made, printed = rewrite_in_place(text).code, io.StringIO()
    tree = ast.parse(made)
    compile_tree(tree, Module(made, str(path)), ["auto"], "")
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, str(path), "exec"), vars(sys.modules[path.stem]))
    return printed.getvalue()


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_training_loop_prints_what_pytorch_prints(
    backend, name, printed, at_once, tmp_path, monkeypatch
):
    path = tmp_path / "training_of_a_test.py"
    monkeypatch.setitem(sys.modules, path.stem, types.ModuleType(path.stem))
    try:
        found = run(text_of(name), path)
    finally:
        torch.set_default_dtype(torch.float32)
    assert found == printed[name]
    (step,) = [
        each
        for each in ivy.compilation_records()
        if each.name == "_training_step" and each.file == str(path)
    ]
    assert step.status == "compiled", step.reasons
    assert step.calls > 10 and step.compiled is not None


def test_statements_keep_their_lines():
    text = text_of("function of batches")
    made = rewrite_in_place(text).code
    (step,) = training_steps(Module(made, "a.py"), set())
    tree = ast.parse(step.source(Module(made, "a.py")))
    lines = made.splitlines()
    for node in tree.body[0].body[:-1]:
        assert ast.unparse(ast.parse(lines[node.lineno - 1].strip())) == ast.unparse(node)
    assert step.parameters == ("model", "optimizer", "x", "y")
    assert step.results == ("loss", "output")


@pytest.mark.parametrize(
    "step",
    [
        "loss = f(x); loss.backward(); o.step()\n    print(loss)",
        "o.zero_grad(); loss = f(x)\n    loss.backward(); o.step()\n    print(loss)",
        "loss = f(x)\n    o.zero_grad(); loss.backward(); o.step()\n    print(loss)",
        "with mode(): loss = f(x)\n    loss.backward(); o.step()\n    print(loss)",
        "for p in ps: p.grad = None\n    loss = f(x); loss.backward(); o.step()\n    print(loss)",
    ],
)
def test_statements_that_share_a_line_are_all_of_the_step(step):
    text = f"import torch\n\nfor x in xs:\n    {step}\n    log(x)\n"
    tree = ast.parse(text)
    compile_tree(tree, Module(text, "a.py"), ["auto"], "")
    (loop,) = [each for each in tree.body if isinstance(each, ast.For)]
    call, *behind = map(ast.unparse, loop.body)
    assert call == "loss = _training_step(x)"
    assert behind == ["print(loss)", "log(x)"]
    (function,) = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    assert len(function.body) == step.count(";") + step.count("\n") + 1  # with `return`, no `print`


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("log(k)", ["k = _training_step(x)", "log(k)"]),
        ("log(k, l)", ["l = _training_step_2(x)", "k = _training_step(x)", "log(k, l)"]),
    ],
)
def test_a_step_one_line_below_that_of_an_inner_loop(log, expected):
    inner = "    for _ in n:\n        l = f(x); l.backward(); a.step()\n"
    outer = "    k = g(x); k.backward(); b.step()\n"
    text = f"import torch\n\nfor x in xs:\n{inner}{outer}    {log}\n"
    tree = ast.parse(text)
    compile_tree(tree, Module(text, "a.py"), ["auto"], "")
    written = ast.parse(rewrite(text, to="jax", compile=["auto"]).code)
    for each in (tree, written):
        loops = [node for node in ast.walk(each.body[-1]) if isinstance(node, ast.For)]
        lines = [
            node for loop in loops[::-1] for node in loop.body if not isinstance(node, ast.For)
        ]
        shown = [ast.unparse(node) for node in lines if not isinstance(node, ast.Try)]
        assert shown == expected
        steps = [node for node in each.body if isinstance(node, ast.FunctionDef)]
        step = next(node for node in steps if node.name == "_training_step")
        assert "k = g(x)" in map(ast.unparse, step.body)


@pytest.mark.parametrize("behind", ["print(loss); log(x)", "schedule.step(); log(x)  # now"])
def test_what_shares_the_last_line_of_a_step_stays_behind_it(behind):
    step = f"    loss = f(x)\n    loss.backward()\n    o.step() ; {behind}\n"
    text = f"import torch\n\nfor x in xs:\n{step}    log(loss)\n"
    tree = ast.parse(text)
    compile_tree(tree, Module(text, "a.py"), ["auto"], "")
    written = ast.parse(rewrite(text, to="jax", compile=["auto"]).code)
    expected = ["loss = _training_step(x)", *behind.partition("  #")[0].split("; "), "log(loss)"]
    for each in (tree, written):
        (loop,) = [node for node in each.body if isinstance(node, ast.For)]
        assert list(map(ast.unparse, loop.body)) == expected
        (function,) = [node for node in each.body if isinstance(node, ast.FunctionDef)]
        lines = ["loss = f(x)", "loss.backward()", "o.step()", "return loss"]
        assert list(map(ast.unparse, function.body)) == lines


def test_what_shares_the_last_line_and_goes_on_keeps_a_step_as_it_is():
    text = "for x in xs:\n\n    loss = f(x)\n    loss.backward(); log(\n        x)\n"
    assert steps_of(text) == []


def test_a_written_file_has_the_step_as_a_function():
    text = text_of("accumulation at module level, the next batch before backward")
    made = rewrite(text, to="jax", compile=["auto"]).code
    tree = ast.parse(made)
    (step,) = [each for each in tree.body if getattr(each, "name", "") == "_training_step"]
    assert ast.unparse(step.decorator_list[0]).endswith("compile_automatically(trains=True)")
    assert "    for part in range(2):\n        loss = _training_step(x, y)\n" in made.replace(
        "\n        x, y = take()\n", "\n", 1
    )
    assert rewrite(made, to="jax", compile=["auto"]).code.count("_training_step(") == 2


LOOP = """
def train(model, batches, optimizer):
    for x, y in batches:
        optimizer.zero_grad()
        {before}
        loss = (model(x) - y).square().mean()
        {between}
        loss.backward()
        {behind}
        optimizer.step()
        {end}
        print(x, later)
"""


@pytest.mark.parametrize(
    ("at", "statement", "begins", "ends"),
    [
        ("before", "pass", "optimizer.zero_grad()", "optimizer.step()"),
        ("before", "print(x)", "loss = (model(x) - y).square().mean()", "optimizer.step()"),
        ("before", "print(model)", "loss = (model(x) - y).square().mean()", "optimizer.step()"),
        ("before", "if x.any():\n            later = 3", "loss = (model(x) - y).square().mean()",
         "optimizer.step()"),
        ("behind", "print(loss.item())", "optimizer.zero_grad()", "optimizer.step()"),
        ("behind", "print(model(x))", "optimizer.zero_grad()", "loss.backward()"),
        ("behind", "if y is None:\n            break", "optimizer.zero_grad()", "loss.backward()"),
        ("end", "optimizer.zero_grad()", "optimizer.zero_grad()", "optimizer.zero_grad()"),
        ("end", "scheduler.step()", "optimizer.zero_grad()", "optimizer.step()"),
        ("end", "if cfg.more:\n            other.step()", "optimizer.zero_grad()",
         "if cfg.more:\n    other.step()"),
        ("end", "if x.any():\n            other.step()", "optimizer.zero_grad()",
         "optimizer.step()"),
        ("end", "if y > 3:\n            other.step()", "optimizer.zero_grad()", "optimizer.step()"),
        ("end", "for p in model.parameters():\n            p.data.mul_(0.9)",
         "optimizer.zero_grad()", "for p in model.parameters():\n    p.data.mul_(0.9)"),
        ("end", "for p in model.parameters():\n            kept.append(p)",
         "optimizer.zero_grad()", "optimizer.step()"),
    ],
)  # fmt: skip
def test_a_step_ends_where_a_statement_speaks_or_leaves(at, statement, begins, ends):
    parts = dict.fromkeys(("before", "between", "behind", "end"), "pass")
    (step,) = steps_of(LOOP.format(**parts | {at: statement}))
    region = [ast.unparse(each) for each in step.block[step.start : step.end]]
    assert (region[0], region[-1]) == (begins, ends)


@pytest.mark.parametrize("is_caught", [False, True])
def test_the_next_batch_is_taken_behind_the_step_unless_its_end_is_caught(is_caught):
    parts = dict.fromkeys(("before", "behind", "end"), "pass")
    text = LOOP.format(between="x, y = next(source)", **parts)
    text = text.replace("for x, y in batches", "while True").replace("print(x, later)", "print(x)")
    if is_caught:
        lines = text.strip().splitlines()
        body = textwrap.indent("\n".join(lines[1:]), "    ")
        text = f"{lines[0]}\n    try:\n{body}\n    except StopIteration:\n        pass\n"
    found = [[ast.unparse(each) for each in step.moved] for step in steps_of(text)]
    assert found == ([] if is_caught else [["x, y = next(source)"]])
    if not is_caught:  # what the source gives may depend on the model
        (step,) = steps_of(text)
        assert ast.unparse(step.block[step.end - 1]) == "loss.backward()"


@pytest.mark.parametrize(
    ("before", "begins"),
    [
        ("if x.any():\n            y = -y\n        else:\n            z = 2", True),
        ("if x.any():\n            z = 1\n        else:\n            z = 2\n        y *= z", True),
        ("for z in x:\n            y = y + z", True),
        ("for later in x:\n            pass", False),
        ("if x.any():\n            z = 1\n        print(z)", False),
    ],
)  # fmt: skip
def test_what_may_be_bound_or_not_stays_outside_if_it_is_read(before, begins):
    parts = dict.fromkeys(("between", "behind", "end"), "pass")
    text = LOOP.format(before=before, **parts).replace("for x, y in", "later = 0\n    for x, y in")
    (step,) = steps_of(text)
    assert (ast.unparse(step.block[step.start]) == "optimizer.zero_grad()") is begins
    assert {"model", "optimizer", "x", "y"} >= set(step.parameters)


def test_rows_of_a_buffer_become_tensors_before_the_step():
    """NumPy's arrays cannot be made tensors of within a program, by indices that it computes."""
    (step,) = steps_of(
        """
        def train(model, optimizer, seen, wanted, rows):
            for i in rows:
                x, y = torch.from_numpy(seen[i]), torch.from_numpy(wanted[i]).view(-1)
                weight = torch.as_tensor(wanted[i])
                loss = ((model(x) - y) * weight).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        """
    )
    assert step.parameters == ("model", "optimizer", "weight", "x", "y")


def test_a_batch_that_is_drawn_by_numbers_is_taken_before_the_step():
    """As with prioritised replay, whose exponent grows."""
    (step,) = steps_of(
        """
        def train(model, optimizer, replay, rng):
            for t in range(100):
                at, w = replay.sample(64, min(1.0, 0.4 + t / len(replay)), rng)
                x, weights = torch.from_numpy(replay.x[at]), torch.from_numpy(w)
                loss = (model(x).square() * weights).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        """
    )
    assert step.parameters == ("model", "optimizer", "weights", "x")


def test_what_need_not_have_a_value_has_one_before_the_call():
    """Of another kind of model ``hidden`` is never bound."""
    text = """
        def train(model, batches, is_recurrent, optimizer):
            if is_recurrent:
                hidden = model.begin()
            for x, y in batches:
                optimizer.zero_grad()
                if is_recurrent:
                    output, hidden = model(x, hidden.detach())
                else:
                    output = model(x)
                loss = (output - y).square().mean()
                loss.backward()
                optimizer.step()
        """
    (step,) = steps_of(text)
    assert step.parameters == ("hidden", "is_recurrent", "model", "optimizer", "x", "y")
    assert (step.results, step.unsure) == (("hidden",), ("hidden",))
    names = {"_training_step": lambda *given: given[0]}
    function = textwrap.dedent(text).replace("    for x, y in batches:\n", "    if True:\n")
    function = function[: function.index("        optimizer")] + textwrap.indent(
        step.call() + "\nreturn hidden", "        "
    )
    exec(function.replace("batches", "batches, x, y"), names)
    assert names["train"](None, None, None, None, False, None) is None


@pytest.mark.parametrize(
    "text",
    [
        LOOP.format(
            before="pass", between="if y is x:\n            break", behind="pass", end="pass"
        ),
        "def step(x):\n    loss = f(x)\n    loss.backward()\n    o.step()\n",
        "def g():\n    global loss\n    for x in xs:\n        loss = f(x)\n"
        "        loss.backward()\n    print(loss)\n",
        "class A:\n    for x in xs:\n        loss = f(x)\n        loss.backward()\n",
        "class A:\n    def g(self):\n        for x in xs:\n            loss = self.__f(x)\n"
        "            loss.backward()\n",
        "for i in range(9):\n\n    loss = f(x)\n    x = next(xs); o.zero_grad()\n"
        "    loss.backward()\n    o.step()\n",
        "for i in range(9):\n\n    loss = f(x); x = next(xs)\n    loss.backward()\n",
        "for x in xs:\n\n    # transpile: keep\n    loss = f(x)  # transpile: keep\n"
        "    loss.backward()\n",
    ],
)
def test_loops_that_stay(text):
    assert steps_of(text) == []


@pytest.mark.parametrize(
    "statement",
    ["print(w.sum().item())", "print(w.grad.mean())", "sums.append(w.detach().sum().item())",
     "w2 = w.detach()\n        print(w2.sum())"],
)  # fmt: skip
def test_what_the_step_may_change_is_told_before_it(statement):
    """A parameter, or its gradient, by whatever name."""
    parts = dict.fromkeys(("before", "between", "end"), "pass")
    text = LOOP.format(behind=statement, **parts)
    (step,) = steps_of("sums, w = [], model.weight\n" + text)
    assert step.moved == ()
    assert ast.unparse(step.block[step.end - 1]) == "loss.backward()"


def test_nothing_is_moved_that_is_read_before_the_end():
    text = LOOP.replace("        {between}", "        x, y = take('train')").replace(
        "        {behind}", "        y += 1"
    )
    parts = dict.fromkeys(("before", "end"), "pass")
    (step,) = steps_of("def take(name): ...\n" + text.format(**parts))
    assert step.moved == ()


LOGGED = """
class Net:
    def forward(self, x):
        global calls
        calls += 1
        {forward}


def train(model, batches, optimizer, given):
    seen = []
    for step, (x, y) in enumerate(batches):
        optimizer.zero_grad()
        output = model(x)
        loss = (output - y).square().mean()
        {between}
        loss.backward()
        {behind}
        optimizer.step()
        {end}
"""


def logged(between="pass", behind="pass", end="pass", forward="pass"):
    parts = {"between": between, "behind": behind, "end": end, "forward": forward}
    return LOGGED.format(**parts)


@pytest.mark.parametrize(
    "test",
    ["step % 10 == 0", "step", "args.every and step % args.every == 0", "not (step + 1) // 3 > 2",
     "step == -1", "step % (2 * args.every) == 0"],
)  # fmt: skip
@pytest.mark.parametrize("where", ["between", "behind"])
def test_a_step_leaves_out_what_is_done_now_and_then(test, where):
    (step,) = steps_of(logged(**{where: f"if {test}:\n            print(check(loss))"}))
    assert unparsed([each.test for each in step.skipped]) == unparsed([ast.parse(test).body[0]])
    assert unparsed([step.block[step.start], step.block[step.end - 1]]) == [
        "optimizer.zero_grad()", "optimizer.step()",
    ]  # fmt: skip
    assert step.results == ()  # what is printed alone is no result
    assert "print" not in step.source(Module(logged(), "a.py"))


@pytest.mark.parametrize(
    "test",
    ["loss > 3", "x.any()", "given", "given % 2", "step % 2 and loss", "next(it)", "(n := step)",
     "calls % 3", "seen", "step in seen", "model.ready", "args.log()", "args[step]",
     "other.every", "args.changed", "args.inner.changed", "f'{step}'", "step / 2 > y"],
)  # fmt: skip
def test_a_condition_that_may_change_or_do_something_ends_the_step(test):
    """Or one whose value is known only once the forward has run."""
    text = logged(f"if {test}:\n            print(check(loss))", forward="args.changed = self")
    assert steps_of(text) == []
    text = logged(behind=f"if {test}:\n            print(check(x))", forward="args.changed = self")
    (step,) = steps_of(text)
    assert ast.unparse(step.block[step.end - 1]) == "loss.backward()"


def test_a_condition_with_an_alternative_or_on_a_number_of_the_step_ends_it():
    text = "if step % 2:\n            print(check(x))\n        else:\n            print(y)"
    assert steps_of(logged(text)) == []
    (step,) = steps_of(
        logged("count = 3\n        loss = loss * 2\n        if count:\n            print(f(x))\n"
               "        loss = loss + model(y).sum()")
    )  # fmt: skip
    assert ast.unparse(step.block[step.start]) == "loss = loss + model(y).sum()"
    assert step.skipped == ()


@pytest.mark.parametrize(
    ("statement", "results"),
    [
        ("print(check(loss))", ()),
        ("print(kept.item())", ("kept",)),  # of the step before
        ("seen.append(lambda: loss)", ("loss",)),  # a later one, when it is called
        ("print([loss for loss in seen])", ()),
        ("loss = loss * 2", ()),
        ("output = None", ()),
    ],
)
def test_what_is_read_where_all_runs_as_written_is_a_result_if_it_comes_from_another_step(
    statement, results
):
    text = logged(
        f"if step % 9 == 0:\n            print(f(x))\n            {statement}\n"
        "        kept = loss.detach().tanh()"
    )
    (step,) = steps_of(text)
    assert step.results == results
    assert len(step.skipped) == 1


@pytest.mark.parametrize("unit", ["    ", "\t", "  "])
def test_a_written_file_has_both_ways_of_a_step(unit):
    text = logged(
        'if step % 9 == 0:\n            print("a",\n  f(loss))\n\n            # why\n'
        "            if step == 18:\n                return",
        "if step % 4 == 3:\n            break",
    ).replace("    ", unit)
    made = rewrite("import torch\n" + text, to="jax", compile=["auto"]).code
    compile(made, "a.py", "exec")
    tree = ast.parse(made)
    (function,) = [each for each in tree.body if getattr(each, "name", "") == "train"]
    inside = function.body[-1].body
    choice = inside[0]
    assert ast.unparse(choice.test) == "step % 9 == 0 or step % 4 == 3"
    (old,) = steps_of(text)
    assert unparsed(choice.body) == unparsed(old.block[:-1])
    assert unparsed(choice.orelse) == ["_training_step(model, optimizer, x, y)"]
    assert rewrite(made, to="jax", compile=["auto"]).code == made


def test_a_text_of_several_lines_keeps_a_written_step_as_it_is():
    text = logged('if step % 9 == 0:\n            print(f("""a\n            b"""))')
    made = rewrite("import torch\n" + text, to="jax", compile=["auto"]).code
    assert "_training_step" not in made and text.strip().splitlines()[-6] in made


@pytest.mark.parametrize(
    ("statement", "results"),
    [
        ("x = torch.stack([x for x in x])", ("x",)),
        ("y = y + sum([x for x in y]) + x", ("y",)),
        ("if any(z for z in y):\n            y = 2 * y", ("y",)),
        ("y = [[z for z in part] for part in y]", ("y",)),
        ("w = [part for part in y if part]", ()),
    ],
)
def test_names_of_comprehensions_are_their_own(statement, results):
    text = LOOP.format(before=statement, between="pass", behind="pass", end="pass")
    text = text.replace("later", "[w for w in x]").replace("model(x)", "model(x, y)")
    (step,) = steps_of("z = 3\n" + text)
    assert step.parameters == ("model", "optimizer", "x", "y")
    assert step.results == results


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_of_a_step_that_is_left_as_it_is_the_report_says_why(backend, tmp_path, monkeypatch):
    path = tmp_path / "short_training_of_a_test.py"
    monkeypatch.setitem(sys.modules, path.stem, types.ModuleType(path.stem))
    ivy.set_backend(backend)
    try:
        run(text_of("prefetched batches"), path)
    finally:
        torch.set_default_dtype(torch.float32)
        ivy.unset_backend()
    (step,) = [each for each in ivy.compilation_records() if each.file == str(path)][-1:]
    assert (step.name, step.status) == ("_training_step", "ran eagerly")
    assert len(step.reasons) == 1 and "it may cost" in step.reasons[0]
