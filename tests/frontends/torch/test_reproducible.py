"""Two runs of one training give the same digits: nothing that rounds is decided by a clock."""

import contextlib
import subprocess
import sys

from tests.surroundings import ROOT

# 70 steps: bodies are compiled after 64 calls, gradients after 16, passes after 3
TRAINING = """
import hashlib
import ivy_core
import frontends.torch as torch
from frontends.torch import nn
from frontends.torch.autograd import bodies

ivy_core.set_backend("jax")
bodies.FEWEST_STEPS_TO_COMPILE_FROM_HOST = 1  # what little there is is compiled
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.LayerNorm(16), nn.Linear(16, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
x, y = torch.randn(64, 8), torch.randint(4, (64,))
digest = hashlib.sha256()

def checked(v):
    return (torch.softmax(v @ v.mT, -1) @ v).cumsum(0).std()

for _ in range(70):
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    v = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    (gradient,) = torch.autograd.grad(checked(v), v)
    for each in (loss, gradient):
        digest.update(each.detach().numpy().tobytes())
for each in model.parameters():
    digest.update(each.detach().numpy().tobytes())
assert sum(type(each) is bodies.CompiledBody for each in bodies.known.values()) >= 3
print(digest.hexdigest(), loss.item())
"""


def test_processes_give_the_same_bits_busy_or_not(no_backend):
    def trained():
        command = [sys.executable, "-W", "ignore", "-c", TRAINING]
        return subprocess.check_output(command, cwd=ROOT, text=True)

    with contextlib.ExitStack() as stack:
        calm = trained()
        for _ in range(2):
            beside = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(beside.wait)
            stack.callback(beside.kill)
        assert trained() == calm
