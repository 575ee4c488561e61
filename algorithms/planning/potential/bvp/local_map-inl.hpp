// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_POTENTIAL_BVP_LOCAL_MAP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_POTENTIAL_BVP_LOCAL_MAP_INL
#undef PLETHOS_PLANNING_POTENTIAL_BVP_LOCAL_MAP_INL
#else
#define PLETHOS_PLANNING_POTENTIAL_BVP_LOCAL_MAP_INL
#endif

#include "algorithms/planning/potential/bvp/local_map_arguments.hpp"
#include "core/cells-inl.hpp"
#include "core/lane/lone_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// An agent's local map (Fischer, Silveira and Nedel 2009, sections 4.2, 4.3 and 5), Row::width cells of a color at a time. Values are
/// 1 - p. All threads of a row type, and all rows of a team, run through its functions together. Each word of cells belongs to one row.
template <class Row, class Team = LoneRow<Row>>
class LocalMap {
 public:
  using Float = typename Row::Float;
  using Int = typename Row::Int;
  using Mask = typename Row::Mask;

  PLETHOS_FUNCTION LocalMap(const planning::LocalMapArguments& arguments, std::int32_t agent, const planning::LocalMapMemory& memory)
      : arguments_(arguments),
        scene_(arguments.scenes[agent]),
        shape_(arguments.shapes[scene_.shape]),
        board_(shape_.board),
        memory_(memory),
        agent_(agent) {}

  /// Senses what is around the agent, relaxes the map, and reads the descent off it.
  PLETHOS_FUNCTION void run() {
    begin();
    cover_agents();
    place_goals();
    std::int32_t sweeps = 0;
    if (arguments_.relaxing == planning::Relaxing::sor) {
      sweeps = relax_in_colors();
    } else if (arguments_.relaxing == planning::Relaxing::gauss_seidel) {
      // Each cell needs the one before it, so others can only wait; end() does.
      if (leads()) sweeps = relax_in_turn();
    } else {
      sweeps = relax_at_once();
    }
    end(sweeps);
  }

 private:
  /// Whether this is the first thread of the first row.
  PLETHOS_FUNCTION static bool leads() { return Team::rank() == 0 && Row::rank() == 0; }

  static constexpr std::int32_t words_of_margin = planning::Checkerboard::margin / 32;

  /// Calls visit(word, place) for each word of a color's bits from place k to end that is this row's, with the first of the places in the
  /// word's elements.
  template <class Visit>
  PLETHOS_FUNCTION void for_each_word(std::int32_t color, std::int32_t k, std::int32_t end, const Visit& visit) const {
    constexpr std::int32_t bits = 32;
    const std::int32_t turns = Team::size(), of_color = (board_.end - board_.first) / bits;
    const std::int32_t whose = (color * of_color + (k - board_.first) / bits) % turns;
    const std::int32_t wait = (Team::rank() + turns - whose) % turns;
    for (std::int32_t place = (k / bits + wait) * bits; place < end; place += turns * bits) {
      visit((color * board_.size + place) / 32 + words_of_margin, color * board_.size + planning::Checkerboard::margin + place);
    }
  }

  /// Finds the cells that are free, as far as the global map says, and those that agents may cover.
  PLETHOS_FUNCTION void begin() {
    for (std::int32_t color = 0; color < 2; ++color) {
      for_each_word(color, board_.first, board_.end, [&](std::int32_t word, std::int32_t element) PLETHOS_LAMBDA {
        const std::uint32_t update = arguments_.update_zone[shape_.table / 32 + word];
        std::uint32_t free = arguments_.free_zone[shape_.table / 32 + word] | update, coverable = 0;
        for (std::int32_t j = 0; update != 0 && j < 32; j += Row::width) {
          const Float x = Row::load(arguments_.middle_x + shape_.table + element + j);
          const Float y = Row::load(arguments_.middle_y + shape_.table + element + j);
          const Mask seen = Row::bits(update >> j) & is_seen(x, y);
          coverable |= Row::mask(seen) << j;
          free &= ~(Row::mask(seen & is_blocked(x, y)) << j);
        }
        if (Row::rank() == 0) {
          memory_.free[word] = free;
          memory_.coverable[word] = coverable;
        }
      });
    }
    Team::sync();
  }

