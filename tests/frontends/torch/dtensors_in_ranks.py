"""Checks of ``torch.distributed.tensor`` that two ranks run, of real PyTorch and of the frontend.

Each returns what a rank has in the end, as JSON can say it.
"""

import copy
import io

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed._tensor.device_mesh import DeviceMesh  # of before it was public
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import (
    DTensor,
    Partial,
    Replicate,
    Shard,
    distribute_module,
    distribute_tensor,
    full,
    ones,
    zeros,
)
from torch.distributed.tensor.experimental import implicit_replication, local_map
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)

from tests.frontends.torch.rank_results import write_results

WHOLE = Replicate()


def mesh():
    return init_device_mesh("cpu", (2,), mesh_dim_names=("tp",))


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def of(x, placement):
    return distribute_tensor(x, mesh(), [placement])


def told(x):
    """Return all that a rank can tell of a result."""
    if isinstance(x, (list, tuple)):
        return [told(each) for each in x]
    if isinstance(x, DTensor):
        facts = [str(x.placements), list(x.shape), str(x.dtype), list(x.stride())]
        return [*facts, x.to_local().tolist(), x.full_tensor().tolist()]
    return str(x)


def error_of(call):
    try:
        call()
    except (AssertionError, LookupError, RuntimeError, TypeError, ValueError) as error:
        kinds = (AssertionError, KeyError, NotImplementedError, TypeError, ValueError, RuntimeError)
        kind = next(kind for kind in kinds if isinstance(error, kind))
        return [kind.__name__, str(error)[:50]]
    return "no error"


def meshes():
    one, grid = mesh(), init_device_mesh("cpu", (1, 2), mesh_dim_names=("dp", "tp"))
    part = grid["tp"]
    found = [
        str(one), str(grid), str(part), str(init_device_mesh("cpu", (2, 1))),
        str(grid._flatten("all")), one.mesh, one.size(), grid.size(1), grid.shape, grid.ndim,
        grid.mesh_dim_names, grid.get_local_rank("tp"), grid.get_local_rank(0),
        grid.get_coordinate(), grid.get_rank(), one.device_type, part == grid["tp"], one == part,
        dist.get_process_group_ranks(grid.get_group("tp")), len(grid.get_all_groups()),
        dist.get_process_group_ranks(one.get_group()), DeviceMesh("cpu", [1, 0]).mesh,
        DeviceMesh.from_group(one.get_group(), "cpu"), grid["dp", "tp"] is grid,
    ]  # fmt: skip
    with one:
        found.append(distribute_tensor(drawn(2, 2)).device_mesh)
    return [str(each) for each in found]


def mistakes_of_meshes():
    grid = init_device_mesh("cpu", (1, 2), mesh_dim_names=("dp", "tp"))
    x = of(drawn(4, 6), Shard(0))
    return [error_of(call) for call in (
        lambda: init_device_mesh("cpu", (4,)),
        lambda: init_device_mesh("cpu", (2,), mesh_dim_names=("a", "b")),
        lambda: init_device_mesh("cpu", (1, 2), mesh_dim_names=("a", "a")),
        lambda: init_device_mesh("cpu:0", (2,)),
        lambda: grid["other"],
        lambda: grid.get_group(),
        lambda: grid.get_local_rank(),
        lambda: init_device_mesh("cpu", (2,))["tp"],
        lambda: distribute_tensor(drawn(2, 2), mesh(), [Shard(0), Shard(1)]),
        lambda: distribute_tensor(drawn(2, 2), mesh(), [Shard(5)]),
        lambda: distribute_tensor(x, mesh(), [WHOLE]),
        lambda: distribute_tensor(nn.Parameter(drawn(2)) * 2, mesh(), [WHOLE]),
        lambda: DTensor.from_local(x, mesh(), [WHOLE]),
        lambda: DTensor.from_local(drawn(2), grid, [Partial(), Partial("max")]),
        lambda: x.redistribute(mesh()),
        lambda: x.redistribute(mesh(), [Partial()]),
        lambda: x.tolist(),
        lambda: x.numpy(),
    )]  # fmt: skip


