"""Crowds that are stepped from Python."""

from __future__ import annotations

from typing import Any

from ._core import Array, CoreSimulation, InputError, Scenario, start


class Simulation:
    """A crowd on one backend.

    scenario: of scenario() or world(). backend: serial, openmp, tbb, cuda or hip (backends() says which are here); lanes and
    threads: as the program has them, 0 threads are all. avoidance, planner, neighbors, steering: names of methods
    (methods()); without them the scenario's, or the defaults. Further keywords are parameters of these methods.

    Several simulations may be stepped in threads of their own; one simulation by one thread at a time. Ctrl-C ends step()
    between two steps, and the simulation can go on. Errors: InputError, MachineError.
    """

    def __init__(self, scenario: Scenario, backend: str = "openmp", *, lanes: str | None = None, threads: int = 0,
                 avoidance: str | None = None, planner: str | None = None, neighbors: str | None = None, steering: str | None = None,
                 **values: float) -> None:
        if not isinstance(scenario, Scenario):
            raise InputError(f"scenario: found {type(scenario).__name__}, expected what scenario() or world() makes")
        named = {"avoidance": avoidance, "planner": planner, "neighbors": neighbors, "steering": steering}
        chosen = {family: method for family, method in named.items() if method is not None}
        on_gpu = backend in ("cuda", "hip")
        start(threads)
        self._core = CoreSimulation(scenario, backend, lanes or ("scalar" if on_gpu else "simd"), threads, chosen, values)

    def step(self, count: int = 1) -> None:
        """Advance by so many steps, without holding up other threads of Python."""
        self._core.step(count)

    @property
    def positions(self) -> Array:
        """Where agents are, (agents, 2), m. Read only. What it shows is of now, and is overwritten when it is asked for again."""
        return self._core.rows("positions")

    @property
    def velocities(self) -> Array:
        """(agents, 2), m/s, as positions."""
        return self._core.rows("velocities")

    @property
    def states(self) -> Array:
        """(agents,): 0 active, 1 and 3 arrived, 2 passive, 4 absent."""
        return self._core.rows("states")

    @property
    def goals(self) -> Array:
        """(agents,): the index of the goal that each agent heads for, as move_goals() and head_for() take it."""
        return self._core.rows("goals")

    @property
    def preferred_velocities(self) -> Array:
        """Velocities that agents are to prefer, (agents, 2), m/s, to be written between steps.

        An active agent whose two numbers are finite prefers them, at most at its maximum speed, in place of what planner and
        steering say; the avoidance method makes room for others, as ever. NaN, as at first: the agent goes its own way. They
        stay until they are written again."""
        return self._core.wishes()

    def column(self, name: str) -> Array:
        """Numbers where a step itself has them, without a pass over agents: id, x, y, velocity_x, velocity_y, preferred_x,
        preferred_y, radius, goal or state, each (agents,), in the order in memory, which changes with steps; "id" says who is
        where. Until the next step."""
        return self._core.columns(name)

    def place(self, ids: Any, positions: Any, velocities: Any = None) -> None:
        """Put agents somewhere else: ids (n,), positions (n, 2) in m, velocities (n, 2) in m/s, zero without them."""
        self._core.place(ids, positions, velocities)

    def move_goals(self, goals: Any, positions: Any) -> None:
        """Move goals that are points: indices (n,), positions (n, 2) in m."""
        self._core.move_goals(goals, positions)

    def head_for(self, ids: Any, goals: Any) -> None:
        """Let agents head for other goals: ids (n,), indices of goals (n,) or one. Those that have arrived set out again."""
        self._core.head_for(ids, goals)

    def leave(self, ids: Any) -> None:
        """Take agents from the scene: ids (n,)."""
        self._core.leave(ids)

    def add_obstacle(self, outline: Any, appears: float = 0, vanishes: float = float("inf")) -> None:
        """Add an obstacle, (vertices, 2) in m, that is there from one time to another, in s."""
        self._core.add_obstacle(outline, appears, vanishes)

    @property
    def arrived(self) -> int:
        """How many agents have arrived."""
        return self._core.arrived()

    @property
    def statistics(self) -> dict[str, Any]:
        """steps, arrived, last_arrival (step), minimum_separation (m; negative: discs overlapped), overlaps, lost."""
        return self._core.statistics()

    @property
    def statistics_of_worlds(self) -> list[dict[str, Any]]:
        """The same of each world of an ensemble."""
        return self._core.statistics_of_worlds()

    @property
    def checksum(self) -> str:
        """Of all positions and velocities, 16 digits, as the program prints it: the same on every backend."""
        return self._core.checksum()

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self._core.steps

    @property
    def time(self) -> float:
        """Seconds simulated so far."""
        return self._core.time

    @property
    def backend(self) -> str:
        """The name of the backend."""
        return self._core.backend

    @property
    def methods(self) -> str:
        """The methods in use, for people."""
        return self._core.methods

    @property
    def scenario(self) -> Scenario:
        """What the simulation started with."""
        return self._core.scenario

    def __len__(self) -> int:
        return self.scenario.agents

    def __repr__(self) -> str:
        return f"<plethos.Simulation {self.scenario.name}, {len(self)} agents on {self.backend}, step {self.steps}>"
