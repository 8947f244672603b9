"""Forwards whose arguments grow by one from call to call give PyTorch's results at each length."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import frontends.torch as ours
from frontends.torch.nn import growing
from frontends.torch.nn.arguments import matcher_of, taken_apart
from frontends.torch.nn.lengths import Decisions, Length, UnlikeError

growing_host = pytest.importorskip(
    "ivy_core.backends.jax.compiler.growing_host", reason="programs for growing arguments are JAX's"
)
theirs = pytest.importorskip("torch", reason="answers are compared with PyTorch's")
WORDS, WIDTH, LONGEST = 32, 12, 40


@pytest.fixture(autouse=True)
def on_jax(backend, monkeypatch):
    if backend != "jax":
        pytest.skip("programs for growing arguments are made on JAX alone")
    for name in ("GROWING_CALLS_BEFORE_PROGRAM", "GROWING_CACHE_CALLS_BEFORE_PROGRAM"):
        monkeypatch.setattr(growing, name, 3)


def drawn(made, torch):
    draw = np.random.default_rng(0)
    with torch.no_grad():
        for each in made.parameters():
            each.copy_(torch.tensor(draw.normal(0, 0.3, tuple(each.shape)).astype(np.float32)))
    return made.eval()


def decoder(torch, fused=False, longest=LONGEST):
    """Return a decoder of two layers, as minGPT's or nanoGPT's."""
    nn, functional = torch.nn, torch.nn.functional

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.qkv = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 3 * WIDTH)
            self.out, self.dropout = nn.Linear(WIDTH, WIDTH), nn.Dropout(0.1)
            mask = torch.tril(torch.ones(longest, longest)).view(1, 1, longest, longest)
            self.register_buffer("mask", mask)

        def forward(self, x):
            batch, size, width = x.size()
            parts = self.qkv(self.norm(x)).split(width, dim=2)
            q, k, v = (each.view(batch, size, 2, width // 2).transpose(1, 2) for each in parts)
            if fused:
                y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            else:
                scores = (q @ k.transpose(-2, -1)) / k.size(-1) ** 0.5
                scores = scores.masked_fill(self.mask[:, :, :size, :size] == 0, float("-inf"))
                y = functional.softmax(scores, dim=-1) @ v
            y = y.transpose(1, 2).contiguous().view(batch, size, width)
            return x + self.dropout(self.out(y))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(longest, WIDTH)
            self.blocks, self.head = nn.ModuleList([Block(), Block()]), nn.Linear(WIDTH, WORDS)

        def forward(self, tokens):
            size = tokens.size(1)
            assert size <= longest, "too long"
            x = self.tokens(tokens) + self.places(torch.arange(0, size, dtype=torch.long))
            for block in self.blocks:
                x = block(x)
            return self.head(x[:, [-1], :] if fused else x)

    return drawn(Decoder(), torch)


def generate(torch, model, count, longest=LONGEST):
    tokens = torch.tensor([[3, 7, 1, 4]])
    with torch.no_grad():
        for _ in range(count):
            scores = model(tokens[:, -longest:])[:, -1, :]
            tokens = torch.cat((tokens, scores.argmax(-1, keepdim=True)), dim=1)
    return tokens.tolist()


@pytest.mark.parametrize("fused", [False, True])
def test_a_decoder_writes_the_same_words(fused, backend):
    model = decoder(ours, fused)
    wanted = generate(theirs, decoder(theirs, fused), 50)
    assert [generate(ours, model, 50), generate(ours, model, 50)] == [wanted, wanted]
    assert model.explain()[0].what == "a program for lengths that grow"
    with ours.no_grad(), pytest.raises(AssertionError, match="too long"):
        model(ours.zeros((1, LONGEST + 1), dtype=ours.int64))


FORWARDS = {
    "branch": lambda torch, x: x * 2 if x.shape[1] > 9 else x,
    "branch by a sum": lambda torch, x: x * 2 if x.size(1) + x.size(0) >= 12 else x,
    "odd lengths": lambda torch, x: x * 2 if x.shape[1] % 2 else x,
    "one length": lambda torch, x: x + 1 if x.shape[1] == 13 else x,
    "blocks": lambda torch, x: torch.nn.functional.pad(x, (0, 0, 0, -x.shape[1] % 4)).sum(1),
    "halves": lambda torch, x: x[:, : x.shape[1] // 2].sum(1),
    "float": lambda torch, x: x / x.shape[1] ** 0.5,
    "loop": lambda torch, x: sum(x[:, i] * i for i in range(x.shape[1])),
    "len": lambda torch, x: x * 2 if len(x[0]) > 9 else x,
    "list": lambda torch, x: x * [1.0, 2.0, 3.0][min(x.shape[1] // 8, 2)],
    "window": lambda torch, x: x[:, -7:].mean(1),
    "limited": lambda torch, x: x[:, max(0, x.shape[1] - 7) :].sum(1),
    "mean and variance": lambda torch, x: (x - x.mean(1, True)) / (x.var(1, keepdim=True) + 1),
    "softmax": lambda torch, x: torch.softmax(x, 1),
    "normal": lambda torch, x: torch.nn.functional.gelu(x * 4),
    "logarithm": lambda torch, x: torch.log(x * x).sum(1),
    "largest": lambda torch, x: x.max(1),
    "flipped": lambda torch, x: x.flip(1),
    "sorted": lambda torch, x: x.sort(1).values,
    "running": lambda torch, x: torch.cumsum(x, 1),
    "square": lambda torch, x: torch.relu(x[0] @ x[0].T),
    "new tensors": lambda torch, x: x + torch.linspace(0, 1, x.shape[1])[:, None],
    "written": lambda torch, x: x.mul_(2.0),
    "size": lambda torch, x: (x * 2, x.shape, x.numel()),
    "view of it": lambda torch, x: x[:, 1:],
    "last row": lambda torch, x: x[:, -1],
    "turned": lambda torch, x: (x.transpose(1, 2)[0], x, x[:, [-1]].view(3)),
    "rows from a half on": lambda torch, x: x[:, x.shape[1] // 2 :],
    "stacked": lambda torch, x: torch.stack([x * 2, -x], -1).flatten(2),
    "pairs that turn": lambda torch, x: torch.view_as_real(
        torch.view_as_complex(torch.stack([x, -2 * x], -1)) * (0.6 + 0.8j)
    ).flatten(2),
    "repeated": lambda torch, x: torch.cat(x.repeat(1, 1, 2).unbind(-1), 1),
    "parts": lambda torch, x: torch.cat(x.split(5, dim=1)[::-1], 1),
    "another order": lambda torch, x: torch.relu(x.transpose(1, 2)),
}


# What Python decides by the length, what has no rule, and what is no sum of the length
EAGER = {
    "odd lengths", "blocks", "halves", "float", "loop", "len", "sorted", "size",
    "new tensors", "parts", "another order", "rows from a half on",
}  # fmt: skip


def module_of(torch, function):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = torch.nn.Identity()
            self.scale, self.linear = 1.0, torch.nn.Linear(3, 3)

        def forward(self, x):
            return function(torch, self.linear(self.inner(x)) * self.scale)

    return drawn(Net(), torch)


def plain(value):
    if hasattr(value, "tolist"):
        return [tuple(value.shape), np.asarray(value.tolist(), np.float64)]
    if isinstance(value, (tuple, list)):
        return [each for one in value for each in plain(one)]
    return [value]


def assert_same(found, wanted):
    for one, other in zip(plain(found), plain(wanted), strict=True):
        if isinstance(other, np.ndarray):
            np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-5)
        else:
            assert one == other


def grown(torch, model, lengths):
    draw = np.random.default_rng(1)
    values = draw.normal(size=(1, 30, 3)).astype(np.float32)
    with torch.no_grad():
        return [model(torch.tensor(values[:, :n])) for n in lengths]


@pytest.mark.parametrize("name", FORWARDS)
def test_each_length_gives_its_own_result(name, backend):
    lengths = [*range(4, 19), *range(3, 8)]
    models = [module_of(t, FORWARDS[name]) for t in (ours, theirs)]
    assert_same(*[grown(t, each, lengths) for t, each in zip((ours, theirs), models, strict=True)])
    note = models[0].explain()[0]
    assert (note.what == "a program for lengths that grow") == (name not in EAGER), note


def test_a_mask_is_made_anew_up_to_the_longest_length(backend):
    """Where a table that is cut to the length is whole."""

    def run(torch):
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = torch.nn.Linear(3, 3)
                self.places = torch.nn.Parameter(torch.zeros(1, 14, 3))

            def forward(self, x):
                size = x.shape[1]
                x = self.inner(x) + self.places[:, :size]
                mask = torch.triu(torch.full((size, size), float("-inf")), diagonal=1)
                return torch.softmax(x @ x.mT + mask, -1) @ x

        model = drawn(Net(), torch)
        return [*grown(torch, model, range(4, 15)), *grown(torch, model, range(3, 15))], model

    found, model = run(ours)
    assert_same(found, run(theirs)[0])
    note = model.explain()[0]
    assert (note.what, note.reason) == ("a program for lengths that grow", "")


def test_a_view_that_comes_out_is_one(backend):
    """Of all rows, which it is written to with."""

    def run(torch):
        model = module_of(torch, lambda torch, x: (x[:, -1], x[:, 1:, 0]))
        found = []
        for row, column in grown(torch, model, range(4, 12)):
            row[row < 0] = 7.0
            seen = [row.stride(), row.storage_offset(), tuple(row._base.shape), row._base.sum()]
            found.append([*seen, column, column.stride(), column._base is row._base])
        return found, model

    found, model = run(ours)
    assert_same(found, run(theirs)[0])
    assert model.explain()[0].what == "a program for lengths that grow"


@pytest.mark.parametrize("is_on_host", [True, False])
def test_words_that_are_unknown_raise_what_they_raise(is_on_host, backend, monkeypatch):
    if not is_on_host:
        monkeypatch.setattr(growing_host, "MOST_HOST_SECONDS", 0.0)

    def unknown(torch, longest, word, other=WORDS):
        model, tokens = decoder(torch, longest=longest), torch.tensor([[3, 7, 1, 4]])
        model.places = torch.nn.Embedding(12, WIDTH)
        with torch.no_grad():
            for count in range(20):
                try:
                    scores = model(tokens)[:, -1, :]
                except IndexError:
                    return count
                new = torch.tensor([[other]]) if count == word else scores.argmax(-1, keepdim=True)
                tokens = torch.cat((tokens, new), dim=1)
        return None

    for word in (6, 20):  # one that is not in the table, or more places than there are
        assert unknown(ours, LONGEST, word) == unknown(theirs, LONGEST, word)
    assert unknown(ours, LONGEST, 6, -1) == unknown(theirs, LONGEST, 6, -1) == 7


@pytest.mark.parametrize("is_on_host", [True, False])
def test_words_counted_from_the_end_are_looked_up_where_pytorch_does(
    is_on_host, backend, monkeypatch
):
    if not is_on_host:
        monkeypatch.setattr(growing_host, "MOST_HOST_SECONDS", 0.0)

    def looked_up(torch):
        def own(torch, x):
            return torch.where(x < 0, x + WORDS, x)

        made = []
        for index in (lambda torch, x: x, own):

            class Model(torch.nn.Module):
                def __init__(self, index=index):
                    super().__init__()
                    self.table, self.index = torch.nn.Embedding(WORDS, WIDTH), index
                    values = np.random.default_rng(0).normal(size=(WORDS, WIDTH))
                    self.table.weight.data = torch.tensor(values, dtype=torch.float32)

                def forward(self, x):
                    index = self.index(torch, x)
                    by_index = self.table.weight[index]
                    return by_index if index is x else by_index + self.table(index)

            model, words = Model().eval(), np.random.default_rng(1).integers(-WORDS, 4, (1, 24))
            words[:, :15] %= WORDS
            with torch.no_grad():
                made += [model(torch.tensor(words[:, :n])) for n in range(4, 24)]
        return made

    assert_same(looked_up(ours), looked_up(theirs))


SCATTERED = {
    "scatter": lambda torch, x, at: torch.zeros_like(x).scatter(-1, at, x[..., :2] + 1),
    "by a number": lambda torch, x, at: x.scatter(2, at, 0.5),
    "in place": lambda torch, x, at: (x * 2).scatter_(-1, at, x),
    "places": lambda torch, x, at: written(torch, x * 2, at, x[..., :2]),
    "a row": lambda torch, x, at: x.scatter(1, torch.full((3, 1, 4), 2), 5.0),
    "rows": lambda torch, x, at: written(torch, x.reshape(-1, 4) * 2, at.reshape(-1, 2), 0.25),
}


def written(torch, x, at, values):
    sizes = [torch.arange(n).view(-1, *(1,) * (x.ndim - 1 - d)) for d, n in enumerate(x.shape[:-1])]
    x[(*sizes, at)] = values
    return x


@pytest.mark.parametrize("is_on_host", [True, False])
@pytest.mark.parametrize("name", SCATTERED)
def test_what_is_written_at_indices_of_words(name, is_on_host, backend, monkeypatch):
    """Of which some are outside, or counted from the end, which only places may be."""
    if not is_on_host:
        monkeypatch.setattr(growing_host, "MOST_HOST_SECONDS", 0.0)

    def found(torch):
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = torch.nn.Identity()

            def forward(self, x, at):
                y = SCATTERED[name](torch, self.inner(x), at)
                return y, y.cumsum(0 if y.ndim == 2 else 1)

        draw, model, made = np.random.default_rng(0), Net().eval(), []
        values = draw.normal(size=(3, 20, 4)).astype(np.float32)
        at = draw.integers(0, 2, (3, 20, 2)) + [0, 2]
        at[1, 16, 0], at[1, 18, 1] = -1, 4
        with torch.no_grad():
            for n in [*range(3, 20), *range(4, 9)]:
                try:
                    made.append(model(torch.tensor(values[:, :n]), torch.tensor(at[:, :n])))
                except (IndexError, RuntimeError) as err:
                    made.append(isinstance(err, IndexError))
        return made, model

    (made, model), (wanted, _) = found(ours), found(theirs)
    assert_same(made, wanted)
    note = model.explain()[0]
    assert (note.what == "a program for lengths that grow") == (name != "rows" or is_on_host), note


def test_a_layer_that_has_changed_is_looked_at(backend):
    def run(torch):
        model = module_of(torch, lambda torch, x: torch.softmax(x, 1))
        found = grown(torch, model, range(4, 10))
        with torch.no_grad():
            model.linear.weight.mul_(2.0)
        found += grown(torch, model, range(4, 10))
        model.scale = 0.5
        found += grown(torch, model, range(4, 10))
        model.inner.register_forward_hook(lambda module, args, result: result + 1)
        return found + grown(torch, model, range(4, 10))

    assert_same(run(ours), run(theirs))


class Layer:
    def __init__(self):
        self.keys = self.values = None

    def update(self, torch, keys, values):
        self.keys = torch.cat([self.keys, keys], 1) if self.keys is not None else keys
        self.values = torch.cat([self.values, values], 1) if self.values is not None else values
        return self.keys, self.values


class Cache:
    def __init__(self, count):
        self.layers, self.names = [Layer() for _ in range(count)], {"kind": "growing"}


def cached_decoder(torch):
    class Attention(torch.nn.Module):
        def __init__(self, at):
            super().__init__()
            self.qkv, self.at = torch.nn.Linear(WIDTH, 3 * WIDTH), at

        def forward(self, x, cache):
            q, k, v = self.qkv(x).split(WIDTH, dim=2)
            k, v = cache.layers[self.at].update(torch, k, v)
            return x + torch.softmax(q @ k.transpose(1, 2), -1) @ v

    class Decoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = torch.nn.Embedding(WORDS, WIDTH)
            self.layers = torch.nn.ModuleList([Attention(0), Attention(1)])

        def forward(self, tokens, cache=None):
            size = 0 if cache.layers[0].keys is None else cache.layers[0].keys.shape[1]
            x = self.tokens(tokens) + 0.01 * torch.arange(size, size + 1)
            for layer in self.layers:
                x = layer(x, cache)
            return {"logits": x @ self.tokens.weight.T, "cache": cache}

    return drawn(Decoder(), torch)


def test_a_cache_in_objects_grows(backend, monkeypatch):
    def run(torch, model):
        cache, word, found = Cache(2), torch.tensor([[3]]), []
        with torch.no_grad():
            for _ in range(20):
                made = model(word, cache=cache)
                assert made["cache"] is cache
                word = made["logits"][:, -1:].argmax(-1)
                found += [made["logits"], word]
        return [*found, *[x for each in cache.layers for x in (each.keys, each.values)]]

    models = [cached_decoder(torch) for torch in (ours, theirs)]
    assert_same(*[run(t, each) for t, each in zip((ours, theirs), models, strict=True)])
    assert models[0].explain()[0].what == "a program for lengths that grow"
    # the next sentences' first word has no cache, the second one a short one
    eager, call = [], growing._called_eagerly
    monkeypatch.setattr(growing, "_called_eagerly", lambda *args: eager.append(1) or call(*args))
    written, matcher_of = [], growing.matcher_of
    monkeypatch.setattr(growing, "matcher_of", lambda x: written.append(x) or matcher_of(x))
    for count in (2, 4, 6):
        assert_same(*[run(t, each) for t, each in zip((ours, theirs), models, strict=True)])
        assert (len(eager), len(written)) == (count, 1)  # of a first word's arguments


def test_what_only_a_longer_call_can_be_given_is_compared_with_it_alone(backend, monkeypatch):
    compared, compare = [], growing._compare_shortest
    monkeypatch.setattr(
        growing, "_compare_shortest", lambda *args: compared.append(args) or compare(*args)
    )

    def run(torch):
        module = torch.nn.Sequential(torch.nn.Identity()).eval()
        cls = type(module)
        module.__class__ = type("Picked", (cls,), {"forward": lambda self, x, at: x[0][:, at] * 2})
        draw, found = np.random.default_rng(0), []
        with torch.no_grad():
            for length in [*range(6, 14), *range(4, 14)]:
                x = torch.tensor(draw.normal(size=(1, length)).astype(np.float32))
                at = torch.tensor([length - 1])  # behind the end of what is cut
                found.append(module([x], at))
        return found

    assert_same(run(ours), run(theirs))
    assert len(compared) == 1


def test_a_cache_grows_while_weights_change(backend):
    def run(torch, model):
        cache, word, found = Cache(2), torch.tensor([[3]]), []
        with torch.no_grad():
            for n in range(24):
                made = model(word, cache=cache)
                word = made["logits"][:, -1:].argmax(-1)
                found += [made["logits"], word]
                if n == 14:
                    model.tokens.weight.mul_(1.5)
                if n == 16:
                    model.tokens.weight.data = model.tokens.weight.data[:, :].clone() - 0.1
                if n == 18:
                    model.layers[1].qkv = torch.nn.Linear(WIDTH, 3 * WIDTH)
                    drawn(model, torch)
                if n == 20:
                    model.tokens.weight.requires_grad_(False)
                if n == 22:
                    model.layers[0].at = model.layers[1].at = 1
        return found

    assert_same(*[run(torch, cached_decoder(torch)) for torch in (ours, theirs)])


def test_arguments_are_taken_apart_as_those_of_their_structure():
    class Held:
        def __init__(self, **values):
            vars(self).update(values)

    x, y = ours.ones(2), ours.zeros(1)
    variants = [
        [x, {"a": 3, "b": 0.0}, Held(n=2, x=y)],
        [y, {"a": 3, "b": 0.0}, Held(n=5, x=ours.ones(4)[1:3])],
        [x, {"a": 3, "b": -0.0}, Held(n=2, x=y)],
        [x, {"a": 3, "b": 0}, Held(n=2, x=y)],
        [x, {"a": 4, "b": 0.0}, Held(n=2, x=y)],
        [x, {"b": 0.0, "a": 3}, Held(n=2, x=y)],
        [x, {"a": True, "b": 0.0}, Held(n=2, x=y)],
        [x, {"a": 3, "b": 0.0}, Held(n=True, x=y)],
        [x, {"a": 3, "b": 0.0}, Held(x=y, n=2)],
        [x, {"a": 3, "b": 0.0}, Held(n=2, x=x)],
        [x, {"a": 3, "b": 0.0}, Held(n=2, x=ours.ones(2, 3).T)],
        [x, {"a": 3, "b": 0.0}, Held(n=2, x=y, z=1)],
        [[x, y, x], ours.float32, "a", None],
        [[x, y, y], ours.float32, "a", None],
        [[x, y], ours.float32, "a", None],
        [[x, y, x], ours.float64, "a", None],
        [[x, x], [x, x]],
        [x],
        [],
    ]
    same = [[x, x], [x, x]]
    same[1] = same[0]
    for one in [*variants, same]:
        parts = taken_apart(one)
        if parts is None:
            continue
        match = matcher_of(parts.structure)
        for other in [*variants, same]:
            wanted, found = taken_apart(other), match(other)
            if wanted is None or wanted.structure != parts.structure:
                assert found is None
            else:
                for n, each in enumerate((wanted.tensors, wanted.objects, wanted.numbers)):
                    assert list(map(id, found[n])) == list(map(id, each))


class Window:
    """The last states of a sentence, and how many it has had."""

    def __init__(self, kind, longest):
        self.kind, self.longest, self.seen, self.states, self.all = kind, longest, 0, None, None

    def update(self, torch, x):
        self.seen += 2 if self.kind == "by two" else x.shape[1]
        states = x if self.states is None else torch.cat((self.states, x), dim=1)
        if self.kind == "keeps both":
            self.all = states
        self.states = states[:, -self.longest :]
        return states

    def begins_at(self):
        if self.kind == "decides":
            return 1 if self.seen % 3 == 0 else 2
        return max(self.seen - self.longest, 0)


def windowed_decoder(torch):
    class Decoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = torch.nn.Embedding(WORDS, WIDTH)
            self.layers = torch.nn.ModuleList([torch.nn.Linear(WIDTH, WIDTH)])

        def forward(self, tokens, cache):
            x = self.tokens(tokens) + 0.1 * torch.arange(cache.seen, cache.seen + 1)
            states = cache.update(torch, self.layers[0](x))
            x = x + states.mean(1, keepdim=True) * (1 + cache.begins_at())
            return x @ self.tokens.weight.T

    return drawn(Decoder(), torch)


@pytest.mark.parametrize("longest", [7, 64])
@pytest.mark.parametrize("kind", ["counts", "decides", "by two", "keeps both"])
def test_ints_of_a_cache_grow(kind, longest, backend):
    """A cache counts its words, and holds a view of the last ones."""

    def run(torch, model):
        cache, word, found = Window(kind, longest), torch.tensor([[3]]), []
        with torch.no_grad():
            for _ in range(22):
                logits = model(word, cache)
                word = logits[:, -1:].argmax(-1)
                found += [logits, word, torch.tensor(cache.seen % 1000)]
                assert type(cache.seen) is int
            cache.states += 1.0
        return [*found, cache.states, *([] if cache.all is None else [cache.all])]

    models = [windowed_decoder(torch) for torch in (ours, theirs)]
    for _ in range(3):
        assert_same(*[run(t, each) for t, each in zip((ours, theirs), models, strict=True)])


def test_a_cache_that_counts_becomes_a_program(backend, monkeypatch):
    model, eager, call = windowed_decoder(ours), [], growing._called_eagerly
    for _ in range(2):
        cache = Window("counts", 64)
        with ours.no_grad():
            for n in range(20):
                model(ours.tensor([[n]]), cache)
                assert cache.seen == n + 1
    assert model.explain()[0].what == "a program for lengths that grow"
    monkeypatch.setattr(growing, "_called_eagerly", lambda *args: eager.append(1) or call(*args))
    cache = Window("counts", 64)
    with ours.no_grad():
        for n in range(20):
            model(ours.tensor([[n]]), cache)
    assert len(eager) <= 3 and cache.seen == 20 and cache.states.shape == (1, 20, WIDTH)


def both(*functions):
    def applied(x):
        for each in functions:
            x = each(x)
        return x

    return applied


def test_functions_that_a_forward_has_made_are_looked_at(backend):
    noted = []

    def larger(x):
        return x + 1

    def noting(x):
        noted.append(1)
        return x

    def run(torch, last):
        model = module_of(torch, lambda torch, x: both(torch.exp, last)(x))
        return model, grown(torch, model, range(4, 12))

    for last in (larger, noting):
        (model, found), (_, wanted) = run(ours, last), run(theirs, last)
        assert_same(found, wanted)
        notes = model.explain()
        is_program = bool(notes) and notes[0].what == "a program for lengths that grow"
        assert is_program == (last is larger)
    assert len(noted) == 16


def test_nan_goes_on_as_eagerly(backend):
    """A softmax over what has nan gives nan: NumPy's maximum needs no condition for that."""
    found = []
    for torch in (ours, theirs):
        model = cached_decoder(torch)
        with torch.no_grad():
            model.tokens.weight[WORDS - 1] = float("nan")
            for _ in range(2):
                cache, logits = Cache(2), []
                for n in range(24):
                    word = WORDS - 1 if n == 18 else n % (WORDS - 1)
                    made = model(torch.tensor([[word]]), cache=cache)["logits"]
                    logits.append(torch.nn.functional.gelu(made)[..., :-1])
        found.append(logits)
    assert_same(*found)
    is_nan = [bool(each.isnan().any()) for each in found[0]]
    assert is_nan == [n >= 18 for n in range(24)]


