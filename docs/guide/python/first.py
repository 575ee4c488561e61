import matplotlib.pyplot as plt
import numpy as np
import plethos as pl

sim = pl.Simulation(pl.scenario("circle", agents=60), backend="openmp")
ways = []
while sim.arrived < len(sim):
    ways.append(np.asarray(sim.positions).copy())
    sim.step(10)
plt.figure(figsize=(5, 5))
plt.plot(*np.transpose(ways, (2, 0, 1)), linewidth=0.6)
plt.axis("equal")
plt.savefig("first.png", dpi=110)
print(f"all are there after {sim.time:.0f} s, and had {1000 * sim.statistics['minimum_separation']:.0f} mm between them at least")
