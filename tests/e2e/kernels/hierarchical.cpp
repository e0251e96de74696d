// Hierarchical kernels: shared and private memory, flexible ranges.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  constexpr int groups = 12, local = 40;
  int *out = sycl::malloc_device<int>(groups * local, q);
  int *sums = sycl::malloc_device<int>(groups, q);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group<class sums_of_groups>(
         sycl::range<1>(groups), sycl::range<1>(local), [=](sycl::group<1> g) {
           int shared[local];
           int sum = 0;
           sycl::private_memory<int> mine(g);
           g.parallel_for_work_item([&](sycl::h_item<1> it) {
             mine(it) = int(it.get_global_id(0));
             shared[it.get_local_id(0)] = mine(it);
           });
           g.parallel_for_work_item([&](sycl::h_item<1> it) {
             int next = (it.get_local_id(0) + 1) % it.get_local_range(0);
             out[it.get_global_id(0)] = mine(it) * 1000 + shared[next];
           });
           g.parallel_for_work_item(
               sycl::range<1>(100),
               [&](sycl::h_item<1> it) { sum += int(it.get_local_id(0)); });
           sums[g.get_group_id(0)] = sum + int(g.get_local_range(0));
         });
   }).wait();
  bool ok = true;
  std::vector<int> values(groups * local), totals(groups);
  q.copy(out, values.data(), values.size()).wait();
  q.copy(sums, totals.data(), totals.size()).wait();
  for (int i = 0; i < groups * local; ++i)
    ok &= values[i] == i * 1000 + i / local * local + (i % local + 1) % local;
  for (int i = 0; i < groups; ++i)
    ok &= totals[i] == 99 * 50 + local;

  sycl::buffer<size_t, 2> cells(sycl::range<2>(6, 8));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(cells, h, sycl::write_only);
    h.parallel_for_work_group(
        sycl::range<2>(3, 2), sycl::range<2>(2, 4),
        [=](sycl::group<2> g) [[sycl::reqd_work_group_size(2, 4)]] {
          g.parallel_for_work_item([&](auto it) {
            a[it.get_global_id()] = it.get_global().get_linear_id();
          });
        });
  });
  sycl::host_accessor cells_here(cells);
  for (size_t y = 0; y < 6; ++y)
    for (size_t x = 0; x < 8; ++x)
      ok &= cells_here[y][x] == y * 8 + x;

  // Items tell their place, and which is which, outside of their kernel too.
  sycl::buffer<sycl::h_item<1>> items(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(items, h, sycl::write_only);
    h.parallel_for_work_group(
        sycl::range<1>(2), sycl::range<1>(2), [=](sycl::group<1> g) {
          g.parallel_for_work_item(
              [&](sycl::h_item<1> it) { a[it.get_global_id()] = it; });
        });
  });
  sycl::host_accessor items_here(items);
  for (size_t i = 0; i < 4; ++i) {
    ok &= items_here[i].get_global_id(0) == i &&
          items_here[i].get_global_range(0) == 4;
    for (size_t j = 0; j < 4; ++j)
      ok &= (items_here[i] == items_here[j]) == (i == j) &&
            (items_here[i] != items_here[j]) == (i != j);
  }

  sycl::free(out, q);
  sycl::free(sums, q);
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
