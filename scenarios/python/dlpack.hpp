#pragma once

#include <cstdint>

// What DLPack 1.1 says that one library gives another of an array (dmlc.github.io/dlpack): the layout of these structures is its binary
// interface, in a capsule called "dltensor", or from version 1 on "dltensor_versioned".

namespace plethos::python {

/// The host's memory; a GPU's is backends::device_array_kind().
inline constexpr std::int32_t dl_host = 1;
enum class DlCode : std::uint8_t { integer = 0, real = 2 };

struct DlDevice {
  std::int32_t kind;
  std::int32_t number;
};

struct DlType {
  DlCode code;
  std::uint8_t bits;
  std::uint16_t lanes;
};

struct DlTensor {
  void* data;
  DlDevice device;
  std::int32_t dimensions;
  DlType type;
  std::int64_t* shape;
  std::int64_t* strides;  // elements; null: rows lie one after the other
  std::uint64_t byte_offset;
};

struct DlManagedTensor {
  DlTensor tensor;
  void* context;
  void (*destroy)(DlManagedTensor*);
};

struct DlVersion {
  std::uint32_t major, minor;
};

inline constexpr std::uint64_t dl_read_only = 1;

struct DlManagedTensorVersioned {
  DlVersion version;
  void* context;
  void (*destroy)(DlManagedTensorVersioned*);
  std::uint64_t flags;
  DlTensor tensor;
};

}  // namespace plethos::python
