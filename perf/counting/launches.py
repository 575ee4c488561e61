"""Launches of kernels and bytes in a step, counted by a library for Kokkos Tools (launch_counter.cpp)."""

import json
import tempfile
from pathlib import Path

from counting.callgrind import STEPS_OF_A_CALL, environment, run_quietly
from counting.cases import Case

FIGURES = {"launches": "launches", "fences": "fences", "copied_bytes": "bytes copied", "claimed_bytes": "bytes claimed"}


def count_launches(program: Path, counter: Path, case: Case, backend: str, lanes: str) -> dict[str, float]:
    """Returns kernels launched, fences, and bytes copied and claimed in one step: the difference of two runs."""
    few, many = (run_counted(program, counter, case.arguments(calls * STEPS_OF_A_CALL, backend, lanes)) for calls in (1, 3))
    return {name: (many[key] - few[key]) / (2 * STEPS_OF_A_CALL) for key, name in FIGURES.items()}


def run_counted(program: Path, counter: Path, arguments: list[str]) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "launches.json"
        run_quietly([str(program), *arguments],
                    env={**environment(), "KOKKOS_TOOLS_LIBS": str(counter), "PLETHOS_LAUNCHES": str(counts)})
        return json.loads(counts.read_text(encoding="utf-8"))
