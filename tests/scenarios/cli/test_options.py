"""The program refuses options that mean nothing, and warns of options without effect: test_options.py PROGRAM."""

import contextlib
import json
import os
import re
import signal
import subprocess
import time
import typing
import unittest
from pathlib import Path

import program
from program import SHORT, ProgramTest, plethos


class Refused(ProgramTest):
    def test_one_line_and_exit_code_2(self) -> None:
        for arguments, text in ((("run", "circel"), "did you mean 'circle'"), (("run", "circle", "--every", "0"), "--every"),
                                (("run", "circle", "--out", "/nowhere/run.h5"), "no such folder"), (("rum",), "did you mean 'run'"),
                                ((*SHORT, "--seed", "-1"), "--seed: found '-1'"), ((*SHORT, "--seed", "1.5"), "--seed: found '1.5'"),
                                ((*SHORT, "--seed", "18446744073709551616"), "--seed"),
                                ((*SHORT, "--grain", "7"), "--grain: found 7, expected a multiple of 16"),
                                ((*SHORT, "--threads", "2"), "--threads: found 2, expected 0 or 1 with serial"),
                                ((*SHORT, "--out", self.path("x.csv")), "found the ending '.csv', known: .h5"),
                                ((*SHORT, "--set", "preferred_speed=3"), "at most maximum_speed, 2"),
                                (("study", "--list", "--quick"), "--quick: found with --list"),
                                (("study", "--list", "--out", "x"), "--out: found with --list"),
                                (("study", "--compare", "a.json", "b.json", "--plan"), "--plan: found with --compare"),
                                (("study", "--compare", "a.json", "b.json", "--threads", "2"), "--threads: found with --compare"),
                                (("study", "--list", "--maps", "x"), "--maps: found with --list"),
                                (("study", "--list", "--wait-for-quiet", "1"), "--wait-for-quiet: found with --list"),
                                (("study", "clearpath-fig9", "--wait-for-quiet", "-1"), "--wait-for-quiet: found '-1'"),
                                (("study", "--list", "--processes", "2"), "--processes: found with --list"),
                                (("study", "paths-roadmap", "--processes", "0"), "--processes: found '0'"),
                                (("study", "--list", "--agents-at-most", "9"), "--agents-at-most: found with --list"),
                                (("study", "paths-roadmap", "--agents-at-most", "0"), "--agents-at-most: found '0'"),
                                (("study", "paths-roadmap", "--p3", "x.csv"), "--p3: found without --compare"),
                                (("study", "paths-roadmap", "--best", "x.toml"), "--best: found without --compare"),
                                (("study", "--from", "a.json"), "--from: found without --artifact"),
                                (("study", "paths-roadmap", "--from", "a.json", "--artifact", "a.md"), "study: expected one of: "),
                                (("study", "--from", "a.json", "--artifact", "a.md", "--quick"), "--quick: found with --from"),
                                (("study", "--from", "a.json", "--artifact", "a.md", "--out", "b"), "--out: found with --from"),
                                (("study", "--compare", "a.json", "b.json", "--artifact", "a.md"), "--artifact: found with --compare"),
                                (("study", "paths-roadmap", "--plan", "--artifact", "a.md"), "--artifact: found with --plan"),
                                ((*SHORT, "--kokkos-num-thread=2"), "did you mean '--kokkos-num-threads'"),
                                ((*SHORT, "--kokkos-num-threads=two"), "found 'two'"), (("info", "--kokkos-device-id"), "found no value"),
                                ((*SHORT, "--kokkos-map-device-id-by=magic"), "known: random, mpi_rank"),
                                ((*SHORT, "--kokkos-disable-warnings=maybe"), "--kokkos-disable-warnings: found 'maybe', expected yes or no"),
                                (("info", "--kokkos-tools-args="), "--kokkos-tools-args: found an empty text")):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), text)

    def test_variables_of_kokkos(self) -> None:
        for name, value in (("KOKKOS_DISABLE_WARNINGS", "maybe"), ("KOKKOS_DEVICE_ID", "x"), ("KOKKOS_MAP_DEVICE_ID_BY", "magic"),
                            ("KOKKOS_PRINT_CONFIGURATION", "")):
            with self.subTest(name=name):
                self.assert_refused(plethos("info", **{name: value}), name)

    WHOLE = {("run", "circle"): ("--agents", "--steps", "--every", "--threads", "--grain"),
             ("plan", "narrow", "--planner", "roadmap"): ("--agents", "--queries", "--goals", "--moves", "--field", "--repetitions"),
             ("render", "a.h5", "--out", "a.png"): ("--width", "--height", "--fps", "--query", "--ways"),
             ("map", "generate", "rooms", "--out", "a.map"): ("--size",), ("study", "paths-roadmap"): ("--threads",)}
    FRACTIONS = {("run", "circle"): ("--checkpoint-every", "--time-limit"), ("render", "a.h5", "--out", "a.png"): ("--trails", "--time", "--speed")}

    def test_numbers_that_are_none(self) -> None:
        common = ("nan", "-inf", "0x10", "1e999", "5 ", "1_000", "+-5")
        for options, bad in ((self.WHOLE, (*common, "2.5", "99999999999999999999")), (self.FRACTIONS, (*common, "infinity", "0x1p3"))):
            for command, names in options.items():
                for k, name in enumerate(names):
                    for value in bad[k % 4::4]:
                        with self.subTest(command=command, option=name, value=value):
                            self.assert_refused(plethos(*command, name, value), name, f"found '{value}', expected a ")
        for setting in ("nan", "inf", "-inf", "0x10", "1e999", ""):
            self.assert_refused(plethos(*SHORT, "--set", "time_step=" + setting), f"time_step: found '{setting}', expected a number")
        for value in ("nan", "inf", "-inf", "1e400"):
            path = self.write("bad.toml", f"[builder]\nname = 'circle'\nagents = 4\n[parameters]\ntime_step = {value}\n")
            self.assert_refused(plethos("validate", path), "bad.toml:5")

    def test_numbers_out_of_range(self) -> None:
        for arguments, text in ((("plan", "narrow", "--planner", "roadmap", "--queries", "0"),
                                 "--queries: found '0', expected a whole number from 1 to 10000000"),
                                ((*SHORT, "--checkpoint-every", "-1"), "--checkpoint-every: found '-1', expected a number from 0 to 1000000"),
                                (("study", "paths-roadmap", "--threads", "5000"), "--threads: found '5000', expected a whole number from 0 to 4096")):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), text)

    def test_what_is_given_twice_or_too_often(self) -> None:
        for arguments, text in (((*SHORT, "--threads", "1", "--threads", "1"), "--threads: found 2 values, expected at most 1"),
                                (("map", "generate", "rooms", "--size", "8", "9", "10", "--out", "a.map"), "--size: found 3 values, expected at most 2"),
                                (("study", "--compare", "a.json"), "--compare: found 1 value, expected"),
                                ((*SHORT, "--set", "radius=0.2", "--set", "radius=0.3"), "--set radius: found it twice"),
                                ((*SHORT, "more", "words"), "found 'more words', expected no more than a command, its names and its options"),
                                ((*SHORT, "--quiet=no"), "--quiet: found a value, expected none"),
                                ((*SHORT, "--quiet=true"), "--quiet: found a value, expected none"),
                                (("--version=3",), "--version: found a value, expected none"),
                                (("plan", "narrow", "--planner", "roadmap", "--strict"), "--strict: found it without --scen"),
                                (("plan", "narrow", "--planner", "roadmap", "--optimum", "foo"), "--optimum: unknown planner 'foo'")):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), text)
        # No planner that answers no queries is offered.
        optimum = plethos("plan", "narrow", "--planner", "roadmap", "--optimum", "foo").stderr
        self.assertIn("bvp-global", optimum)
        self.assertNotRegex(optimum, r"bvp\b(?!-)")

    def test_a_scenario_without_what_its_planner_needs(self) -> None:
        for command in ("validate", "run"):
            self.assert_refused(plethos(command, "narrow", "--planner", "astar"), "planner 'astar': found a world without a grid", "[grid]")

    def test_help_of_help(self) -> None:
        self.assertEqual(plethos("help", "help").stdout, plethos("help").stdout)

    def test_numbers_are_decimal(self) -> None:
        self.assertIn("steps               10\n", plethos("run", "circle", "--agents", "4", "--backend", "serial", "--steps", "010").stdout)
        self.assertIn("steps               20\n", plethos("run", "circle", "--agents", "4", "--backend", "serial", "--steps", "+2e1").stdout)

    def test_empty_values(self) -> None:
        for option in ("--restart", "--out", "--json", "--checkpoint", "--map", "--scen", "--cost", "--set", "--backend", "--agents"):
            for arguments in ((option, ""), (option + "=", "--quiet")):
                with self.subTest(arguments=arguments):
                    self.assert_refused(plethos(*SHORT, *arguments), f"{option}: found an empty text, expected a value")
        for arguments in (("",), ("run", ""), ("render", ""), ("plan", "--map", ""), ("study", "")):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), "found an empty text, expected a value")

    def test_unknown_options_and_names_suggest_the_nearest(self) -> None:
        for arguments, text in ((("run", "circle", "--agent", "5"), "run: unknown option '--agent'; did you mean '--agents'?"),
                                (("run", "circle", "--agent=5"), "did you mean '--agents'?"),
                                (("run", "circle", "-agents", "5"), "did you mean '--agents'?"),
                                (("--verison",), "unknown option '--verison'; did you mean '--version'?"),
                                (("run", "--verison"), "run: unknown option '--verison'; did you mean '--version', an option of plethos?"),
                                (("plan", "--planer", "jps"), "plan: unknown option '--planer'; did you mean '--planner'?"),
                                (("render", "x.h5", "--collor", "speed"), "render: unknown option '--collor'; did you mean '--color'?"),
                                (("run", "circle", "--querys", "5"), "did you mean '--query', an option of plethos render?"),
                                (("study", "--qick"), "study: unknown option '--qick'; did you mean '--quick'?"),
                                (("info", "--jsn"), "info: unknown option '--jsn'; did you mean '--json'?"),
                                (("run", "circle", "--xyzzyxyzzy"), "plethos run --help lists the options"),
                                (("--agents", "5", "run"), "did you mean '--agents', an option of"), (("lst",), "did you mean 'list'"),
                                (("help", "rn"), "did you mean 'run'"), (("map", "genrate", "rooms", "--out", "x.map"), "did you mean 'generate'"),
                                (("map", "generate", "room", "--out", "x.map"), "did you mean 'rooms'"), (("list", "orka"), "did you mean 'orca'"),
                                ((*SHORT, "--between-gpus", "ipcs"), "did you mean 'ipc'"), ((*SHORT, "--agents"), "--agents: found no value, expected a whole number"),
                                (("run", "circle", "--schedule"), "--schedule: found no value, expected auto, static or dynamic")):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), text)

    def test_values_that_look_like_options_are_values(self) -> None:
        self.assert_refused(plethos(*SHORT, "--seed", "--agents"), "--seed: found '--agents'")

    def test_a_name_beside_its_file(self) -> None:
        path = self.write("villa.toml", Methods.FILE)
        self.write("grid.map", "type octile\nheight 1\nwidth 2\nmap\n..\n")
        for command in (("run",), ("validate",), ("study",)):
            result = subprocess.run([program.PROGRAM, *command, "villa"], capture_output=True, text=True, check=False, cwd=self.folder)
            self.assert_refused(result, "unknown ", "'villa'; did you mean the file villa.toml?")
        self.assert_done(plethos("validate", path))
        self.assert_refused(plethos("run", self.path("villa")), "found no such file", f"did you mean {path}?")
        self.assert_refused(plethos("run", "map", "--map", self.path("grid")), "found no such file", f"did you mean {self.path('grid.map')}?")

    def test_largest_seed_is_taken(self) -> None:
        self.assertRegex(plethos(*SHORT, "--seed", "18446744073709551615").stdout, r"(?m)^seed +18446744073709551615$")


