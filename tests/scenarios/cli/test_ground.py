"""What validate and run say of starts off the ground and of goals that nobody can reach: test_ground.py PROGRAM."""

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


if __name__ == "__main__":
    program.main()
