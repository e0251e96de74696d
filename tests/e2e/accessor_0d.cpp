// Accessors without dimensions stand for the first element.
// EXPECT: 11
#include <sycl/sycl.hpp>
#include <cstdio>

int main() {
  sycl::queue q;
  int value = 10;
  {
    sycl::buffer<int> b(&value, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0> a(b, h);
      h.single_task([=] { a = a + 1; });
    });
  }
  std::printf("%d\n", value);
}