class Numbers(ProgramTest):
    def test_whole_numbers_may_have_an_exponent(self) -> None:
        for option, text, line in (("--agents", "1e1", r"circle, 10 agents"), ("--agents", "1.2e1", r"circle, 12 agents"),
                                   ("--steps", "4e0", r"(?m)^steps +4$"), ("--seed", "1e3", r"(?m)^seed +1000$"), ("--agents", "010", r"circle, 10 agents")):
            with self.subTest(option=option, text=text):
                result = plethos("run", "circle", "--agents", "20", "--backend", "serial", "--steps", "4", option, text) \
                    if option == "--seed" else plethos("run", "circle", "--backend", "serial", "--steps", "4", option, text) \
                    if option != "--steps" else plethos("run", "circle", "--agents", "20", "--backend", "serial", option, text)
                self.assert_done(result)
                self.assertRegex(result.stdout, line)
        self.assert_done(plethos("map", "generate", "rooms", "--size", "6.4e1", "--out", self.path("rooms.map")))

    def test_fractions_and_other_texts_are_refused(self) -> None:
        for option in ("--agents", "--steps", "--seed", "--threads", "--every", "--grain"):
            for text in ("1.5e0", "1.5", "1e-1", "ten", "0x10"):
                with self.subTest(option=option, text=text):
                    self.assert_refused(plethos("run", "circle", option, text), f"{option}: found '{text}', expected a whole number")