def pairs_of_placements():
    """Values and gradients of each exchange, of equal and of unequal parts."""
    found = []
    for shape in ((4, 6), (5, 3), (1, 4), (2, 3, 4)):
        whole, weight = drawn(*shape, seed=1), drawn(*shape, seed=2)
        cuts = [Shard(dim) for dim in range(len(shape))]
        for source in (WHOLE, Partial(), Partial("avg"), Partial("max"), *cuts):
            part = of(whole, source).to_local().detach().clone()
            part += 0.5 * dist.get_rank() if source.is_partial() else 0
            for target in (WHOLE, *cuts, None):
                given = part.clone().requires_grad_()
                x = DTensor.from_local(
                    given, mesh(), [source], shape=whole.size(), stride=whole.stride()
                )
                if target is None:
                    result = x.full_tensor()
                    (result * weight).sum().backward()
                else:
                    x = x.redistribute(placements=[target])
                    (x * of(weight, target)).sum().full_tensor().backward()
                    result = x.to_local()
                found.append([result.tolist(), given.grad.tolist(), str(x.placements)])
    return found


def placements_of_gradients():
    found = []
    for wanted in (WHOLE, Partial()):
        given = drawn(2, 3).requires_grad_()
        x = DTensor.from_local(given, mesh(), [WHOLE])
        (x.to_local(grad_placements=[wanted]) * (1 + dist.get_rank())).sum().backward()
        found.append(given.grad.tolist() if wanted.is_partial() else None)
    given = drawn(4, 3).requires_grad_()
    x = DTensor.from_local(given, mesh(), [WHOLE], grad_placements=[WHOLE])
    (x @ of(drawn(3, 4), Shard(1))).full_tensor().square().sum().backward()
    return [*found, given.grad.tolist()]


def elementwise():
    x, y, p = of(drawn(4, 6), Shard(0)), of(drawn(4, 6), Shard(1)), of(drawn(4, 6), Partial())
    a, w = of(drawn(4, 6), Partial("avg")), of(drawn(4, 6), WHOLE)
    u = of(drawn(5, 3), Shard(0))
    return told([
        x + x, x + w, x + y, p + p, p + w, p - w, p * w, p * 2, 2 * p, p / 2, p + 2, 1 - p, -p,
        x + p, x * p, p.relu(), p**2, p.abs(), a + a, a * 2, a + 1, a + w, torch.maximum(p, p),
        torch.where(x > 0, x, w), x.clone(), torch.zeros_like(x), torch.ones_like(p),
        x.new_zeros(3, 3), x.new_zeros(4, 6), x.to(torch.float64), x.double(), p.bfloat16(),
        F.gelu(x), x.masked_fill(x > 0, 0), u + u, x.clone().add_(w), w.clone().add_(p), x > w,
        x + 2.5, x.clone().zero_(), x.clone().copy_(w), x + torch.tensor(2.0), x / x.norm(),
        torch.equal(x, x), len(x), x.is_contiguous(), isinstance(nn.Parameter(x), nn.Parameter),
        x.dim(), x.size(), x.size(1), x.numel(), x.type_as(x.double()), x.to(x > 0),
        x.is_conj(), x.is_neg(), x.is_inference(),
    ])  # fmt: skip


def reductions():
    x, p, u = of(drawn(4, 6), Shard(0)), of(drawn(4, 6), Partial()), of(drawn(5, 3), Shard(0))
    return told([
        x.sum(), x.sum(0), x.sum(1), x.sum(0, keepdim=True), p.sum(), u.sum(), x.mean(), u.mean(),
        u.mean(0), p.mean(), x.max(), x.amax(0), list(x.max(0)), list(x.max(1)), x.argmax(0),
        x.argmax(1), x.norm(), torch.linalg.vector_norm(x), x.var(), x.std(0), x.std(1), x.prod(),
        (x > 0).all(), (x > 0).any(), F.softmax(x, -1), F.softmax(x, 0), F.log_softmax(x, -1),
        x.cumsum(0), x.cumsum(1), x.sort(0)[0], x.topk(2, 0)[0], list(x.topk(2, 1)), x.flip(0),
        x.flip(1), x.roll(1, 0), x.tril(), bool(x.sum() > 0),
    ])  # fmt: skip


