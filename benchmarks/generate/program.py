"""Generate text with one model and print what each call took, as JSON: ``program.py MODEL WORDS``.

It is a program for PyTorch. ``transpile program.py --to jax --run`` runs the same text on JAX.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parents[2]))  # where `benchmarks` is
WORDS, BEGIN = 256, 8
SMALL = {"num_hidden_layers": 2, "num_attention_heads": 4}


def own(fused: bool, *sizes: int) -> Callable:
    """Return the generation by a decoder of ``networks.py``."""
    from benchmarks.generate.networks import GPT, Sizes

    model, begin = drawn(GPT(Sizes(*sizes), fused)), sentence()
    return lambda words: model.generate(begin, words, 10)


def library(name: str, model_name: str, **sizes) -> Callable:
    """Return the generation by a model of transformers with random weights."""
    import transformers

    config = getattr(transformers, f"{name}Config")(
        vocab_size=WORDS, bos_token_id=0, eos_token_id=None, pad_token_id=0, **sizes
    )
    model, begin = drawn(getattr(transformers, model_name)(config)), sentence()
    mask = torch.ones_like(begin)
    return lambda words: model.generate(
        begin, attention_mask=mask, max_new_tokens=words, min_new_tokens=words, do_sample=False
    )


def whisper() -> Callable:
    """Return the likeliest words of Whisper's decoder for one second of noise."""
    import transformers

    config = transformers.WhisperConfig(
        vocab_size=WORDS, d_model=64, encoder_layers=2, decoder_layers=2,
        encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=128,
        decoder_ffn_dim=128, num_mel_bins=20, max_source_positions=50, max_target_positions=256,
        bos_token_id=0, eos_token_id=255, pad_token_id=255, decoder_start_token_id=1,
        begin_suppress_tokens=None, suppress_tokens=None,
    )  # fmt: skip
    model = drawn(transformers.WhisperForConditionalGeneration(config))
    noise = np.random.default_rng(1).normal(size=(1, 20, 100)).astype(np.float32)
    noise = torch.tensor(noise)

    @torch.no_grad()
    def generate(words):
        heard = model.model.encoder(noise)
        caches = transformers.DynamicCache(), transformers.DynamicCache()
        cache, tokens = transformers.EncoderDecoderCache(*caches), torch.tensor([[1]])
        last = tokens
        for _ in range(words):
            made = model(
                encoder_outputs=heard, decoder_input_ids=last, past_key_values=cache, use_cache=True
            )
            last = made.logits[:, -1:].argmax(-1)
            tokens = torch.cat((tokens, last), dim=1)
        return tokens

    return generate


def drawn(model):
    """Return a model with weights that both sides draw alike."""
    draw = np.random.default_rng(0)
    with torch.no_grad():
        for _, parameter in sorted(model.named_parameters()):
            values = draw.normal(0.0, 0.2, tuple(parameter.shape)).astype(np.float32)
            parameter.copy_(torch.tensor(values) + (1.0 if parameter.ndim == 1 else 0.0))
    return model.eval()


def sentence():
    """Return the words with which all sentences begin."""
    return torch.tensor(np.random.default_rng(2).integers(0, WORDS, (1, BEGIN)))


MODELS = {
    "minGPT, 3 x 48": lambda: own(False),
    "nanoGPT, 3 x 48": lambda: own(True),
    "nanoGPT, 6 x 384": lambda: own(True, 384, 6, 6, 256),
    "GPT2, 2 x 64": lambda: library(
        "GPT2", "GPT2LMHeadModel", n_embd=64, n_layer=2, n_head=4, n_positions=256
    ),
    "Llama, 2 x 64": lambda: library(
        "Llama", "LlamaForCausalLM", hidden_size=64, intermediate_size=128, num_key_value_heads=2,
        max_position_embeddings=256, **SMALL,
    ),
    "GPT-NeoX, 2 x 64": lambda: library(
        "GPTNeoX", "GPTNeoXForCausalLM", hidden_size=64, intermediate_size=128,
        max_position_embeddings=256, **SMALL,
    ),
    "OPT, 2 x 64": lambda: library(
        "OPT", "OPTForCausalLM", hidden_size=64, word_embed_proj_dim=64, ffn_dim=128,
        max_position_embeddings=256, **SMALL,
    ),
    "Whisper's decoder, 2 x 64": whisper,
}  # fmt: skip


class Programs:
    """Count the programs that XLA compiles in this process."""

    def __init__(self):
        self.count = 0
        if "jax" in sys.modules:
            listen = sys.modules["jax"].monitoring.register_event_duration_secs_listener
            listen(self.note)

    def note(self, event: str, _seconds: float, **_) -> None:
        self.count += event.endswith("/backend_compile_duration")


def main(name: str, words: int, times: int = 4) -> None:
    torch.set_num_threads(1)
    generate, programs, calls = MODELS[name](), Programs(), []
    for _ in range(times):
        torch.manual_seed(3)
        wall, cpu, before = time.perf_counter(), time.process_time(), programs.count
        tokens = generate(words).tolist()
        calls.append(
            {
                "wall": time.perf_counter() - wall,
                "cpu": time.process_time() - cpu,
                "programs": programs.count - before,
                "tokens": tokens,
            }
        )
    print(json.dumps(calls))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