class Names(ProgramTest):
    def test_case_makes_no_difference(self) -> None:
        small = plethos("run", "circle", "--agents", "20", "--steps", "4", "--backend", "serial", "--lanes", "scalar", "--avoidance", "orca")
        large = plethos("run", "Circle", "--agents", "20", "--steps", "4", "--backend", "SERIAL", "--lanes", "Scalar", "--avoidance", "ORCA")
        self.assert_done(large)
        for line in ("scenario", "methods", "backend", "lanes", "checksum"):
            self.assertEqual(*(re.search(rf"(?m)^{line} .*$", result.stdout).group() for result in (small, large)))
        self.assert_done(plethos("map", "Generate", "ROOMS", "--size", "64", "--out", self.path("rooms.map")))
        plan = plethos("plan", "--map", self.path("rooms.map"), "--planner", "AStar", "--optimum", "JPS", "--queries", "4", "--backend", "Serial")
        self.assert_done(plan)
        self.assertIn("by jps", plan.stdout)
        self.assertIn("runs", plethos("study", "CLEARPATH-fig9", "--plan", "--quick", "--backends", "Serial").stdout)
        self.assertEqual(plethos("list", "ORCA").stdout, plethos("list", "orca").stdout)


class Listed(ProgramTest):
    def test_one_thing_is_shown_with_its_keys(self) -> None:
        whole = plethos("list").stdout
        for name, lines in (("crosswalk", ["  crosswalk: "]), ("orca", ["  orca: ", "      time_horizon "]), ("rooms", ["  rooms: ", "      room "]),
                            ("radius", ["  radius "]), ("samples", ["  samples ", "Of rvo and rvo-steady"]), ("steering", ["  none: ", "  reynolds: "]),
                            ("spacing", ["  spacing "])):
            with self.subTest(name=name):
                result = plethos("list", name)
                self.assert_done(result)
                for line in lines:
                    self.assertIn("\n" + line if line.startswith(" ") else line, result.stdout)
                self.assertLess(len(result.stdout), len(whole) / 4)

    def test_a_study(self) -> None:
        result = plethos("list", "bleiweiss-fig13")
        self.assert_done(result)
        self.assertIn("\nbleiweiss-fig13: ", result.stdout)
        self.assertRegex(result.stdout, r"runs of kind simulation:\n +\S")
        self.assertIn("bleiweiss-fig13", plethos("list").stdout)


