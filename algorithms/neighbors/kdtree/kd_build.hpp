#pragma once

#include <bit>

#include "algorithms/neighbors/kdtree/kdtree_arguments.hpp"
#include "algorithms/neighbors/kdtree/merge_boxes.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/neighbors/sides_key.hpp"
#include "backends/counting_sort.hpp"
#include "backends/relaxed_load.hpp"
#include "core/box_tree.hpp"

namespace plethos::neighbors {

/// Where items are spread evenly, a bin of the upper part holds at least kd_items_per_bin of them, and a slot of a bin at least
/// kd_items_per_slot.
inline constexpr std::int32_t kd_items_per_bin = 64;
inline constexpr std::int32_t kd_items_per_slot = 8;

/// Returns the slots of agents, which are their places in the order of the tree.
template <class MemorySpace>
struct KdPlaces {
  Agents<MemorySpace> agents;
  SidesKey key_of;
  Kokkos::View<SidesKey*, MemorySpace> key_in_bin;
  Kokkos::View<std::uint32_t*, MemorySpace> root;
  int bin_bits;
  std::int32_t slots;
  bool leave;

  KOKKOS_FUNCTION bool is_present(std::int32_t i) const { return present(agents.state(i), leave); }
  // The wider type lets `bits` be 32 or 0.
  KOKKOS_FUNCTION static std::int32_t leading(std::uint32_t key, int bits) {
    return static_cast<std::int32_t>((static_cast<std::uint64_t>(key) << bits) >> 32);
  }
  KOKKOS_FUNCTION std::int32_t bin(float x, float y) const { return leading(key_of(x, y), bin_bits); }
  /// Returns the slot of agent i, or `slots` if the agent has left the scene.
  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t i) const {
    if (!is_present(i)) return slots;
    const float x = agents.position(i, 0);
    const float y = agents.position(i, 1);
    const std::int32_t in = bin(x, y);
    const int level = static_cast<int>(root(in) & 31u);
    return (static_cast<std::int32_t>(root(in) >> 5) << level) + leading(key_in_bin(in)(x, y), level);
  }
};

/// Stores every agent's slot, because a counting sort asks for it twice.
template <class MemorySpace>
struct KdNoteSlot {
  KdPlaces<MemorySpace> places;
  Kokkos::View<std::int32_t*, MemorySpace> slot;
  std::int32_t first;

  KOKKOS_FUNCTION void operator()(int item) const { slot(first + item) = places(first + item); }
};

template <class MemorySpace>
struct KdNotedSlot {
  Kokkos::View<std::int32_t*, MemorySpace> slot;
  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t i) const { return slot(i); }
};

template <class Starts>
struct KdClear {
  Starts count;
  BoxLevels upper;

  KOKKOS_FUNCTION void operator()(int bin) const {
    count(bin) = 0;
    scalar::box_at(upper, 0, bin) = Box();
  }
};

/// Counts the agents of each bin and measures the box around them.
template <class MemorySpace>
struct KdCount {
  KdPlaces<MemorySpace> places;
  backends::BinStarts<MemorySpace> count;
  BoxLevels upper;
  std::int32_t first;
  bool alone;

  KOKKOS_FUNCTION void operator()(int item) const {
    const std::int32_t i = first + item;
    if (!places.is_present(i)) return;
    const float x = places.agents.position(i, 0);
    const float y = places.agents.position(i, 1);
    const std::int32_t bin = places.bin(x, y);
    backends::count_up(count(bin), alone);
    Box& box = scalar::box_at(upper, 0, bin);
    if (alone) {
      scalar::box_include(box, Box{x, y, x, y});
      return;
    }
    // Most agents lie within what others have measured already, and need no atomic operation.
    if (x < backends::relaxed_load(box.low_x)) Kokkos::atomic_min(&box.low_x, x);
    if (y < backends::relaxed_load(box.low_y)) Kokkos::atomic_min(&box.low_y, y);
    if (x > backends::relaxed_load(box.high_x)) Kokkos::atomic_max(&box.high_x, x);
    if (y > backends::relaxed_load(box.high_y)) Kokkos::atomic_max(&box.high_y, y);
  }
};

/// Returns the number of levels below the root of a bin that holds `items` items.
KOKKOS_INLINE_FUNCTION int kd_depth(std::int32_t items) {
  int level = 0;
  while ((kd_items_per_slot << (level + 1)) <= items) ++level;
  return level;
}

/// Requests the slots of a bin, and so many more that they can begin at a multiple of their number.
template <class Starts>
struct KdRequest {
  Starts count, wanted;
  KOKKOS_FUNCTION void operator()(int bin) const { wanted(bin) = count(bin) > 0 ? (2 << kd_depth(count(bin))) - 1 : 0; }
};

template <class MemorySpace>
struct KdGrant {
  backends::BinStarts<MemorySpace> count, given;
  BoxLevels upper;
  Kokkos::View<SidesKey*, MemorySpace> key_in_bin;
  Kokkos::View<std::uint32_t*, MemorySpace> root;

  KOKKOS_FUNCTION void operator()(int bin) const {
    const int level = kd_depth(count(bin));
    const auto place = static_cast<std::uint32_t>((given(bin) + (1 << level) - 1) >> level);
    root(bin) = place << 5 | static_cast<std::uint32_t>(level);
    const Box& box = scalar::box_at(upper, 0, bin);
    if (count(bin) > 0) key_in_bin(bin) = SidesKey::cover(box.low_x, box.low_y, box.high_x, box.high_y);
  }
};

/// KdInMemory and KdListed return the agent of an item: as agents lie in memory, or as a list has them.
template <class MemorySpace>
struct KdInMemory {
  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t item) const { return item; }
};
template <class MemorySpace>
struct KdListed {
  Kokkos::View<std::int32_t*, MemorySpace> list;
  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t item) const { return list(item); }
};

