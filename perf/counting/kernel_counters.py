"""What a GPU's hardware counters say of each kernel of a run, by NVIDIA's ncu and cuobjdump."""

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from counting import ncu
from counting.callgrind import call
from counting.figures import Figure, Missing, combined, quotient

SECONDS = "gpu__time_duration.sum"
BYTES = "dram__bytes.sum"
OPERATIONS = {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": 1, "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum": 1,
              "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": 2}
LOCAL = ("l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum")
# The highest rates at the clocks of a launch: multiply-adds and bytes of a cycle, and cycles of a second.
PEAK = ("sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", "sm__cycles_elapsed.avg.per_second")
BANDWIDTH = ("dram__bytes.sum.peak_sustained", "dram__cycles_elapsed.avg.per_second")

# Figures of a kernel by ncu's name: those that all of its launches share, and those that are means over the time of its launches.
SETUP = {"registers": "launch__registers_per_thread", "shared static": "launch__shared_mem_per_block_static",
         "shared dynamic": "launch__shared_mem_per_block_dynamic", "shared driver": "launch__shared_mem_per_block_driver",
         "threads a block": "launch__block_size", "blocks": "launch__grid_size", "warps at most": "sm__maximum_warps_avg_per_active_cycle",
         "occupancy at most": "sm__maximum_warps_per_active_cycle_pct"}
MEANS = {"occupancy": "sm__warps_active.avg.pct_of_peak_sustained_active", "lanes": "smsp__thread_inst_executed_per_inst_executed.ratio",
         "L1 hits": "l1tex__t_sector_hit_rate.pct"}
# Not by ncu's own rate: it divides counts of different passes, and small kernels had 889% on an H200.
L2 = ("lts__t_sectors_lookup_hit.sum", "lts__t_sectors_lookup_miss.sum")
METRICS = [SECONDS, BYTES, *OPERATIONS, *LOCAL, *L2, *PEAK, *BANDWIDTH, *SETUP.values(), *MEANS.values()]

RESOURCES = re.compile(r"Function (\S+):\s+(REG:.*)")

Resources = dict[str, dict[str, Figure]]


@dataclass
class Kernel:
    """A kernel of a run. Sums are over all its launches; bytes of memory, shares from 0 to 100."""

    name: str
    full_name: str
    launches: int
    figures: dict[str, Figure] = field(default_factory=dict)


@dataclass(frozen=True)
class Limits:
    """The two lines of a roofline, and where they come from."""

    operations_per_second: Figure
    bytes_per_second: Figure
    source: str


def read_resources(text: str) -> Resources:
    """Reads what `cuobjdump --dump-resource-usage` prints. Returns, by mangled name, bytes of local memory of a thread, stack included,
    and of constant memory of a launch. Of a kernel that is compiled for several GPUs, the last counts."""
    found = {}
    for name, line in RESOURCES.findall(text):
        said = {key: float(value) for key, value in re.findall(r"(\w+(?:\[\d+\])?):(\d+)", line)}
        found[name] = {"local": said.get("STACK", 0.0) + said.get("LOCAL", 0.0),
                       "constant": said.get("CONSTANT[0]", Missing("cuobjdump says no CONSTANT[0] of it"))}
    return found


def resources_of(program: Path) -> Resources | Missing:
    if shutil.which("cuobjdump") is None:
        return Missing("cuobjdump: not found; it is part of the CUDA Toolkit")
    done = call(["cuobjdump", "--dump-resource-usage", str(program)])
    found = read_resources(done.stdout)
    if done.returncode != 0 or not found:
        return Missing(f"cuobjdump: exit code {done.returncode}: {ncu.fault_in(done.stderr or done.stdout)}")
    return found


def demangled(names: list[str]) -> list[str]:
    if shutil.which("c++filt") is None:
        return names
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, errors="replace")
    plain = done.stdout.splitlines()
    return plain if done.returncode == 0 and len(plain) == len(names) else names


def short_name(name: str) -> str:
    """Returns the class of a kernel without Kokkos' classes around it and without its parameters: the first of ours, or else Kokkos'."""
    name = re.sub(r"\(anonymous namespace\)::|<unnamed>::", "", name)
    own = re.search(r"\bplethos::(?!backends::(?:OnLanes|DeviceExecution)\b)((?:\w+::)*\w+)", name)
    if own:
        return own.group(1)
    inner = re.search(r"\bParallel(?:For|Reduce|Scan)<\s*(?:Kokkos::)?((?:\w+::)*\w+)", name)
    return inner.group(1) if inner else re.split(r"[<(]", re.sub(r"^void ", "", name))[0][:60]