class Threads(ProgramTest):
    """Kokkos' pool holds 512 threads and does not check."""

    OPENMP = ("run", "circle", "--agents", "20", "--steps", "4", "--quiet", "--backend", "openmp")

    def test_too_many_are_refused_before_kokkos_starts(self) -> None:
        for count in ("513", "520", "100000"):
            self.assert_refused(plethos(*self.OPENMP, "--threads", count), f"--threads: found {count}, expected 0 (all) to 512")
        self.assert_refused(plethos("run", "circle", "--backend", "tbb", "--threads", "4097"), "to 4096 with tbb")
        for command in (("info",), self.OPENMP):
            self.assert_refused(plethos(*command, OMP_NUM_THREADS="600"), "OMP_NUM_THREADS: found 600, expected 1 to 512")
            self.assert_refused(plethos(*command, KOKKOS_NUM_THREADS="600"), "KOKKOS_NUM_THREADS: found '600'")
            self.assert_refused(plethos(*command, "--kokkos-num-threads=600"), "--kokkos-num-threads: found '600'")
        self.assert_refused(plethos(*self.OPENMP, "--threads", "2", "--kokkos-num-threads=2"), "expected one of them")

    def test_own_choice_goes_before_the_environment(self) -> None:
        self.assert_done(plethos(*self.OPENMP, "--threads", "2", OMP_NUM_THREADS="600"))

    def test_tbb_takes_more_than_the_pool_of_kokkos(self) -> None:
        result = plethos("run", "circle", "--agents", "20", "--steps", "2", "--backend", "tbb", "--threads", "600")
        self.assert_done(result)
        self.assertRegex(result.stdout, r"(?m)^threads +600$")

    def test_threads_that_the_machine_cannot_start_are_a_fault_of_it(self) -> None:
        # 16 stacks of 1 GiB do not go into 8 GiB of addresses.
        limits = f'ulimit -s 1048576; ulimit -v 8388608; exec "{program.PROGRAM}" {" ".join(self.OPENMP)} --threads 16'
        result = subprocess.run(["bash", "-c", limits], capture_output=True, text=True, check=False, timeout=300)
        if "AddressSanitizer" in result.stderr or "ThreadSanitizer" in result.stderr:
            self.skipTest("sanitizers need more addresses")
        self.assert_refused(result, "cannot start 16 threads", "--threads N takes fewer", code=3)


