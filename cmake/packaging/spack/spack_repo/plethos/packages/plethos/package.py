import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Plethos(CMakePackage, CudaPackage):
    """Crowds of agents on GPUs and on the vector units of CPUs, from one source, with the same bits on all of them."""

    # What `./bootstrap dist` has packed lies where spack is called. Its checksum cannot stand in a file of the archive itself.
    url = f"file://{os.getcwd()}/plethos-0.2.0.tar.gz"
    manual_download = True

    license("Apache-2.0")

    version("0.2.0")

    variant("mpi", default=True, description="Runs on several ranks")
    variant("benchmarks", default=False, description="The benchmarks plethos_bench")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.23:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    # The report's scripts and the tests of the program.
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("py-matplotlib", type="run")

    depends_on("kokkos@5.0.2:5 +serial +openmp")
    depends_on("highway@1.0.3:")
    depends_on("tbb")
    depends_on("intel-tbb@2021.8:", when="^[virtuals=tbb] intel-tbb")
    depends_on("random123")
    depends_on("xxhash")
    depends_on("cli11")
    depends_on("tomlplusplus")
    depends_on("nlohmann-json")
    depends_on("hdf5@1.10.8:")
    depends_on("zlib-api")
    depends_on("cairo +ft +fc +png")
    depends_on("fontconfig")
    depends_on("doctest", type="test")
    depends_on("benchmark", when="+benchmarks")
    depends_on("mpi@3:", when="+mpi")
    depends_on("zoltan +mpi", when="+mpi")

    for arch in ("70", "75", "80", "86", "89", "90", "100", "120"):
        depends_on(f"kokkos +cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
    depends_on("cuda@12.2:", when="+cuda")

    conflicts("%gcc@:11", msg="Plethos needs g++ 12 or newer")
    conflicts("cuda_arch=none", when="+cuda", msg="Say which GPU: cuda_arch=90")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("PLETHOS_MPI", "mpi"),
            self.define_from_variant("PLETHOS_BENCHMARKS", "benchmarks"),
            self.define_from_variant("PLETHOS_CUDA", "cuda"),
            self.define("PLETHOS_TESTS", self.run_tests),
            # Spack's own are found where they lie.
            self.define("PLETHOS_BUNDLE", False),
            self.define("Random123_ROOT", self.spec["random123"].prefix),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("PLETHOS_CUDA_ARCH", ";".join(self.spec.variants["cuda_arch"].value)))
        return args

    def test_verify_bits(self):
        """computes the bits that are on record"""
        plethos = which(self.prefix.bin.plethos, required=True)
        plethos("verify-bits")
