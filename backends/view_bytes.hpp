#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstring>
#include <vector>

#include "core/error.hpp"

namespace plethos::backends {

/// Appends the bytes of a view without gaps to `bytes`.
template <class View>
void append_bytes(const View& view, std::vector<std::byte>& bytes) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  const std::size_t before = bytes.size();
  bytes.resize(before + host.size() * sizeof(typename View::value_type));
  if (host.size() > 0) std::memcpy(bytes.data() + before, host.data(), bytes.size() - before);
}

/// Fills a view with the bytes that append_bytes() took from a view of the same shape. They begin at `at`, and `at` moves beyond them.
/// Errors: InputError if there are too few bytes.
template <class View>
void take_bytes(const std::vector<std::byte>& bytes, std::size_t& at, const View& view) {
  const auto host = Kokkos::create_mirror_view(view);
  const std::size_t size = host.size() * sizeof(typename View::value_type);
  if (bytes.size() < at + size) {
    throw InputError("snapshot: found " + std::to_string(bytes.size()) + " bytes of what agents remember, expected " +
                     std::to_string(at + size) + ": it is of another scenario or of other methods");
  }
  if (size > 0) std::memcpy(static_cast<void*>(host.data()), bytes.data() + at, size);
  at += size;
  Kokkos::deep_copy(view, host);
}

}  // namespace plethos::backends