class WithoutEffect(ProgramTest):
    def test_is_warned_of(self) -> None:
        for arguments, text in ((("--every", "4"), "--every 4 has no effect without --out"),
                                (("--schedule", "static"), "--schedule static has no effect on the backend serial")):
            with self.subTest(arguments=arguments):
                result = plethos(*SHORT, *arguments)
                self.assert_done(result)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
                self.assertIn(f"plethos: warning: {text}", result.stderr)
                self.assertEqual(plethos(*SHORT, *arguments, "--quiet").stderr, "")

    def test_what_has_an_effect_is_not(self) -> None:
        for method in ("rvo", "rvo-steady"):
            result = plethos(*SHORT, "--avoidance", method, "--every", "4", "--set", "parallel=nested", "--out", self.path("run.h5"))
            self.assert_done(result)
            self.assertEqual(result.stderr, "")


class Methods(ProgramTest):
    """The methods of a run: named by the user, by the scenario, or by default."""

    FILE = ('[methods]\navoidance = "orca"\nneighbors = "brute"\n[parameters]\ntime_horizon = 3\nsteps = 2\n[[group]]\n'
            'start.positions = [[0, 0]]\ngoal.point = [5, 0]\n')

    def methods_of(self, *arguments: str) -> str:
        result = plethos("run", *arguments, "--backend", "serial", "--steps", "2")
        self.assert_done(result)
        return re.search(r"(?m)^methods +(.*)$", result.stdout).group(1)

    def test_file_then_flags(self) -> None:
        self.assertEqual(self.methods_of("circle", "--agents", "5"), "clearpath-guarded avoidance, straight planner, no steering, grid neighbors")
        path = self.write("own.toml", self.FILE)
        self.assertEqual(self.methods_of(path), "orca avoidance (the scenario's), straight planner, no steering, brute neighbors (the scenario's)")
        self.assertEqual(self.methods_of(path, "--avoidance", "rvo", "--steering", "reynolds"),
                         "rvo avoidance (asked for), straight planner, reynolds steering (asked for), brute neighbors (the scenario's)")

    def test_a_parameter_without_use_is_refused_if_somebody_meant_it(self) -> None:
        path = self.write("own.toml", self.FILE)
        self.assert_done(plethos("run", path, "--avoidance", "rvo", "--backend", "serial"))
        self.assert_done(plethos("run", path, "--set", "time_horizon=2", "--backend", "serial"))
        for command in ("run", "validate"):
            result = plethos(command, path, "--avoidance", "rvo", "--set", "time_horizon=2")
            self.assert_refused(result, "--set time_horizon: found a parameter of clearpath-guarded, clearpath1, clearpath2 and orca, expected one that "
                                "this run has a use for: rvo avoidance, straight planner, no steering, brute neighbors")
        for text, message in ((self.FILE.replace("time_horizon = 3", "samples = 3"),
                               "parameters.samples: found a parameter of rvo and rvo-steady, expected none: [methods] names orca"),
                              (self.FILE.replace('"orca"', '"orka"'), "methods.avoidance: unknown avoidance 'orka'; did you mean 'orca'?"),
                              (self.FILE.replace("neighbors = ", "neighbours = "), "methods.neighbours: unknown key 'neighbours'; did you mean 'neighbors'?"),
                              (self.FILE.replace("steps = 2", 'parallel = "flat"').replace('"orca"', '"rvo"').replace("time_horizon = 3", 'samples = "many"'),
                               "parameters.samples: found 'many', expected a number from 1 to 65536"),
                              (self.FILE.replace("steps = 2", "leave_on_arrival = 1"), "parameters.leave_on_arrival: found 1, expected true or false")):
            with self.subTest(message=message):
                self.assert_refused(plethos("validate", self.write("bad.toml", text)), message)


