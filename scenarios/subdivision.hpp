#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plethos::scenarios {

struct PlanePoint {
  double x;
  double y;
};

/// The plane cut into faces by line segments, which may cross, touch and overlap. Points nearer than a micrometre are one.
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

  /// The segment from a to b, with what it separates.
  void add_edge(PlanePoint a, PlanePoint b, Step step);
  void build();

  std::size_t faces() const { return covers_.size(); }
  Cover cover(std::size_t face) const { return covers_[face]; }
  /// The face that holds p; any of the neighboring ones if p lies on an edge.
  std::size_t locate(PlanePoint p) const;
  /// The face's boundary as rings without repeated vertices: one counterclockwise around it and clockwise ones around its holes, each
  /// without its first vertex repeated. Edges with the face on both sides are left out.
  std::vector<std::vector<PlanePoint>> rings(std::size_t face) const;

 private:
  using Index = std::uint32_t;
  struct Edge {
    PlanePoint a, b;
    Step step;
    std::vector<Index> splits;  // vertices on it, its ends among them
  };

  Index vertex(PlanePoint p);
  void split(Edge& first, Edge& second);
  void split_edges();
  void make_half_edges();
  void link_half_edges();
  void find_cycles();
  void fill_rows();
  void join_cycles();
  void find_covers();
  Index half_edge_left_of(PlanePoint p) const;
  PlanePoint origin(Index half_edge) const { return vertices_[origin_[half_edge]]; }
  PlanePoint target(Index half_edge) const { return vertices_[origin_[half_edge ^ 1]]; }
  Index face_of(Index half_edge) const { return face_of_cycle_[cycle_[half_edge]]; }

  std::vector<Edge> edges_;
  std::vector<PlanePoint> vertices_;
  std::unordered_map<std::uint64_t, std::vector<Index>> near_;  // vertices by a hash of their cell
  // Half-edges: 2 k and 2 k + 1 are the two directions of one edge; each has its face on the left.
  std::vector<Index> origin_, next_, clockwise_, cycle_;
  std::vector<Step> step_;
  std::vector<double> doubled_area_;  // of cycles
  std::vector<Index> face_of_cycle_;  // one more for the cycle that nothing bounds
  std::vector<Cover> covers_;
  double row_low_ = 0;
  double row_size_ = 1;
  std::vector<std::vector<Index>> rows_;  // upward half-edges by the rows that they meet
};

}  // namespace plethos::scenarios
