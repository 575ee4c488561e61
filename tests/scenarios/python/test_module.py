"""The Python module: test_module.py PLETHOS FOLDER, with the folder of the module on PYTHONPATH.

PLETHOS is the program, whose bits the module has. Needs numpy; PyTorch is tried if it is there."""

import contextlib
import gc
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy
import plethos as pl

FOLDER = Path()
BACKENDS = [name for name, why in pl.backends().items() if not why]
HOST = [name for name in BACKENDS if name not in ("cuda", "hip")]


def crowd(agents: int = 200, **more: object) -> pl.Scenario:
    """A square of people who go through each other."""
    places = numpy.stack(numpy.meshgrid(numpy.arange(20), numpy.arange(agents // 20)), -1).reshape(-1, 2) - 10.0
    return pl.world(places, -places, [[(12, 12), (14, 12), (14, 14), (12, 14)]], time_step=0.1, **more)


class Bits(unittest.TestCase):
    def test_a_simulation_has_the_bits_of_the_program(self) -> None:
        for name, methods in (("doors", {}), ("crosswalk", {"avoidance": "rvo"}), ("evacuation", {"avoidance": "clearpath2"}),
                              ("circle32", {"neighbors": "kdtree"})):
            by_program = pl.run(name, set={"steps": 60}, backend="serial", lanes="scalar", **methods)
            for backend in BACKENDS:
                with self.subTest(scenario=name, backend=backend):
                    simulation = pl.Simulation(pl.scenario(name), backend, **methods)
                    simulation.step(25)
                    simulation.step(35)
                    self.assertEqual(simulation.checksum, by_program.checksum)
                    self.assertEqual(simulation.arrived, by_program.arrived)
                    self.assertEqual((simulation.steps, simulation.statistics["steps"]), (60, 60))

    def test_settings_and_seeds_are_those_of_the_program(self) -> None:
        by_program = pl.run("doors", agents=60, seed=7, set={"steps": 30, "neighbors": 6, "time_horizon": 3})
        simulation = pl.Simulation(pl.scenario("doors", agents=60, seed=7, neighbors=6, time_horizon=3))
        simulation.step(30)
        self.assertEqual(simulation.checksum, by_program.checksum)
        # The same, said to the simulation.
        other = pl.Simulation(pl.scenario("doors", agents=60, seed=7, neighbors=6), time_horizon=3)
        other.step(30)
        self.assertEqual(other.checksum, by_program.checksum)

    def test_worlds_of_an_ensemble_are_those_of_their_seeds(self) -> None:
        scenario = pl.scenario("lattice", agents=50, jitter=0.2, seeds="3..5")
        together = pl.Simulation(scenario)
        together.step(40)
        self.assertEqual((scenario.worlds, len(together)), (3, 150))
        at = numpy.asarray(together.positions).copy()
        for world, seed in enumerate((3, 4, 5)):
            alone = pl.Simulation(pl.scenario("lattice", agents=50, jitter=0.2, seed=seed))
            alone.step(40)
            numpy.testing.assert_array_equal(at[50 * world:50 * world + 50], numpy.asarray(alone.positions))
        self.assertEqual([s["steps"] for s in together.statistics_of_worlds], [40, 40, 40])


class Arrays(unittest.TestCase):
    def test_arrays_are_the_agents_in_order(self) -> None:
        scenario = crowd()
        simulation = pl.Simulation(scenario)
        first = numpy.asarray(simulation.positions).copy()
        self.assertEqual((first.dtype, first.shape), (numpy.dtype("f4"), (200, 2)))
        numpy.testing.assert_array_equal(first[:21, 0], numpy.r_[numpy.arange(20), 0] - 10)
        numpy.testing.assert_array_equal(scenario.goals, -first)
        simulation.step()
        moved = numpy.asarray(simulation.positions)
        numpy.testing.assert_allclose(moved - first, 0.1 * numpy.asarray(simulation.velocities), atol=1e-5)
        ids = numpy.asarray(simulation.column("id"))
        numpy.testing.assert_array_equal(numpy.asarray(simulation.column("x")), moved[ids, 0])
        numpy.testing.assert_array_equal(numpy.asarray(simulation.goals), numpy.arange(200))
        self.assertTrue((numpy.asarray(simulation.states) == 0).all())

    def test_views_are_no_copies_and_cannot_be_written(self) -> None:
        simulation = pl.Simulation(crowd())
        array = simulation.positions
        view = numpy.asarray(array)
        self.assertIs(view.base.__class__, pl.Array)
        self.assertFalse(view.flags.writeable)
        with self.assertRaises(ValueError):
            view[0] = 1
        with self.assertRaises(ValueError):
            array[0] = 1
        before = view.copy()
        simulation.step(5)
        simulation.positions
        self.assertFalse((view == before).all())

    def test_other_libraries_take_them_by_dlpack(self) -> None:
        simulation = pl.Simulation(crowd())
        array = simulation.preferred_velocities
        self.assertEqual(array.__dlpack_device__(), (1, 0))
        taken = numpy.from_dlpack(array)
        self.assertEqual((taken.dtype, taken.shape), (numpy.dtype("f4"), (200, 2)))
        self.assertEqual(taken.__array_interface__["data"][0], numpy.asarray(array).__array_interface__["data"][0])
        self.assertRegex(repr(array.__dlpack__()), '"dltensor"')
        self.assertRegex(repr(array.__dlpack__(max_version=(1, 1))), '"dltensor_versioned"')
        self.assertRegex(repr(array.__dlpack__(max_version=(0, 8))), '"dltensor"')
        with self.assertRaisesRegex(AttributeError, "host's memory"):
            array.__cuda_array_interface__
        del array, simulation
        gc.collect()
        self.assertTrue(numpy.isnan(taken).all())
        try:
            import torch
        except ImportError:
            return
        simulation = pl.Simulation(crowd())
        wishes = torch.from_dlpack(simulation.preferred_velocities)
        wishes[:] = 0
        simulation.step(10)
        self.assertEqual(float(numpy.abs(numpy.asarray(simulation.velocities)).max()), 0)

    def test_a_script_ends_whatever_it_keeps(self) -> None:
        script = ("import atexit, numpy, plethos as pl\n"
                  "sim = pl.Simulation(pl.scenario('doors', agents=40), 'serial')\n"
                  "sim.step(3)\n"
                  "{keeps}\n"
                  "print('done')\n")
        for keeps in ("", "array = sim.positions", "view = numpy.asarray(sim.positions); del sim", "atexit.register(lambda: sim)", "ways = pl.find_paths([[1, 1]], [(0.5, 0.5)], [(1.5, 0.5)])"):
            with self.subTest(keeps=keeps):
                result = subprocess.run([sys.executable, "-B", "-c", script.format(keeps=keeps)], capture_output=True, text=True, check=False, timeout=60)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "done\n", ""))

    def test_a_view_outlives_its_simulation(self) -> None:
        simulation = pl.Simulation(crowd())
        simulation.step(3)
        view = numpy.asarray(simulation.positions)
        copy = view.copy()
        del simulation
        gc.collect()
        [numpy.ones((200, 2), "f4") for _ in range(100)]
        numpy.testing.assert_array_equal(view, copy)


class Steering(unittest.TestCase):
    def test_wishes_move_agents_and_others_make_room(self) -> None:
        results = []
        for backend in HOST:
            simulation = pl.Simulation(crowd(), backend)
            simulation.preferred_velocities[:20] = (1.0, 0.0)
            simulation.step(50)
            at = numpy.asarray(simulation.positions)
            # They start at the left edge of the others, and go to the right on the whole.
            self.assertGreater(float((at[:20, 0] - (numpy.arange(20) - 10)).mean()), 2)
            self.assertEqual(simulation.statistics["overlaps"], 0)
            results.append(simulation.checksum)
        self.assertEqual(len(set(results)), 1)

    def test_changes(self) -> None:
        simulation = pl.Simulation(crowd())
        simulation.place([3, 5], [(20, 20), (21, 20)])
        at = numpy.asarray(simulation.positions)
        numpy.testing.assert_array_equal(at[[3, 5]], [(20, 20), (21, 20)])
        simulation.head_for([3], 7)
        self.assertEqual(numpy.asarray(simulation.goals)[3], 7)
        simulation.leave([9])
        self.assertEqual(numpy.asarray(simulation.states)[9], 4)
        simulation.move_goals([7], [(0, 30)])
        simulation.add_obstacle([(40, 40), (41, 40), (41, 41)])
        simulation.step(2)
        with self.assertRaisesRegex(pl.InputError, r"^change: agent: found 900, expected a number below 200$"):
            simulation.leave([900])


class Threads(unittest.TestCase):
    def test_other_threads_go_on_and_may_not_step_the_same(self) -> None:
        simulation = pl.Simulation(crowd(2000), "serial", lanes="scalar", avoidance="rvo")

        def step() -> None:
            # The thread below may ask for positions just then.
            while simulation.steps == 0:
                with contextlib.suppress(pl.InputError):
                    simulation.step(400)

        stepping = threading.Thread(target=step)
        stepping.start()
        said = set()
        while stepping.is_alive() and not said:
            try:
                simulation.positions
            except pl.InputError as error:
                said.add(str(error))
        self.assertEqual(said, {"simulation: found a call while another thread steps it, expected one thread at a time"})
        stepping.join()
        self.assertEqual(simulation.steps, 400)

    def test_simulations_in_threads_have_the_bits_of_one_after_the_other(self) -> None:
        expected = pl.Simulation(crowd(), "serial")
        expected.step(100)
        all_of_them = [pl.Simulation(crowd(), name) for name in HOST for _ in range(2)]
        threads = [threading.Thread(target=one.step, args=(100,)) for one in all_of_them]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({one.checksum for one in all_of_them}, {expected.checksum})

    def test_ctrl_c_ends_between_steps(self) -> None:
        simulation = pl.Simulation(crowd(2000), "serial")
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            simulation.step(1_000_000)
        done = simulation.steps
        self.assertTrue(0 < done < 1_000_000)
        expected = pl.Simulation(crowd(2000), "serial")
        expected.step(done)
        self.assertEqual(simulation.checksum, expected.checksum)


class Errors(unittest.TestCase):
    def test_errors_are_the_program_s_lines(self) -> None:
        self.assertTrue(issubclass(pl.InputError, pl.Error) and issubclass(pl.MachineError, pl.Error))
        with self.assertRaisesRegex(pl.InputError, "did you mean 'orca'"):
            pl.Simulation(pl.scenario("doors"), avoidance="orka")
        for make in (pl.scenario, pl.run):
            with self.assertRaisesRegex(pl.InputError, "did you mean 'evacuation'"):
                make("evacuatoin")
        with self.assertRaisesRegex(pl.InputError, "did you mean 'serial'"):
            pl.Simulation(pl.scenario("doors"), "seriel")
        with self.assertRaisesRegex(pl.InputError, r"positions: found an array of shape \(3,\), expected \(n, 2\)"):
            pl.world([1, 2, 3], [(0, 0)])
        with self.assertRaisesRegex(pl.InputError, "expected at least the sum of the radii, 0.5 m"):
            pl.world([(0, 0), (0.1, 0)], [(5, 5)])
        with self.assertRaisesRegex(pl.InputError, r"goals: found 2, expected 1 or one for each of 3 agents"):
            pl.world([(0, 0), (1, 0), (2, 0)], [(5, 5), (6, 6)])
        with self.assertRaisesRegex(pl.InputError, "expected what scenario"):
            pl.Simulation("doors")
        with self.assertRaisesRegex(pl.InputError, "step: found -1"):
            pl.Simulation(crowd()).step(-1)
        missing = "cuda" if "cuda" not in BACKENDS else "hip"
        with self.assertRaises(pl.Error):
            pl.Simulation(crowd(), missing)


class Paths(unittest.TestCase):
    def test_ways_are_free_and_as_long_as_they_say(self) -> None:
        cells = numpy.ones((40, 60), bool)
        cells[5:, 30] = False
        starts = [(2.5, y + 0.5) for y in range(10)]
        goals = [(55.5, y + 0.5) for y in range(10)]
        for planner in ("gates", "rtaa", "pha"):
            ways = pl.find_paths(cells, starts, goals, planner)
            self.assertEqual(len(ways), 10)
            for way, length, start, goal in zip(ways, ways.lengths, starts, goals):
                numpy.testing.assert_array_equal(way[[0, -1]], [start, goal])
                legs = numpy.diff(way, axis=0)
                self.assertAlmostEqual(float(numpy.hypot(legs[:, 0], legs[:, 1]).sum()), length, places=3)
                for a, b in zip(way, way[1:]):
                    for t in numpy.linspace(0, 1, 200):
                        x, y = a + t * (b - a)
                        self.assertTrue(cells[39 - int(min(y, 39)), int(min(x, 59))], (planner, x, y))
        blocked = pl.find_paths(cells, [(2.5, 2.5)], [(30.5, 2.5)])
        self.assertEqual((len(blocked[0]), bool(numpy.isnan(blocked.lengths[0]))), (0, True))

    def test_a_field_costs_what_its_cells_cost(self) -> None:
        cells = numpy.ones((8, 30), int)
        row = pl.field(cells, (0.5, 0.5))[7]
        numpy.testing.assert_allclose(row, numpy.arange(30), atol=0.02)
        numpy.testing.assert_allclose(pl.field(3 * cells, (0.5, 0.5))[7], 3 * numpy.arange(30), atol=0.06)
        numpy.testing.assert_allclose(pl.field(cells, (1, 1), cell_size=2)[7], 2 * numpy.arange(30), atol=0.04)
        cells[:, 10] = 0
        self.assertTrue(numpy.isinf(pl.field(cells, (0.5, 0.5))[:, 11:]).all())
        with self.assertRaisesRegex(pl.InputError, "blocked"):
            pl.field(cells, (10.5, 0.5))
        with self.assertRaisesRegex(pl.InputError, "found a cost of -1"):
            pl.field(-cells, (0.5, 0.5))


class Files(unittest.TestCase):
    def test_a_run_is_recorded_and_read(self) -> None:
        out = FOLDER / "doors.h5"
        run = pl.run("doors", out, agents=50, set={"steps": 20}, every=5, backend="serial")
        recording = pl.read(out)
        self.assertEqual(recording.rows.dtype.names, ("frame", "id", "x", "y", "z"))
        self.assertEqual((len(recording.frame(2)), run.agents), (50, 50))
        self.assertIn("scenario", " ".join(recording.attributes))
        simulation = pl.Simulation(pl.scenario("doors", agents=50))
        simulation.step(20)
        last = recording.frame(4)
        numpy.testing.assert_allclose(numpy.stack([last["x"], last["y"]], 1), numpy.asarray(simulation.positions), atol=1e-6)
        with self.assertRaisesRegex(pl.InputError, "missing.h5"):
            pl.read(FOLDER / "missing.h5")
        (FOLDER / "broken.h5").write_bytes(b"no HDF5")
        with self.assertRaisesRegex(pl.InputError, "broken.h5"):
            pl.read(FOLDER / "broken.h5")


class Guide(unittest.TestCase):
    """The programs of docs/guide/python.md say what they should."""

    def said(self, name: str) -> str:
        guide = Path(__file__).resolve().parents[3] / "docs/guide/python"
        result = subprocess.run([sys.executable, "-B", str(guide / name)], capture_output=True, text=True, cwd=FOLDER, check=False, timeout=240)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_first(self) -> None:
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not here")
        self.assertRegex(self.said("first.py"), r"^all are there after \d+ s, and had \d+ mm between them at least$")
        self.assertTrue((FOLDER / "first.png").read_bytes().startswith(b"\x89PNG"))

    def test_a_policy_brings_agents_nearer_to_their_goals(self) -> None:
        left, all_of_it = map(float, re.search(r": (.*) m to go of (.*) m, 0 overlaps", self.said("policy.py")).groups())
        self.assertLess(left, all_of_it - 4)

    def test_ways(self) -> None:
        self.assertRegex(self.said("ways.py"), r"^35 ways, 55\.0 to \d+\.\d m")


class Help(unittest.TestCase):
    def test_stubs_name_what_is_there(self) -> None:
        import ast
        import plethos._core as core
        stubs = ast.parse((Path(pl.__file__).with_name("_core.pyi")).read_text(encoding="utf-8"))
        named = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(named), {name for name in vars(core) if not name.startswith("_")})
        for name, node in named.items():
            if isinstance(node, ast.ClassDef) and not name.endswith("Error"):
                members = {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)}
                there = {member for member in vars(getattr(core, name)) if not member.startswith("_")}
                self.assertEqual({member for member in members if not member.startswith("_")}, there, name)

    def test_everything_public_is_described(self) -> None:
        for name in pl.__all__:
            thing = getattr(pl, name)
            if callable(thing):
                self.assertTrue(thing.__doc__, name)
        for name, member in vars(pl.Simulation).items():
            if not name.startswith("_"):
                self.assertTrue(member.__doc__, name)


if __name__ == "__main__":
    os.environ["PLETHOS_PROGRAM"] = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = Path(folder)
        unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
