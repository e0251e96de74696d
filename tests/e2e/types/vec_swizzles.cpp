// All named swizzles: as values, as targets of assignments and of compound
// assignments, and swizzles of swizzles.
// EXPECT: 4 3 2 1
// EXPECT: 11 2 13 4
// EXPECT: 12 2 14 4
// EXPECT: 12 100 14 200
// EXPECT: 1 3 | 2 4
// EXPECT: 9 7 3 4
// EXPECT: element 5
#define SYCL_SIMPLE_SWIZZLES
#include <cstdio>
#include <sycl/sycl.hpp>

static void print(const sycl::int4 &v) {
  std::printf("%d %d %d %d\n", v.x(), v.y(), v.z(), v.w());
}

int main() {
  sycl::queue q;
  sycl::buffer<sycl::int4> results(7);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      sycl::int4 v(1, 2, 3, 4);
      out[0] = v.wzyx();
      v.xz() += 10;
      out[1] = v;
      ++v.rb();
      out[2] = v;
      v.yw() = sycl::int2(100, 200);
      out[3] = v;
      sycl::int4 w(1, 2, 3, 4);
      out[4] = sycl::int4(w.even(), w.odd());
      w.xyzw().lo().yx() = sycl::int2(7, 9);
      out[5] = w;
      sycl::vec<int, 1> one = w.swizzle<0>();
      one = w.hi().odd();
      int element = w.swizzle<0>() - one;
      out[6] = sycl::int4(element);
    });
  });
  sycl::host_accessor out(results, sycl::read_only);
  for (int i = 0; i < 4; ++i)
    print(out[i]);
  std::printf("%d %d | %d %d\n", out[4][0], out[4][1], out[4][2], out[4][3]);
  print(out[5]);
  std::printf("element %d\n", out[6][0]);
}
