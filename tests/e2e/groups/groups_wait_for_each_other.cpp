// Work-groups of one launch wait for each other: one group per compute unit of
// the device runs at the same time, even if earlier launches of the kernel were
// short.
// EXPECT: PASS
// UNSUPPORTED: native_cpu:basic (the device has one thread)
// UNSUPPORTED: island:* (the device has one thread)

#include <cstdio>
#include <sycl/sycl.hpp>

/// Each work-group waits until `wanted` have begun.
void meet(sycl::queue &q, unsigned *begun, unsigned *met, unsigned groups,
          unsigned wanted) {
  q.memset(begun, 0, sizeof *begun).wait();
  q.parallel_for(sycl::nd_range<1>(groups * 4, 4), [=](sycl::nd_item<1> item) {
     if (item.get_local_id(0) != 0)
       return;
     using reference = sycl::atomic_ref<unsigned, sycl::memory_order::acq_rel,
                                        sycl::memory_scope::device>;
     reference count(*begun);
     count.fetch_add(1);
     while (count.load() < wanted)
       ;
     reference(*met).fetch_add(1);
   }).wait();
}

int main() {
  sycl::queue q;
  unsigned groups =
      q.get_device().get_info<sycl::info::device::max_compute_units>();
  unsigned *counts = sycl::malloc_device<unsigned>(2, q);
  q.memset(counts, 0, 2 * sizeof *counts).wait();
  for (unsigned number = groups; number > 0; number /= 2)
    meet(q, counts, counts + 1, number, number);
  for (int i = 0; i < 100; ++i)
    meet(q, counts, counts + 1, groups, 0);
  meet(q, counts, counts + 1, groups, groups);
  unsigned met = 0, expected = 101 * groups;
  for (unsigned number = groups; number > 0; number /= 2)
    expected += number;
  q.copy(counts + 1, &met, 1).wait();
  std::puts(met == expected ? "PASS" : "FAIL");
  sycl::free(counts, q);
}
