"""Which files the program writes, and which it leaves alone: test_outputs.py PROGRAM."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import program
from program import SHORT, ProgramTest, plethos

SCENARIO = """
name = "two"
[[group]]
name = "pair"
start.positions = [[0, 0], [5, 0]]
goal.points = [[5, 5], [0, 5]]
"""


class Refused(ProgramTest):
    def test_inputs_are_not_overwritten_under_any_name(self) -> None:
        scenario = self.write("mine.h5.toml", SCENARIO)
        os.symlink(scenario, self.path("link.h5"))
        os.link(scenario, self.path("hard.h5"))
        for flag, name in (("--json", "mine.h5.toml"), ("--json", "./mine.h5.toml"), ("--out", "link.h5"), ("--out", "hard.h5")):
            with self.subTest(name=name):
                result = plethos("run", scenario, flag, self.path(name))
                self.assert_refused(result, f"{flag} ", "is the same file as the input scenario")
        self.assertEqual(Path(scenario).read_text(encoding="utf-8"), SCENARIO)

    def test_two_outputs_in_one_file(self) -> None:
        os.symlink(self.path("run.h5"), self.path("dangling.json"))
        for name in ("run.h5", "../" + self.folder.name + "/run.h5", "dangling.json", "run.xmf"):
            with self.subTest(name=name):
                result = plethos(*SHORT, "--out", self.path("run.h5"), "--json", self.path(name))
                self.assert_refused(result, "is the same file as --out")
                self.assertFalse((self.folder / "run.h5").exists())
        result = plethos(*SHORT, "--out", self.path("run.h5"), "--json", self.path("run.h5.partial"))
        self.assert_refused(result, "run.h5.partial: is where --out", "is written at first, expected another name")

    def test_files_of_others(self) -> None:
        self.write("notes.h5", "notes")
        self.write("notes.xmf", "notes")
        self.write("notes.json", '{"header": {"other": 1}}')
        self.write("notes.png", "notes")
        self.assert_done(plethos(*SHORT, "--quiet", "--out", self.path("run.h5")))
        for arguments in ((*SHORT, "--out", self.path("notes.h5")), (*SHORT, "--json", self.path("notes.json")),
                          (*SHORT, "--out", self.path("notes.hdf5")), ("render", self.path("run.h5"), "--out", self.path("notes.png"))):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), "that plethos wrote, so it is not overwritten; choose another name or remove")
        self.assertEqual((self.folder / "notes.h5").read_text(encoding="utf-8"), "notes")

    def test_what_every_command_writes(self) -> None:
        """Files of others stay, and so does what lies where a file is written at first, under other names, too."""
        self.assert_done(plethos(*SHORT, "--quiet", "--out", self.path("run.h5")))
        self.write("a.toml", SCENARIO)
        self.assert_done(plethos("map", "generate", "rooms", "--size", "24", "--out", self.path("in.map")))
        documents = self.write("a.json", '{"schema": "plethos-study", "schema_version": 2}')
        commands = {
            "o.h5": [(*SHORT, "--out"), (*SHORT, "--checkpoint"),
                     ("plan", "--map", self.path("in.map"), "--planner", "astar", "--queries", "3", "--out")],
            "o.json": [(*SHORT, "--json"), ("plan", "--map", self.path("in.map"), "--planner", "astar", "--queries", "3", "--json")],
            "o.png": [("render", self.path("run.h5"), "--width", "64", "--out")],
            "o.map": [("map", "generate", "rooms", "--size", "24", "--out"), ("map", "generate", "terrain", "--size", "24", "--out")],
            "o.html": [("study", "--compare", documents, documents, "--out")]}
        mine = Path(self.write("mine", "mine"))
        for name, calls in commands.items():
            for call in calls:
                with self.subTest(call=call[:3], name=name):
                    os.link(mine, self.path(name))
                    before = sorted(path.name for path in self.folder.iterdir())
                    self.assertEqual(plethos(*call, self.path(name)).returncode, 2)
                    os.unlink(self.path(name))
                    if name != "o.html":
                        os.link(mine, self.path(name + ".partial"))
                        self.assertEqual(plethos(*call, self.path(name)).returncode, 2)
                        os.rename(self.path(name + ".partial"), self.path(name))
                    self.assertEqual(mine.read_bytes(), b"mine")
                    if name != "o.html":
                        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)
                    Path(self.path(name)).unlink(missing_ok=True)

    def test_permissions_are_kept(self) -> None:
        for mode in (0o600, 0o640):
            outputs = ("--out", self.path("run.h5"), "--json", self.path("run.json"), "--checkpoint", self.path("c.h5"))
            for again in (False, True):
                self.assert_done(plethos(*SHORT, "--quiet", *outputs))
                self.assert_done(plethos("render", self.path("run.h5"), "--out", self.path("run.png"), "--width", "64"))
                for path in self.folder.iterdir() if not again else ():
                    path.chmod(mode)
            self.assertEqual({path.name: path.stat().st_mode & 0o777 for path in self.folder.iterdir()},
                             {name: mode for name in ("run.h5", "run.xmf", "run.json", "c.h5", "run.png")})

    def test_comparison_does_not_replace_what_it_compares(self) -> None:
        document = self.write("a.json", '{"schema": "plethos-study", "schema_version": 2}')
        before = Path(document).read_bytes()
        self.assertEqual(plethos("study", "--compare", document, document, "--out", self.path("a.html")).returncode, 2)
        self.assertEqual(Path(document).read_bytes(), before)


class Maps(ProgramTest):
    def generate(self, kind: str, name: str) -> subprocess.CompletedProcess:
        return plethos("map", "generate", kind, "--size", "24", "--out", self.path(name))

    def test_a_map_has_the_costs_beside_it_and_takes_no_old_ones(self) -> None:
        self.assert_done(self.generate("terrain", "hills.map"))
        validate = ("validate", "map", "--map", self.path("hills.map"), "--agents", "5")
        self.assertIn("passable, costs 1 to 9", plethos(*validate).stdout)
        self.assertNotIn("costs", plethos(*validate, "--cost", "none").stdout)
        # The same map may be drawn again, and no other one in its place.
        self.assert_done(self.generate("terrain", "hills.map"))
        before = (self.folder / "hills.map").read_bytes()
        other = plethos("map", "generate", "terrain", "--size", "24", "--seed", "2", "--out", self.path("hills.map"))
        self.assert_refused(other, "hills.map: exists and holds something else, so it is not overwritten")
        self.write("bare.map.cost", "mine")
        self.assert_refused(self.generate("terrain", "bare.map"), "bare.map.cost: exists and holds something else")
        self.assertFalse((self.folder / "bare.map").exists())
        self.write("notes.txt", "mine")
        self.assert_refused(self.generate("terrain", "notes.txt"), "notes.txt: exists and holds something else")
        self.assertFalse((self.folder / "notes.txt.cost").exists())
        self.assert_refused(self.generate("random", "hills.map"), "hills.map.cost: found costs of another map, expected no such file")
        self.assertEqual((self.folder / "hills.map").read_bytes(), before)
        self.assert_refused(plethos("validate", "map", "--map", self.path("hills.map"), "--cost", self.path("hills.map")),
                            "hills.map:4: cost: found 'map', expected 'cost'")
        self.assert_refused(plethos("run", "map", "--map", self.path("hills.map"), "--planner", "jps"), "jps: found cells of costs 1 to 9")
        costs = self.path("hills.map.cost")
        self.assert_refused(plethos("run", "map", "--map", self.path("hills.map"), "--cost", costs, "--json", costs),
                            "is the same file as the input --cost")


class Replaced(ProgramTest):
    def test_own_files_and_empty_ones(self) -> None:
        for name in ("run.h5", "run.json"):
            self.write(name, "")
        for _ in range(2):
            self.assert_done(plethos(*SHORT, "--out", self.path("run.h5"), "--json", self.path("run.json")))
            self.assert_done(plethos("render", self.path("run.h5"), "--out", self.path("run.png"), "--width", "100"))
        names = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(names, ["run.h5", "run.json", "run.png", "run.xmf"])


class TwoWriters(ProgramTest):
    LONG = ("run", "back-and-forth", "--agents", "40", "--avoidance", "none", "--steps", "100000000", "--backend", "serial", "--quiet")

    def start(self, *arguments: str, until: str) -> subprocess.Popen:
        process = subprocess.Popen([program.PROGRAM, *self.LONG, *arguments], stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for _ in range(3000):
            if (self.folder / until).exists():
                return process
            time.sleep(0.01)
        return self.fail("the run has not begun")

    def test_second_is_refused_until_the_first_is_gone_even_if_killed(self) -> None:
        for flag, name, until in (("--out", "run.h5", "run.xmf"), ("--json", "run.json", "run.json.partial")):
            with self.subTest(flag=flag):
                first = self.start(flag, self.path(name), until=until)
                second = plethos(*SHORT, flag, self.path(name))
                self.assertEqual(second.returncode, 2)
                self.assertIn("another process is writing this file", second.stderr)
                if flag == "--out":
                    # Readers are not kept out, though they may have to wait for the first rows.
                    picture = plethos("render", self.path(name), "--out", self.path("run.png"), "--width", "100")
                    self.assertIn("no rows" if picture.returncode else "", picture.stderr)
                first.send_signal(signal.SIGKILL)
                first.wait()
                self.assert_done(plethos(*SHORT, flag, self.path(name)))
                self.assertFalse((self.folder / (name + ".partial")).exists())


class Planners(ProgramTest):
    RUN = ("run", "doors", "--agents", "60", "--steps", "120", "--backend", "serial")

    def test_a_run_says_what_its_planner_repaired_and_how_long_that_took(self) -> None:
        result = plethos(*self.RUN, "--json", self.path("run.json"))
        self.assert_done(result)
        self.assertRegex(result.stdout, r"\nrepairs +grid [\d.e-]+ ms, crowd [\d.e-]+ ms, invalidate [\d.e-]+ ms, spread [\d.e-]+ ms\n")
        run = json.loads((self.folder / "run.json").read_text(encoding="utf-8"))
        self.assertEqual(list(run["repair_ms"]), ["grid", "crowd", "invalidate", "spread"])
        self.assertEqual(list(run["planner"])[-2:], ["renewed", "switched"])
        self.assertGreater(run["planner"]["repairs"], 0)
        self.assertTrue(all(time > 0 for time in run["repair_ms"].values()))
        result = plethos(*self.RUN, "--set", "crowding=0")
        self.assert_done(result)
        self.assertNotIn("\nrepairs", result.stdout)
        # A tree has a part of its own; all cells of it cost the same.
        result = plethos(*self.RUN, "--planner", "quadtree", "--json", self.path("tree.json"))
        self.assert_done(result)
        tree = json.loads((self.folder / "tree.json").read_text(encoding="utf-8"))
        self.assertEqual(list(tree["repair_ms"]), ["grid", "tree", "invalidate", "spread"])
        self.assertNotIn("\nrepairs", result.stdout)

    def test_agents_choose_only_with_planners_that_have_fields(self) -> None:
        for command in ("run", "validate"):
            self.assert_refused(plethos(command, "doors", "--planner", "jps"),
                                "planner: found jps, expected wavefront or quadtree, whose agents choose among goals")


class StandardOutput(ProgramTest):
    def test_full_is_a_fault_of_the_machine(self) -> None:
        for arguments in (("list",), SHORT):
            with open("/dev/full", "w", encoding="utf-8") as full:
                result = subprocess.run([program.PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(result.returncode, 3, arguments)
            self.assertEqual(result.stderr, "plethos: standard output: cannot be written: No space left on device\n")

    def test_closed_does_not_let_text_into_files(self) -> None:
        command = f'"{program.PROGRAM}" {" ".join(SHORT)} --json "{self.path("run.json")}" >&-'
        result = subprocess.run(["bash", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(result.returncode, 3)
        self.assertEqual(json.loads((self.folder / "run.json").read_text(encoding="utf-8"))["steps"], 16)


if __name__ == "__main__":
    program.main()
