"""Made-up results of studies, small ones with everything in them, for tests of perf/report."""

FIELDS = {"settings": ["scenario", "agents", "avoidance", "steering", "neighbors", "regroup", "replay", "start_at", "backend", "lanes", "threads",
                       "device", "schedule", "grain"],
          "methods": ["avoidance", "steering", "neighbors"], "same_result": ["regroup", "replay", "set.parallel"],
          "rates": {"frames_per_second": "ms_per_step", "world_steps_per_second": "ms_per_step"}}


def run(neighbors: str, agents: int, backend: str, ms: float) -> dict:
    """Returns a run of ten agents. Half of them arrive."""
    settings = {"scenario": "circle", "agents": agents, "set": {"samples": 50}, "avoidance": "rvo", "neighbors": neighbors, "steering": "none",
                "regroup": True, "replay": True, "chunk": 8}
    machine = {"backend": backend, "device": f"a <{backend}> device", "lanes": "scalar", "lane_width": 1, "threads": 2, "same_bits": True,
               "threads_asked": 0}
    results = {"ms_per_step": ms, "ms_per_step_min": ms / 2, "ms_per_step_max": ms * 2, "ms_per_step_low": ms * 0.75,
               "ms_per_step_high": ms * 1.5, "time_confidence": 0.96, "frames_per_second": 1e3 / ms,
               "agent_steps_per_second": agents * 1e3 / ms, "bytes": 300 * agents, "bytes_per_agent": 300.0, "steps": 16, "arrived": 5,
               "overlaps": 0, "changed": 0.625, "forbidding": 3.25, "bound_ms": ms / 9, "all_parts_ms": 12 * ms, "checksum": "00000000000000aa"}
    return {"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results,
            "scenario": {"agents": agents, "segments": 0, "nodes": 0, "goals": agents, "time_step": 0.1},
            "memory": [{"name": "agents", "bytes": 200 * agents}, {"name": "goals", "bytes": 100 * agents}],
            "stages": [{"name": "hash", "ms": ms / 4, "parts": [{"name": "build", "ms": ms / 16}, {"name": "query", "ms": ms / 8}]},
                       {"name": "update", "ms": ms / 2}],
            "avoidance_parts": {"ms": 12 * ms, "parts": [
                {"name": "normals", "ms": 9 * ms, "resolution_ms": ms, "percent": 75.0},
                {"name": "sort", "ms": 0.02, "resolution_ms": 0.07, "percent": 0.0},
                {"name": "inside", "ms": 3 * ms, "resolution_ms": ms, "percent": 25.0}]},
            "bound": {"peak_operations_per_second": 8.125e12, "peak_bytes_per_second": 7.5e11, "ms": ms / 9},
            "repetitions": [{}, {}],
            "curve": {"step": [8, 16], "ms": [ms, ms / 2]}, "arrival": {"travelers": 10, "step": [0, 8, 16], "arrived": [0, 2, 5]}}


def plot(**changes: object) -> dict:
    result = {"title": "A & B", "kind": "lines", "x": "agents", "y": "ms_per_step", "x_label": "", "y_label": "", "series": ["neighbors"],
              "where": {}, "log_x": True, "log_y": True, "references": []}
    result.update(changes)
    return result


