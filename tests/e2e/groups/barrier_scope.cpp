// The memory scope of a barrier may be known only when the kernel runs (SYCL
// 2020, 4.17.3).
// EXPECT: group 0 sub-group 0
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t items = 64;
  sycl::queue q;
  const sycl::memory_scope all[] = {
      sycl::memory_scope::sub_group, sycl::memory_scope::work_group,
      sycl::memory_scope::device, sycl::memory_scope::system};
  sycl::buffer<sycl::memory_scope> input(all, 4);
  sycl::buffer<size_t> output(2 * items);
  q.submit([&](sycl::handler &h) {
    sycl::accessor scopes(input, h, sycl::read_only);
    sycl::accessor seen(output, h, sycl::write_only, sycl::no_init);
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
  });
  sycl::host_accessor seen(output, sycl::read_only);
  int wrong[2] = {0, 0};
  for (size_t i = 0; i < items; ++i) {
    wrong[0] += seen[i] != 4 * (items - 1 - i) + 6;
    wrong[1] += seen[items + i] != 6;
  }
  std::printf("group %d sub-group %d\n", wrong[0], wrong[1]);
}