def by_kernel(launches: list[ncu.Launch], unknown: dict[str, str], resources: Resources | Missing) -> tuple[list[Kernel], Limits]:
    """Returns the kernels of a run, those that took most time first, and the GPU's highest rates at the mean clocks of all launches."""
    groups: dict[str, list[ncu.Launch]] = {}
    for launch in launches:
        groups.setdefault(launch.kernel, []).append(launch)

    def total(group: list[ncu.Launch], metric: str) -> Figure:
        values = [launch.values[metric] for launch in group]
        return Missing(unknown.get(metric, f"ncu has no value of {metric}")) if None in values else sum(values)

    def mean(group: list[ncu.Launch], metric: str) -> Figure:
        """The mean over the time of the launches."""
        pairs = [(launch.values[metric], launch.values[SECONDS]) for launch in group]
        if any(value is None for value, _ in pairs):
            return total(group, metric)
        if any(seconds is None for _, seconds in pairs) or not sum(seconds for _, seconds in pairs):
            return sum(value for value, _ in pairs) / len(pairs)
        return sum(value * seconds for value, seconds in pairs) / sum(seconds for _, seconds in pairs)

    every = [launch for group in groups.values() for launch in group]
    limits = Limits(combined(lambda a, b: 2 * a * b, *(mean(every, metric) for metric in PEAK)),
                    combined(lambda a, b: a * b, *(mean(every, metric) for metric in BANDWIDTH)), "ncu, at the clocks of the run")
    kernels = []
    for (mangled, group), full_name in zip(groups.items(), demangled(list(groups))):
        kernel = Kernel(short_name(full_name), full_name, len(group))
        longest = [max(group, key=lambda launch: launch.values[SECONDS] or 0)]
        of = kernel.figures
        of |= {name: total(longest, metric) for name, metric in SETUP.items()}
        of |= {name: mean(group, metric) for name, metric in MEANS.items()}
        of["threads at most"] = combined(lambda warps: 32 * warps, of["warps at most"])
        if isinstance(resources, Missing):
            of |= {"local": resources, "constant": resources}
        else:
            unnamed = Missing(f"cuobjdump names no {kernel.name}")
            of |= resources.get(mangled, {"local": unnamed, "constant": unnamed})
        of["seconds"], of["bytes"] = total(group, SECONDS), total(group, BYTES)
        of["seconds a launch"] = combined(lambda seconds, launches=len(group): seconds / launches, of["seconds"])
        of["local bytes"] = combined(lambda a, b: a + b, *(total(group, metric) for metric in LOCAL))
        of["L2 hits"] = combined(lambda hits, misses: 100 * hits / (hits + misses) if hits + misses > 0 else Missing("nothing was asked of it"),
                                 *(total(group, metric) for metric in L2))
        of["operations"] = combined(lambda *counts: sum(factor * count for factor, count in zip(OPERATIONS.values(), counts)),
                                    *(total(group, metric) for metric in OPERATIONS))
        of |= on_roofline(of["operations"], of["bytes"], of["seconds"], limits)
        kernels.append(kernel)
    number_equal_names(kernels)
    return sorted(kernels, key=lambda kernel: 0.0 if isinstance(kernel.figures["seconds"], Missing) else -kernel.figures["seconds"]), limits


def on_roofline(operations: Figure, count: Figure, seconds: Figure, limits: Limits) -> dict[str, Figure]:
    """Returns a place under a roofline. The share is of the lower line at that place: the larger one of both rates' shares."""
    rate, flow = quotient(operations, seconds, "it took no time"), quotient(count, seconds, "it took no time")
    return {"operations a byte": quotient(operations, count, "no byte of memory was moved"),
            "operations a second": rate, "bytes a second": flow,
            "of the roofline": combined(lambda a, peak, b, bandwidth: 100 * max(a / peak, b / bandwidth),
                                        rate, limits.operations_per_second, flow, limits.bytes_per_second)}


def number_equal_names(kernels: list[Kernel]) -> None:
    """A kernel's class may have several forms, such as lengths of lists, which are kernels of their own."""
    names = [kernel.name for kernel in kernels]
    seen: dict[str, int] = {}
    for kernel, name in zip(kernels, names):
        if names.count(name) > 1:
            seen[name] = seen.get(name, 0) + 1
            kernel.name = f"{name} #{seen[name]}"


def count_run(program: Path, arguments: list[str], window: list[str]) -> tuple[list[Kernel], Limits]:
    launches, unknown = ncu.profile([str(program), *arguments, "--no-replay"], METRICS, ["--print-kernel-base", "mangled", *window])
    return by_kernel(launches, unknown, resources_of(program))
