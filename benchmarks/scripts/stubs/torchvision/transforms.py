"""What is done to an image before a model sees it."""

from __future__ import annotations

import numpy as np
import torch


class Compose:
    """One transform behind another."""

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, image):
        for each in self.transforms:
            image = each(image)
        return image


class ToTensor:
    """A tensor of floats from 0 to 1 with its channels first."""

    def __call__(self, image):
        found = torch.from_numpy(np.array(image, np.uint8, copy=True))
        found = found.view(image.size[1], image.size[0], len(image.getbands()))
        return found.permute((2, 0, 1)).contiguous().to(torch.float32).div(255)


class Normalize:
    """A tensor less the channels' means, by their deviations."""

    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, x):
        mean = torch.as_tensor(self.mean, dtype=x.dtype).view(-1, 1, 1)
        std = torch.as_tensor(self.std, dtype=x.dtype).view(-1, 1, 1)
        return x.clone().sub_(mean).div_(std)


class CenterCrop:
    """The middle of an image, a square."""

    def __init__(self, size: int):
        self.size = size

    def __call__(self, image):
        left = (image.size[0] - self.size) // 2
        top = (image.size[1] - self.size) // 2
        return image.crop((left, top, left + self.size, top + self.size))


class Resize:
    """A square image of another size."""

    def __init__(self, size: int):
        self.size = size

    def __call__(self, image):
        return image.resize((self.size, self.size))
