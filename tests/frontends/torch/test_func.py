"""Functions of functions, ``torch.func`` and ``autograd.functional``, against real PyTorch."""

from __future__ import annotations

import pytest
import torch as real

import frontends.torch as ours

from .test_autograd import KINKS, compare, grads, host, leaf  # noqa: F401

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def jacobians(torch):
    a, b = leaf(torch, 3), leaf(torch, 3)
    functional = torch.autograd.functional
    return (
        functional.jacobian(lambda x: x * x.sum(), a),
        functional.jacobian(lambda x, y: (x * y, (x + y).sum()), (a, b)),
        functional.hessian(lambda x: (x**3).sum(), a),
        functional.hessian(lambda x, y: (x * y * y).sum(), (a, b)),
    )


@program
def derivatives_of_what_is_detached(torch):
    x, func = leaf(torch, 3).detach(), torch.func

    def function(v):
        rounded = v + (v.round() - v).detach()
        return rounded * v.detach() + v.data.view(3, 1)[:, 0] * v

    def halfway(v):
        with torch.no_grad():
            factor = v * 2
        return (v * factor).sum()

    return [
        func.hessian(halfway)(x),
        *func.jvp(function, (x,), (torch.ones(3) * 2,)),
        *func.jvp(lambda v: v.detach()[1:], (x,), (torch.ones(3),)),
        func.jacfwd(function)(x),
        func.jacrev(function)(x),
        func.hessian(lambda v: (v.detach() * v * v).sum())(x),
    ]


@program
def derivatives_of_gradients_that_the_backend_transforms(torch):
    x, func = leaf(torch, 3).detach(), torch.func
    w = leaf(torch, 3)

    def cube(v):
        return (v**3 * v.cos()).sum()

    def pulled(v):
        return func.vjp(lambda u: u**3, v)[1](torch.ones(()))[0]

    def adapted(v, by):
        return cube(v - 0.1 * func.grad(lambda u: (u * by).pow(3).sum())(v))

    along = (x,), (torch.ones(3),)
    return [
        *func.jvp(func.grad(cube), *along),
        *func.jvp(lambda v: func.grad_and_value(cube)(v)[1], *along),
        func.jacfwd(func.grad(cube))(x),
        func.hessian(lambda v: func.vmap(pulled)(v).sum())(x),
        func.grad(lambda v: func.vmap(func.jacrev(lambda u: u**3))(v).sum())(x),
        func.grad(lambda v: func.jvp(func.grad(cube), (v,), (torch.ones(3),))[1].sum())(x),
        *torch.autograd.grad(func.vmap(adapted, (None, 0))(w, torch.eye(3)).sum(), w),
        *torch.autograd.grad(func.jacfwd(func.grad(cube))(w).sum(), w),
    ]