def shapes():
    x, y, p, u = (of(drawn(4, 6), Shard(0)), of(drawn(4, 6), Shard(1)), of(drawn(4, 6), Partial()),
                  of(drawn(5, 3), Shard(0)))  # fmt: skip
    w, zeros_ = of(drawn(4, 6), WHOLE), of(torch.zeros(4, 1, dtype=torch.int64), Shard(0))
    return told([
        x.view(2, 2, 6), x.view(24), x.view(4, 2, 3), x.view(-1, 6), x.flatten(), x.T, y.T, u.T,
        x.permute(1, 0), x.transpose(0, 1), x.unsqueeze(0), x.unsqueeze(1).squeeze(1), x[0], x[:2],
        x[:, 1], x[:, 1:3], x[..., 0], x[None], p[0], list(x.chunk(2, 1)), list(x.chunk(2, 0)),
        list(x.split(2, 0)), list(x.unbind(1)), torch.cat([x, x], 0), torch.cat([x, x], 1),
        torch.cat([x, w], 1), torch.cat([p, p]), torch.stack([x, x]), x.repeat(2, 1),
        x.unsqueeze(0).expand(3, 4, 6), x.gather(1, zeros_), p.view(24), x.movedim(0, 1),
        x.unflatten(1, (2, 3)), x.reshape(2, 12), x.index_select(1, of(torch.tensor([2, 0]), WHOLE))
    ])  # fmt: skip


def products():
    x, y, p, w = (
        of(drawn(4, 6), placement) for placement in (Shard(0), Shard(1), Partial(), WHOLE)
    )
    rows, columns = of(drawn(8, 6), Shard(0)), of(drawn(8, 6), Shard(1))
    bias, indices, table = drawn(8), torch.tensor([1, 2, 3, 0]), drawn(10, 4)
    return told([
        x @ w.T, w @ x.T, y @ y.T, x @ y.T, x @ x.T, p @ w.T, y @ w[0], w[0] @ y[0],
        torch.addmm(w[:, :4], x, w.T), torch.bmm(x.unsqueeze(1), x.unsqueeze(2)),
        torch.einsum("ij,kj->ik", x, w), F.linear(w, rows, of(bias, Shard(0))),
        F.linear(y, columns, of(bias, WHOLE)), F.layer_norm(x, (6,)), F.layer_norm(y, (6,)),
        F.embedding(of(indices, WHOLE), of(table, Shard(0))).full_tensor(),
        F.embedding(of(indices, WHOLE), of(table, Shard(1))),
        F.embedding(of(indices, Shard(0)), of(table, WHOLE)),
        F.cross_entropy(x, of(indices, Shard(0))), F.cross_entropy(w, of(indices, WHOLE)),
        F.cross_entropy(x, of(indices, Shard(0)), reduction="sum"), F.mse_loss(x, x * 2),
        torch.linalg.inv(of(torch.eye(4) * 2, Shard(0))),
    ])  # fmt: skip


def gradients():
    """The gradients of one loss, with its operands cut in all ways."""
    found = []
    targets = torch.tensor([1, 5, 2, 0])
    for one in (WHOLE, Shard(0), Shard(1)):
        for two in (WHOLE, Shard(0), Shard(1)):
            x, w = (of(t, p).requires_grad_() for t, p in ((drawn(4, 6), one), (drawn(8, 6), two)))
            b, scale = of(drawn(8), WHOLE).requires_grad_(), of(drawn(6), WHOLE).requires_grad_()
            y = F.linear(F.layer_norm(x, (6,), scale) * 0.5, w, b).relu()
            rows = y.redistribute(placements=[Shard(0)])
            loss = (
                y.mean() + rows.square().mean() + (x * y[:, :6]).sum() + y.softmax(-1)[:, 0].sum()
            )
            loss = loss + F.cross_entropy(rows, of(targets, Shard(0)))
            loss.full_tensor().backward()
            found.append([t.grad.full_tensor().tolist() for t in (x, w, b, scale)])
            found.append(loss.full_tensor().item())
    return found


