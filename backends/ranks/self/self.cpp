#include "backends/ranks/self/self.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace plethos::backends {
namespace {

class Self final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  int ranks_on_host() const override { return 1; }
  int ranks_on_processors() const override { return 1; }
  std::string library() const override { return {}; }
  bool takes_device_memory() const override { return false; }

  // What one rank has is what all have.
  void sum(std::span<std::uint64_t>) const override {}
  void least(std::span<std::int64_t>) const override {}
  void least(std::span<float>) const override {}
  void greatest(std::span<std::int64_t>) const override {}
  void greatest(std::span<double>) const override {}
  void broadcast(std::span<std::byte>) const override {}
  std::vector<std::size_t> exchange(const std::vector<std::span<const std::byte>>& outgoing, const ClaimBytes& claim) const override {
    std::copy(outgoing[0].begin(), outgoing[0].end(), claim(outgoing[0].size()));
    return {outgoing[0].size()};
  }
  std::vector<std::int32_t> swap(std::span<const std::int32_t> values) const override { return {values.begin(), values.end()}; }
  void gather(std::span<const std::byte> bytes, const GatherTaker& take) const override { take(0, bytes); }
  std::unique_ptr<Messages> messages(int, std::span<const Message> outgoing, std::span<const Message> incoming) const override {
    if (!outgoing.empty() || !incoming.empty()) throw std::logic_error("messages of one rank");
    class None final : public Messages {
      void start() override {}
      void progress() override {}
      void wait() override {}
    };
    return std::make_unique<None>();
  }
  std::vector<std::int32_t> bisect(const WeightedPoints& points, int parts) const override {
    if (parts != 1) throw std::logic_error("more parts than ranks");
    return std::vector<std::int32_t>(points.x.size(), 0);
  }
  std::unique_ptr<Ranks> first(int count) const override {
    if (count != 1) throw std::logic_error("more ranks than there are");
    return std::make_unique<Self>();
  }
  void meet() const override {}
  bool all_fail() const override { return true; }
  [[noreturn]] void abort(int exit_code) const override { std::_Exit(exit_code); }
};

}  // namespace

const Ranks& self() {
  static const Self one;
  return one;
}

}  // namespace plethos::backends