class StudyPlan(ProgramTest):
    def test_says_the_runs_and_makes_none(self) -> None:
        text = '[[runs]]\nscenario = "circle"\nagents = [20, 30]\nbackends = "serial"\nsteps = 100000000\n'
        result = plethos("study", self.write("s.toml", text), "--plan", "--out", self.path("results"))
        self.assert_done(result)
        self.assertEqual(result.stdout, "circle, 20 agents, clearpath-guarded, grid, serial\ncircle, 30 agents, clearpath-guarded, grid, serial\n\ns: 2 runs\n")
        self.assertFalse((self.folder / "results").exists())


class StudyMaps(ProgramTest):
    STUDY = 'kind = "paths"\n[[runs]]\nmap = "small.map"\nqueries = 4\nplanner = "astar"\nbackends = "serial"\nrepetitions = 1\n'

    def test_maps_lie_in_the_folder_that_is_named(self) -> None:
        study = self.write("s.toml", self.STUDY)
        (self.folder / "maps").mkdir()
        self.write("maps/small.map", "type octile\nheight 1\nwidth 2\nmap\n..\n")
        self.assert_done(plethos("study", study, "--maps", self.path("maps"), "--out", self.path("results"), "--quiet"))
        result = json.loads((self.folder / "results/s.json").read_text(encoding="utf-8"))
        self.assertEqual([run["settings"]["scenario"] for run in result["runs"]], ["small.map"])

    def test_without_its_map_a_study_is_planned_and_not_made(self) -> None:
        study = self.write("s.toml", self.STUDY)
        for maps, where in (((), "the current folder"), (("--maps", self.path("nowhere")), self.path("nowhere"))):
            with self.subTest(where=where):
                self.assert_refused(plethos("study", study, *maps, "--out", self.path("results")), "s.toml:2: runs.map: found no file small.map in " + where,
                                    "Moving AI benchmarks (movingai.com)", "--maps")
                self.assertFalse((self.folder / "results").exists())
                planned = plethos("study", study, *maps, "--plan")
                self.assert_done(planned)
                self.assertIn("small.map, 4 queries, astar, serial", planned.stdout)
                self.assertIn("missing: ", planned.stderr)

    def test_every_study_of_the_program_is_planned_without_maps(self) -> None:
        names = re.findall(r"(?m)^  ([\w-]+)  ", plethos("study", "--list").stdout)
        self.assertIn("pha-fig6", names)
        for name in names:
            if any(maps in name for maps in ("pha", "grid")):
                with self.subTest(study=name):
                    self.assertRegex(plethos("study", name, "--plan", "--backends", "serial").stdout, rf"\n{name}: \d+ runs\n")


