// C++ features that kernels may not use, in host code next to kernels.
// EXPECT: derived, 24, thread 3, variadic 6, list 3, ok
#include <cstdarg>
#include <cstdio>
#include <list>
#include <memory>
#include <string>
#include <sycl/sycl.hpp>
#include <typeinfo>

struct shape {
  virtual ~shape() = default;
  virtual std::string name() const { return "shape"; }
};
struct derived : shape {
  std::string name() const override { return "derived"; }
};
thread_local int counter = 2;
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int main() {
  sycl::queue q;
  std::unique_ptr<shape> s = std::make_unique<derived>();
  std::list<int> list = {1, 2, 3};
  int *p = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *p = 1; }).wait();
  long double wide = 1.5L;
  int (*pointer)(int) = factorial;
  int result;
  q.copy(p, &result, 1).wait();
  std::printf("%s, %d, thread %d, variadic %d, list %zu, %s\n",
              s->name().c_str(), pointer(4), ++counter, sum(3, 1, 2, 3),
              list.size(),
              dynamic_cast<derived *>(s.get()) &&
                      typeid(wide) == typeid(long double) && wide > 1 && result
                  ? "ok"
                  : "?");
  sycl::free(p, q);
}
