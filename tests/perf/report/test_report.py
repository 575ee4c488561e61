"""Pages of perf/report from a small result: well-formed, self-contained, with everything in them. Exit code 77: no matplotlib here."""

import copy
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPORT = HERE.parents[2] / "perf" / "report"

if importlib.util.find_spec("matplotlib") is None:
    print(f"skipped: {sys.executable} has no matplotlib")
    sys.exit(77)

sys.dont_write_bytecode = True
sys.path.insert(0, str(REPORT))
from figures import Figures, numbers  # noqa: E402
from plots import LogTicks  # noqa: E402
import report  # noqa: E402
from result import Run  # noqa: E402
from series import make_series  # noqa: E402
from study import KINDS  # noqa: E402


FIELDS = {"settings": ["scenario", "agents", "avoidance", "steering", "neighbors", "regroup", "replay", "start_at", "backend", "lanes", "threads",
                       "device", "schedule", "grain"],
          "methods": ["avoidance", "steering", "neighbors"], "same_result": ["regroup", "replay", "set.parallel"],
          "rates": {"frames_per_second": "ms_per_step", "world_steps_per_second": "ms_per_step"}}


def make_page(document: dict) -> str:
    return report.make_page(document, Figures("s-figures", ()))


def run(neighbors: str, agents: int, backend: str, ms: float) -> dict:
    """Returns a run of ten agents. Half of them arrive."""
    settings = {"scenario": "circle", "agents": agents, "set": {"samples": 50}, "avoidance": "rvo", "neighbors": neighbors, "steering": "none",
                "regroup": True, "replay": True, "chunk": 8}
    machine = {"backend": backend, "device": f"a <{backend}> device", "lanes": "scalar", "lane_width": 1, "threads": 2, "same_bits": True,
               "threads_asked": 0}
    results = {"ms_per_step": ms, "ms_per_step_min": ms / 2, "ms_per_step_max": ms * 2, "ms_per_step_low": ms * 0.75,
               "ms_per_step_high": ms * 1.5, "time_confidence": 0.96, "frames_per_second": 1e3 / ms,
               "agent_steps_per_second": agents * 1e3 / ms, "bytes": 300 * agents, "bytes_per_agent": 300.0, "steps": 16, "arrived": 5,
               "overlaps": 0, "changed": 0.625, "forbidding": 3.25, "bound_ms": ms / 9, "all_parts_ms": 12 * ms, "checksum": "00000000000000aa"}
    return {"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results,
            "scenario": {"agents": agents, "segments": 0, "nodes": 0, "goals": agents, "time_step": 0.1},
            "memory": [{"name": "agents", "bytes": 200 * agents}, {"name": "goals", "bytes": 100 * agents}],
            "stages": [{"name": "hash", "ms": ms / 4, "parts": [{"name": "build", "ms": ms / 16}, {"name": "query", "ms": ms / 8}]},
                       {"name": "update", "ms": ms / 2}],
            "avoidance_parts": {"ms": 12 * ms, "parts": [
                {"name": "normals", "ms": 9 * ms, "resolution_ms": ms, "percent": 75.0},
                {"name": "sort", "ms": 0.02, "resolution_ms": 0.07, "percent": 0.0},
                {"name": "inside", "ms": 3 * ms, "resolution_ms": ms, "percent": 25.0}]},
            "bound": {"peak_operations_per_second": 8.125e12, "peak_bytes_per_second": 7.5e11, "ms": ms / 9},
            "repetitions": [{}, {}],
            "curve": {"step": [8, 16], "ms": [ms, ms / 2]}, "arrival": {"travelers": 10, "step": [0, 8, 16], "arrived": [0, 2, 5]}}


def plot(**changes: object) -> dict:
    result = {"title": "A & B", "kind": "lines", "x": "agents", "y": "ms_per_step", "x_label": "", "y_label": "", "series": ["neighbors"],
              "where": {}, "log_x": True, "log_y": True, "references": []}
    result.update(changes)
    return result


