// The root group: queries, a barrier over all work-items of a kernel with the
// maximum number of concurrent work-groups, and the error beyond that; the
// work-item's position without an argument.
// EXPECT: limits 1 1 0
// EXPECT: queries 1
// EXPECT: barrier 1
// EXPECT: barrier 1
// EXPECT: barrier 1
// EXPECT: barrier 1
// EXPECT: part 1
// EXPECT: refused
// EXPECT: free functions 1
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>

namespace ex = sycl::ext::oneapi::experimental;
using limit = ex::info::kernel_queue_specific::max_num_work_groups;

class rotate;

constexpr size_t items = 16;

static size_t limit_of(sycl::queue &q, size_t local) {
  return sycl::get_kernel_bundle<sycl::bundle_state::executable>(
             q.get_context())
      .get_kernel<rotate>()
      .ext_oneapi_get_info<limit>(q, local, 0);
}

// Each work-item reads what other work-groups wrote before a barrier.
static void rotate_twice(sycl::queue &q, size_t groups) {
  const size_t n = groups * items;
  sycl::buffer<int> left(n), right(n);
  for (int round = 0; round < 20; ++round)
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(left, h, sycl::write_only, sycl::no_init);
      sycl::accessor b(right, h, sycl::write_only, sycl::no_init);
      h.parallel_for<rotate>(
          sycl::nd_range<1>(n, items), ex::properties{ex::use_root_sync},
          [=](sycl::nd_item<1> it) {
            const size_t i = it.get_global_id(0);
            a[i] = int(i) + round;
            sycl::group_barrier(it.ext_oneapi_get_root_group());
            b[i] = a[(i + items) % n];
            sycl::group_barrier(ex::this_kernel::get_root_group<1>());
            a[i] = b[(i + 1) % n];
          });
    });
  bool all = true;
  sycl::host_accessor rotated(left, sycl::read_only);
  for (size_t i = 0; i < n; ++i)
    all = all && rotated[i] == int((i + 1 + items) % n) + 19;
  std::printf("barrier %d\n", all);
}

int main() {
  sycl::queue q;
  constexpr size_t n = 64;
  const ex::properties sync{ex::use_root_sync};

  const size_t most = limit_of(q, items);
  std::printf(
      "limits %d %d %zu\n", most >= 1,
      most <= std::max(q.get_device()
                           .get_info<sycl::info::device::max_compute_units>(),
                       1u) ||
          !q.get_device().is_cpu(),
      limit_of(q, size_t(1) << 40));

  sycl::buffer<bool> answers(n);
  const auto all_right = [&] {
    sycl::host_accessor queries(answers, sycl::read_only);
    bool all = true;
    for (bool right : queries)
      all = all && right;
    return all;
  };
  q.submit([&](sycl::handler &h) {
    sycl::accessor queries(answers, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<2>({8, 8}, {4, 2}), [=](sycl::nd_item<2> it) {
      auto root = it.ext_oneapi_get_root_group();
      static_assert(root.dimensions == 2 &&
                    root.fence_scope == sycl::memory_scope::device);
      queries[it.get_global_linear_id()] =
          root.get_group_id() == sycl::id<2>() &&
          root.get_local_id() == it.get_global_id() &&
          root.get_group_range() == sycl::range<2>(1, 1) &&
          root.get_local_range() == it.get_global_range() &&
          root.get_local_linear_id() == it.get_global_linear_id() &&
          root.get_local_linear_range() == n &&
          root.leader() == (it.get_global_linear_id() == 0);
    });
  });
  std::printf("queries %d\n", all_right());

  rotate_twice(q, 1);
  rotate_twice(q, most);
  sycl::queue in_order(q.get_context(), q.get_device(),
                       sycl::property::queue::in_order());
  rotate_twice(in_order, most);

  // A part of the device runs fewer groups at a time.
  bool is_right = true;
  const auto kinds =
      q.get_device().get_info<sycl::info::device::partition_properties>();
  constexpr auto equally = sycl::info::partition_property::partition_equally;
  if (std::find(kinds.begin(), kinds.end(), equally) != kinds.end()) {
    sycl::queue part(q.get_device().create_sub_devices<equally>(1)[0]);
    is_right = limit_of(part, items) <= most && limit_of(part, items) >= 1;
    rotate_twice(part, limit_of(part, items));
  } else {
    std::puts("barrier 1");
  }
  std::printf("part %d\n", is_right);

  try {
    q.parallel_for(sycl::nd_range<1>((most + 1) * items, items), sync,
                   [=](sycl::nd_item<1>) {});
  } catch (const sycl::exception &e) {
    std::puts(e.code() == sycl::errc::nd_range ? "refused" : e.what());
  }

  q.submit([&](sycl::handler &h) {
    sycl::accessor queries(answers, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
      namespace here = sycl::ext::oneapi::this_work_item;
      const size_t i = ex::this_id<1>()[0];
      queries[i] =
          ex::this_nd_item<1>().get_global_id() == it.get_global_id() &&
          ex::this_group<1>().get_group_id() == it.get_group().get_group_id() &&
          ex::this_sub_group().get_local_id() ==
              it.get_sub_group().get_local_id() &&
          here::get_nd_item<1>().get_local_id() == it.get_local_id() &&
          here::get_work_group<1>().get_local_range() == sycl::range<1>(16) &&
          here::get_sub_group().get_group_id() ==
              it.get_sub_group().get_group_id() &&
          sycl::khr::this_nd_item<1>().get_group(0) == it.get_group(0);
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor queries(answers, h);
    h.parallel_for(sycl::range<2>(8, 8), [=](sycl::item<2> it) {
      const size_t i = it.get_linear_id();
      queries[i] = queries[i] && ex::this_item<2>().get_linear_id() == i &&
                   ex::this_id<2>() == it.get_id();
    });
  });
  std::printf("free functions %d\n", all_right());
}
