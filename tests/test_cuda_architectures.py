"""For which NVIDIA GPUs a program holds code: test_cuda_architectures.py PROGRAM CAPABILITY...

Every file of kernels was compiled for each compute capability that the build names, and for later GPUs as PTX of the lowest. What is looked
for are the containers that nvcc lays into a program, as `cuobjdump --list-elf --list-ptx` would, which is not on every machine with nvcc.
Needs nothing but Python's own library."""

import struct
import sys
import unittest
from pathlib import Path

PROGRAM = Path()
CAPABILITIES: set[int] = set()
LEAST_FILES = 20
MAGIC = struct.pack("<I", 0xBA55ED50)
PTX, MACHINE_CODE = 1, 2


def containers(data: bytes) -> list[set[tuple[int, int]]]:
    """The kinds of code of each container, and the capabilities that they are for."""
    found = []
    at = data.find(MAGIC)
    while at >= 0:
        _, header, size = struct.unpack_from("<HHQ", data, at + 4)
        kinds, entry = set(), at + header
        while entry < at + header + size:
            kind, _, entry_header, entry_size = struct.unpack_from("<HHIQ", data, entry)
            kinds.add((kind, struct.unpack_from("<I", data, entry + 28)[0]))
            entry += entry_header + entry_size
        found.append(kinds)
        at = data.find(MAGIC, at + header + size)
    return found


class Architectures(unittest.TestCase):
    def test_all_kernels_are_there_for_all_capabilities(self) -> None:
        # The linker's own container has no kernels, and no PTX.
        found = [kinds for kinds in containers(PROGRAM.read_bytes()) if any(kind == PTX for kind, _ in kinds)]
        self.assertGreater(len(found), LEAST_FILES)
        expected = {(MACHINE_CODE, capability) for capability in CAPABILITIES} | {(PTX, min(CAPABILITIES))}
        for kinds in found:
            self.assertEqual(kinds, expected)

    def test_a_missing_one_is_found(self) -> None:
        entry = struct.pack("<HHIQIQI", MACHINE_CODE, 0, 32, 0, 0, 0, 90)
        self.assertEqual(containers(b"text" + MAGIC + struct.pack("<HHQ", 1, 16, 32) + entry), [{(MACHINE_CODE, 90)}])


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1))
    CAPABILITIES = {int(capability) for capability in sys.argv[1:]}
    unittest.main(argv=sys.argv[:1])
