#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/quadtree/quad_reference.hpp"
#include "tests/algorithms/planning/fields/quadtree/tree_copy.hpp"

namespace plethos::tests {

/// Checks what must hold in every quadtree, by the squares of the deepest level that its leaves cover. It shares no code with the tree but
/// the arithmetic of codes.
class TreeVerifier {
 public:
  explicit TreeVerifier(const TreeCopy& tree) : tree_(tree), side_(1 << tree.depth) {}

  /// Returns the first fault that it finds, in words; nothing if there is none.
  std::string fault() {
    for (const auto check : {&TreeVerifier::shape, &TreeVerifier::cover, &TreeVerifier::bits, &TreeVerifier::contents,
                             &TreeVerifier::listed_neighbors, &TreeVerifier::missing_neighbors, &TreeVerifier::index}) {
      const std::string found = (this->*check)();
      if (!found.empty()) return found;
    }
    return "";
  }

 private:
  using Leaf = planning::reference::PlainLeaf;

  std::string shape() {
    std::int32_t cells = 1, levels = 0;
    for (; cells < std::max(tree_.map.width, tree_.map.height); cells *= 2) ++levels;
    if (tree_.depth != std::min(levels, tree_.shape.depth)) return "the depth is not the one that was asked for";
    if (side_ * tree_.leaf_cells != cells) return "the root is not the smallest square that holds the map";
    return "";
  }

  std::string cover() {
    owner_.assign(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_), -1);
    leaves_.assign(tree_.slots.size(), {0, 0, 0, 0});
    std::int32_t leaves = 0;
    for (std::size_t slot = 0; slot < tree_.slots.size(); ++slot) {
      const std::uint32_t code = tree_.slots[slot].code;
      if (code == 0) continue;
      const planning::Quad quad = planning::quad_of(code);
      if (quad.level > tree_.depth || planning::quad_code(quad) != code) return at(slot, "has a code that no quad has");
      Leaf& leaf = leaves_[slot];
      leaf.side = side_ >> quad.level;
      leaf.x = quad.x * leaf.side;
      leaf.y = quad.y * leaf.side;
      leaf.blocked = blocked_in(leaf.x, leaf.y, leaf.side);
      for (std::int32_t y = leaf.y; y < leaf.y + leaf.side; ++y) {
        for (std::int32_t x = leaf.x; x < leaf.x + leaf.side; ++x) {
          if (owner(x, y) >= 0) return at(slot, "overlaps with another leaf");
          owner(x, y) = static_cast<std::int32_t>(slot);
        }
      }
      ++leaves;
    }
    if (std::count(owner_.begin(), owner_.end(), -1) > 0) return "no leaf covers a square";
    if (leaves != tree_.leaves) return "the tree counts other leaves than it has";
    return "";
  }

  std::string bits() {
    for (std::int32_t level = 0; level <= tree_.depth; ++level) {
      const std::int32_t side = side_ >> level;
      for (std::int32_t y = 0; y < side_; y += side) {
        for (std::int32_t x = 0; x < side_; x += side) {
          const std::int32_t blocked = blocked_in(x, y, side);
          const std::uint32_t place = planning::quad_place(x / side, y / side);
          const bool some = bit(tree_.some, level, place), all = bit(tree_.all, level, place);
          if (some != (blocked > 0) || all != (blocked == cells_of(side))) return "a bit does not tell what its square holds";
        }
      }
    }
    return "";
  }

  std::string contents() {
    for (std::size_t slot = 0; slot < tree_.slots.size(); ++slot) {
      const TreeCopy::Slot& own = tree_.slots[slot];
      if (own.code == 0) continue;
      const Leaf& leaf = leaves_[slot];
      const bool mixed = leaf.blocked > 0 && leaf.blocked < cells_of(leaf.side);
      if (mixed && leaf.side > 1) return at(slot, "is not divided, but blocked in part");
      if (leaf.side < side_ && !is_mixed_around(leaf)) return at(slot, "is a part of a quad that is not to be divided");
      if (own.cost != cost_of(leaf)) return at(slot, "has another cost than its contents");
      const std::int32_t half = leaf.side * tree_.leaf_cells;
      const planning::HalfCell center{2 * leaf.x * tree_.leaf_cells + half, 2 * leaf.y * tree_.leaf_cells + half};
      if (!mixed && (own.point.x != center.x || own.point.y != center.y)) return at(slot, "has a point that is not its center");
      if (mixed && own.cost > 0 && !is_nearest_free(leaf, own.point, center))
        return at(slot, "has a point that is not its nearest free cell");
    }
    return "";
  }