def document() -> dict:
    runs = [run(neighbors, agents, backend, 0.1 * agents) for neighbors in ("brute", "grid") for agents in (10, 20)
            for backend in ("openmp", "cuda")]
    plots = [plot(references=[{"label": "paper's point", "points": [[10, 2]]}, {"label": "paper's level", "points": [], "level": 3}]),
             plot(title="bars", kind="bars", x="neighbors", series=["agents", "backend"], log_y=False),
             plot(title="dots", kind="dots", x="neighbors", series=["agents", "backend"]),
             plot(title="stacked", kind="stacked", y="bytes"),
             plot(title="stages", kind="stacked", y="stage_ms"),
             plot(title="parts", kind="stacked", y="avoidance_part_percent", x="backend", series=["agents"]),
             plot(title="share", x="step", y="arrived_share", log_x=False, log_y=False),
             plot(title="cost", x="arrived_share", y="step_ms", log_x=False, where={"agents": 20}),
             plot(title="nothing", where={"agents": 30})]
    finding = {"on": "cuda", "value": 4.5, "at": "20 agents", "over_paper": 1.125, "low": 4.25, "high": 4.75, "confidence": 0.95, "difference": True, "rows": []}
    unclear = {"on": "openmp", "value": 1.125, "at": "10 agents", "low": 0.75, "high": 1.5, "confidence": 0.95, "difference": False, "rows": []}
    claims = [{"name": "a claim", "ratio": True, "source": "section 6", "note": "", "paper": 4, "paper_text": "up to 4", "findings": [finding, unclear]},
              {"name": "unseen", "source": "", "note": "", "paper": None, "paper_text": "", "findings": []}]
    header = {"version": "0.1.0", "commit": "abc", "date": "2026-01-01T00:00:00Z", "kokkos": "5", "kokkos_spaces": "Serial", "processors": 2,
              "machine": {"processor": "a <processor>", "sockets": 1, "cores": 2, "hardware_threads": 2, "usable_threads": 2,
                          "numa_nodes": None, "memory_bytes": 2**34, "os": "an OS", "clock_mhz": 2500.0, "governor": "powersave", "smt": False,
                          "caches": [{"level": 1, "kind": "data", "bytes": 49152, "shared_by": 1}, {"level": 3, "kind": "unified", "bytes": 2**25, "shared_by": 8}],
                          "container": "docker", "environment": {"OMP_PROC_BIND": "<spread>"}, "libraries": {"hdf5": "1.10.8", "mpi": None}, "load": 0.25, "compiler": "GNU 12", "compiler_flags": "-O3",
                          "gpu": {"name": "a <cuda> device", "driver": "580.1", "driver_cuda": 13.0, "runtime_cuda": None,
                                  "multiprocessors": 132, "clock_mhz": 1980.0, "memory_bytes": 2**36, "power_limit_watts": 700.0}},
              "thread_binding": "none", "devices": {"cuda": "a <cuda> device", "openmp": "a CPU"}}
    return {"schema": "plethos-study", "schema_version": 2, "fields": FIELDS, "header": header, "complete": True, "interrupted": False, "planned": len(runs),
            "study": {"name": "s", "title": "A <study>", "description": "One.\n\nTwo.", "hash": "h", "quick": True, "plots": plots},
            "skipped": ["tbb: not here"], "runs": runs, "claims": claims,
            "same_bits": [{"work": "circle", "same": True, "checksums": {"openmp": "aa", "cuda": "aa"}},
                          {"work": "other", "same": False, "checksums": {"openmp": "aa", "cuda": "bb"}}]}


def without_plots() -> dict:
    """Drawing takes most of a page's time."""
    result = document()
    result["study"]["plots"] = []
    return result


def answers() -> dict:
    """The result of a study of queries: two planners on two backends."""
    result = document()
    runs = []
    for planner, solved in (("straight", 3), ("roadmap", 7)):
        for backend in ("openmp", "cuda"):
            settings = {"kind": "paths", "scenario": "city", "agents": None, "scen": None, "queries": 1000, "seed": 1, "set": {}, "planner": planner,
                        "optimum": "roadmap", "repetitions": 2}
            machine = {"backend": backend, "device": "d", "lanes": "scalar", "lane_width": 1, "threads": 2, "same_bits": True, "threads_asked": 0}
            results = {"queries": 1000, "solved": solved, "mismatches": 7 - solved, "length_mean": 12.25, "over_optimum_mean": None,
                       "over_optimum_max": 1.75, "over_optimum_percent": None, "first_offline_ms": 9.25, "first_online_ms": 6.5, "offline_ms": 8.0, "offline_ms_min": 7.5, "offline_ms_max": 8.5, "online_ms": 2.0,
                       "online_ms_min": 1.25, "online_ms_max": 2.75, "queries_per_s": 5e5, "bytes": 3500000, "checksum": "00000000000000aa"}
            runs.append({"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results,
                         "scenario": {"segments": 4, "radius": 0.25}, "repetitions": [{}, {}]})
    result["fields"] = {"settings": ["scenario", "agents", "scen", "queries", "seed", "planner", "optimum", *FIELDS["settings"][-6:]],
                        "methods": ["planner"], "same_result": FIELDS["same_result"]}
    result["study"].update(kind="paths", plots=[plot(title="online", kind="bars", x="planner", y="online_ms", series=["backend"], log_y=False)])
    result["runs"] = runs
    return result


