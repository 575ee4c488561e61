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

/// An HDF5 file driver. Any reader can open its file even if the writer was killed at any moment. The file then holds what the last
/// H5Fflush or H5Fclose made complete.
///
/// HDF5 changes its bookkeeping (superblock, index nodes, object headers) in place and in no safe order. This driver writes raw data at
/// once, but holds bookkeeping in memory until a flush. It then writes it so that each single write leaves a valid file. New blocks come
/// first, to which nothing refers yet; then the superblock with the greater end of file; then index nodes from the root down; and last the
/// object headers, whose dimensions make the new rows visible. A block that is changed in place lies within one page, so the kernel writes
/// all of it or nothing.
///
/// The driver requires three things:
/// - The file space strategy is NONE, so that HDF5 reuses no space by itself.
/// - The chunk index is the B-tree of version 1 (the result of `libver` EARLIEST), whose nodes fit into a page.
/// - No raw data is overwritten. A chunk that changes is written with another length, so HDF5 moves it. Data sets that are only appended to
///   comply.
///
/// It opens files that it has written, too, and goes on from their last flush.
class OrderedFile : public H5FD_t {
 public:
  /// Returns a file access property list with this driver. The caller closes it.
  static hid_t access_properties();
  /// Returns the driver of an open HDF5 file that was created with access_properties().
  static OrderedFile& of(hid_t file);

  /// Returns the errno of the first write that failed, or zero. After a failure the driver writes nothing more but reports success to HDF5,
  /// so that HDF5 can still close. The file stays as it was after the last successful write, which is a valid one.
  int error() const { return error_; }
  /// Waits until what was written is on the disk. Returns whether it is.
  bool sync();
  /// Stops all writing, as after an error.
  void abandon() { abandoned_ = true; }

  /// Takes back space to which the next flush leaves no reference. It is reused for raw data after some further flushes, because a reader
  /// that opened the file before may still look there.
  void release(haddr_t address, hsize_t size);

  /// Lets the next raw data begin at a multiple of 4 KiB, for processes that write parts of it without HDF5 and share no page.
  void align_next() { aligns_next_ = true; }

  /// One change of the file as the kernel sees it: bytes at an offset, or, without bytes, a new size of the file.
  struct PhysicalWrite {
    std::uint64_t offset;
    std::span<const std::byte> bytes;
  };
  using Observer = std::function<void(const PhysicalWrite&)>;
  /// Calls `observer` before each change of a file by this driver. Tests use it to inject faults. An empty one ends that.
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
  bool abandoned_ = false, aligns_next_ = false;
  haddr_t high_water_ = 0;  // beyond all space that was ever handed out
  haddr_t committed_ = 0;   // high_water_ at the last commit: blocks below are changed in place
  haddr_t size_ = 0;        // of the file on disk
  std::uint64_t flushes_ = 0;
  std::map<haddr_t, std::vector<std::byte>> held_;
  std::deque<Released> released_;
};

}  // namespace plethos::scenarios