  /// Returns which cells the agent sees, by their middles: those in its view cone.
  PLETHOS_FUNCTION Mask is_seen(Float x, Float y) const {
    const Float along = Row::mul_add(x, Row::set(scene_.view_x), y * Row::set(scene_.view_y));
    return !Row::less(along, Row::set(shape_.cosine) * Row::sqrt(Row::mul_add(x, x, y * y)));
  }

  /// Returns which middles lie nearer to blocked cells of the global map, or to its edge, than the agent's radius less what
  /// the map itself keeps clear. More than the side of such a cell counts as its side.
  PLETHOS_FUNCTION Mask is_blocked(Float x, Float y) const {
    const Float across = (Row::set(scene_.x) + x - Row::set(arguments_.origin_x)) / Row::set(arguments_.cell_size);
    const Float up = (Row::set(scene_.y) + y - Row::set(arguments_.origin_y)) / Row::set(arguments_.cell_size);
    const Float wide = Row::set(static_cast<float>(arguments_.width)), high = Row::set(static_cast<float>(arguments_.height));
    const Float zero = Row::set(0.f), one = Row::set(1.f);
    const Mask outside = Row::less(across, zero) | Row::less(up, zero) | !Row::less(across, wide) | !Row::less(up, high);
    const Int column = Row::to_int(Row::min(Row::max(across, zero), wide - one));
    const Int row = Row::to_int(Row::min(Row::max(up, zero), high - one));
    const Int cell = (Row::set_int(arguments_.height - 1) - row) * Row::set_int(arguments_.width) + column;
    const Int blocked = Row::gather(!outside, arguments_.blocked, cell);
    // The distances to the sides of the cell around, in such cells.
    const Float west = across - Row::to_float(column), south = up - Row::to_float(row);
    const Float east = one - west, north = one - south;
    const float grown = scene_.radius - arguments_.clearance;
    const Float reach = Row::set(grown > 0.f ? grown / arguments_.cell_size : 0.f);
    const Float reach_squared = reach * reach;
    const auto near = [&](Float a, Float b) PLETHOS_LAMBDA { return Row::less(Row::mul_add(a, a, b * b), reach_squared); };
    Mask found = outside | has(blocked, 4);
    found = found | (has(blocked, 3) & Row::less(west, reach)) | (has(blocked, 5) & Row::less(east, reach));
    found = found | (has(blocked, 1) & Row::less(north, reach)) | (has(blocked, 7) & Row::less(south, reach));
    found = found | (has(blocked, 0) & near(north, west)) | (has(blocked, 2) & near(north, east));
    return found | (has(blocked, 6) & near(south, west)) | (has(blocked, 8) & near(south, east));
  }
  PLETHOS_FUNCTION static Mask has(Int bits, int bit) {
    return !Row::equal(Row::bit_cast_int(Row::bit_cast_uint(bits) & Row::set_uint(1u << bit)), Row::set_int(0));
  }

