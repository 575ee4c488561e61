"""What the program shows while it runs and at the end: test_display.py PROGRAM."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import program
from program import SHORT, ProgramTest, plethos

CONTROLS = "a\x1b[31mred\x07\u009b2J"
PASSIVE = """
[[group]]
name = "walkers"
start.positions = [[0, 0]]
goal.points = [[3, 0]]
[[group]]
name = "cars"
passive = true
velocity = [0, 1]
start.positions = [[20, 0]]
"""

STUDY = """
[[runs]]
scenario = "circle"
agents = 20
backends = "serial"
steps = 16
"""


def on_terminal(columns: int, *arguments: str) -> str:
    """Returns what the program writes to stderr, a terminal of that many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([program.PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=slave) as process:
        os.close(slave)
        text = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait()
    os.close(master)
    return text.decode()


class ProgressLine(ProgramTest):
    RUN = ("run", "lattice", "--agents", "2000", "--backend", "serial", "--avoidance", "none", "--steps", "1600")

    def test_fits_into_the_terminal(self) -> None:
        for columns in (26, 60, 120):
            text = on_terminal(columns, *self.RUN)
            lines = [line for line in text.split("\r\x1b[K") if line]
            self.assertTrue(lines, text)
            for line in lines:
                self.assertLess(len(line), columns, line)
                # The bar goes first, then the details; the remaining time stays.
                self.assertRegex(line, r"^(\[[#.]{24}\] )?at most \d+ s left")
                self.assertEqual(line.startswith("["), columns >= 60)
                self.assertEqual("steps/s" in line, columns == 120)


class End(ProgramTest):
    def end_of(self, *arguments: str) -> tuple:
        result = plethos(*arguments, "--json", self.path("run.json"))
        self.assert_done(result)
        return re.search(r"(?m)^ended +(.*)$", result.stdout).group(1), json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))

    def test_runs_that_differ_say_so(self) -> None:
        for relaxing, reproducible in (("unsynchronized", False), ("jacobi", True)):
            result = plethos("run", "bvp-moods", "--steps", "2", "--backend", "serial", "--set", "relaxing=" + relaxing, "--json", self.path("run.json"))
            self.assert_done(result)
            said = re.search(r"(?m)^reproducible +no: with relaxing unsynchronized two runs of the same may differ$", result.stdout)
            self.assertEqual(said is None, reproducible, result.stdout)
            self.assertEqual(json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))["reproducible"], reproducible)

    def test_limit_is_said_with_what_helps(self) -> None:
        text, run = self.end_of(*SHORT)
        self.assertEqual(text, "at its limit of 16 steps, 20 of 20 agents under way")
        self.assertEqual((run["ended"], run["under_way"], run["travelers"]), ("limit", 20, 20))
        self.assertEqual(run["standing"], {"without_way_over_grid": 0, "pressed": 0, "standing": 0, "walking": 20})
        self.assertRegex(plethos(*SHORT).stdout, r"(?m)^under way +20 still walking: --steps 32 gives them time$")

    def test_those_who_stand_are_told_apart(self) -> None:
        room = self.path("room.toml")
        # Two halves with a gap of 1.3 m, beside the straight way.
        Path(room).write_text('''
walkable = [[0, 0], [12, 0], [12, 5], [6.2, 5], [6.2, 2.8], [6, 2.8], [6, 5], [0, 5]]
[grid]
cell_size = 1
[agent]
radius = 0.2
[[group]]
start.positions = [[2, 0.7]]
goal.point = [9, 0.7]
[[polygon]]
vertices = [[6, 0], [6.2, 0], [6.2, 1.5], [6, 1.5]]
''', encoding="utf-8")
        result = plethos("run", room, "--planner", "astar", "--steps", "40")
        self.assert_done(result)
        self.assertRegex(result.stderr, r"1 of 1 agents have no way over the grid: the grid's cells of 1 m close gaps of up to 1\.31? m")
        self.assertRegex(result.stdout, r"(?m)^under way +1 without a way: the grid's cells of 1 m close gaps of up to 1\.31? m between walls")
        self.assertRegex(plethos("validate", room).stdout, "valid")
        self.assertNotIn("grid:", plethos("validate", room).stderr)
        standing = plethos("run", room, "--planner", "straight", "--avoidance", "orca", "--steps", "400")
        self.assertRegex(standing.stdout, r"(?m)^under way +1 standing alone: 'orca' with planner 'straight' gets no further there")

    def test_arrival_of_all_and_ways_without_end(self) -> None:
        text, run = self.end_of("run", "circle", "--agents", "4", "--backend", "serial")
        self.assertEqual((text, run["ended"], run["under_way"]), ("all have arrived", "arrived", 0))
        text, run = self.end_of("run", "back-and-forth", "--agents", "40", "--steps", "16", "--backend", "serial")
        self.assertEqual((text, run["ended"]), ("at its limit of 16 steps, 40 of 40 agents under way, whose ways have no end", "limit"))

    def test_passive_agents_have_nowhere_to_arrive(self) -> None:
        scenario = self.write("passive.toml", PASSIVE)
        result = plethos("run", scenario, "--backend", "serial")
        self.assert_done(result)
        self.assertRegex(result.stdout, r"(?m)^arrived +1 of 1$")
        self.assertRegex(result.stdout, r"(?m)^ended +all have arrived$")


