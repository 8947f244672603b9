"""Names of subclasses: a user's class may define and set any that PyTorch's class lacks.

Helpers of ours that PyTorch's classes do not have are functions of a module, mangled, or end in an
underscore; so a subclass that takes a name does not change what its base computes.
"""

from __future__ import annotations

import importlib
import inspect
import operator
import types
from collections import OrderedDict

import pytest

import frontends.torch as ours
from ivy_core.arrays.reserved import names_reserved

real = pytest.importorskip("torch", reason="names are compared with those of real PyTorch")

from .comparing import assert_same  # noqa: E402
from .layers import CASES  # noqa: E402

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)

MODULES = """
torch torch.nn torch.nn.parallel torch.nn.modules.batchnorm torch.nn.modules.conv
torch.nn.modules.instancenorm torch.nn.modules.lazy torch.nn.modules.rnn torch.nn.utils.prune
torch.nn.utils.parametrize torch.nn.utils.parametrizations torch.nn.utils.rnn torch.optim
torch.optim.lr_scheduler torch.optim.swa_utils torch.distributions torch.distributions.transforms
torch.distributions.constraints torch.distributions.constraint_registry torch.utils.data
torch.utils.data.distributed torch.utils.hooks torch.utils._pytree torch.utils._python_dispatch
torch.overrides torch.fx torch.fx.proxy torch.fx.graph torch.fx.node torch.amp torch.autograd
torch.autograd.graph torch.cuda.amp torch.library torch.multiprocessing torch.quasirandom
torch.storage torch.hub torch.profiler torch.random
""".split()
EXEMPT = {
    ("CustomOpDef", "default"),  # PyTorch has it on the operator that a definition makes
    ("Library", "impl_abstract"),  # an older name, which no code of ours calls
    ("Node", "apply"),  # PyTorch's engine, too, calls a ctx's attribute of this name
}


def is_apart(name: str) -> bool:
    """Return whether no program gives an attribute such a name by chance."""
    return name.endswith("_") or "__" in name


def classes():
    """Yield each public class that is ours, with PyTorch's of the same name."""
    seen = set()
    for path in MODULES:
        theirs, own = importlib.import_module(path), operator.attrgetter(path)(Root)
        for name, wanted in vars(theirs).items():
            if name.startswith("_") or not inspect.isclass(wanted):
                continue
            found = getattr(own, name, None)
            if not inspect.isclass(found) or found is wanted or found in seen:
                continue
            if hasattr(found, "is_unsupported") or issubclass(found, ours.Tensor):
                continue
            if wanted.__module__.startswith("torch") and can_be_derived_from(wanted):
                seen.add(found)
                yield found, wanted


class Root:
    """Where a path that begins with ``torch`` leads to this frontend."""

    torch = ours


def can_be_derived_from(cls) -> bool:
    try:
        types.new_class("Derived", (cls,))
    except (TypeError, RuntimeError):
        return False
    return True


def names_of(cls) -> set[str]:
    annotated = {name for each in cls.__mro__ for name in inspect.get_annotations(each)}
    return annotated.union(dir(cls))