  /// Makes obstacles of the cells that another agent's disc covers, grown by the agent's own radius.
  PLETHOS_FUNCTION void cover_agents() {
    const float half = shape_.cell * static_cast<float>(board_.width / 2 + 1);
    const float reach = half + scene_.radius + arguments_.largest_radius;
    const std::int32_t left = cell_column(arguments_.raster, scene_.x - reach), right = cell_column(arguments_.raster, scene_.x + reach);
    const std::int32_t low = cell_row(arguments_.raster, scene_.y - reach), high = cell_row(arguments_.raster, scene_.y + reach);
    for (std::int32_t row = low; row <= high; ++row) {
      for (std::int32_t column = left; column <= right; ++column) {
        for (std::int32_t j = arguments_.last[row * arguments_.raster.columns + column]; j >= 0; j = arguments_.before[j]) {
          const float x = arguments_.x[j] - scene_.x, y = arguments_.y[j] - scene_.y;
          if (j != scene_.self && !is_apart(j, x, y)) cover(x, y, scene_.radius + arguments_.radius[j]);
        }
      }
    }
    Team::sync();
  }
  /// Returns whether another agent, so far to the east and the north (m), follows the same guide and is far enough apart to be no obstacle.
  /// A guide itself needs no room.
  PLETHOS_FUNCTION bool is_apart(std::int32_t other, float x, float y) const {
    if (scene_.party < 0 || arguments_.party[other] != scene_.party) return false;
    const float touching = scene_.self < 0 ? 0.f : scene_.radius + arguments_.radius[other];
    const float far = scene_.apart > touching ? scene_.apart : touching;
    return x * x + y * y >= far * far;
  }
  PLETHOS_FUNCTION void cover(float x, float y, float radius) {
    const auto middle = static_cast<float>(board_.height / 2);
    // Rows count from the north.
    const float first = (middle - (y + radius) / shape_.cell), last = (middle - (y - radius) / shape_.cell);
    const auto rows = static_cast<float>(board_.height - 1);
    if (!(last >= 0.f && first <= rows)) return;
    const auto top = static_cast<std::int32_t>(first > 0.f ? first : 0.f);
    const auto bottom = static_cast<std::int32_t>(last < rows ? last : rows);
    const Float squared = Row::set(radius * radius);
    for (std::int32_t color = 0; color < 2; ++color) {
      for_each_word(color, board_.number(0, top) / 2, board_.number(board_.width - 1, bottom) / 2 + 1,
                    [&](std::int32_t word, std::int32_t element) PLETHOS_LAMBDA {
                      const std::uint32_t coverable = memory_.coverable[word];
                      if (coverable == 0) return;
                      std::uint32_t covered = 0;
                      for (std::int32_t j = 0; j < 32; j += Row::width) {
                        const Float away_x = Row::load(arguments_.middle_x + shape_.table + element + j) - Row::set(x);
                        const Float away_y = Row::load(arguments_.middle_y + shape_.table + element + j) - Row::set(y);
                        covered |= Row::mask(Row::less(Row::mul_add(away_x, away_x, away_y * away_y), squared)) << j;
                      }
                      if (Row::rank() == 0) memory_.free[word] &= ~(covered & coverable);
                      Row::sync();
                    });
    }
  }