  /// What is listed: neighbors that are there, traversable, each once, by geometry, and that list the leaf themselves.
  std::string listed_neighbors() {
    lists_.assign(tree_.slots.size(), {});
    for (std::size_t slot = 0; slot < tree_.slots.size(); ++slot) {
      for (const planning::QuadNeighbor& neighbor : tree_.slots[slot].neighbors) lists_[slot].emplace_back(neighbor.slot, neighbor.length);
      std::sort(lists_[slot].begin(), lists_[slot].end());
    }
    for (std::size_t slot = 0; slot < tree_.slots.size(); ++slot) {
      std::int32_t before = -1;
      for (const auto& [other, length] : lists_[slot]) {
        if (other < 0 || static_cast<std::size_t>(other) >= tree_.slots.size() || tree_.slots[static_cast<std::size_t>(other)].code == 0) {
          return at(slot, "lists a neighbor that is no leaf");
        }
        if (other == before) return at(slot, "lists a neighbor twice");
        before = other;
        const auto there = static_cast<std::size_t>(other);
        if (tree_.slots[slot].cost == 0 || tree_.slots[there].cost == 0) return at(slot, "lists a way from or to an untraversable leaf");
        const Leaf &a = leaves_[slot], &b = leaves_[there];
        const bool beside = planning::reference::lie_beside(a, b);
        if (!beside && !meet_at_open_corner(a, b)) return at(slot, "lists a neighbor that it does not meet");
        if (length != length_between(slot, there, beside)) return at(slot, "lists a neighbor with another length");
        if (!lists(there, slot, length)) return at(slot, "lists a neighbor that does not list it");
      }
    }
    return "";
  }

