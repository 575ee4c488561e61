"""Ways and fields over maps, without a simulation."""

from __future__ import annotations

from typing import Any, Iterator

import numpy

from ._core import Finder


class Paths:
    """The ways that answer queries, in their order.

    points: (bends, 2) in m, of all ways one after the other; first: (queries + 1,), where each begins; lengths: (queries,) in
    m, NaN without a way."""

    def __init__(self, points: numpy.ndarray, first: numpy.ndarray, lengths: numpy.ndarray) -> None:
        self.points, self.first, self.lengths = points, first, lengths

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, query: int) -> numpy.ndarray:
        """The way of a query, (bends, 2) in m; empty without one."""
        at = range(len(self))[query]
        return self.points[self.first[at]:self.first[at + 1]]

    def __iter__(self) -> Iterator[numpy.ndarray]:
        return (self[query] for query in range(len(self)))

    def __repr__(self) -> str:
        return f"<plethos.Paths of {len(self)} queries, {int(numpy.isfinite(self.lengths).sum())} with a way>"


def find_paths(map: Any, starts: Any, goals: Any, planner: str = "gates", *, cell_size: float = 1.0, backend: str = "openmp",
               **values: float) -> Paths:
    """Find a way from each start to its goal, (queries, 2) each, in m.

    map: (rows, columns), the first row at the top; 0 or False is blocked, another number the cost of passing a cell. The lower
    left corner is (0, 0), and cells are cell_size m wide. planner: one of path_planners(); further keywords are its parameters.
    Errors: InputError. Cost: the planner prepares the map each time."""
    return Paths(*Finder(map, planner, cell_size, backend, values).find(starts, goals))


def field(map: Any, goal: Any, planner: str = "wavefront", *, cell_size: float = 1.0, backend: str = "openmp", **values: float) -> numpy.ndarray:
    """The cost of the way from each cell of a map to a goal (x, y) in m: (rows, columns), in m times the cells' costs; infinite
    without a way. planner: one that computes fields. The rest is as find_paths() has it."""
    x, y = goal
    return Finder(map, planner, cell_size, backend, values).field(float(x), float(y))