def _tripling(torch, members=()):
    """Return an ``autograd.Function`` whose gradient is not that of its steps."""

    class Tripling(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return x.round()

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(inputs[0])

        @staticmethod
        def backward(ctx, grad):
            return 3 * ctx.saved_tensors[0] * grad

    for name, member in dict(members).items():
        setattr(Tripling, name, member)
    return Tripling.apply


@program
def transforms_of_functions_with_rules_of_their_own(torch):
    x, func, rule = leaf(torch, 4).detach(), torch.func, _tripling(torch)
    w = leaf(torch, 4)
    return [
        func.grad(lambda v: func.vmap(rule)(v).sum())(x),
        func.grad(lambda v: func.jacrev(rule)(v).sum())(x),
        func.vmap(func.grad(lambda v: rule(v) * v))(x),
        func.jacrev(func.grad(lambda v: (rule(v) * v).sum()))(x),
        *torch.autograd.grad(func.vmap(rule)(w).sum(), w),
        *torch.autograd.grad(func.vmap(func.grad(rule))(w).sum(), w),
    ]


@pytest.mark.parametrize("transform", ["jvp", "jacfwd", "hessian"])
def test_rules_without_jvp_are_refused_forwards(grads, transform):  # noqa: F811
    for torch in (real, ours):
        rule, x = _tripling(torch), torch.tensor([1.25, -2.0])
        with pytest.raises(RuntimeError, match="jvp"):
            if transform == "jvp":
                torch.func.jvp(rule, (x,), (x,))
            else:
                getattr(torch.func, transform)(lambda v: rule(v).sum())(x)  # noqa: B023


def test_rules_of_forward_derivatives(grads):  # noqa: F811
    members = {"jvp": staticmethod(lambda ctx, tangent: 5 * tangent)}
    rule, x = _tripling(ours, members), ours.tensor([1.25, -2.0])
    if grads == "torch":
        assert ours.func.jvp(rule, (x,), (x,))[1].tolist() == [6.25, -10.0]
    else:
        with pytest.raises(NotImplementedError, match="Tripling"):
            ours.func.jvp(rule, (x,), (x,))


WRONG_TRANSFORMS = {
    "dimension": lambda func, x: func.vmap(lambda v: v, in_dims=4)(x),
    "scalar": lambda func, x: func.vmap(lambda v: v)(x[0]),
    "number": lambda func, x: func.vmap(lambda v: v)(3),
    "number beside": lambda func, x: func.vmap(lambda v, w: v, in_dims=(0, 0))(x, 3),
    "result": lambda func, x: func.vmap(lambda v: 3)(x),
    "no result": lambda func, x: func.vmap(lambda v: None)(x),
    "size of tangent": lambda func, x: func.jvp(lambda v: v, (x,), (x[:1],)),
    "number of tangents": lambda func, x: func.jvp(lambda v: v, (x,), (x, x)),
    "value": lambda func, x: func.vmap(lambda v: v * v.item())(x),
    "branch": lambda func, x: func.vmap(lambda v: v if v > 0 else -v)(x),
}


@pytest.mark.parametrize("case", WRONG_TRANSFORMS)
def test_wrong_arguments_of_transforms(grads, case):  # noqa: F811
    found = []
    for torch in (real, ours):
        with pytest.raises((RuntimeError, ValueError)) as raised:
            WRONG_TRANSFORMS[case](torch.func, torch.ones(2))
        found.append(raised)
    builtin = RuntimeError if found[0].errisinstance(RuntimeError) else ValueError
    assert found[1].errisinstance(builtin)


@program
def transforms_of_functions_that_capture_what_is_tracked(torch):
    x, w = leaf(torch, 3, 2).detach(), leaf(torch, 2)
    func = torch.func
    one, scalar = x[0], torch.tensor(2.0)
    found = [
        func.vmap(lambda a: (a * w).sum())(x),
        func.vmap(lambda a: (func.grad(lambda v: (a * v).sin().sum())(w) + w).sum())(x),
        func.vmap(lambda a: func.grad(lambda v: (v * w).sin().sum())(a).sum())(x),
        *func.vmap(lambda a: (a * w, a + 1), out_dims=(1, 0))(x),
        func.vmap(lambda a, b: a * w * b, in_dims=(1, None))(x.T, scalar),
        func.vmap(lambda d: (d["p"] * w).sum() * d["q"], ({"p": 0, "q": None},))(
            {"p": x, "q": scalar}
        ),
        func.vmap(func.vmap(lambda a: a * w.sum()))(x),
        func.grad(lambda p: func.vmap(lambda a: (a * p * w).sum())(x).sin().sum())(one),
        func.grad(lambda p: func.vmap(lambda a: (a * p).sum())(x).sin().sum())(w),
        func.vmap(func.grad(lambda p, a: (a * p).sin().sum()), in_dims=(None, 0))(w, x),
        func.vmap(func.jacrev(lambda a: (a * w).sin()))(x),
        func.jacfwd(lambda a: (a * w).sin())(one),
        func.hessian(lambda a: (a * w).sin().sum())(one),
        func.vmap(func.hessian(lambda a: (a * w).sin().sum()))(x),
        func.vmap(lambda a: a * w.detach())(x),
    ]
    gradients = [
        torch.autograd.grad(each.sin().sum(), w)[0] if each.requires_grad else None
        for each in found
    ]
    return [each.detach() for each in found], gradients


@program
def products_with_jacobians(torch):
    a, ones = leaf(torch, 3), torch.ones(3)
    functional = torch.autograd.functional
    return (
        functional.vjp(lambda x: x * x, a, ones),
        functional.jvp(lambda x: x * x, a, ones),
        functional.hvp(lambda x: (x**3).sum(), a, ones),
        functional.vhp(lambda x: (x**3).sum(), a, ones),
    )


class Sevenfold(real.autograd.Function):
    """A function whose backward is not the derivative of its forward."""

    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, grad):
        return grad * 7


