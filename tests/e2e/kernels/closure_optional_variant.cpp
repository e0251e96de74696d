// std::optional and std::variant, with and without a value.
// EXPECT: 5 -1 2 7 0
#include <cstdio>
#include <optional>
#include <sycl/sycl.hpp>
#include <variant>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(5, q);
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
  std::printf("%d %d %d %d %d\n", p[0], p[1], p[2], p[3], p[4]);
  sycl::free(p, q);
}
