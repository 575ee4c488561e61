"""Plots of perf/report: their files, their series and their ticks. Exit code 77: no matplotlib here."""

import copy
import re
import sys
import unittest

sys.dont_write_bytecode = True
import with_report  # noqa: E402, F401
from figures import Figures, numbers  # noqa: E402
from made_up_results import FIELDS, document, plot, run, solutions  # noqa: E402
from plots import LogTicks  # noqa: E402
import report  # noqa: E402
from result import Run  # noqa: E402
from series import make_series  # noqa: E402


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


if __name__ == "__main__":
    unittest.main()