class StudyProcesses(ProgramTest):
    STUDY = """[[runs]]
scenario = "circle"
agents = 20
avoidance = ["orca", "rvo"]
backends = "serial"
steps = 20
repetitions = 3
[[claim]]
name = "rvo over orca"
measure = "ms_per_step"
numerator = { avoidance = "rvo" }
denominator = { avoidance = "orca" }
"""

    def result(self, *arguments: str) -> tuple[str, dict]:
        made = plethos("study", self.write("s.toml", self.STUDY), *arguments, "--out", self.path("results"))
        self.assert_done(made)
        return made.stdout, json.loads((self.folder / "results/s.json").read_text(encoding="utf-8"))

    def test_times_are_measured_in_three_processes(self) -> None:
        text, result = self.result()
        self.assertIn("2 runs made, 0 kept from before", text)
        for run in result["runs"]:
            self.assertEqual([one.get("process", 1) for one in run["repetitions"]], [1, 1, 1, 2, 2, 2, 3, 3, 3])
            self.assertEqual(len({one["checksum"] for one in run["repetitions"]}), 1)
            self.assertLessEqual(run["results"]["ms_per_step_low"], run["results"]["ms_per_step"])
        finding = result["claims"][0]["findings"][0]
        self.assertEqual(finding["confidence"], 0.95)
        self.assertRegex(text, rf"{finding['value']:.4g} +\[{finding['low']:.4g}, {finding['high']:.4g}\]")
        # All is kept, also of a process that is missing some.
        times = {file.name: file.stat().st_mtime_ns for file in (self.folder / "results/runs").iterdir()}
        missing = next(name for name in times if name.endswith("-3.json"))
        (self.folder / "results/runs" / missing).unlink()
        text, again = self.result()
        self.assertIn("0 runs made, 2 kept from before", text)
        self.assertEqual([len(run["repetitions"]) for run in again["runs"]], [9, 9])
        for name, when in times.items():
            self.assertEqual((self.folder / "results/runs" / name).stat().st_mtime_ns == when, name != missing)
        _, once = self.result("--processes", "1")
        self.assertEqual([len(run["repetitions"]) for run in once["runs"]], [3, 3])

    def ended(self, end: typing.Callable[[int, int], None]) -> tuple[int, dict]:
        """Ends a study while its second process runs: end(parent, child)."""
        study = self.write("s.toml", self.STUDY.replace("steps = 20", "steps = 2000"))
        # pylint: disable-next=consider-using-with
        parent = subprocess.Popen([program.PROGRAM, "study", study, "--quiet", "--out", self.path("results")], stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 120
        found: list[int] = []
        while not found and parent.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
            # Threads come and go meanwhile.
            with contextlib.suppress(OSError):
                found = [int(name) for file in Path(f"/proc/{parent.pid}/task").glob("*/children") for name in file.read_text(encoding="utf-8").split()]
        child = found[0]
        end(parent.pid, child)
        parent.communicate(timeout=120)
        self.assertFalse(Path(f"/proc/{child}/exe").exists())
        return parent.returncode, json.loads((self.folder / "results/s.json").read_text(encoding="utf-8"))

    def test_an_interrupt_ends_the_process_that_measures(self) -> None:
        for interrupt in (signal.SIGTERM, signal.SIGINT):
            code, result = self.ended(lambda parent, child, interrupt=interrupt: os.kill(parent, interrupt))
            self.assertEqual((code, result["interrupted"], result["runs"]), (130, True, []))

    def test_a_process_that_is_killed_leaves_a_result(self) -> None:
        code, result = self.ended(lambda parent, child: os.kill(child, signal.SIGKILL))
        self.assertEqual((code, [run["status"] for run in result["runs"]]), (3, ["failed", "failed"]))
        self.assertIn("process 2 did not measure it", result["runs"][0]["error"])

    def test_comparisons(self) -> None:
        self.result("--processes", "2")
        files = [self.path(f"results/{name}") for name in ("s.json", "t.json", "u.json")]
        for other in files[1:]:
            Path(other).write_bytes(Path(files[0]).read_bytes())
        table = self.path("p3.csv")
        compared = plethos("study", "--compare", *files, "--out", self.path("c.html"), "--p3", table)
        self.assert_done(compared)
        # What other processes do meanwhile is not the test's.
        self.assertEqual(len(re.findall("no difference seen|not judged", compared.stdout)), 4)
        self.assertIn("performance portability (of the best time known on each platform", compared.stdout)
        lines = Path(table).read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 1 + 3 * 2 * 2)
        self.assertEqual(lines[0], "problem,application,platform,fom,app eff,arch eff")
        other = self.write("other.csv", "a,b\n")
        self.assert_refused(plethos("study", "--compare", *files, "--out", self.path("c.html"), "--p3", other), "not a table of platforms that plethos wrote")

    def test_an_appendix_is_made_of_a_study_or_of_its_result(self) -> None:
        one, other = self.path("one.md"), self.path("other.md")
        self.result("--processes", "1", "--artifact", one)
        result = self.path("results/s.json")
        self.assert_done(plethos("study", "--from", result, "--artifact", other))
        text = Path(one).read_text(encoding="utf-8")
        self.assertEqual(Path(other).read_text(encoding="utf-8"), text)
        checksums = {run["results"]["checksum"] for run in json.loads(Path(result).read_text(encoding="utf-8"))["runs"]}
        self.assertEqual([checksum in text for checksum in checksums], [True] * len(checksums))
        self.assertRegex(text, r"(?m)^plethos study \S*s\.toml --processes 1$")
        # It replaces itself, and nothing of others.
        self.assert_done(plethos("study", "--from", result, "--artifact", other))
        notes = self.write("notes.md", "# Notes\n")
        for arguments in (("--from", result), (self.path("s.toml"), "--out", self.path("results"))):
            self.assert_refused(plethos("study", *arguments, "--artifact", notes), "not an artifact appendix that plethos wrote")
        self.assert_refused(plethos("study", "--from", result, "--artifact", result), "expected another name")
        bad = self.write("bad.json", '{"schema": "plethos-study", "schema_version": 2, "study": {"name": "s"}, "header": {}, "runs": []}')
        self.assert_refused(plethos("study", "--from", bad, "--artifact", other), "--artifact: found a damaged study in")
        self.assertEqual(Path(other).read_text(encoding="utf-8"), text)


