// Two dimensions: the second varies fastest.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

// Ids compared with ranges and numbers.
constexpr sycl::id<2> place(3, 3);
static_assert(place == sycl::range<2>(3, 3) && place != sycl::range<2>(3, 4));
static_assert(place == 3 && 3 == place && place != 4u &&
              sycl::id<2>(0, 1) != 0);
static_assert(sycl::id<1>(5) == 5 && 4 != sycl::id<1>(5));

int main() {
  constexpr size_t rows = 13, columns = 37;
  sycl::queue q;
  size_t *p = sycl::malloc_device<size_t>(rows * columns, q);
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> it) {
     p[it[0] * columns + it[1]] =
         it.get_linear_id() + 1000 * it.get_range(0) + 100000 * it.get_range(1);
   }).wait();
  bool ok = true;
  size_t host[rows * columns];
  q.copy(p, host, rows * columns).wait();
  for (size_t i = 0; i < rows * columns; ++i)
    ok = ok && host[i] == i + 1000 * rows + 100000 * columns;
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
