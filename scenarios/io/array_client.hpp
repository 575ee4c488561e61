#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/vec2.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/io/child_server.hpp"
#include "scenarios/io/packing.hpp"

namespace plethos::scenarios {

class ArrayFile;

/// Opens a file in the child process.
using OpenArrays = std::function<std::shared_ptr<ArrayFile>()>;

/// Reads the arrays of a file in a process of its own, which gets 2 s of the processor for each million rows, and 768 MB. Errors:
/// InputError that names the file and its fault, also if that process ended; MachineError if the process cannot be started.
class ArrayClient {
 public:
  ArrayClient(const std::string& path, const OpenArrays& open);

  const std::string& path() const { return path_; }
  Attributes& attributes() { return attributes_; }
  /// Returns the number of rows of an array, and of numbers in a row (0: it has one dimension).
  std::uint64_t count(std::size_t array) const { return shapes_[array].rows; }
  std::uint64_t columns(std::size_t array) const { return shapes_[array].columns; }
  /// Returns what else the file holds (ArrayFile::more()).
  Unpacker& more() { return more_; }
  /// Returns rows of an array. `Row` lies in memory as ArrayInfo says.
  template <class Row>
  std::vector<Row> fetch(std::size_t array, std::uint64_t first, std::uint64_t count) {
    static_assert(std::is_trivially_copyable_v<Row>);
    std::vector<Row> result;
    result.reserve(count);
    for (std::uint64_t done = 0; done < count;) {
      const std::uint64_t rows = std::min(rows_of_request, count - done);
      add<Row>(array, first + done, rows, rows, result);
      done += rows;
    }
    return result;
  }
  template <class Row>
  std::vector<Row> fetch(std::size_t array) {
    return fetch<Row>(array, 0, count(array));
  }
  /// Returns the numbers of an array of two dimensions, row by row.
  template <class Number>
  std::vector<Number> fetch_table(std::size_t array) {
    std::vector<Number> result;
    result.reserve(count(array) * columns(array));
    const std::uint64_t step = std::max<std::uint64_t>(1, rows_of_request / std::max<std::uint64_t>(1, columns(array)));
    for (std::uint64_t done = 0; done < count(array);) {
      const std::uint64_t rows = std::min(step, count(array) - done);
      add<Number>(array, done, rows, rows * columns(array), result);
      done += rows;
    }
    return result;
  }
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  struct Shape {
    std::uint64_t rows, columns;
  };
  static constexpr std::uint64_t rows_of_request = std::uint64_t{1} << 20;

  std::string ask(std::uint64_t wants_summary, std::uint64_t array, std::uint64_t first, std::uint64_t count);
  void read_summary();
  template <class Element>
  void add(std::size_t array, std::uint64_t first, std::uint64_t rows, std::uint64_t elements, std::vector<Element>& result) {
    const std::string bytes = ask(0, array, first, rows);
    if (bytes.size() != elements * sizeof(Element)) fail("damaged: the process that reads it gave an answer without sense");
    const std::size_t before = result.size();
    result.resize(before + elements);
    std::memcpy(result.data() + before, bytes.data(), bytes.size());
  }

  std::string path_;
  ChildServer child_;
  Attributes attributes_;
  std::vector<Shape> shapes_;
  Unpacker more_{""};
};

/// Returns whether a coordinate may stand in a file: it is finite and at most 1e12 m from the origin, so that its square is a float32.
bool is_place(double x, double y);
bool are_places(const std::vector<Vec2>& points);

/// Returns the outlines of an array of vertices, each with at least `least` of them. `sizes` is the array of their numbers, called `name`.
/// Errors: as ArrayClient, and InputError for vertices that are no places.
std::vector<std::vector<Vec2>> read_outlines(ArrayClient& file, std::size_t vertices, std::size_t sizes, const char* name,
                                             std::size_t least);

}  // namespace plethos::scenarios
