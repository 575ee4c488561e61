// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_TESTS_CORE_LANE_CHECKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_TESTS_CORE_LANE_CHECKS_INL
#undef PLETHOS_TESTS_CORE_LANE_CHECKS_INL
#else
#define PLETHOS_TESTS_CORE_LANE_CHECKS_INL
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "core/lane/kernel_macros.hpp"
#include "core/lane/philox-inl.hpp"
#include "tests/core/lane/guarded_page.hpp"
#include "tests/core/lane/lane_report.hpp"
#include "tests/harness/random.hpp"

PLETHOS_KERNEL_BEGIN

/// Compares every operation of a lane with plain C++, on all triples of special values and on random ones.
template <class L>
class LaneChecks {
 public:
  using Float = typename L::Float;
  using Int = typename L::Int;
  using UInt = typename L::UInt;
  using Mask = typename L::Mask;
  static constexpr int width = L::width;

  LaneChecks(std::uint64_t seed, bool fused) : fused_(fused), random_("lane", seed) { fill(); }

  tests::LaneReport run() {
    for (int i = 0; i + width <= static_cast<int>(a_.size()); i += width) {
      arithmetic(i);
      comparisons(i);
      reduction(i);
    }
    for (int i = 0; i + width <= static_cast<int>(words_.size()); i += width) integers(i);
    constants();
    for (int round = 0; round < 200; ++round) {
      draw_flags(round);
      masks();
      memory(round);
    }
    for (int n = -2; n <= width + 2; ++n) first_n(n);
    masked_stores_at_ends();
    return report_;
  }

 private:
  // Memory that aligned loads and stores accept, with a foreign value behind it.
  struct alignas(64) Floats {
    float at[2 * width + 1];
  };
  struct alignas(64) Ints {
    std::int32_t at[2 * width + 1];
  };
  struct alignas(64) UInts {
    std::uint32_t at[2 * width];
  };

