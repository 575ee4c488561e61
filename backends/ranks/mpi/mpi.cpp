// The C++ bindings have left the standard, and the headers of two implementations still bring them.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <thread>
#include <type_traits>

#include "backends/device_mpi.hpp"
#include "backends/ranks/mpi/bisection.hpp"
#include "backends/ranks/mpi/plugin.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/error.hpp"

namespace plethos::backends {
namespace {

/// Large amounts go in messages of so many bytes, because MPI counts bytes in 32 bits and buffers what it sends.
constexpr std::size_t most_bytes = std::size_t{64} << 20;
/// For so long a rank that cannot go on waits whether the others cannot either.
constexpr auto patience = std::chrono::seconds(5);

constexpr int exchange_tag = 1, gather_tag = 2, first_messages_tag = 3;

int count_of(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw MachineError("ranks: found a message of " + std::to_string(bytes) + " bytes, expected at most 2^31");
  }
  return static_cast<int>(bytes);
}

/// Calls part(first, bytes) for each message that so many bytes take.
template <class Part>
void for_each_part(std::size_t bytes, const Part& part) {
  for (std::size_t first = 0; first < bytes; first += most_bytes) part(first, std::min(most_bytes, bytes - first));
}

class Persistent final : public Messages {
 public:
  Persistent(MPI_Comm all, int tag, std::span<const Message> outgoing, std::span<const Message> incoming) {
    for (const Message& message : incoming) {
      MPI_Recv_init(message.bytes.data(), count_of(message.bytes.size()), MPI_BYTE, message.rank, tag, all, &requests_.emplace_back());
    }
    for (const Message& message : outgoing) {
      MPI_Send_init(message.bytes.data(), count_of(message.bytes.size()), MPI_BYTE, message.rank, tag, all, &requests_.emplace_back());
    }
  }
  ~Persistent() override {
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }
  Persistent(const Persistent&) = delete;
  Persistent& operator=(const Persistent&) = delete;

  void start() override {
    if (!requests_.empty()) MPI_Startall(static_cast<int>(requests_.size()), requests_.data());
  }
  void progress() override {
    int done = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
  }
  void wait() override { MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

 private:
  std::vector<MPI_Request> requests_;
};

/// MPI itself, from here on to the end of the program.
struct Session {
  Session(int* argc, char*** argv) {
    int threads = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);
  }
  ~Session() { MPI_Finalize(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

class Mpi : public Ranks {
 public:
  /// The ranks of a communicator, which it copies.
  explicit Mpi(MPI_Comm ranks) {
    MPI_Comm_dup(ranks, &all_);
    MPI_Comm_dup(ranks, &failed_);
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &size_);
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &on_host_);
    on_processors_ = count_same_processors(host);
    MPI_Comm_free(&host);
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    library_ = std::string(text, static_cast<std::size_t>(length));
    // "Open MPI v4.1.4, package: ..."
    library_ = library_.substr(0, library_.find_first_of(",\n"));
  }
  ~Mpi() override {
    MPI_Comm_free(&all_);
    MPI_Comm_free(&failed_);
  }
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int ranks_on_host() const override { return on_host_; }
  int ranks_on_processors() const override { return on_processors_; }
  std::string library() const override { return library_; }
  bool takes_device_memory() const override { return mpi_takes_device_memory(); }

  void sum(std::span<std::uint64_t> values) const override { reduce(values, MPI_UINT64_T, MPI_SUM); }
  void least(std::span<std::int64_t> values) const override { reduce(values, MPI_INT64_T, MPI_MIN); }
  void least(std::span<float> values) const override { reduce(values, MPI_FLOAT, MPI_MIN); }
  void greatest(std::span<std::int64_t> values) const override { reduce(values, MPI_INT64_T, MPI_MAX); }
  void greatest(std::span<double> values) const override { reduce(values, MPI_DOUBLE, MPI_MAX); }
  void broadcast(std::span<std::byte> bytes) const override {
    for_each_part(bytes.size(), [&](std::size_t first, std::size_t count) {
      MPI_Bcast(bytes.data() + first, static_cast<int>(count), MPI_BYTE, 0, all_);
    });
  }

  std::vector<std::size_t> exchange(const std::vector<std::span<const std::byte>>& outgoing, const ClaimBytes& claim) const override {
    const auto ranks = static_cast<std::size_t>(size_);
    std::vector<std::uint64_t> sends(ranks), receives(ranks);
    for (std::size_t r = 0; r < ranks; ++r) sends[r] = outgoing[r].size();
    MPI_Alltoall(sends.data(), 1, MPI_UINT64_T, receives.data(), 1, MPI_UINT64_T, all_);
    std::byte* at = claim(std::accumulate(receives.begin(), receives.end(), std::size_t{0}));
    std::vector<MPI_Request> requests;
    for (std::size_t r = 0; r < ranks; ++r) {
      for_each_part(receives[r], [&](std::size_t first, std::size_t count) {
        MPI_Irecv(at + first, static_cast<int>(count), MPI_BYTE, static_cast<int>(r), exchange_tag, all_, &requests.emplace_back());
      });
      at += receives[r];
    }
    for (std::size_t r = 0; r < ranks; ++r) {
      for_each_part(sends[r], [&](std::size_t first, std::size_t count) {
        MPI_Isend(outgoing[r].data() + first, static_cast<int>(count), MPI_BYTE, static_cast<int>(r), exchange_tag, all_,
                  &requests.emplace_back());
      });
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return {receives.begin(), receives.end()};
  }

  std::vector<std::int32_t> swap(std::span<const std::int32_t> values) const override {
    std::vector<std::int32_t> got(values.size());
    MPI_Alltoall(values.data(), 1, MPI_INT32_T, got.data(), 1, MPI_INT32_T, all_);
    return got;
  }

  void gather(std::span<const std::byte> bytes, const GatherTaker& take) const override {
    std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size_));
    const std::uint64_t own = bytes.size();
    MPI_Gather(&own, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, 0, all_);
    if (rank_ != 0) {
      for_each_part(bytes.size(), [&](std::size_t first, std::size_t count) {
        MPI_Send(bytes.data() + first, static_cast<int>(count), MPI_BYTE, 0, gather_tag, all_);
      });
      return;
    }
    take(0, bytes);
    std::vector<std::byte> taken;
    for (int r = 1; r < size_; ++r) {
      taken.resize(sizes[static_cast<std::size_t>(r)]);
      for_each_part(taken.size(), [&](std::size_t first, std::size_t count) {
        MPI_Recv(taken.data() + first, static_cast<int>(count), MPI_BYTE, r, gather_tag, all_, MPI_STATUS_IGNORE);
      });
      take(r, taken);
    }
  }

