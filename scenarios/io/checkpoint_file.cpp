#include "scenarios/io/checkpoint_file.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "core/error.hpp"
#include "core/text.hpp"
#include "scenarios/io/array_client.hpp"
#include "scenarios/io/array_file.hpp"
#include "scenarios/io/hdf5_writing.hpp"
#include "scenarios/io/ordered_file.hpp"
#include "scenarios/io/ownership.hpp"

namespace plethos::scenarios {
namespace {

using simulation::RowField;

constexpr int oldest_format = 1, newest_format = 2;
constexpr const char* version_name = "plethos";

hid_t file_type(RowField::Kind kind) {
  if (kind == RowField::Kind::real) return H5T_IEEE_F32LE;
  return kind == RowField::Kind::whole ? H5T_STD_I32LE : H5T_STD_U32LE;
}

/// Returns the type of the agents that arrived in one step, with numbers of a kind.
hdf5::Datatype arrivals_type(hid_t number) {
  static_assert(sizeof(simulation::Arrivals) == 16);
  hdf5::Datatype row(H5Tcreate(H5T_COMPOUND, sizeof(simulation::Arrivals)));
  H5Tinsert(row.get(), "step", 0, number);
  H5Tinsert(row.get(), "agents", 8, number);
  return row;
}

/// Returns the type of a row: a field has one number, or an array of them.
hdf5::Datatype row_type(const std::vector<RowField>& fields) {
  hdf5::Datatype row(H5Tcreate(H5T_COMPOUND, 4 * static_cast<std::size_t>(simulation::words_of(fields))));
  std::size_t offset = 0;
  for (const RowField& field : fields) {
    const auto words = static_cast<hsize_t>(field.words);
    const hdf5::Datatype numbers(words == 1 ? H5Tcopy(file_type(field.kind)) : H5Tarray_create2(file_type(field.kind), 1, &words));
    H5Tinsert(row.get(), field.name.c_str(), offset, numbers.get());
    offset += 4 * words;
  }
  return row;
}

/// Creates a data set in one piece. Returns where it lies.
FilePart create_part(hid_t file, const char* name, hid_t type, std::uint64_t rows, const void* data) {
  const hsize_t size = rows;
  const hdf5::Dataspace space(H5Screate_simple(1, &size, nullptr));
  const hdf5::Properties properties(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_obj_track_times(properties.get(), false);
  H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER);
  const hdf5::Dataset dataset(H5Dcreate2(file, name, type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT));
  const bool written = dataset && (rows == 0 || data == nullptr || H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  const haddr_t first = written && rows > 0 ? H5Dget_offset(dataset.get()) : 0;
  if (!written || first == HADDR_UNDEF) throw MachineError("HDF5 cannot write the data set '" + std::string(name) + "'");
  return {first, rows * H5Tget_size(type)};
}

/// The numbers of the group `progress`, each with its name.
template <class Header, class Visit>
void for_each_number(Header& header, const Visit& visit) {
  auto& statistics = header.crowd.statistics;
  visit("steps", H5T_STD_I64LE, H5T_NATIVE_INT64, statistics.steps);
  visit("arrived", H5T_STD_I64LE, H5T_NATIVE_INT64, statistics.arrived);
  visit("last_arrival", H5T_STD_I64LE, H5T_NATIVE_INT64, statistics.last_arrival);
  visit("minimum_separation", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, statistics.minimum_separation);
  visit("overlaps", H5T_STD_U64LE, H5T_NATIVE_UINT64, statistics.overlaps);
  visit("lost", H5T_STD_U64LE, H5T_NATIVE_UINT64, statistics.lost);
  visit("planner_digest", H5T_STD_U64LE, H5T_NATIVE_UINT64, header.planner_digest);
}
/// Earlier programs ask whether statistics have the separations at the present positions. Those of checkpoints never had.
constexpr const char* measured_name = "measured";
constexpr std::uint8_t not_measured = 0;
constexpr const char* arrivals_name = "arrivals";
constexpr const char* digest_name = "digest";  // of all the header but where parts lie

template <class Number>
bool write_number(hid_t object, const char* name, hid_t type, hid_t native, const Number& number) {
  const hdf5::Dataspace scalar(H5Screate(H5S_SCALAR));
  const hdf5::Attribute attribute(H5Acreate2(object, name, type, scalar.get(), H5P_DEFAULT, H5P_DEFAULT));
  return H5Awrite(attribute.get(), native, &number) >= 0;
}

template <class Number>
bool read_number(hid_t object, const char* name, hid_t native, Number& number) {
  const hdf5::Attribute attribute(H5Aopen(object, name, H5P_DEFAULT));
  if (!attribute) return false;
  const hdf5::Dataspace space(H5Aget_space(attribute.get()));
  return H5Sget_simple_extent_npoints(space.get()) == 1 && H5Aread(attribute.get(), native, &number) >= 0;
}

std::string packed_but_arrivals(const CheckpointHeader& header);

std::uint64_t digest_of(CheckpointHeader header) {
  header.rows = header.digests = header.planner = {};
  const std::string bytes = packed_but_arrivals(header);
  const std::uint64_t digest = XXH3_64bits(bytes.data(), bytes.size());
  // Format 1 had no arrivals.
  const std::vector<simulation::Arrivals>& arrivals = header.crowd.statistics.arrivals;
  return arrivals.empty() ? digest : XXH3_64bits_withSeed(arrivals.data(), arrivals.size() * sizeof arrivals.front(), digest);
}

/// Reads a checkpoint's header, in a child process.
class CheckpointFile final : public ArrayFile {
 public:
  explicit CheckpointFile(const std::string& path) : ArrayFile(path, "a checkpoint") {
    const hdf5::Quiet quiet;
    read_texts();
    read_progress();
    header_.rows = part("agents");
    header_.digests = part("digests");
    header_.planner = part("planner");
    read_fields();
    if (has(arrivals_name)) read_arrivals();
    if (digest_of(header_) != digest_) fail("damaged: what it says of itself has not the bytes that were written");
  }
  std::string more() const override { return packed(header_); }

 private:
  void read_texts() {
    std::string format;
    for (const auto& [name, value] : attributes()) {
      if (name == checkpoint_mark) {
        format = value;
      } else if (name == version_name) {
        header_.version = value;
      } else {
        header_.identity.emplace_back(name, value);
      }
    }
    if (format.empty()) fail("found no attribute '" + std::string(checkpoint_mark) + "', which a checkpoint has");
    int number = 0;
    const auto [end, fault] = std::from_chars(format.data(), format.data() + format.size(), number);
    const bool is_number = end == format.data() + format.size() && (fault == std::errc() || fault == std::errc::result_out_of_range);
    const bool is_newer = fault == std::errc::result_out_of_range ? format[0] != '-' : number > newest_format;
    if (!is_number || (!is_newer && number < oldest_format)) {
      fail("damaged: found a checkpoint of format " + quote_text(format) + ", expected one from " + std::to_string(oldest_format) + " to " +
           std::to_string(newest_format));
    }
    if (is_newer) {
      fail("found a checkpoint of format " + format + ", expected at most " + std::to_string(newest_format) + ": it is of a newer plethos");
    }
  }
  void read_progress() {
    const hdf5::Group group(H5Gopen2(file(), "progress", H5P_DEFAULT));
    if (!group) fail("damaged: no group 'progress'");
    const auto read = [&](const char* name, hid_t native, auto& number) {
      if (!read_number(group.get(), name, native, number)) fail("damaged: 'progress' has no number '" + std::string(name) + "'");
    };
    for_each_number(header_, [&](const char* name, hid_t, hid_t native, auto& number) { read(name, native, number); });
    read(digest_name, H5T_NATIVE_UINT64, digest_);
  }
  /// Returns where a data set lies.
  FilePart part(const char* name) {
    const hdf5::Dataset dataset(H5Dopen2(file(), name, H5P_DEFAULT));
    if (!dataset) fail("damaged: no data set '" + std::string(name) + "'");
    hsize_t columns = 0;
    const std::uint64_t rows = stored_rows(dataset.get(), name, columns);
    const hdf5::Properties properties(H5Dget_create_plist(dataset.get()));
    if (H5Pget_layout(properties.get()) != H5D_CONTIGUOUS) fail("'" + std::string(name) + "' does not lie in one piece");
    const hdf5::Datatype type(H5Dget_type(dataset.get()));
    const FilePart part{rows == 0 ? 0 : H5Dget_offset(dataset.get()), rows * H5Tget_size(type.get())};
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path(), error);
    if (error || part.bytes > size || part.first > size - part.bytes) {
      fail("truncated: '" + std::string(name) + "' has " + std::to_string(part.bytes) + " bytes, and not all of them are in the file");
    }
    return part;
  }
  void read_fields() {
    const hdf5::Dataset dataset(H5Dopen2(file(), "agents", H5P_DEFAULT));
    const hdf5::Datatype row(H5Dget_type(dataset.get()));
    const int fields = H5Tget_class(row.get()) == H5T_COMPOUND ? H5Tget_nmembers(row.get()) : 0;
    for (unsigned k = 0; k < static_cast<unsigned>(std::max(0, fields)); ++k) {
      const hdf5::Datatype member(H5Tget_member_type(row.get(), k));
      char* const name = H5Tget_member_name(row.get(), k);
      RowField field{name == nullptr ? "" : name, RowField::Kind::bits, static_cast<std::int32_t>(H5Tget_size(member.get()) / 4)};
      H5free_memory(name);
      const hdf5::Datatype number(H5Tget_class(member.get()) == H5T_ARRAY ? H5Tget_super(member.get()) : H5Tcopy(member.get()));
      for (const RowField::Kind kind : {RowField::Kind::real, RowField::Kind::whole}) {
        if (H5Tequal(number.get(), file_type(kind)) > 0) field.kind = kind;
      }
      header_.crowd.fields.push_back(field);
    }
    const auto row_bytes = static_cast<std::uint64_t>(4 * simulation::words_of(header_.crowd.fields));
    if (row_bytes == 0 || row_bytes != H5Tget_size(row.get())) fail("damaged: 'agents' has rows of another kind");
    header_.crowd.agents = static_cast<std::int64_t>(header_.rows.bytes / row_bytes);
    const auto digests = static_cast<std::uint64_t>((header_.crowd.agents + rows_of_digest - 1) / rows_of_digest);
    if (header_.digests.bytes != 8 * digests)
      fail("damaged: 'digests' has not one number for every " + std::to_string(rows_of_digest) + " rows");
  }

  void read_arrivals() {
    const std::uint64_t rows = part(arrivals_name).bytes / sizeof(simulation::Arrivals);
    std::vector<simulation::Arrivals>& arrivals = header_.crowd.statistics.arrivals;
    const hdf5::Dataset dataset(H5Dopen2(file(), arrivals_name, H5P_DEFAULT));
    const hdf5::Datatype stored(H5Dget_type(dataset.get())), row(arrivals_type(H5T_NATIVE_INT64));
    if (H5Tequal(stored.get(), arrivals_type(H5T_STD_I64LE).get()) <= 0) fail("damaged: 'arrivals' has rows of another kind");
    arrivals.resize(rows);
    if (rows > 0 && H5Dread(dataset.get(), row.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, arrivals.data()) < 0) {
      fail("damaged: 'arrivals' cannot be read");
    }
  }

  CheckpointHeader header_;
  std::uint64_t digest_ = 0;
};

}  // namespace

void create_checkpoint(const std::string& path, CheckpointHeader& header) {
  const hdf5::Quiet quiet;
  // A driver under which HDF5 survives a full disk.
  const hdf5::Properties access(OrderedFile::access_properties());
  const hdf5::Properties creation(H5Pcreate(H5P_FILE_CREATE));
  H5Pset_file_space_strategy(creation.get(), H5F_FSPACE_STRATEGY_NONE, false, 1);
  H5Pset_obj_track_times(creation.get(), false);
  hdf5::File file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()));
  const auto require = [&](bool success) {
    const int error = file ? OrderedFile::of(file.get()).error() : 0;
    if (!success || error != 0) throw MachineError(error == 0 ? "HDF5 cannot write the file" : std::strerror(error));
  };
  require(static_cast<bool>(file));
  const simulation::SavedCrowd& crowd = header.crowd;
  require(write_text(file.get(), checkpoint_mark, std::to_string(newest_format)) && write_text(file.get(), version_name, header.version));
  for (const auto& [name, value] : header.identity) require(write_text(file.get(), name, value));
  const hdf5::Properties untimed(H5Pcreate(H5P_GROUP_CREATE));
  H5Pset_obj_track_times(untimed.get(), false);
  const hdf5::Group progress(H5Gcreate2(file.get(), "progress", H5P_DEFAULT, untimed.get(), H5P_DEFAULT));
  require(static_cast<bool>(progress));
  for_each_number(header, [&](const char* name, hid_t type, hid_t native, const auto& number) {
    require(write_number(progress.get(), name, type, native, number));
  });
  require(write_number(progress.get(), digest_name, H5T_STD_U64LE, H5T_NATIVE_UINT64, digest_of(header)));
  require(write_number(progress.get(), measured_name, H5T_STD_U8LE, H5T_NATIVE_UINT8, not_measured));
  const auto digests = static_cast<std::uint64_t>((crowd.agents + rows_of_digest - 1) / rows_of_digest);
  header.planner = create_part(file.get(), "planner", H5T_STD_U32LE, crowd.of_planner.size(), crowd.of_planner.data());
  header.digests = create_part(file.get(), "digests", H5T_STD_U64LE, digests, nullptr);
  create_part(file.get(), arrivals_name, arrivals_type(H5T_STD_I64LE).get(), crowd.statistics.arrivals.size(),
              crowd.statistics.arrivals.data());
  OrderedFile::of(file.get()).align_next();
  header.rows = create_part(file.get(), "agents", row_type(crowd.fields).get(), static_cast<std::uint64_t>(crowd.agents), nullptr);
  require(H5Fflush(file.get(), H5F_SCOPE_LOCAL) >= 0);
}

