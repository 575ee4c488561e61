#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace plethos {

/// A vector whose copies share their elements until one of them is changed. It is read as a std::vector is. Different copies can be read
/// and changed from several threads, and one copy can be read from several.
template <class T>
class SharedVector {
 public:
  using value_type = T;

  SharedVector() = default;
  SharedVector(std::vector<T> elements) : elements_(std::make_shared<std::vector<T>>(std::move(elements))) {}
  SharedVector(std::initializer_list<T> elements) : SharedVector(std::vector<T>(elements)) {}

  operator const std::vector<T>&() const { return all(); }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const T* data() const { return all().data(); }
  const T& operator[](std::size_t i) const { return all()[i]; }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  friend bool operator==(const SharedVector& a, const SharedVector& b) { return a.elements_ == b.elements_ || a.all() == b.all(); }

  /// Returns the elements to be changed, in memory that no copy shares. Cost: a copy of them if some do.
  std::vector<T>& own() {
    if (elements_ == nullptr) {
      elements_ = std::make_shared<std::vector<T>>();
    } else if (elements_.use_count() > 1) {
      elements_ = std::make_shared<std::vector<T>>(*elements_);
    } else {
      // Others may have read it in other threads until now.
      std::atomic_thread_fence(std::memory_order_acquire);
    }
    return *elements_;
  }
  void push_back(const T& element) { own().push_back(element); }
  void reserve(std::size_t count) { own().reserve(count); }
  void clear() { elements_ = nullptr; }

 private:
  const std::vector<T>& all() const {
    static const std::vector<T> none;
    return elements_ ? *elements_ : none;
  }

  std::shared_ptr<std::vector<T>> elements_;
};

}  // namespace plethos
