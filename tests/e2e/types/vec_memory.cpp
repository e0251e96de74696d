// vec in buffers, through load and store, of three elements, and in marray.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t n = 64;
  sycl::queue q;
  std::vector<float> in(4 * n), out(4 * n, 0);
  for (size_t i = 0; i < 4 * n; ++i)
    in[i] = float(i);
  std::vector<sycl::int3> triples(n, sycl::int3(1, 2, 3));
  std::vector<sycl::marray<int, 5>> arrays(n,
                                           sycl::marray<int, 5>(1, 2, 3, 4, 5));
  static_assert(sizeof(sycl::int3) == 16 && sizeof(sycl::marray<int, 5>) == 20);
  {
    sycl::buffer<float> a(in), b(out);
    sycl::buffer<sycl::int3> t(triples);
    sycl::buffer<sycl::marray<int, 5>> m(arrays);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h, sycl::read_only);
      sycl::accessor y(b, h, sycl::write_only);
      sycl::accessor z(t, h);
      sycl::accessor w(m, h);
      h.parallel_for(n, [=](sycl::id<1> i) {
        sycl::float4 v;
        v.load(i, x.get_pointer());
        (v * 2.f + 1.f)
            .store(n - 1 - i, y.get_multi_ptr<sycl::access::decorated::no>());
        z[i] *= sycl::int3(int(i), 10, 100);
        z[i].z() += 1;
        w[i] = w[i] * int(i) + w[i];
        w[i][4] = 0;
      });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < 4; ++k)
      ok = ok && out[4 * (n - 1 - i) + k] == float(4 * i + k) * 2 + 1;
    ok = ok && triples[i].x() == int(i) && triples[i].y() == 20 &&
         triples[i].z() == 301;
    ok = ok && arrays[i][3] == 4 * int(i + 1) && arrays[i][4] == 0;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
