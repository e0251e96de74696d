// Every operation of sub-groups at several sizes, also in partial sub-groups
// and such that span rows, against the same computed by each work-item for
// itself.
// REQUIRES: aspect:fp64, aspect:fp16, aspect:usm_device_allocations
// UNSUPPORTED: opencl:* (sub-groups may end with each row of a work-group)
// EXPECT: bad 0
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

// A work-item's view of its sub-group, and the location of the results.
struct item {
  sycl::sub_group sg;
  unsigned lane, count, first;
  int *bad;
  template <class T, class U>
  void same(const T &ours, const U &wanted, int line) const {
    if (!(ours == T(wanted)))
      *bad = line;
  }
};
#define SAME(ours, wanted) it.same(ours, wanted, __LINE__)

// The value that a work-item of the group contributes.
template <class T> T value_of(unsigned i) {
  if constexpr (std::is_same_v<T, bool>)
    return i % 3 != 0;
  else
    return T(int(i * 7 % 11) -
             (std::is_signed_v<T> || !std::is_integral_v<T> ? 4 : 0));
}

template <class T, class Op>
void combinations(const item &it, Op op, T neutral) {
  const T x = value_of<T>(it.first + it.lane);
  T sum = neutral, before = neutral, own = neutral;
  for (unsigned i = 0; i < it.count; ++i) {
    if (i == it.lane)
      before = sum;
    sum = op(sum, value_of<T>(it.first + i));
    if (i == it.lane)
      own = sum;
  }
  SAME(sycl::reduce_over_group(it.sg, x, op), sum);
  SAME(sycl::inclusive_scan_over_group(it.sg, x, op), own);
  SAME(sycl::exclusive_scan_over_group(it.sg, x, op), before);
  SAME(sycl::reduce_over_group(it.sg, x, value_of<T>(1), op),
       op(value_of<T>(1), sum));
}

void older_names(const item &it) {
  const unsigned i = it.first + it.lane;
  SAME(it.sg.reduce(i, sycl::maximum<>()), it.first + it.count - 1);
  SAME(it.sg.inclusive_scan(1u, sycl::plus<>()), it.lane + 1);
  SAME(it.sg.exclusive_scan(1u, 5u, sycl::plus<>()), it.lane + 5);
  SAME(it.sg.broadcast(i, it.count - 1), it.first + it.count - 1);
  SAME(it.sg.shuffle(i, it.count - 1 - it.lane),
       it.first + it.count - 1 - it.lane);
  SAME(it.sg.shuffle_xor(i, 0), i);
  if (const unsigned next = it.sg.shuffle_down(i, 1); it.lane + 1 < it.count)
    SAME(next, i + 1);
  if (const unsigned last = it.sg.shuffle_up(i, 1); it.lane > 0)
    SAME(last, i - 1);
  SAME(it.sg.any(it.lane == 0) && !it.sg.all(it.lane == it.count), true);
  it.sg.barrier();
}

template <class T> void numbers(const item &it) {
  combinations<T>(it, sycl::plus<T>(), T(0));
  combinations<T>(it, sycl::minimum<>(),
                  sycl::known_identity_v<sycl::minimum<T>, T>);
  combinations<T>(it, sycl::maximum<T>(),
                  sycl::known_identity_v<sycl::maximum<T>, T>);
}

template <class T> void integers(const item &it) {
  numbers<T>(it);
  combinations<T>(it, sycl::multiplies<>(), T(1));
  combinations<T>(it, sycl::bit_and<>(), T(~T(0)));
  combinations<T>(it, sycl::bit_or<T>(), T(0));
  combinations<T>(it, sycl::bit_xor<T>(), T(0));
}

struct odd {
  float a;
  char b[5];
  bool operator==(const odd &o) const {
    return a == o.a && b[0] == o.b[0] && b[4] == o.b[4];
  }
};
inline odd odd_of(unsigned i) {
  return {float(i), {char(i), 1, 2, 3, char(i + 1)}};
}

template <class T, class Of> void moves(const item &it, Of of) {
  const T x = of(it.first + it.lane);
  auto there = [&](unsigned lane) { return of(it.first + lane); };
  const unsigned last = it.count - 1, mirror = last - it.lane;
  SAME(sycl::group_broadcast(it.sg, x), there(0));
  SAME(sycl::group_broadcast(it.sg, x, last), there(last));
  SAME(sycl::select_from_group(it.sg, x, mirror), there(mirror));
  SAME(sycl::select_from_group(it.sg, x, it.lane * 5 % it.count),
       there(it.lane * 5 % it.count));
  for (unsigned d = 0; d < 4; ++d) {
    const T down = sycl::shift_group_left(it.sg, x, d),
            up = sycl::shift_group_right(it.sg, x, d);
    const T across = sycl::permute_group_by_xor(it.sg, x, d);
    if (it.lane + d < it.count)
      SAME(down, there(it.lane + d));
    if (it.lane >= d)
      SAME(up, there(it.lane - d));
    if ((it.lane ^ d) < it.count)
      SAME(across, there(it.lane ^ d));
  }
}

