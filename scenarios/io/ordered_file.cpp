#include "scenarios/io/ordered_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace plethos::scenarios {
namespace {

constexpr haddr_t page = 4096;  // any kernel copies at least this much without a look at pending signals
constexpr haddr_t maximum_address = (haddr_t{1} << 62) - 1;
constexpr std::uint64_t quarantine = 8;  // flushes, that is, some 16 seconds of a running simulation

OrderedFile::Observer& observer() {
  static OrderedFile::Observer instance;
  return instance;
}

/// Returns the level of a node of a version 1 B-tree, zero for a leaf, and -1 for any other block.
int tree_level(std::span<const std::byte> block) {
  if (block.size() < 8 || std::memcmp(block.data(), "TREE", 4) != 0) return -1;
  return std::to_integer<int>(block[5]);
}

herr_t status(bool success) { return success ? 0 : -1; }

}  // namespace

const H5FD_class_t& OrderedFile::driver_class() {
  static const H5FD_class_t instance = [] {
    H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
    driver.version = H5FD_CLASS_VERSION;
    driver.value = static_cast<H5FD_class_value_t>(600);
#endif
    driver.name = "plethos_ordered";
    driver.maxaddr = maximum_address;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.open = &OrderedFile::open;
    driver.close = [](H5FD_t* file) {
      OrderedFile* ordered = static_cast<OrderedFile*>(file);
      const bool committed = ordered->commit();
      const bool closed = ::close(ordered->descriptor_) == 0;
      delete ordered;
      return status(committed && closed);
    };
    driver.query = [](const H5FD_t*, unsigned long* flags) {
      if (flags != nullptr) *flags = H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
      return status(true);
    };
    driver.alloc = [](H5FD_t* file, H5FD_mem_t type, hid_t, hsize_t size) { return static_cast<OrderedFile*>(file)->allocate(type, size); };
    driver.free = [](H5FD_t*, H5FD_mem_t, hid_t, haddr_t, hsize_t) { return status(true); };
    driver.get_eoa = [](const H5FD_t* file, H5FD_mem_t) { return static_cast<const OrderedFile*>(file)->high_water_; };
    driver.set_eoa = [](H5FD_t* file, H5FD_mem_t, haddr_t address) {
      // The end never moves down. The file as last flushed may refer to anything below it.
      OrderedFile* ordered = static_cast<OrderedFile*>(file);
      ordered->high_water_ = std::max(ordered->high_water_, address);
      return status(true);
    };
    driver.get_eof = [](const H5FD_t* file, H5FD_mem_t) {
      const OrderedFile* ordered = static_cast<const OrderedFile*>(file);
      return std::max(ordered->size_, ordered->high_water_);
    };
    driver.get_handle = [](H5FD_t* file, hid_t, void** handle) {
      *handle = static_cast<OrderedFile*>(file);
      return status(true);
    };
    driver.read = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size, void* buffer) {
      return status(static_cast<OrderedFile*>(file)->read(address, {static_cast<std::byte*>(buffer), size}));
    };
    driver.write = [](H5FD_t* file, H5FD_mem_t type, hid_t, haddr_t address, size_t size, const void* buffer) {
      return status(static_cast<OrderedFile*>(file)->write(type, address, {static_cast<const std::byte*>(buffer), size}));
    };
    driver.flush = [](H5FD_t* file, hid_t, hbool_t) { return status(static_cast<OrderedFile*>(file)->commit()); };
    const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(map), std::end(map), driver.fl_map);
    return driver;
  }();
  return instance;
}

