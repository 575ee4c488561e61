"""Instructions and bytes of a GPU's kernels in a step, counted by NVIDIA's ncu."""

import csv
import io
import subprocess
from pathlib import Path

from counting.callgrind import STEPS_OF_A_CALL
from counting.cases import Case, Inability

METRICS = {"smsp__inst_executed.sum": "warp instructions", "lts__t_bytes.sum": "bytes of the L2 cache",
           "dram__bytes.sum": "bytes of memory"}
# A crowd that the cache holds reads and writes the memory by chance: less than this counts as this.
LEAST_BYTES = 100.0
UNITS = {"": 1, "inst": 1, "byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}


def count_kernels(program: Path, case: Case, agents: int) -> dict[str, float]:
    """Returns warp instructions, and bytes that pass the GPU's L2 cache and its memory, for one agent in one step: the difference of two
    runs."""
    few, many = (run_profiled([str(program), *case.arguments(calls * STEPS_OF_A_CALL, "cuda", "scalar"), "--no-replay"])
                 for calls in (1, 3))
    counts = {name: (many[name] - few[name]) / (2 * STEPS_OF_A_CALL * agents) for name in METRICS.values()}
    return counts | {"bytes of memory": max(counts["bytes of memory"], LEAST_BYTES)}


def run_profiled(command: list[str]) -> dict[str, float]:
    # Clocks and caches as they are: counts do not depend on the first, and the second are part of the bytes.
    profiler = ["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--cache-control", "none", "--metrics", ",".join(METRICS)]
    done = subprocess.run(profiler + command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    rows = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode != 0 or not rows:
        last = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[-1]
        raise Inability(f"ncu: exit code {done.returncode}: {last}")
    table = list(csv.DictReader(io.StringIO("\n".join(rows))))
    units, kernels = table[0], table[1:]
    return {name: sum(float(row[metric].replace(",", "")) for row in kernels) * UNITS[units[metric]] for metric, name in METRICS.items()}