class OurSevenfold(ours.autograd.Function):
    forward, setup_context, backward = (
        staticmethod(vars(Sevenfold)[name].__func__)
        for name in ("forward", "setup_context", "backward")
    )


def derivatives_of_what_autograd_is_told(torch):
    x, w = leaf(torch, 3).detach(), leaf(torch, 3, start=2.0)
    func, sevenfold = torch.func, Sevenfold if torch is real else OurSevenfold

    def unrecorded(x):
        with torch.no_grad():
            y = x * x
        return (y * x).sum()

    for transform in (func.grad, func.jacrev, lambda f: lambda x: func.vjp(f, x)[1](x.sum())[0]):
        yield transform(lambda x: (x * x.detach()).sum())(x)
        yield transform(unrecorded)(x)
        yield transform(lambda x: sevenfold.apply(x).sum())(x)
        yield transform(lambda x: x[0] * float(x.detach().sum()))(x)
        yield transform(lambda x: torch.ones(()))(x)
        found = transform(lambda x: (x * w * w).sum())(x)
        yield found, torch.autograd.grad(found.sum(), w)
        yield torch.autograd.grad(transform(lambda x: (x**3).sum())(w).sum(), w)
        with torch.no_grad():
            yield str(transform(lambda x: (x * w).sum())(x).requires_grad)
    yield func.vmap(func.grad(lambda x: (x * x.detach()).sum()))(torch.outer(x, x))


@program
def gradients_of_what_autograd_is_told(torch):
    return list(derivatives_of_what_autograd_is_told(torch))


@program
def gradients_through_other_transforms(torch):
    x, w = leaf(torch, 3).detach(), leaf(torch, 3, start=2.0).detach()
    func, rows = torch.func, torch.outer(leaf(torch, 2).detach(), w)

    def mapped(w):
        return func.vmap(lambda row: (row * w).sum() ** 2)(rows)

    def dropped(w):
        return func.vmap(lambda row: (row * w).sum())(torch.nn.functional.dropout(rows, 0.5)).sum()

    torch.manual_seed(3)
    return (
        func.grad(lambda w: mapped(w).sum())(w),
        func.grad(func.grad(lambda w: mapped(w * torch.ones(3)).sum()))(torch.tensor(2.0)),
        func.vjp(mapped, w)[1](torch.ones(2)),
        func.jacrev(mapped)(w),
        func.jacrev(func.jacrev(lambda x: x**3))(x),
        func.jacrev(lambda x: (x * 2, x.sum() ** 2))(x),
        func.grad(lambda w: func.jvp(lambda x: (x * w).sum() ** 2, (x,), (x,))[1])(w),
        func.grad(lambda w: func.jacrev(lambda x: (x * w) ** 3)(x).sum())(w),
        func.grad(lambda w: func.vmap(func.grad(lambda r: (r * w).sum() ** 2))(rows).sum())(w),
        func.grad(dropped)(w),
        torch.rand(2),
    )


@program
def gradients(torch):
    a, b = leaf(torch, 3).detach(), leaf(torch, 3).detach()
    func = torch.func
    return (
        func.grad(lambda x: (x**3).sum())(a),
        func.grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(a, b),
        func.grad_and_value(lambda x: x.sin().sum())(a),
        func.grad(lambda d: (d["a"] * d["b"][0]).sum())({"a": a, "b": [b]})["b"][0],
        func.grad(lambda x: ((x * x).sum(), x * 2), has_aux=True)(a),
    )


@program
def products(torch):
    a, b = leaf(torch, 3).detach(), leaf(torch, 3).detach()
    y, pull = torch.func.vjp(lambda x, y: (x * y, x.sum()), a, b)
    return (
        y,
        pull((torch.ones(3), torch.tensor(2.0))),
        torch.func.vjp(torch.sin, a)[1](b),
        torch.func.jvp(lambda x, y: x * y, (a, b), (b, a)),
    )


