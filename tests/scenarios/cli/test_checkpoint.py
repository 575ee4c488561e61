"""plethos run that stops and goes on: test_checkpoint.py PROGRAM. With PLETHOS_KILLS=100, as many kills as that; else a few."""

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import program
from program import ProgramTest, plethos
from test_ranks import can_run, mpiexec

# Few agents, of whom all arrive.
RUN = ("run", "car", "--backend", "serial")
# Long enough to be interrupted.
LONG = ("run", "lattice", "--agents", "1000", "--backend", "serial", "--avoidance", "orca", "--steps", "1500")
SLOW = ("run", "lattice", "--agents", "8000", "--backend", "serial", "--avoidance", "orca", "--steps")
KEYS = ("checksum", "arrived", "overlaps", "min_separation", "lost", "steps", "ended", "simulated_s",
        "arrival_s_median", "arrival_s_p90", "arrival_s_last")


class CheckpointTest(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.checkpoint = self.path("run.checkpoint.h5")

    def result(self) -> dict:
        return json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))

    def end(self, run: tuple, *arguments: str) -> dict:
        """What came of a run."""
        self.assert_done(plethos(*run, "--quiet", "--json", self.path("run.json"), *arguments))
        result = self.result()
        return {key: result[key] for key in KEYS}

    def picture(self, recording: str) -> bytes:
        """The last frame of a recording, and the ways that led to it."""
        path = self.path("picture.png")
        self.assert_done(plethos("render", recording, "--out", path))
        return Path(path).read_bytes()

    def start(self, run: tuple, *arguments: str) -> subprocess.Popen:
        # pylint: disable-next=consider-using-with
        return subprocess.Popen([program.PROGRAM, *run, "--quiet", "--checkpoint", self.checkpoint, *arguments],
                                stderr=subprocess.PIPE, text=True)


class GoesOn(CheckpointTest):
    def test_a_run_goes_on_as_it_would_have(self) -> None:
        expected = self.end(RUN)
        self.assertEqual(expected["ended"], "arrived")
        for steps in ("37", "96"):
            self.assert_done(plethos(*RUN, "--steps", steps, "--quiet", "--checkpoint", self.checkpoint))
            for backend in (("--backend", "openmp", "--threads", "2"), ("--backend", "serial", "--lanes", "scalar")):
                self.assertEqual(self.end((*RUN[:2], *backend), "--restart", self.checkpoint), expected)
                self.assertEqual(self.result()["restarted_at"], int(steps))
        # It may go on from the file that it writes, and there is nothing to do after the end.
        self.end(RUN, "--restart", self.checkpoint, "--checkpoint", self.checkpoint)
        self.assertEqual(self.end(RUN, "--restart", self.checkpoint), expected)
        self.assertEqual(self.result()["restarted_at"], expected["steps"])
        self.assertIsNone(self.result()["ms_per_step_median"])
        self.assertIsNone(self.result()["agent_steps_per_s"])
        text = plethos(*RUN, "--restart", self.checkpoint).stdout
        self.assertIn(f"restart     at step {expected['steps']}, from {self.checkpoint}", text)

    def test_ranks_write_the_same_bytes_and_go_on_from_them(self) -> None:
        if not can_run():
            self.skipTest("no mpiexec, or no MPI in this build")
        lattice = ("run", "lattice", "--agents", "9000", "--avoidance", "orca", "--backend", "serial")
        expected = self.end(lattice, "--steps", "40")
        self.assert_done(plethos(*lattice, "--quiet", "--steps", "21", "--checkpoint", self.checkpoint))
        for number in (2, 3):
            other = self.path(f"{number}.h5")
            self.assert_done(mpiexec((number, *lattice, "--quiet", "--steps", "21", "--checkpoint", other)))
            self.assertEqual(Path(other).read_bytes(), Path(self.checkpoint).read_bytes())
        json_file = ("--quiet", "--json", self.path("run.json"))
        self.assert_done(mpiexec((4, *lattice, "--steps", "30", "--restart", self.checkpoint, "--checkpoint", self.path("4.h5"))))
        mixed = (*lattice[:-2], "--backend", "openmp", "--threads", "1")
        self.assert_done(mpiexec((1, *lattice, "--steps", "40", "--restart", self.path("4.h5"), *json_file),
                                 (1, *mixed, "--steps", "40", "--restart", self.path("4.h5"), *json_file)))
        result = self.result()
        self.assertEqual({key: result[key] for key in KEYS}, expected)
        damaged = bytearray(Path(self.checkpoint).read_bytes())
        damaged[-70 * 4500] ^= 1  # a row of the second slab
        Path(self.checkpoint).write_bytes(bytes(damaged))
        told = mpiexec((3, *lattice, "--steps", "40", "--restart", self.checkpoint))
        own = [line for line in told.stderr.splitlines() if line.startswith("plethos: ")]
        self.assertEqual((told.returncode, len(own)), (2, 1), told.stderr)
        self.assertIn("damaged: the rows of agents from 4096 on", own[0])

    def test_recordings_go_on(self) -> None:
        whole, parts = self.path("whole.h5"), self.path("parts.h5")
        self.end(RUN, "--out", whole, "--every", "3")
        self.assert_done(plethos(*RUN, "--steps", "37", "--quiet", "--checkpoint", self.checkpoint, "--out", parts, "--every", "3"))
        # As after a kill: the file has more than there was at the checkpoint.
        late = self.path("late.h5")
        self.assert_done(plethos(*RUN, "--steps", "80", "--quiet", "--checkpoint", late, "--restart", self.checkpoint,
                                 "--out", parts, "--every", "3"))
        other = ("--restart", self.checkpoint, "--out", parts)
        self.assert_refused(plethos(*RUN, *other), "parts.h5", "frames per second")
        self.end(RUN, *other, "--every", "3")
        self.assertEqual(self.picture(parts), self.picture(whole))
        rest = self.path("rest.h5")
        self.assert_refused(plethos(*RUN, "--restart", late, "--out", self.recorded("20"), "--every", "3"), "frames up to 6 alone")
        self.end(RUN, "--restart", self.checkpoint, "--out", rest)
        self.assert_done(plethos("render", rest, "--out", self.path("rest.png")))

    def test_ranks_go_on_with_a_recording(self) -> None:
        if not can_run():
            self.skipTest("no mpiexec, or no MPI in this build")
        lattice = ("run", "lattice", "--agents", "9000", "--avoidance", "orca", "--backend", "serial", "--quiet", "--every", "2")
        whole, parts = self.path("whole.h5"), self.path("parts.h5")
        self.assert_done(plethos(*lattice, "--steps", "40", "--out", whole))
        self.assert_done(mpiexec((3, *lattice, "--steps", "21", "--checkpoint", self.checkpoint, "--out", parts)))
        self.assert_done(mpiexec((2, *lattice, "--steps", "40", "--restart", self.checkpoint, "--out", parts)))
        self.assertEqual(self.picture(parts), self.picture(whole))

    def recorded(self, steps: str) -> str:
        """A recording of the first steps."""
        path = self.path("first.h5")
        self.assert_done(plethos(*RUN, "--steps", steps, "--quiet", "--every", "3", "--out", path,
                                 "--checkpoint", self.path("first.checkpoint.h5")))
        return path


