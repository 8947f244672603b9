"""Small models of transformers, timm and diffusers, as these libraries have them, without weights.

The libraries are no part of this project: :data:`INSTALL` lays them into a folder of their own,
which ``IVY_MODEL_LIBRARIES`` names. Ours are rewritten as they are imported, PyTorch's untouched.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy

from .networks import Batch

PACKAGES = ("transformers", "timm", "diffusers")
VARIABLE = "IVY_MODEL_LIBRARIES"
FOLDER = Path(os.environ.get(VARIABLE) or Path.home() / ".cache" / "ivy-frontends-libs")
INSTALL = (
    f"pip install --no-deps --target {FOLDER} transformers==5.24.0 timm==1.0.31 diffusers==0.42.1 "
    "torchvision==0.28.* huggingface_hub==2.4.0 tokenizers==0.23.3 safetensors regex tqdm pyyaml "
    "filelock fsspec packaging requests pillow httpx2 httpcore2 anyio truststore h11 sniffio idna "
    "certifi typer shellingham hf-xet importlib_metadata zipp"
)


def are_installed() -> bool:
    """Return whether the libraries are found.

    Their folder comes last: what the environment has itself is taken from there.
    """
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) is not None for name in PACKAGES)


def make_importable(backend: str | None) -> bool:
    """Have the libraries rewritten for a backend (None: untouched); return whether they are."""
    if not are_installed():
        return False
    os.environ["HF_HUB_OFFLINE"] = "1"
    if backend is None:
        _define_operators_of_torchvision()
    else:
        importlib.import_module("transpile").use(backend, packages=list(PACKAGES))
    return True


def _define_operators_of_torchvision() -> None:
    """Declare what torchvision's library would: the wheel of the package index needs CUDA."""
    made = importlib.import_module("torch").library.Library("torchvision", "FRAGMENT")
    for name in ("nms", "qnms"):
        made.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    _kept.append(made)


_kept: list = []  # a library's operators go with it


def _words(torch: ModuleType, *size: int, count: int = 256):
    return torch.tensor(numpy.random.default_rng(1).integers(0, count, size))


def _images(torch: ModuleType, *size: int):
    return torch.tensor(numpy.random.default_rng(1).normal(size=size).astype(numpy.float32))


def _of_transformers(name: str, model: str, given: Callable, **sizes) -> Callable:
    """Return a function that makes a model; ``given(torch)`` are its arguments with labels."""

    def make(torch: ModuleType):
        library = importlib.import_module("transformers")
        library.logging.set_verbosity_error()
        config = getattr(library, f"{name}Config")(**sizes)
        return getattr(library, model)(config), Batch(given(torch), lambda made, _: made.loss)

    return make


def _sentences(torch: ModuleType) -> dict:
    words = _words(torch, 8, 32)
    return {"input_ids": words, "labels": words}


def _classified_sentences(torch: ModuleType) -> dict:
    words = _words(torch, 8, 32)
    mask = torch.ones_like(words)
    return {"input_ids": words, "attention_mask": mask, "labels": _words(torch, 8, count=4)}


def _classified_images(torch: ModuleType) -> dict:
    return {"pixel_values": _images(torch, 8, 3, 64, 64), "labels": _words(torch, 8, count=4)}


def _sounds(torch: ModuleType) -> dict:
    return {"input_features": _images(torch, 8, 16, 64), "labels": _words(torch, 8, 16)}


def _of_timm(name: str) -> Callable:
    def make(torch: ModuleType):
        model = importlib.import_module("timm").create_model(name, num_classes=10)
        labels, entropy = _words(torch, 8, count=10), torch.nn.functional.cross_entropy
        return model, Batch({"x": _images(torch, 8, 3, 64, 64)}, entropy, labels)

    return make


def _unet(torch: ModuleType):
    library = importlib.import_module("diffusers")
    model = library.UNet2DModel(
        sample_size=16, layers_per_block=1, block_out_channels=(32, 64), norm_num_groups=8,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"),
    )  # fmt: skip
    noise, times = _images(torch, 8, 3, 16, 16), _words(torch, 8, count=1000)
    error = torch.nn.functional.mse_loss
    return model, Batch(
        {"sample": noise, "timestep": times}, lambda made, noise: error(made.sample, noise), noise
    )


_LAYERS = {"num_hidden_layers": 3, "num_attention_heads": 4}
_SMALL = {"hidden_size": 64, "intermediate_size": 128, **_LAYERS}
# A cache of keys and values is for generation: none is made while a model is trained
_DECODER = {"vocab_size": 256, "use_cache": False}
_SPECIAL = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}

MODELS: dict[str, Callable] = {
    "GPT2": _of_transformers(
        "GPT2", "GPT2LMHeadModel", _sentences, n_positions=64, n_embd=64, n_layer=3, n_head=4,
        **_DECODER, **_SPECIAL,
    ),
    "Llama": _of_transformers(
        "Llama", "LlamaForCausalLM", _sentences, num_key_value_heads=2,
        max_position_embeddings=64, **_DECODER, **_SMALL,
    ),
    "BERT": _of_transformers(
        "Bert", "BertForSequenceClassification", _classified_sentences, vocab_size=256,
        max_position_embeddings=64, num_labels=4, **_SMALL,
    ),
    "ViT": _of_transformers(
        "ViT", "ViTForImageClassification", _classified_images, image_size=64, patch_size=16,
        num_labels=4, **_SMALL,
    ),
    "Whisper": _of_transformers(
        "Whisper", "WhisperForConditionalGeneration", _sounds, d_model=64, encoder_layers=2,
        decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=128, decoder_ffn_dim=128, num_mel_bins=16, max_source_positions=32,
        max_target_positions=32, decoder_start_token_id=1, begin_suppress_tokens=None,
        **_DECODER, **_SPECIAL,
    ),
    "resnet18": _of_timm("resnet18"),
    "convnext_atto": _of_timm("convnext_atto"),
    "efficientnet_b0": _of_timm("efficientnet_b0"),
    "UNet2D": _unet,
}  # fmt: skip
