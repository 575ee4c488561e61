#include "scenarios/terrain.hpp"

namespace plethos::scenarios {

const char* terrain_name(Terrain terrain) {
  switch (terrain) {
    case Terrain::land:
      return "land";
    case Terrain::water:
      return "water";
    case Terrain::trees:
      return "trees";
    default:
      return "nothing";
  }
}

void TerrainMap::open(Terrain only) {
  if (terrain.empty() && only == Terrain::land) return;
  if (terrain.empty()) {
    for (const std::uint8_t cell : passable) terrain.push_back(cell != 0 ? Terrain::land : Terrain::none);
  }
  for (std::size_t cell = 0; cell < passable.size(); ++cell) passable[cell] = terrain[cell] == only ? 1 : 0;
}

}  // namespace plethos::scenarios
