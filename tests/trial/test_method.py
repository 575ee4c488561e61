"""A program with an avoidance method and a planner more knows them, and their parameters, wherever methods are named."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scenarios" / "cli"))
import program  # noqa: E402
from program import ProgramTest, plethos  # noqa: E402

RUN = ("run", "circle", "--agents", "20", "--steps", "40", "--backend", "serial")


class Method(ProgramTest):
    def summary(self, *arguments: str) -> dict:
        path = self.path("run.json")
        self.assert_done(plethos(*RUN, "--json", path, *arguments))
        return json.loads(Path(path).read_text(encoding="utf-8"))

    def test_help_and_list(self) -> None:
        self.assertIn("stroll (takes a part of the preferred velocity)", " ".join(plethos("run", "--help").stdout.split()))
        self.assertRegex(plethos("list").stdout, r"(?m)^  stroll: takes a part of the preferred velocity\n      pace +0\.5 +part of .*from 0 to 1$")

    def test_run(self) -> None:
        slow = self.summary("--avoidance", "stroll", "--set", "pace=0.25")
        self.assertEqual((slow["methods"]["avoidance"], slow["parameters"]["pace"]), ("stroll", 0.25))
        self.assertNotEqual(slow["checksum"], self.summary("--avoidance", "stroll")["checksum"])
        self.assertEqual(self.summary("--avoidance", "stroll", "--set", "pace=1")["checksum"], self.summary("--avoidance", "none")["checksum"])

    def test_planner(self) -> None:
        self.assertIn("aside (heads for a point beside the goal)", " ".join(plethos("run", "--help").stdout.split()))
        beside = self.summary("--planner", "aside", "--set", "aside=2")
        self.assertEqual((beside["methods"]["planner"], beside["parameters"]["aside"]), ("aside", 2))
        self.assertNotEqual(beside["checksum"], self.summary("--planner", "aside")["checksum"])
        self.assertEqual(self.summary("--planner", "aside", "--set", "aside=0")["checksum"], self.summary("--planner", "straight")["checksum"])
        self.assert_refused(plethos(*RUN, "--planner", "asid"), "unknown planner 'asid'; did you mean 'aside'?")
        map_file = self.write("m.map", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n")
        self.assertEqual(plethos("plan", map_file, "--planner", "aside", "--random", "1").returncode, 2)

    def test_files(self) -> None:
        path = self.write("strolling.toml", '[methods]\navoidance = "stroll"\n[parameters]\npace = 0.75\n[builder]\nname = "circle"\n')
        result = plethos("run", path, *RUN[2:])
        self.assert_done(result)
        self.assertIn("stroll avoidance (the scenario's)", result.stdout)
        self.assertIn("pace 0.75", result.stdout)

    def test_values_of_groups(self) -> None:
        path = self.write("groups.toml", '[methods]\nplanner = "grouped"\n[parameters]\ngroup_lean = 0.5\nsteps = 8\n'
                          '[[group]]\nname = "north"\nstart.positions = [[0, 5]]\ngoal.point = [9, 5]\n'
                          '[[group]]\nname = "south"\nstart.positions = [[0, -5]]\ngoal.point = [9, -5]\n'
                          'parameters = { group_lean = -1, group_gait = "stroll" }\n')

        def run(*arguments: str) -> tuple[str, list]:
            result = plethos("run", path, "--backend", "serial", "--json", self.path("run.json"), *arguments)
            self.assert_done(result)
            return result.stdout, json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))["group_parameters"]

        header, groups = run()
        self.assertRegex(header, r"(?m)^parameters +group_lean 0\.5; group 'south': group_lean -1, group_gait stroll$")
        self.assertEqual(groups, [{"group": "south", "parameters": {"group_gait": "stroll", "group_lean": -1}}])
        header, groups = run("--set", "group_lean=1")
        self.assertRegex(header, r"(?m)^parameters +group_lean 1; group 'south': group_gait stroll$")
        self.assertEqual(groups, [{"group": "south", "parameters": {"group_gait": "stroll"}}])
        header, groups = run("--planner", "straight")
        self.assertNotIn("stroll", header)
        self.assertEqual(groups, [])
        self.assert_done(plethos("validate", path))
        self.assertRegex(plethos("list").stdout, r"(?m)^      group_lean .*from -1 to 1; groups may differ\n"
                         r"      group_gait .*walk or stroll; groups may differ\n      shared_haste .* from 0 to 9$")

    def test_mistakes(self) -> None:
        self.assert_refused(plethos(*RUN, "--avoidance", "strol"), "unknown avoidance 'strol'; did you mean 'stroll'?")
        self.assert_refused(plethos(*RUN, "--avoidance", "stroll", "--set", "pace=2"), "pace: found 2, expected a number from 0 to 1")
        self.assert_refused(plethos(*RUN, "--set", "pace=1"), "--set pace: found a parameter of stroll, expected one that this run has a use for")
        self.assert_refused(plethos(*RUN, "--set", "pase=1"), "did you mean 'pace'?")

    def test_study(self) -> None:
        study = self.write("s.toml", '[[runs]]\nscenario = "circle"\nagents = 10\nsteps = 4\nrepetitions = 1\nbackends = "serial"\n'
                           'avoidance = ["none", "stroll"]\nset.pace = [0.5, 1]\n[[claim]]\nname = "C"\nmeasure = "steps"\n')
        self.assert_done(plethos("study", study, "--out", self.path("out")))
        document = json.loads(Path(self.path("out/s.json")).read_text(encoding="utf-8"))
        rows = [row["at"] for row in document["claims"][0]["findings"][0]["rows"]]
        self.assertEqual(rows, ["circle, 10 agents, no avoidance, grid", "circle, 10 agents, stroll, grid, pace=0.5",
                                "circle, 10 agents, stroll, grid, pace=1"])


if __name__ == "__main__":
    program.main()
