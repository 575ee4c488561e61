"""perf/report/projection.py on made-up rows: it finds the parameters that made them, and says how far off it is. Exit code 77: no numpy."""

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REPORT = Path(__file__).resolve().parents[3] / "perf" / "report"
DOCS = REPORT.parents[1] / "docs" / "algorithms" / "distribution.md"

if importlib.util.find_spec("numpy") is None:
    print(f"skipped: {sys.executable} has no numpy")
    sys.exit(77)

sys.dont_write_bytecode = True
sys.path.insert(0, str(REPORT))
import projection  # noqa: E402
from projection import Row  # noqa: E402

MADE_OF = (0.2, 1.25e-6, 0.04, 8e-5)


def ms(agents: float, ranks: int, imbalance: float = 1) -> float:
    sides = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 64: 4}[ranks]
    base, agent, latency, edge = MADE_OF
    return base + agent * agents / ranks * imbalance + sides * (latency + edge * (agents / ranks) ** 0.5)


def made_up(noise: float = 0) -> list:
    rows = []
    for agents in (1e6, 1e7, 1e8):
        for ranks in (1, 2, 4, 8):
            imbalance = 1 if ranks == 1 else 1 + ranks / 100
            factor = 1 + noise * (-1) ** len(rows)
            rows.append(Row(agents, ranks, ms(agents, ranks, imbalance) * factor, imbalance))
    return rows


def call(*arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-B", str(REPORT / "projection.py"), *map(str, arguments)],
                          capture_output=True, text=True, check=False)


class Projection(unittest.TestCase):
    def test_sides_of_regions(self) -> None:
        self.assertEqual([projection.sides(ranks) for ranks in (1, 2, 3, 4, 6, 8, 9, 16, 64, 1024)], [0, 1, 2, 2, 3, 3, 4, 4, 4, 4])

    def test_finds_what_rows_are_made_of(self) -> None:
        for found, made in zip(projection.fit(made_up()), MADE_OF):
            self.assertAlmostEqual(found / made, 1, places=6)

    def test_no_parameter_is_negative(self) -> None:
        # Ranks that cost less than nothing.
        rows = [Row(1e6 * k, ranks, 10 * k / ranks - 0.5 * projection.sides(ranks)) for k in (1, 2, 3) for ranks in (1, 2, 4)]
        self.assertTrue((projection.fit(rows) >= 0).all())

    def test_errors_of_rows_left_out(self) -> None:
        exact, noisy = (projection.report(made_up(noise), [1e6], [16]) for noise in (0, 0.05))
        self.assertEqual(re.findall(r"left out: (.*)", exact), ["0.0% on average, 0.0% at most"] * 2)
        self.assertIn("error on the rows of 8 ranks left out", exact)
        self.assertGreater(float(re.search(r"a row left out: ([\d.]+)%", noisy)[1]), 4)

    def test_projects_with_the_greatest_imbalance(self) -> None:
        text = projection.report(made_up(), [12.5e6], [1, 16])
        one, many = ms(12.5e6, 1), ms(16 * 12.5e6, 16, 1.08)
        self.assertIn(f"| 12,500,000 | 1 | {one:.4g} | 100.0% |", text)
        self.assertIn(f"| 12,500,000 | 16 | {many:.4g} | {100 * one / many:.1f}% |", text)

    def test_reads_studies_and_tables(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            study, table = Path(folder, "study.json"), Path(folder, "rows.csv")
            runs = [{"status": "done", "settings": {"scenario": "lattice", "avoidance": "orca", "set": {}}, "scenario": {"agents": row.agents},
                     "machine": {"backend": "cuda", "threads": 1, "ranks": row.ranks},
                     "results": {"ms_per_step": row.ms, "imbalance": row.imbalance}} for row in made_up()]
            runs += [runs[0] | {"status": "failed"}, runs[0] | {"results": {}}]
            study.write_text(json.dumps({"schema": "plethos-study", "runs": runs}), encoding="utf-8")
            lines = [f"{row.agents},{row.ranks},{row.ms},{row.imbalance}" for row in made_up()]
            table.write_text("\n".join(["# made up", "agents,ranks,ms_per_step,imbalance", *lines]), encoding="utf-8")
            self.assertEqual(projection.read(study, {}), made_up())
            self.assertEqual(projection.read(table, {}), made_up())
            self.assertEqual(call(study).stdout, call(table).stdout)
            # Another crowd beside it.
            others = [run | {"settings": run["settings"] | {"scenario": "stadium"}} for run in runs]
            both = Path(folder, "both.json")
            both.write_text(json.dumps({"schema": "plethos-study", "runs": runs + others}), encoding="utf-8")
            result = call(both)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1))
            self.assertIn("found runs of lattice and stadium, expected those of one; --where scenario=lattice chooses", result.stderr)
            self.assertEqual(call(both, "--where", "scenario=lattice").stdout, call(table).stdout)
            for wrong in (("--ranks", 0), ("--where", "color=red")):
                self.assertEqual(call(table, *wrong).returncode, 2)
            for name, text, expected in (("few.csv", "agents,ranks,ms_per_step\n1e6,1,1\n1e6,2,1\n", "found 2 rows"),
                                         ("one.csv", "agents,ranks,ms_per_step\n" + "1e6,1,1\n" * 6, "1 number of ranks"),
                                         ("no.csv", "agents,ranks\n1,1\n", "no 'ms_per_step'"),
                                         ("short.csv", "agents,ranks,ms_per_step\n100,1\n", "nothing"), ("other.json", "[]", "found no result of a study")):
                Path(folder, name).write_text(text, encoding="utf-8")
                result = call(Path(folder, name))
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertRegex(result.stderr, rf"^projection\.py: .*{name}: .*{expected}.*\n$")

    def test_the_page_has_what_it_prints(self) -> None:
        page = DOCS.read_text(encoding="utf-8")
        result = call(REPORT / "lattice_h100.csv")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(result.stdout.strip(), page)


if __name__ == "__main__":
    unittest.main()
