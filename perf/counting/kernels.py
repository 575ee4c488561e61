"""Instructions and bytes of a GPU's kernels in a step, counted by NVIDIA's ncu."""

from pathlib import Path

from counting import ncu
from counting.callgrind import STEPS_OF_A_CALL
from counting.cases import Case, Inability

METRICS = {"smsp__inst_executed.sum": "warp instructions", "lts__t_bytes.sum": "bytes of the L2 cache",
           "dram__bytes.sum": "bytes of memory"}
# A crowd that the cache holds reads and writes the memory by chance: less than this counts as this.
LEAST_BYTES = 100.0


def count_kernels(program: Path, case: Case, agents: int) -> dict[str, float]:
    """Returns warp instructions, and bytes that pass the GPU's L2 cache and its memory, for one agent in one step: the difference of two
    runs."""
    few, many = (run_profiled([str(program), *case.arguments(calls * STEPS_OF_A_CALL, "cuda", "scalar"), "--no-replay"])
                 for calls in (1, 3))
    counts = {name: (many[name] - few[name]) / (2 * STEPS_OF_A_CALL * agents) for name in METRICS.values()}
    return counts | {"bytes of memory": max(counts["bytes of memory"], LEAST_BYTES)}


def run_profiled(command: list[str]) -> dict[str, float]:
    launches, unknown = ncu.profile(command, list(METRICS), [])
    sums = {}
    for metric, name in METRICS.items():
        values = [launch.values[metric] for launch in launches]
        if None in values:
            raise Inability(unknown.get(metric, f"ncu: no value of {metric}"))
        sums[name] = sum(values)
    return sums
