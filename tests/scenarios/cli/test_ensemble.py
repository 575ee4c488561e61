"""Many worlds of one scenario in one run: test_ensemble.py PROGRAM."""

import json

import program
from program import ProgramTest, plethos

# Three worlds that end at steps of their own.
LATTICE = ("run", "lattice", "--agents", "40", "--avoidance", "orca", "--backend", "serial")
SEEDS = (4, 2, 3)


def run_json(test: ProgramTest, *arguments: str) -> dict:
    result = plethos(*arguments, "--json", "-", "--quiet")
    test.assert_done(result)
    return json.loads(result.stdout)


class Worlds(ProgramTest):
    def assert_as_alone(self, command: tuple[str, ...], worlds: list[dict]) -> None:
        for world in worlds:
            with self.subTest(command=command, seed=world["seed"]):
                alone = run_json(self, *command, "--seed", str(world["seed"]))
                self.assertEqual({key: alone[key] for key in world}, world)

    def test_each_has_the_json_of_its_run_alone(self) -> None:
        found = run_json(self, *LATTICE, "--seeds", "4,2..3", "--verify")
        self.assertEqual((found["schema"], found["ensembles"], [world["seed"] for world in found["worlds"]]),
                         ("plethos-ensemble", 1, list(SEEDS)))
        self.assertGreater(len({world["steps"] for world in found["worlds"]}), 1)
        self.assertIn("time_ratio", found["worlds"][0]["behavior"])
        self.assert_as_alone((*LATTICE, "--verify"), found["worlds"])
        self.assertEqual((found["agents"], found["arrived"], found["ended"]), (120, 120, {"arrived": 3}))
        self.assertEqual(found["empty_s_median"], sorted(world["arrival_s_last"] for world in found["worlds"])[1])
        self.assertIsNone(found["empty_s_median_low"])
        self.assertEqual(found["steps_most"], max(world["steps"] for world in found["worlds"]))

    def test_seeds_follow_the_first(self) -> None:
        short = (*LATTICE, "--steps", "16")
        for options, seeds in ((("--worlds", "2"), [1, 2]), (("--worlds", "3", "--seed", "7"), [7, 8, 9]), (("--worlds", "1"), [1]),
                               (("--worlds", "2", "--set", "seed=5"), [5, 6])):
            with self.subTest(options=options):
                found = run_json(self, *short, *options)
                self.assertEqual([world["seed"] for world in found["worlds"]], seeds)
                self.assert_as_alone(short, found["worlds"])

    def test_one_after_the_other(self) -> None:
        for command, why in ((("run", "doors", "--agents", "30", "--steps", "30"), "as crowding 4 cannot tell worlds apart"),
                             (("run", "building", "--agents", "30", "--steps", "30"), "they differ in walls or the like")):
            with self.subTest(command=command):
                found = run_json(self, *command, "--backend", "serial", "--worlds", "2")
                self.assertEqual(found["ensembles"], 2)
                self.assertIn(why, found["header"]["worlds"])
                self.assert_as_alone((*command, "--backend", "serial"), found["worlds"])
        self.assert_refused(plethos("run", "building", "--worlds", "2", "--out", self.path("a.h5"), "--quiet"),
                            "--out: found worlds that are simulated one after the other")

    def test_lines(self) -> None:
        result = plethos(*LATTICE, "--worlds", "2")
        self.assert_done(result)
        for line in (r"(?m)^worlds +2, of the seeds 1\.\.2$", r"(?m)^worlds +2: 2 arrived$", r"(?m)^time to empty +median [0-9.]+ s",
                     r"(?m)^seed 2 +arrived after [0-9]+ steps, 40 of 40 arrived, the last at", r"(?m)^checksum +[0-9a-f]{16}, of the worlds'"):
            self.assertRegex(result.stdout, line)
        short = plethos(*LATTICE, "--worlds", "2", "--steps", "20")
        self.assertRegex(short.stdout, r"(?m)^time to empty +median beyond the run")

    def test_refused(self) -> None:
        for options, text in ((("--seeds", "1..3", "--seed", "2"), "--seed: found it beside --seeds"),
                              (("--seeds", "1..3", "--worlds", "2"), "--worlds: found 2 beside --seeds with 3 seeds"),
                              (("--seeds", "3..1"), "--seeds: found '3..1'"), (("--seeds", "1,1"), "found seed 1 twice"),
                              (("--worlds", "0"), "--worlds"), (("--worlds", "2", "--checkpoint", self.path("c.h5")), "--checkpoint: found it beside"),
                              (("--worlds", "2", "--restart", self.path("c.h5")), "--restart: found it beside"),
                              (("--worlds", "2", "--checkpoint", self.path("c.h5"), "--time-limit", "1"), "expected a run of one world")):
            with self.subTest(options=options):
                self.assert_refused(plethos(*LATTICE, *options), text)

    def test_recorded(self) -> None:
        path = self.path("worlds.h5")
        self.assert_done(plethos(*LATTICE, "--worlds", "2", "--out", path, "--every", "20", "--quiet"))
        for options in ((), ("--world", "2")):
            picture = self.path("world.png")
            self.assert_done(plethos("render", path, "--out", picture, *options, "--width", "200"))
            self.assertTrue((self.folder / "world.png").read_bytes().startswith(b"\x89PNG"))
        self.assert_refused(plethos("render", path, "--out", self.path("b.png"), "--world", "3"),
                            "found no world of the seed 3, expected one of 2 seeds, from 1 to 2")
        alone = self.path("alone.h5")
        self.assert_done(plethos(*LATTICE, "--out", alone, "--every", "20", "--quiet"))
        self.assert_refused(plethos("render", alone, "--out", self.path("b.png"), "--world", "1"), "found no worlds of an ensemble")


if __name__ == "__main__":
    program.main()