  void fill() {
    using Limits = std::numeric_limits<float>;
    const float special[] = {0.f,
                             -0.f,
                             1.f,
                             -1.f,
                             1.5f,
                             1.f + Limits::epsilon(),
                             -3.f,
                             1e-40f,
                             Limits::denorm_min(),
                             -Limits::denorm_min(),
                             Limits::min(),
                             Limits::max(),
                             -Limits::max(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN()};
    for (const float a : special) {
      for (const float b : special) {
        for (const float c : special) add(a, b, c);
      }
    }
    for (int i = 0; i < 4096; ++i) {
      const float scale = std::ldexp(1.f, random_.integer(-20, 20));
      add(random_.between(-2, 2), random_.between(-2, 2) * scale, random_.between(-2, 2) * scale);
    }
    for (int i = 0; i < 2048; ++i) words_.push_back(i % 16 == 0 ? 0xffffffffu : i % 16 == 1 ? 0u : random_.word());
  }
  void add(float a, float b, float c) {
    a_.push_back(a);
    b_.push_back(b);
    c_.push_back(c);
  }

  void expect(const char* operation, Float found, const float* expected) {
    Floats values;
    L::store(found, values.at);
    for (int k = 0; k < width; ++k) report_.expect(operation, values.at[k], expected[k]);
  }
  void expect(const char* operation, Int found, const std::int32_t* expected) {
    Ints values;
    L::store(found, values.at);
    for (int k = 0; k < width; ++k) report_.expect(operation, std::int64_t{values.at[k]}, std::int64_t{expected[k]});
  }
  void expect(const char* operation, UInt found, const std::uint32_t* expected) {
    Ints values;
    L::store(L::bit_cast_int(found), values.at);
    for (int k = 0; k < width; ++k)
      report_.expect(operation, std::int64_t{values.at[k]}, std::int64_t{static_cast<std::int32_t>(expected[k])});
  }
  void expect(const char* operation, Mask found, const bool* expected) {
    Ints values;
    L::store(L::select(found, L::set_int(1), L::set_int(0)), values.at);
    for (int k = 0; k < width; ++k) report_.expect(operation, std::int64_t{values.at[k]}, std::int64_t{expected[k]});
  }

  template <class Value, class Plain>
  void elementwise(const char* operation, Value found, int i, Plain plain) {
    using Element = decltype(plain(0.f, 0.f, 0.f));
    Element expected[width];
    for (int k = 0; k < width; ++k) {
      const auto at = static_cast<std::size_t>(i + k);
      expected[k] = plain(a_[at], b_[at], c_[at]);
    }
    expect(operation, found, expected);
  }

  void arithmetic(int i) {
    const Float a = L::load_unaligned(a_.data() + i);
    const Float b = L::load_unaligned(b_.data() + i);
    const Float c = L::load_unaligned(c_.data() + i);
    const bool fused = fused_;
    elementwise("+", a + b, i, [](float x, float y, float) { return x + y; });
    elementwise("-", a - b, i, [](float x, float y, float) { return x - y; });
    elementwise("*", a * b, i, [](float x, float y, float) { return x * y; });
    elementwise("/", a / b, i, [](float x, float y, float) { return x / y; });
    elementwise("unary -", -a, i, [](float x, float, float) { return -x; });
    elementwise("sqrt", L::sqrt(b), i, [](float, float y, float) { return std::sqrt(y); });
    elementwise("abs", L::abs(a), i, [](float x, float, float) { return std::fabs(x); });
    elementwise("min", L::min(a, b), i, [](float x, float y, float) { return x < y ? x : y; });
    elementwise("max", L::max(a, b), i, [](float x, float y, float) { return x > y ? x : y; });
    elementwise("mul_add", L::mul_add(a, b, c), i, [fused](float x, float y, float z) { return fused ? std::fma(x, y, z) : x * y + z; });
    elementwise("mul_sub", L::mul_sub(a, b, c), i, [fused](float x, float y, float z) { return fused ? std::fma(x, y, -z) : x * y - z; });
    elementwise("neg_mul_add", L::neg_mul_add(a, b, c), i,
                [fused](float x, float y, float z) { return fused ? std::fma(-x, y, z) : z - x * y; });
  }

  void comparisons(int i) {
    const Float a = L::load_unaligned(a_.data() + i);
    const Float b = L::load_unaligned(b_.data() + i);
    elementwise("less", L::less(a, b), i, [](float x, float y, float) { return x < y; });
    elementwise("less_equal", L::less_equal(a, b), i, [](float x, float y, float) { return x <= y; });
    elementwise("equal", L::equal(a, b), i, [](float x, float y, float) { return x == y; });
    elementwise("select", L::select(L::less(a, b), a, b), i, [](float x, float y, float) { return x < y ? x : y; });
  }

  void reduction(int i) {
    Floats values;
    for (int k = 0; k < width; ++k) {
      const float value = a_[static_cast<std::size_t>(i + k)] + c_[static_cast<std::size_t>(i + k)];
      values.at[k] = std::isnan(value) ? 0.f : value;
    }
    // Every second vector has a tie.
    if ((i / width) % 2 == 0 && width > 2) values.at[width - 1] = values.at[1];
    const float* least = std::min_element(values.at, values.at + width);
    const MinWithIndex found = L::reduce_min_with_index(L::load(values.at));
    // Either zero stands for both.
    report_.expect("reduce_min_with_index", found.value + 0.f, *least + 0.f);
    report_.expect("reduce_min_with_index, index", std::int64_t{found.index}, std::int64_t{least - values.at});
  }

  void integers(int i) {
    UInts words;
    Ints numbers;
    UInts other;
    for (int k = 0; k < width; ++k) {
      words.at[k] = words_[static_cast<std::size_t>(i + k)];
      other.at[k] = words_[words_.size() - 1 - static_cast<std::size_t>(i + k)];
      numbers.at[k] = static_cast<std::int32_t>(words.at[k] % 60001) - 30000;
    }
    const UInt a = L::load(words.at);
    const UInt b = L::load(other.at);
    const Int n = L::load(numbers.at);
    std::uint32_t expected[width];
    const auto each = [&](const char* operation, UInt found, auto plain) {
      for (int k = 0; k < width; ++k) expected[k] = plain(words.at[k], other.at[k]);
      expect(operation, found, expected);
    };
    each("UInt +", a + b, [](std::uint32_t x, std::uint32_t y) { return x + y; });
    each("UInt ^", a ^ b, [](std::uint32_t x, std::uint32_t y) { return x ^ y; });
    each("UInt &", a & b, [](std::uint32_t x, std::uint32_t y) { return x & y; });
    each("UInt |", a | b, [](std::uint32_t x, std::uint32_t y) { return x | y; });
    for (int bits = 0; bits < 32; bits += 5) {
      each("UInt <<", a << bits, [bits](std::uint32_t x, std::uint32_t) { return x << bits; });
      each("UInt >>", a >> bits, [bits](std::uint32_t x, std::uint32_t) { return x >> bits; });
    }
    UInt high;
    const UInt low = L::multiply_wide(a, b, high);
    each("multiply_wide, low", low, [](std::uint32_t x, std::uint32_t y) { return x * y; });
    each("multiply_wide, high", high,
         [](std::uint32_t x, std::uint32_t y) { return static_cast<std::uint32_t>(std::uint64_t{x} * y >> 32); });
    each("bit_cast", L::bit_cast_uint(L::bit_cast_int(a)), [](std::uint32_t x, std::uint32_t) { return x; });
    each("bit_cast_float", L::bit_cast_uint(L::bit_cast_float(a)), [](std::uint32_t x, std::uint32_t) { return x; });

    const auto each_number = [&](const char* operation, Int found, auto plain) {
      std::int32_t result[width];
      for (int k = 0; k < width; ++k) result[k] = plain(numbers.at[k], k);
      expect(operation, found, result);
    };
    const Int three = L::set_int(3);
    each_number("Int +", n + three, [](std::int32_t x, int) { return x + 3; });
    each_number("Int -", n - three, [](std::int32_t x, int) { return x - 3; });
    each_number("Int *", n * three, [](std::int32_t x, int) { return x * 3; });
    each_number("Int select", L::select(L::less(n, three), n, three), [](std::int32_t x, int) { return std::min(x, 3); });
    bool smaller[width];
    bool same[width];
    float real[width];
    for (int k = 0; k < width; ++k) {
      smaller[k] = static_cast<std::int32_t>(words.at[k]) < static_cast<std::int32_t>(other.at[k]);
      same[k] = words.at[k] == other.at[k];
      real[k] = static_cast<float>(static_cast<std::int32_t>(words.at[k]));
    }
    expect("Int less", L::less(L::bit_cast_int(a), L::bit_cast_int(b)), smaller);
    expect("Int equal", L::equal(L::bit_cast_int(a), L::bit_cast_int(b)), same);
    report_.expect("Int equal to itself", std::int64_t{L::all(L::equal(n, n))}, std::int64_t{1});
    expect("to_float", L::to_float(L::bit_cast_int(a)), real);
  }

  void constants() {
    float real[width];
    std::int32_t numbers[width];
    std::int32_t places[width];
    std::uint32_t words[width];
    for (int k = 0; k < width; ++k) {
      real[k] = -0.f;
      numbers[k] = -7;
      places[k] = k;
      words[k] = 0xdeadbeefu;
    }
    expect("set", L::set(-0.f), real);
    expect("set_int", L::set_int(-7), numbers);
    expect("set_uint", L::set_uint(0xdeadbeefu), words);
    expect("iota", L::iota(), places);
  }

  /// Round 0 has no flag set and round 1 has all.
  void draw_flags(int round) {
    for (int k = 0; k < width; ++k) {
      x_[k] = round == 1 || (round > 1 && random_.once_in(2));
      y_[k] = random_.once_in(2);
    }
  }
  Mask mask(const bool* flags) {
    Ints values;
    for (int k = 0; k < width; ++k) values.at[k] = flags[k] ? 1 : 0;
    return L::equal(L::load(values.at), L::set_int(1));
  }

  void masks() {
    const Mask x = mask(x_);
    const Mask y = mask(y_);
    bool both[width];
    bool either[width];
    bool neither[width];
    int count = 0;
    for (int k = 0; k < width; ++k) {
      both[k] = x_[k] && y_[k];
      either[k] = x_[k] || y_[k];
      neither[k] = !x_[k];
      count += x_[k] ? 1 : 0;
    }
    expect("mask &", x & y, both);
    expect("mask |", x | y, either);
    expect("mask !", !x, neither);
    report_.expect("any", std::int64_t{L::any(x)}, std::int64_t{count > 0});
    report_.expect("all", std::int64_t{L::all(x)}, std::int64_t{count == width});
    report_.expect("none", std::int64_t{L::none(x)}, std::int64_t{count == 0});
    report_.expect("count_true", std::int64_t{L::count_true(x)}, std::int64_t{count});
  }

  void memory(int round) {
    constexpr float strange = 77.f;
    Floats source;
    Floats target;
    Ints place;
    for (int k = 0; k <= 2 * width; ++k) {
      source.at[k] = random_.between(-1, 1);
      target.at[k] = strange;
      place.at[k] = k;
    }
    for (int k = 2 * width - 1; k > 0; --k) std::swap(place.at[k], place.at[random_.integer(0, k)]);
    const Mask set = mask(x_);
    const Float value = L::load(source.at);
    Floats expected = target;
    const auto compare = [&](const char* operation) {
      for (int k = 0; k <= 2 * width; ++k) report_.expect(operation, target.at[k], expected.at[k]);
      std::fill(target.at, target.at + 2 * width + 1, strange);
      expected = target;
    };

    L::store(value, target.at);
    std::copy(source.at, source.at + width, expected.at);
    compare("load, store");
    L::store_unaligned(L::load_unaligned(source.at + 1), target.at + 1);
    std::copy(source.at + 1, source.at + 1 + width, expected.at + 1);
    compare("load_unaligned, store_unaligned");
    L::store(set, value, target.at);
    for (int k = 0; k < width; ++k) expected.at[k] = x_[k] ? source.at[k] : strange;
    compare("masked store");
    L::scatter(value, target.at, L::load(place.at));
    for (int k = 0; k < width; ++k) expected.at[place.at[k]] = source.at[k];
    compare("scatter");
    L::scatter(set, value, target.at, L::load(place.at));
    for (int k = 0; k < width; ++k) expected.at[place.at[k]] = x_[k] ? source.at[k] : expected.at[place.at[k]];
    compare("masked scatter");

    Float gathered = L::gather(source.at, L::load(place.at));
    for (int k = 0; k < width; ++k) expected.at[k] = source.at[place.at[k]];
    expect("gather", gathered, expected.at);
    // Where the mask is not set, the index may be anything.
    Ints wild = place;
    for (int k = 0; k < width; ++k) {
      wild.at[k] = x_[k] ? place.at[k] : 1 << 30;
      expected.at[k] = x_[k] ? source.at[place.at[k]] : 0.f;
    }
    gathered = L::gather(set, source.at, L::load(wild.at));
    expect("masked gather", gathered, expected.at);
    gathered = L::gather_each(set, source.at, L::load(wild.at));
    expect("gather_each", gathered, expected.at);

    const auto packed = [&](const auto* values, auto& into) {
      int count = 0;
      for (int k = 0; k < width; ++k) {
        if (x_[k]) into.at[count++] = values[k];
      }
      return count;
    };
    int count = packed(source.at, expected);
    report_.expect("compress_store, count", std::int64_t{L::compress_store(set, value, target.at)}, std::int64_t{count});
    for (int k = 0; k < count; ++k) report_.expect("compress_store", target.at[k], expected.at[k]);
    // The function may write a full vector, but not more.
    for (int k = width; k <= 2 * width; ++k) report_.expect("compress_store, behind", target.at[k], strange);

    integer_memory(round, set, packed);
  }

  template <class Packed>
  void integer_memory(int round, Mask set, const Packed& packed) {
    Ints source;
    Ints target;
    Ints place;
    Ints expected;
    for (int k = 0; k <= 2 * width; ++k) {
      source.at[k] = static_cast<std::int32_t>(random_.word());
      target.at[k] = round;
      place.at[k] = 2 * width - k;
      expected.at[k] = k < width && x_[k] ? source.at[k] : round;
    }
    const Int value = L::load(source.at);
    L::store(set, value, target.at);
    for (int k = 0; k <= 2 * width; ++k) report_.expect("Int masked store", std::int64_t{target.at[k]}, std::int64_t{expected.at[k]});
    L::store_unaligned(L::load_unaligned(source.at + 1), target.at);
    for (int k = 0; k < width; ++k) report_.expect("Int load_unaligned", std::int64_t{target.at[k]}, std::int64_t{source.at[k + 1]});
    for (int k = 0; k < width; ++k) expected.at[k] = source.at[2 * width - k];
    expect("Int gather", L::gather(source.at, L::load(place.at)), expected.at);
    for (int k = 0; k < width; ++k) expected.at[k] = x_[k] ? source.at[2 * width - k] : 0;
    expect("Int masked gather", L::gather(set, source.at, L::load(place.at)), expected.at);
    const int count = packed(source.at, expected);
    report_.expect("Int compress_store, count", std::int64_t{L::compress_store(set, value, target.at)}, std::int64_t{count});
    for (int k = 0; k < count; ++k) report_.expect("Int compress_store", std::int64_t{target.at[k]}, std::int64_t{expected.at[k]});
    L::scatter(value, target.at, L::load(place.at));
    for (int k = 0; k < width; ++k) report_.expect("Int scatter", std::int64_t{target.at[2 * width - k]}, std::int64_t{source.at[k]});
  }

  /// A load or a store of an element that is not set would kill the test here. Elsewhere it would undo what another thread stores there.
  void masked_stores_at_ends() {
    Floats floats;
    Ints ints;
    for (int k = 0; k < width; ++k) {
      floats.at[k] = random_.between(1, 2);
      ints.at[k] = random_.integer(1, 1 << 30);
    }
    const Float float_value = L::load(floats.at);
    const Int int_value = L::load(ints.at);
    for (int n = 0; n <= width; ++n) {
      const Mask before = L::first_n(n);
      masked_store_at_ends("masked store at an end", before, n, float_value, floats.at);
      masked_store_at_ends("Int masked store at an end", before, n, int_value, ints.at);
    }
  }
  /// `before`: the mask of the elements before n.
  template <class Vector, class Element>
  void masked_store_at_ends(const char* operation, Mask before, int n, Vector value, const Element* elements) {
    using Reported = std::conditional_t<std::is_same_v<Element, float>, float, std::int64_t>;
    const tests::GuardedPage page;
    Element *const first = page.begin<Element>(), *const last = page.end<Element>() - n;
    L::store(before, value, last);
    L::store(!before, value, first - n);
    for (int k = 0; k < n; ++k) report_.expect(operation, Reported{last[k]}, Reported{elements[k]});
    for (int k = n; k < width; ++k) report_.expect(operation, Reported{first[k - n]}, Reported{elements[k]});
  }

  void first_n(int n) {
    bool expected[width];
    for (int k = 0; k < width; ++k) expected[k] = k < n;
    expect("first_n", L::first_n(n), expected);
  }

  bool fused_;
  tests::Random random_;
  tests::LaneReport report_;
  std::vector<float> a_, b_, c_;
  std::vector<std::uint32_t> words_;
  bool x_[width];
  bool y_[width];
};

/// Computes the words of every agent, one lane after the other.
template <class L>
void philox_words(const tests::PhiloxInput& input, std::vector<std::uint32_t>& words) {
  words.resize(4 * input.agent_low.size());
  for (std::size_t i = 0; i < input.agent_low.size(); i += L::width) {
    alignas(64) std::uint32_t low[L::width];
    alignas(64) std::uint32_t high[L::width];
    alignas(64) std::int32_t out[L::width];
    std::copy_n(input.agent_low.data() + i, L::width, low);
    std::copy_n(input.agent_high.data() + i, L::width, high);
    const PhiloxWords<L> found = philox<L>(input.seed, L::load(low), L::load(high), input.step, L::set_uint(input.block));
    for (std::size_t w = 0; w < 4; ++w) {
      L::store(L::bit_cast_int(found.word[w]), out);
      for (std::size_t k = 0; k < L::width; ++k) words[4 * (i + k) + w] = static_cast<std::uint32_t>(out[k]);
    }
  }
}

PLETHOS_KERNEL_END
#endif