def activated_decoder(torch, name):
    class Decoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = torch.nn.Embedding(WORDS, WIDTH)

        def forward(self, tokens):
            x = getattr(torch, name)(3.0 * self.tokens(tokens))
            x = torch.softmax(x.masked_fill(x > 0.5, float("-inf")), -1)
            return x.mean(1, keepdim=True) + x.amax((1, 2), keepdim=True) + x[:, -1:]

    return drawn(Decoder(), torch)


@pytest.mark.parametrize("name", ["erf", "erfc"])
@pytest.mark.parametrize("rows", [1, 3])
def test_error_functions_of_few_and_of_more_elements(name, rows, backend):
    def run(torch, model):
        with torch.no_grad():
            words = torch.arange(rows * 110).reshape(rows, 110) % WORDS
            return [model(words[:, :n]) for n in range(4, 110)]

    assert_same(*[run(torch, activated_decoder(torch, name)) for torch in (ours, theirs)])


def limited_decoder(torch):
    class Decoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = torch.nn.Embedding(WORDS, WIDTH)

        def forward(self, tokens):
            x = self.tokens(tokens)
            x = x.masked_fill(x > 0.2, torch.finfo(x.dtype).min)
            return torch.softmax(x, -1) + torch.iinfo(torch.int8).max

    return drawn(Decoder(), torch)


