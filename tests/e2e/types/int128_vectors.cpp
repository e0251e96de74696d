// Vectors of 128-bit integers by value: parameters, results, members, elements
// of arrays, with constant and computed indices. The host computes the same.
// STEP: $CXX -fsycl -O0 -std=c++17 -Wno-psabi $SRC -o o0
// STEP: $CXX -fsycl -O1 -std=c++17 -Wno-psabi $SRC -o o1
// STEP: $CXX -fsycl -O2 -std=c++17 -Wno-psabi $SRC -o o2
// RUN: ./o0
// RUN: ./o1
// RUN: ./o2
// EXPECT: PASS
// EXPECT: PASS
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

using i128 = __int128;
using u128 = unsigned __int128;
template <typename T, int N>
using vector = T __attribute__((ext_vector_type(N)));

struct Tagged {
  int tag;
  vector<i128, 2> value;
};

[[clang::noinline]] vector<i128, 2> product(vector<i128, 2> a,
                                            vector<i128, 2> b) {
  return a * b + (a < b);
}

[[clang::noinline]] vector<i128, 3> third(vector<i128, 3> a, i128 middle) {
  a.y = middle;
  return a / 3;
}

[[clang::noinline]] Tagged turned(Tagged in) {
  return {in.tag + 1, in.value.yx};
}

[[clang::noinline]] vector<u128, 4> joined(Tagged in) {
  vector<u128, 4> all;
  all.xy = __builtin_convertvector(in.value, vector<u128, 2>);
  all.zw = all.xy >> in.tag;
  return all;
}

constexpr size_t results = 8;

void compute(const vector<i128, 2> *in, u128 *out) {
  const vector<i128, 2> a = product(in[0], in[1]);
  const vector<i128, 3> b = third(vector<i128, 3>{a.x, a.y, in[0].x}, a.y);
  const vector<u128, 4> c = joined(turned(turned({5, a})));
  vector<i128, 2> table[2] = {in[1], a};
  table[a.x & 1][a.y & 1] -= 7;
  const u128 all[results] = {
      u128(a.x), u128(a.y),
      u128(b.x), u128(b.y),
      u128(b.z), c.x ^ c.w,
      c.y ^ c.z, u128(table[0].x ^ table[0].y ^ table[1].x)};
  for (size_t i = 0; i < results; ++i)
    out[i] = all[i];
}

int main() {
  std::vector<vector<i128, 2>> in;
  for (int i = 0; i < 20; ++i) {
    const u128 x = (u128(i + 1) << 65) * 0x9e3779b97f4a7c15u + i;
    in.push_back(vector<i128, 2>{i128(x), i128(~x) >> (5 * i)});
  }
  const size_t count = in.size() - 1;
  std::vector<u128> got(count * results);
  {
    sycl::buffer<vector<i128, 2>> in_buffer(in.data(), in.size());
    sycl::buffer<u128> got_buffer(got.data(), got.size());
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor from(in_buffer, h, sycl::read_only);
      sycl::accessor out(got_buffer, h, sycl::write_only);
      h.parallel_for(
          count, [=](sycl::id<1> i) { compute(&from[i], &out[i * results]); });
    });
  }
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    u128 wanted[results];
    compute(&in[i], wanted);
    for (size_t j = 0; j < results; ++j)
      if (got[i * results + j] != wanted[j] && ++wrong < 20)
        std::printf("result %zu of numbers %zu\n", j, i);
  }
  std::puts(wrong == 0 ? "PASS" : "FAIL");
}
