"""Digits as MNIST's: a blurred pattern a class, moved and with noise."""

from __future__ import annotations

import os

import numpy as np
from PIL import Image
from torch.utils.data import Dataset


class MNIST(Dataset):
    """Images of 28 x 28 and their classes; ``DRAWN_IMAGES`` says how many, of tests a tenth."""

    def __init__(self, root: str, train: bool = True, download: bool = False, transform=None):
        count = int(os.environ.get("DRAWN_IMAGES", "1000"))
        count = count if train else count // 10
        draws = np.random.default_rng(7)
        patterns = np.kron(draws.random((10, 7, 7)) > 0.6, np.ones((4, 4))) * 200.0
        draws = np.random.default_rng(int(train))
        self.targets = [int(each) for each in draws.integers(10, size=count)]
        noise = draws.integers(55, size=(count, 28, 28))
        moved = draws.integers(-2, 3, size=count)
        self.images = [
            np.uint8(np.roll(patterns[target], int(by), 1) + drawn)
            for target, by, drawn in zip(self.targets, moved, noise, strict=True)
        ]
        self.transform = transform

    def __getitem__(self, index):
        image = Image.fromarray(self.images[index])
        return (image if self.transform is None else self.transform(image)), self.targets[index]

    def __len__(self) -> int:
        return len(self.images)