  std::unique_ptr<Messages> messages(int channel, std::span<const Message> outgoing, std::span<const Message> incoming) const override {
    return std::make_unique<Persistent>(all_, first_messages_tag + channel, outgoing, incoming);
  }

  std::vector<std::int32_t> bisect(const WeightedPoints& points, int parts) const override {
    std::vector<std::int32_t> part(points.x.size());
    // All ranks must have the same parts, whatever they run on.
    if (rank_ == 0) part = bisect_by_zoltan(points, parts);
    broadcast(std::as_writable_bytes(std::span(part)));
    return part;
  }

  std::unique_ptr<Ranks> first(int count) const override {
    MPI_Comm some = MPI_COMM_NULL;
    MPI_Comm_split(all_, rank_ < count ? 0 : MPI_UNDEFINED, rank_, &some);
    if (some == MPI_COMM_NULL) return nullptr;
    auto ranks = std::make_unique<Mpi>(some);
    MPI_Comm_free(&some);
    return ranks;
  }

  void meet() const override { meet(all_, std::chrono::steady_clock::duration::max()); }
  bool all_fail() const override { return meet(failed_, patience); }
  [[noreturn]] void abort(int exit_code) const override {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
  }

 private:
  template <class Value>
  void reduce(std::span<Value> values, MPI_Datatype type, MPI_Op operation) const {
    MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), type, operation, all_);
  }

  /// Waits for all ranks, for so long at most, and returns whether they have come. It sleeps meanwhile, because MPI's own waiting takes all
  /// of a processor.
  static bool meet(MPI_Comm ranks, std::chrono::steady_clock::duration at_most) {
    MPI_Request all_here = MPI_REQUEST_NULL;
    MPI_Ibarrier(ranks, &all_here);
    const auto start = std::chrono::steady_clock::now();
    int done = 0;
    while (MPI_Test(&all_here, &done, MPI_STATUS_IGNORE), done == 0) {
      if (std::chrono::steady_clock::now() - start > at_most) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  /// Returns how many ranks of a host may run on the same processors as this one.
  static int count_same_processors(MPI_Comm host) {
    static_assert(std::is_trivially_copyable_v<cpu_set_t>);
    cpu_set_t own;
    CPU_ZERO(&own);
    sched_getaffinity(0, sizeof own, &own);
    int size = 0;
    MPI_Comm_size(host, &size);
    std::vector<cpu_set_t> all(static_cast<std::size_t>(size));
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, host);
    return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const cpu_set_t& other) { return CPU_EQUAL(&own, &other); }));
  }

  MPI_Comm all_ = MPI_COMM_NULL, failed_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, on_host_ = 1, on_processors_ = 1;
  std::string library_;
};

/// All ranks of the program. The session begins before and ends after them.
class World final : private Session, public Mpi {
 public:
  World(int* argc, char*** argv) : Session(argc, argv), Mpi(MPI_COMM_WORLD) {}
};

}  // namespace
}  // namespace plethos::backends

plethos::backends::Ranks* plethos_start_mpi(int* argc, char*** argv) { return new plethos::backends::World(argc, argv); }
