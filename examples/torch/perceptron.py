"""A perceptron with two hidden layers learns scikit-learn's handwritten digits.

PyTorch habits: Sequential, TensorDataset and DataLoader, CrossEntropyLoss, parameter groups,
`zero_grad`, `backward`, `step`, `train`, `eval`, `no_grad`, a state_dict that is kept and loaded.
"""

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

STEPS = 20


def make_data():
    """Return the loader of the training batches, and the images and labels of the test."""
    digits = load_digits()
    images = torch.tensor(digits.data, dtype=torch.float32) / 16.0
    labels = torch.tensor(digits.target)
    learned, tested = random_split(TensorDataset(images, labels), [0.8, 0.2])
    loader = DataLoader(learned, batch_size=64, shuffle=True)
    return loader, images[tested.indices], labels[tested.indices]


def make_model():
    return nn.Sequential(
        nn.Linear(64, 64),
        nn.ReLU(),
        nn.LayerNorm(64),
        nn.Linear(64, 32),
        nn.Tanh(),
        nn.Linear(32, 10),
    )


def make_optimizer(model):
    """Return AdamW that decays the weights of the layers, and nothing else."""
    decayed = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=0.01)


def train(model, loader, optimizer):
    """Train for so many steps, and return the loss of each."""
    criterion = nn.CrossEntropyLoss()
    model.train()
    losses = []
    while len(losses) < STEPS:
        for images, labels in loader:
            optimizer.zero_grad()
            loss = criterion(model(images), labels)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            losses.append(loss.item())
            if len(losses) == STEPS:
                break
    return losses


@torch.no_grad()
def accuracy(model, images, labels):
    model.eval()
    return (model(images).argmax(dim=1) == labels).float().mean().item()


def main():
    torch.manual_seed(0)
    loader, images, labels = make_data()
    model = make_model()
    optimizer = make_optimizer(model)
    before = accuracy(model, images, labels)
    losses = train(model, loader, optimizer)
    for step, loss in enumerate(losses, 1):
        print(f"step {step:2d}  loss {loss:.5f}")
    after = accuracy(model, images, labels)
    again = make_model()
    again.load_state_dict(model.state_dict())
    print(f"accuracy {before:.3f} -> {after:.3f}")
    return {"losses": losses, "accuracy": after, "loaded": accuracy(again, images, labels)}


if __name__ == "__main__":
    main()