  /// Gives free cells their values of the last step, obstacles 0, and goals 1: the intermediate goal, three cells of the border in the
  /// direction of the global map's descent, and the agent's own goal if it sees that in the map. Goals come after obstacles.
  PLETHOS_FUNCTION void place_goals() {
    for (std::int32_t color = 0; color < 2; ++color) {
      for_each_word(color, board_.first, board_.end, [&](std::int32_t word, std::int32_t element) PLETHOS_LAMBDA {
        const std::uint32_t free = memory_.free[word];
        for (std::int32_t j = 0; j < 32; j += Row::width) {
          const Float last = Row::load(kept(color, element) + j);
          Row::store(Row::select(Row::bits(free >> j), last, Row::set(0.f)), memory_.values + element + j);
        }
      });
    }
    Team::sync();
    if (leads()) {
      place_intermediate_goal();
      place_own_goal();
    }
    Team::sync();
  }
  PLETHOS_FUNCTION void place_intermediate_goal() const {
    const std::int32_t size = board_.width, middle = size / 2;
    const auto before = static_cast<float>(middle), behind = static_cast<float>(size - 1 - middle);
    const float x = scene_.ahead_x, up = scene_.ahead_y;
    // Where the way ahead meets the border: after so many times (x, up).
    const float to_side = x > 0.f ? behind / x : x < 0.f ? before / -x : 1e9f;
    const float to_end = up > 0.f ? before / up : up < 0.f ? behind / -up : 1e9f;
    const bool at_side = to_side <= to_end;
    const float times = at_side ? to_side : to_end;
    const float along = at_side ? before - times * up : before + times * x;
    // A corner touches no free cell.
    const std::int32_t rounded = static_cast<std::int32_t>(along + 0.5f);
    const std::int32_t place = rounded < 1 ? 1 : rounded > size - 2 ? size - 2 : rounded;
    for (std::int32_t k = place - 1; k <= place + 1; ++k) {
      if (at_side) {
        set_goal(x > 0.f ? size - 1 : 0, k);
      } else {
        set_goal(k, up > 0.f ? 0 : size - 1);
      }
    }
  }
  PLETHOS_FUNCTION void place_own_goal() const {
    const auto middle = static_cast<float>(board_.width / 2);
    const float away_x = scene_.goal_x - scene_.x, away_y = scene_.goal_y - scene_.y;
    const float column = middle + away_x / shape_.cell + 0.5f, row = middle - away_y / shape_.cell + 0.5f;
    const auto end = static_cast<float>(board_.width - 1);
    if (!(column >= 1.f && row >= 1.f && column < end && row < end)) return;
    const float along = away_x * scene_.view_x + away_y * scene_.view_y;
    const float along_squared = along * along, limit = shape_.cosine * shape_.cosine * (away_x * away_x + away_y * away_y);
    const bool seen = shape_.cosine >= 0.f ? along >= 0.f && along_squared >= limit : along >= 0.f || along_squared <= limit;
    if (seen) set_goal(static_cast<std::int32_t>(column), static_cast<std::int32_t>(row));
  }
  PLETHOS_FUNCTION void set_goal(std::int32_t column, std::int32_t row) const {
    const std::int32_t element = board_.element(board_.number(column, row));
    memory_.values[element] = 1.f;
    memory_.free[element / 32] &= ~(1u << (element % 32));
  }

  /// Relaxes red and black cells in turn, until the residual is small. Returns the number of sweeps.
  PLETHOS_FUNCTION std::int32_t relax_in_colors() {
    const Float over = best_over();
    std::int32_t sweep = 0;
    for (bool changes = true; changes && sweep < arguments_.most_sweeps;) {
      // The residual is measured in the last of some sweeps.
      for (int k = 0; k < sweeps_between_measures - 1; ++k) {
        relax_color<false>(0, memory_.values, over);
        relax_color<false>(1, memory_.values, over);
      }
      const bool first = relax_color<true>(0, memory_.values, over);
      const bool second = relax_color<true>(1, memory_.values, over);
      changes = first || second;
      sweep += sweeps_between_measures;
    }
    return sweep;
  }

  /// Returns the factor of over-relaxation that is best for a map without obstacles: 2 / (1 + sqrt(1 - r^2)) for the spectral radius r of
  /// Jacobi's method, which falls as epsilon rises (Young 1954; r of equation 2 by separation of variables).
  PLETHOS_FUNCTION Float best_over() const {
    const Float one = Row::set(1.f);
    const auto part = [&](float bias) PLETHOS_LAMBDA { return Row::sqrt(one - Row::set(0.25f * bias * bias)); };
    const Float radius = Row::set(0.5f * shape_.smoothest) * (part(scene_.bias_x) + part(scene_.bias_y));
    return Row::set(2.f) / (one + Row::sqrt(one - radius * radius));
  }