def creation():
    one = mesh()
    made = [
        zeros(4, 3, device_mesh=one, placements=[Shard(0)]),
        ones(5, device_mesh=one, placements=[Shard(0)], dtype=torch.int64),
        full((2, 3), 2.5, device_mesh=one),
        ones((1, 2), device_mesh=one, placements=[Shard(0)], requires_grad=True),
    ]
    x = of(drawn(4, 6), Shard(0)).requires_grad_()
    copied, file = copy.deepcopy(x), io.BytesIO()
    torch.save({"x": x}, file)
    file.seek(0)
    loaded = torch.load(file, weights_only=False)["x"]
    return told([*made, copied, copied.requires_grad, loaded, loaded.requires_grad, repr(x), x])


def modules():
    """A module in parts by hand, and its steps with two optimizers."""
    found = []
    for make in (lambda p: torch.optim.SGD(p, 0.1, momentum=0.9), torch.optim.AdamW):
        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 2))

        def part(name, module, on):
            if name in ("0", "2"):
                at = int(name) // 2
                weight = distribute_tensor(module.weight, on, [Shard(at)])
                module.register_parameter("weight", nn.Parameter(weight))

        net = distribute_module(
            net, mesh(), part, lambda _, given, on: DTensor.from_local(given[0], on, [WHOLE]),
            lambda _, given, on: given.full_tensor(),
        )  # fmt: skip
        optimizer = make(net.parameters())
        for step in range(4):
            optimizer.zero_grad()
            loss = (net(drawn(5, 6, seed=step)) - 1).square().mean()
            loss.backward()
            found.append(nn.utils.clip_grad_norm_(net.parameters(), 0.5).full_tensor().item())
            optimizer.step()
            found.append(loss.item())
        state = optimizer.state_dict()["state"][0]
        found += [sorted(state), sorted(net.state_dict()), str(net[0].weight.placements)]
        found.append(net.state_dict()["2.weight"].full_tensor().tolist())
    return found


def functions_that_ask_for_all():
    """Functions that a rank's own part does not suffice for: values are those of whole tensors."""
    holed = drawn(4, 6).masked_fill(drawn(4, 6) > 0.5, float("nan"))
    indices, rows = torch.tensor([[3], [2], [1], [0]]), torch.tensor([1, 7, 7, 0])
    found = []
    for call, *given in (
        (lambda x: F.kl_div(x.log_softmax(1), x.softmax(1), reduction="batchmean"), drawn(4, 6)),
        (F.normalize, drawn(2, 4, 2)), (lambda x: F.normalize(x, dim=0), drawn(4, 2)),
        (lambda x: torch.view_as_complex(x).abs(), drawn(4, 2)), (torch.inner, drawn(4, 2)),
        (lambda x, y: torch.inner(x, y), drawn(4, 2), drawn(6, 2)), (F.glu, drawn(4, 6)),
        (lambda x: x.mode()[0], drawn(4, 3)), (torch.median, drawn(4, 6)), (torch.nanmean, holed),
        (lambda x, at: torch.take_along_dim(x, at, 1), drawn(4, 6), indices),
        (lambda x: torch.where(x > 0)[0], drawn(4, 3)),
        (lambda x: x.sum(0) + x[0] * 3, torch.arange(12).reshape(4, 3)),
        (lambda x: x.quantile(0.25), drawn(4, 6)), (lambda x: x.roll(1), drawn(4, 6)),
        (lambda table, at: F.embedding(at, table, padding_idx=7), drawn(10, 4), rows),
        (lambda x, y: F.mse_loss(x, x * 2, weight=y.abs()), drawn(4, 6), drawn(4, 6, seed=1)),
    ):  # fmt: skip
        given = given if len(given) > 1 or call is not torch.inner else given * 2
        expected = call(*given)
        try:
            result = call(*[of(x, Shard(0)) for x in given]).full_tensor()
            found.append(torch.allclose(result, expected, atol=1e-6, equal_nan=True))
        except (AssertionError, RuntimeError, ValueError):
            found.append(DTensor.__module__.startswith("torch."))  # PyTorch refuses some
    return found


