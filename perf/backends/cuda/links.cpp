// plethos_links: how long two ranks take to swap bytes between the memories of their GPUs. Start it with two ranks: mpiexec -n 2
// plethos_links
//
// `host`: as ghosts go, through page-locked memory of the host and MPI. `ipc`: a copy into the other GPU's memory, which CUDA IPC opens,
// and an empty message that says so. Each row is the median of many swaps. Both ranks send and receive as many bytes in each.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <cuda_runtime.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

constexpr std::size_t kibi = 1024;
constexpr std::size_t sizes[] = {64 * kibi, 256 * kibi, 1024 * kibi, 2048 * kibi, 8192 * kibi};
constexpr int swaps = 200, warm_up = 20;

/// Ends all ranks if a call of CUDA has failed.
void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "plethos_links: %s\n", cudaGetErrorString(error));
  MPI_Abort(MPI_COMM_WORLD, 3);
  std::exit(3);
}

class Buffer {
 public:
  Buffer(std::size_t bytes, bool on_device) : on_device_(on_device) {
    require(on_device ? cudaMalloc(&data_, bytes) : cudaMallocHost(&data_, bytes));
  }
  ~Buffer() { on_device_ ? cudaFree(data_) : cudaFreeHost(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void* get() const { return data_; }

 private:
  void* data_ = nullptr;
  bool on_device_;
};

/// Returns the median of a swap's microseconds, the slower rank's.
double median_of(const std::function<void()>& swap) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int k = 0; k < warm_up + swaps; ++k) {
    MPI_Barrier(MPI_COMM_WORLD);
    const Clock::time_point start = Clock::now();
    swap();
    double time = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    MPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (k >= warm_up) times.push_back(time);
  }
  std::nth_element(times.begin(), times.begin() + swaps / 2, times.end());
  return times[swaps / 2];
}

double through_host(std::size_t bytes, int other, const Buffer& outgoing, const Buffer& incoming, cudaStream_t stream) {
  const Buffer sent(bytes, false), received(bytes, false);
  MPI_Request requests[2];
  MPI_Recv_init(received.get(), static_cast<int>(bytes), MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(sent.get(), static_cast<int>(bytes), MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[1]);
  const double time = median_of([&] {
    require(cudaMemcpyAsync(sent.get(), outgoing.get(), bytes, cudaMemcpyDeviceToHost, stream));
    require(cudaStreamSynchronize(stream));
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    require(cudaMemcpyAsync(incoming.get(), received.get(), bytes, cudaMemcpyHostToDevice, stream));
    require(cudaStreamSynchronize(stream));
  });
  for (MPI_Request& request : requests) MPI_Request_free(&request);
  return time;
}

double by_ipc(std::size_t bytes, int other, const Buffer& outgoing, const Buffer& incoming, cudaStream_t stream) {
  cudaIpcMemHandle_t own, theirs;
  require(cudaIpcGetMemHandle(&own, incoming.get()));
  MPI_Sendrecv(&own, sizeof own, MPI_BYTE, other, 1, &theirs, sizeof theirs, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  void* target = nullptr;
  require(cudaIpcOpenMemHandle(&target, theirs, cudaIpcMemLazyEnablePeerAccess));
  const double time = median_of([&] {
    require(cudaMemcpyAsync(target, outgoing.get(), bytes, cudaMemcpyDeviceToDevice, stream));
    require(cudaStreamSynchronize(stream));
    MPI_Sendrecv(nullptr, 0, MPI_BYTE, other, 2, nullptr, 0, MPI_BYTE, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  require(cudaIpcCloseMemHandle(target));
  MPI_Barrier(MPI_COMM_WORLD);
  return time;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0, devices = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != 2) {
    if (rank == 0) std::fprintf(stderr, "plethos_links: found %d ranks, expected 2\n", ranks);
    MPI_Finalize();
    return 2;
  }
  require(cudaGetDeviceCount(&devices));
  require(cudaSetDevice(rank % devices));
  cudaStream_t stream = nullptr;
  require(cudaStreamCreate(&stream));
  if (rank == 0) std::printf("%d GPUs\n%10s %10s %10s  us a swap, median of %d\n", devices, "bytes", "host", "ipc", swaps);
  for (const std::size_t bytes : sizes) {
    // Memory that IPC opens is shared in pieces of 2 MiB.
    const Buffer outgoing(std::max(bytes, 2048 * kibi), true), incoming(std::max(bytes, 2048 * kibi), true);
    const double host = through_host(bytes, 1 - rank, outgoing, incoming, stream);
    const double ipc = by_ipc(bytes, 1 - rank, outgoing, incoming, stream);
    if (rank == 0) std::printf("%10zu %10.1f %10.1f\n", bytes, host, ipc);
  }
  require(cudaStreamDestroy(stream));
  MPI_Finalize();
  return 0;
}
