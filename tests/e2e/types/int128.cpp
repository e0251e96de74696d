// Integers of more than 64 bits in kernels: __int128 and _BitInt, in
// expressions, functions, calls through pointers, structures, bit-fields and
// constants. The host computes the same.
// STEP: $CXX -fsycl -O0 -std=c++17 $SRC -o plain
// STEP: $CXX -fsycl -O2 -std=c++17 $SRC -o optimized
// RUN: ./plain
// RUN: ./optimized
// EXPECT: PASS
// EXPECT: PASS
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#include <vector>

using i128 = __int128;
using u128 = unsigned __int128;

// 80 bits in memory that is packed.
struct [[gnu::packed]] Packed {
  char before;
  _BitInt(80) number;
  char after;
};

struct Fields {
  u128 low : 70;
  u128 high : 58;
};

struct Pair {
  int tag;
  i128 first;
  _BitInt(100) second;
};

constexpr i128 table[] = {i128(1) << 100, -5, 3 - (i128(1) << 90), 42};
constexpr Pair pairs[] = {{1, -7, 8}, {2, i128(3) << 70, -1}};

[[clang::noinline]] Pair swapped(Pair pair, i128 more) {
  return {pair.tag + 1, i128(u128(i128(pair.second)) + u128(more)),
          _BitInt(100)(pair.first)};
}

