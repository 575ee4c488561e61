#pragma once

#include <concepts>
#include <cstdint>

namespace plethos {

/// A lane (lane.hpp) of whole numbers that lie side by side in a row, and that look at each other: a kernel over cells of a map is a
/// template over a row type. ScalarRow has one element, HighwayRow a vector, and WarpRow a warp of a device, whose threads hold an element
/// each and run through the kernel together. Int has +, - and *, and Float / besides. Besides functions that lanes have (set, set_int,
/// load, store, load_unaligned, less, select, any, and of Float max, sqrt, mul_add and to_float) a row type has
///
/// - pad: the elements that a padded row in memory has before the first one, so that vectors of it are aligned;
/// - load_shared(p), store_shared(v, p): of elements that other threads may load or store at the same time, each for itself;
/// - min(a, b), of Int and of Float;
/// - to_int(x): a number cut off to a whole one;
/// - half(v): v / 2 rounded down, of v >= 0;
/// - root(v): the square root rounded down, of v from 0 to 2^24;
/// - bits(b): the mask whose element i is bit i of b; mask(m): the number whose bit i is element i of m, and others 0;
/// - shift_up<j>(v, fill): element i is that of i - j, or `fill` where there is none; shift_down<j>(v, fill): that of i + j;
/// - least(v): the least element.
///
/// The threads that hold a row are a team (team-inl.hpp): a row type has its rank, sync, broadcast, each, and least(count, f).
// clang-format 14 does not know concepts.
// clang-format off
template <class R>
concept Row = requires(typename R::Int i, typename R::Mask m, std::int32_t* p, const std::int32_t* q, std::uint32_t bits, std::int32_t n,
                       typename R::Float x, float* to, const float* from) {
  { R::width } -> std::convertible_to<int>;
  { R::pad } -> std::convertible_to<int>;
  { R::set_int(n) } -> std::same_as<typename R::Int>;
  { R::load(q) } -> std::same_as<typename R::Int>;
  { R::load_unaligned(q) } -> std::same_as<typename R::Int>;
  { R::load_shared(p) } -> std::same_as<typename R::Int>;
  R::store(i, p);
  R::store_shared(i, p);
  { i + i * i - i } -> std::same_as<typename R::Int>;
  { R::min(i, i) } -> std::same_as<typename R::Int>;
  { R::half(i) } -> std::same_as<typename R::Int>;
  { R::root(i) } -> std::same_as<typename R::Int>;
  { R::less(i, i) } -> std::same_as<typename R::Mask>;
  { R::set(1.f) } -> std::same_as<typename R::Float>;
  { R::load(from) } -> std::same_as<typename R::Float>;
  { R::load_unaligned(from) } -> std::same_as<typename R::Float>;
  R::store(x, to);
  { x + x * x - x / x } -> std::same_as<typename R::Float>;
  { R::min(x, x) } -> std::same_as<typename R::Float>;
  { R::max(x, x) } -> std::same_as<typename R::Float>;
  { R::sqrt(x) } -> std::same_as<typename R::Float>;
  { R::mul_add(x, x, x) } -> std::same_as<typename R::Float>;
  { R::to_float(i) } -> std::same_as<typename R::Float>;
  { R::to_int(x) } -> std::same_as<typename R::Int>;
  { R::less(x, x) } -> std::same_as<typename R::Mask>;
  { R::select(m, x, x) } -> std::same_as<typename R::Float>;
  { R::select(m, i, i) } -> std::same_as<typename R::Int>;
  { R::any(m) } -> std::same_as<bool>;
  { R::bits(bits) } -> std::same_as<typename R::Mask>;
  { R::mask(m) } -> std::same_as<std::uint32_t>;
  { R::template shift_up<1>(i, n) } -> std::same_as<typename R::Int>;
  { R::template shift_down<1>(i, n) } -> std::same_as<typename R::Int>;
  { R::least(i) } -> std::same_as<std::int32_t>;
  { R::broadcast(n) } -> std::same_as<std::int32_t>;
  { R::rank() } -> std::same_as<int>;
  R::sync();
};
// clang-format on

}  // namespace plethos
