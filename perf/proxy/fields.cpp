#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "algorithms/planning/fields/wavefront/wave_trial.hpp"
#include "perf/algorithms/planning/field_goals.hpp"
#include "perf/proxy/measure.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::proxy {
namespace {

planning::WavefrontParameters parameters_of(const Deck& deck, const DeckSize& size) {
  scenarios::ScenarioRequest request = deck.request;
  for (const auto& [key, value] : size.settings) request.settings[key] = value;
  ParameterValues values;
  scenarios::check_request(request, {});
  scenarios::apply_to_values(request, values);
  return planning::wavefront_table().read(values);
}

}  // namespace

std::optional<Measured> measure_fields(const Deck& deck, const DeckSize& size, const Place& place, const Moved& moved) {
  require_one_rank(deck, size, place.ranks, "fields lie in one process");
  const Watch watch;
  Measured measured;
  const planning::WavefrontParameters parameters = parameters_of(deck, size);
  const GridMap map = scenarios::draw_map(size.drawn.kind, {size.drawn.size, size.drawn.size, size.drawn.seed, size.drawn.values});
  measured.pieces = size.pieces;
  if (size.pieces == 0) {
    const planning::WaveMemory memory = planning::wave_memory(place.backend, map, parameters);
    measured.pieces = pieces_of_share(deck, size, place, static_cast<double>(memory.map), static_cast<double>(memory.field), 0);
  }
  std::vector<std::int32_t> goals;
  for (const planning::FieldSource& source : perf::goals_in(map, static_cast<std::int32_t>(size.kinds))) goals.push_back(source.cell);
  const auto kinds = static_cast<std::size_t>(size.kinds);
  while (goals.size() < static_cast<std::size_t>(measured.pieces)) goals.push_back(goals[goals.size() - kinds]);
  const auto trial = planning::make_wave_trial(place.backend, map, goals, parameters);
  measured.setup_seconds = watch.seconds();

  const std::int64_t all = size.warm_up + size.repetitions;
  std::uint64_t visits = 0;
  for (std::int64_t pass = 0; pass < all; ++pass) {
    if (scenarios::interrupted() != 0) return {};
    if (pass == size.warm_up) visits = trial->tile_visits();
    const Watch of_pass;
    trial->compute();
    if (pass >= size.warm_up) measured.seconds.push_back(of_pass.seconds());
    moved(pass + 1, all);
  }
  visits = trial->tile_visits() - visits;
  std::int64_t reached = 0;
  for (std::size_t field = 0; field < goals.size(); ++field) {
    const std::vector<std::int32_t> values = trial->values(field);
    measured.sums.push_back(XXH3_64bits(values.data(), values.size() * sizeof(std::int32_t)));
    if (field >= kinds) continue;
    const auto of_kind = std::count_if(values.begin(), values.end(), [](std::int32_t value) { return value < planning::unreached; });
    reached += of_kind * ((measured.pieces - static_cast<std::int64_t>(field) - 1) / size.kinds + 1);
  }
  measured.amount = static_cast<double>(reached);
  measured.bytes = trial->bytes();
  measured.work = {
      {"map", size.drawn.name()},
      {"fields", measured.pieces},
      {"goals", size.kinds},
      {"cells_of_the_map", map.passable.size()},
      {"cells_of_a_field_mean", static_cast<double>(reached) / static_cast<double>(measured.pieces)},
      {"visits_of_a_tile", static_cast<double>(visits) * planning::wave_tile_cells /
                               (static_cast<double>(map.passable.size()) * static_cast<double>(measured.pieces * size.repetitions))}};
  return measured;
}

}  // namespace plethos::proxy
