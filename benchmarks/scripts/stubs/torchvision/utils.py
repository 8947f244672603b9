"""Images written to files."""

from __future__ import annotations

import numpy as np
from PIL import Image


def save_image(images, path: str, nrow: int = 8) -> None:
    """Write images in one row, gray."""
    shown = np.concatenate(list(images.detach().numpy()[:, 0]), axis=1)
    Image.fromarray(np.uint8(np.clip(shown * 255.0, 0.0, 255.0))).save(path)
