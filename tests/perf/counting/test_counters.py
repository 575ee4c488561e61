"""perf/counters: it reads what ncu, cuobjdump, perf and likwid print, written here by hand in their forms, and shows what is not there with its
reason. Programs of these names stand for them. Needs nothing but Python's own library, 3.11 or newer; the picture needs matplotlib."""

import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "perf"))
from counting import counters, cpu_counters, kernel_counters, ncu  # noqa: E402
from counting.cases import Inability  # noqa: E402
from counting.figures import Missing, shown, table  # noqa: E402
from counting.works import works_of_result  # noqa: E402

RVO = "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForIN7plethos9avoidance9RvoKernelILi10EEEEEEEvT_"
MOVE = "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForIN7plethos10simulation4MoveEEEEEvT_"
# By metric: unit, and values of two launches of RVO and one of MOVE.
PAGE = {
    "gpu__time_duration.sum": ("us", "30.00", "10.00", "2.00"),
    "dram__bytes.sum": ("Kbyte", "3,000.00", "1,000.00", "80.00"),
    "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": ("inst", "1,000,000", "500,000", "0"),
    "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum": ("inst", "2,000,000", "500,000", "0"),
    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": ("inst", "6,000,000", "2,000,000", "0"),
    "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum": ("byte", "96", "32", "0"),
    "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum": ("byte", "64", "0", "0"),
    "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained": ("inst/cycle", "16,896", "16,896", "16,896"),
    "sm__cycles_elapsed.avg.per_second": ("cycle/nsecond", "1.50", "1.50", "1.50"),
    "dram__bytes.sum.peak_sustained": ("Kbyte/cycle", "1.50", "1.50", "1.50"),
    "dram__cycles_elapsed.avg.per_second": ("Ghz", "3.00", "3.00", "3.00"),
    "launch__registers_per_thread": ("register/thread", "80", "80", "24"),
    "launch__shared_mem_per_block_static": ("byte/block", "0", "0", "0"),
    "launch__shared_mem_per_block_dynamic": ("Kbyte/block", "2.05", "2.05", "0"),
    "launch__shared_mem_per_block_driver": ("Kbyte/block", "1.02", "1.02", "1.02"),
    "launch__block_size": ("", "128", "128", "256"),
    "launch__grid_size": ("", "157", "157", "79"),
    "sm__maximum_warps_avg_per_active_cycle": ("warp", "24", "24", "64"),
    "sm__maximum_warps_per_active_cycle_pct": ("%", "37.50", "37.50", "100"),
    "sm__warps_active.avg.pct_of_peak_sustained_active": ("%", "20.00", "32.00", "70.00"),
    "smsp__thread_inst_executed_per_inst_executed.ratio": ("", "8.00", "12.00", "31.50"),
    "l1tex__t_sector_hit_rate.pct": ("%", "80.00", "40.00", "0"),
    "lts__t_sectors_lookup_hit.sum": ("sector", "800", "100", "n/a"),
    "lts__t_sectors_lookup_miss.sum": ("sector", "60", "40", "2"),
}
USAGE = f"""Fatbin elf code:
================
arch = sm_90
Resource usage:
 Common:
  GLOBAL:40 CONSTANT[3]:1024
 Function {RVO}:
  REG:80 STACK:160 SHARED:0 LOCAL:8 CONSTANT[0]:912 TEXTURE:0 SURFACE:0 SAMPLER:0
 Function another:
  REG:32 STACK:0 SHARED:0 LOCAL:0 CONSTANT[2]:128 CONSTANT[0]:392 TEXTURE:1 SURFACE:2 SAMPLER:3
"""
PERF = """# started on Mon Jan  5 10:00:00 2026

1234567,,instructions:u,1000000,100.00,,
<not supported>,,r02c7:u,0,100.00,,
<not counted>,,r3f24:u,0,0.00,,
4000,,branch-misses,600000,60.00,0.33,of all branches
88.5,msec,task-clock:u,88500000,100.00,0.98,CPUs utilized
"""
LIKWID = """--------------------------------------------------------------------------------
plethos prints, a line
STRUCT,Info,3,,
CPU name:,Some CPU,,,
TABLE,Group 1 Raw,FLOPS_SP,7,
Event,Counter,HWThread 0,HWThread 1,
INSTR_RETIRED_ANY,FIXC0,1000,500,
CPU_CLK_UNHALTED_CORE,FIXC1,3000,1500,
FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE,PMC0,10,0,
FP_ARITH_INST_RETIRED_SCALAR_SINGLE,PMC1,100,20,
FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE,PMC2,-,-,
TABLE,Group 1 Raw STAT,FLOPS_SP,7,
Event,Counter,Sum,Min,Max,Avg
INSTR_RETIRED_ANY STAT,FIXC0,1500,500,1000,750
TABLE,Group 1 Metric,MEM,2,
Metric,HWThread 0,HWThread 1,
Runtime (RDTSC) [s],0.5,0.5,
Memory data volume [GBytes],0.25,0,
"""