[[clang::noinline]] u128 gcd(u128 a, u128 b) {
  while (b != 0) {
    const u128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// Called through pointers.
[[clang::noinline]] Pair with_first(i128 first, unsigned _BitInt(77) tag) {
  return {int(tag), first, 5};
}
[[clang::noinline]] Pair with_second(i128 second, unsigned _BitInt(77) tag) {
  return {int(tag >> 9), -3, _BitInt(100)(second)};
}

constexpr size_t results = 45;

// Writes what is computed from two numbers.
void compute(i128 a, i128 b, u128 *out) {
  const u128 ua = a, ub = b;
  const i128 divisor = b == 0 || (b == -1 && a < 0) ? 3 : b;
  const unsigned shift = unsigned(ub % 128);
  size_t n = 0;
  out[n++] = ua + ub;
  out[n++] = ua - ub;
  out[n++] = ua * ub;
  out[n++] = a / divisor;
  out[n++] = a % divisor;
  out[n++] = ua / u128(divisor);
  out[n++] = ua % u128(divisor);
  out[n++] = a / 10;
  out[n++] = ua % 1000000007;
  out[n++] = ua << shift;
  out[n++] = ua >> shift;
  out[n++] = a >> shift;
  out[n++] =
      (a < b) + 2 * (ua < ub) + 4 * (a == b) + 8 * (a <= b) + 16 * (ua > ub);
  out[n++] = gcd(ua >> 20, ub >> 30);
  // Floating-point numbers.
  const double d = double(a), e = double(ua);
  const float f = float(a), g = float(ua);
  out[n++] = sycl::bit_cast<uint64_t>(d);
  out[n++] = sycl::bit_cast<uint64_t>(e);
  out[n++] = sycl::bit_cast<uint32_t>(f);
  out[n++] = sycl::bit_cast<uint32_t>(g);
  out[n++] = i128(d * 0.25 + 0.75);
  out[n++] = u128(e * 0.125);
  out[n++] = i128(f * 0.25f);
  // Overflow, of operands of other types, too.
  i128 sum, product;
  int64_t small;
  uint64_t usmall;
  out[n++] = __builtin_add_overflow(a, b, &sum) +
             2 * __builtin_mul_overflow(a, b, &product);
  out[n++] = u128(sum) ^ u128(product);
  out[n++] = __builtin_mul_overflow(int64_t(a), uint64_t(b), &small) +
             2 * __builtin_add_overflow(int64_t(a), uint64_t(b), &usmall) +
             4 * __builtin_sub_overflow(uint64_t(a), int64_t(b), &small);
  out[n++] = u128(small) ^ usmall;
  out[n++] = __builtin_popcountll(uint64_t(a >> 64)) +
             __builtin_popcountll(uint64_t(a));
  // Other widths.
  const _BitInt(100) x = a;
  const unsigned _BitInt(77) y = (unsigned _BitInt(77))ub | 1;
  out[n++] = u128((unsigned _BitInt(100))x * (unsigned _BitInt(100))b);
  out[n++] = u128(i128(x / _BitInt(100)(y)));
  out[n++] = u128(y) + u128(i128(x >> 31));
  out[n++] = sycl::bit_cast<uint64_t>(double(x));
  // Structures.
  const Pair pair = swapped(swapped({7, a, _BitInt(100)(b)}, b), 5);
  out[n++] = u128(pair.first) + pair.tag;
  out[n++] = u128(i128(pair.second));
  Pair (*const functions[])(i128, unsigned _BitInt(77)) = {with_first,
                                                           with_second};
  const Pair called = functions[(ua >> 7) % 2](a, y);
  out[n++] = u128(called.first) + called.tag;
  out[n++] = u128(i128(called.second));
  // Bytes and bits back to front, and turned around.
  out[n++] = __builtin_bswap64(uint64_t(a)) |
             u128(__builtin_bswap64(uint64_t(a >> 64))) << 64;
  out[n++] = ua << shift | ua >> (128 - shift) % 128;
  out[n++] = u128((a > b) - (a < b)) ^ u128((ua > ub) - (ua < ub)) << 64;
  Packed packed[2] = {{1, _BitInt(80)(a), 2}, {3, _BitInt(80)(b), 4}};
  std::swap(packed[0], packed[1]);
  out[n++] = u128(i128(packed[0].number)) + packed[0].before + packed[1].after;
  Fields fields = {ua, ub};
  fields.low += fields.high;
  fields.high *= 3;
  out[n++] = fields.low;
  out[n++] = fields.high;
  out[n++] = table[ub % 4] ^ table[ua % 4];
  out[n++] = u128(pairs[ua % 2].first) + u128(i128(pairs[ub % 2].second));
  switch (a >> 60) {
  case 0:
    out[n++] = 1;
    break;
  case i128(1) << 67:
    out[n++] = 2;
    break;
  case -1:
    out[n++] = 3;
    break;
  default:
    out[n++] = ua ^ ub;
  }
  while (n < results)
    out[n++] = 0;
}

int main() {
  std::vector<i128> numbers = {
      0, 1, -1, 2, 10, 1000, i128(1) << 63, i128(1) << 64, (i128(1) << 64) - 1};
  for (int bit : {53, 54, 76, 99, 100, 126})
    for (int delta : {-1, 0, 1})
      numbers.push_back((i128(1) << bit) + delta);
  numbers.push_back(i128(u128(1) << 127));
  numbers.push_back(i128(~u128(0) >> 1));
  u128 state = 88172645463325252u;
  for (int i = 0; i < 20; ++i) {
    state =
        state * ((u128(0xda942042e4dd58b5) << 64) + 0x9e3779b97f4a7c15) + 11;
    numbers.push_back(i128(state) >> (5 * i));
  }
  const size_t count = numbers.size();
  std::vector<u128> got(count * count * results, 1);
  {
    sycl::buffer<i128> number_buffer(numbers.data(), count);
    sycl::buffer<u128> got_buffer(got.data(), got.size());
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor number(number_buffer, h, sycl::read_only);
      sycl::accessor out(got_buffer, h, sycl::write_only);
      const i128 captured = i128(3) << 90;
      h.parallel_for(sycl::range<2>(count, count), [=](sycl::id<2> i) {
        u128 *results_here = &out[(i[0] * count + i[1]) * results];
        compute(number[i[0]], number[i[1]], results_here);
        results_here[results - 1] = captured;
      });
    });
  }
  int wrong = 0;
  for (size_t i = 0; i < count * count; ++i) {
    u128 wanted[results];
    compute(numbers[i / count], numbers[i % count], wanted);
    wanted[results - 1] = u128(3) << 90;
    for (size_t j = 0; j < results; ++j)
      if (got[i * results + j] != wanted[j] && ++wrong < 20)
        std::printf("result %zu of numbers %zu and %zu\n", j, i / count,
                    i % count);
  }
  std::puts(wrong == 0 ? "PASS" : "FAIL");
}
