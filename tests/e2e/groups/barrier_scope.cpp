// The memory scope of a barrier may be known only when the kernel runs (SYCL
// 2020, 4.17.3).
// EXPECT: group 0 sub-group 0
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t items = 64;
  sycl::queue q;
  auto *scopes = sycl::malloc_shared<sycl::memory_scope>(4, q);
  scopes[0] = sycl::memory_scope::sub_group;
  scopes[1] = sycl::memory_scope::work_group;
  scopes[2] = sycl::memory_scope::device;
  scopes[3] = sycl::memory_scope::system;
  auto *seen = sycl::malloc_shared<size_t>(2 * items, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<size_t, 1> local(items, h);
     h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
       const size_t i = it.get_local_id(0);
       const auto sub_group = it.get_sub_group();
       const size_t first = i - sub_group.get_local_linear_id();
       size_t sums[2] = {0, 0};
       for (int scope = 0; scope < 4; ++scope) {
         local[i] = i + scope;
         sycl::group_barrier(sub_group, scopes[scope]);
         sums[1] += local[first];
         sycl::group_barrier(it.get_group(), scopes[scope]);
         sums[0] += local[items - 1 - i];
         sycl::group_barrier(it.get_group());
       }
       seen[i] = sums[0];
       seen[items + i] = sums[1] - 4 * first;
     });
   }).wait();
  int wrong[2] = {0, 0};
  for (size_t i = 0; i < items; ++i) {
    wrong[0] += seen[i] != 4 * (items - 1 - i) + 6;
    wrong[1] += seen[items + i] != 6;
  }
  std::printf("group %d sub-group %d\n", wrong[0], wrong[1]);
  sycl::free(scopes, q);
  sycl::free(seen, q);
}
