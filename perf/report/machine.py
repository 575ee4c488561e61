"""The machine of results, and warnings that a reader of their times has to know."""

from __future__ import annotations

from page import Markup, table, warning
from result import Result, Run
from series import describe

# A warning names so many disturbed runs.
MOST_DISTURBED = 3
# Below this share of agent-steps with a changed velocity, agents do not meet.
EMPTY_ROAD = 0.01


def backend_name(run: Run) -> str:
    """Returns the backend of a run, and how many ranks there are of it if there are several."""
    return ", ".join([str(run.field("backend")), *_several_ranks(run)])


def machine_name(run: Run) -> str:
    """Returns the backend of a run and its machine, in a few words."""
    if run.field("backend") == "cuda":
        return backend_name(run)
    parts = [f"{run.field('backend')} {run.field('lanes')}", describe("threads", run.field("threads"))]
    if run.field("schedule") not in (None, "auto"):
        parts.append(str(run.field("schedule")))
    if run.field("grain"):
        parts.append(describe("grain", run.field("grain")))
    return ", ".join(parts + _several_ranks(run))


def ranks_of(run: Run) -> int:
    """Returns the ranks of a run, which older results do not tell."""
    return run.field("ranks") or 1


def _several_ranks(run: Run) -> list[str]:
    return [describe("ranks", ranks_of(run))] if ranks_of(run) > 1 else []


def _gib(record: dict) -> str:
    return f"{record['memory_bytes'] / 2**30:.1f} GiB" if record.get("memory_bytes") else "–"


def _joined(*texts: tuple[str, object]) -> str:
    """Joins the known values as "text value", or as "value text" if the text begins with a space."""
    return ", ".join(f"{value:g}{text}" if text.startswith(" ") else f"{text}{value}" for text, value in texts if value is not None) or "–"


def caches(record: dict) -> str:
    texts = []
    for cache in record.get("caches") or ():
        size = f"{cache['bytes'] / 2**20:g} MiB" if cache["bytes"] >= 2**20 else f"{cache['bytes'] / 2**10:g} KiB"
        kind = "" if cache["kind"] == "unified" else f" {cache['kind']}"
        shared = f" for {cache['shared_by']} threads" if (cache.get("shared_by") or 1) > 1 else ""
        texts.append(f"L{cache['level']}{kind} {size}{shared}")
    return ", ".join(texts) or "–"


def _clocks(record: dict) -> str:
    smt = record.get("smt")
    threads = None if smt is None else "on" if smt else "off"
    return _joined((" MHz", record.get("clock_mhz")), (" MHz at most", record.get("clock_mhz_most")), ("governor ", record.get("governor")),
                   ("SMT ", threads))


def _named(values: object) -> str:
    known = {name: value for name, value in (values or {}).items() if value is not None} if isinstance(values, dict) else {}
    return ", ".join(f"{name} {value}" for name, value in known.items()) or "–"


# The rows of the header's record of the machine.
MACHINE = (
    ("processor", lambda m: m.get("processor") or "–"),
    ("sockets, cores, threads", lambda m: _joined((" sockets", m.get("sockets")), (" cores", m.get("cores")),
                                                  (" hardware threads", m.get("hardware_threads")), (" usable", m.get("usable_threads")),
                                                  (" NUMA nodes", m.get("numa_nodes")))),
    ("clocks", _clocks),
    ("caches", caches),
    ("memory", _gib),
    ("operating system", lambda m: m.get("os") or "–"),
    ("container", lambda m: _joined(("", m.get("container")), ("limit ", m.get("limit_processors")))),
    ("variables", lambda m: _named(m.get("environment"))),
    ("libraries", lambda m: _named(m.get("libraries"))),
    ("load at the start", lambda m: _joined(("", m.get("load")))),
    ("compiler", lambda m: f"{m['compiler']}: {m['compiler_flags']}" if m.get("compiler") else "–"),
    ("GPU", lambda m: _joined((" multiprocessors", m.get("gpu", {}).get("multiprocessors")), (" MHz at most", m.get("gpu", {}).get("clock_mhz")),
                              (" W at most", m.get("gpu", {}).get("power_limit_watts")), ("", None if "gpu" not in m else _gib(m["gpu"])))),
    ("driver", lambda m: _joined(("", m.get("gpu", {}).get("driver")), ("knows CUDA ", m.get("gpu", {}).get("driver_cuda")),
                                 ("built with CUDA ", m.get("gpu", {}).get("runtime_cuda")))),
)


