#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scenarios/noding.hpp"

namespace plethos::scenarios {

/// In metres, at most 4e9 from the origin.
struct PlanePoint {
  double x;
  double y;
};

/// The plane cut into faces by line segments, which may cross, touch and overlap. All points are rounded to whole micrometres.
/// Used as: add_edge() for all, build(), then the queries. Cost: n log n if the segments are short against the whole.
class Subdivision {
 public:
  /// What lies left of a half-edge minus what lies right of it: how many obstacles cover a place, and whether it is within the bounds.
  struct Step {
    int obstacles = 0;
    int inside = 0;
  };
  /// The same, of a whole face.
  using Cover = Step;

  /// Adds the segment from a to b, with what it separates. Returns its number, from 0.
  std::size_t add_edge(PlanePoint a, PlanePoint b, Step step);
  void build();

  std::size_t faces() const { return covers_.size(); }
  Cover cover(std::size_t face) const { return covers_[face]; }
  /// The faces left and right of an edge, for each of the pieces that the others cut it into.
  std::vector<std::pair<std::size_t, std::size_t>> sides(std::size_t edge) const;
  /// The face that holds p; any of the neighboring ones if p lies on an edge.
  std::size_t locate(PlanePoint p) const;
  /// The face's boundary as rings without repeated vertices: one counterclockwise around it and clockwise ones around its holes, each from
  /// its leftmost vertex on (the lower one of two), which is not repeated. Edges with the face on both sides are left out.
  std::vector<std::vector<PlanePoint>> rings(std::size_t face) const;

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
  std::vector<std::vector<Index>> half_edges_of_;  // of edges: those of their pieces that run from a to b
  std::vector<GridPoint> vertices_;
  // Half-edges: 2 k and 2 k + 1 are the two directions of one piece; each has its face on the left.
  std::vector<Index> origin_, next_, clockwise_, cycle_;
  std::vector<Step> step_;
  std::vector<Wide> doubled_area_;    // of cycles
  std::vector<Index> face_of_cycle_;  // one more for the cycle that nothing bounds
  std::vector<Cover> covers_;
  std::int64_t row_low_ = 0;
  std::int64_t row_size_ = 1;
  std::vector<std::vector<Index>> rows_;  // upward half-edges by the rows that they meet
};

}  // namespace plethos::scenarios
