# Compiles for 64-bit ARM on another machine: with Debian's cross compiler and a folder of ARM's libraries (PLETHOS_SYSROOT); what is compiled
# runs by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
# The compiler's trials see no cache variables but these.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLETHOS_SYSROOT)
set(PLETHOS_SYSROOT "$ENV{PLETHOS_SYSROOT}" CACHE PATH "A folder with Debian's libraries of 64-bit ARM")
set(CMAKE_SYSROOT "${PLETHOS_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-aarch64;-L;${PLETHOS_SYSROOT}")
set(ENV{PKG_CONFIG_LIBDIR} "${PLETHOS_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${PLETHOS_SYSROOT}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${PLETHOS_SYSROOT}")
