"""Recipes of cmake/packaging/ say what the rest of the repository says: test_packaging.py SOURCES. Needs none of their tools."""

import ast
import re
import sys
import types
import unittest
from pathlib import Path

SOURCES = Path()
# What Spack calls a package that the README's table knows by Debian's name, and what of it comes with the compiler or by another.
SPACK_OF_DEBIAN = {"libhwy-dev": "highway", "libtbb-dev": "tbb", "libhdf5-dev": "hdf5", "libcairo2-dev": "cairo", "libcli11-dev": "cli11",
                   "libtomlplusplus-dev": "tomlplusplus", "nlohmann-json3-dev": "nlohmann-json", "librandom123-dev": "random123",
                   "libxxhash-dev": "xxhash", "zlib1g-dev": "zlib-api", "doctest-dev": "doctest", "libbenchmark-dev": "benchmark",
                   "libopenmpi-dev": "mpi", "libtrilinos-zoltan-dev": "zoltan"}


def text(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


def packaging(name: str) -> str:
    return text(f"cmake/packaging/{name}")


def cmake_value(name: str) -> str:
    return re.search(rf"set\({name} (\S+)\)", text("cmake/PlethosKokkos.cmake"))[1]


def spack_package() -> dict[str, list]:
    """The directives of the Spack package, by name, each as its words and options."""
    said: dict[str, list] = {}

    def directive(name: str):
        return lambda *words, **options: said.setdefault(name, []).append((words, options))

    names = {name: directive(name) for name in ("license", "version", "variant", "depends_on", "conflicts", "generator")}
    names |= {"CMakePackage": type("CMakePackage", (), {}), "CudaPackage": type("CudaPackage", (), {}), "__name__": "package"}
    tree = ast.parse(packaging("spack/spack_repo/plethos/packages/plethos/package.py"))
    tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom)]
    exec(compile(tree, "package.py", "exec"), names)  # noqa: S102
    said["class"] = [names["Plethos"]]
    return said


class Recipes(unittest.TestCase):
    def setUp(self) -> None:
        self.version = re.search(r"(?m)^project\(plethos VERSION (\S+)", text("CMakeLists.txt"))[1]

    def test_versions(self) -> None:
        self.assertIn(f"\nARG VERSION={self.version}\n", packaging("Dockerfile"))
        self.assertIn(f"\n    VERSION={self.version}\n", packaging("plethos.def"))
        self.assertEqual([words for words, _ in spack_package()["version"]], [(self.version,)])
        self.assertIn(f"plethos-{self.version}.tar.gz", spack_package()["class"][0].url)
        self.assertIn(f"version = '{self.version}'", packaging(f"Plethos-{self.version}-foss-2024a.eb"))

    def test_kokkos(self) -> None:
        kokkos, checksum = cmake_value("PLETHOS_KOKKOS_VERSION"), cmake_value("PLETHOS_KOKKOS_SHA256")
        recipe = packaging(f"Plethos-{self.version}-foss-2024a.eb")
        self.assertIn(f"local_kokkos = '{kokkos}'", recipe)
        self.assertIn(f"'{checksum}'", recipe)
        self.assertTrue(any(words[0].startswith(f"kokkos@{kokkos}:") for words, _ in spack_package()["depends_on"]))

    def test_containers_leave_packages_to_bootstrap(self) -> None:
        for name in ("Dockerfile", "plethos.def"):
            recipe = packaging(name)
            self.assertRegex(recipe, r"\./bootstrap build --mpi --preset \S+( \S+)* --target plethos")
            self.assertEqual(re.findall(r"apt-get install -y --no-install-recommends (.*?)(?: \\)?\n", recipe), ["python3-matplotlib"])

    def test_spack_depends_on_what_bootstrap_installs(self) -> None:
        script = text("bootstrap")
        debian = set(re.search(r"(?s)\nlibraries=\((.*?)\)", script)[1].split()) | set(re.search(r"mpi_libraries=\((.*?)\)", script)[1].split())
        named = {re.match(r"[\w-]+", words[0])[0] for words, _ in spack_package()["depends_on"]}
        self.assertEqual({SPACK_OF_DEBIAN[name] for name in debian} - named, set())
        variants = {words[0] for words, _ in spack_package()["variant"]}
        self.assertEqual(variants, {"mpi", "benchmarks"})

    def test_options_exist(self) -> None:
        known = set(re.findall(r"PLETHOS_[A-Z_]+", "".join(path.read_text(encoding="utf-8")
                                                          for path in [SOURCES / "CMakeLists.txt", *(SOURCES / "cmake").glob("*.cmake")])))
        for path in (SOURCES / "cmake/packaging").rglob("*"):
            if path.is_file() and path.suffix in ("", ".def", ".eb", ".py"):
                self.assertEqual(set(re.findall(r"PLETHOS_[A-Z_]+", path.read_text(encoding="utf-8"))) - known - {"PLETHOS_CACHE"}, set(), path)

    def test_python_compiles(self) -> None:
        for path in (SOURCES / "cmake/packaging").rglob("*.py"):
            self.assertIsInstance(compile(path.read_text(encoding="utf-8"), str(path), "exec"), types.CodeType)
        compile(packaging(f"Plethos-{self.version}-foss-2024a.eb"), "eb", "exec")


if __name__ == "__main__":
    SOURCES = Path(sys.argv[1]).resolve()
    unittest.main(argv=sys.argv[:1])
