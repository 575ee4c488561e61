"""What a CPU's hardware counters say of the steps of a run, by Linux's perf or by likwid. All figures are of one agent in one step."""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from counting.callgrind import STEPS_OF_A_CALL, call
from counting.cases import Inability
from counting.figures import Figure, Missing, combined, quotient

PARANOID = Path("/proc/sys/kernel/perf_event_paranoid")
CPUINFO = Path("/proc/cpuinfo")
LINE = 64  # bytes
# Packed single-precision instructions, of which a fused one counts twice, by the floats of their vectors.
WIDTHS = {"scalar": 1, "packed 4": 4, "packed 8": 8, "packed 16": 16}
OTHERS_PRECISION = "AMD counts single and double precision together, and not by width"


@dataclass(frozen=True)
class Events:
    """perf's names of what is counted, in groups that a processor counts at the same time, and why it lacks others."""

    groups: tuple[dict[str, str], ...]
    missing: dict[str, str]


# Names that perf has for every processor. The others are raw: unit mask and event, as the makers' manuals have them.
EVERYWHERE = ({"instructions": "instructions", "cycles": "cycles", "branch misses": "branch-misses"},
              {"L1 misses": "L1-dcache-load-misses"})
BY_VENDOR = {
    "GenuineIntel": Events((*EVERYWHERE, {"scalar": "r02c7", "packed 4": "r08c7", "packed 8": "r20c7", "packed 16": "r80c7"},
                            {"L2 misses": "r3f24", "LLC misses": "cache-misses"}), {}),
    "AuthenticAMD": Events((*EVERYWHERE, {"operations": "r0f03"}, {"L2 misses": "r0964"}),
                           dict.fromkeys(WIDTHS, OTHERS_PRECISION) | {"LLC misses": "AMD counts those of the L3 beside the cores"}),
}


def vendor(text: str) -> str:
    found = re.search(r"^vendor_id\s*: (\S+)", text, re.MULTILINE)
    return found.group(1) if found else ""


def events_of(name: str) -> Events:
    unknown = "no events are listed here for this maker of processors"
    return BY_VENDOR.get(name, Events(EVERYWHERE, dict.fromkeys((*WIDTHS, "L2 misses", "LLC misses"), unknown)))


def read_perf(text: str) -> dict[str, Figure]:
    """Reads what `perf stat -x,` prints: value, unit, event, and the time and share of time that it was counted, line by line."""
    counts: dict[str, Figure] = {}
    for line in text.splitlines():
        fields = line.split(",")
        if line.startswith("#") or len(fields) < 5:
            continue
        value, event, share = fields[0], re.sub(r":[a-z]+$", "", fields[2]), fields[4]
        if value == "<not supported>":
            counts[event] = Missing("the processor, or the virtual machine around it, does not count it")
        elif value == "<not counted>":
            counts[event] = Missing("perf: it was not counted")
        elif float(share) < 99.5:
            counts[event] = Missing(f"perf: it was counted {float(share):.0f}% of the time only, for something else uses the counters")
        else:
            counts[event] = float(value)
    return counts


def why_perf_cannot(code: int, said: str) -> str:
    if re.search(r"Access to performance monitoring|No permission|Permission denied|Operation not permitted", said):
        found = PARANOID.read_text(encoding="utf-8").strip() if PARANOID.exists() else "no file"
        return f"perf: not permitted: found {found} in {PARANOID}, expected 2 or less, or the rights of root"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return f"perf: exit code {code}: {lines[0] if lines else 'it says nothing'}"


def run_perf(command: list[str], events: dict[str, str]) -> dict[str, Figure]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        done = call(["perf", "stat", "-x,", "-o", str(out), "-e", ",".join(f"{event}:u" for event in events.values()), "--", *command],
                    env={**os.environ, "LC_ALL": "C"})
        if done.returncode != 0:
            raise Inability(why_perf_cannot(done.returncode, done.stderr))
        counts = read_perf(out.read_text(encoding="utf-8"))
    return {name: counts.get(event, Missing(f"perf says nothing of {event}")) for name, event in events.items()}


class Perf:
    """Counts a command by perf, a group of events in each run, so that none waits for a counter."""

    name = "perf"
    bytes_are = f"{LINE} for each miss of the last cache, without what is written back"

    def __init__(self) -> None:
        if shutil.which("perf") is None:
            raise Inability("perf: not found; Debian has it in linux-perf")
        self.events = events_of(vendor(CPUINFO.read_text(encoding="utf-8", errors="replace")))
        found = run_perf(["true"], EVERYWHERE[0])
        if all(isinstance(one, Missing) for one in found.values()):
            raise Inability(f"perf: this machine counts none of {', '.join(EVERYWHERE[0].values())}: {found['instructions'].reason}")

    def count(self, command: list[str], _threads: int) -> dict[str, Figure]:
        counts: dict[str, Figure] = {name: Missing(reason) for name, reason in self.events.missing.items()}
        for group in self.events.groups:
            counts |= run_perf(command, group)
        if all(counts[name] == 0 for name in WIDTHS):
            counts |= dict.fromkeys(WIDTHS, Missing("this processor counts no such instruction at all, though the program runs many"))
        counts["bytes"] = combined(lambda misses: LINE * misses, counts["LLC misses"])
        return counts


