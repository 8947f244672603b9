"""What several backends share: axes, shapes, checks, and what a framework lacks, done by hand."""
