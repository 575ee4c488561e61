"""Crowds of agents on GPUs and on vector units.

    import plethos as pl
    sim = pl.Simulation(pl.scenario("doors", agents=500), avoidance="orca")
    sim.step(100)
    x = sim.positions                   # (agents, 2), m, where the backend computes
    sim.preferred_velocities[:50] = 0   # the first fifty agents are steered from here

Lengths are in metres, times in seconds. Row r of an array is always the same agent. The same scenario has the same bits on
every backend, and as the program `plethos` has them. Errors are InputError for a mistake and MachineError for a fault of the
machine, both an Error.
"""

from ._core import (Array, Error, InputError, MachineError, Scenario, __version__, backends, methods, path_planners, scenario, scenarios,
                    start, world)
from ._files import Trajectory, read
from ._paths import Paths, field, find_paths
from ._program import Run, Study, program, run, study
from ._simulation import Simulation

World = world

__all__ = ["Array", "Error", "InputError", "MachineError", "Paths", "Run", "Scenario", "Simulation", "Study", "Trajectory", "World",
           "__version__", "backends", "field", "find_paths", "methods", "path_planners", "program", "read", "run", "scenario", "scenarios",
           "start", "study", "world"]