template <class MemorySpace, class AgentOf>
struct KdSlotBoxes {
  KdNodes nodes;
  Agents<MemorySpace> agents;
  AgentOf agent_of;
  std::int32_t first;

  KOKKOS_FUNCTION void operator()(int slot) const {
    Box box;
    for (std::int32_t item = nodes.start[slot]; item < nodes.start[slot + 1]; ++item) {
      const std::int32_t i = agent_of(first + item);
      const float x = agents.position(i, 0);
      const float y = agents.position(i, 1);
      scalar::box_include(box, Box{x, y, x, y});
    }
    scalar::box_at(nodes.lower, 0, slot) = box;
  }
};

/// A k-d tree with the memory that building it takes. Memory: about 11 bytes an agent, not counting `slot`.
template <class MemorySpace>
class KdTree {
 public:
  using Roots = Kokkos::View<std::uint32_t*, MemorySpace>;
  using Keys = Kokkos::View<SidesKey*, MemorySpace>;
  using Slots = Kokkos::View<std::int32_t*, MemorySpace>;

  KdTree() = default;
  /// `slot` has one element an agent. Trees that are not built at the same time may share it.
  KdTree(const Bounds& bounds, std::int32_t agents, const Slots& slot)
      : key_of_(SidesKey::cover(bounds)),
        bin_bits_(std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint32_t>(agents / kd_items_per_bin))) - 1)),
        // Every bin that holds an agent requests at least one slot.
        slots_(2 * (agents / kd_items_per_slot) + (1 << bin_bits_)),
        count_("plethos::neighbors::kdtree::count", 1 << bin_bits_),
        given_("plethos::neighbors::kdtree::given", 1 << bin_bits_),
        block_sums_("plethos::neighbors::kdtree::block_sums", (1 << bin_bits_) / backends::scan_block + 1),
        // One more bin holds the agents that have left.
        sort_(slots_ + 1),
        slot_(slot) {
    upper_ = BoxTree<MemorySpace>("plethos::neighbors::kdtree::upper", 1 << bin_bits_);
    lower_ = BoxTree<MemorySpace>("plethos::neighbors::kdtree::lower", slots_);
    root_ = Roots("plethos::neighbors::kdtree::root", 1 << bin_bits_);
    key_in_bin_ = Keys("plethos::neighbors::kdtree::key_in_bin", 1 << bin_bits_);
  }

  /// Builds the tree over the agents [first, last). It sorts them by place(to, i), as CountingSort does. Afterwards the agent of item k is
  /// agent_of(first + k) of `sorted`. Cost: linear in the agents and the slots. It takes about a dozen kernels, and one more for 16 times
  /// as many agents.
  template <class Execution, class Place, class AgentOf>
  void build(const Execution& execution, const Agents<MemorySpace>& agents, std::int32_t first, std::int32_t last, bool leave,
             const Place& place, const Agents<MemorySpace>& sorted, const AgentOf& agent_of) const {
    using Starts = backends::BinStarts<MemorySpace>;
    const int bins = 1 << bin_bits_;
    const KdPlaces<MemorySpace> places{agents, key_of_, key_in_bin_, root_, bin_bits_, slots_, leave};
    backends::for_each(execution, "plethos::neighbors::kdtree::clear", bins, KdClear<Starts>{count_, upper_.levels});
    backends::for_each(execution, "plethos::neighbors::kdtree::count", last - first,
                       KdCount<MemorySpace>{places, count_, upper_.levels, first, backends::runs_alone(execution)});
    backends::for_each(execution, "plethos::neighbors::kdtree::request", bins, KdRequest<Starts>{count_, given_});
    backends::exclusive_scan(execution, "plethos::neighbors::kdtree::scan", bins, given_, block_sums_);
    backends::for_each(execution, "plethos::neighbors::kdtree::grant", bins,
                       KdGrant<MemorySpace>{count_, given_, upper_.levels, key_in_bin_, root_});
    backends::for_each(execution, "plethos::neighbors::kdtree::slots", last - first, KdNoteSlot<MemorySpace>{places, slot_, first});
    sort_.run(execution, first, last, KdNotedSlot<MemorySpace>{slot_}, place);
    backends::for_each(execution, "plethos::neighbors::kdtree::slot_boxes", slots_,
                       KdSlotBoxes<MemorySpace, AgentOf>{nodes(), sorted, agent_of, first});
    merge_boxes(execution, "plethos::neighbors::kdtree::lower_boxes", lower_.levels);
    merge_boxes(execution, "plethos::neighbors::kdtree::upper_boxes", upper_.levels);
  }

  KdNodes nodes() const { return {upper_.levels, lower_.levels, root_.data(), sort_.start().data()}; }
  /// Points to the number of sorted agents that are in the scene, in the agents' memory.
  const std::int32_t* present() const { return sort_.start().data() + slots_; }
  std::size_t bytes() const {
    return sort_.bytes() + upper_.bytes() + lower_.bytes() + 4 * (count_.size() + given_.size() + block_sums_.size()) + 4 * root_.size() +
           sizeof(SidesKey) * key_in_bin_.size();
  }

 private:
  SidesKey key_of_{};
  int bin_bits_ = 0;
  std::int32_t slots_ = 0;
  backends::BinStarts<MemorySpace> count_, given_, block_sums_;
  backends::CountingSort<MemorySpace> sort_;
  Slots slot_;
  BoxTree<MemorySpace> upper_, lower_;
  Roots root_;
  Keys key_in_bin_;
};

}  // namespace plethos::neighbors