CheckpointHeader read_checkpoint_header(const std::string& path) {
  ArrayClient file(path, [path]() -> std::shared_ptr<ArrayFile> { return std::make_shared<CheckpointFile>(path); });
  return unpacked_header(file.more());
}

namespace {

std::string packed_but_arrivals(const CheckpointHeader& header) {
  Packer bytes;
  bytes.text(header.version);
  bytes.number(std::uint64_t{header.identity.size()});
  for (const auto& [name, value] : header.identity) {
    bytes.text(name);
    bytes.text(value);
  }
  for_each_number(header, [&](const char*, hid_t, hid_t, const auto& number) { bytes.number(number); });
  const simulation::SavedCrowd& crowd = header.crowd;
  bytes.number(not_measured);
  bytes.number(crowd.agents);
  bytes.number(std::uint64_t{crowd.fields.size()});
  for (const RowField& field : crowd.fields) {
    bytes.text(field.name);
    bytes.number(field.kind);
    bytes.number(field.words);
  }
  for (const FilePart& part : {header.rows, header.digests, header.planner}) bytes.number(part);
  return bytes.take();
}

}  // namespace

std::string packed(const CheckpointHeader& header) {
  Packer bytes;
  for (const simulation::Arrivals& some : header.crowd.statistics.arrivals) bytes.number(some);
  return packed_but_arrivals(header) + bytes.take();
}

CheckpointHeader unpacked_header(Unpacker& bytes) {
  CheckpointHeader header;
  header.version = bytes.text();
  for (auto left = bytes.number<std::uint64_t>(); left > 0; --left) {
    std::string name = bytes.text();
    header.identity.emplace_back(std::move(name), bytes.text());
  }
  for_each_number(header, [&](const char*, hid_t, hid_t, auto& number) { number = bytes.number<std::decay_t<decltype(number)>>(); });
  simulation::SavedCrowd& crowd = header.crowd;
  bytes.number<std::uint8_t>();
  crowd.agents = bytes.number<std::int64_t>();
  for (auto left = bytes.number<std::uint64_t>(); left > 0; --left) {
    RowField field{bytes.text(), RowField::Kind::bits, 0};
    field.kind = bytes.number<RowField::Kind>();
    field.words = bytes.number<std::int32_t>();
    crowd.fields.push_back(field);
  }
  for (FilePart* const part : {&header.rows, &header.digests, &header.planner}) *part = bytes.number<FilePart>();
  while (!bytes.is_at_end()) crowd.statistics.arrivals.push_back(bytes.number<simulation::Arrivals>());
  return header;
}

}  // namespace plethos::scenarios