def document() -> dict:
    runs = [run(neighbors, agents, backend, 0.1 * agents) for neighbors in ("brute", "grid") for agents in (10, 20)
            for backend in ("openmp", "cuda")]
    plots = [plot(references=[{"label": "paper's point", "points": [[10, 2]]}, {"label": "paper's level", "points": [], "level": 3}]),
             plot(title="bars", kind="bars", x="neighbors", series=["agents", "backend"], log_y=False),
             plot(title="dots", kind="dots", x="neighbors", series=["agents", "backend"]),
             plot(title="stacked", kind="stacked", y="bytes"),
             plot(title="stages", kind="stacked", y="stage_ms"),
             plot(title="parts", kind="stacked", y="avoidance_part_percent", x="backend", series=["agents"]),
             plot(title="share", x="step", y="arrived_share", log_x=False, log_y=False),
             plot(title="cost", x="arrived_share", y="step_ms", log_x=False, where={"agents": 20}),
             plot(title="nothing", where={"agents": 30})]
    finding = {"on": "cuda", "value": 4.5, "at": "20 agents", "over_paper": 1.125, "low": 4.25, "high": 4.75, "confidence": 0.95, "difference": True, "rows": []}
    unclear = {"on": "openmp", "value": 1.125, "at": "10 agents", "low": 0.75, "high": 1.5, "confidence": 0.95, "difference": False, "rows": []}
    claims = [{"name": "a claim", "ratio": True, "source": "section 6", "note": "", "paper": 4, "paper_text": "up to 4", "findings": [finding, unclear]},
              {"name": "unseen", "source": "", "note": "", "paper": None, "paper_text": "", "findings": []}]
    header = {"version": "0.1.0", "commit": "abc", "date": "2026-01-01T00:00:00Z", "kokkos": "5", "kokkos_spaces": "Serial", "processors": 2,
              "machine": {"processor": "a <processor>", "sockets": 1, "cores": 2, "hardware_threads": 2, "usable_threads": 2,
                          "numa_nodes": None, "memory_bytes": 2**34, "os": "an OS", "clock_mhz": 2500.0, "governor": "powersave", "smt": False,
                          "caches": [{"level": 1, "kind": "data", "bytes": 49152, "shared_by": 1}, {"level": 3, "kind": "unified", "bytes": 2**25, "shared_by": 8}],
                          "container": "docker", "environment": {"OMP_PROC_BIND": "<spread>"}, "libraries": {"hdf5": "1.10.8", "mpi": None}, "load": 0.25, "compiler": "GNU 12", "compiler_flags": "-O3",
                          "gpu": {"name": "a <cuda> device", "driver": "580.1", "driver_cuda": 13.0, "runtime_cuda": None,
                                  "multiprocessors": 132, "clock_mhz": 1980.0, "memory_bytes": 2**36, "power_limit_watts": 700.0}},
              "thread_binding": "none", "devices": {"cuda": "a <cuda> device", "openmp": "a CPU"}}
    return {"schema": "plethos-study", "schema_version": 2, "fields": FIELDS, "header": header, "complete": True, "interrupted": False, "planned": len(runs),
            "study": {"name": "s", "title": "A <study>", "description": "One.\n\nTwo.", "hash": "h", "quick": True, "plots": plots},
            "skipped": ["tbb: not here"], "runs": runs, "claims": claims,
            "same_bits": [{"work": "circle", "same": True, "checksums": {"openmp": "aa", "cuda": "aa"}},
                          {"work": "other", "same": False, "checksums": {"openmp": "aa", "cuda": "bb"}}]}


def without_plots() -> dict:
    """Drawing takes most of a page's time."""
    result = document()
    result["study"]["plots"] = []
    return result


def answers() -> dict:
    """The result of a study of queries: two planners on two backends."""
    result = document()
    runs = []
    for planner, solved in (("straight", 3), ("roadmap", 7)):
        for backend in ("openmp", "cuda"):
            settings = {"kind": "paths", "scenario": "city", "agents": None, "scen": None, "queries": 1000, "seed": 1, "set": {}, "planner": planner,
                        "optimum": "roadmap", "repetitions": 2}
            machine = {"backend": backend, "device": "d", "lanes": "scalar", "lane_width": 1, "threads": 2, "same_bits": True, "threads_asked": 0}
            results = {"queries": 1000, "solved": solved, "mismatches": 7 - solved, "length_mean": 12.25, "over_optimum_mean": None,
                       "over_optimum_max": 1.75, "over_optimum_percent": None, "first_offline_ms": 9.25, "first_online_ms": 6.5, "offline_ms": 8.0, "offline_ms_min": 7.5, "offline_ms_max": 8.5, "online_ms": 2.0,
                       "online_ms_min": 1.25, "online_ms_max": 2.75, "queries_per_s": 5e5, "bytes": 3500000, "checksum": "00000000000000aa"}
            runs.append({"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results,
                         "scenario": {"segments": 4, "radius": 0.25}, "repetitions": [{}, {}]})
    result["fields"] = {"settings": ["scenario", "agents", "scen", "queries", "seed", "planner", "optimum", *FIELDS["settings"][-6:]],
                        "methods": ["planner"], "same_result": FIELDS["same_result"]}
    result["study"].update(kind="paths", plots=[plot(title="online", kind="bars", x="planner", y="online_ms", series=["backend"], log_y=False)])
    result["runs"] = runs
    return result


