"""The JSON of a study, for plots and tables."""

from __future__ import annotations

from typing import Optional, Union

import numpy as np

Value = Union[str, float, bool]

# The columns of an obstacle's moves: times, and what each move has changed.
MOVES = ("move", "move_ms", "move_follow_ms", "move_online_ms", "move_solved", "move_cells", "move_inserted", "move_removed", "move_updated",
         "move_invalidated")
# The columns of a solver's measured residuals: after how many sweeps, the residual, and the time.
SOLVING = ("sweep", "sweep_residual", "elapsed_ms")

ENERGY = "joules_per_million_agent_steps"
ENERGY_PARTS = ("gpu", "cpu")


class Run:
    """One run. `fields` holds the fields of settings and machine in the study's JSON, by kind. `side` names its result in a comparison."""

    def __init__(self, json: dict, fields: dict[str, list[str]], side: str = "") -> None:
        self.json = json
        self.fields = fields
        self.side = side

    @property
    def failed(self) -> bool:
        return self.json["status"] != "done"

    def field(self, name: str) -> Optional[Value]:
        if name == "side":
            return self.side
        settings = self.json["settings"]
        if name.startswith("set."):
            return settings["set"].get(name[4:])
        for part in (settings, self.json.get("machine", {}), self.json.get("results", {})):
            if part.get(name) is not None:
                return part[name]
        return None

    @property
    def fields_of_work(self) -> list[str]:
        """Returns the fields of settings that say what was done. Those of the machine stand behind them."""
        return self.fields["settings"][:self.fields["settings"].index("backend")]

    @property
    def repeated(self) -> bool:
        """Returns whether there is a spread, over more than one repetition."""
        return len(self.json.get("repetitions", [])) > 1

    @property
    def methods(self) -> str:
        """Returns its methods without those that do nothing."""
        names = (self.field(family) for family in self.fields["methods"])
        return ", ".join(name for name in names if name != "none")

    def matches(self, where: dict) -> bool:
        return all(self.field(name) == value for name, value in where.items())

    def parts(self, name: str) -> list[tuple[str, float]]:
        """Returns the parts of the run's memory ("bytes", in MB), step ("stage_ms"), avoidance stage ("avoidance_part_ms",
        "avoidance_part_percent") or energy ("joules_per_million_agent_steps"). The parts of a stage replace it."""
        if name == ENERGY:
            return self.energy
        if name == "bytes":
            return [(part["name"], part["bytes"] / 1e6) for part in self.json.get("memory", [])]
        if name.startswith("avoidance_part_"):
            field = name[len("avoidance_part_"):]
            return [(f"{i} {part['name']}", part[field] if part["percent"] > 0 else 0.0) for i, part in enumerate(self.avoidance_parts, 1)]
        result = []
        for stage in self.json.get("stages", []):
            inner = [(f"{stage['name']}: {part['name'].replace('_', ' ')}", part["ms"]) for part in stage.get("parts", [])]
            result += inner or [(stage["name"], stage["ms"])]
        return result

    @property
    def energy(self) -> list[tuple[str, float]]:
        """Returns J of a million agent-steps that each measured part of the machine took, that of the idle machine apart if it is known."""
        result = []
        for part in ENERGY_PARTS:
            whole, net = self.field(f"{part}_{ENERGY}"), self.field(f"{part}_net_{ENERGY}")
            if whole is None:
                continue
            result += [(part, whole)] if net is None else [(f"{part}: steps", net), (f"{part}: idle", whole - net)]
        return result

    @property
    def avoidance_parts(self) -> list[dict]:
        return self.json.get("avoidance_parts", {}).get("parts", [])

    def curve(self, x: str, y: str) -> Optional[tuple[np.ndarray, np.ndarray]]:
        """Returns the two fields along the run, or nothing if they were not measured."""
        curves = {name: self._along(name) for name in (x, y)}
        if any(curve is None for curve in curves.values()):
            return None
        (steps_x, values_x), (steps_y, values_y) = curves[x], curves[y]
        if x == "move":
            return steps_y, values_y
        if x in ("step", "time"):
            scale = 1.0 if x == "step" else self.json["scenario"]["time_step"]
            return steps_y * scale, values_y
        return np.interp(steps_y, steps_x, values_x), values_y

    def _along(self, name: str) -> Optional[tuple[np.ndarray, np.ndarray]]:
        if name in ("step", "time"):
            return np.zeros(0), np.zeros(0)
        for names, key in ((MOVES, "moves"), (SOLVING, "solving")):
            if name in names and key in self.json:
                columns = self.json[key]
                return np.array(columns[names[0]], dtype=float), np.array(columns[name], dtype=float)
        if name == "arrived_share" and "arrival" in self.json:
            arrival = self.json["arrival"]
            share = np.array(arrival["arrived"], dtype=float) / max(1, arrival["travelers"])
            return np.array(arrival["step"], dtype=float), share
        if name == "step_ms" and "curve" in self.json:
            ends = np.array(self.json["curve"]["step"], dtype=float)
            # A stretch's time belongs to its middle.
            middles = ends - np.diff(ends, prepend=ends[0] - self.json["settings"]["chunk"]) / 2
            return middles, np.array(self.json["curve"]["ms"], dtype=float)
        return None


class Result:
    """A study's result."""

    def __init__(self, json: dict, side: str = "") -> None:
        self.json = json
        self.study: dict = json["study"]
        self.header: dict = json["header"]
        self.kind: str = self.study.get("kind", "simulation")
        self.side = side
        # Earlier versions did not tell.
        self.shared: dict = json.get("shared_parameters", {})
        self.runs = [Run(run, json["fields"], side) for run in json["runs"]]

    @property
    def done(self) -> list[Run]:
        return [run for run in self.runs if not run.failed]


class Comparison:
    """Results of one study, two or more. `results` are called A, B and so on."""

    def __init__(self, json: dict) -> None:
        self.a = Result(json["a"], "A")
        self.b = Result(json["b"], "B")
        self.study: dict = self.a.study
        self.time: str = json.get("time", "ms_per_step")
        self.results = [self.a, self.b, *(Result(one, chr(ord("C") + i)) for i, one in enumerate(json.get("more", [])))]
        self.pairs: list[dict] = json["pairs"]
        self.shared: dict = json.get("shared_parameters", {})
        self.environment: Optional[list[dict]] = json.get("environment")
        self.platforms: dict = json.get("platforms", {"names": [], "cases": []})
