#pragma once

#include <concepts>
#include <cstdint>

namespace plethos {

/// The smallest value over a lane's elements and the index of the first element that has it.
struct MinWithIndex {
  float value;
  int index;
};

/// A kernel is a template over a lane type, and works on `width` agents (or cells, or samples) at a time. ScalarLane has one of them,
/// HighwayLane a vector. Float, Int and UInt have 32 bits an element. Float has + - * / and unary -, Int has + - *, UInt has + ^ & | << >>.
/// Mask has & | ! and no implicit bool. Functions that are listed without a result are elementwise.
///
/// - set(x), set_int(x), set_uint(x): every element x. iota(): 0, 1, 2, ...
/// - load(p), store(v, p): aligned to the vector. load_unaligned(p), store_unaligned(v, p).
/// - store(mask, v, p): only where the mask is set, wherever p is; elements that are not set may be another thread's, or no memory.
///   gather(p, index), gather(mask, p, index) with 0 where not set; gather_each(mask, p, index): the same by loads of single elements,
///   whatever gather instructions there are.
/// - gather_pairs(p, index, second): the first of the two floats at p[2 * k] for each k = index[0], index[1], ... in memory, and the
///   second ones by reference. A pair is one load.
/// - scatter(v, p, index); scatter(mask, v, p, index). compress_store(mask, v, p): the set elements, packed; returns how many; may
///   write a full vector.
/// - first_n(n): mask of the elements before n.
/// - mul_add(a, b, c) = a * b + c, mul_sub(a, b, c) = a * b - c, neg_mul_add(a, b, c) = c - a * b, each rounded once. On SIMD targets
///   without fused multiply-add (sse4) they are rounded twice, so their bits differ.
/// - sqrt, abs; min(a, b) = a < b ? a : b; max(a, b) = a > b ? a : b, also for zeros of both signs.
/// - less, less_equal, equal; select(mask, yes, no); any, all, none of a mask; count_true(mask).
/// - to_float(Int), bit_cast_int(UInt), bit_cast_uint(Int or Float), bit_cast_float(UInt); multiply_wide(a, b, high): low half returned,
/// high half by reference.
/// - reduce_min_with_index(v).
// clang-format 14 does not know concepts.
// clang-format off
template <class L>
concept Lane = requires(typename L::Float f, typename L::Int i, typename L::UInt u, typename L::Mask m, float* p,
                        std::int32_t* pi, std::uint32_t* pu, float x, int n) {
  { L::width } -> std::convertible_to<int>;
  { L::set(x) } -> std::same_as<typename L::Float>;
  { L::set_int(n) } -> std::same_as<typename L::Int>;
  { L::set_uint(std::uint32_t{}) } -> std::same_as<typename L::UInt>;
  { L::iota() } -> std::same_as<typename L::Int>;
  { L::load(p) } -> std::same_as<typename L::Float>;
  { L::load(pi) } -> std::same_as<typename L::Int>;
  { L::load(pu) } -> std::same_as<typename L::UInt>;
  { L::load_unaligned(p) } -> std::same_as<typename L::Float>;
  L::store(f, p);
  L::store_unaligned(f, p);
  L::store(m, f, p);
  L::store(i, pi);
  { L::gather(p, i) } -> std::same_as<typename L::Float>;
  { L::gather(m, p, i) } -> std::same_as<typename L::Float>;
  { L::gather_each(m, p, i) } -> std::same_as<typename L::Float>;
  { L::gather_pairs(p, pi, f) } -> std::same_as<typename L::Float>;
  L::scatter(f, p, i);
  L::scatter(m, f, p, i);
  { L::compress_store(m, f, p) } -> std::same_as<int>;
  { L::first_n(n) } -> std::same_as<typename L::Mask>;
  { f + f - f * f / -f } -> std::convertible_to<typename L::Float>;
  { L::mul_add(f, f, f) } -> std::same_as<typename L::Float>;
  { L::mul_sub(f, f, f) } -> std::same_as<typename L::Float>;
  { L::neg_mul_add(f, f, f) } -> std::same_as<typename L::Float>;
  { L::sqrt(f) } -> std::same_as<typename L::Float>;
  { L::abs(f) } -> std::same_as<typename L::Float>;
  { L::min(f, f) } -> std::same_as<typename L::Float>;
  { L::max(f, f) } -> std::same_as<typename L::Float>;
  { L::less(f, f) } -> std::same_as<typename L::Mask>;
  { L::less(i, i) } -> std::same_as<typename L::Mask>;
  { L::less_equal(f, f) } -> std::same_as<typename L::Mask>;
  { L::equal(f, f) } -> std::same_as<typename L::Mask>;
  { L::equal(i, i) } -> std::same_as<typename L::Mask>;
  { (m & m) | !m } -> std::convertible_to<typename L::Mask>;
  { L::select(m, f, f) } -> std::same_as<typename L::Float>;
  { L::select(m, i, i) } -> std::same_as<typename L::Int>;
  { L::any(m) } -> std::same_as<bool>;
  { L::all(m) } -> std::same_as<bool>;
  { L::none(m) } -> std::same_as<bool>;
  { L::count_true(m) } -> std::same_as<int>;
  { L::to_float(i) } -> std::same_as<typename L::Float>;
  { L::bit_cast_int(u) } -> std::same_as<typename L::Int>;
  { L::bit_cast_uint(i) } -> std::same_as<typename L::UInt>;
  { L::bit_cast_uint(f) } -> std::same_as<typename L::UInt>;
  { L::bit_cast_float(u) } -> std::same_as<typename L::Float>;
  { L::multiply_wide(u, u, u) } -> std::same_as<typename L::UInt>;
  { L::reduce_min_with_index(f) } -> std::same_as<MinWithIndex>;
} && !std::convertible_to<typename L::Mask, bool>;
// clang-format on

}  // namespace plethos
