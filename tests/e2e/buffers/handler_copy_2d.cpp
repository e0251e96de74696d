// Copies and fills of a rectangle of a plane, and between boxes of other
// shapes.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  sycl::buffer<int, 2> a(sycl::range<2>(16, 16)), b(sycl::range<2>(16, 16));
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::write_only, sycl::no_init);
    h.parallel_for(a.get_range(),
                   [=](sycl::item<2> i) { x[i] = int(i.get_linear_id()); });
  });
  q.submit([&](sycl::handler &h) {
    h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), -1);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(a, h, sycl::range<2>(3, 5), sycl::id<2>(2, 4),
                        sycl::read_only);
    sycl::accessor to(b, h, sycl::range<2>(3, 5), sycl::id<2>(10, 7),
                      sycl::write_only);
    h.copy(from, to);
  });
  std::vector<int> out(15, 0);
  q.submit([&](sycl::handler &h) {
     h.copy(sycl::accessor(b, h, sycl::range<2>(3, 5), sycl::id<2>(10, 7),
                           sycl::read_only),
            out.data());
   }).wait();
  q.submit([&](sycl::handler &h) {
    h.fill(sycl::accessor(b, h, sycl::range<2>(2, 2), sycl::id<2>(0, 3),
                          sycl::write_only),
           99);
  });
  bool ok = true;
  for (int i = 0; i < 15; ++i)
    ok = ok && out[i] == (2 + i / 5) * 16 + 4 + i % 5;
  sycl::host_accessor h(b, sycl::read_only);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      bool copied = i >= 10 && i < 13 && j >= 7 && j < 12,
           filled = i < 2 && j >= 3 && j < 5;
      ok = ok && h[i][j] == (copied ? (i - 8) * 16 + j - 3 : filled ? 99 : -1);
    }
  // Elements 10 to 33 of a line; a part of a plane; a part of a cube.
  sycl::buffer<int> line(40);
  sycl::buffer<int, 2> plane(sycl::range<2>(10, 10));
  sycl::buffer<int, 3> cube(sycl::range<3>(5, 5, 5));
  {
    sycl::host_accessor x(line);
    for (int i = 0; i < 40; ++i)
      x[i] = i;
  }
  const sycl::range<2> plane_range(3, 8);
  const sycl::id<2> plane_offset(2, 1);
  const sycl::range<3> cube_range(2, 4, 3);
  const sycl::id<3> cube_offset(1, 0, 2);
  q.submit([&](sycl::handler &h) {
    h.copy(
        sycl::accessor(line, h, sycl::range<1>(24), sycl::id<1>(10),
                       sycl::read_only),
        sycl::accessor(plane, h, plane_range, plane_offset, sycl::write_only));
  });
  q.submit([&](sycl::handler &h) {
    h.copy(sycl::accessor(plane, h, plane_range, plane_offset, sycl::read_only),
           sycl::accessor(cube, h, cube_range, cube_offset, sycl::write_only));
  });
  {
    sycl::host_accessor x(plane, sycl::read_only);
    sycl::host_accessor y(cube, sycl::read_only);
    for (int i = 0; i < 24; ++i) {
      ok = ok && x[2 + i / 8][1 + i % 8] == 10 + i;
      ok = ok && y[1 + i / 12][i / 3 % 4][2 + i % 3] == 10 + i;
    }
  }
  try {
    q.submit([&](sycl::handler &h) {
      h.copy(
          sycl::accessor(plane, h, plane_range, plane_offset, sycl::read_only),
          sycl::accessor(cube, h, sycl::range<3>(1, 4, 3), cube_offset,
                         sycl::write_only));
    });
    ok = false;
  } catch (const sycl::exception &e) {
    ok = ok && e.code() == sycl::errc::invalid;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
