"""What scripts say beside operators: tensors made, moved and looked at, modules, optimizers."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

# x, y: 8 x 16 floats; v: 16 floats; i: 8 integers below 8; m: 8 x 16 booleans; n: an array of NumPy
SETUP = """
import numpy as np
g = torch.Generator().manual_seed(0)
x, y, v = torch.rand(E, 2 * E), torch.rand(E, 2 * E), torch.rand(2 * E)
p = torch.nn.Parameter(torch.rand(E, 2 * E)); q = torch.nn.Parameter(torch.rand(E, 2 * E))
w = torch.rand(E, 2 * E, requires_grad=True)
i = torch.randint(0, E, (E,)); m = x > 0.5; n = np.random.rand(E, 2 * E).astype('float32')
s = torch.tensor(1.5); F = torch.nn.functional; nn = torch.nn; k = torch.arange(E)
img = torch.rand(2, 3, E, E); seq = torch.rand(E, 2, 2 * E); D = torch.distributions
"""
# a statement, or what is done before it once, ``|``, and the statement
STATEMENTS = """
torch.tensor([1.0, 2.0, 3.0])
torch.tensor([[1, 2], [3, 4]])
torch.tensor(n)
torch.tensor(3.0)
torch.Tensor([1.0, 2.0])
torch.FloatTensor([1.0, 2.0])
torch.LongTensor([1, 2])
torch.from_numpy(n)
torch.as_tensor(n)
torch.zeros(E, 2 * E)
torch.ones(E)
torch.full((E,), 2.0)
torch.empty(E, E)
torch.arange(E)
torch.arange(0, 1, 0.1)
torch.linspace(0, 1, E)
torch.eye(E)
torch.randn(E, 2 * E)
torch.rand(E)
torch.randint(0, 10, (E,))
torch.randperm(E)
torch.zeros_like(x)
torch.ones_like(x)
torch.rand_like(x)
torch.randn_like(x)
torch.full_like(x, 2.0)
x.new_zeros(E)
x.new_tensor([1.0, 2.0])
x.numpy()
x.tolist()
v.tolist()
s.item()
float(s)
int(s)
bool(s > 1)
len(x)
list(x)
[r for r in v]
x.shape
x.size(0)
x.dtype
x.device
x.dim()
x.numel()
x.is_cuda
x.requires_grad
x.stride()
x.is_contiguous()
x.detach()
w.detach()
p.data
p.detach().clone()
p.data.clone()
x.clone()
x.cpu()
x.to('cpu')
x.to(torch.float64)
x.to(torch.device('cpu'))
x.double()
x.float()
x.long()
x.half()
x.int()
m.float()
x.type(torch.float64)
x.type_as(y)
x.contiguous()
x.t()
x.T
x.view(-1)
x.view(2, -1)
x.reshape(-1)
x.flatten()
x.transpose(0, 1)
x.permute(1, 0)
x.unsqueeze(0)
x.squeeze()
x.expand(2, -1, -1)
x.repeat(2, 1)
x.chunk(2)
x.split(2)
x.unbind()
x[0]
x[0, 1]
x[:, 0]
x[1:3]
x[..., None]
x[i]
x[m]
x[k, i]
x[:, [0, 1]]
x[0, 1].item()
x[0] = v
x[0, 1] = 2.0
x[i] = 0.0
x[m] = 0.0
x[:, 1:3] = y[:, 1:3]
x[k, i] = 1.0
x[0] += v
x += y
x.add_(y)
x.add_(y, alpha=0.1)
x.mul_(0.9)
x.mul_(0.9).add_(y, alpha=0.1)
x.sub_(y)
x.div_(2.0)
x.clamp_(0, 1)
x.zero_()
x.fill_(1.0)
x.copy_(y)
x.lerp_(y, 0.1)
x.addcmul_(x, y, value=0.1)
x.addcdiv_(x, y + 1, value=0.1)
x.normal_()
x.uniform_()
x.bernoulli_(0.5)
x.masked_fill_(m, 0.0)
x.masked_fill(m, 0.0)
x.index_add_(0, i, y)
x.scatter_(1, i[:, None], 1.0)
x.scatter_add_(1, i[:, None], y)
x.index_select(0, i)
x.gather(1, i[:, None])
x.index_fill_(0, i, 0.0)
p.data.copy_(q.data)
p.data.copy_(0.005 * q.data + 0.995 * p.data)
p.data.mul_(0.9)
p.data.add_(q.data, alpha=0.1)
p.data.fill_(0.0)
p.data.clamp_(-1, 1)
with torch.no_grad(): p.copy_(q)
with torch.no_grad(): p.mul_(0.9)
with torch.no_grad(): p.sub_(q, alpha=0.01)
with torch.no_grad(): p -= 0.1 * q
with torch.no_grad(): x + y
torch.no_grad().__enter__().__class__ if False else None
x + y
x - 1
2 * x
x / y
x ** 2
-x
x @ y.T
x > 0.5
(x > 0.5).sum()
x == y
~m
m & m
k % 2
k // 2
k + 1
abs(x)
x.sum()
x.mean()
x.sum(1)
x.mean(dim=1, keepdim=True)
x.max()
x.max(1)
x.argmax(1)
x.argmax(dim=1, keepdim=True)
x.min()
x.std()
x.var(0)
x.norm()
x.norm(dim=1)
x.cumsum(1)
x.prod(1)
x.any()
m.all()
m.sum().item()
x.sort(1)
x.topk(3)
x.argsort(1)
x.exp()
x.log()
x.sqrt()
x.rsqrt()
x.sin()
x.abs()
x.sign()
x.floor()
x.round()
x.clamp(0, 1)
x.clamp(min=0.5)
x.sigmoid()
x.tanh()
x.relu()
x.softmax(1)
x.log_softmax(1)
x.pow(2)
x.eq(y)
x.view_as(y)
i.eq(k).sum().item()
x.triu()
x.tril()
v.diag()
x.flip(0)
x.roll(1, 0)
x.unique()
i.bincount()
x.nonzero()
x.isnan().any()
torch.isfinite(x).all()
torch.cat([x, y])
torch.cat([x, y], dim=1)
torch.stack([x, y])
torch.stack([v, v], 1)
torch.where(m, x, y)
torch.where(m, x, torch.zeros_like(x))
torch.matmul(x, y.T)
torch.mm(x, y.T)
torch.bmm(x[None], y.T[None])
torch.einsum('ij,kj->ik', x, y)
torch.max(x, y)
torch.minimum(x, y)
torch.outer(v, v)
torch.dot(v, v)
torch.mv(x, v)
torch.addmm(x @ x.T, x, y.T)
torch.abs(x)
torch.exp(x)
torch.sqrt(x)
torch.sum(x, dim=1)
torch.mean(x)
torch.argmax(x, dim=-1)
torch.sigmoid(x)
torch.tanh(x)
torch.relu(x)
torch.softmax(x, dim=-1)
torch.clamp(x, 0, 1)
torch.allclose(x, x)
torch.equal(x, x)
torch.multinomial(x, 1)
torch.bernoulli(x)
torch.normal(0.0, 1.0, (E,))
torch.meshgrid(k, k, indexing='ij')
torch.linalg.norm(x)
torch.linalg.inv(x @ x.T + torch.eye(E))
torch.linalg.solve(x @ x.T + torch.eye(E), x)
torch.linalg.svd(x)
torch.linalg.eigh(x @ x.T)
torch.linalg.cholesky(x @ x.T + E * torch.eye(E))
torch.linalg.qr(x)
torch.fft.rfft(x)
torch.fft.fft2(x)
torch.cdist(x, y)
torch.tril(torch.ones(E, E))
torch.is_tensor(x)
torch.manual_seed(0)
torch.no_grad()
F.relu(x)
F.gelu(x)
F.silu(x)
F.leaky_relu(x, 0.2)
F.elu(x)
F.softplus(x)
F.softmax(x, dim=1)
F.log_softmax(x, dim=1)
F.dropout(x, 0.5)
F.dropout(x, 0.5, training=False)
F.one_hot(i, E)
F.one_hot(i, E).float()
F.normalize(x, dim=1)
F.linear(x, y)
F.linear(x, y, v[:E])
F.mse_loss(x, y)
F.l1_loss(x, y)
F.smooth_l1_loss(x, y)
F.huber_loss(x, y)
F.cross_entropy(x, i)
F.nll_loss(x.log_softmax(1), i)
F.binary_cross_entropy(x, y)
F.binary_cross_entropy_with_logits(x, y)
F.kl_div(x.log_softmax(1), y, reduction='batchmean')
F.cosine_similarity(x, y)
F.pairwise_distance(x, y)
F.embedding(i, x)
F.pad(x, (1, 1))
F.layer_norm(x, (2 * E,))
F.batch_norm(x, None, None, training=True)
F.max_pool2d(img, 2)
F.avg_pool2d(img, 2)
F.adaptive_avg_pool2d(img, 1)
F.interpolate(img, scale_factor=2)
F.conv2d(img, img, padding=1)
F.conv1d(img[:, :, 0], img[:, :, 0])
F.unfold(img, 2)
F.scaled_dot_product_attention(x[None], y[None], y[None])
F.gumbel_softmax(x)
l = nn.Linear(2 * E, E) | l(x)
l = nn.Sequential(nn.Linear(2 * E, E), nn.ReLU(), nn.Linear(E, 1)) | l(x)
l = nn.Sequential(nn.Linear(2 * E, E), nn.Tanh(), nn.Linear(E, 1)) | torch.no_grad()(l)(x)
l = nn.Embedding(E, 4) | l(i)
l = nn.LayerNorm(2 * E) | l(x)
l = nn.BatchNorm1d(2 * E) | l(x)
l = nn.BatchNorm1d(2 * E).eval() | l(x)
l = nn.BatchNorm2d(3) | l(img)
l = nn.GroupNorm(1, 3) | l(img)
l = nn.Dropout(0.1) | l(x)
l = nn.Conv2d(3, 4, 3) | l(img)
l = nn.Conv1d(3, 4, 3) | l(img[:, :, 0])
l = nn.ConvTranspose2d(3, 4, 3) | l(img)
l = nn.MaxPool2d(2) | l(img)
l = nn.LSTM(2 * E, E) | l(seq)
l = nn.GRU(2 * E, E) | l(seq)
l = nn.RNN(2 * E, E) | l(seq)
l = nn.LSTMCell(2 * E, E) | l(x)
l = nn.GRUCell(2 * E, E) | l(x)
l = nn.MultiheadAttention(2 * E, 2) | l(seq, seq, seq)
l = nn.TransformerEncoderLayer(2 * E, 2, 16) | l(seq)
l = nn.CrossEntropyLoss() | l(x, i)
l = nn.MSELoss() | l(x, y)
l = nn.Linear(2 * E, E) | l(x).sum().backward()
l = nn.Sequential(nn.Linear(2 * E, E), nn.ReLU(), nn.Linear(E, 1)) | l(x).mean().backward()
l = nn.Linear(2 * E, E) | l.zero_grad()
l = nn.Linear(2 * E, E) | l.state_dict()
l = nn.Linear(2 * E, E); o = nn.Linear(2 * E, E) | o.load_state_dict(l.state_dict())
l = nn.Linear(2 * E, E) | list(l.parameters())
l = nn.Linear(2 * E, E) | l.train()
l = nn.Linear(2 * E, E) | l.eval()
l = nn.Linear(2 * E, E) | l.to('cpu')
l = nn.Linear(2 * E, E) | sum(z.numel() for z in l.parameters())
l = nn.Linear(2 * E, E); o = nn.Linear(2 * E, E) | for a, b in zip(l.parameters(), o.parameters()): a.data.copy_(0.01 * b.data + 0.99 * a.data)
l = nn.Linear(2 * E, E); l(x).sum().backward() | nn.utils.clip_grad_norm_(l.parameters(), 1.0)
l = nn.Linear(2 * E, E); l(x).sum().backward() | nn.utils.clip_grad_value_(l.parameters(), 1.0)
l = nn.Linear(2 * E, E) | nn.utils.parameters_to_vector(l.parameters())
l = nn.Linear(2 * E, E) | nn.Linear(2 * E, E)
l = nn.Linear(2 * E, E) | nn.init.xavier_uniform_(l.weight)
l = nn.Linear(2 * E, E) | nn.init.orthogonal_(l.weight)
l = nn.Linear(2 * E, E) | nn.init.constant_(l.bias, 0.0)
l = nn.Linear(2 * E, E) | nn.init.normal_(l.weight, 0, 0.01)
l = nn.Linear(2 * E, E) | nn.init.kaiming_normal_(l.weight)
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.SGD(l.parameters(), 0.0) | o.step()
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.SGD(l.parameters(), 0.0, momentum=0.9) | o.step()
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.Adam(l.parameters(), 0.0) | o.step()
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.AdamW(l.parameters(), 0.0) | o.step()
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.RMSprop(l.parameters(), 0.0) | o.step()
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.Adagrad(l.parameters(), 0.0) | o.step()
l = nn.Linear(2 * E, E); l(x).sum().backward(); o = torch.optim.Adadelta(l.parameters(), 0.0) | o.step()
l = nn.Linear(2 * E, E); o = torch.optim.Adam(l.parameters(), 0.0) | o.zero_grad()
l = nn.Linear(2 * E, E); o = torch.optim.Adam(l.parameters(), 0.0); z = torch.optim.lr_scheduler.StepLR(o, 10) | z.step()
l = nn.Linear(2 * E, E); o = torch.optim.Adam(l.parameters(), 0.1); z = torch.optim.lr_scheduler.CosineAnnealingLR(o, 10) | z.step()
w.sum().backward()
(w * x).mean().backward()
((w - x) ** 2).mean().backward()
torch.autograd.grad((w * w).sum(), w)
(w @ y.T).relu().sum().backward()
w[0].sum().backward()
F.cross_entropy(w, i).backward()
F.mse_loss(w, y).item()
d = D.Normal(v, 1.0) | d.sample()
d = D.Normal(v, 1.0) | d.rsample()
d = D.Normal(v, 1.0) | d.log_prob(v)
d = D.Normal(v, 1.0) | d.entropy()
D.Normal(v, 1.0)
D.Normal(v, 1.0).log_prob(v).sum()
D.Categorical(logits=x)
D.Categorical(logits=x).sample()
D.Categorical(probs=x.softmax(1)).log_prob(i)
D.Categorical(logits=x).entropy()
D.Bernoulli(probs=x).sample()
D.Uniform(0.0, 1.0).sample((E,))
D.Beta(v, v).log_prob(v * 0.9)
D.kl_divergence(D.Normal(v, 1.0), D.Normal(0.0, 1.0)).sum()
D.MultivariateNormal(v, torch.eye(2 * E)).log_prob(v)
o = torch.utils.data.TensorDataset(x, i) | o[0]
o = torch.utils.data.TensorDataset(x, i) | list(torch.utils.data.DataLoader(o, batch_size=4))
o = torch.utils.data.TensorDataset(x, i) | list(torch.utils.data.DataLoader(o, batch_size=4, shuffle=True))
torch.utils.data.default_collate([(x[0], 1), (x[1], 2)])
for r in x: r.sum()
for j in range(3): x[j] = y[j]
str(x.shape)
repr(s)
hash(x)
x.data_ptr()
x is y
import copy | copy.deepcopy(x)
import copy; l = nn.Linear(2 * E, E) | copy.deepcopy(l)
""".strip().splitlines()  # noqa: E501


def resize(edge: int) -> None:
    """Have the tensors be of ``edge`` and of twice as many elements an axis."""
    _edge[0] = edge


_edge = [8]


def drawn(frontend, dtype: str, only: str, most: int) -> Iterator[tuple[str, str, Callable]]:
    """Yield a statement, its variant, and what makes the two calls, as ``operators.drawn``."""
    if dtype != "float32":
        return
    import torch

    for line in STATEMENTS:
        if only in line:
            yield (
                line,
                "statement",
                lambda text=line: tuple(_call(text, module) for module in (torch, frontend)),
            )


def _call(line: str, module) -> Callable:
    before, _, statement = line.rpartition(" | ")
    scope = {"torch": module, "E": _edge[0]}
    exec(SETUP, scope)
    exec(before, scope)
    try:
        code = compile(statement, "<statement>", "eval")
    except SyntaxError:
        exec(compile(f"def run():\n    global x, p\n    {statement}", "<statement>", "exec"), scope)
        return scope["run"]
    return eval("lambda: " + statement, scope) if code else None


def quiet() -> None:
    """Have no warning shown, which would be timed."""
    warnings.simplefilter("ignore")