# likwid's groups. Of each, the names of its events or metrics, and what is made of their sum over all threads.
LIKWID: dict[str, dict[str, tuple[str, float]]] = {
    "FLOPS_SP": {"instructions": ("INSTR_RETIRED_ANY|RETIRED_INSTRUCTIONS|INST_RETIRED", 1),
                 "cycles": ("CPU_CLK_UNHALTED_CORE|CPU_CLOCKS_UNHALTED|CPU_CYCLES", 1),
                 "scalar": ("FP_ARITH_INST_RETIRED_SCALAR_SINGLE", 1), "packed 4": ("FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE", 1),
                 "packed 8": ("FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE", 1), "packed 16": ("FP_ARITH_INST_RETIRED_512B_PACKED_SINGLE", 1),
                 "operations": ("RETIRED_SSE_AVX_FLOPS_ALL", 1)},
    "L2CACHE": {"L2 misses": ("L2_RQSTS_MISS|L2 misses", 1)},
    "BRANCH": {"branch misses": ("BR_MISP_RETIRED_ALL_BRANCHES|RETIRED_MISP_BRANCH_INSTR|BR_MIS_PRED", 1)},
    "MEM": {"bytes": (r"Memory data volume \[GBytes\]", 1e9)},
}


def read_likwid(text: str) -> dict[str, float]:
    """Reads what `likwid-perfctr -O` prints: tables of events and of metrics, a column for each thread. Returns sums over all threads."""
    sums: dict[str, float] = {}
    columns: list[int] = []
    for line in text.splitlines():
        fields = line.split(",")
        if fields[0] in ("TABLE", "STRUCT"):
            columns = []
        elif fields[0] in ("Event", "Metric"):
            columns = [at for at, name in enumerate(fields) if name.startswith("HWThread")]
        elif columns:
            values = []
            for at in columns:
                try:
                    values.append(float(fields[at]))
                except (ValueError, IndexError):
                    break  # "nan" is a number, "-" is not
            if len(values) == len(columns) and all(value == value for value in values):
                sums[fields[0]] = sum(values)
    return sums


class Likwid:
    """Counts a command by likwid, a group in each run, on as many of the first processors that the process may run on as it has threads."""

    name = "likwid"
    bytes_are = "read and written by the memory controllers, for all processes of the machine"

    def __init__(self) -> None:
        if shutil.which("likwid-perfctr") is None:
            raise Inability("likwid-perfctr: not found; Debian has it in likwid")

    def count(self, command: list[str], threads: int) -> dict[str, Figure]:
        places = sorted(os.sched_getaffinity(0))[:threads]
        counts: dict[str, Figure] = {}
        for group, wanted in LIKWID.items():
            done = call(["likwid-perfctr", "-C", ",".join(map(str, places)), "-g", group, "-O", *command])
            sums = read_likwid(done.stdout)
            said = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[0]
            why = Missing(f"likwid: group {group} has it not on this processor" if sums else f"likwid: {said}")
            for name, (pattern, scale) in wanted.items():
                found = [value for event, value in sums.items() if re.fullmatch(pattern, event)]
                counts[name] = scale * found[0] if found else why
        if all(isinstance(one, Missing) for one in counts.values()):
            raise Inability(counts["instructions"].reason)
        return counts | {name: Missing("likwid: no group is asked for it") for name in ("L1 misses", "LLC misses")}


def of_agent_step(count: Callable[[int], dict[str, Figure]], agents: int) -> dict[str, Figure]:
    """Returns the counts of one agent in one step: the difference of two runs. `count` counts a run of so many steps."""
    few, many = (count(calls * STEPS_OF_A_CALL) for calls in (1, 3))
    return {name: combined(lambda a, b: (b - a) / (2 * STEPS_OF_A_CALL * agents), few[name], many[name]) for name in few}


def derived(counts: dict[str, Figure]) -> dict[str, Figure]:
    """Returns what follows: operations, floats that an instruction computes, instructions a cycle."""
    widths = [counts[name] for name in WIDTHS]
    weighted = combined(lambda *numbers: sum(width * number for width, number in zip(WIDTHS.values(), numbers)), *widths)
    operations = counts.get("operations", weighted)
    if isinstance(operations, Missing):
        operations = weighted
    lanes = combined(lambda floats, *numbers: floats / sum(numbers) if sum(numbers) > 0 else Missing("no such instruction was run"),
                     weighted, *widths)
    return counts | {"operations": operations, "lanes": lanes,
                     "instructions a cycle": quotient(counts["instructions"], counts["cycles"], "no cycle was counted")}


LIMITS = """[[runs]]
scenario = "lattice"
avoidance = "orca"
agents = 1000000
steps = 2
warm_up = 1
repetitions = 1
measure = ["time", "bound"]
"""


def measured_limits(program: Path, backend: str, lanes: str, threads: int) -> tuple[Figure, Figure]:
    """Returns the highest rates of a backend, as `plethos study` measures them: operations and bytes a second, these of arrays of 96 MB."""
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder) / "limits.toml"
        study.write_text(LIMITS + f'backends = "{backend}"\nlanes = "{lanes}"\nthreads = {threads}\n', encoding="utf-8")
        done = call([str(program), "study", str(study), "--processes", "1", "--quiet", "--out", folder])
        result = Path(folder) / "limits.json"
        if not result.exists():
            said = (done.stderr.strip() or "it says nothing").splitlines()[-1]
            return (Missing(f"plethos study: exit code {done.returncode}: {said}"),) * 2
        runs = json.loads(result.read_text(encoding="utf-8"))["runs"]
    bounds = [run["bound"] for run in runs if "bound" in run]
    if not bounds:
        return (Missing("plethos study measured no bound"),) * 2
    return bounds[0]["peak_operations_per_second"], bounds[0]["peak_bytes_per_second"]
