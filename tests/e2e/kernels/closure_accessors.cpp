// Accessors inside arrays, structs, base classes and std::array.
// EXPECT: 1 2 3 4 5
#include <array>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

using writer = sycl::accessor<int, 1, sycl::access_mode::write>;
struct base {
  writer out;
  explicit base(const writer &w) : out(w) {}
};
struct wrapper : base {
  int value;
  wrapper(const writer &w, int v) : base(w), value(v) {}
};

int main() {
  sycl::queue q;
  std::vector<sycl::buffer<int>> b;
  for (int i = 0; i < 5; ++i)
    b.emplace_back(sycl::range<1>(1));
  q.submit([&](sycl::handler &h) {
    writer plain[2] = {writer(b[0], h), writer(b[1], h)};
    std::array<writer, 2> fixed = {writer(b[2], h), writer(b[3], h)};
    wrapper w(writer(b[4], h), 5);
    h.single_task([=] {
      plain[0][0] = 1;
      plain[1][0] = 2;
      fixed[0][0] = 3;
      fixed[1][0] = 4;
      w.out[0] = w.value;
    });
  });
  for (auto &x : b)
    std::printf("%d ", sycl::host_accessor(x, sycl::read_only)[0]);
  std::puts("");
}
