#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "scenarios/io/child_server.hpp"

namespace plethos::scenarios {

/// Packs numbers and texts one after the other.
class Packer {
 public:
  template <class Number>
  void number(Number value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(const std::string& value) {
    number(std::uint64_t{value.size()});
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Unpacks them. It throws ChildLost if there are fewer bytes than they claim.
class Unpacker {
 public:
  explicit Unpacker(std::string bytes) : bytes_(std::move(bytes)) {}
  template <class Number>
  Number number() {
    Number value{};
    std::memcpy(&value, next(sizeof value), sizeof value);
    return value;
  }
  bool is_empty() const { return bytes_.empty(); }
  bool is_at_end() const { return place_ == bytes_.size(); }
  std::string text() {
    const auto size = number<std::uint64_t>();
    const char* begin = next(size);
    return {begin, begin + size};
  }

 private:
  const char* next(std::uint64_t count) {
    if (count > bytes_.size() - place_) throw ChildLost("gave an answer without sense");
    place_ += count;
    return bytes_.data() + (place_ - count);
  }

  std::string bytes_;
  std::size_t place_ = 0;
};

}  // namespace plethos::scenarios
