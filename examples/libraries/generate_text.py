"""Generate text with a small Llama of random weights, greedily and from a seed, with its cache."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM


def main() -> torch.Tensor:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=27,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
        initializer_range=0.3,
    )
    model = LlamaForCausalLM(config).eval()
    letters = "abcdefghijklmnopqrstuvwxyz "
    prompt = torch.tensor([[letters.index(letter) for letter in "the "]])
    mask = torch.ones_like(prompt)
    options = {"attention_mask": mask, "max_new_tokens": 16, "pad_token_id": 26}
    greedy = model.generate(prompt, do_sample=False, **options)
    torch.manual_seed(1)
    sampled = model.generate(prompt, do_sample=True, temperature=0.8, top_k=10, **options)
    for name, tokens in (("greedy", greedy), ("sampled", sampled)):
        print(f"{name}: {''.join(letters[token] for token in tokens[0].tolist())!r}")
    return greedy


if __name__ == "__main__":
    main()