  /// Whether something is missing: leaves that meet along an edge of two squares, or at a corner of four.
  std::string missing_neighbors() {
    for (std::int32_t y = 0; y < side_; ++y) {
      for (std::int32_t x = 0; x < side_; ++x) {
        const auto here = static_cast<std::size_t>(owner(x, y));
        for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(-1, 1)}) {
          if (x + dx < 0 || x + dx >= side_ || y + dy >= side_) continue;
          const auto there = static_cast<std::size_t>(owner(x + dx, y + dy));
          if (here == there || tree_.slots[here].cost == 0 || tree_.slots[there].cost == 0) continue;
          const bool straight = dx == 0 || dy == 0;
          if (!straight && !meet_at_open_corner(leaves_[here], leaves_[there])) continue;
          if (!lists(here, there, length_between(here, there, straight))) return at(here, "does not list a leaf that it meets");
        }
      }
    }
    return "";
  }

  std::string index() {
    for (std::size_t number = 0; number < tree_.slot_of_code.size(); ++number) {
      const std::int32_t slot = tree_.slot_of_code[number];
      if (slot < 0) continue;
      if (static_cast<std::size_t>(slot) >= tree_.slots.size() || tree_.slots[static_cast<std::size_t>(slot)].code != number) {
        return "the index finds code " + std::to_string(number) + ", which is no leaf's, or another leaf";
      }
    }
    for (std::size_t slot = 0; slot < tree_.slots.size(); ++slot) {
      const std::uint32_t code = tree_.slots[slot].code;
      if (code != 0 && tree_.slot_of_code[code] != static_cast<std::int32_t>(slot)) return at(slot, "is not found by its code");
    }
    for (std::size_t cell = 0; cell < tree_.slot_of_cell.size(); ++cell) {
      const GridCell at_map = tree_.map.cell(cell);
      if (tree_.slot_of_cell[cell] != owner(at_map.x / tree_.leaf_cells, at_map.y / tree_.leaf_cells)) {
        return "the index finds another leaf for cell " + std::to_string(cell);
      }
    }
    return "";
  }

  static std::string at(std::size_t slot, const std::string& fault) { return "slot " + std::to_string(slot) + " " + fault; }
  std::int32_t& owner(std::int32_t x, std::int32_t y) {
    return owner_[static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) + static_cast<std::size_t>(x)];
  }
  std::int32_t cells_of(std::int32_t side) const { return side * tree_.leaf_cells * side * tree_.leaf_cells; }
  static bool bit(const std::vector<std::uint32_t>& words, std::int32_t level, std::uint32_t place) {
    std::size_t first = 0;
    for (std::int32_t above = 0; above < level; ++above) first += ((std::size_t{1} << 2 * above) + 31) / 32;
    return (words[first + place / 32] >> place % 32 & 1u) != 0;
  }

  /// Returns how many cells of a square are blocked, by sums over all cells to the north-west of each.
  std::int32_t blocked_in(std::int32_t x, std::int32_t y, std::int32_t side) {
    const std::int32_t cells = side_ * tree_.leaf_cells;
    const auto sum = [&](std::int32_t column, std::int32_t row) -> std::int32_t& {
      return sums_[static_cast<std::size_t>(row) * static_cast<std::size_t>(cells + 1) + static_cast<std::size_t>(column)];
    };
    if (sums_.empty()) {
      sums_.assign(static_cast<std::size_t>(cells + 1) * static_cast<std::size_t>(cells + 1), 0);
      for (std::int32_t row = 0; row < cells; ++row) {
        for (std::int32_t column = 0; column < cells; ++column) {
          sum(column + 1, row + 1) =
              sum(column, row + 1) + sum(column + 1, row) - sum(column, row) + (tree_.map.is_passable(column, row) ? 0 : 1);
        }
      }
    }
    const std::int32_t low_x = x * tree_.leaf_cells, low_y = y * tree_.leaf_cells, end = side * tree_.leaf_cells;
    return sum(low_x + end, low_y + end) - sum(low_x, low_y + end) - sum(low_x + end, low_y) + sum(low_x, low_y);
  }
  bool is_mixed_around(const Leaf& leaf) {
    const std::int32_t side = 2 * leaf.side;
    const std::int32_t blocked = blocked_in(leaf.x / side * side, leaf.y / side * side, side);
    return blocked > 0 && blocked < cells_of(side);
  }
  std::int32_t cost_of(const Leaf& leaf) const {
    if (leaf.blocked == 0) return planning::free_quad_cost;
    // Of the cells in the map: those outside close nothing.
    const auto in_map = [&](std::int32_t from, std::int32_t size) {
      return std::clamp(size - from * tree_.leaf_cells, 0, leaf.side * tree_.leaf_cells);
    };
    const std::int32_t inside = in_map(leaf.x, tree_.map.width) * in_map(leaf.y, tree_.map.height);
    const float share = static_cast<float>(leaf.blocked - (cells_of(leaf.side) - inside)) / static_cast<float>(std::max(1, inside));
    if (leaf.blocked == cells_of(leaf.side) || share >= tree_.shape.blocked_from) return 0;
    return static_cast<std::int32_t>(planning::free_quad_cost * std::max(1.f, tree_.shape.crowded_cost * share) + 0.5f);
  }
  bool is_nearest_free(const Leaf& leaf, planning::HalfCell point, planning::HalfCell center) const {
    const auto squared = [&](std::int32_t x, std::int32_t y) {
      return (2 * x + 1 - center.x) * (2 * x + 1 - center.x) + (2 * y + 1 - center.y) * (2 * y + 1 - center.y);
    };
    std::int32_t least = 0x7fffffff;
    bool listed = false;
    for (std::int32_t y = leaf.y * tree_.leaf_cells; y < (leaf.y + leaf.side) * tree_.leaf_cells; ++y) {
      for (std::int32_t x = leaf.x * tree_.leaf_cells; x < (leaf.x + leaf.side) * tree_.leaf_cells; ++x) {
        if (!tree_.map.is_passable(x, y)) continue;
        least = std::min(least, squared(x, y));
        listed = listed || (point.x == 2 * x + 1 && point.y == 2 * y + 1);
      }
    }
    return listed && squared(point.x / 2, point.y / 2) == least;
  }
  bool meet_at_open_corner(const Leaf& a, const Leaf& b) {
    if (!tree_.shape.diagonal || !planning::reference::lie_aslant(a, b)) return false;
    const std::int32_t x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    for (const auto& [dx, dy] : {std::pair(-1, -1), std::pair(0, -1), std::pair(-1, 0), std::pair(0, 0)}) {
      if (tree_.slots[static_cast<std::size_t>(owner(x + dx, y + dy))].cost == 0) return false;
    }
    return true;
  }
  std::int32_t length_between(std::size_t from, std::size_t to, bool beside) const {
    const planning::HalfCell a = tree_.slots[from].point, b = tree_.slots[to].point;
    const auto length = [](planning::HalfCell p, planning::HalfCell q) {
      // A half of a cell is 169 long.
      const double x = p.x - q.x, y = p.y - q.y;
      return static_cast<std::int32_t>(std::floor(169 * std::sqrt(x * x + y * y) + 0.5));
    };
    if (beside) return length(a, b);
    const planning::HalfCell corner{2 * std::max(leaves_[from].x, leaves_[to].x) * tree_.leaf_cells,
                                    2 * std::max(leaves_[from].y, leaves_[to].y) * tree_.leaf_cells};
    return length(a, corner) + length(corner, b);
  }
  bool lists(std::size_t slot, std::size_t other, std::int32_t length) const {
    return std::binary_search(lists_[slot].begin(), lists_[slot].end(), std::pair(static_cast<std::int32_t>(other), length));
  }

  const TreeCopy& tree_;
  std::int32_t side_;  ///< squares of the deepest level
  std::vector<std::int32_t> owner_, sums_;
  std::vector<Leaf> leaves_;  ///< by slot, in squares of the deepest level
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> lists_;
};

inline std::string fault_of(const TreeCopy& tree) { return TreeVerifier(tree).fault(); }
template <class Execution>
std::string fault_of(const Execution& execution, const planning::QuadTree<Execution>& tree) {
  return fault_of(copy_of(execution, tree));
}

}  // namespace plethos::tests
