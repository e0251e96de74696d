// Groups of work-items that happen to run together, in divergent control flow:
// a compaction, and the group algorithms.
// EXPECT: PASS
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using sycl::ext::oneapi::experimental::this_kernel::get_opportunistic_group;

// The work-items of the group add to the counter at once, and share what they
// get.
int add_together(int *counter) {
  auto g = get_opportunistic_group();
  int first = 0;
  if (g.leader()) {
    sycl::atomic_ref<int, sycl::memory_order::relaxed,
                     sycl::memory_scope::device>
        count(*counter);
    first = count.fetch_add(g.get_local_linear_range());
  }
  return sycl::group_broadcast(g, first) + g.get_local_linear_id();
}

// Checks that hold for any group with the caller, if all give the same value.
bool algorithms(int x) {
  auto g = get_opportunistic_group();
  using group = decltype(g);
  static_assert(
      sycl::is_group_v<group> &&
      sycl::ext::oneapi::experimental::is_user_constructed_group_v<group>);
  const int n = g.get_local_linear_range(), i = g.get_local_linear_id();
  const int values[2] = {x, 3};
  int scanned[2];
  sycl::joint_inclusive_scan(g, values, values + 2, scanned, sycl::plus<>());
  sycl::group_barrier(g);
  return sycl::reduce_over_group(g, 2, sycl::plus<>()) == 2 * n &&
         sycl::exclusive_scan_over_group(g, 2, sycl::plus<>()) == 2 * i &&
         sycl::inclusive_scan_over_group(g, 2.0f, sycl::plus<float>(), 10.0f) ==
             10 + 2 * (i + 1) &&
         sycl::exclusive_scan_over_group(g, 1, sycl::multiplies<>()) == 1 &&
         sycl::any_of_group(g, x > 0) && !sycl::none_of_group(g, x > 0) &&
         sycl::all_of_group(g, true) && sycl::select_from_group(g, i, i) == i &&
         sycl::joint_reduce(g, values, values + 2, sycl::maximum<>()) ==
             std::max(x, 3) &&
         scanned[0] == x && scanned[1] == x + 3;
}

int main() {
  constexpr int n = 1000;
  sycl::queue q;
  std::vector<int> positive(n);
  int count[2] = {0, 0};
  {
    sycl::buffer<int> values(positive), counters(count, 2);
    q.submit([&](sycl::handler &h) {
      sycl::accessor positive(values, h, sycl::write_only, sycl::no_init);
      sycl::accessor count(counters, h);
      h.parallel_for(sycl::nd_range<1>(1024, 64), [=](sycl::nd_item<1> it) {
        const int i = int(it.get_global_id()), value = i % 3 == 0 ? i + 1 : -i;
        if (i < n && value > 0) {
          positive[add_together(&count[0])] = value;
          if (!algorithms(value))
            count[1] = 1;
        }
      });
    });
  }
  std::sort(positive.begin(), positive.begin() + count[0]);
  bool right = count[0] == (n + 2) / 3 && !count[1];
  for (int i = 0; i < count[0]; ++i)
    right = right && positive[i] == 3 * i + 1;
  std::puts(right ? "PASS" : "FAIL");
}
