"""Train a small Vision Transformer to tell horizontal from vertical stripes, and classify."""

import torch
from transformers import ViTConfig, ViTForImageClassification


def stripes(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return images of stripes with noise, and whether each is vertical."""
    labels = torch.arange(count) % 2
    rows = torch.sin(torch.arange(16.0) * 1.6 + torch.rand(count, 1) * 6)[:, :, None]
    images = torch.where(labels[:, None, None] == 0, rows, rows.transpose(1, 2))
    return images[:, None] + 0.3 * torch.randn(count, 1, 16, 16), labels


def main() -> torch.Tensor:
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 4, "num_labels": 2}
    config = ViTConfig(image_size=16, patch_size=4, num_channels=1, **sizes, **heads)
    model = ViTForImageClassification(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    images, labels = stripes(32)
    for step in range(15):
        loss = model(pixel_values=images, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            print(f"step {step + 1}: loss {loss.item():.4f}")
    with torch.no_grad():
        right = model.eval()(pixel_values=images).logits.argmax(-1) == labels
    print(f"{right.sum().item()} of {len(right)} are right")
    return loss.detach()


if __name__ == "__main__":
    main()