class Waiting(ProgramTest):
    """OpenMP threads that wait spin for a bounded time, unless the user says how they wait."""

    def waiting(self, **settings: str) -> str:
        result = plethos("run", "circle", "--agents", "20", "--steps", "2", "--backend", "openmp", **settings)
        self.assert_done(result)
        return re.search(r"(?m)^threads +.*waiting (.*)$", result.stdout).group(1)

    def test_default_and_choice(self) -> None:
        free = {name: value for name, value in os.environ.items() if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
        result = subprocess.run([program.PROGRAM, "run", "circle", "--agents", "20", "--steps", "2", "--backend", "openmp"],
                                capture_output=True, text=True, check=False, env=free)
        self.assertRegex(result.stdout, r"(?m)^threads +.*waiting spins 1000 times$")
        self.assertEqual(self.waiting(OMP_WAIT_POLICY="passive"), "passive")
        self.assertEqual(self.waiting(GOMP_SPINCOUNT="7"), "spins 7 times")

    def test_nothing_is_read_or_said_twice(self) -> None:
        """The program starts itself anew to bound the waiting, although a pipe can be read only once."""
        free = {name: value for name, value in os.environ.items() if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
        for command, text in (("run", PASSIVE), ("study", STUDY)):
            with self.subTest(command=command):
                pipe = self.path(command + ".toml")
                os.mkfifo(pipe)
                options = ["--backend", "openmp", "--every", "4"] if command == "run" else []
                process = subprocess.Popen([program.PROGRAM, command, pipe, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                           text=True, env=free, cwd=self.folder)
                self.addCleanup(process.wait)
                self.addCleanup(process.kill)
                Path(pipe).write_text(text, encoding="utf-8")
                said = process.communicate(timeout=60)[1]
                self.assertEqual(process.returncode, 0, said)
                self.assertEqual(said.count("has no effect"), 1 if options else 0, said)


class Moment(ProgramTest):
    def test_of_a_picture_was_recorded(self) -> None:
        recording, picture = self.path("run.h5"), self.path("run.png")
        self.assert_done(plethos(*SHORT, "--quiet", "--out", recording))
        times = [float(number) for number in re.findall(r"[\d.]+(?= s)", plethos("render", recording, "--out", picture, "--time", "99").stderr)]
        for time in ("99", "-1"):
            self.assert_refused(plethos("render", recording, "--out", picture, "--time", time), f"--time: found {time} s, expected a time from 0 s to ",
                                "the last that " + recording)
            self.assertFalse(Path(picture).exists())
        self.assert_done(plethos("render", recording, "--out", picture, "--time", str(times[-1]), "--width", "64"))


class ControlCharacters(ProgramTest):
    def test_do_not_reach_the_terminal(self) -> None:
        scenario = self.write("named.toml", 'name = "a\\u001b[31mred"\n' + PASSIVE)
        for result in (plethos("run", CONTROLS), plethos(*SHORT, "--set", CONTROLS + "=1"), plethos("validate", scenario),
                       plethos("run", scenario, "--backend", "serial"), plethos(*SHORT, "--out", self.path(CONTROLS + ".h5")),
                       plethos("render", self.path(CONTROLS + ".h5"), "--out", self.path(CONTROLS + ".png"), "--width", "100"),
                       plethos("study", CONTROLS), plethos("map", "generate", "random", "--size", "8", "--out", self.path(CONTROLS + ".map")),
                       plethos("study", self.write("named.study.toml", 'name = "a\\u001b[31mred"\n' + STUDY), "--out", self.path(CONTROLS)),
                       plethos("plan", "--map", self.path(CONTROLS + ".map"), "--planner", "astar", "--queries", "2", "--backend", "serial",
                               "--out", self.path(CONTROLS + ".h5")), plethos("run", "circle", "--kokkos-" + CONTROLS)):
            text = result.stdout + result.stderr
            self.assertIn("red", text)
            self.assertNotRegex(text, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")


if __name__ == "__main__":
    program.main()