void votes(const item &it) {
  SAME(sycl::any_of_group(it.sg, it.lane == it.count - 1), true);
  SAME(sycl::any_of_group(it.sg, it.lane >= it.count), false);
  SAME(sycl::all_of_group(it.sg, it.lane < it.count), true);
  SAME(sycl::all_of_group(it.sg, it.lane > 0), false);
  SAME(sycl::none_of_group(it.sg, it.lane >= it.count), true);
  auto odds = sycl::ext::oneapi::group_ballot(it.sg, it.lane % 2 == 1);
  SAME(odds.count(), it.count / 2);
  SAME(odds.test(it.lane), it.lane % 2 == 1);
  auto all = sycl::ext::oneapi::group_ballot(it.sg);
  SAME(all.count(), it.count);
  SAME(all.find_low(), sycl::id<1>(0));
  SAME(all.find_high(), sycl::id<1>(it.count - 1));
  SAME((all ^ odds).any() && (odds & ~all).none(), true);
}

void memory(const item &it, int *block, int *other) {
  SAME(it.sg.load(block), block[it.lane]);
  const unsigned size = it.sg.get_max_local_range()[0];
  auto two = it.sg.load<2>(block);
  SAME(two[1], block[size + it.lane]);
  it.sg.store<2>(other, sycl::int2(two[0] + 1, two[1] + 1));
  sycl::group_barrier(it.sg);
  SAME(other[size + it.count - 1], block[size + it.count - 1] + 1);
}

bool has_sub_groups_of(size_t size, const sycl::device &device) {
  const auto sizes = device.get_info<sycl::info::device::sub_group_sizes>();
  return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

// Runs a check in all work-items of a range, in sub-groups of a size, if
// the device has such.
template <int Size, class Check> int run(sycl::queue &q, Check check) {
  if (!has_sub_groups_of(Size, q.get_device()))
    return 0;
  int wrong = 0;
  // Whole sub-groups, partial ones, and such that span rows.
  for (sycl::nd_range<2> range : {sycl::nd_range<2>({1, 128}, {1, 64}),
                                  {{1, 66}, {1, 33}},
                                  {{6, 10}, {3, 5}}}) {
    const size_t n = range.get_global_range().size();
    sycl::buffer<int> lines(n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor bad(lines, h, sycl::write_only, sycl::no_init);
      h.parallel_for(
          range, [=](sycl::nd_item<2> nd) [[sycl::reqd_sub_group_size(Size)]] {
            auto sg = nd.get_sub_group();
            const unsigned items = nd.get_local_range().size(),
                           number = sg.get_group_linear_id();
            const size_t i = nd.get_global_linear_id();
            bad[i] = 0;
            item it{sg, unsigned(sg.get_local_linear_id()),
                    unsigned(sg.get_local_range()[0]), number * Size, &bad[i]};
            SAME(sg.get_max_local_range()[0], Size);
            SAME(it.count, sycl::min(unsigned(Size), items - it.first));
            SAME(it.first + it.lane, nd.get_local_linear_id());
            SAME(sg.get_group_linear_range(), (items + Size - 1) / Size);
            SAME(sg.leader(), it.lane == 0);
            check(it, nd.get_group_linear_id() * sg.get_group_linear_range() +
                          number);
          });
    });
    sycl::host_accessor bad(lines, sycl::read_only);
    for (size_t i = 0; i < n; ++i)
      if (bad[i] && !wrong++)
        std::printf("size %d, %zu of %zu: line %d\n", Size, i, n, bad[i]);
  }
  return wrong;
}

template <int Size> int main_part(sycl::queue &q) {
  int *block = sycl::malloc_device<int>(128, q),
      *others = sycl::malloc_device<int>(128 * 128, q);
  q.parallel_for(128, [=](sycl::id<1> i) { block[i] = 3 * int(i); }).wait();
  int bad = run<Size>(q, [=](const item &it, size_t number) {
    votes(it);
    memory(it, block, others + number * 128);
    moves<int>(it, value_of<int>);
    older_names(it);
  });
  bad += run<Size>(q, [](const item &it, size_t) { numbers<int>(it); });
  sycl::free(block, q);
  sycl::free(others, q);
  return bad;
}

template <int Size> int other_types(sycl::queue &q) {
  int bad =
      run<Size>(q, [](const item &it, size_t) { integers<unsigned char>(it); });
  bad += run<Size>(q, [](const item &it, size_t) {
    numbers<float>(it);
    combinations<long>(it, sycl::plus<>(), 0L);
    combinations<double>(it, sycl::plus<double>(), 0.0);
  });
  bad += run<Size>(q, [](const item &it, size_t) {
    combinations<sycl::half>(it, sycl::maximum<sycl::half>(),
                             -std::numeric_limits<sycl::half>::infinity());
    combinations<bool>(it, sycl::logical_and<bool>(), true);
    combinations<bool>(it, sycl::logical_or<bool>(), false);
  });
  bad += run<Size>(q, [](const item &it, size_t) {
    moves<double>(it, value_of<double>);
    moves<bool>(it, value_of<bool>);
  });
  return bad +
         run<Size>(q, [](const item &it, size_t) { moves<odd>(it, odd_of); });
}

int main() {
  sycl::queue q;
  int bad = main_part<1>(q) + main_part<4>(q) + main_part<8>(q) +
            main_part<16>(q) + main_part<32>(q);
  bad += other_types<8>(q) + other_types<32>(q);
  std::printf("bad %d\n", bad);
  return bad != 0;
}