def raw_page(metrics: list[str]) -> str:
    head = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC"]
    lines = [[*head, *metrics], [""] * len(head) + [PAGE[metric][0] for metric in metrics]]
    for at, kernel in enumerate((RVO, RVO, MOVE)):
        lines.append([str(at), "42", "plethos", "127.0.0.1", kernel, "1", "7", "(128, 1, 1)", "(157, 1, 1)", "0", "9.0", *(PAGE[metric][1 + at] for metric in metrics)])
    csv = "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines)
    return f'==PROF== Connected to process 42 (plethos)\n==PROF== Profiling "{RVO}" - 0: 0%....50%....100% - 9 passes\n{csv}\n==PROF== Disconnected from process 42\n'


class Ncu(unittest.TestCase):
    def setUp(self) -> None:
        self.launches = ncu.read_raw_page(raw_page(list(PAGE)), kernel_counters.METRICS)

    def test_metrics_are_those_of_the_page(self) -> None:
        self.assertEqual(sorted(PAGE), sorted(kernel_counters.METRICS))

    def test_values_have_plain_units(self) -> None:
        first = self.launches[0].values
        self.assertEqual(len(self.launches), 3)
        self.assertAlmostEqual(first["gpu__time_duration.sum"], 30e-6)
        self.assertAlmostEqual(first["dram__bytes.sum"], 3e6)
        self.assertAlmostEqual(first["sm__cycles_elapsed.avg.per_second"] / 1.5e9, 1)
        self.assertAlmostEqual(first["launch__shared_mem_per_block_dynamic"], 2050)
        self.assertIsNone(self.launches[2].values["lts__t_sectors_lookup_hit.sum"])
        with self.assertRaisesRegex(Inability, "found the unit 'furlong' of m, expected one of"):
            ncu.scale_of("furlong", "m")

    def test_figures_by_kernel(self) -> None:
        kernels, limits = kernel_counters.by_kernel(self.launches, {}, kernel_counters.read_resources(USAGE))
        rvo, move = kernels
        self.assertEqual((rvo.name, rvo.launches, move.name, move.launches), ("avoidance::RvoKernel", 2, "simulation::Move", 1))
        self.assertAlmostEqual(limits.operations_per_second, 2 * 16896 * 1.5e9)
        self.assertAlmostEqual(limits.bytes_per_second, 4.5e12)
        wanted = {"registers": 80, "threads a block": 128, "blocks": 157, "warps at most": 24, "threads at most": 768, "occupancy at most": 37.5, "local": 168, "constant": 912,
                  "shared dynamic": 2050, "seconds": 40e-6, "seconds a launch": 20e-6, "bytes": 4e6, "local bytes": 192,
                  "operations": 1e6 + 2e6 + 2 * 6e6 + 5e5 + 5e5 + 2 * 2e6,  # a fused one counts twice
                  "lanes": (8 * 30 + 12 * 10) / 40, "occupancy": (20 * 30 + 32 * 10) / 40, "L1 hits": 70,  # means over time
                  "L2 hits": 90,  # of all that both launches asked for
                  "operations a byte": 5, "operations a second": 5e11, "bytes a second": 1e11, "of the roofline": 100 * 1e11 / 4.5e12}
        for name, value in wanted.items():
            self.assertAlmostEqual(rvo.figures[name] / value, 1, 9, name)
        # No operations: its place is where bytes put it. What is not there is told.
        self.assertEqual(move.figures["operations"], 0)
        self.assertAlmostEqual(move.figures["of the roofline"], 100 * 80e3 / 2e-6 / 4.5e12)
        self.assertEqual(move.figures["L2 hits"], Missing("ncu has no value of lts__t_sectors_lookup_hit.sum"))
        self.assertEqual(move.figures["constant"], Missing("cuobjdump names no simulation::Move"))

    def test_the_roofline_is_the_lower_line(self) -> None:
        limits = kernel_counters.Limits(100.0, 10.0, "")
        for operations, count, share in ((50.0, 1.0, 50), (1.0, 5.0, 50), (0.0, 10.0, 100), (20.0, 2.0, 20)):
            place = kernel_counters.on_roofline(operations, count, 1.0, limits)
            self.assertAlmostEqual(place["of the roofline"], share)
            if operations and count:
                self.assertAlmostEqual(place["of the roofline"], 100 * operations / min(100, 10 * operations / count))
        self.assertEqual(kernel_counters.on_roofline(1.0, 0.0, 1.0, limits)["operations a byte"], Missing("no byte of memory was moved"))

    def test_names_are_those_of_kernels(self) -> None:
        for full, short in (
                ("void Kokkos::Impl::cuda_parallel_launch_local_memory<Kokkos::Impl::ParallelFor<plethos::avoidance::(anonymous namespace)::OrcaKernel<10>, "
                 "Kokkos::RangePolicy<Kokkos::Cuda> >>(T1)", "avoidance::OrcaKernel"),
                ("void f<Kokkos::Impl::ParallelFor<plethos::backends::OnLanes<plethos::simulation::MoveKernel<true>, &entry>, P>>(x)", "simulation::MoveKernel"),
                ("void Kokkos::Impl::g<Kokkos::Impl::ParallelFor<Kokkos::Impl::ViewFill<int*>, P>>(x)", "Impl::ViewFill"), ("void other_kernel<int>(int*)", "other_kernel")):
            self.assertEqual(kernel_counters.short_name(full), short)

    def test_equal_names_are_told_apart(self) -> None:
        kernels = [kernel_counters.Kernel(name, "", 1) for name in ("a", "b", "a")]
        kernel_counters.number_equal_names(kernels)
        self.assertEqual([kernel.name for kernel in kernels], ["a #1", "b", "a #2"])


