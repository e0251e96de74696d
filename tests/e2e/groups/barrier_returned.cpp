// Work-items that have returned are ignored by later barriers and group
// operations: in one to three dimensions, in loops, with operations of the
// work-group and of sub-groups.
// UNSUPPORTED: opencl:* (undefined in OpenCL: work-items return before a barrier)
// EXPECT: PASS
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int stages = 4;

// At which stage a work-item returns; at none if there are fewer stages.
int last_stage(int pattern, size_t group, size_t item, size_t items) {
  switch (pattern) {
  case 0:
    return item < items / 2 ? 0 : stages; // The lower half.
  case 1:
    return item >= items / 3 ? 1 : stages; // The upper two thirds.
  case 2:
    return item % 2 ? 0 : stages; // Every second one.
  case 3:
    return int((item * 7 + group * 3) % 5); // At any stage.
  case 4:
    return item + 1 == items ? stages : 0; // All but the last one.
  case 5:
    return item == 0 ? 0 : stages; // The first one.
  case 6:
    return group % 2 ? 0 : stages; // Whole groups.
  default:
    return group * items + item >= 75 ? 0 : stages; // Those out of bounds.
  }
}

// A sum that each stage collects over the work-items that are left.
struct Items {
  size_t group, items;
  int pattern;
  std::vector<long> values = std::vector<long>(items);

  bool runs(size_t item, int stage) const {
    return last_stage(pattern, group, item, items) > stage;
  }
};

template <int Dims>
bool barriers(sycl::queue &q, sycl::nd_range<Dims> range, int pattern) {
  size_t n = range.get_global_range().size(),
         l = range.get_local_range().size();
  std::vector<long> results(n, -1), sums(n, -1);
  {
    sycl::buffer<long> result(results), sum(sums);
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(result, h), s(sum, h);
      sycl::local_accessor<long, 1> tile(l, h);
      h.parallel_for(range, [=](sycl::nd_item<Dims> it) {
        size_t item = it.get_local_linear_id(),
               group = it.get_group_linear_id();
        size_t at = group * l + item;
        long value = long(item) + 1, total = 0;
        for (int stage = 0; stage < stages; ++stage) {
          tile[item] = value;
          if (last_stage(pattern, group, item, l) <= stage) {
            p[at] = value;
            s[at] = total;
            return;
          }
          sycl::group_barrier(it.get_group());
          long next = tile[(item + 1) % l];
          total +=
              sycl::reduce_over_group(it.get_group(), value, sycl::plus<>());
          total += 10 * sycl::inclusive_scan_over_group(it.get_group(), value,
                                                        sycl::plus<>());
          value = 3 * value + next;
        }
        p[at] = value;
        s[at] = total;
      });
    });
  }
  bool ok = true;
  for (size_t group = 0; group < n / l; ++group) {
    Items items{group, l, pattern};
    std::vector<long> tile(l), total(l);
    for (size_t i = 0; i < l; ++i)
      items.values[i] = long(i) + 1;
    for (int stage = 0; stage < stages; ++stage) {
      long sum = 0;
      // Those that return now have written their values before.
      for (size_t i = 0; i < l; ++i)
        if (stage == 0 || items.runs(i, stage - 1))
          tile[i] = items.values[i];
      for (size_t i = 0; i < l; ++i)
        if (items.runs(i, stage)) {
          sum += items.values[i];
          total[i] += 10 * sum;
        }
      for (size_t i = 0; i < l; ++i)
        if (items.runs(i, stage)) {
          total[i] += sum;
          items.values[i] = 3 * items.values[i] + tile[(i + 1) % l];
        }
    }
    for (size_t i = 0; i < l; ++i)
      ok = ok && results[group * l + i] == items.values[i] &&
           sums[group * l + i] == total[i];
  }
  if (!ok)
    std::printf("barriers: %d dimensions, pattern %d\n", Dims, pattern);
  return ok;
}

// Sub-groups count their work-items that are left, between barriers of the
// work-group.
bool sub_groups(sycl::queue &q, size_t n, size_t l, int pattern) {
  struct Seen {
    unsigned sub_group = 0, lane = 0;
    long counts[stages] = {}, before[stages] = {};
  };
  std::vector<Seen> seen(n);
  {
    sycl::buffer<Seen> result(seen);
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(result, h);
      h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
        auto sub_group = it.get_sub_group();
        size_t item = it.get_local_linear_id(),
               group = it.get_group_linear_id();
        Seen own;
        own.sub_group = sub_group.get_group_linear_id();
        own.lane = sub_group.get_local_linear_id();
        for (int stage = 0; stage < stages; ++stage) {
          if (last_stage(pattern, group, item, l) <= stage)
            break;
          own.counts[stage] =
              sycl::reduce_over_group(sub_group, long(item), sycl::plus<>());
          if (stage % 2)
            sycl::group_barrier(it.get_group());
          own.before[stage] =
              sycl::exclusive_scan_over_group(sub_group, 1L, sycl::plus<>());
        }
        p[it.get_global_id(0)] = own;
      });
    });
  }
  bool ok = true;
  for (size_t group = 0; group < n / l; ++group)
    for (size_t i = 0; i < l; ++i) {
      const Seen &own = seen[group * l + i];
      for (int stage = 0; stage < stages; ++stage) {
        long count = 0, before = 0;
        if (last_stage(pattern, group, i, l) > stage)
          for (size_t j = 0; j < l; ++j) {
            const Seen &other = seen[group * l + j];
            if (other.sub_group == own.sub_group &&
                last_stage(pattern, group, j, l) > stage) {
              count += long(j);
              before += other.lane < own.lane;
            }
          }
        ok = ok && own.counts[stage] == count && own.before[stage] == before;
      }
    }
  if (!ok)
    std::printf("sub-groups: pattern %d\n", pattern);
  return ok;
}

// A loop that each work-item leaves after a number of rounds that depends on
// its id, with a barrier in each round.
bool rounds(sycl::queue &q, size_t n, size_t l) {
  std::vector<int> results(n);
  {
    sycl::buffer<int> result(results);
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(result, h);
      sycl::local_accessor<int, 1> arrived(l, h);
      h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
        size_t item = it.get_local_linear_id();
        int sum = 0;
        arrived[item] = 0;
        sycl::group_barrier(it.get_group());
        for (size_t round = 0; round < item % 6; ++round) {
          arrived[item] = int(round) + 1;
          sycl::group_barrier(it.get_group());
          for (size_t other = 0; other < l; ++other)
            sum += arrived[other];
          sycl::group_barrier(it.get_group());
        }
        p[it.get_global_id(0)] = sum;
      });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < n; ++i) {
    int sum = 0;
    for (size_t round = 0; round < i % l % 6; ++round)
      for (size_t other = 0; other < l; ++other)
        sum += int(std::min(round + 1, other % 6));
    ok = ok && results[i] == sum;
  }
  if (!ok)
    std::puts("rounds");
  return ok;
}

int main() {
  sycl::queue q;
  bool ok = true;
  for (int pattern = 0; pattern < 8; ++pattern) {
    ok = barriers(q, sycl::nd_range<1>(128, 64), pattern) && ok;
    ok = barriers(q, sycl::nd_range<2>({10, 14}, {5, 7}), pattern) && ok;
    ok = barriers(q, sycl::nd_range<3>({4, 6, 8}, {2, 3, 4}), pattern) && ok;
    ok = sub_groups(q, 120, 60, pattern) && ok;
  }
  ok = rounds(q, 100, 50) && ok;
  std::puts(ok ? "PASS" : "FAIL");
}