  /// Relaxes all cells from the values of the sweep before (equation 6), or from what there is, without waiting between sweeps.
  PLETHOS_FUNCTION std::int32_t relax_at_once() {
    const bool waits = arguments_.relaxing == planning::Relaxing::jacobi;
    if (waits) {
      for (std::int32_t color = 0; color < 2; ++color) {
        for_each_word(color, board_.first, board_.end, [&](std::int32_t, std::int32_t element) PLETHOS_LAMBDA {
          for (std::int32_t j = 0; j < 32; j += Row::width) Row::store(Row::load(memory_.values + element + j), memory_.next + element + j);
        });
      }
      Team::sync();
    }
    std::int32_t sweep = 0;
    for (bool changes = true; changes && sweep < arguments_.most_sweeps; ++sweep) {
      // An even number of sweeps ends in `values`.
      const bool odd = sweep % 2 != 0;
      const bool measures = sweep % (4 * sweeps_between_measures) == 4 * sweeps_between_measures - 1;
      float* const from = waits && odd ? memory_.next : memory_.values;
      float* const to = waits ? (odd ? memory_.values : memory_.next) : memory_.values;
      if (measures) {
        const bool first = relax_color<true>(0, from, Row::set(1.f), to), second = relax_color<true>(1, from, Row::set(1.f), to);
        changes = first || second;
      } else {
        relax_color<false>(0, from, Row::set(1.f), to);
        relax_color<false>(1, from, Row::set(1.f), to);
      }
      if (waits) Team::sync();
    }
    return sweep;
  }

  /// Relaxes one cell after the other, from the north-west on, from the newest values of its neighbors (Gauss and Seidel): equation 2 as
  /// the paper's sequential program has it, on a map whose rows lie one behind the other.
  PLETHOS_FUNCTION std::int32_t relax_in_turn() const {
    for_each_cell([&](std::int32_t column, std::int32_t row, std::int32_t element, float& value) PLETHOS_LAMBDA {
      value = memory_.values[element];
      if (column == 0) memory_.coverable[row] = 0;
      // Cells of the border are never free, so a word holds a row.
      if ((memory_.free[element / 32] >> (element % 32) & 1u) != 0) memory_.coverable[row] |= 1u << (column - 1);
    });
    std::int32_t sweep = 0;
    for (bool changes = true; changes && sweep < arguments_.most_sweeps; ++sweep) changes = sweep_in_turn();
    for_each_cell([&](std::int32_t, std::int32_t, std::int32_t element, float& value) PLETHOS_LAMBDA { memory_.values[element] = value; });
    return sweep;
  }
  /// Calls visit(column, row, element, value) for all cells, with the value's place in a map by rows.
  template <class Visit>
  PLETHOS_FUNCTION void for_each_cell(const Visit& visit) const {
    for (std::int32_t row = 0; row < board_.height; ++row) {
      for (std::int32_t column = 0; column < board_.width; ++column) {
        visit(column, row, board_.element(board_.number(column, row)), memory_.next[row * board_.width + column]);
      }
    }
  }
  /// Relaxes each free cell once. Returns whether a residual was too great.
  PLETHOS_FUNCTION bool sweep_in_turn() const {
    const float east = 0.25f + 0.125f * scene_.bias_x, west = 0.25f - 0.125f * scene_.bias_x;
    const float north = 0.25f + 0.125f * scene_.bias_y, south = 0.25f - 0.125f * scene_.bias_y;
    const std::int32_t width = board_.width;
    const float at_agent = memory_.next[board_.height / 2 * width + width / 2];
    bool changes = false;
    for (std::int32_t row = 1; row < board_.height - 1; ++row) {
      float* const values = memory_.next + row * width;
      const std::uint32_t free = memory_.coverable[row];
      float before = values[0];
      for (std::int32_t column = 1; column < width - 1; ++column) {
        const float old = values[column];
        if ((free >> (column - 1) & 1u) == 0) {
          before = old;
          continue;
        }
        // The cell before this one is added last, as it is the one to wait for.
        const float now = (east * values[column + 1] + north * values[column - width]) + south * values[column + width] + west * before;
        const float residual = now > old ? now - old : old - now;
        changes = residual > arguments_.residual * (at_agent > old ? at_agent : old) || changes;
        values[column] = before = now;
      }
    }
    return changes;
  }

