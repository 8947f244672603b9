"""The end of a program of checks that ranks run, of real PyTorch and of the frontend."""

import json
import sys
import warnings

import torch.distributed as dist


def write_results(checks) -> None:
    """Join the ranks, run the checks, and write what each returns for ``ranks.results_of``."""
    warnings.simplefilter("ignore")
    dist.init_process_group("gloo")
    results = {check.__name__: check() for check in checks}
    with open(f"{sys.argv[1]}/{dist.get_rank()}.json", "w") as file:
        json.dump(results, file)
    print("rank", dist.get_rank(), "is done")
    dist.destroy_process_group()