class Cpu(unittest.TestCase):
    def test_perf(self) -> None:
        counts = cpu_counters.read_perf(PERF)
        self.assertEqual(counts["instructions"], 1234567)
        self.assertEqual(counts["task-clock"], 88.5)
        self.assertIn("does not count it", counts["r02c7"].reason)
        self.assertIn("not counted", counts["r3f24"].reason)
        self.assertIn("60% of the time only", counts["branch-misses"].reason)  # never an estimate

    def test_likwid(self) -> None:
        sums = cpu_counters.read_likwid(LIKWID)
        self.assertEqual(sums, {"INSTR_RETIRED_ANY": 1500, "CPU_CLK_UNHALTED_CORE": 4500, "FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE": 10,
                                "FP_ARITH_INST_RETIRED_SCALAR_SINGLE": 120, "Runtime (RDTSC) [s]": 1.0, "Memory data volume [GBytes]": 0.25})

    def test_difference_of_two_runs(self) -> None:
        counts = cpu_counters.of_agent_step(lambda steps: {"a": 5000.0 + 7 * 10 * steps, "b": Missing("why")}, 10)
        self.assertEqual(counts, {"a": 7, "b": Missing("why")})

    def test_lanes_and_operations(self) -> None:
        plain = {"instructions": 100.0, "cycles": 50.0, "scalar": 10.0, "packed 4": 0.0, "packed 8": 0.0, "packed 16": 30.0}
        found = cpu_counters.derived(plain)
        self.assertEqual((found["operations"], found["lanes"], found["instructions a cycle"]), (490, 12.25, 2))
        amd = cpu_counters.derived(plain | dict.fromkeys(cpu_counters.WIDTHS, Missing("not by width")) | {"operations": 77.0})
        self.assertEqual((amd["operations"], amd["lanes"]), (77, Missing("not by width")))
        none = cpu_counters.derived(plain | dict.fromkeys(cpu_counters.WIDTHS, 0.0))
        self.assertEqual((none["operations"], none["lanes"]), (0, Missing("no such instruction was run")))

    def test_an_event_that_never_comes_is_missing(self) -> None:
        """A processor without the event may count nothing, and say so by zeros."""
        tool = cpu_counters.Perf.__new__(cpu_counters.Perf)
        tool.events = cpu_counters.events_of("GenuineIntel")
        for scalar, silent in ((0.0, True), (1.0, False)):
            with mock.patch.object(cpu_counters, "run_perf", lambda _, events, scalar=scalar: {name: scalar if name == "scalar" else 0.0 for name in events}):
                counts = tool.count([], 1)
            self.assertEqual([isinstance(counts[name], Missing) for name in cpu_counters.WIDTHS], 4 * [silent])
            self.assertEqual(isinstance(cpu_counters.derived(counts)["operations"], Missing), silent)

    def test_every_vendor_has_each_figure_or_a_reason(self) -> None:
        for name in ("GenuineIntel", "AuthenticAMD", ""):
            events = cpu_counters.events_of(name)
            told = {key for group in events.groups for key in group} | set(events.missing)
            self.assertLessEqual({"instructions", "cycles", "L1 misses", "L2 misses", "LLC misses", "branch misses", *cpu_counters.WIDTHS}, told)
            self.assertTrue(all(len(group) <= 4 for group in events.groups))  # that a core counts at once

    def test_what_is_not_permitted_is_one_line(self) -> None:
        said = cpu_counters.why_perf_cannot(255, "Error:\nAccess to performance monitoring and observability operations is limited.\nConsider ...")
        self.assertRegex(said, r"^perf: not permitted: found .*perf_event_paranoid, expected 2 or less, or the rights of root$")
        self.assertEqual(cpu_counters.why_perf_cannot(129, "event syntax error: 'x'\n  more"), "perf: exit code 129: event syntax error: 'x'")


