"""The scripts: whose they are, how they are called, and where their losses stand."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import drawn

_SUMMARY = r"^losses/\S+ \d+ = (\S+)$"


@dataclass(frozen=True, slots=True)
class Case:
    """A script, made to take 500 steps.

    Attributes
    ----------
    repository : str
        ``owner/name``.
    folder, script : str
        The folder within it that the script runs in, and its path from there.
    arguments : str
    pattern : str
        Finds the losses in what it prints, one a line.
    draw : callable
        Writes its data into the folder that it runs in.
    packages : str
        Installed packages that are to be rewritten.
    images : int
        How many the drawn data set of digits has.
    as_loss : callable
        Makes a loss of a number that was printed.
    first_losses : int
        How many numbers the first fifty steps print.
    """

    repository: str
    folder: str
    script: str
    arguments: str
    pattern: str
    draw: Callable[[Path], None] = drawn.nothing
    packages: str = ""
    images: int = 0
    as_loss: Callable[[float], float] = float
    first_losses: int = 50

    def losses(self, printed: str) -> list[float]:
        """Return the losses that a run has printed."""
        found = re.findall(self.pattern, printed, re.MULTILINE)
        return [self.as_loss(float(each)) for each in found]


_GPT = (
    "config/train_shakespeare_char.py --device=cpu --compile=False --eval_iters=20 --log_interval=1"
    " --block_size=64 --batch_size=12 --n_layer=4 --n_head=4 --n_embd=128 --max_iters=500"
    " --lr_decay_iters=2000 --dropout=0.0"
)
_LLAMA = (
    "--device=cpu --dtype=float32 --compile=False --vocab_source=custom --vocab_size=512 --dim=64"
    " --n_layers=5 --n_heads=8 --n_kv_heads=4 --multiple_of=4 --max_seq_len=64 --batch_size=8"
    " --gradient_accumulation_steps=1 --learning_rate=1e-3 --dropout=0.05 --weight_decay=0.01"
    " --max_iters=500 --beta2=0.99 --warmup_iters=100 --eval_interval=250 --eval_iters=10"
)
_WORDS = "--emsize 32 --nhid 32 --batch_size 8 --bptt 20 --epochs 1 --log-interval 1"

CASES = {
    "nanoGPT": Case(
        "karpathy/nanoGPT", ".", "train.py", _GPT, r"^iter \d+: loss (\S+),", drawn.letters
    ),
    "llama2.c": Case(
        "karpathy/llama2.c", ".", "train.py", _LLAMA, r"^\d+ \| loss (\S+) ", drawn.stories
    ),
    "mnist": Case(
        "pytorch/examples", "mnist", "main.py",
        "--epochs 1 --batch-size 16 --log-interval 1", r"\tLoss: (\S+)$",
        packages="torchvision", images=8_000,
    ),
    "vae": Case(
        "pytorch/examples", "vae", "main.py", "--epochs 2 --log-interval 1", r"\tLoss: (\S+)$",
        drawn.digits, "torchvision", 32_000,
    ),
    "word_language_model": Case(
        "pytorch/examples", "word_language_model", "main.py", _WORDS, r" \| ppl +(\S+)$",
        drawn.sentences, as_loss=math.log,
    ),
    "word_language_model, transformer": Case(
        "pytorch/examples", "word_language_model", "main.py",
        f"{_WORDS} --model Transformer --lr 1", r" \| ppl +(\S+)$",
        drawn.sentences, as_loss=math.log,
    ),
    "time_sequence_prediction": Case(
        "pytorch/examples", "time_sequence_prediction", "train.py", "--steps 25",
        r"^loss: (\S+)$", drawn.waves,
    ),
    "super_resolution": Case(
        "pytorch/examples", "super_resolution", "main.py",
        "--upscale_factor 8 --batchSize 2 --nEpochs 20 --threads 0", r"\): Loss: (\S+)$",
        drawn.photographs, "torchvision",
    ),
    "ppo": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/ppo.py", "--total-timesteps 16000", _SUMMARY,
        first_losses=18,
    ),
    "dqn": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/dqn.py",
        "--total-timesteps 6000 --learning-starts 1000", _SUMMARY, first_losses=10,
    ),
    "c51": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/c51.py",
        "--total-timesteps 6000 --learning-starts 1000", _SUMMARY, first_losses=10,
    ),
    "td3": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/td3_continuous_action.py",
        "--total-timesteps 650 --learning-starts 150", _SUMMARY, first_losses=6,
    ),
    "ddpg": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/ddpg_continuous_action.py",
        "--total-timesteps 650 --learning-starts 150", _SUMMARY, first_losses=6,
    ),
    "pqn": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/pqn.py", "--total-timesteps 16384", _SUMMARY,
        first_losses=6,
    ),
    "sac": Case(
        "vwxyzjn/cleanrl", ".", "cleanrl/sac_continuous_action.py",
        "--total-timesteps 650 --learning-starts 150", _SUMMARY, first_losses=8,
    ),
}  # fmt: skip
