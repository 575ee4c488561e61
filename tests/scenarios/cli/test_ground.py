"""What validate and run say of the ground: its grid, starts off it, goals that nobody can reach: test_ground.py PROGRAM."""

import json
from pathlib import Path

import program
from program import ProgramTest, plethos

ROOM = """
walkable = [[0, 0], [10, 0], [10, 8], [0, 8]]
[parameters]
leave_on_arrival = true
steps = 400
[[group]]
name = "guests"
start.positions = [[2, 4], [4, 4]%s]
goal.exit = [[10, 3], [10, %s]]
[[group]]
name = "staff"
start.positions = [[2, 6]]
goal.point = [2, 2]
"""


class Ground(ProgramTest):
    def test_nothing_is_said_of_a_good_room(self) -> None:
        result = plethos("validate", self.write("room.toml", ROOM % ("", 5)))
        self.assert_done(result)
        self.assertEqual(result.stderr, "")

    def test_unreachable_goals_are_warned_of_by_group(self) -> None:
        room = self.write("room.toml", ROOM % ("", 3.4))
        warning = ("plethos: warning: group 'guests': 2 of 2 agents cannot reach their goal: walls, or gaps narrower than the agents, "
                   "close every way\n")
        result = plethos("validate", room)
        self.assert_done(result)
        self.assertEqual(result.stderr, warning)
        result = plethos("run", room, "--backend", "serial", "--steps", "4", "--json", self.path("run.json"))
        self.assert_done(result)
        self.assertIn(warning, result.stderr)
        run = json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))
        self.assertEqual(run["unreachable"], 2)
        self.assertEqual(run["unreachable_groups"], [{"group": "guests", "agents": 2, "travelers": 2}])
        self.assertEqual(run["outside"], 0)

    def test_starts_off_the_ground_are_counted(self) -> None:
        room = self.write("room.toml", ROOM % (", [-2, 4], [0.1, 6]", 5))
        result = plethos("validate", room)
        self.assert_done(result)
        self.assertIn("plethos: warning: 2 of 5 agents start outside the walkable ground, or across its edge\n", result.stderr)
        result = plethos("run", room, "--backend", "serial", "--quiet", "--verify", "--json", self.path("run.json"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        run = json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))
        self.assertEqual(run["outside"], 2)
        self.assertGreaterEqual(run["behavior"]["outside_most"], 1)
        self.assertGreaterEqual(run["arrived"], 3)

    def test_the_grid_is_told(self) -> None:
        self.write("a.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n...@\n")
        scenario = self.write("court.toml", '[builder]\nname = "map"\nmap = "a.map"\nagents = 2\n')
        grid = "grid 4 x 3 cells of 1 m, 75% passable"
        result = plethos("validate", scenario)
        self.assert_done(result)
        self.assertIn(f" roadmap nodes, {grid}\n", result.stdout)
        result = plethos("run", scenario, "--backend", "serial", "--steps", "4", "--json", self.path("run.json"))
        self.assert_done(result)
        self.assertRegex(result.stdout, rf"(?m)^scenario .* segments, {grid}$")
        run = json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))
        self.assertTrue(run["header"]["scenario"].endswith(grid), run["header"])
        self.assertNotIn("grid", plethos("validate", self.write("room.toml", ROOM % ("", 5))).stdout)


if __name__ == "__main__":
    program.main()