def solutions() -> dict:
    """The result of a study of potentials: two solvers on two backends. One of them does not reach its residual."""
    result = document()
    runs = []
    for solver, solved, sweeps in (("multigrid", True, 7), ("jacobi", False, 2000)):
        for backend, ms in (("openmp", 8.0), ("cuda", 2.0)):
            settings = {"kind": "potentials", "scenario": "open 512", "agents": None, "draw.kind": "open", "draw.size": 512, "draw.seed": 1, "seed": 1,
                        "set": {"solver": solver}, "sweeps_at_most": 2000, "repetitions": 2}
            machine = {"backend": backend, "device": "d", "lanes": "scalar", "lane_width": 1, "threads": 2, "same_bits": True, "threads_asked": 0}
            results = {"solve_ms": ms, "solve_ms_min": 0.75 * ms, "solve_ms_max": 1.25 * ms, "sweeps": sweeps, "residual": 5e-7 if solved else 0.0625,
                       "solved": solved, "cells": 262143, "cell_sweeps_per_s": 1.25e8, "bytes": 4500000, "checksum": "00000000000000aa"}
            solving = {"sweep": [sweeps // 2, sweeps], "sweep_residual": [0.125, results["residual"]], "elapsed_ms": [ms / 4, ms]}
            runs.append({"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results, "solving": solving,
                         "scenario": {"width": 512, "height": 512, "goal": [3, 4]}, "repetitions": [{}, {}]})
    result["fields"] = {"settings": ["scenario", "agents", "draw.kind", "draw.size", "draw.seed", "seed", "sweeps_at_most", *FIELDS["settings"][-6:]],
                        "methods": [], "same_result": FIELDS["same_result"]}
    result["study"].update(kind="potentials", plots=[plot(title="residual", x="elapsed_ms", y="sweep_residual", series=["set.solver"],
                                                          where={"backend": "cuda"})])
    result["runs"] = runs
    return result


def plans() -> dict:
    """The result of a study that empties plans: two methods, one of which leaves people behind."""
    result = document()
    runs = []
    for avoidance, left in (("orca", 0), ("rvo", 17)):
        settings = {"kind": "emptying", "scenario": "building", "content": "c", "agents": 40, "set": {"radius": 0.2}, "plans": 20,
                    "each": {"angle": ["0", "0.4"], "cell_size": ["0.1"]}, "avoidance": avoidance, "planner": "astar", "steps_at_most": 3600}
        machine = {"backend": "serial", "device": "d", "lanes": "scalar", "lane_width": 1, "threads": 1, "same_bits": True, "threads_asked": 0}
        results = {"emptied": 20 if left == 0 else 13, "not_emptied": 0 if left == 0 else 7, "people": 800, "people_left": left, "wall_crossings": 0,
                   "plans_with_overlaps": 3, "overlap_depth": 0.125, "seconds_to_empty": 21.5, "seconds_to_empty_most": 64.0,
                   "time_over_door": 3.5 if left == 0 else None, "time_over_door_most": 9.25 if left == 0 else None, "checksum": "00000000000000aa"}
        runs.append({"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results, "plans": []})
    result["fields"] = {"settings": ["scenario", "agents", "plans", "avoidance", "planner", *FIELDS["settings"][-6:]],
                        "methods": ["avoidance", "planner"], "same_result": FIELDS["same_result"]}
    result["study"].update(kind="emptying", plots=[plot(title="left", kind="bars", x="planner", y="not_emptied", series=["avoidance"], log_y=False)])
    result["runs"] = runs
    return result


def comparison() -> dict:
    side = {"machine": "cuda", "device": "d", "ms_per_step": 1.0, "checksum": "x"}
    return {"schema": "plethos-comparison", "schema_version": 2, "a": document(), "b": document(),
            "pairs": [{"work": "the work", "fastest": True, "a": side, "b": {**side, "machine": "tbb", "result": "B"}, "ratio": 2.5, "low": 2.25, "high": 2.75,
                       "confidence": 0.95, "faster": "A", "not_judged": "", "same_bits": True}]}


class Pages(unittest.TestCase):
    def check_page(self, page: str) -> None:
        xml.fromstring(page.replace("<!DOCTYPE html>", ""))
        addresses = set(re.findall(r"""[a-z]+://[^\s"'<>)]+""", page))
        self.assertLessEqual(addresses, {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"})
        self.assertNotRegex(page, r"(?i)<(script|link|img|iframe|object)\b|@import|url\((?!#)")
        self.assertNotIn("#010203", page)

    def test_figures_without_a_paper_are_compared_with_none(self) -> None:
        result = without_plots()
        self.assertIn("figures and ours", make_page(result))
        result["claims"] = [{**claim, "paper": None, "paper_text": ""} for claim in result["claims"]]
        page = make_page(result)
        self.check_page(page)
        self.assertNotIn("figures and ours", page)
        figures = page[page.index("<h2>Figures"):page.index("unseen")]
        self.assertNotIn("paper", figures)
        self.assertIn("4.5", figures)

    def test_study(self) -> None:
        page = make_page(document())
        self.check_page(page)
        self.assertEqual(page.count("<svg"), 8)
        self.assertIn("A &lt;study&gt;", page)
        for text in ("brute, openmp", "grid, cuda", "paper's point", "paper's level", "10 agents, openmp", "goals", "hash: build", "<th class=\"n\">build<", "update", "Stages, ms a step", "8,125", ">bound<", "up to 4", "4.5", "1.12",
                     "a &lt;processor&gt;", "1 sockets, 2 cores, 2 hardware threads, 2 usable", "16.0 GiB", "GNU 12: -O3",
                     "2500 MHz, governor powersave, SMT off", "L1 data 48 KiB, L3 32 MiB for 8 threads", ">docker<",
                     "OMP_PROC_BIND &lt;spread&gt;", ">hdf5 1.10.8<", "132 multiprocessors, 1980 MHz at most, 700 W at most, 64.0 GiB", "580.1, knows CUDA 13", ">62.5 %<", ">3.25<",
                     "no runs here that show it", "nothing: no run here", "tbb: not here", "--quick", "openmp: aa; cuda: bb"):
            self.assertIn(text, page)

    def test_parts_of_the_avoidance_stage(self) -> None:
        changed = document()
        for one in changed["runs"]:
            if one["machine"]["backend"] == "cuda":
                one["avoidance_parts"]["parts"][0]["ms"] /= 4
        page = make_page(changed)
        self.check_page(page)
        heading, rows = page.index("Parts of the avoidance stage"), page.index(">Memory, MB by part<")
        table = page[heading:rows]
        for text in ("1\u00a0normals", "3\u00a0inside", ">all<", "&lt; 0.07", "openmp scalar, 2 threads: ms", "cuda: ms", ">times faster<", ">75.0<", ">4<"):
            self.assertIn(text, table)
        # A part that cannot be told has no ratio.
        self.assertRegex(table, r"2\u00a0sort</td>.*&lt; 0.07.*>0.0<.*&lt; 0.07.*>0.0<.*–")

    def test_moves_of_an_obstacle(self) -> None:
        changed = answers()
        for k, one in enumerate(changed["runs"]):
            one["settings"].update({"moves": 2, "draw.size": 512})
            one["results"].update(plan_ms=10.0, repair_ms=2.5, repair_ms_min=2.0, repair_ms_max=3.0, repair_percent=25.0, repaired=k < 2, states=4321)
            one["moves"] = {"move": [0, 1, 2], "move_ms": [10, 2, 3]}
            for name in ("follow_ms", "online_ms", "solved", "cells", "inserted", "removed", "updated"):
                one["moves"][f"move_{name}"] = [0, 1, 2]
            one["moves"]["move_invalidated"] = [0, 100, 400]
        changed["fields"]["settings"][4:4] = ["draw.size", "moves"]
        changed["study"]["plots"] = [plot(title="moves", x="move", y="move_ms", series=["planner"], log_y=False)]
        page = make_page(changed)
        self.check_page(page)
        table = page[page.index(">Repairs<"):]
        for text in (">10<", ">2.5<", ">2 to 3<", ">25 %<", ">yes<", ">no<", ">250<", ">invalidated<"):
            self.assertIn(text, table)
        self.assertIn(">4,321<", page)
        self.assertIn("move of the obstacle", page)
        found = Run(changed["runs"][0], FIELDS)
        x, y = found.curve("move", "move_invalidated")
        self.assertEqual((list(x), list(y)), ([0, 1, 2], [0, 100, 400]))
        self.assertIn("roadmap,1.0,2.0", numbers(changed["study"]["plots"][0], [Run(one, changed["fields"]) for one in changed["runs"]]))
        self.assertNotIn(">Repairs<", make_page(answers()))

    def test_ranks(self) -> None:
        several = run("grid", 10, "openmp", 0.5)
        several["machine"].update(ranks=4, threads=1)
        several["results"].update(speedup=1.5, efficiency=0.375, imbalance=1.125, ghost_share=0.25, exchange_share=0.125, migrations=17, divisions=2)
        alone = run("grid", 10, "openmp", 0.75)
        alone["machine"]["ranks"] = 1
        alone["results"].update(speedup=1.0, efficiency=1.0)
        several_document = document()
        several_document["runs"] = [alone, several]
        several_document["header"]["machine"] = {"usable_threads": 2}
        page = make_page(several_document)
        self.assertIn("<h2>Ranks</h2>", page)
        row = next(line for line in re.findall("<tr>.*?</tr>", page) if ">17<" in line)
        for text in ("openmp scalar, 1 thread, 4 ranks", ">1.5<", ">0.375<", ">1.12<", ">25 %<", ">12 %<", ">2<"):
            self.assertIn(text, row)
        # Each of the ranks has its part of the threads.
        self.assertNotIn("fewer threads", page)
        self.assertIn("openmp, 4 ranks", page)
        self.assertNotIn("<h2>Ranks</h2>", make_page(document()))

    def test_worlds(self) -> None:
        runs = [run("grid", 10, "openmp", ms) for ms in (0.5, 2.0)]
        for worlds, of in zip((1, 16), runs):
            of["settings"]["worlds"] = worlds
            of["results"]["world_steps_per_second"] = worlds * 1e3 / of["results"]["ms_per_step"]
        fields = {**FIELDS, "settings": ["scenario", "agents", "worlds", *FIELDS["settings"][2:]]}
        several = {**without_plots(), "runs": runs, "fields": fields}
        self.assertIn("<th class=\"n\">worlds</th>", make_page(several))
        drawn = [Run(json, fields) for json in runs]
        line = make_series(plot(x="worlds", y="world_steps_per_second"), drawn)
        self.assertEqual([(series.x, series.y, series.low, series.high) for series in line],
                         [([1, 16], [2000.0, 8000.0], [2000 / 1.5, 8000 / 1.5], [2000 / 0.75, 8000 / 0.75])])
        self.assertEqual([series.label for series in make_series(plot(series=["worlds"]), drawn)], ["1 world", "16 worlds"])

    def test_failed_and_missing_parts(self) -> None:
        changed = document()
        failed = changed["runs"][0]
        for part in ("results", "memory", "curve", "arrival", "scenario", "avoidance_parts"):
            del failed[part]
        failed.update(status="failed", error="out of <memory>")
        for part in ("curve", "arrival"):
            del changed["runs"][1][part]
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("out of &lt;memory&gt;", page)

    def test_intervals_only_with_repetitions(self) -> None:
        changed = without_plots()
        changed["claims"] = []
        self.assertIn(">interval<", make_page(changed))
        for one in changed["runs"]:
            one["repetitions"] = [{}]
        page = make_page(changed)
        self.check_page(page)
        self.assertNotIn(">interval<", page)
        self.assertNotIn("0.75 to 1.5", page)
        one = changed["runs"][0]
        one["repetitions"] = [{}, {}]
        self.assertEqual(make_page(changed).count(">0.75 to 1.5<"), 1)
        one["results"]["time_confidence"] = 0.5
        self.assertEqual(make_page(changed).count(">0.75 to 1.5 (50%)<"), 1)
        for name in ("ms_per_step_low", "ms_per_step_high", "time_confidence"):
            del one["results"][name]
        self.assertEqual(make_page(changed).count(">0.5 to 2<"), 1)

    def test_ratios_have_intervals_and_say_where_no_difference_is_seen(self) -> None:
        page = make_page(without_plots())
        self.assertEqual(page.count(">4.25 to 4.75<"), 1)
        self.assertEqual(page.count(">0.75 to 1.5: no difference seen<"), 1)
        self.assertEqual(page.count("The interval of a ratio:"), 1)
        changed = without_plots()
        changed["claims"][0]["findings"][1].update(difference=None, not_judged="other <work>")
        self.assertIn(">10 agents; not judged: other &lt;work&gt;<", make_page(changed))

    def test_words_of_the_description_are_code(self) -> None:
        changed = without_plots()
        changed["study"]["description"] = "Of `a < b` and `c`.\n\nMore."
        self.assertIn("<p>Of <code>a &lt; b</code> and <code>c</code>.</p>", make_page(changed))

    def test_warnings(self) -> None:
        self.assertNotIn("Warning:", make_page(without_plots()))
        changed = without_plots()
        changed["runs"][0]["machine"]["threads_asked"] = 8
        changed["runs"][0]["results"]["changed"] = 0.004
        changed["runs"][2]["bound"]["threads"] = 1
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("fewer threads than were asked for (openmp: 2 of 8)", page)
        self.assertIn("measured with other threads than the times (openmp scalar, 2 threads: peak of 1 thread)", page)
        self.assertIn("times of an empty road", page)
        self.assertIn("circle, 10 agents, rvo", page)
        for one in changed["runs"]:
            one["settings"]["avoidance"] = "none"
        self.assertNotIn("times of an empty road", make_page(changed))
        changed = without_plots()
        changed["header"]["machine"]["usable_threads"] = 4
        self.assertIn("openmp: 2 of 4", make_page(changed))

    def test_older_results_have_pages(self) -> None:
        changed = without_plots()
        del changed["header"]["machine"]
        for one in changed["runs"]:
            for key in ("changed", "forbidding"):
                del one["results"][key]
            del one["machine"]["threads_asked"]
        self.check_page(make_page(changed))

    def test_partial(self) -> None:
        changed = document()
        changed.update(interrupted=True, runs=[], same_bits=[], claims=[])
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("Interrupted: 0 of 8 runs", page)

    def test_comparison(self) -> None:
        page = make_page(comparison())
        self.check_page(page)
        for text in ("the work", "2.5", "A, brute, openmp", "B, grid, cuda", "2.25 to 2.75", "Welch"):
            self.assertIn(text, page)
        self.assertIn(">A</td>", page)
        changed = comparison()
        before = comparison()
        del before["pairs"][0]["faster"]
        self.assertNotIn("no difference seen<", make_page(before))
        changed["pairs"][0].update(faster="", difference=False)
        self.assertIn(">no difference seen<", make_page(changed))
        changed["pairs"][0].update(not_judged="B: other work")
        self.assertIn(">not judged: B: other work<", make_page(changed))

    def test_rooflines(self) -> None:
        changed = without_plots()
        self.assertNotIn(">Roofline<", make_page(changed))
        for one in changed["runs"]:
            one["bound"].update(operations=6e9, bytes=2e9)
            one["results"]["avoid_ms"] = 4.0
        figures = Figures("s-figures", ("png",))
        page = report.make_page(changed, figures)
        self.check_page(page)
        self.assertIn(">Roofline<", page)
        table = figures.files["01-roofline.csv"].decode().splitlines()
        self.assertEqual(len(table), 9)
        self.assertEqual(table[1], '"openmp scalar, 2 threads","circle, 10, brute",3.0,1500000000000.0,8125000000000.0,750000000000.0')
        self.assertIn(">circle, 10, brute<", page)
        self.assertIn(">openmp scalar, 2 threads</text>", page)

    def test_platforms(self) -> None:
        several = comparison()
        several["more"] = [document()]
        several["pairs"][0]["b"]["result"] = "C"
        row = {"platform": "A: a CPU", "application": "openmp <avx2>", "on": "openmp", "time": 4.0, "low": None, "high": None, "best_time": 3.0,
               "best_source": "RVO2", "app_efficiency": 0.75, "arch_efficiency": 0.375}
        cases = [{"work": f"case {i}", "rows": [row], "portability": [{"application": "openmp <avx2>", "app": 0.0, "arch": None}]} for i in range(8)]
        several["platforms"] = {"names": ["A: a CPU", "C: a GPU"], "cases": cases}
        figures = Figures("s-figures", ("png",))
        page = report.make_page(several, figures)
        self.check_page(page)
        for text in (": 3 results<", ">C: tbb<", ">other<", ">4 (75%, 38% of the roofline)<", ">not run<", ">openmp &lt;avx2&gt;<", "1 is A: a CPU; 2 is C: a GPU",
                     "Best times of others: RVO2.", "Cascades are drawn of the first 6 of 8 cases."):
            self.assertIn(text, page)
        self.assertEqual(sum("cascade" in name for name in figures.files), 12)
        table = next(content for name, content in figures.files.items() if name.endswith("cascade-case-0.csv"))
        self.assertEqual(table.decode(), 'application,platform,time,app_efficiency\nopenmp <avx2>,A: a CPU,4.0,0.75\n')

    def test_queries(self) -> None:
        page = make_page(answers())
        self.check_page(page)
        self.assertEqual(page.count("<svg"), 1)
        for text in (">Queries<", ">1,000<", ">straight<", ">roadmap<", ">mismatches<", ">12.25<", ">1.75<", ">7.5 to 8.5<", ">1.25 to 2.75<",
                     ">500,000<", ">3.5<", ">9.25<", ">6.5<", "The same for all: seed 1, optimum roadmap.", "finds the same ways", "checksum of the ways",
                     "Offline is the wall time"):
            self.assertIn(text, page)
        self.assertNotIn("Memory, MB by part", page)
        unknown = answers()
        for one in unknown["runs"]:
            one["settings"]["optimum"] = ""
        self.assertIn("The same for all: seed 1, optimum –.", make_page(unknown))
        self.assertNotIn("ends in the same positions", page)

    def test_failed_queries(self) -> None:
        changed = answers()
        for one in changed["runs"]:
            one.update(status="failed", error="out of <memory>")
            del one["results"]
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("out of &lt;memory&gt;", page)

    def test_energy(self) -> None:
        changed = without_plots()
        self.assertNotIn(">Energy<", make_page(changed))
        told = {"not_measured": "", "net_not_measured": ""}
        for one in changed["runs"]:
            one["energy"] = [{"cpu": {**told, "not_measured": "no <sensor> here"}}]
            if one["machine"]["backend"] == "cuda":
                one["energy"] = [{"gpu": told, "cpu": {**told, "net_not_measured": "it took 9 W while it did nothing"}}]
                one["results"].update(gpu_joules_per_million_agent_steps=6.25, gpu_joules_per_million_agent_steps_low=6.125, gpu_joules_per_million_agent_steps_high=6.5,
                                      gpu_net_joules_per_million_agent_steps=4.75, gpu_joules_per_step=0.375, gpu_watts=512.5, gpu_idle_watts=72.5,
                                      cpu_joules_per_million_agent_steps=3.125)
        changed["study"]["plots"] = [plot(title="energy", kind="stacked", x="neighbors", series=["agents", "backend"], y="joules_per_million_agent_steps", log_y=False)]
        page = make_page(changed)
        self.check_page(page)
        table = page[page.index(">Energy<"):page.index(">Stages, ms a step<")]
        for text in (">GPU<", ">6.25<", ">6.12 to 6.5<", ">4.75<", ">0.375<", ">512<", ">72.5<", ">3.12<", "CPU: no &lt;sensor&gt; here", "CPU without idle: it took 9 W", ">not measured<"):
            self.assertIn(text, table)
        self.assertNotRegex(table, r">0<")
        for text in ("gpu: steps", "gpu: idle", ">cpu<", "J per million agent-steps"):
            self.assertIn(text, page)

    def test_energies_are_compared(self) -> None:
        changed = comparison()
        self.assertNotIn(">Energy<", make_page(changed))
        energy = {"result": "gpu_net_joules_per_million_agent_steps", "a": 4.75, "b": 9.5, "ratio": 2.0, "low": 1.875, "high": 2.125, "confidence": 0.95, "less": "A", "not_judged": ""}
        changed["pairs"][0]["energy"] = [energy, {**energy, "less": "", "not_judged": "B: others"}]
        page = make_page(changed)
        self.check_page(page)
        table = page[page.index(">Energy<"):]
        for text in ("J of the GPU per million agent-steps, without idle", ">4.75<", ">9.5<", ">1.88 to 2.12<", ">A<", "not judged: B: others"):
            self.assertIn(text, table)

    def test_disturbed_runs(self) -> None:
        text = "something else happened on the machine"
        changed = document()
        for one in changed["runs"]:
            one["disturbed"] = []
        self.assertNotIn(text, make_page(changed))
        changed["runs"][0]["disturbed"] = ["8 threads on 2 <processors>"]
        page = make_page(changed)
        self.check_page(page)
        self.assertIn(text, page)
        self.assertIn("While 1 of ", page)
        self.assertIn("8 threads on 2 &lt;processors&gt;", page)
        self.assertNotIn("and others", page)

    def test_what_differs_between_environments(self) -> None:
        title = "What differs between the machines"
        self.assertNotIn(title, make_page(comparison()))
        self.assertIn("Nothing that is known.", make_page({**comparison(), "environment": []}))
        page = make_page({**comparison(), "environment": [{"key": "environment.OMP_PLACES", "a": None, "b": "<cores>"},
                                                          {"key": "command_line", "a": ["plethos", "study"], "b": ["plethos"]}]})
        self.check_page(page)
        for text in (title, "environment.OMP_PLACES", "&lt;cores&gt;", "–", "study"):
            self.assertIn(text, page)
        three = {**comparison(), "more": [document()], "environment": [{"key": "smt", "a": True, "b": None, "c": "the third"}]}
        self.assertIn("the third", make_page(three))

    def test_comparison_of_queries(self) -> None:
        side = {"machine": "cuda", "device": "d", "online_ms": 8.25, "checksum": "x"}
        page = make_page({**comparison(), "a": answers(), "b": answers(), "time": "online_ms", "pairs": [
            {"work": "the work", "fastest": True, "a": side, "b": side, "ratio": 1.0, "same_bits": True}]})
        self.check_page(page)
        for text in ("the work", ">8.25<", "the time of all queries", ">ms for all queries<", "A, openmp"):
            self.assertIn(text, page)

    def test_plans(self) -> None:
        page = make_page(plans())
        self.check_page(page)
        self.assertEqual(page.count("<svg"), 1)
        table = page[page.index(">Plans<"):]
        for text in (">20 of 20<", ">13 of 20<", ">17<", ">0.125<", ">21.5<", ">64<", ">3.5<", ">9.25<", "plans 20, planner astar, set.radius 0.2",
                     "From plan to plan: angle 0, 0.4; cell_size 0.1.", "Times are simulated"):
            self.assertIn(text, table)
        # Where people stay behind, the row is shaded.
        marked = re.findall('<tr class="[^"]*">(.*?)</tr>', table)
        self.assertEqual([">rvo<" in row for row in marked], [True])
        self.assertIn("plans that somebody does not leave", page)

    def test_every_kind_of_study_has_a_page(self) -> None:
        for path in sorted((HERE.parents[2] / "perf" / "studies").glob("*.toml")):
            found = re.search('(?m)^kind = "([a-z]+)"', path.read_text(encoding="utf-8").split("[[", 1)[0])
            with self.subTest(study=path.name):
                self.assertIn(found.group(1) if found else "simulation", KINDS)

    def test_potentials(self) -> None:
        page = make_page(solutions())
        self.check_page(page)
        self.assertEqual(page.count("<svg"), 1)
        for text in (">Potentials<", ">multigrid<", ">jacobi<", ">5.0e-07<", ">0.062<", ">2,000<", ">6 to 10<", ">262,143<", ">4.5<", "ends in the same values",
                     "checksum of the values", "A time is the wall time from a map", "residual over the first one"):
            self.assertIn(text, page)
        table = page[page.index(">Potentials<"):]
        # What was not solved is shaded, and says so.
        self.assertEqual(table.count('<tr class="mark">'), 2)
        self.assertRegex(table, r'<tr class="mark"><td[^>]*>[^<]*</td><td[^>]*>jacobi<.*<span class="bad">no<')
        self.assertNotRegex(table, r'<tr class="mark"><td>[^<]*</td><td[^>]*>multigrid<')
        self.assertNotIn("Memory, MB by part", page)

    def test_failed_potentials(self) -> None:
        changed = solutions()
        for one in changed["runs"]:
            one.update(status="failed", error="out of <memory>")
            del one["results"], one["solving"]
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("out of &lt;memory&gt;", page)

    def test_comparison_of_potentials(self) -> None:
        side = {"machine": "cuda", "device": "d", "solve_ms": 8.25, "checksum": "x"}
        page = make_page({**comparison(), "a": solutions(), "b": solutions(), "time": "solve_ms", "pairs": [
            {"work": "the work", "fastest": True, "a": side, "b": side, "ratio": 1.0, "same_bits": True}]})
        self.check_page(page)
        for text in ("the work", ">8.25<", "the time of a solution", ">ms to solve a potential<"):
            self.assertIn(text, page)

    def test_same_input_same_page(self) -> None:
        self.assertEqual(make_page(document()), make_page(document()))

    def test_other_files_are_refused(self) -> None:
        for changes in ({"schema": "other"}, {"schema_version": 1}):
            with self.assertRaises(ValueError):
                make_page({**document(), **changes})


class FiguresTest(unittest.TestCase):
    def test_every_figure_is_there_as_png_pdf_and_csv(self) -> None:
        figures = Figures("s-figures")
        few = document()
        few["study"]["plots"] = few["study"]["plots"][:3]
        page = report.make_page(few, figures)
        self.assertEqual(len(figures.files), 3 * 3)
        self.assertEqual(set(re.findall(r'href="s-figures/([^"]+)"', page)), set(figures.files))
        for name, content in figures.files.items():
            begin = {"png": b"\x89PNG", "pdf": b"%PDF", "csv": b""}[name[-3:]]
            self.assertTrue(content.startswith(begin), name)
            self.assertGreater(len(content), 60)
        self.assertIn("01-a-b.csv", figures.files)

    def test_numbers(self) -> None:
        runs = [Run(json, FIELDS) for json in document()["runs"]]
        runs[0].json["repetitions"] = [{}]
        rows = numbers(plot(), runs).splitlines()
        self.assertEqual(rows[:3], ["neighbors,backend,agents,ms_per_step,low,high", "brute,openmp,10,1.0,,", "brute,openmp,20,2.0,1.5,3.0"])
        self.assertEqual(len(rows), 9)
        rows = numbers(plot(kind="stacked", y="bytes", where={"backend": "cuda", "neighbors": "grid"}), runs).splitlines()
        self.assertEqual(rows[:2], ["neighbors,agents,part,bytes", "grid,10,agents,0.002"])
        rows = numbers(plot(x="step", y="arrived_share", where={"backend": "cuda", "agents": 20}), runs).splitlines()
        self.assertEqual(rows[:3], ["neighbors,step,arrived_share", "brute,0.0,0.0", "brute,8.0,0.2"])


class SeriesTest(unittest.TestCase):
    def test_fields_that_differ_tell_runs_apart(self) -> None:
        runs = [Run(json, FIELDS) for json in document()["runs"]]
        self.assertEqual([one.label for one in make_series(plot(), runs)], ["brute, openmp", "brute, cuda", "grid, openmp", "grid, cuda"])
        only = make_series(plot(where={"backend": "cuda"}), runs)
        self.assertEqual([(one.label, one.x, one.y) for one in only], [("brute", [10, 20], [1.0, 2.0]), ("grid", [10, 20], [1.0, 2.0])])

    def test_average_over_fields(self) -> None:
        runs = [Run(json, FIELDS) for json in document()["runs"]]
        for one in runs:
            if one.field("neighbors") == "grid":
                one.json["results"]["ms_per_step"] *= 4
        averaged = plot(series=["backend"], average=["neighbors"])
        openmp, cuda = make_series(averaged, runs)
        self.assertEqual((openmp.label, openmp.x, openmp.y, openmp.low, openmp.high), ("openmp", [10, 20], [2.5, 5.0], [1.0, 2.0], [4.0, 8.0]))
        self.assertEqual((cuda.label, cuda.y), ("cuda", [2.5, 5.0]))
        self.assertEqual(numbers(averaged, runs).splitlines()[1], "openmp,10,2.5,1.0,4.0")
        # What differs besides tells lines apart as ever.
        self.assertEqual([one.label for one in make_series({**averaged, "series": []}, runs)], ["openmp", "cuda"])

    def test_labels_name_parameters_that_a_run_has(self) -> None:
        runs = [Run(json, FIELDS) for json in document()["runs"][::4]]
        runs[0].json["settings"]["set"] = {"block": 8, "pull": False, "through": "entries"}
        names = ["neighbors", "set.block", "set.pull", "set.through"]
        self.assertEqual([one.label for one in make_series(plot(series=names), runs)], ["brute, block = 8, no pull, entries", "grid"])

    def test_equal_curves_are_one(self) -> None:
        runs = [Run(json, FIELDS) for json in document()["runs"]]
        share = plot(x="step", y="arrived_share")
        self.assertEqual(len(make_series(share, runs)), 2)
        other = copy.deepcopy(runs[1].json)
        other["arrival"]["arrived"] = [0, 3, 5]
        self.assertEqual(len(make_series(share, [runs[0], Run(other, FIELDS)])), 2)

    def test_a_residual_over_time_or_sweeps(self) -> None:
        document = solutions()
        runs = [Run(json, document["fields"]) for json in document["runs"]]
        # Backends have equal residuals, and times of their own.
        self.assertEqual([one.label for one in make_series(plot(x="sweep", y="sweep_residual", series=["set.solver"]), runs)], ["multigrid", "jacobi"])
        over_time = make_series(plot(x="elapsed_ms", y="sweep_residual", series=["set.solver"]), runs)
        self.assertEqual([(one.label, one.x, one.y) for one in over_time[:2]],
                         [("multigrid, openmp", [2.0, 8.0], [0.125, 5e-7]), ("multigrid, cuda", [0.5, 2.0], [0.125, 5e-7])])
        self.assertEqual([one.x for one in make_series(plot(x="sweep", y="elapsed_ms", series=["set.solver"], where={"backend": "cuda"}), runs)], [[3, 7], [1000, 2000]])
        only = plot(x="elapsed_ms", y="sweep_residual", series=["set.solver"], where={"solved": True, "backend": "cuda"})
        self.assertEqual(numbers(only, runs).splitlines(), ["set.solver,elapsed_ms,sweep_residual", "multigrid,0.5,0.125", "multigrid,2.0,5e-07"])

    def test_cost_against_share(self) -> None:
        x, y = Run(run("grid", 10, "cuda", 4.0), FIELDS).curve("arrived_share", "step_ms")
        # A stretch's middle: steps 4 and 12, between the looks at 0, 8 and 16.
        self.assertEqual([round(value, 6) for value in x], [0.1, 0.35])
        self.assertEqual(list(y), [4.0, 2.0])


class LogTicksTest(unittest.TestCase):
    def test_a_plot_that_spans_little_has_ticks_all_the_same(self) -> None:
        for low, high in ((0.6, 1.9), (0.95, 1.3), (2.1, 4.8), (0.3, 40.), (1., 1e6)):
            ticks = [tick for tick in LogTicks().tick_values(low, high) if low <= tick <= high]
            self.assertGreaterEqual(len(ticks), 2, (low, high))
        self.assertNotIn(3, LogTicks().tick_values(1, 100))


class Program(unittest.TestCase):
    def test_page_or_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            good, bad, out = (Path(folder) / name for name in ("good.json", "bad.json", "page.html"))
            good.write_text(json.dumps(document()), encoding="utf-8")
            bad.write_text('{"schema": "plethos-study"', encoding="utf-8")
            command = [sys.executable, "-B", str(REPORT / "report.py")]
            result = subprocess.run([*command, str(bad), "--out", str(out)], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stderr.count("\n"), 1)
            self.assertFalse(out.exists())
            few = document()
            few["study"]["plots"] = few["study"]["plots"][:1]
            good.write_text(json.dumps(few), encoding="utf-8")
            subprocess.run([*command, str(good), "--out", str(out)], check=True)
            self.assertTrue(out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>"))
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), ["bad.json", "good.json", "page-figures", "page.html"])
            figures = Path(folder) / "page-figures"
            self.assertEqual(len(list(figures.iterdir())), 3)
            # A figure of an earlier page goes with it. Files that are not ours stay, whatever they are called.
            out.write_text(out.read_text(encoding="utf-8") + '<a href="page-figures/09-old.png">', encoding="utf-8")
            out.chmod(0o600)
            for name in ("09-old.png", "08-mine.png", "notes.txt"):
                (figures / name).write_bytes(b"mine")
            subprocess.run([*command, str(good), "--out", str(out)], check=True)
            names = {path.name for path in figures.iterdir()}
            self.assertEqual((len(names), names & {"09-old.png", "08-mine.png", "notes.txt"}), (3 + 2, {"08-mine.png", "notes.txt"}))
            self.assertEqual(out.stat().st_mode & 0o777, 0o600)
            # Nor are they replaced.
            name = min(names - {"08-mine.png"})
            for kept in (figures / name, out):
                out.unlink(missing_ok=True)
                kept.write_bytes(b"mine")
                result = subprocess.run([*command, str(good), "--out", str(out)], capture_output=True, text=True, check=False)
                self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
                self.assertIn("is not what plethos wrote", result.stderr)
                self.assertEqual(kept.read_bytes(), b"mine")


if __name__ == "__main__":
    unittest.main()
