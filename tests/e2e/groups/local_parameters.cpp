// Local accessors as parameters: of several types and sizes, in a struct, of
// one element, and passed on to a function.
// REQUIRES: aspect:fp64
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

struct scratch {
  sycl::local_accessor<double, 1> wide;
  int factor;
  sycl::local_accessor<char, 1> narrow;
};

static int rotate(const sycl::local_accessor<int, 1> &tile, size_t i,
                  size_t n) {
  return tile[(i + 1) % n];
}

int main() {
  constexpr size_t n = 32, l = 8;
  sycl::queue q;
  sycl::buffer<double> result(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(result, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int, 1> tile(l, h);
    sycl::local_accessor<int> total(1, h);
    scratch s{sycl::local_accessor<double, 1>(l, h), 3,
              sycl::local_accessor<char, 1>(l, h)};
    h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
      size_t i = it.get_local_id(0);
      tile[i] = int(it.get_global_id(0));
      s.wide[i] = 0.5 * double(i);
      s.narrow[l - 1 - i] = char(i);
      if (it.get_group().leader())
        total[0] = 1000;
      sycl::group_barrier(it.get_group());
      out[it.get_global_id(0)] = rotate(tile, i, l) +
                                 s.wide[l - 1 - i] * s.factor +
                                 s.narrow[i] * 10000 + total[0];
    });
  });
  sycl::host_accessor out(result, sycl::read_only);
  bool ok = true;
  for (size_t g = 0; g < n; ++g) {
    size_t i = g % l, back = l - 1 - i;
    double want = double(g - i + (i + 1) % l) + 1.5 * double(back) +
                  10000.0 * double(back) + 1000;
    ok = ok && out[g] == want;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
