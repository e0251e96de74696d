// Atomic operations on local memory, which all work-items of a group change, in
// every group at once.
// EXPECT: bins right
// EXPECT: extremes right
// EXPECT: sum right
// EXPECT: winners right
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

using sycl::access::address_space;
template <class T, address_space Space = address_space::local_space>
using relaxed = sycl::atomic_ref<T, sycl::memory_order::relaxed,
                                 sycl::memory_scope::work_group, Space>;

constexpr int groups = 8, items = 64, rounds = 32, bins = 16;

int value(int group, int item, int round) {
  return (group * 31 + item * 7 + round * 5) % 97;
}

int main() {
  sycl::queue q;
  sycl::buffer<int> counts(groups * bins), limits(groups * 2), taken_by(groups);
  sycl::buffer<float> sums(groups);
  q.submit([&](sycl::handler &h) {
    sycl::accessor count(counts, h, sycl::write_only, sycl::no_init);
    sycl::accessor extremes(limits, h, sycl::write_only, sycl::no_init);
    sycl::accessor sum(sums, h, sycl::write_only, sycl::no_init);
    sycl::accessor winners(taken_by, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int> bin(bins, h), extreme(2, h), taken(2, h);
    sycl::local_accessor<float> total(1, h);
    h.parallel_for(
        sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
          int g = it.get_group(0), l = it.get_local_id(0);
          if (l < bins)
            bin[l] = 0;
          if (l == 0)
            extreme[0] = 1000, extreme[1] = -1000, total[0] = 0,
            taken[0] = taken[1] = 0;
          sycl::group_barrier(it.get_group());
          for (int round = 0; round < rounds; ++round) {
            int x = (g * 31 + l * 7 + round * 5) % 97;
            // Half of the updates go through the generic address space.
            if (round % 2)
              relaxed<int>(bin[x % bins])++;
            else
              relaxed<int, address_space::generic_space>(bin[x % bins])
                  .fetch_add(1);
            relaxed<int>(extreme[0]).fetch_min(x);
            relaxed<int>(extreme[1]).fetch_max(x);
            relaxed<float>(total[0]).fetch_add(float(x));
          }
          int none = 0;
          if (relaxed<int>(taken[0]).compare_exchange_strong(none, l + 1))
            relaxed<int>(taken[1])++;
          sycl::group_barrier(it.get_group());
          if (l < bins)
            count[g * bins + l] = bin[l];
          if (l == 0)
            extremes[2 * g] = extreme[0], extremes[2 * g + 1] = extreme[1],
                         sum[g] = total[0], winners[g] = taken[1];
        });
  });
  sycl::host_accessor count(counts, sycl::read_only);
  sycl::host_accessor extremes(limits, sycl::read_only);
  sycl::host_accessor sum(sums, sycl::read_only);
  sycl::host_accessor winners(taken_by, sycl::read_only);

  bool right[4] = {true, true, true, true};
  for (int g = 0; g < groups; ++g) {
    std::vector<int> expected(bins);
    int low = 1000, high = -1000, total = 0;
    for (int l = 0; l < items; ++l)
      for (int round = 0; round < rounds; ++round) {
        int x = value(g, l, round);
        ++expected[x % bins], total += x, low = std::min(low, x),
                                          high = std::max(high, x);
      }
    right[0] &= std::equal(expected.begin(), expected.end(), &count[g * bins]);
    right[1] &= extremes[2 * g] == low && extremes[2 * g + 1] == high;
    right[2] &= sum[g] == float(total);
    right[3] &= winners[g] == 1;
  }
  const char *names[] = {"bins", "extremes", "sum", "winners"};
  for (int i = 0; i < 4; ++i)
    printf("%s %s\n", names[i], right[i] ? "right" : "wrong");
}
