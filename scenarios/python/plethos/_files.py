"""Recorded trajectories."""

from __future__ import annotations

import os
from typing import Any

import numpy

from ._core import Trajectory as CoreTrajectory


class Trajectory:
    """A recording in the layout of the Pedestrian Dynamics Data Archive, by Plethos, JuPedSim or others.

    rows: a structured array with frame, id, x, y and z (m), by frame and then by id."""

    def __init__(self, core: CoreTrajectory) -> None:
        self._core = core
        self.rows: numpy.ndarray = core.rows()

    @property
    def path(self) -> str:
        return self._core.path

    @property
    def frames_per_second(self) -> float:
        return self._core.frames_per_second

    @property
    def attributes(self) -> dict[str, str]:
        """The texts of the file's root, such as the scenario and its parameters."""
        return self._core.attributes

    @property
    def wkt_geometry(self) -> str:
        return self._core.wkt_geometry

    @property
    def seeds(self) -> list[int]:
        """Of the worlds of an ensemble."""
        return self._core.seeds

    @property
    def radii(self) -> numpy.ndarray:
        """m, by id; empty for files of other programs."""
        return numpy.asarray(self._core.radii, dtype=numpy.float32)

    @property
    def table(self) -> Any:
        """The rows as a DataFrame of pandas."""
        import pandas

        return pandas.DataFrame(self.rows)

    def frame(self, number: int) -> numpy.ndarray:
        """The rows of a frame. Frames count what was recorded, from 0, not steps."""
        first, end = numpy.searchsorted(self.rows["frame"], [number, number + 1])
        return self.rows[first:end]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<plethos.Trajectory {self.path}, {len(self)} rows>"


def read(path: str | os.PathLike[str], seed: int | None = None) -> Trajectory:
    """Read a recording, or one world of an ensemble's, by its seed. Errors: InputError that names the file and its fault."""
    name = os.fspath(path)
    return Trajectory(CoreTrajectory(name) if seed is None else CoreTrajectory(name, seed))