def warnings(result: Result) -> Markup:
    """Returns warnings that a reader of the times has to know."""
    usable = result.header.get("machine", {}).get("usable_threads") or result.header["processors"]
    fewer, peaks = {}, {}
    for run in result.done:
        threads = run.field("threads")
        # Ranks share the processors.
        asked = run.field("threads_asked") or (usable if ranks_of(run) == 1 else threads)
        if run.field("backend") not in ("cuda", "serial") and threads < asked:
            fewer[f"{run.field('backend')}: {threads:,} of {asked:,}"] = None
        measured = run.json.get("bound", {}).get("threads", threads)
        if measured != threads:
            peaks[f"{machine_name(run)}: peak of {describe('threads', measured)}"] = None
    texts = []
    if fewer:
        texts.append(f"Backends had fewer threads than were asked for ({'; '.join(fewer)}). Their times, and the peaks that they are held "
                     "against, are those of the threads that they had.")
    disturbed = [f"{run.methods}, {machine_name(run)}: {run.json['disturbed'][0]}" for run in result.done if run.json.get("disturbed")]
    if disturbed:
        texts.append(f"While {len(disturbed)} of {len(result.done)} runs were made, something else happened on the machine, so that their times may be "
                     f"too long ({'. '.join(list(dict.fromkeys(disturbed))[:MOST_DISTURBED])}{', and others' if len(disturbed) > MOST_DISTURBED else ''}).")
    emulated = [device for device in dict.fromkeys(str(run.field("device")) for run in result.done) if ", emulated on " in device]
    if emulated:
        texts.append(f"An emulator ran the program ({'; '.join(emulated)}): checksums are the architecture's, times are the emulator's.")
    if peaks:
        texts.append(f"A roofline was measured with other threads than the times ({'; '.join(peaks)}).")
    # Without avoidance nobody changes a velocity, however crowded it is.
    avoiding = [run for run in result.done if run.field("changed") is not None and run.field("avoidance") != "none"]
    empty = [run for run in avoiding if run.field("changed") < EMPTY_ROAD]
    if empty:
        scenes = "; ".join(dict.fromkeys(f"{run.field('scenario')}, {run.field('agents'):,} agents, {run.methods}" for run in empty))
        texts.append(f"In fewer than {100 * EMPTY_ROAD:g} % of the agent-steps that were timed, a velocity was changed ({scenes}): these are "
                     "times of an empty road, and say little about avoidance.")
    return Markup("".join(warning(text) for text in texts))


def header_table(results: list[Result]) -> Markup:
    """Returns the machine of each result, in a column each."""
    headers = [result.header for result in results]
    devices = dict.fromkeys(name for header in headers for name in header["devices"])
    rows = [(name, *(header["devices"].get(name, "–") for header in headers)) for name in devices]
    rows += [(text, *(shown(header.get("machine", {})) for header in headers)) for text, shown in MACHINE]
    rows = [row for row in rows if any(cell != "–" for cell in row[1:])]
    rows.append(("thread binding", *(header["thread_binding"] for header in headers)))
    rows.append(("plethos", *(f"{header['version']} ({header['commit']})" for header in headers)))
    rows.append(("kokkos", *(f"{header['kokkos']}, {header['kokkos_spaces']}" for header in headers)))
    rows.append(("date", *(header["date"] for header in headers)))
    return table(("", *(result.side for result in results)), rows)