class Tables(unittest.TestCase):
    def test_what_is_missing_is_never_zero(self) -> None:
        self.assertEqual(shown(Missing("why")), "not here: why")
        self.assertEqual((shown(0.0), shown(12345.6), shown(0.00123456), shown(3.2e12)), ("0", "12,346", "0.001235", "3.2e+12"))
        text = table(["kernel", "a", "b"], [["x", "1", "not here: why"], ["y", "not here: how", "not here: why"]])
        self.assertEqual(text, "| kernel |            a |            b |\n| ------ | -----------: | -----------: |\n| x      |            1 | not here (1) |\n"
                               "| y      | not here (2) | not here (1) |\n\n(1) not here: why\n\n(2) not here: how\n")


FAKE_PLETHOS = """#!/usr/bin/env python3
import json, sys
words = sys.argv[1:]
if "--help-me" in words:
    print("plethos: unknown option --help-me", file=sys.stderr)
    sys.exit(2)
if words[0] == "study":
    open(words[words.index("--out") + 1] + "/limits.json", "w").write(json.dumps({"runs": [{"bound": {"peak_operations_per_second": 1e12, "peak_bytes_per_second": 1e11}}]}))
elif "--json" in words:
    open(words[words.index("--json") + 1], "w").write(json.dumps({"agents": 10, "agent_steps_per_s": 1e6, "header": {"device": "a device", "plethos": "1.2.3 (abc)", "threads": "1"}}))
"""
FAKE_NCU = """#!/usr/bin/env python3
import sys
sys.path.insert(0, {tests!r})
import test_counters
words = sys.argv[1:]
open({log!r}, "a").write(" ".join(words) + "\\n")
metrics = words[words.index("--metrics") + 1].split(",")
if {forbidden}:
    print("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.")
    sys.exit(1)
if "l1tex__t_sector_hit_rate.pct" in metrics:
    print("==ERROR== Failed to find metric regex:^l1tex__t_sector_hit_rate\\\\.pct$")
    sys.exit(1)
print(test_counters.raw_page(metrics))
"""
FAKE_PERF = """#!/usr/bin/env python3
import sys
words = sys.argv[1:]
steps = int(words[words.index("--steps") + 1]) if "--steps" in words else 0
counts = {"instructions": 300, "cycles": 100, "branch-misses": 1, "L1-dcache-load-misses": 20, "cache-misses": 2, "r02c7": 10, "r08c7": 0, "r20c7": 0, "r80c7": 30}
lines = ["# started", ""]
for event in words[words.index("-e") + 1].split(","):
    event = event.removesuffix(":u")
    lines.append(f"{5000 + counts[event] * 10 * steps},,{event}:u,1000,100.00,," if event in counts else f"<not supported>,,{event}:u,0,100.00,,")
open(words[words.index("-o") + 1], "w").write("\\n".join(lines) + "\\n")
"""