def solutions() -> dict:
    """The result of a study of potentials: two solvers on two backends. One of them does not reach its residual."""
    result = document()
    runs = []
    for solver, solved, sweeps in (("multigrid", True, 7), ("jacobi", False, 2000)):
        for backend, ms in (("openmp", 8.0), ("cuda", 2.0)):
            settings = {"kind": "potentials", "scenario": "open 512", "agents": None, "draw.kind": "open", "draw.size": 512, "draw.seed": 1, "seed": 1,
                        "set": {"solver": solver}, "sweeps_at_most": 2000, "repetitions": 2}
            machine = {"backend": backend, "device": "d", "lanes": "scalar", "lane_width": 1, "threads": 2, "same_bits": True, "threads_asked": 0}
            results = {"solve_ms": ms, "solve_ms_min": 0.75 * ms, "solve_ms_max": 1.25 * ms, "sweeps": sweeps, "residual": 5e-7 if solved else 0.0625,
                       "solved": solved, "cells": 262143, "cell_sweeps_per_s": 1.25e8, "bytes": 4500000, "checksum": "00000000000000aa"}
            solving = {"sweep": [sweeps // 2, sweeps], "sweep_residual": [0.125, results["residual"]], "elapsed_ms": [ms / 4, ms]}
            runs.append({"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results, "solving": solving,
                         "scenario": {"width": 512, "height": 512, "goal": [3, 4]}, "repetitions": [{}, {}]})
    result["fields"] = {"settings": ["scenario", "agents", "draw.kind", "draw.size", "draw.seed", "seed", "sweeps_at_most", *FIELDS["settings"][-6:]],
                        "methods": [], "same_result": FIELDS["same_result"]}
    result["study"].update(kind="potentials", plots=[plot(title="residual", x="elapsed_ms", y="sweep_residual", series=["set.solver"],
                                                          where={"backend": "cuda"})])
    result["runs"] = runs
    return result


def plans() -> dict:
    """The result of a study that empties plans: two methods, one of which leaves people behind."""
    result = document()
    runs = []
    for avoidance, left in (("orca", 0), ("rvo", 17)):
        settings = {"kind": "emptying", "scenario": "building", "content": "c", "agents": 40, "set": {"radius": 0.2}, "plans": 20,
                    "each": {"angle": ["0", "0.4"], "cell_size": ["0.1"]}, "avoidance": avoidance, "planner": "astar", "steps_at_most": 3600}
        machine = {"backend": "serial", "device": "d", "lanes": "scalar", "lane_width": 1, "threads": 1, "same_bits": True, "threads_asked": 0}
        results = {"emptied": 20 if left == 0 else 13, "not_emptied": 0 if left == 0 else 7, "people": 800, "people_left": left, "wall_crossings": 0,
                   "plans_with_overlaps": 3, "overlap_depth": 0.125, "seconds_to_empty": 21.5, "seconds_to_empty_most": 64.0,
                   "time_over_door": 3.5 if left == 0 else None, "time_over_door_most": 9.25 if left == 0 else None, "checksum": "00000000000000aa"}
        runs.append({"key": "k", "status": "done", "settings": settings, "machine": machine, "results": results, "plans": []})
    result["fields"] = {"settings": ["scenario", "agents", "plans", "avoidance", "planner", *FIELDS["settings"][-6:]],
                        "methods": ["avoidance", "planner"], "same_result": FIELDS["same_result"]}
    result["study"].update(kind="emptying", plots=[plot(title="left", kind="bars", x="planner", y="not_emptied", series=["avoidance"], log_y=False)])
    result["runs"] = runs
    return result


def comparison() -> dict:
    side = {"machine": "cuda", "device": "d", "ms_per_step": 1.0, "checksum": "x"}
    return {"schema": "plethos-comparison", "schema_version": 2, "a": document(), "b": document(),
            "pairs": [{"work": "the work", "fastest": True, "a": side, "b": {**side, "machine": "tbb", "result": "B"}, "ratio": 2.5, "low": 2.25, "high": 2.75,
                       "confidence": 0.95, "faster": "A", "not_judged": "", "same_bits": True}]}
