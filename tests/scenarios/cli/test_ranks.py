"""plethos run under mpiexec: test_ranks.py PROGRAM."""

import functools
import json
import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

import program
from program import ProgramTest, plethos

# Open MPI asks before it starts more ranks than there are processors, or as root, and binds them. Since version 5 PRRTE does so.
SETTINGS = {"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "PRTE_MCA_hwloc_default_binding_policy": "none",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "ASAN_OPTIONS": "detect_leaks=0"}
RUN = ("run", "lattice", "--agents", "400", "--steps", "40", "--avoidance", "orca")


def command(*groups: tuple) -> list[str]:
    """mpiexec with a group of ranks for each (number, arguments...)."""
    words = []
    for number, *arguments in groups:
        words += [":"] if words else []
        words += ["-n", str(number), program.PROGRAM, *arguments]
    return ["mpiexec", *words]


@functools.cache
def starts_several_programs() -> bool:
    """Returns whether mpiexec does so at all: that of Open MPI 5.0.7 as Debian 13 has it crashes."""
    two = ["mpiexec", "-n", "1", "true", ":", "-n", "1", "true"]
    return subprocess.run(two, capture_output=True, check=False, timeout=300, env={**os.environ, **SETTINGS}).returncode == 0


def mpiexec(*groups: tuple, **settings: str) -> subprocess.CompletedProcess:
    if len(groups) > 1 and not starts_several_programs():
        raise unittest.SkipTest("mpiexec cannot start two programs here")
    return subprocess.run(command(*groups), capture_output=True, text=True, check=False, timeout=300,
                          env={**os.environ, **SETTINGS, **settings})


def can_run() -> bool:
    # Beside the program, or above the folder of the script that hands it to an emulator.
    folders = list(Path(program.PROGRAM).resolve().parents)[:2]
    return shutil.which("mpiexec") is not None and any((folder / "libplethos_mpi.so").exists() for folder in folders)


class RanksTest(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        if not can_run():
            self.skipTest("no mpiexec, or no MPI in this build")

    def result(self) -> dict:
        return json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))

    def assert_told_once(self, result: subprocess.CompletedProcess, text: str, code: int = 2) -> None:
        """Checks that one line is of plethos; mpiexec adds some of its own."""
        self.assertEqual(result.returncode, code, result.stderr)
        own = [line for line in result.stderr.splitlines() if line.startswith("plethos: ")]
        self.assertEqual(len(own), 1, result.stderr)
        self.assertIn(text, own[0])


    def started(self, running: subprocess.Popen, number: int) -> list[int]:
        """Waits for so many ranks of mpiexec, and returns their processes."""
        ranks: list[int] = []
        end = time.monotonic() + 60
        while len(ranks) < number and time.monotonic() < end:
            time.sleep(0.2)
            children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text(encoding="ascii").split()
            ranks = [int(child) for child in children if "plethos" in Path(f"/proc/{child}/comm").read_text(encoding="ascii")]
        self.assertEqual(len(ranks), number)
        return ranks


class Runs(RanksTest):
    def test_the_same_on_several_ranks_and_mixed_backends(self) -> None:
        self.assert_done(plethos(*RUN, "--backend", "serial", "--quiet", "--json", self.path("run.json")))
        one = self.result()
        self.assertEqual(one["ranks"], 1)
        out = ("--json", self.path("run.json"), "--out", self.path("run.h5"))
        result = mpiexec((3, *RUN, "--backend", "serial", *out))
        self.assert_done(result)
        three = self.result()
        for key in ("checksum", "arrived", "overlaps", "min_separation", "lost", "steps"):
            self.assertEqual(one[key], three[key], key)
        self.assertEqual(three["ranks"], 3)
        self.assertGreater(three["ghost_share"], 0)
        # Rank 0 speaks for all.
        self.assertEqual(result.stdout.count("checksum"), 1)
        self.assertIn("ranks               imbalance", result.stdout)
        self.assert_done(plethos("render", self.path("run.h5"), "--out", self.path("run.png")))
        mixed = mpiexec((1, *RUN, "--backend", "serial", "--lanes", "scalar", "--quiet", *out),
                        (1, *RUN, "--backend", "openmp", "--threads", "2", "--quiet", *out))
        self.assert_done(mixed)
        self.assertEqual((mixed.stdout, self.result()["checksum"]), ("", one["checksum"]))

    def test_a_verifier_looks_at_all_agents(self) -> None:
        self.assert_done(plethos(*RUN, "--verify", "--quiet", "--json", self.path("run.json")))
        one = self.result()
        self.assert_done(mpiexec((2, *RUN, "--verify", "--quiet", "--json", self.path("run.json"))))
        self.assertEqual(one["behavior"], self.result()["behavior"])


