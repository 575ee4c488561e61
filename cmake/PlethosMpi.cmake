# Sets PLETHOS_MPI_FOUND: whether the library with MPI is built, which runs on several ranks need.

set(PLETHOS_MPI_FOUND FALSE)
if(NOT PLETHOS_MPI STREQUAL "OFF")
  set(plethos_mpi_wanted "")
  if(NOT PLETHOS_MPI STREQUAL "AUTO")
    set(plethos_mpi_wanted REQUIRED)
  endif()
  find_package(MPI 3 COMPONENTS C ${plethos_mpi_wanted})
  find_package(Zoltan MODULE ${plethos_mpi_wanted})
  if(MPI_C_FOUND AND Zoltan_FOUND)
    set(PLETHOS_MPI_FOUND TRUE)
  endif()
endif()
