// A variable that one work-item of a sub-group sets, and all pass to a function
// of the group: what the others pass makes no difference.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t groups = 8, size = 64;
  sycl::queue q;
  sycl::buffer<unsigned> ids{groups * size}, first{groups * size};
  unsigned none = 0;
  sycl::buffer<unsigned> calls(&none, 1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor id(ids, h), lane(first, h), count(calls, h);
    h.parallel_for(
        sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) {
          sycl::sub_group sg = it.get_sub_group();
          unsigned taken;
          if (it.get_local_id(0) % sg.get_max_local_range()[0] == 0)
            taken = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                                     sycl::memory_scope::device>(count[0])
                        .fetch_add(1);
          taken = sycl::select_from_group(sg, taken, 0);
          id[it.get_global_id()] = taken;
          lane[it.get_global_id()] = sg.get_local_linear_id() == 0;
        });
  });
  sycl::host_accessor id(ids), lane(first), count(calls);
  unsigned sub_groups = 0;
  for (unsigned is_first : lane)
    sub_groups += is_first;
  if (count[0] != sub_groups)
    return std::printf("%u calls in %u sub-groups\n", count[0], sub_groups), 1;
  for (size_t i = 0; i < groups * size; ++i)
    if (id[i] >= sub_groups || (i > 0 && !lane[i] && id[i] != id[i - 1]))
      return std::printf("item %zu has %u\n", i, id[i]), 1;
  std::printf("PASS\n");
}