  template <bool measures>
  PLETHOS_FUNCTION bool relax_color(std::int32_t color, float* values, Float over) {
    const bool changes = relax_color<measures>(color, values, over, values);
    Team::sync();
    return changes;
  }
  /// Relaxes the cells of a color (equation 2). Returns, if it measures, whether a residual is too great.
  template <bool measures>
  PLETHOS_FUNCTION bool relax_color(std::int32_t color, const float* values, Float over, float* to) {
    const std::int32_t west_of = (1 - 2 * color) * board_.size - 1 + color, half = board_.stride / 2;
    const Float east = Row::set(0.25f + 0.125f * scene_.bias_x), west = Row::set(0.25f - 0.125f * scene_.bias_x);
    const Float north = Row::set(0.25f + 0.125f * scene_.bias_y), south = Row::set(0.25f - 0.125f * scene_.bias_y);
    const Float at_agent = Row::set(measures ? values[board_.element(middle())] : 0.f), enough = Row::set(arguments_.residual);
    // The agent's cell may be among those that are about to change.
    if constexpr (measures) Team::sync();
    bool changes = false;
    for_each_word(color, board_.first, board_.end, [&](std::int32_t word, std::int32_t element) PLETHOS_LAMBDA {
      const std::uint32_t free = memory_.free[word];
      if (free == 0) return;
      for (std::int32_t j = 0; j < 32; j += Row::width) {
        const std::int32_t own = element + j;
        const float* const beside = values + own + west_of;
        Float sum = west * Row::load_unaligned(beside);
        sum = Row::mul_add(east, Row::load_unaligned(beside + 1), sum);
        sum = Row::mul_add(north, Row::load_unaligned(beside - half), sum);
        sum = Row::mul_add(south, Row::load_unaligned(beside + half + 1), sum);
        const Float old = Row::load(values + own);
        const Float residual = sum - old;
        const Mask relaxed = Row::bits(free >> j);
        Row::store(Row::select(relaxed, Row::mul_add(over, residual, old), old), to + own);
        if constexpr (measures) changes = Row::any(relaxed & Row::less(enough * Row::max(at_agent, old), Row::abs(residual))) || changes;
      }
    });
    if constexpr (measures) changes = Team::any(changes);
    return changes;
  }

  /// Says how the map descends at the agent, and keeps it.
  PLETHOS_FUNCTION void end(std::int32_t sweeps) {
    Team::sync();
    if (leads()) {
      const std::int32_t n = middle();
      const float* const values = memory_.values;
      arguments_.descents[agent_] = {values[board_.element(n + 1)] - values[board_.element(n - 1)],
                                     values[board_.element(n - board_.stride)] - values[board_.element(n + board_.stride)], sweeps};
    }
    for (std::int32_t color = 0; color < 2; ++color) {
      for_each_word(color, board_.first, board_.end, [&](std::int32_t, std::int32_t element) PLETHOS_LAMBDA {
        for (std::int32_t j = 0; j < 32; j += Row::width) Row::store(Row::load(memory_.values + element + j), kept(color, element) + j);
      });
    }
    Team::sync();
  }
  /// Returns where the value of an element of the board is kept: without margins.
  PLETHOS_FUNCTION float* kept(std::int32_t color, std::int32_t element) const {
    const std::int32_t place = element - color * board_.size - planning::Checkerboard::margin - board_.first;
    return arguments_.maps + scene_.cells + color * (board_.end - board_.first) + place;
  }
  PLETHOS_FUNCTION std::int32_t middle() const { return board_.number(board_.width / 2, board_.height / 2); }

  static constexpr int sweeps_between_measures = 4;

  const planning::LocalMapArguments& arguments_;
  const planning::LocalScene& scene_;
  const planning::LocalShape& shape_;
  const planning::Checkerboard& board_;
  planning::LocalMapMemory memory_;
  std::int32_t agent_;
};

PLETHOS_KERNEL_END
#endif
