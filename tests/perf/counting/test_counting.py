"""perf/gate's own parts: it sees growth, and reads callgrind's files. Needs nothing but Python's own library, 3.11 or newer."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "perf"))
from counting import against, callgrind, cases, command, kernels, ncu, record  # noqa: E402

# In callgrind's words: main() and other() call what is looked for, the second by its number alone.
PROFILE = """events: Ir Dr Dw
fn=(1) main
0 999 999 999
cfn=(2) wanted(long)
calls=2 0
0 100 20 3
fn=(3) other
10 5
cfn=(2)
calls=1 0
12 50
fn=(2)
7 120 20 3
cfn=(4) inner
calls=1 0
9 30
totals: 1000 20 3
"""


class Comparing(unittest.TestCase):
    def compare(self, before: float | None, after: float) -> tuple[list[str], bool]:
        return record.compare({"case scalar": {} if before is None else {"instructions": before}}, {"case scalar": {"instructions": after}})

    def test_growth_over_the_tolerance_is_seen(self) -> None:
        self.assertEqual(self.compare(1000, 1019), ([], False))
        lines, grew = self.compare(1000, 1021)
        self.assertTrue(grew)
        self.assertEqual(lines, ["case scalar: instructions 1000 on record, now 1021 (+2.1%)"])

    def test_less_is_told_but_no_fault(self) -> None:
        lines, grew = self.compare(1000, 900)
        self.assertFalse(grew)
        self.assertEqual(len(lines), 1)

    def test_something_from_nothing_is_growth(self) -> None:
        self.assertTrue(self.compare(0, 1)[1])
        self.assertEqual(self.compare(0, 0), ([], False))

    def test_what_is_not_on_record_is_a_fault(self) -> None:
        self.assertTrue(self.compare(None, 1)[1])
        self.assertTrue(record.compare({}, {"new scalar": {"instructions": 1.0}})[1])

    def test_every_case_is_on_record(self) -> None:
        _, recorded = record.read_record("cpu")
        names = {f"{case.name} {lanes}" for case in cases.read_cases([]) for lanes in command.LANES}
        self.assertEqual(names, set(recorded))

        _, recorded = record.read_record("cuda")
        self.assertEqual({f"{case.name} cuda" for case in cases.read_cases([]) if case.counted_on_gpu}, set(recorded))

    def test_record_is_written_as_it_is_read(self) -> None:
        text = record.RECORDED.read_text(encoding="utf-8")
        self.assertEqual(record.to_text({part: {"of": record.read_record(part)[0], "figures": record.read_record(part)[1]}
                                         for part in ("cpu", "cuda") if record.read_record(part)[0]}), text)


class Cases(unittest.TestCase):
    def test_crowds_are_larger_on_a_gpu(self) -> None:
        case = cases.Case("some", ("lattice",), 200, 50000, 320)
        self.assertEqual(case.arguments(16, "serial", "scalar")[1:4], ["lattice", "--agents", "200"])
        self.assertEqual(case.arguments(16, "cuda", "scalar")[1:4], ["lattice", "--agents", "50000"])
        self.assertNotIn("--agents", cases.Case("own", ("castle",), None, None, 320).arguments(16, "cuda", "scalar"))
        for case in cases.read_cases([]):
            self.assertGreaterEqual(case.gpu_agents or 0, case.agents or 0)

    def test_what_is_compared_with_is_a_commit_or_a_folder_with_a_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(cases.Mistake, "found no program"):
                command.other_program(folder, False)
            (Path(folder) / "bin").mkdir()
            program = Path(folder) / "bin" / "plethos"
            program.touch()
            self.assertEqual(command.other_program(folder, False), program)
        with self.assertRaisesRegex(cases.Mistake, "expected a commit of this repository, or a folder"):
            command.other_program("no-such-commit", False)


class Callgrind(unittest.TestCase):
    def test_costs_of_calls(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "profile"
            path.write_text(PROFILE, encoding="utf-8")
            self.assertEqual(callgrind.inclusive(path, "wanted(long)".__eq__), {"Ir": 150, "Dr": 20, "Dw": 3})
            with self.assertRaises(cases.Inability):
                callgrind.inclusive(path, "renamed(long)".__eq__)


class Kernels(unittest.TestCase):
    def profile(self, command: list[str], metrics: list[str], _options: list[str]) -> tuple[list[ncu.Launch], dict[str, str]]:
        """100 of each for the start; in a step one kernel with 10 for each agent, and another with 20."""
        steps = int(command[command.index("--steps") + 1])
        self.assertIn("--no-replay", command)
        values = [100.0] + steps * [10.0 * 50, 20.0 * 50]
        return [ncu.Launch("kernel", {metric: value if metric in self.known else None for metric in metrics}) for value in values], {}

    def test_counts_are_those_of_a_step(self) -> None:
        self.known = set(kernels.METRICS)
        case = cases.Case("some", ("lattice",), 50, 50, 320)
        with mock.patch.object(ncu, "profile", self.profile):
            self.assertEqual(kernels.count_kernels(Path("plethos"), case, 50),
                             {"warp instructions": 30, "bytes of the L2 cache": 30, "bytes of memory": kernels.LEAST_BYTES})
            self.known.discard("lts__t_bytes.sum")
            with self.assertRaisesRegex(cases.Inability, "ncu: no value of lts__t_bytes.sum"):
                kernels.count_kernels(Path("plethos"), case, 50)


class Intervals(unittest.TestCase):
    def test_median_and_its_interval(self) -> None:
        # Of six values only the outermost hold the median with 95%: 1 - 2 / 64.
        self.assertEqual(against.median_interval([3, 1, 2, 6, 5, 4]), (3.5, 1, 6, 1 - 2 / 64))
        # Of eleven the second from each end do: 1 - 2 * 12 / 2048.
        self.assertEqual(against.median_interval(list(range(11))), (5, 1, 9, 1 - 24 / 2048))


if __name__ == "__main__":
    unittest.main()
