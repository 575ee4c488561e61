#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/vec2.hpp"
#include "scenarios/geometry/noding.hpp"

namespace plethos::scenarios {

/// The plane, cut into faces by line segments that may cross, touch and overlap. All points lie at most 4e9 m from the origin and are
/// rounded to whole micrometres. A caller adds all edges, calls build(), and then makes queries. Cost: n log n if the segments are short
/// against the whole.
class Subdivision {
 public:
  /// The change from the right side of a half-edge to its left side: in the number of obstacles over a place, and in being within the
  /// bounds.
  struct Step {
    int obstacles = 0;
    int inside = 0;
  };
  /// The number of obstacles over a whole face, and whether it is within the bounds.
  using Cover = Step;

  /// Adds the segment from a to b, and the step across it. Returns its number, from 0.
  std::size_t add_edge(Vec2d a, Vec2d b, Step step);
  void build();

  std::size_t faces() const { return covers_.size(); }
  Cover cover(std::size_t face) const { return covers_[face]; }
  /// Returns the faces left and right of an edge, for each of the pieces into which other edges cut it.
  std::vector<std::pair<std::size_t, std::size_t>> sides(std::size_t edge) const;
  /// Returns the face that holds p. If p lies on an edge, it is any of the neighboring faces.
  std::size_t locate(Vec2d p) const;
  /// Returns the face's boundary as rings without repeated vertices: a counterclockwise one around it, and clockwise ones around its holes.
  /// A ring starts at its leftmost vertex (the lower one of two), which does not appear again at its end. Edges with the face on both sides
  /// are left out.
  std::vector<std::vector<Vec2d>> rings(std::size_t face) const;

 private:
  using Index = std::uint32_t;

  void make_half_edges();
  void link_half_edges();
  void find_cycles();
  void fill_rows();
  void join_cycles();
  void find_covers();
  std::size_t row(std::int64_t y) const;
  Index half_edge_left_of(GridPoint p) const;
  GridPoint origin(Index half_edge) const { return vertices_[origin_[half_edge]]; }
  GridPoint target(Index half_edge) const { return vertices_[origin_[half_edge ^ 1]]; }
  Index face_of(Index half_edge) const { return face_of_cycle_[cycle_[half_edge]]; }

  std::vector<GridSegment> edges_;
  std::vector<Step> steps_;                        // of edges
  std::vector<std::vector<Index>> half_edges_of_;  // for each edge the half-edges of its pieces that run from a to b
  std::vector<GridPoint> vertices_;
  // Half-edges 2 k and 2 k + 1 are the two directions of one piece. Each has its face on the left.
  std::vector<Index> origin_, next_, clockwise_, cycle_;
  std::vector<Step> step_;
  std::vector<Wide> doubled_area_;    // of cycles
  std::vector<Index> face_of_cycle_;  // one more for the outermost cycle
  std::vector<Cover> covers_;
  std::int64_t row_low_ = 0;
  std::int64_t row_size_ = 1;
  std::vector<std::vector<Index>> rows_;  // upward half-edges by the rows that they meet
};

}  // namespace plethos::scenarios
