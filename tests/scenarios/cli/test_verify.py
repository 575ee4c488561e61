"""What plethos run --verify reports: test_verify.py PROGRAM."""

import json
import re
from pathlib import Path

import program
from program import ProgramTest, plethos


class Verify(ProgramTest):
    """--verify watches every step, whatever else watches the run."""

    WALK = ("run", "back-and-forth", "--agents", "40", "--avoidance", "none", "--backend", "serial", "--steps", "400")

    def walk(self, *arguments: str) -> dict:
        result = plethos(*self.WALK, *arguments, "--quiet", "--json", self.path("run.json"))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        return json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))

    def test_every_step_is_seen_and_none_is_changed(self) -> None:
        plain = self.walk()
        seen = self.walk("--verify")
        self.assertNotIn("behavior", plain)
        self.assertEqual(seen["checksum"], plain["checksum"])
        self.assertEqual(seen["behavior"]["frames"], 401)
        # The run's own count needs no verifier: it is taken from the neighbor lists.
        self.assertGreater(plain["overlaps"], 0)
        self.assertGreater(seen["behavior"]["overlaps_most"], 0)
        self.assertAlmostEqual(seen["behavior"]["separation"], plain["min_separation"], places=4)

    def test_recording_sees_its_own_frames_beside_it(self) -> None:
        sizes, reports = [], []
        for verify in ((), ("--verify",)):
            run = self.walk(*verify, "--out", self.path("run.h5"), "--every", "8")
            reports.append(run.get("behavior"))
            sizes.append(Path(self.path("run.h5")).stat().st_size)
            picture = plethos("render", self.path("run.h5"), "--out", self.path("run.png"), "--width", "100")
            self.assertEqual(picture.returncode, 0, picture.stderr)
        self.assertEqual(sizes[0], sizes[1])
        self.assertIsNone(reports[0])
        self.assertEqual(reports[1], self.walk("--verify")["behavior"])

    def test_report_is_printed(self) -> None:
        result = plethos(*self.WALK, "--verify")
        self.assertEqual(result.returncode, 0)
        before, after = plethos(*self.WALK).stdout, result.stdout
        self.assertGreater(len(after.splitlines()), len(before.splitlines()) + 3)
        self.assertRegex(after, r"(?m)^way over straight\s")
        self.assertEqual(re.findall(r"checksum .*", after), re.findall(r"checksum .*", before))


if __name__ == "__main__":
    program.main()
