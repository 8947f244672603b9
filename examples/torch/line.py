"""A line is fitted by gradient descent: the smallest program with a module, a loss and a step."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 9).unsqueeze(1)
for _ in range(100):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), 3 * x + 1)
    loss.backward()
    optimizer.step()
print(model.weight, model.bias.item(), sep="\n")
