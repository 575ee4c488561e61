#include "scenarios/io/paths_parts.hpp"

namespace plethos::scenarios {

const std::array<ArrayInfo, paths_parts>& paths_table() {
  using hdf5::byte_number, hdf5::double_number, hdf5::float_number, hdf5::int_number, hdf5::long_number, hdf5::unsigned_number;
  static const std::array<ArrayInfo, paths_parts> infos{{{"ways/first", 8, 0, long_number},
                                                         {"ways/points", 4, 2, float_number},
                                                         {"ways/length", 8, 0, double_number},
                                                         {"queries/places", 4, 4, float_number},
                                                         {"queries/optimum", 8, 0, double_number},
                                                         {"map/passable", 1, any_columns, byte_number},
                                                         {"map/terrain", 1, any_columns, byte_number},
                                                         {"map/cost", 4, any_columns, int_number},
                                                         {"map/origin", 4, 0, float_number},
                                                         {"map/cell_size", 4, 0, float_number},
                                                         {"world/polygon_vertices", 4, 2, float_number},
                                                         {"world/polygon_sizes", 4, 0, unsigned_number},
                                                         {"world/polygon_closed", 1, 0, byte_number},
                                                         {"world/walkable_vertices", 4, 2, float_number},
                                                         {"world/walkable_sizes", 4, 0, unsigned_number},
                                                         {"graph/block", 4, 0, int_number},
                                                         {"graph/regions", 4, any_columns, int_number},
                                                         {"graph/nodes", 4, 2, float_number},
                                                         {"graph/edges", 4, 2, int_number},
                                                         {"graph/squares", 4, 3, int_number},
                                                         {"field/cost", 4, any_columns, float_number},
                                                         {"field/goal", 4, 0, float_number}}};
  return infos;
}

}  // namespace plethos::scenarios
