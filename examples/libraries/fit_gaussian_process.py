"""Fit a Gaussian process to noisy samples of a sine with GPyTorch, and predict between them."""

import gpytorch
import torch


class Process(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean = gpytorch.means.ConstantMean()
        self.kernel = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean(x), self.kernel(x))


def main() -> torch.Tensor:
    torch.manual_seed(0)
    x = torch.linspace(0, 1, 30, dtype=torch.float64)
    y = torch.sin(2 * torch.pi * x) + 0.1 * torch.randn(30, dtype=torch.float64)
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = Process(x, y, likelihood).double()
    objective = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for step in range(30):
        optimizer.zero_grad()
        loss = -objective(model(x), y)
        loss.backward()
        optimizer.step()
        if step % 10 == 9:
            print(f"step {step + 1}: loss {loss.item():.4f}")
    model.eval()
    with torch.no_grad():
        found = likelihood(model(torch.tensor([0.123, 0.5, 0.777], dtype=torch.float64)))
    print("mean", found.mean.numpy().round(4), "deviation", found.stddev.numpy().round(4))
    return found.mean


if __name__ == "__main__":
    main()
