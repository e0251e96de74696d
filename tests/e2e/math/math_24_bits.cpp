// mul24 and mad24, which are exact where the factors have 24 bits and the
// result 32: of scalars and vectors, signed and unsigned, in kernels and on the
// host.
// EXPECT: host: 0 differences
// EXPECT: device: 0 differences
#include <cstdio>
#include <sycl/sycl.hpp>

struct arguments {
  int x, y, z;
};
constexpr arguments cases[] = {{0, 0, 0},
                               {3, 5, 7},
                               {-3, 5, 7},
                               {-4096, -4096, -1},
                               {0x7fffff, 255, 0},
                               {-0x800000, 255, 1},
                               {-0x800000, -128, -9},
                               {1, 0x7fffff, -0x7fffffff}};
struct unsigned_arguments {
  unsigned x, y, z;
};
constexpr unsigned_arguments unsigned_cases[] = {{0, 0, 0},
                                                 {3, 5, 7},
                                                 {0xffffff, 255, 0xffffff},
                                                 {0x800000, 256, 1},
                                                 {1, 0xffffff, 0xff000000},
                                                 {65535, 65537, 0}};

int count_differences() {
  int differences = 0;
  for (auto [x, y, z] : cases) {
    const int product = int(int64_t(x) * y), sum = int(int64_t(x) * y + z);
    differences += sycl::mul24(x, y) != product;
    differences += sycl::mad24(x, y, z) != sum;
    const sycl::int3 v = sycl::mul24(sycl::int3(x, y, 2), sycl::int3(y, x, -8));
    const sycl::int3 w = sycl::mad24(sycl::int3(x, y, 2), sycl::int3(y, x, -8),
                                     sycl::int3(z, z, 20));
    differences += v[0] != product || v[1] != product || v[2] != -16;
    differences += w[0] != sum || w[1] != sum || w[2] != 4;
    const sycl::marray<int, 5> m(x), n(y);
    differences += sycl::mul24(m, n)[4] != product;
  }
  for (auto [x, y, z] : unsigned_cases) {
    differences += sycl::mul24(x, y) != x * y;
    differences += sycl::mad24(x, y, z) != x * y + z;
    const sycl::uint2 v =
        sycl::mad24(sycl::uint2(x, 1), sycl::uint2(y, 2), sycl::uint2(z, 3));
    differences += v[0] != x * y + z || v[1] != 5;
  }
  return differences;
}

int main() {
  std::printf("host: %d differences\n", count_differences());
  sycl::queue q;
  sycl::buffer<int> differences(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(differences, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { out[0] = count_differences(); });
  });
  std::printf("device: %d differences\n", sycl::host_accessor(differences)[0]);
}
