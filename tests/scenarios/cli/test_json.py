"""The JSON that the program writes: test_json.py PROGRAM."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import program
from program import SHORT, ProgramTest, plethos

# A wall of 6 m across the straight way of the only agent, which goes around it by the roadmap of corners.
AROUND = """
[methods]
avoidance = "none"
planner = "roadmap"
[parameters]
steps = 2000
[[polygon]]
vertices = [[4.5, -3], [5.5, -3], [5.5, 3], [4.5, 3]]
[[group]]
start.positions = [[0, 0]]
goal.point = [10, 0]
"""

# Three agents on lanes of their own, with ways of different lengths.
LANES = """
[methods]
avoidance = "none"
[[group]]
preferred_speed = 1
start.positions = [[0, 0], [0, 5], [0, 10]]
goal.points = [[2, 0], [4, 5], [8, 10]]
"""


class StandardOutput(ProgramTest):
    def test_has_the_json_alone(self) -> None:
        scenario = self.write("map.map", "type octile\nheight 4\nwidth 4\nmap\n....\n....\n....\n....\n")
        for command in (SHORT, (*SHORT, "--verify"), ("plan", "--map", scenario, "--planner", "astar", "--queries", "4", "--backend", "serial")):
            with self.subTest(command=command):
                result = plethos(*command, "--json", "-")
                self.assert_done(result)
                found = json.loads(result.stdout)
                self.assertEqual(found["schema"], "plethos-" + command[0])
                self.assertRegex(result.stderr, r"(?m)^checksum +" + found["checksum"])
                quiet = plethos(*command, "--json", "-", "--quiet")
                self.assertEqual((json.loads(quiet.stdout)["checksum"], quiet.stderr), (found["checksum"], ""))

    def test_the_device_of_the_standard_output_is_the_same(self) -> None:
        result = plethos("run", "circle", "--agents", "4", "--steps", "2", "--backend", "serial", "--json", "/dev/stdout")
        self.assertEqual(json.loads(result.stdout)["agents"], 4)
        self.assertIn("checksum", result.stderr)
        self.assertIn("machine", json.loads(plethos("info", "--json", "/dev/stdout").stdout))

    def test_of_info(self) -> None:
        result = plethos("info", "--json")
        self.assert_done(result)
        found = json.loads(result.stdout)
        self.assertEqual((found["schema"], found["lanes"][0]["name"]), ("plethos-info", "scalar"))
        self.assertEqual([backend["name"] for backend in found["backends"]], re.findall(r"(?m)^  (\w+) ", plethos("info").stdout))
        self.assert_done(plethos("info", "--json", self.path("info.json")))
        self.assertEqual(json.loads(Path(self.path("info.json")).read_text(encoding="utf-8")).keys(), found.keys())

    def test_that_cannot_be_written_is_a_fault_of_the_machine(self) -> None:
        with open("/dev/full", "wb") as full:
            result = subprocess.run([program.PROGRAM, *SHORT, "--quiet", "--json", "-"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (3, 1), result.stderr)
        self.assertIn("standard output: cannot be written", result.stderr)

    def test_mistakes_leave_it_empty(self) -> None:
        self.assert_refused(plethos("run", "circel", "--json", "-"), "did you mean 'circle'")
        self.assertFalse(os.path.exists("-"))


class RunRecord(ProgramTest):
    def record(self, *command: str) -> dict:
        result = plethos(*command, "--quiet", "--json", "-")
        self.assert_done(result)
        return json.loads(result.stdout)

    def test_says_what_was_run_and_when(self) -> None:
        before = time.time()
        found = self.record(*SHORT, "--set", "time_step=0.25")
        self.assertEqual((found["schema"], found["schema_version"]), ("plethos-run", 1))
        self.assertEqual(found["command"][1:], [*SHORT, "--set", "time_step=0.25", "--quiet", "--json", "-"])
        date = time.mktime(time.strptime(found["date"] + "+0000", "%Y-%m-%dT%H:%M:%SZ%z")) - time.timezone
        self.assertLess(abs(date - before), 3600)
        self.assertEqual(found["simulated_s"], 4)
        self.assertGreater(found["wall_s"], 0)
        self.assertEqual([found[key] for key in ("arrival_s_median", "arrival_s_p90", "arrival_s_last", "time_over_straight")], 4 * [None])

    def test_arrival_times_are_exact(self) -> None:
        scenario = self.write("lanes.toml", LANES)
        verified = []
        for steps in (20, 50, 100, 200):
            for backend in ("serial", "openmp"):
                found = self.record("run", scenario, "--backend", backend, "--steps", str(steps))
                times = [found[key] for key in ("arrival_s_median", "arrival_s_p90", "arrival_s_last")]
                verified.append(times)
                self.assertEqual(times[0] is not None, found["arrived"] >= 2)
                self.assertEqual(times[1] is not None, found["arrived"] == 3)
                self.assertEqual(times[2] is not None, found["arrived"] >= 1)
        self.assertEqual(verified[-1], verified[-2])
        median, most, last = verified[-1]
        # 2, 4 and 8 m at 1 m/s, less a goal's radius of 0.25 m; speeding up takes a moment.
        self.assertTrue(3.7 <= median < 4.5 < 7.7 <= most < 8.5, verified)
        self.assertEqual(most, last)
        # They are those of the steps in which the crowd is one agent larger.
        step = round(last / self.record("run", scenario, "--backend", "serial", "--steps", "1")["parameters"]["time_step"])
        self.assertEqual([self.record("run", scenario, "--backend", "serial", "--steps", str(n))["arrived"] for n in (step - 1, step)], [2, 3])

    def test_time_over_straight_goes_around_walls(self) -> None:
        found = self.record("run", self.write("around.toml", AROUND), "--backend", "serial", "--verify")
        self.assertEqual(found["arrived"], 1)
        self.assertGreater(found["behavior"]["time_ratio"], 1.15)
        self.assertLess(found["time_over_straight"], 1.1)
        self.assertGreater(found["time_over_straight"], 0.95)
        self.assertEqual(found["time_over_straight"], found["time_over_straight_most"])

    def test_keys_are_in_the_guide(self) -> None:
        guide = (Path(__file__).resolve().parents[3] / "docs/guide/running.md").read_text(encoding="utf-8")
        table = guide.split("## JSON")[1].split("\n## ")[0]
        keys = {key for row in re.findall(r"(?m)^\| (`.*?) \|", table) for key in re.findall(r"`(\w+)`", row)}
        self.assertEqual(set(self.record(*SHORT, "--verify")) - keys, set())


if __name__ == "__main__":
    program.main()