def test_limits_of_types_only_compute(backend):
    def run(torch, model):
        with torch.no_grad():
            words = torch.arange(20)[None]
            return [model(words[:, :n]) for n in range(4, 20)]

    models = [limited_decoder(torch) for torch in (ours, theirs)]
    assert_same(*[run(t, each) for t, each in zip((ours, theirs), models, strict=True)])
    assert models[0].explain()[0].what == "a program for lengths that grow"


def test_what_else_a_forward_changes_is_changed_each_time(backend):
    def run(torch):
        model = module_of(torch, lambda torch, x: torch.softmax(x, 1))
        forward, model.count, model.seen = type(model).forward, 0, []

        def counting(self, x):
            self.count += 1
            self.seen.append(x.shape[1])
            return forward(self, x)

        type(model).forward = counting
        return [*grown(torch, model, range(4, 12)), model.count, model.seen]

    assert_same(run(ours), run(theirs))


def test_objects_among_arguments_that_change_otherwise(backend):
    class Net(ours.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = ours.nn.Identity()

        def forward(self, x, notes):
            notes.count += 1
            return self.inner(x) * notes.count

    class Notes:
        count = 0

    model, notes = Net().eval(), Notes()
    found = [model(x, notes).tolist() for x in grown(ours, ours.nn.Identity(), range(4, 10))]
    assert notes.count == 6 and len(found[-1][0]) == 9


def test_a_class_has_programs_where_modules_with_other_options_have_none(backend):
    class Net(ours.nn.Module):
        def __init__(self, width, is_sorted):
            super().__init__()
            self.inner, self.is_sorted = ours.nn.Linear(3, width), is_sorted

        def forward(self, x):
            x = self.inner(x)
            return x.sort(1).values if self.is_sorted else x

    def note(width, is_sorted):
        model = Net(width, is_sorted).eval()
        grown(ours, model, range(4, 12))
        return model.explain()[0]

    assert "no rule" in note(3, True).reason
    assert "another module" in note(3, True).reason
    assert note(3, False).what == "a program for lengths that grow"
    assert ["another module" in note(n, True).reason for n in (4, 5, 6, 7)] == [
        False, False, False, True,
    ]  # fmt: skip


def test_calls_that_do_not_grow_see_nothing_of_it(backend):
    model = decoder(ours)
    other = copy.deepcopy(model)
    generate(ours, model, 12)
    tokens = ours.tensor([[5, 2, 8, 1, 9, 11], [4, 2, 0, 7, 3, 6]])
    with ours.no_grad():
        assert ours.equal(model(tokens), other(tokens))


def test_decisions_are_found_in_what_python_does():
    def notes(length):
        made = []
        length = Length.of(length, made)
        return made, length

    found = []
    for n in (8, 9, 20):
        made, length = notes(n)
        _ = min(length + 3, 40), length % 50 == 60, bool(length - 2)
        found.append(made)
    decisions = Decisions((8, 9, 20), found)
    assert [decisions.hold_at(n) for n in (2, 3, 37, 38, 49, 50)] == [
        False, True, True, False, False, False,
    ]  # fmt: skip
    with pytest.raises(UnlikeError, match="computes with the length"):
        Decisions((8, 9), [[("end", (n,), "float")] for n in (8, 9)])