class Help(unittest.TestCase):
    def test_every_method_is_named(self) -> None:
        text = " ".join(plethos("run", "--help").stdout.split())
        families = re.split(r"(?m)^.*\((--\w+) NAME\):\n", plethos("list").stdout)[1:]
        self.assertEqual(families[::2], ["--avoidance", "--planner", "--steering", "--neighbors"])
        for methods in families[1::2]:
            found = re.findall(r"(?m)^  (\S+): (.*?)(?: \(the default\))?$", methods)
            self.assertGreater(len(found), 1)
            for name, sentence in found:
                self.assertIn(f"{name} ({sentence})", text)

    def test_parameters_stand_with_their_methods(self) -> None:
        orca = re.search(r"(?m)^  orca: .*\n((?:      .*\n)+)", plethos("list").stdout)
        self.assertEqual([line.split()[0] for line in orca.group(1).splitlines()], ["time_horizon", "time_horizon_obstacles", "perturbation"])

    def test_bare_program_and_the_word_help_print_it(self) -> None:
        help_text = plethos("--help")
        self.assertIn("plethos run circle", help_text.stdout)
        for arguments in ((), ("help",)):
            result = plethos(*arguments)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, help_text.stdout, ""))
        self.assertEqual(plethos("help", "run").stdout, plethos("run", "--help").stdout)


class Threads(ProgramTest):
    def threads(self, backend: str, **settings: str) -> int:
        result = plethos("run", "circle", "--agents", "20", "--steps", "16", "--backend", backend, "--json", "-", "--quiet", **settings)
        self.assert_done(result)
        self.assertEqual(result.stderr, "")
        return json.loads(result.stdout)["threads"]

    def test_all_processors_are_used_where_openmp_binds_threads(self) -> None:
        for backend in ("openmp", "tbb"):
            # Where the program starts itself anew, and where it does not.
            for settings in ({}, {"OMP_PLACES": "cores"}, {"OMP_WAIT_POLICY": "passive"}):
                with self.subTest(backend=backend, settings=settings):
                    self.assertEqual(self.threads(backend, OMP_PROC_BIND="close", **settings), self.threads(backend))


if __name__ == "__main__":
    program.main()
