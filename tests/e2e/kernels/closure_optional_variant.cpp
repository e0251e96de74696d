// std::optional and std::variant, with and without a value.
// REQUIRES: aspect:fp64
// EXPECT: 5 -1 2 7 0
#include <cstdio>
#include <optional>
#include <sycl/sycl.hpp>
#include <variant>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(5, q);
  std::optional<int> some = 5, none;
  std::optional<int *> pointer = p + 2;
  std::variant<double, int *, char> v = p + 3, w = 'x';
  q.single_task([=] {
     p[0] = some.value_or(0);
     p[1] = none.value_or(-1);
     if (pointer)
       **pointer = 2;
     if (const auto *target = std::get_if<int *>(&v))
       **target = 7;
     p[4] = int(w.index()) - 2;
   }).wait();
  int host[5];
  q.copy(p, host, 5).wait();
  std::printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
  sycl::free(p, q);
}
