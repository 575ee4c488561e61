#pragma once

#include <exception>
#include <functional>

#include "core/error.hpp"

namespace plethos::cli {

/// The last parts of a command's work, which keep its results. Each is tried, even if one before it has failed.
class Attempts {
 public:
  /// Calls a part. Its Error is kept, if it is the first. Returns whether there was none.
  bool operator()(const std::function<void()>& part) {
    try {
      part();
    } catch (const Error&) {
      if (!first_) first_ = std::current_exception();
      return false;
    }
    return true;
  }
  /// Throws the first Error.
  void finish() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::exception_ptr first_;
};

}  // namespace plethos::cli
