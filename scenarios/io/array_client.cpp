#include "scenarios/io/array_client.hpp"

#include <cmath>

#include "core/error.hpp"
#include "scenarios/io/array_file.hpp"

namespace plethos::scenarios {
namespace {

constexpr double largest_recorded_coordinate = 1e12;  // m

/// A request to the child: for rows of an array or for the summary.
struct Request {
  std::uint64_t wants_summary, array, first, count;
};

std::string pack_summary(const ArrayFile& file) {
  Packer packer;
  packer.number(std::uint64_t{file.arrays()});
  for (std::size_t array = 0; array < file.arrays(); ++array) {
    packer.number(file.count(array));
    packer.number(std::uint64_t{file.columns(array)});
  }
  packer.number(std::uint64_t{file.attributes().size()});
  for (const auto& [name, value] : file.attributes()) {
    packer.text(name);
    packer.text(value);
  }
  packer.text(file.more());
  return packer.take();
}

/// Returns the work of the child.
ChildServer::Serve reading(const OpenArrays& open) {
  return [open, file = std::shared_ptr<ArrayFile>()](const std::string& bytes) mutable {
    Request request{};
    if (bytes.size() == sizeof request) std::memcpy(&request, bytes.data(), sizeof request);
    if (!file) file = open();
    return request.wants_summary != 0 ? pack_summary(*file) : file->read(request.array, request.first, request.count);
  };
}

}  // namespace

ArrayClient::ArrayClient(const std::string& path, const OpenArrays& open) : path_(path), child_(reading(open), {}) { read_summary(); }

void ArrayClient::fail(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

std::string ArrayClient::ask(std::uint64_t wants_summary, std::uint64_t array, std::uint64_t first, std::uint64_t count) {
  const Request request{wants_summary, array, first, count};
  try {
    return child_.ask({reinterpret_cast<const char*>(&request), sizeof request});
  } catch (const ChildLost& lost) {
    fail(std::string("damaged: the process that reads it ") + lost.what());
  }
}

void ArrayClient::read_summary() {
  Unpacker unpacker(ask(1, 0, 0, 0));
  try {
    for (auto n = unpacker.number<std::uint64_t>(); n > 0; --n) {
      const auto rows = unpacker.number<std::uint64_t>();
      shapes_.push_back({rows, unpacker.number<std::uint64_t>()});
    }
    for (auto n = unpacker.number<std::uint64_t>(); n > 0; --n) {
      std::string name = unpacker.text();
      attributes_.emplace_back(std::move(name), unpacker.text());
    }
    more_ = Unpacker(unpacker.text());
  } catch (const ChildLost& lost) {
    fail(std::string("damaged: the process that reads it ") + lost.what());
  }
}

bool is_place(double x, double y) { return std::abs(x) <= largest_recorded_coordinate && std::abs(y) <= largest_recorded_coordinate; }

bool are_places(const std::vector<Vec2>& points) {
  return std::all_of(points.begin(), points.end(), [](Vec2 p) { return is_place(p.x, p.y); });
}

std::vector<std::vector<Vec2>> read_outlines(ArrayClient& file, std::size_t vertices, std::size_t sizes, const char* name,
                                             std::size_t least) {
  const auto points = file.fetch<Vec2>(vertices);
  if (!are_places(points)) file.fail("damaged: a vertex is not finite");
  std::vector<std::vector<Vec2>> outlines;
  std::size_t first = 0;
  for (const std::uint32_t size : file.fetch<std::uint32_t>(sizes)) {
    if (size < least || size > points.size() - first) file.fail("damaged: '" + std::string(name) + "' does not fit the vertices");
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
    outlines.emplace_back(begin, begin + size);
    first += size;
  }
  return outlines;
}

}  // namespace plethos::scenarios
