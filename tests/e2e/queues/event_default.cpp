// Events: default ones are complete; copies are equal; barriers collect.
// EXPECT: complete 1
// EXPECT: equal 1 0
// EXPECT: barrier 30
// EXPECT: empty 1
#include <cstdio>
#include <sycl/sycl.hpp>
#include <unordered_set>

int main() {
  sycl::event none;
  none.wait();
  none.wait_and_throw();
  std::printf("complete %d\n",
              none.get_info<sycl::info::event::command_execution_status>() ==
                  sycl::info::event_command_status::complete);
  sycl::queue q;
  int *p = sycl::malloc_device<int>(3, q);
  auto a = q.single_task([=] { p[0] = 10; });
  auto b = q.single_task([=] { p[1] = 20; });
  auto copy = a;
  std::printf("equal %d %d\n", copy == a && a != none, a == b);
  std::unordered_set<sycl::event> set{a, b, copy};
  auto barrier = q.ext_oneapi_submit_barrier({a, b});
  auto c = q.single_task(barrier, [=] { p[2] = p[0] + p[1]; });
  q.ext_oneapi_submit_barrier().wait();
  int host[3];
  q.copy(p, host, 3).wait();
  std::printf("barrier %d\n", set.size() == 2 ? host[2] : -1);
  q.wait();
  std::printf("empty %d\n", q.ext_oneapi_empty());
  sycl::free(p, q);
}