@program
def jacobians_of_arrays(torch):
    a, b = leaf(torch, 3).detach(), leaf(torch, 3).detach()
    func = torch.func
    return (
        func.jacrev(lambda x: x * x)(a),
        func.jacfwd(lambda x: x * x.sum())(a),
        func.hessian(lambda x: (x**3).sum())(a),
        func.jacrev(lambda x, y: x * y, argnums=(0, 1))(a, b),
    )


@program
def mapped(torch):
    a, b = leaf(torch, 2, 3).detach(), leaf(torch, 3).detach()
    vmap = torch.func.vmap
    return (
        vmap(lambda row, scale: (row * scale).sum(), in_dims=(0, None))(a, b),
        vmap(lambda column: column * 2, in_dims=1, out_dims=1)(a),
        vmap(torch.func.grad(lambda row: (row**2).sum()))(a),
    )


@program
def mapped_function_that_writes_in_place(torch):
    def shifted(row):
        y = torch.zeros_like(row)
        y[1:] = row[:-1]
        y.add_(row)
        y[0] = 5.0
        return y

    return (torch.func.vmap(shifted)(leaf(torch, 2, 3).detach()),)


@program
def transforms_of_what_requires_gradients(torch):
    a = leaf(torch, 3)
    y = torch.func.grad(lambda x: (x**3).sum())(a)
    (y * y).sum().backward()
    (mapped,) = torch.autograd.grad(torch.func.vmap(lambda x: x * x)(a).sum(), a)
    return y, a.grad, mapped


@program
def transforms_in_one_another(torch):
    a = leaf(torch, 3).detach()
    func = torch.func
    return (
        func.grad(func.grad(lambda x: x**3))(torch.tensor(2.0)),
        func.jacfwd(func.jacrev(lambda x: (x**3).sum()))(a),
    )


@program
def checks_of_gradients(torch):
    a = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 1j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    return (
        torch.autograd.gradcheck(lambda x: x**3, (a,)),
        torch.autograd.gradgradcheck(lambda x: x.sin() * x, (a,)),
        torch.autograd.gradcheck(lambda x: x * x * 2j, (z,)),
        torch.autograd.gradcheck(lambda x: (x * a).abs(), (z,)),
        torch.autograd.gradcheck(lambda x: x.detach() * x, (a,), raise_exception=False),
    )


