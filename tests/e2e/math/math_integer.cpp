// Integer functions give the same on the device as on the host.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

// Constant expressions have no signed overflow.
static_assert(sycl::detail::mad_saturated(0xc5610885u, 0xd83de6c8u, 1u) ==
              0xffffffffu);
static_assert(sycl::detail::mad_saturated(0x10000, 0x8000, -1) == 0x7fffffff);

template <class T> bool run(sycl::queue &q) {
  constexpr int n = 256, count = 16;
  std::vector<T> arguments(3 * n);
  unsigned long long seed = 88172645463325252ull;
  for (int i = 0; i < 3 * n; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    arguments[i] = i % 16 ? T(seed) : T(i / 16 % 2 ? -1 : 0);
  }
  auto all = [](const T *x, int i, auto put) {
    T a = x[i], b = x[n + i], c = x[2 * n + i];
    put(T(sycl::abs(a)));
    put(T(sycl::abs_diff(a, b)));
    put(sycl::add_sat(a, b));
    put(sycl::sub_sat(a, b));
    put(sycl::hadd(a, b));
    put(sycl::rhadd(a, b));
    put(sycl::clamp(a, sycl::min(b, c), sycl::max(b, c)));
    put(sycl::clz(a));
    put(sycl::ctz(a));
    put(sycl::mad_hi(a, b, c));
    put(sycl::mad_sat(a, b, c));
    put(sycl::mul_hi(a, b));
    put(sycl::rotate(a, b));
    put(sycl::popcount(a));
    put(sycl::min(a, b));
    put(sycl::bitselect(a, b, c));
  };
  sycl::buffer<T> input(arguments), results(n * count);
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(input, h, sycl::read_only);
    sycl::accessor r(results, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) {
      int k = 0;
      all(&x[0], int(i), [&](T value) { r[k++ * n + i] = value; });
    });
  });
  sycl::host_accessor r(results, sycl::read_only);
  bool ok = true;
  for (int i = 0; i < n; ++i) {
    int k = 0;
    all(arguments.data(), i, [&](T value) {
      if (r[k * n + i] != value) {
        std::printf("size %zu, function %d, case %d\n", sizeof(T), k, i);
        ok = false;
      }
      ++k;
    });
  }
  return ok;
}

int main() {
  sycl::queue q;
  bool ok = run<int>(q) && run<unsigned>(q) && run<long>(q) &&
            run<unsigned long>(q) && run<short>(q) && run<unsigned short>(q) &&
            run<signed char>(q) && run<unsigned char>(q);
  std::puts(ok ? "PASS" : "FAIL");
}
