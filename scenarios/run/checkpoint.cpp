#include "scenarios/run/checkpoint.hpp"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <future>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/distribution/slabs.hpp"
#include "backends/ranks/agree.hpp"
#include "core/error.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::scenarios {
namespace {

static_assert(distribution::Slabs::block % rows_of_digest == 0, "a digest is of rows of one rank");

/// An open file, whose parts are read and written at their places. Functions return 0, or the errno of what failed.
class Descriptor {
 public:
  Descriptor(const std::string& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC)), error_(descriptor_ < 0 ? errno : 0) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int error() const { return error_; }
  int write(std::span<const std::byte> bytes, std::uint64_t at) const {
    const int error = each_part(bytes, at, [&](auto part, auto place) { return ::pwrite(descriptor_, part.data(), part.size(), place); });
    // The disk begins while more is written, so that less is left to sync(), which reports what goes wrong.
    if (error == 0)
      static_cast<void>(::sync_file_range(descriptor_, static_cast<off_t>(at), static_cast<off_t>(bytes.size()), SYNC_FILE_RANGE_WRITE));
    return error;
  }
  int read(std::span<std::byte> bytes, std::uint64_t at) const {
    return each_part(bytes, at, [&](auto part, auto place) { return ::pread(descriptor_, part.data(), part.size(), place); });
  }
  /// Lets the system set aside room for so many bytes, if the file system can do that.
  int claim(std::uint64_t bytes) const {
    if (::fallocate(descriptor_, 0, 0, static_cast<off_t>(bytes)) == 0) return 0;
    return errno == EOPNOTSUPP || errno == ENOSYS || errno == EINTR || errno == EINVAL ? 0 : errno;
  }
  int sync() const { return ::fsync(descriptor_) == 0 ? 0 : errno; }

 private:
  template <class Bytes, class Transfer>
  static int each_part(Bytes bytes, std::uint64_t at, const Transfer& transfer) {
    while (!bytes.empty()) {
      const ssize_t done = transfer(bytes, static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return done < 0 ? errno : EIO;
      bytes = bytes.subspan(static_cast<std::size_t>(done));
      at += static_cast<std::uint64_t>(done);
    }
    return 0;
  }

  int descriptor_, error_;
};

/// Returns the digests of rows, the first of which begins one.
std::vector<std::uint64_t> digests_of(std::span<const std::uint32_t> rows, std::size_t row_words) {
  const std::size_t words = row_words * static_cast<std::size_t>(rows_of_digest);
  std::vector<std::uint64_t> digests;
  for (std::size_t at = 0; at < rows.size(); at += words) {
    const auto part = rows.subspan(at, std::min(words, rows.size() - at));
    digests.push_back(XXH3_64bits(part.data(), part.size_bytes()));
  }
  return digests;
}

std::uint64_t digest_of(std::span<const std::uint32_t> words) { return XXH3_64bits(words.data(), words.size_bytes()); }

/// Writes the rows of a slab while the next ones are gathered.
class RowWriter {
 public:
  /// One thread copies rows into the system's memory more slowly than disks take them from there.
  static constexpr std::size_t writers = 4;

  RowWriter(const Descriptor& file, const FilePart& part, std::int64_t row_words) : file_(file), part_(part), row_words_(row_words) {}

  void take(std::int64_t first, std::span<const std::uint32_t> rows) {
    finish();
    if (error_ != 0 || rows.empty()) return;
    writing_.push_back(std::async(std::launch::async, [this, rows] {
      for (const std::uint64_t digest : digests_of(rows, static_cast<std::size_t>(row_words_))) digests_.push_back(digest);
      return 0;
    }));
    const auto bytes = std::as_bytes(rows);
    const std::uint64_t place = part_.first + static_cast<std::uint64_t>(4 * row_words_ * first);
    const std::size_t most = bytes.size() / writers + 1;
    for (std::size_t at = 0; at < bytes.size(); at += most) {
      const auto part = bytes.subspan(at, std::min(most, bytes.size() - at));
      writing_.push_back(std::async(std::launch::async, [this, part, at = place + at] { return file_.write(part, at); }));
    }
  }
  /// Returns the errno of the first write that failed, or 0.
  int finish() {
    for (std::future<int>& part : std::exchange(writing_, {})) {
      const int error = part.get();
      if (error_ == 0) error_ = error;
    }
    return error_;
  }
  std::span<const std::uint64_t> digests() const { return digests_; }

