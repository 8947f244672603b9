"""Progress bars that show nothing."""


def tqdm(iterable=None, **options):
    """Return what is gone through."""
    return iterable
