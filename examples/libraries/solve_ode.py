"""Learn the damping of a pendulum: gradients through an adaptive solver of torchdiffeq."""

import torch
from torchdiffeq import odeint


class Pendulum(torch.nn.Module):
    def __init__(self, damping: float) -> None:
        super().__init__()
        self.damping = torch.nn.Parameter(torch.tensor(damping, dtype=torch.float64))

    def forward(self, t, state):
        angle, speed = state
        return torch.stack([speed, -torch.sin(angle) - self.damping * speed])


def main() -> torch.Tensor:
    start = torch.tensor([1.0, 0.0], dtype=torch.float64)
    times = torch.linspace(0, 4, 9, dtype=torch.float64)
    with torch.no_grad():
        observed = odeint(Pendulum(0.3), start, times, method="dopri5")
    model = Pendulum(0.1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for step in range(12):
        optimizer.zero_grad()
        loss = (odeint(model, start, times, method="dopri5") - observed).square().mean()
        loss.backward()
        optimizer.step()
        if step % 3 == 2:
            print(f"step {step + 1}: loss {loss.item():.6f}, damping {model.damping.item():.4f}")
    return model.damping.detach()


if __name__ == "__main__":
    main()