class Mistakes(RanksTest):
    def test_mistakes_are_told_once(self) -> None:
        self.assert_told_once(mpiexec((3, *RUN, "--neighbors", "hash")), "neighbors: found hash on 3 ranks")
        self.assert_told_once(mpiexec((2, "run", "nowhere")), "unknown scenario 'nowhere'")
        self.assert_told_once(mpiexec((2, *RUN, "--json", self.path("no/folder.json"))), "no such folder")
        self.assert_told_once(mpiexec((2, "validate", "circle")), "validate: found 2 tasks of a launcher")

    def test_ranks_that_differ_are_refused(self) -> None:
        self.assert_told_once(mpiexec((1, *RUN, "--seed", "1"), (1, *RUN, "--seed", "2")), "different options or files")
        self.assert_told_once(mpiexec((1, *RUN, "--set", "radius=0.2"), (1, *RUN)), "different options or files")
        self.assert_told_once(mpiexec((1, *RUN), (1, *RUN, "--verify")), "different options or files")
        # Ranks make a lattice together, each a part, and a circle each by itself.
        self.assert_told_once(mpiexec((1, *RUN), (1, *RUN[:1], "circle", *RUN[2:])), "different options or files")
        # Two that rank 0 lacks, and two that another lacks.
        for option, last in (("--json", True), ("--restart", True), ("--out", False), ("--checkpoint", False)):
            groups = [(1, *RUN), (1, *RUN, option, self.path("a.h5"))]
            self.assert_told_once(mpiexec(*(groups if last else reversed(groups))), f"different options or files ({option})")
        self.assertEqual(list(self.folder.iterdir()), [])
        self.assert_told_once(mpiexec((1, *RUN), (1, "study", "weak-scaling", "--quick")), "ranks: found different commands")
        if "sse4" in plethos("info").stdout:
            self.assert_told_once(mpiexec((1, *RUN, "--lanes", "sse4"), (1, *RUN, "--lanes", "scalar")), "lanes without fused multiply-add")

    def test_tasks_that_mpi_does_not_see(self) -> None:
        lone = plethos(*RUN, SLURM_STEP_NUM_TASKS="8", SLURM_PROCID="0", **SETTINGS)
        self.assert_refused(lone, "ranks: found 8 tasks but 1 rank", "srun --mpi=pmix")
        self.assertEqual(plethos(*RUN, SLURM_STEP_NUM_TASKS="8", SLURM_PROCID="3", **SETTINGS).stderr, "")

    def test_mistakes_of_studies_are_told_once(self) -> None:
        self.assert_told_once(mpiexec((2, "study", "paths-roadmap", "--plan")), "study paths-roadmap: found 2 ranks")
        self.assert_told_once(mpiexec((2, "study", "--list")), "found 2 tasks of a launcher")
        self.assert_told_once(mpiexec((1, "study", "weak-scaling", "--plan", "--backends", "serial", "--quick"),
                                      (1, "study", "strong-scaling", "--plan", "--backends", "serial", "--quick")), "different builds, options")
        weak = ("study", "weak-scaling", "--quick", "--backends", "serial")
        self.assert_told_once(mpiexec((1, *weak), (1, *weak, "--plan")), "different builds, options or machines (--plan)")

    def test_a_rank_that_dies_ends_all(self) -> None:
        long = ("run", "lattice", "--agents", "40000", "--steps", "1000000", "--backend", "serial")
        with subprocess.Popen(command((2, *long)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, **SETTINGS}) as running:
            ranks = self.started(running, 2)
            time.sleep(1)
            os.kill(ranks[1], signal.SIGKILL)
            _, error = running.communicate(timeout=60)
            self.assertNotEqual(running.returncode, 0)
            self.assertIn("rank 1", error)


STUDY = """
[[runs]]
scenario = "lattice"
agents = [300, 900]
ranks = [1, 2, 3, 64]
avoidance = "orca"
backends = ["serial", "openmp"]
threads = 1
start_at = 8
steps = 40
warm_up = 4
repetitions = 2
measure = ["time", "arrival", "memory", "behavior", "stages"]

[[runs]]
scenario = "lattice"
agents_per_rank = 300
ranks = [1, 3]
avoidance = "orca"
backends = "serial"
start_at = 8
steps = 40
repetitions = 1
"""