def instances(torch) -> dict:
    """Return objects of the classes that users derive from, by a name."""
    nn, data, transforms = torch.nn, torch.utils.data, torch.distributions.transforms
    with_names = {name: make(nn) for name, (make, _) in CASES.items()}
    weight = nn.Parameter(torch.ones(2, 2))
    sgd = torch.optim.SGD([weight], lr=0.1, momentum=0.9)
    for name in "SGD Adam Adamax NAdam RAdam RMSprop Adagrad Adadelta Rprop ASGD LBFGS".split():
        made = with_names[name] = getattr(torch.optim, name)([weight])
        for _ in range(2):
            weight.grad = torch.ones(2, 2)
            made.step(lambda: weight.sum())
    schedulers = {
        "StepLR": [2], "MultiStepLR": [[2]], "LambdaLR": [float], "MultiplicativeLR": [float],
        "ConstantLR": [], "LinearLR": [], "ExponentialLR": [0.9], "PolynomialLR": [],
        "CosineAnnealingLR": [3], "CosineAnnealingWarmRestarts": [3], "ReduceLROnPlateau": [],
        "CyclicLR": [0.1, 0.2], "OneCycleLR": [0.1, 10],
    }  # fmt: skip
    for name, options in schedulers.items():
        with_names[name] = getattr(torch.optim.lr_scheduler, name)(sgd, *options)
    swa = torch.optim.swa_utils
    with_names |= {"SWALR": swa.SWALR(sgd, 0.1), "AveragedModel": swa.AveragedModel(nn.ReLU())}
    with_names |= distributions(torch)
    cached = {
        "exp": transforms.ExpTransform(1), "affine": transforms.AffineTransform(1, 2, 0, 1),
        "compose": transforms.ComposeTransform([transforms.ExpTransform()], 1),
        "stack": transforms.StackTransform([transforms.ExpTransform()], 0, 1),
        "cat": transforms.CatTransform([transforms.ExpTransform()], 0, cache_size=1),
    }  # fmt: skip
    dataset = data.TensorDataset(torch.ones(2, 2))
    sampler = data.SequentialSampler(dataset)
    loaded = {
        "loader": data.DataLoader(dataset), "dataset": dataset, "sampler": sampler,
        "concatenated": data.ConcatDataset([dataset]), "chain": data.ChainDataset([dataset]),
        "subset": data.Subset(dataset, [0]), "stacked": data.StackDataset(dataset),
        "random sampler": data.RandomSampler(dataset),
        "weighted": data.WeightedRandomSampler([0.5], 1),
        "batches": data.BatchSampler(sampler, 2, False),
    }  # fmt: skip
    list(loaded["loader"])
    traced = torch.fx.symbolic_trace(nn.Linear(2, 2))
    return with_names | cached | loaded | {
        "graph module": traced, "graph": traced.graph, "node": next(iter(traced.graph.nodes)),
        "interpreter": torch.fx.Interpreter(traced), "code": torch.fx.graph.CodeGen(),
        "handle": torch.utils.hooks.RemovableHandle(OrderedDict()),
        "hook": torch.utils.hooks.BackwardHook(nn.ReLU(), [], []),
        "autocast": torch.autocast("cpu"), "scaler": torch.amp.GradScaler("cpu"),
        "no_grad": torch.no_grad(), "inference": torch.inference_mode(),
        "anomaly": torch.autograd.detect_anomaly(), "generator": torch.Generator(),
        "sobol": torch.quasirandom.SobolEngine(2), "storage": torch.ones(2).untyped_storage(),
        "pruning": torch.nn.utils.prune.L1Unstructured(1),
    }  # fmt: skip


def distributions(torch) -> dict:
    one, half, eye = torch.ones(2), torch.ones(2) / 2, torch.eye(2)
    options = {
        "Normal": [one, one], "Laplace": [one, one], "Cauchy": [one, one],
        "Uniform": [one, one + 1],
        "Gamma": [one, one], "Beta": [one, one], "Chi2": [one], "Dirichlet": [one],
        "Exponential": [one], "FisherSnedecor": [one, one], "StudentT": [one],
        "Gumbel": [one, one],
        "VonMises": [one, one], "Weibull": [one, one], "Pareto": [one, one], "Poisson": [one],
        "HalfNormal": [one], "LogNormal": [one, one], "Kumaraswamy": [one, one],
        "Bernoulli": [half], "Binomial": [2, half], "Geometric": [half], "Categorical": [half],
        "ContinuousBernoulli": [half], "OneHotCategorical": [half], "Multinomial": [2, half],
        "NegativeBinomial": [one, half], "RelaxedBernoulli": [one, half],
        "RelaxedOneHotCategorical": [one, half], "MultivariateNormal": [one, eye],
        "LowRankMultivariateNormal": [one, eye[:, :1], one], "LKJCholesky": [3, one[0]],
        "Wishart": [one[0] * 3, eye],
    }  # fmt: skip
    return {name: getattr(torch.distributions, name)(*each) for name, each in options.items()}


@pytest.mark.filterwarnings("ignore")
def test_helpers_of_classes_have_names_that_no_subclass_takes(backend):
    instance_names = {}  # of real ones, for attributes that are here computed by a property
    pairs = list(classes())
    made, wanted = instances(ours), instances(real)
    for name, found in made.items():
        missing = set(getattr(found, "__dict__", ())) - set(getattr(wanted[name], "__dict__", ()))
        odd = {each for each in missing - names_of(type(wanted[name])) if not is_apart(each)}
        assert not odd, f"attributes of {type(found).__name__}"
        for cls in type(wanted[name]).__mro__:
            instance_names.setdefault(cls, set()).update(getattr(wanted[name], "__dict__", ()))
    assert len(pairs) > 300
    assert (
        not {
            (found.__name__, name)
            for found, of_torch in pairs
            for cls in found.__mro__
            if cls.__module__.startswith(("torch", "frontends", "ivy_core"))
            for name in vars(cls).keys() - names_of(of_torch) - instance_names.get(of_torch, set())
            if not is_apart(name)
        }
        - EXEMPT
    )


