"""Text that models generate on JAX, word by word: shapes that change at each one."""

LIBRARY = "transformers"
# Decoders of ``networks.py``, and those of the library with sizes of their own
OWN = ("minGPT, 3 x 48", "nanoGPT, 3 x 48", "nanoGPT, 6 x 384")
OF_LIBRARY = (
    "GPT2, 2 x 64", "Llama, 2 x 64", "GPT-NeoX, 2 x 64", "OPT, 2 x 64", "Whisper's decoder, 2 x 64",
)  # fmt: skip