def gradients_by_functions():
    """``autograd.grad``, gradients of gradients, hooks, and gradients that are given."""
    x, w = of(drawn(4, 2), Shard(0)).requires_grad_(), of(drawn(2), WHOLE).requires_grad_()
    found, hooked = [], []
    (grad,) = torch.autograd.grad((x * x).sum(), [x])
    found.append(grad.full_tensor().tolist())
    torch.autograd.backward([(x * 3).sum(), (x * w).sum()])
    (x * x).backward(of(torch.ones(4, 2), WHOLE))
    found += [x.grad.full_tensor().tolist(), w.grad.full_tensor().tolist()]
    y = (x * w).square().sum().full_tensor()
    (grad,) = torch.autograd.grad(y, x, create_graph=True)
    x.grad = w.grad = None
    x.register_hook(lambda grad: hooked.append(isinstance(grad, DTensor)) or grad * 2)
    z = grad * 2
    z.retain_grad()
    z.square().sum().backward()
    found += [each.grad.full_tensor().tolist() for each in (x, w, z)]
    return [*found, hooked]


def functions_of_parts():
    x = of(drawn(4, 2), Shard(0)).requires_grad_()
    product = local_map(
        lambda a, b: (a @ b, 1), out_placements=([Shard(0)], None),
        in_placements=([Shard(0)], [WHOLE]), redistribute_inputs=True,
    )  # fmt: skip
    y, one = product(x, of(drawn(2, 3, seed=1), Shard(1)))
    y.sum().backward()
    with implicit_replication():
        z = x.detach() + drawn(4, 2, seed=2)
    strict = local_map(torch.neg, out_placements=[Shard(0)], in_placements=([WHOLE],))
    return [told(y), one, x.grad.full_tensor().tolist(), told(z), error_of(lambda: strict(x))]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.up, self.down = nn.Linear(6, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.down(self.up(x).tanh())


def optimizers_of_whole_matrices():
    """Their steps are those of a module that is not cut; PyTorch refuses them."""
    found = []
    for make in (torch.optim.Adafactor, torch.optim.Rprop):
        plain, cut = Net(), Net()
        cut = parallelize_module(cut, mesh(), {"up": ColwiseParallel(), "down": RowwiseParallel()})
        pairs = [(each, make(each.parameters())) for each in (plain, cut)]
        try:
            for step in range(3):
                for net, optimizer in pairs:
                    optimizer.zero_grad()
                    (net(drawn(5, 6, seed=step)) - 1).square().mean().backward()
                    optimizer.step()
        except RuntimeError:
            found.append(True)
            continue
        both = zip(plain.parameters(), cut.parameters(), strict=True)
        found.append(all(torch.allclose(x, y.full_tensor(), atol=1e-5) for x, y in both))
    return found


def copies_of_modules():
    """Copies, other dtypes, states that are loaded, values that are set anew."""
    net = parallelize_module(Net(), mesh(), {"up": ColwiseParallel(), "down": RowwiseParallel()})
    found = [told(list(each.parameters())) for each in (copy.deepcopy(net), Net().double())]
    other = copy.deepcopy(net)
    for parameter in other.parameters():
        nn.init.constant_(parameter, 0.5)
    found.append(told(list(other.parameters())))
    for assign in (False, True):
        other.load_state_dict(net.state_dict(), assign=assign)
        found.append(told(list(other.parameters())))
    found.append(told(list(net.double().parameters())))
    return [*found, [str(each.dtype) for each in net.bfloat16().parameters()]]


CHECKS = [
    meshes, mistakes_of_meshes, pairs_of_placements, placements_of_gradients, elementwise,
    reductions, shapes, products, gradients, functions_that_ask_for_all, gradients_by_functions,
    creation, modules, functions_of_parts, optimizers_of_whole_matrices, copies_of_modules,
]  # fmt: skip

if __name__ == "__main__":
    write_results(CHECKS)
