"""One place names a kind of GPU: test_devices.py SOURCES.

Sources outside the folder of a kind of GPU say `device`, and ask backends/device.hpp or backends/device_facts.hpp. Tests, which try one backend
after the other, are not looked at. Needs nothing but Python's own library."""

import re
import sys
import unittest
from pathlib import Path

SOURCES = Path()
LOOKED_AT = ("core", "backends", "algorithms", "scenarios", "perf")
KINDS = ("cuda", "hip", "sycl")
# What these may name, and why nothing else can do it for them.
ALLOWED = {
    "backends/device.hpp": r"#ifdef KOKKOS_ENABLE_CUDA|defined\(KOKKOS_ENABLE_HIP\)|backends/(?:cuda|hip)/device\.hpp",  # chooses
    "backends/device_mpi.hpp": r"MPIX\w*|PLETHOS_DEVICE_\w+",  # MPI's own macros, and which of them the build asks
    "backends/no_device.cpp": r'"cuda"',  # the backend that a build without a device says that it lacks
    "backends/tuning.hpp": r"LaunchBounds",  # the table of them
    "scenarios/python/array.cpp": r"__cuda_array_interface__",  # what libraries of arrays look for, on any GPU
    "core/lane/host_device.hpp": r"__CUDACC__|__HIP__|__host__|__device__|nv_exec_check_disable",  # stands below backends/
}
FOREIGN = re.compile(
    r"cuda|nvcc|nv_exec|\bnv[A-Z_]\w*|\bhip|\bHIP|\brocm|sycl"  # names
    r"|threadIdx|blockIdx|blockDim|gridDim|warpSize|__shfl|__ballot|__match|__sync|__activemask|__any_sync|__popc|__ffs|__clz"  # functions
    r"|__global__|__device__|__host__|\basm\b|atomicAdd|LaunchBounds|KOKKOS_ENABLE_(?:CUDA|HIP|SYCL)|KOKKOS_IMPL_CUDA", re.IGNORECASE)


def mentions(path: str, text: str) -> list[str]:
    """The places of a file that name a kind of GPU though they should not."""
    if set(Path(path).parts[:-1]) & set(KINDS):
        return []
    if path in ALLOWED:
        text = re.sub(ALLOWED[path], lambda found: " " * len(found.group()), text, flags=re.MULTILINE)
    return [f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {found.group()}" for found in FOREIGN.finditer(text)]


class OnePlace(unittest.TestCase):
    def test_nothing_else_names_a_kind_of_gpu(self) -> None:
        files = [path for folder in LOOKED_AT for path in sorted((SOURCES / folder).rglob("*")) if path.suffix in (".hpp", ".cpp")]
        self.assertGreater(len(files), 500)
        found = [line for path in files for line in mentions(path.relative_to(SOURCES).as_posix(), path.read_text(encoding="utf-8"))]
        self.assertEqual(found, [])

    def test_what_is_allowed_is_there(self) -> None:
        for path, pattern in ALLOWED.items():
            self.assertRegex((SOURCES / path).read_text(encoding="utf-8"), pattern)

    def test_a_mention_is_found(self) -> None:
        self.assertEqual(mentions("algorithms/a.hpp", "int a;\n#ifdef KOKKOS_ENABLE_CUDA\n"), ["algorithms/a.hpp:2: KOKKOS_ENABLE_CUDA"])
        for text in ('if (name == "cuda")', "__shfl_sync(all, x, 0)", "Kokkos::LaunchBounds<128>", "hipStream_t", "threadIdx.x"):
            self.assertEqual(len(mentions("perf/a.cpp", text)), 1, text)
        self.assertEqual(mentions("backends/device.hpp", "#ifdef KOKKOS_ENABLE_CUDA\nKokkos::Cuda"), ["backends/device.hpp:2: Cuda"])
        self.assertEqual(mentions("backends/hip/a.cpp", "hipStream_t") + mentions("scenarios/a.hpp", "relationship, ownership"), [])


if __name__ == "__main__":
    SOURCES = Path(sys.argv.pop(1))
    unittest.main()
