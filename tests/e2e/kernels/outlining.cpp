// A kernel calls foo; bar throws, on the host only, and is no part of the
// device code.
// EXPECT: kernel 42
// EXPECT: caught bar
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>

int foo(int x) { return x + 1; }
int bar(int x) {
  if (x > 0)
    throw std::runtime_error("bar");
  return foo(x);
}

int main() {
  sycl::queue q;
  int result = 0;
  {
    sycl::buffer<int> b(&result, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only);
      h.single_task([=] { a[0] = foo(41); });
    });
  }
  std::printf("kernel %d\n", result);
  try {
    bar(result);
  } catch (const std::runtime_error &e) {
    std::printf("caught %s\n", e.what());
  }
}
