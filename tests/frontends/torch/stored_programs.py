"""Small programs of PyTorch, whose answers are stored: they run where PyTorch is not installed.

Each takes a module ``torch``, real PyTorch or the frontend, and returns tensors, numbers and texts
in lists, tuples and dicts. ``python -m tools.torch_answers`` runs them in real PyTorch and writes
``stored_answers.json``, and the files that programs load; ``test_stored_answers.py`` holds the
frontend against them.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

ANSWERS = Path(__file__).with_name("stored_answers.json")
# what real PyTorch's ``torch.save`` has made of `checkpoint`, in its two formats
CHECKPOINTS = [Path(__file__).with_name(f"stored_{kind}.pt") for kind in ("archive", "legacy")]
SAFETENSORS = Path(__file__).with_name("stored.safetensors")  # real PyTorch's `checkpoint_kinds`

PROGRAMS: dict[str, Callable] = {}
WITH_GRADIENTS: set[str] = set()  # those that no backend without derivatives can run


def program(function: Callable) -> Callable:
    PROGRAMS[function.__name__] = function
    return function


def with_gradients(function: Callable) -> Callable:
    WITH_GRADIENTS.add(function.__name__)
    return program(function)


def as_json(value: object) -> object:
    """Return a program's answer in the form of the file: a tensor is dtype, shape and elements.

    Numbers have the digits that their dtype holds.
    """
    if isinstance(value, dict):
        return {str(key): as_json(each) for key, each in value.items()}
    if hasattr(value, "requires_grad"):
        digits = 17 if value.dtype.itemsize > 4 else 9
        elements = value.detach().resolve_conj().flatten().tolist()
        parts = [(x.real, x.imag) if isinstance(x, complex) else (x,) for x in elements]
        rounded = [
            float(f"{x:.{digits}g}") if isinstance(x, float) else x for p in parts for x in p
        ]
        return {"dtype": str(value.dtype), "shape": list(value.shape), "elements": rounded}
    if isinstance(value, (list, tuple)):
        return [as_json(each) for each in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def message(function: Callable) -> str:
    """Return the class and the first line of the error that a call raises."""
    try:
        function()
    except Exception as error:
        builtin = next(cls for cls in type(error).__mro__ if cls.__module__ == "builtins")
        first_line = next(iter(str(error).splitlines()), "")
        return f"{builtin.__name__}: {first_line.rpartition('Error: ')[2]}"
    raise AssertionError("nothing is raised")


def waves(torch, *shape: int):
    """Return numbers between -1 and 1, no two alike."""
    count = torch.Size(shape).numel()
    return (torch.arange(count, dtype=torch.float32).reshape(shape) ** 2 * 0.7 + 0.3).sin()


def gradients(function: Callable, *operands):
    """Return what a function of tensors gives, and the gradients by them of its weighted sum."""
    leaves = [x.clone().requires_grad_() for x in operands]
    result = function(*leaves)
    weights = result.detach().flatten().cumsum(0).reshape(result.shape) * 0.1 + 1
    (result * weights).sum().backward()
    return result, [leaf.grad for leaf in leaves]


# Tensors


@program
def creation(torch):
    like = torch.ones(2, 3, dtype=torch.float64)
    return [
        torch.tensor([[1, 2], [3, 4]]), torch.tensor([1.5, 2]), torch.tensor(True),
        torch.arange(1, 2, 0.25), torch.linspace(0, 1, 5), torch.logspace(0, 2, 3),
        torch.eye(2, 3), torch.full((2,), 7), torch.zeros_like(like), like.new_full((1,), 2),
        torch.tril(torch.ones(3, 3)), torch.empty(0, 2), torch.tensor([1 + 2j]),
        torch.as_tensor([1, 2]).to(torch.bfloat16), torch.meshgrid(*like[:, :2], indexing="ij"),
    ]  # fmt: skip


@program
def attributes(torch):
    x = torch.zeros(2, 3, 4).transpose(0, 2)
    return [
        list(x.shape), x.stride(), x.is_contiguous(), x.contiguous().stride(), x.numel(), x.dim(),
        x[1].storage_offset(), str(x.dtype), str(x.device), x.element_size(), x.is_floating_point(),
        torch.finfo(torch.float16).max, torch.iinfo(torch.int8).min, str(torch.get_default_dtype()),
    ]  # fmt: skip


@program
def promotion(torch):
    kinds = [torch.bool, torch.uint8, torch.int8, torch.int64, torch.float16, torch.float64]
    tensors = [torch.tensor([1, 0, 1], dtype=kind) for kind in kinds]
    pairs = [a + b for a in tensors for b in tensors]
    return [
        *pairs, *(x * 2 for x in tensors), *(x * 1.5 for x in tensors), *(x / 2 for x in tensors),
        torch.result_type(tensors[1], 1.0) == torch.float32, tensors[3].sum(), tensors[0].sum(),
    ]  # fmt: skip


@program
def elementwise(torch):
    x = waves(torch, 9)
    functions = "sin exp log1p sqrt abs sign tanh sigmoid erf expm1 lgamma digamma floor round"
    found = [getattr(torch, name)(x) for name in functions.split()]
    y = torch.arange(-4, 5)
    return found + [
        x.clamp(-0.5, 0.5), x % 0.3, y // 2, y % 3, torch.remainder(y, -3), torch.fmod(y, 3),
        x.pow(2), 2**x, torch.where(x > 0, x, -x), torch.atan2(x, y.float()),
        torch.lerp(x, -x, 0.3), y & 3, ~y, y << 1, torch.isclose(x, x + 1e-9),
        torch.nan_to_num(x.log()), torch.logit(x.abs()),
    ]  # fmt: skip


@program
def reductions(torch):
    x = waves(torch, 3, 4)
    largest = torch.max(x, 1)
    return [
        x.sum(), x.mean(0), x.std(), x.var(1, correction=0), x.prod(1, keepdim=True),
        x.amax((0, 1)), largest.values, largest.indices, x.argmin(), x.median(), torch.median(x, 0),
        x.norm(), torch.logsumexp(x, 0), x.cumsum(1), torch.cummax(x, 1), (x > 0).any(1),
        (x > -2).all(), torch.quantile(x, 0.3), x.count_nonzero(), torch.aminmax(x),
        torch.histc(x, 4),
    ]  # fmt: skip


@program
def sorting(torch):
    x = torch.tensor([[3, 1, 2, 1], [0, 5, 5, 4]])
    return [
        torch.sort(x, stable=True), x.argsort(dim=1, descending=True, stable=True),
        x.topk(2).values, x.kthvalue(2).values,
        torch.unique(x, return_inverse=True, return_counts=True), torch.unique_consecutive(x[0]),
        torch.searchsorted(torch.tensor([1, 3, 5]), x), x.msort(),
        torch.bucketize(x, torch.tensor([2, 4]), right=True), torch.bincount(x.flatten()),
        x.mode().values, torch.isin(x, torch.tensor([1, 5])), x.nonzero(), x.flip(1),
    ]  # fmt: skip


@program
def joining(torch):
    x = torch.arange(6).reshape(2, 3)
    return [
        torch.cat([x, x + 6]), torch.stack([x, -x], 1), torch.hstack([x, x]), x.chunk(2, 1),
        torch.split(x, [1, 2], 1), x.tile(1, 2), x.repeat(2, 1), x.repeat_interleave(2, 0),
        x.roll(1, 1), torch.block_diag(x, x), torch.nn.functional.pad(x, (1, 0), value=9),
        x.unbind(1), x.rot90(), torch.broadcast_tensors(x[:, :1], x[0]),
        torch.tensor_split(x, 2, 1), torch.cartesian_prod(*x),
    ]  # fmt: skip


@program
def einsum(torch):
    x, y = waves(torch, 2, 3, 4), waves(torch, 2, 4, 3)
    return [
        x @ y, torch.einsum("bij,bjk->ik", x, y), torch.einsum("bij->jb", x), torch.bmm(x, y),
        torch.tensordot(x, y, dims=([1, 2], [2, 1])), torch.outer(x[0, 0], y[0, 0]),
        x[0].mv(y[0, :, 0]), torch.addmm(torch.ones(3, 3), x[0], y[0], beta=2, alpha=0.5),
        torch.kron(x[0], y[1]).sum(0), torch.cdist(x, y.mT),
        torch.cross(x[0, :, :3], y[0, :3], dim=1), torch.trace(x[0] @ y[0]),
    ]  # fmt: skip


# Indices, views, writes


@program
def indices(torch):
    x = torch.arange(24).reshape(2, 3, 4)
    rows = torch.tensor([1, 0])
    return [
        x[1], x[..., -1], x[:, 1:, ::2], x[None, 0, 1], x[rows], x[:, [0, 2]], x[rows, :, rows],
        x[:, rows[:, None], rows], x[x % 5 == 0], x[0, x[0, :, 0] > 3], x[True].shape, x.take(rows),
        x.select(1, 2), x.narrow(2, 1, 2), x.index_select(0, rows), x[:, :, torch.tensor(2)],
        torch.gather(x, 2, x % 4), torch.take_along_dim(x, x % 3, 1), x.diagonal(0, 1, 2),
        message(lambda: x[2]), message(lambda: x[:, 5]), message(lambda: x[0, 0, 0, 0]),
    ]  # fmt: skip


@program
def writes_through_views(torch):
    x = torch.arange(12.0).reshape(3, 4)
    x[1:, 1:-1] += 10
    x.T[0] = -1
    x.view(-1)[5:7].mul_(2)
    x.diagonal().fill_(0)
    x[[0, 2], 3] = torch.tensor([7.0, 8.0])
    x[x > 9] = 9
    x.unfold(1, 2, 2)[0, 0] = 5
    y = x.expand(2, 3, 4)[1, 2]
    x[2].copy_(torch.arange(4))
    x.unsqueeze(0).squeeze(0)[1, 0] = 3
    z = x.permute(1, 0).reshape(12)  # a copy
    z.zero_()
    return x, y, x._version > 0, x[0].data_ptr() == x.data_ptr(), x[:, 1]._base is x


@program
def methods_in_place(torch):
    x = waves(torch, 3, 4)
    at = (torch.tensor([0, 0, 2]), torch.tensor([1, 1, 3]))
    x.add_(1).clamp_(0.5, 1.5).masked_fill_(x > 1.4, 0).sub_(0.25, alpha=2).t_()
    x.index_put_(at[::-1], torch.ones(3), accumulate=True)
    x.scatter_add_(0, torch.tensor([[0, 1, 2], [3, 0, 1]]), torch.ones(2, 3))
    x.index_add_(1, torch.tensor([0, 2]), torch.ones(4, 2), alpha=-1).tril_().neg_()
    made = torch.empty(3)
    same = torch.sum(x, 0, out=made)
    x.resize_(2, 2)
    x /= 3
    x **= 2
    return x, made, same is made, x.is_contiguous(), x.fill_diagonal_(0), x.zero_()


@program
def scattering(torch):
    x, at = waves(torch, 3, 4), torch.tensor([[0, 2, 1, 1], [2, 0, 0, 1]])
    return [
        torch.zeros(3, 4).scatter(0, at, x), x.scatter_reduce(0, at, x, "amax"),
        x.masked_scatter(x > 0, torch.arange(12.0)), x.index_fill(1, at[0], 5),
        x.masked_select(x < 0), x.index_copy(0, torch.tensor([2, 0]), x[:2]),
        torch.select_scatter(x, x[:, 0], 1, 2), torch.slice_scatter(x, x[:1] * 0, 0, 1, 2),
        x.put(torch.tensor([11, 0]), x[0, :2]), x.scatter(1, at, 1.0, reduce="add"),
        torch.nn.functional.one_hot(at[0], 4),
    ]  # fmt: skip


# Gradients


@with_gradients
def gradients_of_expressions(torch):
    x, y = waves(torch, 2, 3), waves(torch, 3)
    return [
        gradients(lambda x, y: (x * y).exp() / (1 + y**2), x, y),
        gradients(lambda x, y: torch.where(x > 0, x.sin(), y).cumsum(1), x, y),
        gradients(lambda x: x[:, [0, 0, 2]] @ x.T, x),
        gradients(lambda x: torch.cat([x.max(1).values, x.sort(1).values[:, 0]]).softmax(0), x),
        gradients(lambda x: x.abs().sqrt().std(0).log(), x),
        gradients(lambda x: torch.linalg.solve(x.T @ x + torch.eye(3), x.T), x),
    ]


@with_gradients
def second_derivatives(torch):
    x = waves(torch, 4).requires_grad_()
    (first,) = torch.autograd.grad((x**3).sin().sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    functional = torch.autograd.functional
    return [
        first, second, functional.jacobian(lambda x: x.cumprod(0), x),
        functional.hessian(lambda x: (x[0] * x[1:]).sum().exp(), x),
        functional.vjp(lambda x: x.tanh(), x, torch.ones(4)),
    ]  # fmt: skip


@with_gradients
def hooks(torch):
    seen = []
    x = waves(torch, 3).requires_grad_()
    y = x * 2
    y.retain_grad()
    y.register_hook(lambda grad: grad * 10)
    x.register_post_accumulate_grad_hook(lambda x: seen.append(x.grad.clone()))
    (y * y).sum().backward(retain_graph=True)
    layer = torch.nn.Linear(3, 2)
    layer.register_forward_hook(lambda module, args, output: output.detach() * 0 + 3)
    layer.register_forward_pre_hook(lambda module, args: seen.append(list(args[0].shape)))
    return x.grad, y.grad, seen, layer(x), x.is_leaf, y.is_leaf, y.grad_fn.name()


@with_gradients
def functions_of_the_users(torch):
    class Clipped(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, limit):
            ctx.save_for_backward(x)
            ctx.limit = limit
            return x.clamp(-limit, limit)

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * (x.abs() < ctx.limit) * 2, None

    return gradients(lambda x: Clipped.apply(x, 0.5) * x, waves(torch, 5))


@with_gradients
def gradients_and_writes(torch):
    def rewritten(x):
        y = x * 2
        y[1:] *= x[:-1]
        y[0] = 3
        y.view(-1)[-1].add_(x[0])
        return y

    x = waves(torch, 3).requires_grad_()
    y = x.exp()
    y.add_(1)
    with torch.no_grad():
        free = x * 2
        x += 1
    return [
        gradients(rewritten, waves(torch, 4)), x.detach(), free.requires_grad,
        x.detach().requires_grad, message(lambda: y.sum().backward()),
        message(lambda: x.add_(1)), message(lambda: torch.ones(2).sum().backward()),
        message(lambda: (x * 2).backward()), message(lambda: x.numpy()),
    ]  # fmt: skip


@with_gradients
def checkpoints(torch):
    def block(x, y):
        return (x @ y).tanh()

    checkpoint = torch.utils.checkpoint.checkpoint
    x, y = waves(torch, 2, 2), waves(torch, 2, 2)
    return gradients(lambda x, y: checkpoint(block, x, y, use_reentrant=False) * x, x, y)


# Layers


def trained(torch, model, *inputs, loss=None):
    """Return what a model gives of some inputs, and all gradients of its parameters."""
    result = model(*inputs)
    result = result[0] if isinstance(result, tuple) else result
    (result.square().mean() if loss is None else loss(result)).backward()
    return result, {name: p.grad for name, p in model.named_parameters()}


@with_gradients
def perceptron(torch):
    torch.manual_seed(0)
    nn = torch.nn
    model = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 2), nn.LogSoftmax(-1))
    return trained(torch, model, waves(torch, 5, 3)), model.state_dict()


@with_gradients
def convolutions(torch):
    torch.manual_seed(1)
    nn = torch.nn
    model = nn.Sequential(
        nn.Conv2d(2, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2),
        nn.ConvTranspose2d(3, 1, 2, stride=2), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
    )  # fmt: skip
    x = waves(torch, 2, 2, 4, 4)
    in_training = trained(torch, model, x)
    return in_training, model[1].running_mean, model[1].running_var, model.eval()(x)


@with_gradients
def recurrent(torch):
    torch.manual_seed(2)
    nn = torch.nn
    return [
        trained(torch, nn.LSTM(2, 3), waves(torch, 4, 1, 2)),
        trained(torch, nn.GRU(2, 2, batch_first=True, bidirectional=True), waves(torch, 1, 3, 2)),
        nn.RNNCell(2, 2)(waves(torch, 1, 2)),
    ]


@with_gradients
def attention(torch):
    torch.manual_seed(3)
    layer = torch.nn.TransformerEncoderLayer(4, 2, 6, dropout=0.0, batch_first=True)
    x = waves(torch, 2, 3, 4)
    mask = torch.nn.Transformer.generate_square_subsequent_mask(3)
    result, found = trained(torch, layer, x, mask)
    attend = torch.nn.functional.scaled_dot_product_attention
    return result, found["self_attn.in_proj_weight"], attend(x, x, x, is_causal=True)


@with_gradients
def embeddings_and_norms(torch):
    torch.manual_seed(4)
    nn, at = torch.nn, torch.tensor([[0, 2], [2, 1]])
    return [
        trained(torch, nn.Embedding(3, 2, padding_idx=1), at),
        trained(torch, nn.EmbeddingBag(3, 2, mode="sum"), at),
        *(
            trained(torch, norm, waves(torch, 2, 4))
            for norm in (nn.LayerNorm(4), nn.GroupNorm(2, 4), nn.BatchNorm1d(4), nn.RMSNorm(4))
        ),
    ]


@program
def dropouts(torch):
    torch.manual_seed(5)
    x = torch.ones(2, 6)
    layers = [torch.nn.Dropout(0.5), torch.nn.AlphaDropout(0.3), torch.nn.Dropout1d(0.5)]
    return [layer(x) for layer in layers], torch.nn.Dropout(0.5).eval()(x)


@program
def activations(torch):
    x, functions = waves(torch, 6) * 3, torch.nn.functional
    names = "relu elu selu celu silu mish softplus softsign hardswish relu6 logsigmoid tanhshrink"
    found = [getattr(functions, name)(x) for name in names.split()]
    return found + [
        functions.gelu(x, approximate="tanh"), functions.leaky_relu(x, 0.1), functions.glu(x),
        functions.normalize(x, dim=0), functions.hardtanh(x), functions.threshold(x, 0.1, 20),
        functions.interpolate(x[None, None], scale_factor=2, mode="linear"),
        functions.cosine_similarity(x[:3], x[3:], dim=0), functions.avg_pool1d(x[None], 2),
        functions.pixel_shuffle(waves(torch, 1, 4, 1, 2), 2), functions.softmin(x, 0),
    ]  # fmt: skip


@program
def initial_values(torch):
    torch.manual_seed(6)
    init = torch.nn.init
    made = [
        initialise(torch.empty(3, 4))
        for initialise in (
            init.uniform_, init.normal_, init.xavier_uniform_, init.xavier_normal_,
            init.kaiming_uniform_, init.kaiming_normal_, init.trunc_normal_, init.eye_,
        )
    ]  # fmt: skip
    return made, init.calculate_gain("leaky_relu", 0.2), torch.nn.Linear(2, 2).weight.detach()


@with_gradients
def parametrizations(torch):
    torch.manual_seed(7)
    nn, x = torch.nn, waves(torch, 2, 3)
    weight_normed = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2))
    vector = nn.utils.parameters_to_vector(weight_normed.parameters())
    result, found = trained(torch, weight_normed, x)
    norm = nn.utils.clip_grad_norm_(weight_normed.parameters(), 0.1)
    clipped = [p.grad for p in weight_normed.parameters()]
    packed = nn.utils.rnn.pack_padded_sequence(waves(torch, 2, 3, 1), [3, 2], batch_first=True)
    return result, list(found), vector, norm, clipped, packed.data, packed.batch_sizes


# Losses


@with_gradients
def losses(torch):
    functions, x, y = torch.nn.functional, waves(torch, 3, 4), waves(torch, 3, 4).abs()
    labels = torch.tensor([1, -100, 3])
    return [
        gradients(loss, x)
        for loss in (
            lambda x: functions.cross_entropy(x, labels, label_smoothing=0.1),
            lambda x: functions.nll_loss(x.log_softmax(1), labels, weight=y[0], reduction="sum"),
            lambda x: functions.binary_cross_entropy_with_logits(x, y, pos_weight=y[1]),
            lambda x: functions.mse_loss(x, y, reduction="none").sum(1),
            lambda x: functions.smooth_l1_loss(x, y, beta=0.5),
            lambda x: functions.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"),
            lambda x: functions.cosine_embedding_loss(x, y, torch.tensor([1, -1, 1]), 0.2),
            lambda x: functions.triplet_margin_loss(x, y, -y),
            lambda x: functions.gaussian_nll_loss(x, y, y + 0.5),
        )
    ]


# Optimizers


def fit(torch, make: Callable, *, steps: int = 10, schedule: Callable | None = None):
    """Return the losses of a training of some steps, and the parameters after it."""
    torch.manual_seed(8)
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
    optimizer = make(model.parameters())
    scheduler = None if schedule is None else schedule(optimizer)
    x = waves(torch, 8, 2)
    wanted = x[:, :1] * 2 - x[:, 1:]
    found, rates = [], []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), wanted)
        loss.backward()
        optimizer.step()
        if scheduler is not None:
            scheduler.step()
            rates.append(scheduler.get_last_lr()[0])
        found.append(loss.item())
    return found, rates, list(model.parameters())


@with_gradients
def training_with_sgd(torch):
    schedule = torch.optim.lr_scheduler.StepLR
    make = lambda ps: torch.optim.SGD(ps, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)
    return fit(torch, make, schedule=lambda optimizer: schedule(optimizer, 3, 0.5))


@with_gradients
def training_with_adam(torch):
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR
    make = lambda ps: torch.optim.Adam(ps, lr=0.05)
    return fit(torch, make, schedule=lambda optimizer: schedule(optimizer, 10))


@with_gradients
def training_with_others(torch):
    optim = torch.optim
    return [
        fit(torch, lambda ps: optim.AdamW(ps, lr=0.02, amsgrad=True), steps=3),
        fit(torch, lambda ps: optim.RMSprop(ps, lr=0.01, centered=True), steps=3),
        fit(torch, lambda ps: optim.Adagrad(ps, lr=0.1), steps=3),
    ]


@with_gradients
def training_with_lbfgs(torch):
    x = torch.tensor([-1.2, 1.0], requires_grad=True)
    optimizer = torch.optim.LBFGS([x], lr=0.5, max_iter=5, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss = (1 - x[0]) ** 2 + 5 * (x[1] - x[0] ** 2) ** 2
        loss.backward()
        return loss

    return [optimizer.step(closure).item() for _ in range(3)], x


@with_gradients
def resumed_training(torch):
    def begin():
        torch.manual_seed(9)
        model = torch.nn.Linear(2, 1)
        return model, torch.optim.Adam(model.parameters(), lr=0.1)

    def step(model, optimizer):
        optimizer.zero_grad()
        model(waves(torch, 4, 2)).square().sum().backward()
        optimizer.step()

    model, optimizer = begin()
    step(model, optimizer)
    file = io.BytesIO()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 1}, file)
    file.seek(0)
    other, its_optimizer = begin()
    loaded = torch.load(file)
    other.load_state_dict(loaded["model"])
    its_optimizer.load_state_dict(loaded["optimizer"])
    step(model, optimizer)
    step(other, its_optimizer)
    return list(other.parameters()), torch.equal(other.weight, model.weight), loaded["step"]


def checkpoint_kinds(torch) -> dict:
    """Return a tensor of each kind of dtype, by its name."""
    kinds = "bool uint8 int16 int64 float16 bfloat16 float32 float64 complex64".split()
    return {kind: waves(torch, 2, 1).to(getattr(torch, kind)) for kind in kinds}


def checkpoint(torch) -> dict:
    """Return what a checkpoint may hold: views of one memory, all kinds of types and of values."""
    torch.manual_seed(11)
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    model(waves(torch, 4, 2)).square().sum().backward()
    optimizer.step()
    memory = waves(torch, 3, 4)
    return {
        "model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3, "lr": 0.01,
        "views": [memory, memory.T, memory[1:, ::2], memory[0].expand(2, 4)],
        "kinds": checkpoint_kinds(torch),
        "parameter": torch.nn.Parameter(waves(torch, 2)), "empty": torch.empty(0, 3),
        "dtype": torch.float16, "size": torch.Size([2, 3]), "device": torch.device("cpu"),
        "state of draws": torch.get_rng_state()[:16], "names": ("a", None, {1: b"bytes".hex()}),
    }  # fmt: skip


@program
def loaded_checkpoints(torch):
    found = []
    for path in CHECKPOINTS:
        loaded = torch.load(path)
        first, turned, _, repeated = loaded["views"]
        first[0, 0] = 100
        model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
        model.load_state_dict(loaded["model"])
        found += [loaded, turned[0, 0], repeated.stride(), loaded["parameter"].requires_grad]
        found += [type(loaded["model"]).__name__, model.eval()(waves(torch, 4, 2))]
    return found


# Random numbers


@program
def draws(torch):
    torch.manual_seed(0)
    return [
        torch.rand(3), torch.randn(2, 3), torch.randn(20), torch.randint(10, (5,)),
        torch.randperm(7), torch.bernoulli(torch.full((4,), 0.5)),
        torch.multinomial(torch.tensor([0.2, 0.3, 0.5]), 4, True), torch.normal(0.0, torch.ones(2)),
        torch.empty(3).uniform_(1, 2), torch.empty(2).log_normal_(),
        torch.rand(2, dtype=torch.float64), torch.empty(2).geometric_(0.3),
    ]  # fmt: skip


@program
def generators(torch):
    generator = torch.Generator().manual_seed(42)
    first = torch.rand(2, generator=generator)
    state = generator.get_state()
    second = torch.rand(2, generator=generator)
    generator.set_state(state)
    torch.manual_seed(1)
    with torch.random.fork_rng():
        torch.rand(5)
    return [
        first, second, torch.rand(2, generator=generator), torch.rand(1), generator.initial_seed(),
        torch.initial_seed(), state.shape, torch.randperm(5, generator=generator),
    ]  # fmt: skip


@program
def distributions(torch):
    torch.manual_seed(10)
    d = torch.distributions
    x = torch.tensor([0.3, 0.6])
    made = [
        d.Normal(x, 2.0), d.Gamma(x, x), d.Beta(x, 2.0), d.Exponential(x), d.Laplace(x, 1.0),
        d.LogNormal(x, 0.5), d.StudentT(x + 3), d.Uniform(x - 1, x + 1),
    ]  # fmt: skip
    normal, other = d.Normal(0.0, 1.0), d.Normal(1.0, 2.0)
    logits = d.Categorical(logits=torch.tensor([0.1, 0.2, 0.7]))
    together = d.MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]]))
    return [
        [each.sample() for each in made], [each.log_prob(x) for each in made],
        [each.mean for each in made], d.kl_divergence(normal, other), logits.sample((4,)),
        logits.entropy(), together.log_prob(x), together.rsample(),
        d.Independent(made[0], 1).log_prob(x), d.Bernoulli(x).sample((2,)),
        d.TransformedDistribution(normal, [d.transforms.ExpTransform()]).log_prob(x), repr(normal),
    ]  # fmt: skip


# Transforms


@program
def fourier(torch):
    fft, x = torch.fft, waves(torch, 2, 6)
    return [
        fft.fft(x), fft.rfft(x), fft.irfft(fft.rfft(x)), fft.fft2(x).abs(), fft.fftshift(x),
        fft.fftfreq(5), fft.ifft(x.to(torch.complex128)), fft.rfftn(x, norm="ortho"),
        fft.hfft(x[0] + 0j),
        torch.stft(x.flatten(), 4, 2, window=torch.hann_window(4), return_complex=True),
        torch.view_as_real(fft.fft(x[0])), torch.polar(x[0].abs(), x[1]), fft.fft(x).conj().angle(),
    ]  # fmt: skip


@program
def linear_algebra(torch):
    linalg = torch.linalg
    x = waves(torch, 4, 3).double()
    square = x.T @ x + torch.eye(3, dtype=torch.float64)
    lower = linalg.cholesky(square)
    return [
        lower, linalg.inv(square), linalg.det(square), linalg.slogdet(square),
        linalg.solve(square, x.T), linalg.eigvalsh(square), linalg.svdvals(x), linalg.pinv(x),
        linalg.qr(x).R.abs(), linalg.norm(x, 1), linalg.matrix_rank(x),
        linalg.lstsq(x, x[:, :1]).solution, linalg.matrix_exp(square * 0.1),
        torch.cholesky_solve(x[:3, :1], lower), linalg.solve_triangular(lower, x[:3], upper=False),
        linalg.matrix_power(square, 3), torch.triu(square, 1), linalg.vander(x[:, 0]),
        linalg.cond(square), message(lambda: linalg.inv(torch.zeros(2, 2))),
        message(lambda: linalg.cholesky(-square)),
    ]  # fmt: skip


@with_gradients
def function_transforms(torch):
    func, x = torch.func, waves(torch, 3, 2)

    def f(x):
        return (x**2).sum().sin()

    model = torch.nn.Linear(2, 1)
    parameters = {"weight": x[:1], "bias": x[2, :1]}
    return [
        func.grad(f)(x), func.vmap(func.grad(f))(x), func.jacrev(torch.sin)(x[0]),
        func.hessian(f)(x[0]), func.jacfwd(torch.exp)(x[0]),
        func.vmap(torch.dot, in_dims=(0, None))(x, x[0]), func.grad_and_value(f)(x),
        func.jvp(f, (x,), (torch.ones(3, 2),)), func.vjp(torch.tanh, x)[1](torch.ones(3, 2)),
        func.functional_call(model, parameters, (x,)),
        func.vmap(lambda x: x.sort().values, out_dims=1)(x),
    ]  # fmt: skip


@with_gradients
def compiled(torch):
    @torch.compile(backend="eager")  # inductor takes PyTorch 20 seconds
    def f(x, n):
        for i in range(n):
            x = torch.where(x > 0, x * 2, x.exp()) - i
        return x, x.sum()

    model = torch.nn.Linear(2, 2)
    with torch.no_grad():
        model.weight.fill_(0.5), model.bias.fill_(1)
    x = waves(torch, 3, 2)
    return [
        f(x, 3),
        f(x[:2], 2),
        trained(torch, torch.compile(model), x)[0],
        torch.compile(f)(x, 1),
    ]


# Modules, data


@program
def modules(torch):
    nn = torch.nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Dropout(0.1)])
            self.by_name = nn.ModuleDict({"conv": nn.Conv1d(1, 2, 3, bias=False)})
            self.scale = nn.Parameter(torch.ones(1))
            self.register_buffer("count", torch.zeros(1), persistent=False)
            self.register_buffer("mean", torch.zeros(2, dtype=torch.float64))

        def forward(self, x):
            return self.layers[0](x) * self.scale

    net = Net()
    state = net.state_dict()
    wrong = {**state, "more": torch.ones(1), "scale": torch.ones(2)}
    del wrong["mean"]
    return [
        repr(net), list(state), [name for name, _ in net.named_modules()],
        {name: list(p.shape) for name, p in net.named_parameters()}, dict(net.named_buffers()),
        str(net.load_state_dict(state)), message(lambda: net.load_state_dict(wrong)),
        sum(p.numel() for p in net.parameters()), net.eval().training, str(net.half().scale.dtype),
        net.requires_grad_(False).scale.requires_grad, message(lambda: net(torch.ones(3, 3))),
        message(lambda: net.nothing), str(net.double()(torch.ones(2).double()).dtype),
    ]  # fmt: skip


@program
def loaded_data(torch):
    data = torch.utils.data

    class Squares(data.Dataset):
        def __len__(self):
            return 7

        def __getitem__(self, at):
            return {"x": torch.tensor(float(at)), "y": at * at, "name": f"no {at}"}

    generator = torch.Generator().manual_seed(3)
    pairs = data.TensorDataset(torch.arange(5), torch.arange(5) ** 2)
    parts = data.random_split(pairs, [3, 2], generator=generator)
    weighted = data.WeightedRandomSampler([1, 2, 3], 4, generator=generator)
    return [
        list(data.DataLoader(Squares(), batch_size=3, shuffle=True, generator=generator)),
        list(data.DataLoader(pairs, batch_size=2, drop_last=True)),
        [part.indices for part in parts], list(weighted),
        list(data.BatchSampler(data.SequentialSampler(pairs), 2, False)),
        data.default_collate([(1, 2.0), (3, 4.0)]), len(data.ConcatDataset([pairs, pairs])),
    ]  # fmt: skip


@with_gradients
def derived_classes(torch):
    class Labelled(torch.Tensor):
        def __new__(cls, values, *, label):
            made = torch.tensor(values).as_subclass(cls)
            made.label = label
            return made

    x = Labelled([1.0, 2.0], label="a")
    x[0] = 3.0
    y = (x.requires_grad_() * torch.ones(2)).split(1)
    y[0].sum().backward()
    names = [type(each).__name__ for each in (x, y[0], x.detach(), x.max(0).values, x.grad)]
    return names, x.label, x.tolist(), x.grad, repr(x)


@program
def printed_tensors(torch):
    x = torch.arange(6.0).reshape(2, 3)
    return [
        repr(each)
        for each in (
            x, x / 4, x.int(), x > 2, x * 1e6, x[0, 1], torch.empty(0, 3), torch.zeros(30, 40),
            x.to(torch.complex64), torch.tensor([float("nan"), float("inf"), 1.0]), x.double(),
            torch.tensor([1e-8, 1.0]), x.half(), torch.Size([2, 3]), torch.float32, x.shape,
            torch.device("cpu"), torch.tensor(3), torch.arange(2000), x.requires_grad_(),
        )
    ] + [f"{x[0, 1]:.2f}", str(x.detach()), f"{x.detach().sum()}"]  # fmt: skip


@program
def mistakes(torch):
    x, functions = torch.ones(2, 3), torch.nn.functional
    calls = (
        lambda: x @ x, lambda: x + torch.ones(2), lambda: x.reshape(4), lambda: x.view(5, -1),
        lambda: torch.cat([x, x[0]]), lambda: x.sum(3), lambda: torch.stack([x, x.T]),
        lambda: functions.linear(x, torch.ones(2, 2)), lambda: x.squeeze(5), lambda: bool(x),
        lambda: x.item(), lambda: functions.cross_entropy(x, torch.tensor([1, 5])),
        lambda: torch.arange(3).mean(), lambda: x.expand(3, 3), lambda: torch.zeros(-1),
        lambda: torch.tensor([[1, 2], [3]]), lambda: x.permute(0, 0), lambda: x.int().add_(0.5),
        lambda: x.no_such_method(), lambda: torch.no_such_name,
    )  # fmt: skip
    return [message(call) for call in calls]
