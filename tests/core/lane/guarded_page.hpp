#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>

namespace plethos::tests {

/// A page of memory. Whoever touches what lies before or behind it is killed.
class GuardedPage {
 public:
  GuardedPage() {
    void* const pages = ::mmap(nullptr, 3 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::runtime_error("mmap: no memory");
    pages_ = static_cast<std::byte*>(pages);
    if (::mprotect(pages_ + size_, size_, PROT_READ | PROT_WRITE) != 0) {
      ::munmap(pages_, 3 * size_);
      throw std::runtime_error("mprotect: no access");
    }
  }
  ~GuardedPage() { ::munmap(pages_, 3 * size_); }
  GuardedPage(const GuardedPage&) = delete;
  GuardedPage& operator=(const GuardedPage&) = delete;

  template <class T>
  T* begin() const {
    return reinterpret_cast<T*>(pages_ + size_);
  }
  template <class T>
  T* end() const {
    return reinterpret_cast<T*>(pages_ + 2 * size_);
  }

 private:
  std::size_t size_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::byte* pages_ = nullptr;
};

}  // namespace plethos::tests