class Command(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        self.program("plethos", FAKE_PLETHOS)
        (self.folder / "usage").write_text(USAGE, encoding="utf-8")
        self.program("cuobjdump", f"#!/bin/sh\ncat '{self.folder}/usage'\n")

    def program(self, name: str, text: str) -> None:
        (self.tools / name).write_text(text, encoding="utf-8")
        (self.tools / name).chmod(0o755)

    def ncu(self, forbidden: bool = False) -> None:
        self.program("ncu", FAKE_NCU.format(tests=str(Path(__file__).parent), log=str(self.folder / "log"), forbidden=forbidden))

    def call(self, *words: str, path: str | None = None) -> subprocess.CompletedProcess:
        build = [] if "--from" in words else ["--build", str(self.tools)]
        return subprocess.run([sys.executable, "-B", str(ROOT / "perf/counters"), *words, *build], capture_output=True, text=True, check=False, cwd=self.folder,
                              env={**os.environ, "PATH": path or f"{self.tools}:{os.environ['PATH']}"})

    def refused(self, code: int, said: str, *words: str, path: str | None = None) -> None:
        result = self.call(*words, path=path)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (code, 1), result.stderr)
        self.assertIn(said, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_kernels(self) -> None:
        self.ncu()
        result = self.call("--cuda", "--run", "evacuation --agents 20000", "--launch-skip", "5", "--launch-count", "9", "--json", "out.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        asked = (self.folder / "log").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(asked), 2)  # once more without the metric that it does not know
        for word in ("--launch-skip=5 --launch-count=9", "--clock-control none", "--print-kernel-base mangled", "run evacuation --agents 20000 --steps 16 --backend cuda --quiet --no-replay"):
            self.assertIn(word, asked[1])
        document = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))
        case = document["cases"][0]
        self.assertEqual((document["schema"], document["tool"], case["on"], case["rows"][0]["launches"]), ("plethos-counters", "ncu", "a device", 2))
        figures = case["rows"][0]["figures"]
        self.assertEqual(figures["registers"], 80)
        self.assertEqual(figures["L1 hits"], {"not here": "ncu: Failed to find metric regex:^l1tex__t_sector_hit_rate\\.pct$"})
        self.assertRegex(result.stdout, r"avoidance::RvoKernel +\| +80 \| +0 \| +2,?050 \|")
        self.assertRegex(result.stdout, r"\(\d\) not here: ncu: Failed to find metric")
        # What was written is shown again.
        again = self.call("--from", "out.json")
        self.assertEqual((again.returncode, again.stdout), (0, result.stdout), again.stderr)
        few = self.call("--from", "out.json", "--kernels", "1")
        self.assertIn("1 kernels that take less time are not shown", few.stdout)
        self.assertNotIn("simulation::Move", few.stdout)

    def test_steps(self) -> None:
        self.program("perf", FAKE_PERF)
        cpuinfo, shown = self.folder / "cpuinfo", io.StringIO()
        cpuinfo.write_text("processor\t: 0\nvendor_id\t: GenuineIntel\n", encoding="utf-8")
        out = self.folder / "out.json"
        with mock.patch.object(cpu_counters, "CPUINFO", cpuinfo), mock.patch.dict(os.environ, PATH=f"{self.tools}:{os.environ['PATH']}"), redirect_stdout(shown):
            code = counters.main(["--run", "lattice --agents 10", "--json", str(out), "--build", str(self.tools)])
        self.assertEqual(code, 0)
        figures = json.loads(out.read_text(encoding="utf-8"))["cases"][0]["rows"][0]["figures"]
        wanted = {"instructions": 300, "cycles": 100, "instructions a cycle": 3, "L1 misses": 20, "LLC misses": 2, "bytes": 128, "operations": 490, "lanes": 12.25, "seconds": 1e-6,
                  "operations a second": 490e6, "of the roofline": 100 * max(490e6 / 1e12, 128e6 / 1e11)}
        for name, value in wanted.items():
            self.assertAlmostEqual(figures[name] / value, 1, 9, name)
        self.assertIn("does not count it", figures["L2 misses"]["not here"])
        self.assertRegex(shown.getvalue(), r"\| L2 misses +\| +not here \(1\) \|")

    def test_steps_by_likwid(self) -> None:
        (self.folder / "csv").write_text(LIKWID, encoding="utf-8")
        self.program("likwid-perfctr", f"#!/bin/sh\ncat '{self.folder}/csv'\n")
        result = self.call("--tool", "likwid", "--threads", "1", "--run", "lattice --agents 10", "--json", "out.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        figures = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["cases"][0]["rows"][0]["figures"]
        self.assertEqual((figures["instructions"], figures["bytes"]), (0, 0))  # of equal runs
        self.assertEqual(figures["packed 8"], {"not here": "likwid: group FLOPS_SP has it not on this processor"})
        self.assertEqual(figures["L1 misses"], {"not here": "likwid: no group is asked for it"})
        self.program("likwid-perfctr", "#!/bin/sh\necho 'ERROR - [access.c:1] No permission' >&2\nexit 1\n")
        self.refused(3, "likwid: ERROR - [access.c:1] No permission", "--tool", "likwid", "--run", "lattice")

    def test_runs_of_a_result(self) -> None:
        settings = {"kind": "simulation", "scenario": "lattice", "agents": 10, "avoidance": "orca", "planner": "straight", "steering": "none", "neighbors": "grid", "set": {"pitch": 2},
                    "start_at": 0}
        machine = {"backend": "cuda", "lanes": "scalar", "threads": 1}
        runs = [{"status": "done", "settings": settings, "machine": machine}, {"status": "done", "settings": settings | {"start_at": 100}, "machine": machine},
                {"status": "done", "settings": settings | {"draw.kind": "game"}, "machine": machine},
                {"status": "done", "settings": settings | {"regroup": False}, "machine": machine},
                {"status": "done", "settings": settings, "machine": machine | {"backend": "tbb", "schedule": "static", "grain": 64}},
                {"status": "done", "settings": settings, "machine": machine | {"backend": "hip"}}]
        (self.folder / "study.json").write_text(json.dumps({"schema": "plethos-study", "runs": runs}), encoding="utf-8")
        self.ncu()
        result = self.call("--cuda", "--result", "study.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("left out: lattice, 10 agents, orca, grid: it begins at step 100", result.stdout)
        self.assertIn("left out: lattice, 10 agents, orca, grid: its map is drawn", result.stdout)
        names = [[work.name for work in works_of_result(self.folder / "study.json", cuda)[0]] for cuda in (True, False)]
        self.assertEqual(names, [["lattice, 10 agents, orca, grid --set pitch=2", "lattice, 10 agents, orca, grid --set pitch=2 --no-regroup"],
                                 ["lattice, 10 agents, orca, grid, tbb scalar, 1 threads --set pitch=2 --schedule static --grain 64"]])
        self.assertIn("run lattice --agents 10 --avoidance orca --planner straight --steering none --neighbors grid --set pitch=2 --steps 16",
                      (self.folder / "log").read_text(encoding="utf-8"))

    def test_refusals(self) -> None:
        self.ncu(forbidden=True)
        self.refused(3, "ncu: exit code 1: ERR_NVGPUCTRPERM - The user does not have permission", "--cuda", "--run", "lattice")
        self.refused(2, "unknown option --help-me", "--cuda", "--run", "lattice --help-me")
        self.refused(2, "No closing quotation", "--run", "lattice '")
        self.refused(2, "found no run", "--cuda")
        self.refused(2, "expected 1 or more", "--run", "lattice", "--steps", "0")
        self.refused(2, "expected some of", "--case", "nope")
        self.refused(2, "found no file of plethos-counters", "--from", "usage.json" if (self.folder / "usage.json").write_text("{}") else "")
        self.program("perf", "#!/bin/sh\necho 'Error:' >&2\necho 'Access to performance monitoring and observability operations is limited.' >&2\nexit 255\n")
        self.refused(3, "perf: not permitted: found", "--run", "lattice")
        self.program("perf", FAKE_PERF.replace("if event in counts", "if False"))
        self.refused(3, "perf: this machine counts none of instructions, cycles, branch-misses", "--run", "lattice")
        (self.tools / "ncu").unlink()
        self.refused(3, "ncu: not found", "--cuda", "--run", "lattice", path=f"{self.tools}:/usr/bin:/bin")

    def test_picture(self) -> None:
        if importlib.util.find_spec("matplotlib") is None:
            self.skipTest(f"{sys.executable} has no matplotlib")
        self.ncu()
        result = self.call("--cuda", "--run", "evacuation", "--plot", "picture.svg")
        self.assertEqual(result.returncode, 0, result.stderr)
        picture = (self.folder / "picture.svg").read_text(encoding="utf-8")
        self.assertIn("avoidance::RvoKernel", picture)
        self.assertNotIn("simulation::Move", picture)  # without operations it has no place


if __name__ == "__main__":
    unittest.main()
