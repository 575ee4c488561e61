"""What the compiler makes of kernels for AMD GPUs keeps the bits: test_device_code.py BUILD [FILE ...].

BUILD is a build folder of the preset hip, for gfx90a or gfx942. FILEs are sources of it, as the repository names them; else one of each
kind of kernel is looked at.
The code of a file is compiled as in the build, for the device alone, to LLVM's intermediate code (IR) and to assembly. Then

- the IR fuses nothing by itself, and lets nobody do so later: no `fmuladd`, none of the flags `contract`, `reassoc`, `arcp`, `afn`, `nnan`,
  `ninf`, `nsz`, `fast`, and no division or root with less than correct rounding (`!fpmath`);
- the assembly has as many fused multiply-adds as the IR, and besides those by which the GPU rounds a division (five, between
  v_div_scale and v_div_fixup) and a square root (two) correctly, and those by which it divides whole numbers: of two words with a factor
  of 2^32, and of 24 bits for the rest, which is compared with the divisor. gfx90a does these by v_mad, which loses denormals, so that the
  compiler takes it there alone, with that factor or at most once for each v_rcp_iflag; gfx942 has none;
- each kernel keeps denormals.

Needs nothing but Python's own library and the build's compiler."""

import json
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUILD = Path()
SOURCES = Path()
FILES = ["algorithms/avoidance/orca/orca.cpp", "algorithms/neighbors/grid/grid.cpp", "algorithms/planning/grid/gates/gates.cpp",
         "algorithms/planning/fields/wavefront/wave_fields.cpp", "algorithms/planning/potential/bvp/bvp.cpp"]

FLAGS = re.compile(r"\b(?:fast|contract|reassoc|arcp|afn|nnan|ninf|nsz)\b")
PER_DIVISION, PER_ROOT = 5, 2
OF_TWO_WORDS = re.compile(r"\bv_(mad|fma)mk_f32 .*0x[4c]f800000")
HIGHER_WORD_IS_ZERO = re.compile(r"\bv_fmac_f32\w* v\d+, 0, ")
REST_OF_24_BITS = re.compile(r"\bv_fma_f32 (v\d+), -v\d+, (v\d+), .*(?=(?:\n.*){0,8}\n\s+v_cmp_ge_f32\w* .*, \|\1\|, \2$)", re.MULTILINE)
PROBE = """
__attribute__((device)) float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__attribute__((global)) void probe(float* x) { x[0] = fused(x[1], x[2], x[3]) + x[4] * x[5] + x[6] / x[7] + __builtin_sqrtf(x[8]); }
"""


