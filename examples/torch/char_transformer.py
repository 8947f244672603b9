"""A small transformer learns to write on, character after character, a text of this file.

PyTorch habits: a Module of its own with Embedding, positions as a Parameter, a mask as a buffer,
TransformerEncoder, tied weights, indexing with index arrays, cross_entropy, a schedule, sampling.
"""

import torch
import torch.nn.functional as F
from torch import nn

TEXT = """
The miller's daughter counts the sacks of grain,
the miller counts the hours, and the rain
counts nothing: it comes down upon the wheel,
which turns and turns, and turns the grain to meal.
The children say that once the river froze,
and that the wheel stood still, and no one knows
what the old miller did the winter long:
he sat beside the stones, and made a song.
The song is lost. The wheel goes round again,
the miller's daughter counts the sacks of grain.
"""
STEPS = 20
LENGTH = 32
BATCH = 16


class Writer(nn.Module):
    """Says of each place in a text which character comes next."""

    def __init__(self, characters, width=32, heads=4, layers=2):
        super().__init__()
        self.embedding = nn.Embedding(characters, width)
        self.position = nn.Parameter(0.02 * torch.randn(LENGTH, width))
        layer = nn.TransformerEncoderLayer(
            width, heads, 4 * width, dropout=0.0, activation="gelu", batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, layers, norm=nn.LayerNorm(width))
        self.out = nn.Linear(width, characters, bias=False)
        self.out.weight = self.embedding.weight
        nn.init.normal_(self.embedding.weight, std=0.1)
        mask = nn.Transformer.generate_square_subsequent_mask(LENGTH)
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, numbers):
        length = numbers.shape[1]
        x = self.embedding(numbers) + self.position[:length]
        x = self.encoder(x, mask=self.mask[:length, :length], is_causal=True)
        return self.out(x)


def make_batch(text):
    """Return pieces of the text at random places, and the same moved on by one character."""
    starts = torch.randint(len(text) - LENGTH - 1, (BATCH, 1))
    places = starts + torch.arange(LENGTH)
    return text[places], text[places + 1]


def train(model, text):
    """Train for so many steps, and return the loss of each."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=STEPS)
    losses = []
    for _ in range(STEPS):
        given, wanted = make_batch(text)
        logits = model(given)
        loss = F.cross_entropy(logits.flatten(0, 1), wanted.flatten())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def write_on(model, numbers, count):
    """Append so many characters, each the likeliest one."""
    model.eval()
    for _ in range(count):
        logits = model(numbers[None, -LENGTH:])[0, -1]
        numbers = torch.cat([numbers, logits.argmax(keepdim=True)])
    return numbers


def main():
    torch.manual_seed(0)
    characters = sorted(set(TEXT))
    number = {character: i for i, character in enumerate(characters)}
    text = torch.tensor([number[character] for character in TEXT])
    model = Writer(len(characters))
    print(f"{sum(p.numel() for p in model.parameters())} parameters")
    losses = train(model, text)
    for step, loss in enumerate(losses, 1):
        print(f"step {step:2d}  loss {loss:.5f}")
    written = write_on(model, text[:8], 8).tolist()
    print(repr("".join(characters[i] for i in written)))
    return {"losses": losses}


if __name__ == "__main__":
    main()
