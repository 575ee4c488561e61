#include "algorithms/simulation/saving.hpp"

#include <bit>
#include <cmath>
#include <type_traits>

#include "algorithms/distribution/slab_rows.hpp"
#include "backends/instantiate.hpp"
#include "backends/ranks/agree.hpp"
#include "core/packed_agents.hpp"

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

/// The agents of a simulation as rows.
template <class Execution>
class CrowdRows {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit CrowdRows(Steps<Execution>& steps)
      : steps_(steps),
        crowd_(steps.crowd()),
        shape_{record_words(crowd_.agents), crowd_.ranks.alone() ? 0 : 1, steps.planner().carried_words()},
        slab_(crowd_.ranks, crowd_.all_agents, shape_) {}

  std::vector<RowField> fields() const {
    std::vector<RowField> fields;
    for_each_column(AgentColumns<Agents<MemorySpace>>(), crowd_.agents, [&]<class View>(const View&, auto column) {
      fields.push_back({column.name, kind_of<typename View::non_const_value_type>(),
                        static_cast<std::int32_t>(elements_of_agent<View>(crowd_.agents.words()))});
    });
    fields.erase(fields.begin());  // the id is the number of the row
    fields.back().words -= shape_.words_of_ranks;
    fields.push_back({carried_name, RowField::Kind::bits, shape_.carried});
    std::erase_if(fields, [](const RowField& field) { return field.words == 0; });
    return fields;
  }
  void gather(const RowTaker& take) { slab_.gather(steps_.execution(), crowd_.agents, steps_.carried(), take); }
  std::int64_t look(const RowGiver& give);
  void scatter(const RowGiver& give);

 private:
  Steps<Execution>& steps_;
  Crowd<MemorySpace>& crowd_;
  distribution::RowShape shape_;
  distribution::SlabRows<Execution> slab_;
};

/// Checks the rows of this rank's slab, and returns how many of their agents have arrived or are absent. Divides the world among several
/// ranks by where agents are.
template <class Execution>
std::int64_t CrowdRows<Execution>::look(const RowGiver& give) {
  const RowPlaces places(fields());
  const auto words = static_cast<std::size_t>(shape_.row());
  auto* const distribution = steps_.distribution();
  std::vector<std::uint64_t> agents_of_cells;
  if (distribution) agents_of_cells.resize(static_cast<std::size_t>(distribution->regions().cells().cells()), 0);
  std::int64_t standing = 0;
  const auto check = [&](std::int64_t id, const std::uint32_t* row) {
    const float x = std::bit_cast<float>(row[places.position]), y = std::bit_cast<float>(row[places.position + 1]);
    const float radius = std::bit_cast<float>(row[places.radius]);
    const auto goal = static_cast<std::int32_t>(row[places.goal]), state = static_cast<std::int32_t>(row[places.state]);
    const bool travels = state != passive_state && state != absent_state;
    const bool fits = std::isfinite(x) && std::isfinite(y) && radius > 0 && radius <= crowd_.largest_radius && state >= active_state &&
                      state <= absent_state && (!travels || (goal >= 0 && static_cast<std::size_t>(goal) < crowd_.world.goals.size()));
    if (!fits) throw InputError("agent " + std::to_string(id) + ": found a row that no agent of this world can have");
    const bool stands = !present(state, true);
    standing += stands ? 1 : 0;
    if (!distribution && state == active_state) {
      crowd_.reciprocity[static_cast<std::size_t>(id)] = std::bit_cast<float>(row[places.reciprocity]);
    }
    if (distribution && !stands) ++agents_of_cells[static_cast<std::size_t>(distribution->regions().cells().cell_of(x, y))];
  };
  backends::agree(crowd_.ranks, [&] {
    slab_.look(give, [&](std::int64_t first, std::span<const std::uint32_t> rows) {
      for (std::size_t at = 0; at < rows.size(); at += words) check(first + static_cast<std::int64_t>(at / words), &rows[at]);
    });
  });
  if (distribution) distribution->divide(std::move(agents_of_cells));
  return standing;
}

template <class Execution>
void CrowdRows<Execution>::scatter(const RowGiver& give) {
  crowd_.agents.hold(0);
  auto* const distribution = steps_.distribution();
  const std::size_t position = place_in_row(fields(), "position");
  const auto owner = [&](const std::uint32_t* row) {
    if (!distribution) return 0;
    return distribution->regions().owner_at({std::bit_cast<float>(row[position]), std::bit_cast<float>(row[position + 1])});
  };
  const Execution& execution = steps_.execution();
  slab_.scatter(execution, give, owner, [&](const distribution::Post<MemorySpace>& post) {
    const std::int32_t before = crowd_.agents.count;
    crowd_.reserve(execution, before + post.total);
    backends::for_each(execution, "plethos::simulation::read_rows", post.total,
                       ReadRecords<MemorySpace>{crowd_.agents, post.records, post.words, before});
    crowd_.agents.hold(before + post.total);
    crowd_.workspace.sorted().hold_as(crowd_.agents);
    if (shape_.carried > 0 && post.total > 0) steps_.carried().read(before, post.total, post.records, post.words, shape_.columns);
    execution.fence();
  });
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
        read_agent(ColumnList<decltype(column)>(), agent, 0, first + i * words);
        get_field(view, 0, records[i].*column.field);
      }
    }
  });
  return records;
}

template <class Execution>
SavedCrowd save_crowd(Steps<Execution>& steps, const RowTaker& take) {
  steps.require_one_world("what is saved of a simulation");
  CrowdRows<Execution> rows(steps);
  SavedCrowd saved;
  saved.agents = steps.crowd().all_agents;
  saved.fields = rows.fields();
  saved.statistics = steps.statistics();
  saved.of_planner = steps.planner().remembered();
  if (take) rows.gather(take);
  return saved;
}

template <class Execution>
void load_crowd(Steps<Execution>& steps, const SavedCrowd& saved, const RowGiver& give) {
  steps.require_one_world("a saved simulation");
  const std::int64_t agents = steps.crowd().all_agents;
  if (saved.agents != agents) {
    throw InputError("found " + std::to_string(saved.agents) + " agents, expected " + std::to_string(agents));
  }
  CrowdRows<Execution> rows(steps);
  if (const std::vector<RowField> fields = rows.fields(); saved.fields != fields) {
    throw InputError("found rows of " + fields_text(saved.fields) + ", expected " + fields_text(fields) + ": they are of other methods");
  }
  steps.execution().fence();
  const std::int64_t standing = rows.look(give);
  steps.go_back(saved.statistics.steps, saved.of_planner);
  rows.scatter(give);
  steps.go_on(saved.statistics, standing);
}

#define PLETHOS_SAVING(Execution)                                     \
  template SavedCrowd save_crowd(Steps<Execution>&, const RowTaker&); \
  template void load_crowd(Steps<Execution>&, const SavedCrowd&, const RowGiver&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_SAVING);
#undef PLETHOS_SAVING

}  // namespace plethos::simulation