hid_t OrderedFile::access_properties() {
  static const hid_t driver = H5FDregister(&driver_class());
  const hid_t properties = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_driver(properties, driver, nullptr);
  H5Pset_libver_bounds(properties, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
  H5Pset_fclose_degree(properties, H5F_CLOSE_STRONG);
  return properties;
}

OrderedFile& OrderedFile::of(hid_t file) {
  void* handle = nullptr;
  H5Fget_vfd_handle(file, H5P_DEFAULT, &handle);
  return *static_cast<OrderedFile*>(handle);
}

void OrderedFile::observe(Observer new_observer) { observer() = std::move(new_observer); }

H5FD_t* OrderedFile::open(const char* name, unsigned flags, hid_t, haddr_t) {
  // Readers use HDF5's own driver.
  if ((flags & H5F_ACC_RDWR) == 0) return nullptr;
  const bool creates = (flags & H5F_ACC_TRUNC) != 0;
  const int descriptor = ::open(name, O_RDWR | O_CLOEXEC | (creates ? O_CREAT | O_TRUNC : 0), 0666);
  if (descriptor < 0) return nullptr;
  OrderedFile* const file = new OrderedFile(descriptor);
  // What lies behind the last flush is left as it is: nothing refers to it.
  struct stat found {};
  if (!creates && ::fstat(descriptor, &found) == 0) {
    file->size_ = file->high_water_ = file->committed_ = static_cast<haddr_t>(found.st_size);
  }
  return file;
}

bool OrderedFile::sync() {
  if (stopped() || ::fsync(descriptor_) == 0) return true;
  error_ = errno;
  return false;
}

void OrderedFile::release(haddr_t address, hsize_t size) { released_.push_back({flushes_, address, size}); }

haddr_t OrderedFile::allocate(H5FD_mem_t type, hsize_t size) {
  if (type == H5FD_MEM_DRAW && !aligns_next_) {
    for (Released& hole : released_) {
      if (hole.flush + quarantine > flushes_) break;
      if (hole.size < size) continue;
      const haddr_t address = hole.address;
      hole.address += size;
      hole.size -= size;
      if (hole.size == 0) std::erase_if(released_, [](const Released& released) { return released.size == 0; });
      return address;
    }
  }
  haddr_t address = high_water_;
  const bool aligns = type == H5FD_MEM_DRAW && std::exchange(aligns_next_, false);
  if (aligns && address % page != 0) address += page - address % page;
  if (type != H5FD_MEM_DRAW && size <= page && address % page + size > page) address += page - address % page;
  high_water_ = address + size;
  return address;
}

bool OrderedFile::read(haddr_t address, std::span<std::byte> bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(address + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(done), bytes.end(), std::byte{0});
  auto block = held_.upper_bound(address);
  if (block != held_.begin()) --block;
  for (; block != held_.end() && block->first < address + bytes.size(); ++block) {
    const haddr_t first = std::max(block->first, address);
    const haddr_t last = std::min(block->first + block->second.size(), address + bytes.size());
    if (first < last) std::memcpy(bytes.data() + (first - address), block->second.data() + (first - block->first), last - first);
  }
  return true;
}

bool OrderedFile::write(H5FD_mem_t type, haddr_t address, std::span<const std::byte> bytes) {
  if (type != H5FD_MEM_DRAW) {
    hold(address, bytes);
    return true;
  }
  return stopped() || put(address, bytes);
}

/// Keeps the blocks of held_ apart: a write that overlaps blocks becomes one block with them.
void OrderedFile::hold(haddr_t address, std::span<const std::byte> bytes) {
  haddr_t first = address;
  haddr_t last = address + bytes.size();
  auto begin = held_.upper_bound(address);
  if (begin != held_.begin() && std::prev(begin)->first + std::prev(begin)->second.size() > address) --begin;
  auto end = begin;
  for (; end != held_.end() && end->first < address + bytes.size(); ++end) {
    first = std::min(first, end->first);
    last = std::max(last, end->first + end->second.size());
  }
  std::vector<std::byte> merged(last - first);
  for (auto block = begin; block != end; ++block) {
    std::copy(block->second.begin(), block->second.end(), merged.begin() + static_cast<std::ptrdiff_t>(block->first - first));
  }
  std::copy(bytes.begin(), bytes.end(), merged.begin() + static_cast<std::ptrdiff_t>(address - first));
  held_.erase(begin, end);
  held_.emplace(first, std::move(merged));
}

bool OrderedFile::commit() {
  if (stopped()) return true;
  if (!extend(high_water_)) return false;

  using Block = const std::pair<const haddr_t, std::vector<std::byte>>*;
  std::vector<Block> changed;
  for (const auto& block : held_) {
    if (block.first < committed_) {
      changed.push_back(&block);
    } else if (!put(block.first, block.second)) {
      return false;
    }
  }
  // The order is: the superblock at 0, then index nodes from the root down, then object headers by address. A node loses entries only to
  // new siblings on its right, so old nodes below a new parent still hold everything that the parent sends there.
  const auto rank = [](Block block) {
    const int level = tree_level(block->second);
    return block->first == 0 ? -256 : level >= 0 ? -level : 1;
  };
  std::stable_sort(changed.begin(), changed.end(), [&](Block a, Block b) { return rank(a) < rank(b); });
  for (const Block block : changed) {
    if (!put(block->first, block->second)) return false;
  }
  held_.clear();
  committed_ = high_water_;
  ++flushes_;
  return true;
}

bool OrderedFile::put(haddr_t address, std::span<const std::byte> bytes) {
  if (observer()) observer()({address, bytes});
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(address));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error_ = count == 0 ? ENOSPC : errno;
      return false;
    }
    address += static_cast<haddr_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  size_ = std::max(size_, address);
  return true;
}

bool OrderedFile::extend(haddr_t size) {
  if (size <= size_) return true;
  if (observer()) observer()({size, {}});
  while (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) {
    if (errno == EINTR) continue;
    error_ = errno;
    return false;
  }
  size_ = size;
  return true;
}

}  // namespace plethos::scenarios
