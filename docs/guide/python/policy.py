"""A policy in numpy steers 10,000 agents of a crowd of 40,000; the others go their own ways, and ORCA lets all make room."""
import sys

import numpy as np
import plethos as pl

steered = 10_000
scenario = pl.scenario("lattice", agents=40_000, pitch=2)
sim = pl.Simulation(scenario, backend=sys.argv[1] if len(sys.argv) > 1 else "openmp", avoidance="orca")

# What is learned: how far a way may bend away from the middle of the crowd, a number for each agent.
weights = np.random.default_rng(7).uniform(0, 1, steered).astype("f4")
goals = scenario.goals[:steered]


def policy(x: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Returns the velocities that agents should prefer, from where they are and how they move."""
    way = goals - x
    way /= np.maximum(np.hypot(*way.T), 1e-3)[:, None]
    aside = np.stack([-way[:, 1], way[:, 0]], 1)
    return 1.3 * (way + 0.3 * weights[:, None] * aside) + 0.1 * v


wishes = np.asarray(sim.preferred_velocities)
start = np.hypot(*(goals - np.asarray(sim.positions)[:steered]).T).mean()
for step in range(100):
    x, v = np.asarray(sim.positions)[:steered], np.asarray(sim.velocities)[:steered]
    wishes[:steered] = policy(x, v)
    sim.step()
left = np.hypot(*(goals - np.asarray(sim.positions)[:steered]).T).mean()
print(f"{sim.time:.0f} s: {left:.1f} m to go of {start:.1f} m, {sim.statistics['overlaps']} overlaps")
