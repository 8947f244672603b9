"""Imported by a script whose words are numbers already: nothing is split."""


class SentencePieceProcessor:
    """Stands for the class that a tokenizer is made of."""
