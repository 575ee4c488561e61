import numpy as np
import plethos as pl

# A floor of 60 m by 40 m, a cell a metre, with a wall that has a gap below.
floor = np.ones((40, 60), bool)
floor[:35, 30] = False

starts = np.stack([np.full(35, 2.5), np.arange(35) + 0.5], 1)
ways = pl.find_paths(floor, starts, 60 * np.array([1, 0]) + [-1, 1] * starts, planner="gates")
print(f"{len(ways)} ways, {ways.lengths.min():.1f} to {ways.lengths.max():.1f} m; the first bends {len(ways[0]) - 2} times")

field = pl.field(floor, (57.5, 20.5))
print(f"from the left edge it costs {field[:, 0].min():.1f} to {field[:, 0].max():.1f}")
