// Sub-group operations where only a sub-group agrees on the way: in branches,
// loops of different lengths, around barriers of the work-group; and the usual
// reduction in two stages.
// REQUIRES: sub_group_size:16
// EXPECT: bad 0
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

constexpr unsigned size = 16, groups = 3;

// Calls f(nd_item, local values) in groups of `items`; compares with g(group,
// number).
template <class F, class G>
int check(sycl::queue &q, const char *name, unsigned items, F f, G g) {
  const unsigned n = groups * items;
  sycl::buffer<int> results(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int> local(items, h);
    h.parallel_for(sycl::nd_range<1>(n, items),
                   [=](sycl::nd_item<1> it) [[intel::reqd_sub_group_size(16)]] {
                     out[it.get_global_id(0)] =
                         f(it, it.get_sub_group(), local);
                   });
  });
  sycl::host_accessor out(results, sycl::read_only);
  int bad = 0;
  for (unsigned i = 0; i < n; ++i)
    if (const int wanted = g(i / items, i % items); out[i] != wanted && !bad++)
      std::printf("%s, groups of %u: %d at %u instead of %d\n", name, items,
                  out[i], i, wanted);
  return bad;
}

// The sum of the local ids of a sub-group.
int sum_of(unsigned sg, unsigned items) {
  int sum = 0;
  for (unsigned i = sg * size; i < items && i < (sg + 1) * size; ++i)
    sum += i;
  return sum;
}

int all(sycl::queue &q, unsigned items) {
  int bad = 0;
  bad += check(
      q, "branch", items,
      [=](auto it, auto sg, auto) {
        int x = it.get_local_id(0);
        if (sg.get_group_linear_id() == 1)
          x = sycl::reduce_over_group(sg, x, sycl::plus<>());
        else if (sg.get_group_linear_id() % 2 == 0)
          x = -sycl::group_broadcast(sg, x, 0);
        return x;
      },
      [=](unsigned, unsigned i) {
        const unsigned sg = i / size;
        return sg == 1       ? sum_of(1, items)
               : sg % 2 == 0 ? -int(sg * size)
                             : int(i);
      });
  bad += check(
      q, "loop", items,
      [=](auto it, auto sg, auto) {
        int x = 1;
        // Sub-groups leave it at different times.
        for (unsigned k = 0; k <= sg.get_group_linear_id(); ++k) {
          if (k == 2)
            continue;
          x += sycl::select_from_group(sg, x * int(k + 1), 0);
        }
        return x;
      },
      [=](unsigned, unsigned i) {
        int x = 1;
        for (unsigned k = 0; k <= i / size; ++k)
          x += k == 2 ? 0 : x * int(k + 1);
        return x;
      });
  bad += check(
      q, "until nobody wants to", items,
      [=](auto it, auto sg, auto) {
        int left = it.get_local_id(0) % 5, rounds = 0;
        while (sycl::any_of_group(sg, left > 0)) {
          if (left > 0)
            --left;
          ++rounds;
        }
        return rounds;
      },
      [=](unsigned, unsigned i) {
        int most = 0;
        for (unsigned k = i / size * size;
             k < items && k < (i / size + 1) * size; ++k)
          most = std::max(most, int(k % 5));
        return most;
      });
  bad += check(
      q, "two stages", items,
      [=](auto it, auto sg, auto local) {
        int sum = sycl::reduce_over_group(sg, int(it.get_local_id(0)),
                                          sycl::plus<>());
        if (sg.leader())
          local[sg.get_group_linear_id()] = sum;
        sycl::group_barrier(it.get_group());
        if (sg.get_group_linear_id() == 0) {
          const unsigned lane = sg.get_local_linear_id(),
                         count = sg.get_group_linear_range();
          sum = lane < count ? local[lane] : 0;
          for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            const int other = sycl::shift_group_left(sg, sum, distance);
            sum += lane + distance < sg.get_local_linear_range() ? other : 0;
          }
          if (lane == 0)
            local[0] = sum;
        }
        sycl::group_barrier(it.get_group());
        return local[0];
      },
      [=](unsigned, unsigned) { return int(items * (items - 1) / 2); });
  bad += check(
      q, "barriers in a loop", items,
      [=](auto it, auto sg, auto local) {
        const unsigned i = it.get_local_id(0);
        int x = i, kept = sg.get_group_linear_id();
        for (int round = 0; round < 3; ++round) {
          // A sub-group's value stays live across the group's barriers.
          kept = sycl::reduce_over_group(sg, x, sycl::maximum<>()) + kept;
          local[i] = x;
          sycl::group_barrier(it.get_group());
          x = local[(i + 1) % items];
          sycl::group_barrier(it.get_group());
          if (round == 1 && sg.get_group_linear_id() == 0)
            kept += sycl::inclusive_scan_over_group(sg, 1, sycl::plus<>());
        }
        return x + 100 * kept;
      },
      [=](unsigned, unsigned i) {
        std::vector<int> x(items);
        std::iota(x.begin(), x.end(), 0);
        const unsigned sg = i / size;
        int kept = sg;
        for (int round = 0; round < 3; ++round) {
          kept +=
              *std::max_element(x.begin() + sg * size,
                                x.begin() + std::min(items, (sg + 1) * size));
          std::rotate(x.begin(), x.begin() + 1, x.end());
          kept += round == 1 && sg == 0 ? i % size + 1 : 0;
        }
        return x[i] + 100 * kept;
      });
  bad += check(
      q, "array of a work-item's own", items,
      [=](auto it, auto sg, auto) {
        int own[4] = {int(it.get_local_id(0)), 1, 2, 3};
        for (unsigned k = 0; k < 3; ++k)
          own[(own[0] + k) & 3] += sycl::group_broadcast(sg, own[k & 1], 0);
        return own[0] + 10 * own[1] + 100 * own[2] + 1000 * own[3];
      },
      [=](unsigned, unsigned i) {
        int first[4] = {int(i / size * size), 1, 2, 3},
            own[4] = {int(i), 1, 2, 3};
        for (unsigned k = 0; k < 3; ++k) {
          const int shared = first[k & 1];
          first[(first[0] + k) & 3] += shared;
          own[(own[0] + k) & 3] += shared;
        }
        return own[0] + 10 * own[1] + 100 * own[2] + 1000 * own[3];
      });
  return bad;
}

int main() {
  sycl::queue q;
  const int bad = all(q, 64) + all(q, 40) + all(q, 7);
  std::printf("bad %d\n", bad);
  return bad != 0;
}