class Stops(CheckpointTest):
    def test_a_time_limit_ends_a_run_that_another_goes_on_with(self) -> None:
        stopped = plethos(*SLOW, "1000000", "--quiet", "--checkpoint", self.checkpoint, "--time-limit", "0.002",
                          "--checkpoint-every", "0.0005", "--json", self.path("run.json"))
        self.assertEqual((stopped.returncode, stopped.stderr), (4, ""))
        result = self.result()
        self.assertEqual(result["ended"], "unfinished")
        expected = self.end((*SLOW, str(result["steps"])))
        for key in ("checksum", "overlaps", "min_separation"):
            self.assertEqual(result[key], expected[key], key)
        self.assert_refused(plethos(*SLOW, "1000000", "--quiet", "--time-limit", "0.002"), "--time-limit 0.002: found no --checkpoint")

    def test_signals(self) -> None:
        for number, code in ((signal.SIGUSR1, 4), (signal.SIGTERM, 4), (signal.SIGINT, 130)):
            Path(self.checkpoint).unlink(missing_ok=True)
            with self.start((*SLOW, "1000000"), "--checkpoint-every", "0.001") as running:
                wait_for(self.checkpoint)
                running.send_signal(number)
                _, error = running.communicate(timeout=60)
            self.assertEqual((running.returncode, error), (code, ""))
            self.assert_done(plethos(*SLOW, "1", "--quiet", "--restart", self.checkpoint))

    def test_one_run_at_a_time_has_a_checkpoint(self) -> None:
        with self.start((*SLOW, "1000000"), "--checkpoint-every", "0.001") as running:
            for _ in range(2):
                wait_for(self.checkpoint)
                Path(self.checkpoint).unlink()
                second = plethos(*SLOW, "16", "--quiet", "--checkpoint", self.checkpoint)
                self.assert_refused(second, "--checkpoint", "another process is writing this file")
            running.kill()
            running.communicate()
        self.assert_done(plethos(*SLOW, "16", "--quiet", "--checkpoint", self.checkpoint))
        self.assertEqual([path.name for path in self.folder.iterdir()], [Path(self.checkpoint).name])

    def test_results_stay_if_a_later_checkpoint_cannot_be_written(self) -> None:
        (self.folder / "a").mkdir()
        self.checkpoint = self.path("a/c.h5")
        with self.start((*SLOW, "1000000"), "--checkpoint-every", "0.001", "--json", self.path("run.json"), "--out", self.path("run.h5"),
                        "--every", "1000") as running:
            wait_for(self.checkpoint)
            (self.folder / "a").rename(self.folder / "b")
            running.send_signal(signal.SIGTERM)
            _, error = running.communicate(timeout=60)
        self.assertEqual((running.returncode, error.count("\n")), (3, 1), error)
        self.assertIn(f"plethos: --checkpoint {self.checkpoint}: ", error)
        self.assertEqual(self.result()["ended"], "failed")
        self.assert_done(plethos("render", self.path("run.h5"), "--out", self.path("run.png"), "--width", "64"))
        self.assert_done(plethos(*SLOW, "1", "--quiet", "--restart", self.path("b/c.h5")))

    def test_results_stay_if_the_recording_cannot_go_on(self) -> None:
        result = subprocess.run(["bash", "-c", 'ulimit -f 60; exec "$@"', "bash", program.PROGRAM, "run", "lattice", "--agents", "400",
                                 "--backend", "serial", "--steps", "3000", "--json", self.path("run.json"), "--out", self.path("run.h5")], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertTrue(result.stderr.splitlines()[-1].startswith(f"plethos: {self.path('run.h5')}: "), result.stderr)
        self.assertIn("ended               by a fault, ", result.stdout)
        self.assertEqual(self.result()["ended"], "failed")
        self.assertLess(self.result()["steps"], 3000)

    def test_kills_at_any_moment(self) -> None:
        whole, parts = self.path("whole.h5"), self.path("parts.h5")
        start = time.monotonic()
        expected = self.end(LONG, "--out", whole, "--every", "10")
        duration = time.monotonic() - start
        kills = int(os.environ.get("PLETHOS_KILLS", "4"))
        seed = int(os.environ.get("PLETHOS_TEST_SEED", "1"))
        print(f"seed {seed}, {kills} kills")
        moments = random.Random(seed)
        done = 0
        while done < kills:
            restart = ("--restart", self.checkpoint) if Path(self.checkpoint).exists() else ()
            # Checkpoints follow each other, so that most kills come while one is written.
            with self.start(LONG, *restart, "--checkpoint-every", "0.00001", "--time-limit", "60",
                            "--out", parts, "--every", "10") as running:
                time.sleep(moments.uniform(0, 2 * duration))
                running.kill()
                running.communicate()
            done += 1
            if running.returncode == 0:
                # It was done before: the next one starts anew.
                Path(self.checkpoint).unlink()
        restart = ("--restart", self.checkpoint) if Path(self.checkpoint).exists() else ()
        self.assertEqual(self.end(LONG, *restart, "--out", parts, "--every", "10"), expected)
        self.assertEqual(self.picture(parts), self.picture(whole))


class Mistakes(CheckpointTest):
    def setUp(self) -> None:
        super().setUp()
        self.assert_done(plethos(*RUN, "--steps", "20", "--quiet", "--checkpoint", self.checkpoint))

    def refused(self, *texts: str) -> None:
        self.assert_refused(plethos(*RUN, "--restart", self.checkpoint), self.checkpoint, *texts)

    def test_checkpoints_of_other_runs(self) -> None:
        for arguments, text in (
                (("circle", "--agents", "8"), "with scenario car, expected circle"),
                (("car", "--seed", "2"), "with seed 1, expected 2"),
                (("car", "--avoidance", "orca"), "with methods"),
                (("car", "--set", "time_step=0.2"), "with time_step"),
                (("car", "--set", "radius=0.2"), "with world")):
            result = plethos("run", *arguments, "--backend", "serial", "--restart", self.checkpoint)
            self.assert_refused(result, "found a checkpoint of another run, ", text)

    def test_files_that_are_no_checkpoints(self) -> None:
        whole = Path(self.checkpoint).read_bytes()
        Path(self.checkpoint).write_bytes(whole[:-100])
        self.refused("truncated")
        Path(self.checkpoint).write_bytes(whole[:300])
        self.refused("")
        for place in (-20, len(whole) // 2, 700):
            damaged = bytearray(whole)
            damaged[place] ^= 0x55
            Path(self.checkpoint).write_bytes(bytes(damaged))
            result = plethos(*RUN, "--restart", self.checkpoint)
            self.assertIn(result.returncode, (0, 2))
        # Rows begin with a page.
        told = ""
        for place in range(4096, len(whole), 4096):
            damaged = bytearray(whole)
            damaged[place + 9] ^= 1
            Path(self.checkpoint).write_bytes(bytes(damaged))
            told += plethos(*RUN, "--restart", self.checkpoint).stderr
        self.assertIn("damaged: the rows of agents from 0 on have not the bytes that were written", told)
        renamed = whole.replace(b"seed", b"sEed")
        Path(self.checkpoint).write_bytes(renamed)
        self.refused("what it says of itself")
        unnamed = whole.replace(b"plethos_checkpoint", b"plethos_checkpoinT")
        Path(self.checkpoint).write_bytes(unnamed)
        self.refused("found no attribute 'plethos_checkpoint'")
        # The attribute's value lies behind its name and two headers of eight bytes.
        newer = bytearray(whole)
        value = whole.index(b"plethos_checkpoint") + 24 + 16
        newest = chr(newer[value])
        self.assertTrue(newest.isdigit() and newer[value + 1] == 0)
        for text, told in (("9", f"found a checkpoint of format 9, expected at most {newest}: it is of a newer plethos"),
                           ("0", f"damaged: found a checkpoint of format '0', expected one from 1 to {newest}"),
                           ("x", f"damaged: found a checkpoint of format 'x', expected one from 1 to {newest}")):
            newer[value:value + 1] = text.encode()
            Path(self.checkpoint).write_bytes(newer)
            self.refused(told)
        Path(self.checkpoint).unlink()
        self.refused("no such file")
        self.assert_done(plethos(*RUN, "--steps", "3", "--quiet", "--out", self.checkpoint))
        self.refused("found no attribute 'plethos_checkpoint'")

    def test_arrivals_of_a_checkpoint(self) -> None:
        def without_arrivals(checkpoint: str, version: bytes) -> None:
            content = bytearray(Path(checkpoint).read_bytes())
            name = content.index(b"\0arrivals\0")
            content[name + 8:name + 9] = b"z"  # the name that a search for 'arrivals' does not find
            value = content.index(b"plethos_checkpoint") + 24 + 16
            content[value:value + 1] = version
            Path(self.checkpoint).write_bytes(bytes(content))

        expected = self.end(RUN)
        # A checkpoint of format 1 has none. Nobody had arrived yet.
        early, late = self.path("early.h5"), self.path("late.h5")
        self.assert_done(plethos(*RUN, "--steps", "5", "--quiet", "--checkpoint", early))
        without_arrivals(early, b"1")
        self.assertEqual(self.end(RUN, "--restart", self.checkpoint), expected)
        # Later ones are missed, and seen if they are others.
        self.end(RUN, "--checkpoint", late)
        self.assertGreater(expected["arrived"], 0)
        without_arrivals(late, b"2")
        self.refused("damaged: what it says of itself")
        whole = Path(late).read_bytes()
        for place in range(0, len(whole), 203):
            damaged = bytearray(whole)
            damaged[place] ^= 1
            Path(self.checkpoint).write_bytes(bytes(damaged))
            result = plethos(*RUN, "--restart", self.checkpoint, "--quiet")
            self.assertIn(result.returncode, (0, 2), f"byte {place}: {result.stderr}")

    def test_options(self) -> None:
        self.assert_refused(plethos(*RUN, "--restart", self.checkpoint, "--verify"), "--verify: found --restart")
        self.assert_refused(plethos(*RUN, "--checkpoint", self.path("a.txt")), "found the ending '.txt'")
        self.assert_refused(plethos(*RUN, "--checkpoint", self.path("no/a.h5")), "no such folder")
        other = self.write("other.h5", "mine")
        self.assert_refused(plethos(*RUN, "--checkpoint", other), "is not a checkpoint that plethos wrote")
        self.assert_refused(plethos(*RUN, "--checkpoint", self.path("a.h5"), "--out", self.path("a.h5")), "is the same file as")
        self.assert_refused(plethos(*RUN, "--out", self.checkpoint, "--restart", self.checkpoint), "is the same file as the input")

    def test_a_full_disk(self) -> None:
        before = Path(self.checkpoint).read_bytes()
        # It is seen before the first of very many steps.
        result = subprocess.run(["bash", "-c", 'ulimit -f 8; exec "$@"', "bash", program.PROGRAM, *SLOW, "1000000000", "--quiet",
                                 "--checkpoint", self.checkpoint], capture_output=True, text=True, check=False, timeout=100)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn("--checkpoint", result.stderr)
        self.assertEqual(Path(self.checkpoint).read_bytes(), before)
        self.assertEqual([path.name for path in self.folder.iterdir()], [Path(self.checkpoint).name])


def wait_for(path: str) -> None:
    end = time.monotonic() + 60
    while not Path(path).exists() and time.monotonic() < end:
        time.sleep(0.02)


if __name__ == "__main__":
    program.main()
