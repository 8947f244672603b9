"""Parts that several backends share: axes, shapes, checks, substitutes for functions."""
