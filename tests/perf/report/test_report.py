"""Pages of perf/report from a small result: well-formed, self-contained, with everything in them. Exit code 77: no matplotlib here."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.dont_write_bytecode = True
from with_report import REPORT  # noqa: E402
from figures import Figures, numbers  # noqa: E402
from made_up_results import FIELDS, answers, comparison, document, plans, plot, run, solutions, without_plots  # noqa: E402
import report  # noqa: E402
from result import Run  # noqa: E402
from series import make_series  # noqa: E402
from study import KINDS  # noqa: E402


def make_page(document: dict) -> str:
    return report.make_page(document, Figures("s-figures", ()))


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

    def test_parameters_of_all_runs_stand_once(self) -> None:
        changed = without_plots()
        self.assertNotIn("In all runs", make_page(changed))
        changed["shared_parameters"] = {"samples": 50.0, "packed": True}
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("In all runs: samples=50, packed=true.", page)

    def test_a_comparison_names_what_all_share_once(self) -> None:
        page = make_page(comparison())
        self.assertNotIn("In all runs", page)
        self.assertIn("the work", page)
        pair = {**comparison()["pairs"][0], "label": "a short <name>"}
        page = make_page({**comparison(), "shared_parameters": {"samples": 50.0}, "pairs": [pair]})
        self.check_page(page)
        self.assertIn("In all runs: samples=50.", page)
        self.assertIn("a short &lt;name&gt;", page)
        self.assertNotIn("the work", page)

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
        changed["runs"][0]["machine"]["device"] = "aarch64, emulated on a <chip>"
        page = make_page(changed)
        self.check_page(page)
        self.assertIn("An emulator ran the program (aarch64, emulated on a &lt;chip&gt;)", page)

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
        self.assertEqual(table[1], '"openmp scalar, 2 threads","circle, 10 agents, brute",3.0,1500000000000.0,8125000000000.0,750000000000.0')
        self.assertIn(">circle, 10 agents, brute<", page)
        self.assertIn(">openmp scalar, 2 threads</text>", page)

    def test_rooflines_of_other_stages(self) -> None:
        changed = without_plots()
        for one in changed["runs"]:
            one["bound"]["stages"] = [{"stage": "perceive", "operations": 2e9, "bytes": 1e9}, {"stage": "avoid", "operations": 6e9, "bytes": 2e9},
                                      {"stage": "move", "operations": 0, "bytes": 1e9}, {"stage": "plan", "operations": 4e9, "bytes": 1e9}]
            one["results"].update(perceive_ms=2.0, avoid_ms=4.0, move_ms=1.0)
        figures = Figures("s-figures", ("png",))
        page = report.make_page(changed, figures)
        self.check_page(page)
        # Of a stage without operations, or that was not timed, there is no picture.
        self.assertEqual([name for name in figures.files if name.endswith(".csv")], ["01-roofline.csv", "02-roofline-perceive.csv"])
        row = figures.files["02-roofline-perceive.csv"].decode().splitlines()[1]
        self.assertEqual(row, '"openmp scalar, 2 threads","circle, 10 agents, brute",2.0,1000000000000.0,8125000000000.0,750000000000.0')

    def test_platforms(self) -> None:
        several = comparison()
        several["more"] = [document()]
        several["pairs"][0]["b"]["result"] = "C"
        row = {"platform": "A: a CPU", "application": "openmp <avx2>", "on": "openmp", "time": 4.0, "low": None, "high": None, "best_time": 3.0,
               "best_source": "RVO2", "app_efficiency": 0.75, "arch_efficiency": 0.375}
        cases = [{"work": f"case {i}", "rows": [row], "portability": [{"application": "openmp <avx2>", "app": 0.0, "arch": None}]} for i in range(8)]
        several["platforms"] = {"names": ["A: a CPU", "C: a GPU"], "cases": cases}
        self.assertIn(">all<", make_page(several))
        several["platforms"]["sets"] = [{"name": "all"}, {"name": "processors"}]
        for case in cases:
            case["portability"][0]["sets"] = [{"set": "all", "app": 0.0, "arch": None}, {"set": "processors", "app": 0.625, "arch": 0.25}]
        figures = Figures("s-figures", ("png",))
        page = report.make_page(several, figures)
        self.check_page(page)
        for text in (": 3 results<", ">C: tbb<", ">other<", ">4 (75%; 38%)<", ">not run<", ">openmp &lt;avx2&gt;<", "1 is A: a CPU; 2 is C: a GPU",
                     "Best times of others: RVO2.", ">processors<", ">0.62<", ">0.25<", "Cascades are drawn of the first 6 of 8 cases."):
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

    def test_a_comparison_shows_rooflines_and_all_energies(self) -> None:
        changed = comparison()
        self.assertNotIn(">Roofline<", make_page(changed))
        for name in ("a", "b"):
            for one in changed[name]["runs"]:
                one["bound"].update(operations=6e9, bytes=2e9)
                one["results"]["avoid_ms"] = 4.0
                one["energy"] = [{"cpu": {"not_measured": "no <sensor> here", "net_not_measured": ""}}]
        figures = Figures("s-figures", ("png",))
        page = report.make_page(changed, figures)
        self.check_page(page)
        for text in (">Roofline<", "On A. ", "On B. ", "CPU: no &lt;sensor&gt; here", ">not measured<"):
            self.assertIn(text, page)
        # Of each work the fastest run on each platform.
        table = next(content for name, content in figures.files.items() if name.endswith("roofline.csv")).decode().splitlines()[1:]
        self.assertEqual(len(table), 2 * len({(one["machine"]["device"], one["settings"]["neighbors"], one["settings"]["agents"]) for one in changed["a"]["runs"]}))
        self.assertTrue(all(row.startswith(("A: ", '"A: ', "B: ", '"B: ')) for row in table), table)

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
        for text in (title, "environment.<wbr/>OMP_<wbr/>PLACES", "&lt;cores&gt;", "–", "study"):
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
        for path in sorted((REPORT.parent / "studies").glob("*.toml")):
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