def taking(base, names: str, **members):
    """Return a subclass that has attributes of its own, which its base has no use for."""

    def unexpected(*args, **kwargs):
        raise AssertionError("the base class calls what a subclass defines for itself")

    return type("Own", (base,), dict.fromkeys(names.split(), unexpected) | members)


MODULE = "_add_hook _call_with_hooks _check_member_name _get_member _assign_buffer _load_tensor"


def convolved(torch, nn):
    made = taking(nn.Conv2d, f"{MODULE} axes _init_convolution _reversed_padding")(
        1, 2, 3, padding="same", padding_mode="reflect"
    )
    torch.nn.init.constant_(made.weight, 0.5)
    torch.nn.init.zeros_(made.bias)
    made.axes = made.ranks = made.shown = "set by the user"
    return made(torch.arange(16.0).reshape(1, 4, 4)), repr(made)


def encoded(torch, nn):
    names = f"{MODULE} attentions _residual _feed_forward _normalize_if_set"
    made = taking(nn.TransformerEncoderLayer, names)(4, 2, 8, batch_first=True)
    for parameter in made.parameters():
        torch.nn.init.constant_(parameter, 0.1)
    return made.eval()(torch.arange(24.0).reshape(2, 3, 4))


def hooked(torch, nn):
    made = taking(nn.Module, MODULE, forward=lambda self, x: self.inner(x) * 2)()
    made.inner = taking(nn.Sequential, "_renumber _index_to_key _check_repeat_count")(
        nn.ReLU(), nn.Tanh()
    )
    made.inner.insert(1, nn.Sigmoid())
    made.register_buffer("known", torch.ones(2))
    made.register_forward_hook(lambda module, args, result: result + 1)
    made.load_state_dict({"known": torch.zeros(2)})
    return made(torch.tensor([-1.0, 2.0])), made.known, made.inner[-1](torch.ones(2))


def pooled(torch, nn):
    made = taking(nn.MaxPool2d, "shown _call_pool axes")(2)
    made.shown = ("set by the user",)
    return made(torch.arange(16.0).reshape(1, 4, 4)), repr(made).replace("Own", "MaxPool2d")


def recurrent(torch, nn):
    made = taking(nn.LSTM, "_state_sizes _check_input _check_state _run_recurrent")(2, 3)
    for parameter in made.parameters():
        torch.nn.init.constant_(parameter, 0.1)
    output, state = made(torch.ones(4, 1, 2))
    return output, *state


def stepped(name: str, names: str):
    def steps(torch, nn):
        x = nn.Parameter(torch.tensor([1.0, -2.0]))
        made = taking(getattr(torch.optim, name), names)([x], lr=0.1)
        made.counts = made.numbers = "set by the user"
        scheduler = taking(
            torch.optim.lr_scheduler.StepLR, "_set_lrs _current_lrs _scaled_lrs _warn_outside_step"
        )(made, 2)
        for _ in range(12):
            made.zero_grad()
            (x * x).sum().backward()
            made.step()
            scheduler.step()
        return x.detach(), scheduler.get_last_lr()

    return steps


OPTIMIZER = "update changed counts numbers options_of kept_names first_state real_views _programs"


def distributed(torch, nn):
    names = "_parameters _standardize _parameter_event_shape _check_parameters _init_expanded"
    found = []
    for name in ("Normal", "Cauchy"):
        made = taking(getattr(torch.distributions, name), names)(torch.zeros(2), 2.0)
        found += [made.log_prob(torch.ones(2)), made.expand((3, 2)).entropy(), made.batch_shape]
    return tuple(tuple(each) if isinstance(each, tuple) else each for each in found)


def transformed(torch, nn):
    transform = taking(
        torch.distributions.transforms.ExpTransform, "_with_cache_size _cache_pair"
    )()
    return transform.with_cache(1)(torch.ones(2)), transform.inv(torch.ones(2))


def loaded(torch, nn):
    data = torch.utils.data
    made = taking(data.DataLoader, "_told_length _is_iterable")(
        data.TensorDataset(torch.arange(5.0)), batch_size=2
    )
    made._is_made = "set by the user"
    return *(each for (each,) in made), len(made)


def differentiated(torch, nn):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.edges = ctx.outputs = ctx.hooks = ctx.sequence = ctx.saved = "set by the user"
        return x * x

    def backward(ctx, grad):
        return grad * 2 * ctx.saved_tensors[0] * len(ctx.outputs)

    function = taking(
        torch.autograd.Function,
        "_backward_or_vjp",
        forward=staticmethod(forward),
        backward=staticmethod(backward),
    )
    x = torch.ones(2, requires_grad=True)
    function.apply(x).sum().backward()
    return x.grad