def command_of(file: str) -> tuple[list[str], str]:
    """The build's command for a source, without its output, and the folder to call it in."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        arguments = shlex.split(entry["command"])
        if entry["file"].endswith("/" + file) and "-xhip" in arguments:
            at = arguments.index("-o")
            return arguments[:at] + arguments[at + 2:arguments.index("-c")], entry["directory"]
    raise LookupError(f"{file}: found no command that compiles it for a device in {BUILD}/compile_commands.json")


def compiled(file: str, source: Path, options: list[str]) -> tuple[str, str]:
    """The IR and the assembly of a source, compiled by the command of a file of the build."""
    command, folder = command_of(file)
    texts = []
    with tempfile.TemporaryDirectory() as temporary:
        for kind in (["-emit-llvm"], []):
            out = Path(temporary, "code")
            subprocess.run([*command, *options, "--offload-device-only", "-S", *kind, str(source), "-o", str(out)], cwd=folder, check=True)
            texts.append(out.read_text(encoding="utf-8"))
    return texts[0], texts[1]


def lanes(type_name: str) -> int:
    vector = re.match(r"<(\d+) x|v(\d+)f", type_name)
    return int(vector[1] or vector[2]) if vector else 1


def faults(ir: str, assembly: str) -> list[str]:
    """What may have other bits than the source says."""
    found = []
    counts = Counter()
    for line in ir.splitlines():
        if line.startswith((";", "!", "declare", "attributes")):
            continue
        operation = re.search(r"= (?:tail |musttail |notail )?(f(?:add|sub|mul|div|rem|neg|cmp)|call)\b(.*)", line)
        if not operation:
            continue
        called = re.search(r"@llvm\.(\w+)\.(v\d+f32|f32)\(", line)
        if operation[1] == "call" and called is None:
            continue
        if FLAGS.search(operation[2].split("@")[0]):
            found.append("IR with a flag: " + line.strip())
        if "!fpmath" in line:
            found.append("IR that may round otherwise: " + line.strip())
        if called:
            counts[called[1]] += lanes(called[2])
        elif division := re.match(r" (float|<\d+ x float>)", operation[2]):
            counts[operation[1]] += lanes(division[1])
    if counts["fmuladd"]:
        found.append(f"{counts['fmuladd']} multiply-adds that may be fused or not")
    made = Counter()
    for name in re.findall(r"^\s+v_(\w+)", assembly, re.MULTILINE):
        if fused := re.match(r"(pk_)?(?:fma|fmac|fmaak|fmamk)_f32", name):
            made["fma"] += 2 if fused[1] else 1
        elif re.match(r"(?:mad|mac|madak|madmk)_(?:legacy_)?f32", name):
            made["mad"] += 1
        elif name.startswith("rcp_iflag_f32"):
            made["whole"] += 1
        elif name.startswith(("div_fixup_f32", "sqrt_f32")):
            made["div" if name.startswith("div") else "sqrt"] += 1
    for kind, name in (("divisions", "div"), ("square roots", "sqrt")):
        expected = counts["f" + name if name == "div" else name]
        if made[name] != expected:
            found.append(f"{made[name]} {kind} with correct rounding in the assembly, {expected} in the IR")
    made.subtract(OF_TWO_WORDS.findall(assembly))
    made["fma"] -= len(HIGHER_WORD_IS_ZERO.findall(assembly)) + len(REST_OF_24_BITS.findall(assembly))
    written = counts["fma"] + PER_DIVISION * made["div"] + PER_ROOT * made["sqrt"]
    if made["fma"] != written:
        found.append(f"{made['fma']} fused multiply-adds in the assembly, {written} by what is written, divisions and roots")
    if made["mad"] > made["whole"]:
        found.append(f"{made['mad']} multiply-adds without denormals, {made['whole']} divisions of whole numbers")
    modes = re.findall(r"float_denorm_mode_\w+ (\d)", assembly)
    if not modes or set(modes) != {"3"}:
        found.append(f"kernels with denormal modes {sorted(set(modes))}, expected 3 (all kept)")
    return found


class Kernels(unittest.TestCase):
    def test_kernels_fuse_and_round_as_written(self) -> None:
        def look(file: str) -> list[str]:
            command, _ = command_of(file)
            assert "-ffp-contract=off" in command
            return faults(*compiled(file, SOURCES / file, []))

        with ThreadPoolExecutor(2) as pool:
            for file, found in zip(FILES, pool.map(look, FILES)):
                with self.subTest(file):
                    self.assertEqual(found, [])

    def test_what_would_change_bits_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            probe = Path(folder, "probe.cpp")
            probe.write_text(PROBE, encoding="utf-8")
            for options, expected in (([], ""), (["-ffp-contract=fast"], "contract"), (["-fgpu-flush-denormals-to-zero"], "denormal"),
                                      (["-fno-hip-fp32-correctly-rounded-divide-sqrt"], "round"),
                                      (["-funsafe-math-optimizations"], "flag")):
                with self.subTest(options):
                    found = faults(*compiled(FILES[0], probe, options))
                    self.assertEqual(bool(found), bool(expected), found)
                    self.assertIn(expected, "\n".join(found))


if __name__ == "__main__":
    BUILD = Path(sys.argv[1]).resolve()
    SOURCES = Path(__file__).resolve().parent.parent
    FILES = sys.argv[2:] or FILES
    unittest.main(argv=sys.argv[:1])
