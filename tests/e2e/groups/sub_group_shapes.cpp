// Sub-groups of work-groups of many shapes: those that span rows or slices of
// the group, and those that are partial. A work-item knows its place, and
// operations have the work-items of its sub-group, no others.
// UNSUPPORTED: opencl:* (sub-groups may end with each row of a work-group)
// EXPECT: PASS
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr size_t Groups = 3;

/// The results of one work-item.
struct Found {
  unsigned x, y, z, lane, lanes, number;
  int total, before, upto, least, swapped, rotated, told, voted, looped;
};

int seed(size_t i) { return unsigned(i) * 2654435761u >> 8 & 1023; }

template <int Size, int Dims>
std::vector<Found> launch(sycl::queue &q, sycl::range<Dims> shape) {
  const size_t items = shape.size();
  sycl::range<Dims> global = shape;
  global[0] *= Groups;
  std::vector<int> seeds(items * Groups);
  for (size_t i = 0; i < seeds.size(); ++i)
    seeds[i] = seed(i);
  std::vector<Found> all(seeds.size());
  Found *found = sycl::malloc_device<Found>(all.size(), q);
  int *in = sycl::malloc_device<int>(seeds.size(), q);
  q.copy(seeds.data(), in, seeds.size()).wait();
  q.parallel_for(
       sycl::nd_range<Dims>(global, shape),
       [=](sycl::nd_item<Dims> it) [[sycl::reqd_sub_group_size(Size)]] {
         auto sg = it.get_sub_group();
         const size_t at = it.get_group(0) * items + it.get_local_linear_id();
         const int mine = in[at];
         const unsigned lane = sg.get_local_linear_id();
         const unsigned lanes = sg.get_local_linear_range();
         sycl::plus<int> plus;
         Found own;
         own.x = it.get_local_id(Dims - 1);
         own.y = Dims > 1 ? it.get_local_id(Dims > 1 ? Dims - 2 : 0) : 0;
         own.z = Dims > 2 ? it.get_local_id(0) : 0;
         own.lane = lane;
         own.lanes = lanes;
         own.number = sg.get_group_linear_id();
         own.total = sycl::reduce_over_group(sg, mine, plus);
         own.before = sycl::exclusive_scan_over_group(sg, mine, plus);
         own.upto = sycl::inclusive_scan_over_group(sg, mine, plus);
         own.least = sycl::reduce_over_group(sg, mine, sycl::minimum<int>());
         const int other = sycl::permute_group_by_xor(sg, mine, 1);
         own.swapped = (lane ^ 1) < lanes ? other : mine;
         own.rotated = sycl::select_from_group(sg, mine, (lane + 1) % lanes);
         own.told = sycl::group_broadcast(sg, mine, lanes - 1);
         own.voted = sycl::any_of_group(sg, mine % 5 == 0) +
                     2 * sycl::all_of_group(sg, mine >= 0);
         // A loop that work-items leave at different times, between operations.
         int rounds = 0;
         for (int left = mine + int(own.x + own.y); left > 1; left /= 2)
           rounds += left % 2 + 1;
         it.barrier(sycl::access::fence_space::local_space);
         own.looped = sycl::reduce_over_group(sg, rounds, plus) - rounds;
         found[at] = own;
       })
      .wait();
  q.copy(found, all.data(), all.size()).wait();
  sycl::free(found, q), sycl::free(in, q);
  return all;
}

/// Whether all that is known of the sub-group from `first` up to `end` is
/// right.
bool is_right(const std::vector<Found> &all, size_t first, size_t end,
              unsigned width, unsigned height, size_t group, unsigned number) {
  std::vector<int> rounds;
  int total = 0, least = 1024, sum = 0;
  bool any = false;
  for (size_t i = first; i < end; ++i) {
    const unsigned place = i - group;
    int count = 0;
    for (int left = seed(i) + place % width + place / width % height; left > 1;
         left /= 2)
      count += left % 2 + 1;
    rounds.push_back(count);
    total += seed(i), sum += count, any |= seed(i) % 5 == 0;
    least = std::min(least, seed(i));
  }
  bool right = true;
  int before = 0;
  for (size_t i = first; i < end; ++i) {
    const Found &own = all[i];
    const unsigned place = i - group, lane = i - first, lanes = end - first;
    right &= own.x == place % width && own.y == place / width % height &&
             own.z == place / width / height;
    right &= own.lane == lane && own.lanes == lanes && own.number == number;
    right &= own.before == before && own.upto == before + seed(i);
    right &= own.total == total && own.least == least;
    right &= own.swapped == seed((lane ^ 1) < lanes ? first + (lane ^ 1) : i);
    right &= own.rotated == seed(first + (lane + 1) % lanes);
    right &= own.told == seed(end - 1) && own.voted == any + 2;
    right &= own.looped == sum - rounds[lane];
    before += seed(i);
  }
  return right;
}

template <int Size, int Dims>
bool test(sycl::queue &q, sycl::range<Dims> shape) {
  // Some devices have smaller groups than others.
  if (shape.size() >
      q.get_device().get_info<sycl::info::device::max_work_group_size>())
    return true;
  const unsigned width = shape[Dims - 1];
  const unsigned height = Dims > 1 ? shape[Dims > 1 ? Dims - 2 : 0] : 1;
  const auto all = launch<Size, Dims>(q, shape);
  bool right = true;
  for (size_t group = 0; group < all.size(); group += shape.size())
    for (size_t from = 0; from < shape.size(); from += Size) {
      const size_t end = std::min(from + Size, shape.size());
      right &= is_right(all, group + from, group + end, width, height, group,
                        from / Size);
    }
  if (!right)
    std::printf(
        "wrong: width %u, height %u, %zu work-items, sub-groups of %d\n", width,
        height, shape.size(), Size);
  return right;
}

template <int Size> bool test_shapes(sycl::queue &q) {
  bool right = true;
  for (size_t items : {1, 4, 8, 16, 33, 64})
    right &= test<Size, 1>(q, {items});
  for (auto shape :
       {sycl::range(1, 256), sycl::range(8, 32), sycl::range(16, 16),
        sycl::range(32, 8), sycl::range(64, 1), sycl::range(1, 5),
        sycl::range(2, 3), sycl::range(5, 13)})
    right &= test<Size, 2>(q, shape);
  for (auto shape :
       {sycl::range(4, 4, 16), sycl::range(3, 5, 7), sycl::range(4, 4, 4),
        sycl::range(8, 1, 8), sycl::range(2, 2, 32), sycl::range(1, 1, 40)})
    right &= test<Size, 3>(q, shape);
  return right;
}

int main() {
  sycl::queue q;
  bool right = true;
  const auto sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const auto has = [&](size_t size) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  if (has(8))
    right &= test_shapes<8>(q);
  if (has(32))
    right &= test_shapes<32>(q);
  std::puts(right ? "PASS" : "FAIL");
}
