#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::scenarios {
namespace {

/// Cells from `low` to before `high`.
struct Span {
  std::int32_t low, high;

  std::int32_t size() const { return high - low; }
};

/// Divides `cells` into about equal spans of about `pitch` cells.
std::vector<Span> divide(std::int32_t cells, std::int32_t pitch) {
  const std::int32_t count = std::max(1, (cells + pitch / 2) / pitch);
  std::vector<Span> spans;
  for (std::int32_t k = 0; k < count; ++k) {
    const auto at = [&](std::int32_t n) { return static_cast<std::int32_t>(std::int64_t{cells} * n / count); };
    spans.push_back({at(k), at(k + 1)});
  }
  return spans;
}

/// Draws the floor of an office building. Corridors run from west to east through the middle of each band of the floor, with a row of
/// offices on either side, and from north to south along the wings. Walls are one cell thick.
class OfficeFloor {
 public:
  explicit OfficeFloor(const MapRequest& request)
      : corridor_(whole(request, "corridor")),
        office_(whole(request, "office")),
        door_(whole(request, "door")),
        halls_(request.values.at("halls")),
        map_(plain_map(request.width, request.height, true)) {
    const std::vector<Span> bands = divide(map_.height, 2 * office_ + corridor_ + 3);
    const std::vector<Span> wings = divide(map_.width, 8 * office_ + corridor_ + 2);
    for (std::size_t row = 0; row < bands.size(); ++row) {
      for (std::size_t column = 0; column < wings.size(); ++column) {
        PhiloxStream random(request.seed, (std::uint64_t{row} << 32) | column);
        // A wing ends at the corridor that leads from north to south.
        draw_wing({wings[column].low, wings[column].high - corridor_}, bands[row], random);
      }
    }
  }

  GridMap take() { return std::move(map_); }

 private:
  static std::int32_t whole(const MapRequest& request, const char* key) { return static_cast<std::int32_t>(request.values.at(key)); }

  void fill(Span across, Span down, bool passable) { fill_cells(across.low, down.low, across.high, down.high, passable, map_); }

  void draw_wing(Span across, Span down, PhiloxStream& random) {
    // Too small a wing is left open.
    if (across.size() < least_room + 2 || down.size() < 2 * (least_room + 2) + corridor_) return;
    const std::int32_t middle = down.low + (down.size() - corridor_) / 2;
    draw_row(across, {down.low, middle}, middle - 1, random);
    draw_row(across, {middle + corridor_, down.high}, middle + corridor_, random);
  }

  /// Draws a row of offices, or an open-plan hall, with walls around it; `front` is the wall to the corridor.
  void draw_row(Span across, Span down, std::int32_t front, PhiloxStream& random) {
    fill(across, down, false);
    const Span inside{down.low + 1, down.high - 1};
    if (random.unit() < halls_) {
      draw_hall({across.low + 1, across.high - 1}, inside, front, random);
      return;
    }
    const auto core = random.below(4);
    std::uint64_t number = 0;
    for (std::int32_t left = across.low + 1; left < across.high - 1; ++number) {
      const auto wanted =
          static_cast<std::int32_t>(static_cast<std::uint64_t>(office_ / 2) + random.below(static_cast<std::uint64_t>(office_) + 1));
      std::int32_t right = std::min(left + std::max(wanted, least_room), across.high - 1);
      if (across.high - 1 - right < least_room + 1) right = across.high - 1;
      const Span room{left, right};
      const std::uint64_t shift = random.below(static_cast<std::uint64_t>(std::max(1, room.size() - door_ + 1)));
      // Lifts, stairs and shafts: a room without a door, which nobody sees from inside.
      const bool is_core = number == core && room.size() < office_;
      if (!is_core) {
        fill(room, inside, true);
        open_door(left + static_cast<std::int32_t>(shift), room, front);
      }
      left = right + 1;
    }
  }

  /// Desks stand back to back in an open-plan hall, which has doors all along the corridor.
  void draw_hall(Span across, Span down, std::int32_t front, PhiloxStream& random) {
    fill(across, down, true);
    const std::int32_t shift = 2 + static_cast<std::int32_t>(random.below(3));
    for (std::int32_t y = down.low + 3; y + desk_deep + 3 <= down.high; y += desk_deep + 3) {
      for (std::int32_t x = across.low + shift; x + desk_long + 2 <= across.high; x += desk_long + 3) {
        if (random.below(8) != 0) fill({x, x + desk_long}, {y, y + desk_deep}, false);
      }
    }
    for (std::int32_t x = across.low + office_ / 2; x < across.high; x += 2 * office_) open_door(x, across, front);
  }

  /// Opens the wall to the corridor from a column on.
  void open_door(std::int32_t from, Span room, std::int32_t front) {
    fill({from, std::min(from + door_, room.high)}, {front, front + 1}, true);
  }

  static constexpr std::int32_t least_room = 3, desk_long = 4, desk_deep = 2;

  std::int32_t corridor_, office_, door_;
  double halls_;
  GridMap map_;
};

GridMap draw_office(const MapRequest& request) { return OfficeFloor(request).take(); }

}  // namespace

MapKind office_kind() {
  return {.name = "office",
          .sentence = "offices along corridors, with doors, and open-plan halls with desks; all can be reached",
          .keys = {{"office", "cells", 4, 10'000, "depth of an office, and its width in the mean", 12, ParameterKind::whole},
                   {"corridor", "cells", 1, 10'000, "width of a corridor", 4, ParameterKind::whole},
                   {"door", "cells", 1, 10'000, "width of a door", 2, ParameterKind::whole},
                   {"halls", "", 0, 1, "share of the rows of offices that are an open-plan hall", 0.25}},
          .draw = draw_office};
}

}  // namespace plethos::scenarios
