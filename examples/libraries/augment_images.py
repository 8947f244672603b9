"""Augment images with kornia: the same random crops, flips and colours from the same seed."""

import kornia.augmentation as K
import torch


def main() -> torch.Tensor:
    torch.manual_seed(0)
    y, x = torch.meshgrid(torch.linspace(0, 1, 48), torch.linspace(0, 1, 48), indexing="ij")
    waves = [torch.sin(6.0 * (k + 1) * x + 4.0 * y) / 2 + 0.5 for k in range(3)]
    images = torch.stack(waves).expand(4, 3, 48, 48).contiguous()
    augment = K.AugmentationSequential(
        K.RandomResizedCrop((32, 32), scale=(0.5, 1.0), p=1.0),
        K.RandomHorizontalFlip(p=0.5),
        K.ColorJitter(0.2, 0.2, 0.2, 0.05, p=1.0),
        K.RandomGaussianBlur((3, 3), (0.1, 1.0), p=0.5),
    )
    augmented = augment(images)
    for number, image in enumerate(augmented):
        mean, deviation = image.mean(dim=(1, 2)), image.std(dim=(1, 2))
        print(f"image {number}: mean {mean.numpy().round(4)}, std {deviation.numpy().round(4)}")
    return augmented


if __name__ == "__main__":
    main()
