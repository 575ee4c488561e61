"""What stepping from Python costs over the program: overhead.py PLETHOS [REPETITIONS], with the module on PYTHONPATH.

Steps 1,000 agents (circle-1k, ORCA, one core with vectors) by the program and in four ways from Python, in turns, and prints the median time of a
step of each, and how many times that of the program it is, of each round the ratio, in the median and with the extremes."""

import json
import os
import statistics
import subprocess
import sys
import time
from typing import Callable

import numpy
import plethos as pl

STEPS = 300


def by_program() -> float:
    words = ["run", "circle-1k", "--avoidance", "orca", "--backend", "serial", "--set", f"steps={STEPS}", "--quiet", "--json", "-"]
    found = json.loads(subprocess.run([pl.program(), *words], capture_output=True, text=True, check=True).stdout)
    return found["agents"] / found["agent_steps_per_s"]


def by_python(steps: Callable[[pl.Simulation], None]) -> float:
    simulation = pl.Simulation(pl.scenario("circle-1k"), "serial", avoidance="orca")
    begin = time.perf_counter()
    steps(simulation)
    return (time.perf_counter() - begin) / STEPS


def one_call(simulation: pl.Simulation) -> None:
    simulation.step(STEPS)


def step_by_step(simulation: pl.Simulation) -> None:
    for _ in range(STEPS):
        simulation.step()


def reading(simulation: pl.Simulation) -> None:
    for _ in range(STEPS):
        simulation.step()
        numpy.asarray(simulation.positions)


def steering(simulation: pl.Simulation) -> None:
    wishes = numpy.asarray(simulation.preferred_velocities)
    for _ in range(STEPS):
        wishes[:100] = -0.1 * numpy.asarray(simulation.positions)[:100]
        simulation.step()


def main() -> None:
    os.environ["PLETHOS_PROGRAM"] = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    ways = [one_call, step_by_step, reading, steering]
    program: list[float] = []
    times: dict[str, list[float]] = {way.__name__: [] for way in ways}
    for _ in range(rounds):
        program.append(by_program())
        for way in ways:
            times[way.__name__].append(by_python(way))
    print(f"{'program':14s} {1e3 * statistics.median(program):.4f} ms a step, {rounds} rounds")
    for name, all_of_it in times.items():
        ratios = sorted(own / base for own, base in zip(all_of_it, program))
        print(f"{name:14s} {1e3 * statistics.median(all_of_it):.4f} ms a step, {statistics.median(ratios):.3f} times the program's "
              f"[{ratios[0]:.3f}, {ratios[-1]:.3f}]")


if __name__ == "__main__":
    main()
