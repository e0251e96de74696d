// Kernels that compute with vectors, complex numbers, arrays of both and their
// bits, where work-items take different ways. The host computes the same.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: blend: same
// EXPECT: table: same
// EXPECT: bits: same
// EXPECT: complex: same
// EXPECT: arrays: same
// EXPECT: private: same
#include <complex>
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int count = 1000;

template <class T, class Body>
void check(const char *name, sycl::queue &queue, T (*start)(int), Body body) {
  std::vector<T> expected(count);
  T *data = sycl::malloc_shared<T>(count, queue);
  for (int i = 0; i < count; ++i)
    expected[i] = data[i] = start(i);
  for (int i = 0; i < count; ++i)
    expected[i] = body(expected[i], i);
  queue.parallel_for(count, [=](sycl::id<1> i) { data[i] = body(data[i], i); })
      .wait();
  bool same = !std::memcmp(data, expected.data(), count * sizeof(T));
  std::printf("%s: %s\n", name, same ? "same" : "different");
  sycl::free(data, queue);
}

// Arithmetic is on small integers and halves, so that it is exact whatever is
// contracted.
struct Blend {
  sycl::uchar4 operator()(sycl::uchar4 pixel, int i) const {
    if (i % 5 == 0)
      return pixel;
    sycl::float4 color = pixel.convert<float>();
    for (int round = 0; round < i % 4 && color.x() > 20; ++round)
      color = color * 0.5f + sycl::float4(1, 2, 3, 4);
    return color.convert<unsigned char, sycl::rounding_mode::rtz>();
  }
};

struct Table {
  const sycl::float4 *rows;
  sycl::float4 operator()(sycl::float4 sum, int i) const {
    for (int at = i; sum.y() < 90; at = (at * 5 + 3) % 16)
      sum += at % 3 ? rows[at] * 2.0f : rows[at & 7];
    return sum;
  }
};

struct Bits {
  sycl::float2 operator()(sycl::float2 v, int i) const {
    for (int round = 0; round < i % 7; ++round) {
      auto bits = sycl::bit_cast<unsigned long>(v);
      bits = (bits << 32 | bits >> 32) & 0xbfffffffbfffffff;
      v = sycl::bit_cast<sycl::float2>(bits);
      auto halves = v.as<sycl::vec<unsigned short, 4>>();
      if (v.x() > 0.5f)
        halves ^= static_cast<unsigned short>(0x20);
      v = halves.as<sycl::float2>();
    }
    return v;
  }
};

struct Square {
  std::complex<float> operator()(std::complex<float> z, int i) const {
    for (int round = 0; round < i % 4 && std::norm(z) < 100; ++round)
      z = std::complex<float>(z.real() - z.imag(), z.real() + z.imag()) * 2.0f;
    return z;
  }
};

using Triple = sycl::marray<int, 3>;
struct Rows {
  Triple row[3];
};

struct Turn {
  Rows operator()(Rows rows, int i) const {
    for (int round = 0; round < i % 6; ++round) {
      rows.row[round % 3] += rows.row[(round + 1) % 3] * 3;
      if (rows.row[0][round % 3] % 2)
        std::swap(rows.row[1], rows.row[2]);
    }
    return rows;
  }
};

struct Private {
  sycl::int4 operator()(sycl::int4 v, int i) const {
    sycl::int4 kept[4] = {v, v + 1, v * 2, v - 3};
    for (int round = 0; round < i % 9; ++round) {
      sycl::int4 &one = kept[(round * i) & 3];
      one += kept[(i + 1) & 3];
      if (one.x() > one.w())
        one = sycl::int4(one.w(), one.z(), one.y(), one.x() & 255);
    }
    return kept[i & 3];
  }
};

int main() {
  sycl::queue queue;
  auto *rows = sycl::malloc_shared<sycl::float4>(16, queue);
  for (int at = 0; at < 16; ++at)
    rows[at] = sycl::float4(at, at + 1, at % 3, 2);
  check<sycl::uchar4>(
      "blend", queue, [](int i) { return sycl::uchar4(i, i / 3, i * 7, 9); },
      Blend());
  check<sycl::float4>(
      "table", queue, [](int i) { return sycl::float4(i % 9, i % 40, 0, 1); },
      Table{rows});
  check<sycl::float2>(
      "bits", queue, [](int i) { return sycl::float2(i % 4, i / 8.0f); },
      Bits());
  check<std::complex<float>>(
      "complex", queue, [](int i) { return std::complex<float>(i % 5, i % 3); },
      Square());
  check<Rows>(
      "arrays", queue,
      [](int i) {
        return Rows{{Triple(i, 1, 2), Triple(3, i % 7, 4), Triple(i % 3)}};
      },
      Turn());
  check<sycl::int4>(
      "private", queue, [](int i) { return sycl::int4(i, i % 4, 7, i % 11); },
      Private());
  sycl::free(rows, queue);
}