class Studies(RanksTest):
    def study(self, name: str = "s.json") -> dict:
        return json.loads(Path(self.path(name)).read_text(encoding="utf-8"))

    def setUp(self) -> None:
        super().setUp()
        Path(self.path("s.toml")).write_text(STUDY, encoding="utf-8")
        self.call = ("study", self.path("s.toml"), "--threads", "1", "--out", self.path("."))

    def test_ranks_make_the_runs_of_a_study_in_turn(self) -> None:
        result = mpiexec((3, *self.call))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("skipped: runs on more than 3 ranks", result.stderr)
        study = self.study()
        self.assertTrue(study["complete"])
        runs = study["runs"]
        self.assertEqual(sorted({run["machine"]["ranks"] for run in runs}), [1, 2, 3])
        self.assertEqual(len(runs), 2 * 3 * 2 + 2)
        by_agents: dict[int, set] = {}
        for run in runs:
            several = run["machine"]["ranks"] > 1
            by_agents.setdefault(run["settings"]["agents"], set()).add(run["results"]["checksum"])
            self.assertEqual("imbalance" in run["results"], several)
            self.assertEqual(run["settings"]["stages"], not several and "agents_per_rank" not in run["settings"])
            self.assertGreater(run["results"]["efficiency"], 0)
            self.assertGreater(run["results"]["changed"], 0)
            self.assertEqual(run["results"]["steps"], 48)
        # The same bits on any number of ranks, whether the study names the agents of all or of each rank.
        self.assertEqual({agents: len(sums) for agents, sums in by_agents.items()}, {300: 1, 900: 1})
        self.assertTrue(all(work["same"] for work in study["same_bits"]))
        behavior = {json.dumps(run["behavior"]) for run in runs if run["settings"]["agents"] == 900 and "behavior" in run}
        self.assertEqual(len(behavior), 1)
        weak = [run for run in runs if "agents_per_rank" in run["settings"]]
        self.assertEqual([run["settings"]["agents"] for run in weak], [300, 900])

        again = mpiexec((3, *self.call))
        self.assertIn("0 runs made, 14 kept from before", again.stdout)

    def test_an_interrupt_of_one_rank_ends_the_study_of_all(self) -> None:
        text = STUDY.replace("steps = 40", "steps = 100000000").replace("[1, 2, 3, 64]", "[3]")
        Path(self.path("s.toml")).write_text(text, encoding="utf-8")
        with subprocess.Popen(command((3, *self.call)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, **SETTINGS}) as running:
            ranks = self.started(running, 3)
            end = time.monotonic() + 60
            # The folder is made when the first run begins.
            while not Path(self.path("runs")).exists() and time.monotonic() < end:
                time.sleep(0.1)
            os.kill(ranks[-1], signal.SIGINT)
            _, errors = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 130, errors)
        self.assertIn("plethos: interrupted", errors)
        self.assertTrue(self.study()["interrupted"])

    def test_a_run_that_fails_is_recorded_and_the_others_go_on(self) -> None:
        text = STUDY.replace('"orca"', '"orca"\nneighbors = ["grid", "hash"]', 1)
        Path(self.path("s.toml")).write_text(text, encoding="utf-8")
        self.assert_told_once(mpiexec((3, *self.call, "--quiet")), "hash")


class ProxyOnRanks(RanksTest):
    CROWD = """title = "a small crowd"
[crowd]
scenario = "lattice"
avoidance = "orca"
set = { pitch = 1.2 }
[small]
agents = 300
pieces = 1
warm_up = 8
steps = 4
repetitions = 3
[node]
agents = 20
pieces = 2
steps = 4
repetitions = 3
"""

    def test_any_number_of_ranks_has_the_sum_on_record(self) -> None:
        deck = self.write("deck.toml", self.CROWD)
        plethos("proxy", deck, "--backend", "serial", "--quiet", "--json", self.path("run.json"))
        for change, code in ((0, 0), (1, 3)):
            sums = [f"{int(one, 16) ^ change:016x}" for one in self.result()["results"][0]["sums"]]
            self.write("deck.toml", self.CROWD.replace("[small]", f"[small]\nsums = {json.dumps(sums)}"))
            # The line that something differs comes with --quiet, too; without it there may be a warning that ranks have few processors.
            quiet = () if code == 0 else ("--quiet",)
            result = mpiexec((3, "proxy", deck, "--backend", "serial", "--json", self.path("ranks.json"), *quiet))
            if code == 0:
                self.assert_done(result)
                self.assertEqual(result.stdout.count("VERIFIED\n"), 1)
            else:
                self.assert_told_once(result, "world 1 of 1: found checksum", code)
            found = json.loads(Path(self.path("ranks.json")).read_text(encoding="utf-8"))
            self.assertEqual((found["ranks"], found["verified"]), (3, code == 0))

    def test_what_cannot_be_shared_is_refused(self) -> None:
        deck = self.write("deck.toml", self.CROWD)
        self.assert_told_once(mpiexec((2, "proxy", deck, "--size", "node")), "found 2 ranks, expected one: its worlds lie in one process")
        self.assert_told_once(mpiexec((2, "proxy", "fields")), "found 2 ranks, expected one: fields lie in one process")
        self.assert_told_once(mpiexec((2, "proxy", "ways")), "found 2 ranks, expected one: queries are answered in one process")
        self.assert_told_once(mpiexec((1, "proxy", deck), (1, "proxy", "orca")), "different decks")


if __name__ == "__main__":
    program.main()
