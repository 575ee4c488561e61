#include <bit>
#include <cmath>
#include <type_traits>

#include "algorithms/simulation/simulation_on.hpp"
#include "backends/instantiate.hpp"
#include "backends/ranks/agree.hpp"

namespace plethos::simulation {
namespace {

constexpr const char* carried_name = "carried";

template <class Value>
constexpr RowField::Kind kind_of() {
  if constexpr (std::is_same_v<Value, float>) return RowField::Kind::real;
  return std::is_same_v<Value, std::int32_t> ? RowField::Kind::whole : RowField::Kind::bits;
}

/// Where a row has the numbers that must fit the world.
struct RowPlaces {
  std::size_t position, radius, reciprocity, goal, state;

  explicit RowPlaces(std::span<const RowField> fields)
      : position(place_in_row(fields, "position")),
        radius(place_in_row(fields, "radius")),
        reciprocity(place_in_row(fields, "reciprocity")),
        goal(place_in_row(fields, "goal")),
        state(place_in_row(fields, "state")) {}
};

std::string fields_text(std::span<const RowField> fields) {
  std::string text;
  for (const RowField& field : fields) text += (text.empty() ? "" : ", ") + std::to_string(field.words) + " " + field.name;
  return text;
}

}  // namespace

std::vector<AgentRecord> records_of(const SavedSlab& saved) {
  using HostAgents = Agents<Kokkos::HostSpace>;
  const auto words = static_cast<std::size_t>(words_of(saved.crowd.fields));
  std::vector<AgentRecord> records(saved.rows.size() / words);
  const HostAgents agent(1);
  for_each_column(AgentColumns<HostAgents>(), agent, [&](const auto& view, auto column) {
    if constexpr (column.has_field) {
      const std::uint32_t* const first = saved.rows.data() + place_in_row(saved.crowd.fields, column.name);
      for (std::size_t i = 0; i < records.size(); ++i) {
        const std::uint32_t* word = first + i * words;
        distribution::ReadElements{0, &word}(view, column);
        get_field(view, 0, records[i].*column.field);
      }
    }
  });
  return records;
}

template <class Execution>
distribution::RowShape SimulationOn<Execution>::row_shape() {
  return {distribution::record_words(crowd_.agents), words_of_ranks(), plan_.planner().carried_words()};
}

template <class Execution>
std::vector<RowField> SimulationOn<Execution>::row_fields() {
  std::vector<RowField> fields;
  for_each_column(AgentColumns<Agents<MemorySpace>>(), crowd_.agents, [&]<class View>(const View&, auto column) {
    fields.push_back({column.name, kind_of<typename View::non_const_value_type>(),
                      static_cast<std::int32_t>(elements_of_agent<View>(crowd_.agents.words()))});
  });
  fields.erase(fields.begin());  // the id is the number of the row
  fields.back().words -= words_of_ranks();
  if (const std::int32_t carried = plan_.planner().carried_words(); carried > 0) {
    fields.push_back({carried_name, RowField::Kind::bits, carried});
  }
  std::erase_if(fields, [](const RowField& field) { return field.words == 0; });
  return fields;
}

template <class Execution>
SavedCrowd SimulationOn<Execution>::save(const RowTaker& take) {
  execution_.fence();
  SavedCrowd saved;
  saved.agents = static_cast<std::int64_t>(all_agents_);
  saved.fields = row_fields();
  saved.statistics = statistics_so_far();
  saved.of_planner = plan_.remembered();
  if (!take) return saved;
  distribution::SlabRows<Execution> slab(crowd_.ranks, saved.agents, row_shape());
  slab.gather(execution_, crowd_.agents, luggage(), take);
  return saved;
}

/// Checks the rows of this rank's slab, and returns how many of their agents have arrived or are absent. Divides the world among several
/// ranks by where agents are.
template <class Execution>
std::int64_t SimulationOn<Execution>::look_at_rows(const distribution::SlabRows<Execution>& slab, const RowGiver& give) {
  const RowPlaces places(row_fields());
  const auto words = static_cast<std::size_t>(row_shape().row());
  std::vector<std::uint64_t> agents_of_cells;
  if (distribution_) agents_of_cells.resize(static_cast<std::size_t>(distribution_->regions().cells().cells()), 0);
  std::int64_t idle = 0;
  const auto check = [&](std::int64_t id, const std::uint32_t* row) {
    const float x = std::bit_cast<float>(row[places.position]), y = std::bit_cast<float>(row[places.position + 1]);
    const float radius = std::bit_cast<float>(row[places.radius]);
    const auto goal = static_cast<std::int32_t>(row[places.goal]), state = static_cast<std::int32_t>(row[places.state]);
    const bool travels = state != passive_state && state != absent_state;
    const bool fits = std::isfinite(x) && std::isfinite(y) && radius > 0 && radius <= crowd_.largest_radius && state >= active_state &&
                      state <= absent_state && (!travels || (goal >= 0 && static_cast<std::size_t>(goal) < crowd_.world.goals.size()));
    if (!fits) throw InputError("agent " + std::to_string(id) + ": found a row that no agent of this world can have");
    const bool stands = !present(state, true);
    idle += stands ? 1 : 0;
    if (!distribution_ && state == active_state) {
      reciprocity_[static_cast<std::size_t>(id)] = std::bit_cast<float>(row[places.reciprocity]);
    }
    if (distribution_ && !stands) ++agents_of_cells[static_cast<std::size_t>(distribution_->regions().cells().cell_of(x, y))];
  };
  backends::agree(crowd_.ranks, [&] {
    slab.look(give, [&](std::int64_t first, std::span<const std::uint32_t> rows) {
      for (std::size_t at = 0; at < rows.size(); at += words) check(first + static_cast<std::int64_t>(at / words), &rows[at]);
    });
  });
  if (distribution_) distribution_->divide(std::move(agents_of_cells));
  return idle;
}

template <class Execution>
void SimulationOn<Execution>::receive(const distribution::Post<MemorySpace>& post, const distribution::RowShape& shape) {
  const std::int32_t before = crowd_.agents.count;
  crowd_.reserve(execution_, before + post.total);
  backends::for_each(execution_, "plethos::simulation::read_rows", post.total,
                     distribution::ReadRecords<MemorySpace>{crowd_.agents, post.records, post.words, before});
  crowd_.agents.hold(before + post.total);
  crowd_.workspace.sorted().hold_as(crowd_.agents);
  if (shape.luggage > 0 && post.total > 0) luggage().read(before, post.total, post.records, post.words, shape.columns);
  execution_.fence();
}

template <class Execution>
void SimulationOn<Execution>::load(const SavedCrowd& saved, const RowGiver& give) {
  if (saved.agents != static_cast<std::int64_t>(all_agents_)) {
    throw InputError("found " + std::to_string(saved.agents) + " agents, expected " + std::to_string(all_agents_));
  }
  if (const std::vector<RowField> fields = row_fields(); saved.fields != fields) {
    throw InputError("found rows of " + fields_text(saved.fields) + ", expected " + fields_text(fields) + ": they are of other methods");
  }
  execution_.fence();
  const distribution::RowShape shape = row_shape();
  distribution::SlabRows<Execution> slab(crowd_.ranks, saved.agents, shape);
  idle_ = look_at_rows(slab, give) - saved.statistics.arrived;
  steps_ = saved.statistics.steps;
  // As in the last step: the next one changes the world first.
  crowd_.place_obstacles(execution_, time_of(std::max<std::int64_t>(0, steps_ - 1)));
  plan_.resume(saved.of_planner);
  crowd_.agents.hold(0);
  const std::size_t position = place_in_row(saved.fields, "position");
  const auto owner = [&](const std::uint32_t* row) {
    if (!distribution_) return 0;
    return distribution_->regions().owner_at({std::bit_cast<float>(row[position]), std::bit_cast<float>(row[position + 1])});
  };
  slab.scatter(execution_, give, owner, [&](const auto& post) { receive(post, shape); });
  if (distribution_) arrange();
  prepare();
  go_on(saved.statistics);
}

#define PLETHOS_SAVING(Execution)                                                                                         \
  template distribution::RowShape SimulationOn<Execution>::row_shape();                                                   \
  template std::vector<RowField> SimulationOn<Execution>::row_fields();                                                   \
  template SavedCrowd SimulationOn<Execution>::save(const RowTaker&);                                                     \
  template std::int64_t SimulationOn<Execution>::look_at_rows(const distribution::SlabRows<Execution>&, const RowGiver&); \
  template void SimulationOn<Execution>::receive(const distribution::Post<typename Execution::memory_space>&,             \
                                                 const distribution::RowShape&);                                          \
  template void SimulationOn<Execution>::load(const SavedCrowd&, const RowGiver&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_SAVING);
#undef PLETHOS_SAVING

}  // namespace plethos::simulation
