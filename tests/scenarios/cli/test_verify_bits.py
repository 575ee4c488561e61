"""The bits of short runs, and what is on record of them: test_verify_bits.py PROGRAM."""

import json
from pathlib import Path

import program
from program import ProgramTest, plethos


# Some of the cases; docs.commands makes all of them.
CASES = ("clearpath-guarded-walls", "orca-walls", "rvo-circle", "quadtree-building", "gates-building", "kdtree-lattice", "hash-lattice")


class VerifyBits(ProgramTest):
    def test_every_backend_and_lane_has_the_recorded_bits(self) -> None:
        only = [argument for case in CASES for argument in ("--only", case)]
        result = plethos("verify-bits", "--threads", "2", *only, "--json", self.path("bits.json"))
        self.assert_done(result)
        found = json.loads(Path(self.path("bits.json")).read_text(encoding="utf-8"))
        self.assertEqual(found["schema"], "plethos-bits-found")
        self.assertRegex(found["date"], r"^20\d\d-\d\d-\d\dT")
        info = json.loads(plethos("info", "--json").stdout)
        lanes = {lane["name"] for lane in info["lanes"] if lane["same_bits"]}
        for backend in info["backends"]:
            if not backend["available"]:
                continue
            rows = [row for row in found["rows"] if row["backend"] == backend["name"]]
            self.assertTrue(rows, backend)
            if "cuda" not in backend["name"]:
                self.assertEqual({row["lanes"] for row in rows}, lanes)
        for row in found["rows"]:
            self.assertEqual((row["differences"], row["cases"]), ([], len(CASES)), row)
            self.assertRegex(result.stdout, rf"(?m)^{row['backend']} +{row['lanes']} +\d+ threads? +{row['cases']} of {row['cases']} cases")

    def record(self) -> dict:
        self.assert_done(plethos("verify-bits", "--only", "orca-circle", "--only", "jps-building", "--record", self.path("mine.json")))
        return json.loads(Path(self.path("mine.json")).read_text(encoding="utf-8"))

    def compare(self, cases: dict):
        Path(self.path("changed.json")).write_text(json.dumps(cases), encoding="utf-8")
        return plethos("verify-bits", "--from", self.path("changed.json"), "--backend", "serial", "--lanes", "scalar")

    def test_what_is_recorded_here_is_found_here(self) -> None:
        cases = self.record()
        self.assertEqual([case["name"] for case in cases["cases"]], ["orca-circle", "jps-building"])
        self.assert_done(self.compare(cases))

    def test_the_first_stage_that_differs_is_named(self) -> None:
        for stage, said in enumerate((r"perceive \(grid\): other lists of neighbors", r"steer \(straight\): other preferred velocities",
                                      r"avoid \(orca\): other velocities", "move: other positions")):
            cases = self.record()
            for step in (2, 4):
                sums = cases["cases"][0]["sums"][step].split()
                sums[stage] = "%016x" % (int(sums[stage], 16) ^ 1)
                cases["cases"][0]["sums"][step] = " ".join(sums)
            result = self.compare(cases)
            self.assertEqual(result.returncode, 3, result.stderr)
            self.assertRegex(result.stdout, rf"orca-circle: step 3: {said}")
            self.assertNotIn("jps-building", result.stdout)
            self.assertIn("1 of 2 cases", result.stdout)
            self.assertRegex(result.stderr, "^plethos: verify-bits: 1 runs? ")

    def test_other_scenes_and_other_ends_are_told_apart(self) -> None:
        cases = self.record()
        cases["cases"][0]["scene"] = "0" * 16
        cases["cases"][1]["at_once"] = "0" * 16
        said = self.compare(cases).stdout
        self.assertIn("orca-circle: another scene", said)
        self.assertIn("jps-building: steps made at once", said)

    def test_what_makes_no_sense_is_refused(self) -> None:
        cases = self.record()
        self.assert_refused(plethos("verify-bits", "--only", "orca-circel"), "did you mean 'orca-circle'")
        self.assert_refused(plethos("verify-bits", "--from", self.path("none.json")), "none.json")
        self.assert_refused(plethos("verify-bits", "--backend", "seriel"), "serial")
        self.assert_refused(self.compare({"schema": "other"}), "plethos-bits")
        cases["cases"][0]["sums"][0] = "12 xyz"
        self.assert_refused(self.compare(cases), "xyz")
        del cases["cases"][0]["sums"]
        self.assert_refused(self.compare(cases), "--record")


if __name__ == "__main__":
    program.main()