 private:
  const Descriptor& file_;
  FilePart part_;
  std::int64_t row_words_;
  std::vector<std::uint64_t> digests_;
  std::vector<std::future<int>> writing_;
  int error_ = 0;
};

std::string who(const backends::Ranks& ranks) { return ranks.alone() ? "" : "rank " + std::to_string(ranks.rank()) + ": "; }

[[noreturn]] void fail(const backends::Ranks& ranks, const std::string& place, const std::string& what, int error) {
  throw MachineError(who(ranks) + place + ": " + what + ": " + std::strerror(error));
}

/// What all ranks know of a checkpoint that rank 0 has created.
struct BegunCheckpoint {
  CheckpointHeader header;  // rank 0 alone knows where its parts lie
  std::string place, temporary;
  FilePart rows;
};

BegunCheckpoint begin_checkpoint(const backends::Ranks& ranks, OutputFile* output, const Attributes& identity,
                                 simulation::Simulation& simulation) {
  BegunCheckpoint begun;
  begun.header.identity = identity;
  begun.header.version = version();
  begun.header.crowd = simulation.checkpointing().save();
  begun.header.planner_digest = digest_of(begun.header.crowd.of_planner);
  std::string told;
  backends::on_rank_0(ranks, [&] {
    output->begin();
    try {
      create_checkpoint(output->temporary(), begun.header);
    } catch (const MachineError& error) {
      throw MachineError(output->place() + ": " + error.what());
    }
    Packer bytes;
    bytes.text(output->place());
    bytes.text(output->temporary());
    bytes.number(begun.header.rows);
    told = bytes.take();
  });
  backends::broadcast(ranks, told);
  Unpacker bytes(told);
  begun.place = bytes.text();
  begun.temporary = bytes.text();
  begun.rows = bytes.number<FilePart>();
  return begun;
}

void require_open(const backends::Ranks& ranks, const BegunCheckpoint& begun, const Descriptor& file) {
  backends::agree(ranks, [&] {
    if (file.error() != 0) fail(ranks, begun.place, "cannot be opened; all ranks need to see this file", file.error());
  });
}

}  // namespace

void try_checkpoint(const backends::Ranks& ranks, OutputFile* output, const Attributes& identity, simulation::Simulation& simulation) {
  const BegunCheckpoint begun = begin_checkpoint(ranks, output, identity, simulation);
  const Descriptor file(begun.temporary, O_WRONLY);
  require_open(ranks, begun, file);
  backends::on_rank_0(ranks, [&] {
    if (const int error = file.claim(begun.rows.first + begun.rows.bytes); error != 0) fail(ranks, begun.place, "cannot be written", error);
    output->begin();
  });
}

