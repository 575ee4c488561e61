#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <vector>

namespace plethos::scenarios {

/// An HDF5 file driver whose file any reader can open after the writer was killed at any moment: it then holds what the last
/// H5Fflush or H5Fclose made complete.
///
/// HDF5 changes its bookkeeping (superblock, index nodes, object headers) in place and in no safe order. This driver lets raw data
/// through at once, but holds bookkeeping in memory until a flush, and writes it then so that each single write leaves a valid file:
/// new blocks first, which nothing refers to yet, then the superblock with the greater end of file, then index nodes from the root
/// down, and last the object headers, whose dimensions make the new rows visible. A block that is changed in place lies within one
/// page, so that the kernel writes all of it or nothing.
///
/// It asks for three things: file space strategy NONE, so that HDF5 reuses no space by itself; the B-tree of version 1 as chunk
/// index (what `libver` EARLIEST gives), whose nodes fit into a page; and that no raw data is overwritten (a chunk that changes is
/// written with another length, which makes HDF5 move it). Raw data of data sets that are only appended meets the last one.
class OrderedFile : public H5FD_t {
 public:
  /// A file access property list that uses this driver; the caller closes it.
  static hid_t access_properties();
  /// The driver of an open HDF5 file that was created with access_properties().
  static OrderedFile& of(hid_t file);

  /// The errno of the first write that failed; zero if none did. After it nothing is written anymore, though HDF5 is told that it
  /// were, so that it can still close: the file stays as it was after the last write that succeeded, which is a valid one.
  int error() const { return error_; }
  /// Writes nothing anymore, as after an error.
  void abandon() { abandoned_ = true; }

  /// Gives space that the next flush will leave without a reference back for raw data, after some further flushes: a reader that
  /// opened the file before may still look there.
  void release(haddr_t address, hsize_t size);

  /// One change of the file as the kernel sees it: bytes at an offset, or, with no bytes, a new size of the file.
  struct PhysicalWrite {
    std::uint64_t offset;
    std::span<const std::byte> bytes;
  };
  using Observer = std::function<void(const PhysicalWrite&)>;
  /// Calls `observer` before each change of a file by this driver; for tests that inject faults. Empty: nobody.
  static void observe(Observer observer);

 private:
  struct Released {
    std::uint64_t flush;
    haddr_t address;
    hsize_t size;
  };

  explicit OrderedFile(int descriptor) : H5FD_t{}, descriptor_(descriptor) {}
  static const H5FD_class_t& driver_class();
  static H5FD_t* open(const char* name, unsigned flags, hid_t properties, haddr_t maximum);
  haddr_t allocate(H5FD_mem_t type, hsize_t size);
  bool read(haddr_t address, std::span<std::byte> bytes) const;
  bool write(H5FD_mem_t type, haddr_t address, std::span<const std::byte> bytes);
  void hold(haddr_t address, std::span<const std::byte> bytes);
  bool stopped() const { return abandoned_ || error_ != 0; }
  bool commit();
  bool put(haddr_t address, std::span<const std::byte> bytes);
  bool extend(haddr_t size);

  int descriptor_;
  int error_ = 0;
  bool abandoned_ = false;
  haddr_t high_water_ = 0;  // beyond all space that was ever handed out
  haddr_t committed_ = 0;   // high_water_ at the last commit: blocks below are changed in place
  haddr_t size_ = 0;        // of the file on disk
  std::uint64_t flushes_ = 0;
  std::map<haddr_t, std::vector<std::byte>> held_;
  std::deque<Released> released_;
};

}  // namespace plethos::scenarios