@pytest.mark.parametrize(
    "compute",
    [
        convolved, encoded, hooked, pooled, recurrent, distributed, transformed, loaded,
        differentiated, stepped("SGD", OPTIMIZER), stepped("Adam", OPTIMIZER),
        stepped("RMSprop", OPTIMIZER),
    ],
)  # fmt: skip
def test_what_a_subclass_defines_for_itself_changes_no_result(backend, compute):
    assert_same(lambda torch, functional: compute(torch, torch.nn))


def with_weights_set(torch, nn):
    made, x = nn.LSTM(2, 3), torch.ones(2, 1, 2)
    for parameter in made.parameters():
        nn.init.constant_(parameter, 0.1)
    found = []
    made._flat_weights = [weight * 2 for weight in made._flat_weights]
    found.append(made(x)[0])
    made.weight_hh_l0 = nn.Parameter(torch.zeros(12, 3))
    found.append(made(x)[0])
    made._flat_weights = [weight * 3 for weight in made._flat_weights]
    made.double()
    return *found, made(x.double())[0], *made._flat_weights_names


def with_parameters_set(torch, nn):
    class Own(torch.optim.LBFGS):
        def __init__(self, params):
            super().__init__(params, lr=0.1)
            self._params = self.param_groups[0]["params"][:1]

    x, y = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))
    made = Own([x, y])

    def closure():
        made.zero_grad()
        loss = (x * x + y * y).sum()
        loss.backward()
        return loss

    made.step(closure)
    return x.detach(), y.detach()


def with_expansion(torch, nn):
    class Own(torch.distributions.Bernoulli):
        def expand(self, batch_shape, _instance=None):
            new = super().expand(batch_shape, _instance)
            new._param = new.probs
            return new

    return Own(torch.tensor(0.3)).expand((2,)).enumerate_support()


@pytest.mark.parametrize("compute", [with_weights_set, with_parameters_set, with_expansion])
def test_a_program_may_set_private_attributes_that_pytorch_has(backend, compute):
    assert_same(lambda torch, functional: compute(torch, torch.nn))


RESERVED = sorted(names_reserved(ours.Tensor))


def test_all_private_names_of_tensors_that_pytorch_has_not_are_reserved(backend):
    found = {
        name
        for cls in ours.Tensor.__mro__
        for name in vars(cls)
        if name.startswith("_") and not is_apart(name) and not hasattr(real.Tensor, name)
    }
    assert found == set(RESERVED)
    assert not any(hasattr(real.Tensor, name) for name in RESERVED)


@pytest.mark.parametrize("base", [ours.Tensor, ours.nn.Parameter, taking(ours.Tensor, "")])
def test_a_class_of_tensors_that_defines_a_reserved_name_is_refused(backend, base):
    for name in RESERVED:
        with pytest.raises(TypeError, match=f"class Own defines {name}, .* another name"):
            type("Own", (base,), {name: property(lambda self: None)})
    with pytest.raises(TypeError, match="class Own defines _view"):
        type("Own", (base,), {"__slots__": ("_view",)})


def with_setter(base):
    class Own(base):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)

    return Own


@pytest.mark.parametrize("derive", [lambda base: type("Own", (base,), {}), with_setter])
def test_an_attribute_of_a_tensor_that_has_a_reserved_name_is_refused(backend, derive):
    kind = derive(derive(ours.Tensor))
    x = ours.arange(3.0).as_subclass(kind)
    for name in RESERVED:
        with pytest.raises(AttributeError, match=f"Own sets {name}, .* another name"):
            setattr(x, name, ours.ones(3))
        with pytest.raises(AttributeError, match=f"Own sets {name}, .* another name"):
            setattr(x, name, {})
    x.label = x.names_ = x.data_ = "set by the user"
    x[:2] += 1
    y = (x.requires_grad_() * x).sum()
    y.backward()
    assert type(y) is kind
    assert x.grad.tolist() == [2.0, 4.0, 4.0]
    assert x.label == "set by the user"


def test_classes_of_tensors_may_have_the_public_names_of_the_core(backend):
    def members(base):
        return taking(
            base, "to_list to_numpy placement strides size_of pad stack vstack conv relu6"
        )

    def compute(torch, functional):
        x = torch.arange(6.0).reshape(2, 3).as_subclass(members(torch.Tensor))
        x.placement = x.strides = "set by the user"
        found = x[:, 1:] * 2, torch.cat([x, x]), x.softmax(1), x.T @ x, functional.pad(x, (1, 0))
        return tuple(each.as_subclass(torch.Tensor) for each in found)

    assert_same(compute)