@program
def fast_checks_of_gradients(torch):
    a = torch.tensor([[1.0, 2.0], [0.5, -1.0]], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([0.3, 0.7], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 1j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    wrong = {"raise_exception": False, "fast_mode": True}
    return (
        torch.autograd.gradcheck(lambda a, b: (a @ b, a.sin()), (a, b), fast_mode=True),
        torch.autograd.gradcheck(lambda a, b: (a @ b, a.detach() * a), (a, b), **wrong),
        torch.autograd.gradcheck(lambda a, b: (a @ b.detach() * b, a), (a, b), **wrong),
        torch.autograd.gradcheck(lambda z: z * z, (z,), fast_mode=True),
        torch.autograd.gradgradcheck(lambda a: a.sin() * a, (a,), fast_mode=True),
    )


@program
def draws_behind_a_check_of_second_derivatives(torch):
    a = torch.tensor([[1.0, 2.0], [0.5, -1.0]], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 1j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    torch.manual_seed(3)
    torch.autograd.gradgradcheck(lambda a: (a.sin() * a, a.exp()), (a,))
    first = torch.rand(2)
    torch.autograd.gradgradcheck(lambda z: z * z, (z,))
    return first, torch.rand(2)


def test_a_fast_check_looks_along_the_directions_that_pytorch_draws(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")

    def inputs_of_calls(torch):
        seen = []

        def function(x, y):
            seen.append(x.tolist() + y.tolist())
            return x.sin() * y

        x = torch.zeros(4, dtype=torch.float64, requires_grad=True)
        y = torch.ones(4, dtype=torch.float64, requires_grad=True)
        assert torch.autograd.gradcheck(function, (x, y), eps=1e-2, fast_mode=True)
        return sorted(map(tuple, seen))

    found, expected = map(sorted, (set(inputs_of_calls(ours)), set(inputs_of_calls(real))))
    assert len(found) == len(expected) == 5
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, abs=1e-15)


def test_a_fast_check_calls_the_function_a_few_times(grads):  # noqa: F811
    def calls(torch):
        made = []
        x = torch.ones(30, dtype=torch.float64, requires_grad=True)
        torch.autograd.gradcheck(lambda x: made.append(1) or x**2, (x,), fast_mode=True)
        return len(made)

    assert calls(ours) <= calls(real)


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(grads, name):  # noqa: F811
    compare(host(PROGRAMS[name](ours)), host(PROGRAMS[name](real)))


@pytest.mark.parametrize("name", KINKS)
def test_gradients_at_kinks_ties_and_poles(grads, name):  # noqa: F811
    def program(torch):
        values = torch.tensor([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])
        x, y = values.repeat(7), values.repeat_interleave(7)
        result, pull = torch.func.vjp(lambda x, y: KINKS[name](torch, x, y), x, y)
        return [result, *pull(torch.arange(1.0, 50.0).to(result.dtype))]

    compare(host(program(ours)), host(program(real)))


def test_wrong_gradients_are_named(grads):  # noqa: F811
    a = ours.tensor([1.0], dtype=ours.float64, requires_grad=True)
    with pytest.raises(RuntimeError, match="Jacobian mismatch for output 0"):
        ours.autograd.gradcheck(lambda x: x.detach() * x, (a,))


def test_no_scalar_has_no_gradient(grads):  # noqa: F811
    with pytest.raises(RuntimeError, match="a scalar Tensor"):
        ours.func.grad(lambda x: x * 2)(ours.ones(3))


def shared_layers(torch):
    """Return a module of two layers with one weight, and with an attribute ``k`` that is 3."""

    class Shared(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.k = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2), 3
            self.b.weight = self.a.weight
            with torch.no_grad():
                for number, parameter in enumerate(self.parameters()):
                    parameter.fill_(number + 0.5)

        def forward(self, x):
            return self.b(self.a(x)) * getattr(self, "factor", 1) * self.k

    return Shared()


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (["a.weight"], {}),
        (["a.weight"], {"tie_weights": False}),
        (["a.weight", "b.weight"], {}),
        (["factor"], {}),
        (["k"], {}),
        (["a"], {}),
        (["a."], {}),
        (["a.absent.weight"], {}),
        (["a.weight"], {"strict": True}),
        (["a.weight", "a.bias", "b.bias", "b.factor"], {"strict": True}),
    ],
)
def test_other_state_is_taken_or_refused(names, options):
    found = []
    for torch in (real, ours):
        module = shared_layers(torch)
        given = {
            name: torch.full((2,) if "bias" in name else (2, 2), number + 2.0)
            for number, name in enumerate(names)
        }
        try:
            result = torch.func.functional_call(module, given, torch.ones(1, 2), **options)
            found.append(result.tolist())
        except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
            found.append((type(error).__name__, str(error)))
        found.append([sorted(given), module(torch.ones(1, 2)).tolist(), hasattr(module, "factor")])
    assert found[:2] == found[2:]


def test_state_stays_swapped_within_a_block():
    """What packages for Bayesian networks do; a buffer that forward replaces comes back."""
    found = []
    for torch in (real, ours):
        module, statistics = shared_layers(torch), torch.nn.BatchNorm1d(2)
        given = {"running_mean": torch.ones(2)}
        stateless = torch.nn.utils.stateless
        with stateless._reparametrize_module(module, {"a.weight": torch.zeros(2, 2)}):
            found.append(module(torch.ones(1, 2)).tolist())
        with stateless._reparametrize_module(statistics, given):
            statistics.running_mean = torch.full((2,), 5.0)
        found.append([given["running_mean"].tolist(), statistics.running_mean.tolist()])
        found.append(module(torch.ones(1, 2)).tolist())
    assert found[:3] == found[3:]
