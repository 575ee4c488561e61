#include "backends/ranks/mpi/bisection.hpp"

// Zoltan asks for mpi.h, whose C++ bindings have left the standard.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <zoltan.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

#include "core/error.hpp"

namespace plethos::backends {
namespace {

const WeightedPoints& points_of(void* data) { return *static_cast<const WeightedPoints*>(data); }

int count_points(void* data, int* fault) {
  *fault = ZOLTAN_OK;
  return static_cast<int>(points_of(data).x.size());
}

void list_points(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, int, float* weights, int* fault) {
  const WeightedPoints& points = points_of(data);
  std::iota(global, global + points.x.size(), ZOLTAN_ID_TYPE{0});
  std::copy(points.weight.begin(), points.weight.end(), weights);
  *fault = ZOLTAN_OK;
}

int count_dimensions(void*, int* fault) {
  *fault = ZOLTAN_OK;
  return 2;
}

void list_places(void* data, int, int, int count, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR, int, double* places, int* fault) {
  const WeightedPoints& points = points_of(data);
  for (int i = 0; i < count; ++i) {
    places[2 * i] = static_cast<double>(points.x[global[i]]);
    places[2 * i + 1] = static_cast<double>(points.y[global[i]]);
  }
  *fault = ZOLTAN_OK;
}

struct Destroy {
  void operator()(Zoltan_Struct* zoltan) const { Zoltan_Destroy(&zoltan); }
};

/// What Zoltan answers: which points go to which parts, as it has allocated it.
struct Answer {
  int count = 0;
  ZOLTAN_ID_PTR global = nullptr, local = nullptr;
  int *ranks = nullptr, *parts = nullptr;

  Answer() = default;
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  ~Answer() { Zoltan_LB_Free_Part(&global, &local, &ranks, &parts); }
};

void require_ok(int code) {
  if (code != ZOLTAN_OK && code != ZOLTAN_WARN) throw MachineError("ranks: Zoltan found fault " + std::to_string(code) + " in a bisection");
}

/// `straight`: points at the same place of a cut's axis, as all of a column of cells are, go to the same side.
std::vector<std::int32_t> bisect(const WeightedPoints& points, int parts, bool straight) {
  std::vector<std::int32_t> part(points.x.size(), 0);
  float version = 0;
  require_ok(Zoltan_Initialize(0, nullptr, &version));
  const std::unique_ptr<Zoltan_Struct, Destroy> zoltan(Zoltan_Create(MPI_COMM_SELF));
  if (!zoltan) throw MachineError("ranks: Zoltan does not start");
  const std::string number = std::to_string(parts);
  for (const auto& [name, value] : {std::pair{"DEBUG_LEVEL", "0"},
                                    {"LB_METHOD", "RCB"},
                                    {"RCB_RECTILINEAR_BLOCKS", straight ? "1" : "0"},
                                    {"NUM_GLOBAL_PARTS", number.c_str()},
                                    {"NUM_LID_ENTRIES", "0"},
                                    {"OBJ_WEIGHT_DIM", "1"},
                                    {"RETURN_LISTS", "PARTS"}}) {
    require_ok(Zoltan_Set_Param(zoltan.get(), name, value));
  }
  auto* const data = const_cast<WeightedPoints*>(&points);
  require_ok(Zoltan_Set_Num_Obj_Fn(zoltan.get(), count_points, data));
  require_ok(Zoltan_Set_Obj_List_Fn(zoltan.get(), list_points, data));
  require_ok(Zoltan_Set_Num_Geom_Fn(zoltan.get(), count_dimensions, data));
  require_ok(Zoltan_Set_Geom_Multi_Fn(zoltan.get(), list_places, data));
  Answer in, out;
  int changes = 0, global_entries = 0, local_entries = 0;
  require_ok(Zoltan_LB_Partition(zoltan.get(), &changes, &global_entries, &local_entries, &in.count, &in.global, &in.local, &in.ranks,
                                 &in.parts, &out.count, &out.global, &out.local, &out.ranks, &out.parts));
  for (int i = 0; i < out.count; ++i) part[out.global[i]] = out.parts[i];
  return part;
}

double greatest_weight(const WeightedPoints& points, const std::vector<std::int32_t>& part, int parts) {
  std::vector<double> weight(static_cast<std::size_t>(parts), 0.);
  for (std::size_t i = 0; i < part.size(); ++i) weight[static_cast<std::size_t>(part[i])] += static_cast<double>(points.weight[i]);
  return *std::max_element(weight.begin(), weight.end());
}

}  // namespace

std::vector<std::int32_t> bisect_by_zoltan(const WeightedPoints& points, int parts) {
  if (parts == 1 || points.x.empty()) return std::vector<std::int32_t>(points.x.size(), 0);
  constexpr double most_more = 1.01;
  std::vector<std::int32_t> even = bisect(points, parts, false);
  std::vector<std::int32_t> straight = bisect(points, parts, true);
  return greatest_weight(points, straight, parts) <= most_more * greatest_weight(points, even, parts) ? straight : even;
}

}  // namespace plethos::backends
