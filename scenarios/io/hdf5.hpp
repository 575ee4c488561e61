#pragma once

#include <hdf5.h>

#include <utility>

namespace plethos::scenarios::hdf5 {

/// Owns one HDF5 identifier and closes it with `Close`. An identifier below zero is empty.
template <herr_t (*Close)(hid_t)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() { reset(); }

  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  /// Closes the identifier now. Returns whether that succeeded.
  bool reset() { return id_ < 0 || Close(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_ = -1;
};

using File = Handle<H5Fclose>;
using Group = Handle<H5Gclose>;
using Dataset = Handle<H5Dclose>;
using Attribute = Handle<H5Aclose>;
using Datatype = Handle<H5Tclose>;
using Dataspace = Handle<H5Sclose>;
using Properties = Handle<H5Pclose>;

/// Keeps HDF5 from printing its error stack on stderr while it lives.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Return the types of numbers in memory.
inline Datatype byte_number() { return Datatype(H5Tcopy(H5T_NATIVE_UINT8)); }
inline Datatype unsigned_number() { return Datatype(H5Tcopy(H5T_NATIVE_UINT32)); }
inline Datatype int_number() { return Datatype(H5Tcopy(H5T_NATIVE_INT32)); }
inline Datatype unsigned_long_number() { return Datatype(H5Tcopy(H5T_NATIVE_UINT64)); }
inline Datatype long_number() { return Datatype(H5Tcopy(H5T_NATIVE_INT64)); }
inline Datatype float_number() { return Datatype(H5Tcopy(H5T_NATIVE_FLOAT)); }
inline Datatype double_number() { return Datatype(H5Tcopy(H5T_NATIVE_DOUBLE)); }

/// Returns the type of UTF-8 text of any length.
inline Datatype text_type() {
  Datatype type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

}  // namespace plethos::scenarios::hdf5
