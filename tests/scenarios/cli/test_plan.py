"""plethos plan, and plethos render of what it writes: test_plan.py PROGRAM."""

import json
import signal
import subprocess
import time
from pathlib import Path

import program
from program import ProgramTest, plethos

MAP = "type octile\nheight 3\nwidth 5\nmap\n..@..\n.G@S.\n..@..\n"
KEYS = ("queries", "solved", "mismatches", "length_mean", "over_optimum_mean", "over_optimum_max", "offline_ms", "online_ms", "claim_ms",
        "queries_per_s", "checksum")


class PlanTest(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.map = self.write("a.map", MAP)

    def plan(self, *arguments: str) -> subprocess.CompletedProcess:
        return plethos("plan", *arguments, *(() if "--backend" in arguments else ("--backend", "serial")))

    def result(self, *arguments: str) -> dict:
        self.assert_done(self.plan(*arguments, "--quiet", "--json", self.path("plan.json")))
        return json.loads(Path(self.path("plan.json")).read_text(encoding="utf-8"))

    def rooms(self, *arguments: str) -> str:
        self.assert_done(plethos("map", "generate", "rooms", "--size", "48", *arguments, "--out", self.path("rooms.map")))
        return self.path("rooms.map")


class Answers(PlanTest):
    def test_problems_of_a_file_and_their_lengths(self) -> None:
        scen = self.write("a.scen", "version 1\n0 a.map 5 3 0 0 1 2 2.41421\n0 a.map 5 3 3 0 4 0 2\n0 a.map 5 3 0 0 4 0 0\n")
        result = self.result("--map", self.map, "--scen", scen, "--planner", "astar")
        self.assertEqual(list(key for key in result if key in KEYS), list(KEYS))
        self.assertEqual((result["queries"], result["solved"], result["mismatches"], result["optimum"]), (3, 2, 0, "the .scen file"))
        self.assertAlmostEqual(result["over_optimum_max"], 1, 4)
        self.assertAlmostEqual(result["over_optimum_mean"], 0.75, 4)
        self.assertAlmostEqual(result["length_mean"], (2.41421 + 1) / 2, 4)
        # The listed lengths are those of eight neighbors.
        four = self.result("--map", self.map, "--scen", scen, "--planner", "astar", "--connectivity", "4")
        self.assertEqual((four["optimum"], four["parameters"]["connectivity"], four["over_optimum_max"]), ("jps", "4", 1))

    def test_every_terrain_and_what_holds_nowhere(self) -> None:
        lake = self.write("lake.map", "\ufefftype octile\nheight 3\nwidth 6\nmap\n......\n.WWW@.\nTTTTTT\n")
        scen = self.write("lake.scen", "\ufeffversion 1\n0 a 6 3 0 0 5 1 6\n0 a 6 3 1 1 3 1 2\n0 a 6 3 0 2 5 2 5\n0 a 6 3 4 1 4 1 0\n"
                          "0 a 6 3 0 0 1 1 1\n0 a 6 3 0 0 2 0 2\n0 a 6 3 5 0 0 1 9\n")
        left_out = "lake.scen: left out 2 of 7 problems: 1 with an end on a blocked cell (line 5); 1 from one terrain to another (line 6)"
        for planner in ("astar", "dijkstra", "jps", "pha", "wavefront"):
            done = self.plan("--map", lake, "--scen", scen, "--planner", planner)
            self.assert_done(done)
            self.assertEqual(done.stderr.count("plethos: warning: "), 1, done.stderr)
            self.assertIn(left_out, done.stderr)
            self.assertIn("5 of lake.scen, 1 of them on water, 1 of them on trees", done.stdout)
            self.assertIn("left out            2 problems that hold nowhere", done.stdout)
            result = self.result("--map", lake, "--scen", scen, "--planner", planner)
            self.assertEqual((result["queries"], result["solved"], result["mismatches"], result["left_out"]), (5, 5, 0, 2))
            self.assertAlmostEqual(result["over_optimum_max"], 1, 4)
        self.assertIn("; ways shorter than that: 1", done.stdout)
        strict = ("--map", lake, "--scen", scen, "--strict")
        self.assert_refused(self.plan(*strict, "--planner", "jps"), "lake.scen:5: start: found a blocked cell at 4, 1, expected a passable cell")
        # A crowd has one terrain, and each agent a start and a goal of its own.
        run = ("run", "map", "--map", lake, "--scen", scen, "--steps", "16", "--backend", "serial", "--planner", "astar")
        walked = plethos(*run)
        self.assert_done(walked)
        self.assertIn("map, 2 agents", walked.stdout)
        self.assertIn("left out 5 of 7 problems: 1 with an end on a blocked cell (line 5); 1 from one terrain to another (line 6); 1 on water, "
                      "where this crowd does not walk (line 3); 1 on trees, where this crowd does not walk (line 4); 1 with the start of "
                      "another agent (line 7)", walked.stderr)
        swum = plethos(*run, "--set", "terrain=water")
        self.assert_done(swum)
        self.assertIn("map, 1 agents", swum.stdout)
        self.assert_refused(plethos(*run, "--strict"), "lake.scen:5: start: found a blocked cell")
        self.assert_refused(plethos(*run, "--set", "terrain=ice"), "terrain: found 'ice', expected land, water or trees")

    def test_a_planner_without_a_grid_is_judged_by_walls(self) -> None:
        """A gap that a disc fits through, and no whole cell of the grid."""
        gap = self.write("gap.toml", "[agent]\nradius = 0.3\n[[group]]\nstart.positions = [[1, 1]]\ngoal.points = [[9, 1]]\n"
                         "[[polygon]]\nclosed = false\nvertices = [[5, -3], [5, 0.6]]\n[[polygon]]\nclosed = false\n"
                         "vertices = [[5, 1.4], [5, 5]]\n[bounds]\nlow = [0, -3]\nhigh = [10, 5]\n")
        grid = self.write("grid.toml", Path(gap).read_text(encoding="utf-8") + "[grid]\ncell_size = 0.5\n[roadmap]\ncorners = true\n")
        by_walls = self.result(grid, "--planner", "roadmap", "--queries", "60")
        self.assertEqual((by_walls["mismatches"], by_walls["optimum"]), (0, "roadmap"))
        by_cells = self.result(grid, "--planner", "astar", "--queries", "60")
        self.assertEqual((by_cells["mismatches"], by_cells["optimum"]), (0, "jps"))
        self.assertLess(by_cells["solved"], by_walls["solved"])

    def test_unreachable_goals_are_answers(self) -> None:
        result = self.result("--map", self.map, "--planner", "jps", "--queries", "40", "--seed", "3")
        self.assertEqual(result["mismatches"], 0)
        self.assertGreater(result["solved"], 5)
        self.assertLess(result["solved"], 35)

    def test_quads_that_nobody_passes_are_told(self) -> None:
        """In a coarse tree some queries have no way, which is counted, and a goal in a blocked cell is refused as for all planners."""
        rooms = self.rooms()
        cells = self.result("--map", rooms, "--planner", "quadtree", "--queries", "80")
        self.assertEqual(cells["mismatches"], 0)
        coarse = self.result("--map", rooms, "--planner", "quadtree", "--queries", "80", "--set", "depth=3", "--set",
                             "untraversable_from=0.1")
        self.assertGreater(coarse["mismatches"], 0)
        self.assertEqual(coarse["solved"] + coarse["mismatches"], cells["solved"])
        scen = self.write("a.scen", "version 1\n0 a.map 5 3 0 0 2 0 1\n")
        for planner in ("wavefront", "quadtree"):
            self.assert_refused(self.plan("--map", self.map, "--scen", scen, "--planner", planner),
                                "a.scen:2: goal: found a blocked cell at 2, 0, expected a passable cell")

    def test_moves_of_an_obstacle(self) -> None:
        rooms = self.rooms()
        asked = ("--map", rooms, "--queries", "20", "--goals", "2", "--moves", "3")
        for planner, repaired in (("quadtree", True), ("wavefront", True), ("jps", False)):
            result = self.result(*asked, "--planner", planner, "--repetitions", "2")
            self.assertEqual((result["repaired"], result["moves"]["move"], len(result["moves"]["move_ms"])), (repaired, [0, 1, 2, 3], 4))
            self.assertEqual(result["moves"]["move_solved"][0], result["solved"])
        self.assertGreater(result["states"], 0)
        shown = self.plan(*asked, "--planner", "wavefront").stdout
        self.assertRegex(shown, r"\nmove +ms +repair, ms +answers, ms +solved +cells +inserted +removed +updated +invalidated\n0 .*\n1 .*\n2 .*\n3 ")
        self.assertNotIn("moves", self.result("--map", rooms, "--planner", "jps", "--queries", "20"))
        self.assert_refused(self.plan("narrow", "--planner", "roadmap", "--queries", "5", "--moves", "1"), "moves: found a world without a grid")

    def test_same_ways_whatever_computes_them(self) -> None:
        rooms = self.rooms()
        for planner in ("astar", "pha", "wavefront", "quadtree", "gates"):
            found = {self.result("--map", rooms, "--planner", planner, "--queries", "700", *more)["checksum"]
                     for more in ((), ("--backend", "tbb"), ("--repetitions", "2"), ("--set", "search_memory=0.000001"))}
            self.assertEqual(len(found), 1, planner)
        self.assertNotEqual(found, {self.result("--map", rooms, "--planner", "gates", "--queries", "700", "--seed", "2")["checksum"]})

    def test_short_forms_are_settings(self) -> None:
        rooms = self.rooms()
        short = self.result("--map", rooms, "--planner", "pha", "--block", "16", "--connectivity", "4", "--queries", "50")
        long = self.result("--map", rooms, "--planner", "pha", "--set", "block=16", "--set", "connectivity=4", "--queries", "50")
        self.assertEqual(short["checksum"], long["checksum"])
        self.assertEqual((short["parameters"]["block"], short["parameters"]["connectivity"]), ("16", "4"))
        self.assertGreater(short["over_optimum_mean"], 1.001)

    def test_costs(self) -> None:
        self.assert_done(plethos("map", "generate", "terrain", "--size", "40", "--out", self.path("hills.map")))
        hills = self.path("hills.map")
        result = self.result("--map", hills, "--planner", "pha", "--queries", "60")
        self.assertEqual((result["optimum"], result["compared"], result["mismatches"]), ("astar", "cost", 0))
        self.assertGreater(result["over_optimum_mean"], 1.001)
        self.assertAlmostEqual(self.result("--map", hills, "--planner", "dijkstra", "--queries", "60")["over_optimum_max"], 1, 5)
        self.assertEqual(self.result("--map", hills, "--planner", "pha", "--cost", "none", "--queries", "60")["compared"], "length")
        self.assert_refused(self.plan("--map", hills, "--planner", "jps"), "jps: found cells of costs 1 to 9")

    def test_worlds_without_a_map(self) -> None:
        result = self.result("narrow", "--planner", "roadmap", "--queries", "30", "--optimum", "none")
        self.assertEqual((result["queries"], result["mismatches"], result["optimum"], result["over_optimum_mean"]), (30, 0, None, None))
        straight = self.result("narrow", "--planner", "straight", "--queries", "30")
        self.assertEqual(straight["optimum"], "roadmap")
        self.assertLess(straight["solved"], 30)

    def test_table(self) -> None:
        output = self.plan("--map", self.map, "--planner", "jps", "--queries", "9").stdout
        table = output[output.index("\n\n") + 2:].splitlines()
        self.assertEqual([line[:20].rstrip() for line in table],
                         ["queries", "solved", "mismatches", "length", "over the shortest", "time offline", "time online", "time claiming", "queries/s",
                          "in flight at once", "memory", "states", "checksum"])
        self.assertIn("a.map, grid 5 x 3 cells of 1 m, 80% passable", output)
        self.assertIn("9 drawn with seed 1", output)


class Files(PlanTest):
    def test_render_knows_files_by_their_content(self) -> None:
        rooms, paths, picture = self.rooms(), self.path("paths.h5"), self.path("paths.png")
        self.assert_done(self.plan("--map", rooms, "--planner", "pha", "--queries", "30", "--out", paths))
        result = plethos("render", paths, "--out", picture, "--width", "300", "--layers", "map,graph", "--query", "3")
        self.assert_done(result)
        self.assertEqual(result.stdout, picture + "\n")
        for arguments, text in ((("--trails", "3"), "--trails: found it with paths, expected a trajectory"),
                                (("--color", "speed"), "--color: found it with paths, expected a trajectory"),
                                (("--query", "30"), "--query: found 30, expected a number from 0 to 29"),
                                (("--layers", "maps"), "--layers: unknown layer 'maps'; did you mean 'map'?")):
            self.assert_refused(plethos("render", paths, "--out", picture, *arguments), text)
        for planner in ("wavefront", "quadtree"):
            self.assert_done(self.plan("--map", rooms, "--planner", planner, "--queries", "30", "--field", "3", "--out", paths))
            self.assert_done(plethos("render", paths, "--out", picture, "--layers", "map,field,squares,paths"))
        asked = ("--map", rooms, "--queries", "30", "--planner")
        self.assert_refused(self.plan(*asked, "wavefront", "--field", "30", "--out", paths), "--field: found query 30, expected one from 0 to 29")
        self.assert_refused(self.plan(*asked, "jps", "--field", "3", "--out", paths),
                            "--field: found planner 'jps', expected one that has fields of goals")
        self.assert_refused(self.plan(*asked, "wavefront", "--field", "3"), "--field: found it without --out")
        run = self.path("run.h5")
        self.assert_done(plethos(*program.SHORT, "--out", run))
        self.assert_refused(plethos("render", run, "--out", picture, "--layers", "map"),
                            "--layers: found it with a trajectory, expected the paths of plethos plan")
        # Neither replaces the other.
        self.assert_refused(self.plan("--map", rooms, "--planner", "pha", "--out", run), "is not a file of paths that plethos wrote")
        self.assert_refused(plethos(*program.SHORT, "--out", paths), "is not a trajectory that plethos wrote")
        self.assert_refused(self.plan("--map", rooms, "--planner", "pha", "--out", rooms), "found the ending '.map'")
        self.assert_refused(self.plan("--map", rooms, "--planner", "pha", "--json", rooms), "is the same file as the input --map")

    def test_damage(self) -> None:
        """A damaged file is refused in one line, or drawn if the damage does not matter."""
        paths, bad = self.path("paths.h5"), self.path("bad.h5")
        self.assert_done(self.plan("--map", self.rooms(), "--planner", "pha", "--queries", "9", "--out", paths))
        whole = Path(paths).read_bytes()
        refused = 0
        for first in range(0, len(whole), 2048):
            damaged = bytearray(whole)
            damaged[first:first + 512] = bytes(value ^ 0x55 for value in damaged[first:first + 512])
            Path(bad).write_bytes(damaged)
            result = plethos("render", bad, "--out", self.path("paths.png"), "--width", "64")
            self.assertIn(result.returncode, (0, 2), (first, result.stderr))
            self.assertEqual(result.stderr.count("\n"), 1 if result.returncode == 2 else 0, (first, result.stderr))
            refused += result.returncode == 2
        self.assertGreater(refused, 2)


class Refused(PlanTest):
    def test_maps(self) -> None:
        head = "type octile\nheight 2\nwidth 4\n"
        for text, message in ((head + "map\n....\n", "end of the file after 1 rows, expected 2 rows"),
                              (head + "map\n....\n....\n....\n", "expected the end of the file after the last row"),
                              (head + "map\n....\n...\n", "found 3 cells, expected 4"),
                              (head + "map\n....\n.x..\n", "found terrain 'x' in column 2, expected one of . G B S (land) W (water) T (trees)"),
                              (head.replace("octile", "square") + "map\n....\n....\n", "type: found 'type square', expected 'type octile'"),
                              ("type octile\nheight 20000\nwidth 20000\nmap\n", "found 20000 x 20000 cells, expected at most 100000000")):
            self.assert_refused(self.plan("--map", self.write("bad.map", text), "--planner", "astar"), "bad.map:", message)
        self.assert_refused(self.plan("--map", self.path("none.map"), "--planner", "astar"), "found no such file")
        walls = self.write("walls.map", "type octile\nheight 1\nwidth 2\nmap\n@T\n")
        self.assert_refused(self.plan("--map", walls, "--planner", "astar"),
                            "walls.map: found no passable cell of land, expected at least one (the map has trees: --set terrain=trees)")

    def test_problems_and_costs(self) -> None:
        for line, message in (("0 a.map 6 3 0 0 1 0 1", "map width: found 6, expected 5 (the map's)"),
                              ("0 a.map 5 3 2 0 1 0 1", "start: found a blocked cell at 2, 0, expected a passable cell"),
                              ("0 a.map 5 3 0 0 5 0 1", "goal x: found '5', expected a whole number from 0 to 4")):
            scen = self.write("a.scen", "version 1\n" + line + "\n")
            self.assert_refused(self.plan("--map", self.map, "--scen", scen, "--planner", "astar"), "a.scen:2: ", message)
        costs = self.write("a.cost", "type octile\nheight 3\nwidth 5\ncost\n1 1 0 1 1\n1 -1 0 1 1\n1 1 0 1 1\n")
        self.assert_refused(self.plan("--map", self.map, "--cost", costs, "--planner", "astar"), "a.cost:6: cost: found '-1'")

    def test_options(self) -> None:
        scen = self.write("a.scen", "version 1\n0 a.map 5 3 0 0 1 0 1\n")
        for arguments, message in (
                (("--planner", "jps"), "found neither a scenario nor --map, expected one of them"),
                (("--map", self.map), "--planner is required"),
                (("--map", self.map, "--planner", "aster"), "--planner: unknown planner 'aster'; did you mean 'astar'?"),
                (("--map", self.map, "--planner", "jps", "--optimum", "jqs"), "--optimum: unknown planner 'jqs'"),
                (("--map", self.map, "--planner", "astar", "--block", "8"),
                 "--block: found a parameter of pha and gates, and planner 'astar' has only connectivity, renew and search_memory"),
                (("--map", self.map, "--planner", "straight", "--connectivity", "8"), "planner 'straight' has none"),
                (("--map", self.map, "--planner", "astar", "--set", "samples=9"), "--set samples: found a parameter of"),
                (("--map", self.map, "--planner", "quadtree", "--set", "depth=20"), "--set depth: found 20, expected a number from 0 to 15"),
                (("--map", self.map, "--planner", "quadtree", "--set", "untraversable_from=0"),
                 "--set untraversable_from: found 0, expected a number from 0.001 to 1"),
                (("--map", self.map, "--planner", "quadtree", "--set", "untraversable_from=1.5"),
                 "--set untraversable_from: found 1.5, expected a number from 0.001 to 1"),
                (("--map", self.map, "--planner", "wavefront", "--set", "wave=swept"), "--set wave: found 'swept', expected front or sweep"),
                (("--map", self.map, "--planner", "pha", "--block", "7"), "block: found 7, expected 4, 8, 16 or 32"),
                (("--map", self.map, "--scen", scen, "--planner", "jps", "--queries", "1"), "--queries: found it beside --scen"),
                (("--map", self.map, "--scen", scen, "--planner", "jps", "--seed", "1"), "--seed: found it beside --scen"),
                (("--map", self.map, "--planner", "jps", "--queries", "0"), "--queries"),
                (("narrow", "--map", self.map, "--planner", "jps"), "this scenario is not of a map"),
                (("narrow", "--planner", "jps"), "planner 'jps': found a world without a grid, expected a map (--map FILE.map), or [grid]"),
                (("narrow", "--planner", "wavefront"), "or [grid] in the scenario's file"),
                (("--map", self.map, "--planner", "jps", "--set", "search_memory=9007199254740993"), "expected a whole number that is exact"),
                (("narrow", "--planner", "straight", "--optimum", "jps"), "planner 'jps': found a world without a grid"),
                (("--map", self.map, "--planner", "jps", "--grain", "5"), "--grain: found 5, expected a multiple of 16")):
            with self.subTest(arguments=arguments):
                self.assert_refused(self.plan(*arguments), message)


class Interrupt(PlanTest):
    def test_ends_in_good_order_with_what_it_has(self) -> None:
        self.assert_done(plethos("map", "generate", "random", "--size", "300", "--out", self.path("large.map")))
        process = subprocess.Popen([program.PROGRAM, "plan", "--map", self.path("large.map"), "--planner", "dijkstra", "--backend",
                                    "serial", "--queries", "10000000", "--out", self.path("paths.h5"), "--json", self.path("plan.json")],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.addCleanup(process.kill)
        self.assertTrue(process.stdout.readline().startswith("plethos"))
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=240)
        self.assertEqual(process.returncode, 130, output + error)
        result = json.loads(Path(self.path("plan.json")).read_text(encoding="utf-8"))
        self.assertTrue(result["interrupted"])
        self.assertLess(result["queries"], 10000000)
        self.assert_done(plethos("render", self.path("paths.h5"), "--out", self.path("paths.png"), "--width", "64"))


if __name__ == "__main__":
    program.main()