std::future<void> write_checkpoint(const backends::Ranks& ranks, OutputFile* output, const Attributes& identity,
                                   simulation::Simulation& simulation) {
  const BegunCheckpoint begun = begin_checkpoint(ranks, output, identity, simulation);
  const CheckpointHeader& header = begun.header;
  const Descriptor file(begun.temporary, O_WRONLY);
  require_open(ranks, begun, file);
  RowWriter writer(file, begun.rows, simulation::words_of(header.crowd.fields));
  simulation.checkpointing().save([&](std::int64_t first, std::span<const std::uint32_t> part) { writer.take(first, part); });
  backends::agree(ranks, [&] {
    if (const int error = writer.finish(); error != 0) fail(ranks, begun.place, "cannot be written", error);
    if (const int error = file.sync(); error != 0) fail(ranks, begun.place, "cannot be written", error);
  });
  std::vector<std::byte> digests;
  ranks.gather(std::as_bytes(writer.digests()),
               [&](int, std::span<const std::byte> part) { digests.insert(digests.end(), part.begin(), part.end()); });
  std::future<void> freed;
  backends::on_rank_0(ranks, [&] {
    if (const int error = file.write(digests, header.digests.first); error != 0) fail(ranks, begun.place, "cannot be written", error);
    if (const int error = file.sync(); error != 0) fail(ranks, begun.place, "cannot be written", error);
    freed = output->keep_and_free_meanwhile();
    // The new name is to last, too.
    const Descriptor folder(std::filesystem::absolute(output->target()).parent_path().string(), O_RDONLY | O_DIRECTORY);
    if (folder.error() == 0) folder.sync();
  });
  return freed;
}

Checkpoint::Checkpoint(const backends::Ranks& ranks, const std::string& path) : ranks_(ranks), path_(path) {
  std::string bytes;
  backends::on_rank_0(ranks, [&] {
    header_ = read_checkpoint_header(path);
    bytes = packed(header_);
  });
  backends::broadcast(ranks, bytes);
  Unpacker reader(bytes);
  header_ = unpacked_header(reader);
}

void Checkpoint::require(const Attributes& identity) const {
  const auto value_in = [](const Attributes& attributes, const std::string& name) {
    const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& entry) { return entry.first == name; });
    return found == attributes.end() ? std::string("none") : found->second;
  };
  for (const Attributes* const names : {&identity, &header_.identity}) {
    for (const auto& [name, value] : *names) {
      const std::string found = value_in(header_.identity, name), expected = value_in(identity, name);
      if (found == expected) continue;
      throw InputError(path_ + ": found a checkpoint of another run, with " + name + " " + found + ", expected " + expected);
    }
  }
}

void Checkpoint::load(simulation::Simulation& simulation) const {
  const auto fail = [&](const std::string& what) { throw InputError(who(ranks_) + path_ + ": " + what); };
  const Descriptor file(path_, O_RDONLY);
  simulation::SavedCrowd crowd = header_.crowd;
  const auto row_words = static_cast<std::size_t>(simulation::words_of(crowd.fields));
  const auto read = [&](std::span<std::byte> bytes, std::uint64_t at) {
    if (const int error = file.read(bytes, at); error != 0) fail(std::string("cannot be read: ") + std::strerror(error));
  };
  backends::agree(ranks_, [&] {
    if (file.error() != 0) fail(std::string("cannot be opened: ") + std::strerror(file.error()));
    crowd.of_planner.resize(header_.planner.bytes / 4);
    read(std::as_writable_bytes(std::span(crowd.of_planner)), header_.planner.first);
    if (digest_of(crowd.of_planner) != header_.planner_digest) fail("damaged: 'planner' has not the bytes that were written");
  });
  const auto give = [&](std::int64_t first, std::span<std::uint32_t> rows) {
    read(std::as_writable_bytes(rows), header_.rows.first + 4 * row_words * static_cast<std::uint64_t>(first));
    const std::vector<std::uint64_t> found = digests_of(rows, row_words);
    std::vector<std::uint64_t> expected(found.size());
    read(std::as_writable_bytes(std::span(expected)), header_.digests.first + 8 * static_cast<std::uint64_t>(first / rows_of_digest));
    if (found != expected) {
      fail("damaged: the rows of agents from " + std::to_string(first) + " on have not the bytes that were written");
    }
  };
  try {
    simulation.checkpointing().load(crowd, give);
  } catch (const InputError& error) {
    const std::string text = error.what();
    throw InputError(text.find(path_) == std::string::npos ? path_ + ": " + text : text);
  }
}

}  // namespace plethos::scenarios
