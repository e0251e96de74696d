// Extensions of oneAPI: enqueue functions, free function queries, bfloat16,
// empty queues, queues that discard events.
// REQUIRES: aspect:usm_device_allocations
// EXPECT: right
#include <cstdio>
#include <sycl/sycl.hpp>

namespace syclex = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::bfloat16;

int failures = 0;
void check(bool right, const char *what) {
  if (!right)
    std::printf("wrong: %s\n", what), ++failures;
}

size_t place() {
  return sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
}

int main() {
  sycl::queue q{{sycl::property::queue::in_order{},
                 sycl::ext::oneapi::property::queue::discard_events{}}};
  constexpr size_t n = 64;
  int *a = sycl::malloc_device<int>(n, q), *b = sycl::malloc_device<int>(n, q);
  int on_host[n];

  syclex::memset(q, a, 0, n * sizeof(int));
  syclex::fill(q, b, 3, n);
  syclex::parallel_for(q, sycl::range<1>(n),
                       [=](sycl::id<1> i) { a[i] += b[i]; });
  syclex::nd_launch(q, sycl::nd_range<1>(n, 8),
                    [=](sycl::nd_item<1>) { a[place()] += int(place()); });
  syclex::nd_launch(
      q, syclex::launch_config(sycl::nd_range<1>(n, 8)),
      [=](sycl::nd_item<1> item) { a[item.get_global_id(0)] *= 2; });
  syclex::submit(
      q, [&](sycl::handler &h) { syclex::single_task(h, [=] { a[0] = -1; }); });
  syclex::barrier(q);
  syclex::submit_with_event(q, [&](sycl::handler &h) {
    syclex::copy(h, a, b, n);
  }).wait();
  syclex::copy(q, b, on_host, n);
  q.wait();
  check(q.ext_oneapi_empty(), "empty");
  for (size_t i = 0; i < n; ++i)
    check(on_host[i] == (i ? 2 * (3 + int(i)) : -1), "enqueue functions");

  // Reductions follow the functor.
  int *sum = sycl::malloc_device<int>(1, q);
  syclex::fill(q, sum, 0, 1);
  const auto reduction = sycl::reduction(sum, sycl::plus<>());
  const auto add = [=](auto, auto &out) { out += 1; };
  syclex::parallel_for(q, sycl::range<1>(n), add, reduction);
  syclex::nd_launch(
      q,
      syclex::launch_config(sycl::nd_range<1>(n, 8),
                            syclex::properties{syclex::work_group_size<8>}),
      add, reduction);
  syclex::submit(q, [&](sycl::handler &h) {
    syclex::nd_launch(h, sycl::nd_range<1>(n, 4), add, reduction);
  });
  int total = 0;
  syclex::copy(q, sum, &total, 1);
  q.wait();
  check(total == 3 * int(n), "reductions");

  sycl::buffer<bfloat16> numbers(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(numbers, h, sycl::read_write, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) {
      x[i] = bfloat16(1.0f) + float(i[0]) / 256;
      x[i] *= 2;
    });
  });
  sycl::host_accessor x(numbers, sycl::read_only);
  check(float(x[0]) == 2 && float(x[1]) == 2 && float(x[2]) == 2.015625f &&
            float(x[3]) == 2.03125f,
        "rounding to nearest even");
  check(float(-x[0]) == -2 && x[0] < x[2] && sizeof(bfloat16) == 2,
        "operators");
  const sycl::half as_half = x[2];
  check(as_half == 2.015625f && float(as_half * x[0]) == 4.03125f, "half");
  if (!failures)
    std::puts("right");
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(sum, q);
  return failures;
}
