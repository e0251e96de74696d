// Groups that a program makes of a sub-group: by a condition, and of
// neighbours; their queries, functions and algorithms, where all work-items
// are together, in branches, and in loops of different lengths.
// REQUIRES: aspect:ext_oneapi_ballot_group, aspect:ext_oneapi_fixed_size_group
// EXPECT: bad 0
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>
#include <vector>

namespace syclex = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS == 1);
using ballot = syclex::ballot_group<sycl::sub_group>;
using fixed = syclex::fixed_size_group<4, sycl::sub_group>;
static_assert(sycl::is_group_v<ballot> && sycl::is_group_v<fixed> &&
              syclex::is_user_constructed_group_v<ballot> &&
              !syclex::is_user_constructed_group_v<sycl::sub_group> &&
              syclex::is_fixed_topology_group_v<sycl::sub_group> &&
              !syclex::is_fixed_topology_group_v<fixed>);

constexpr unsigned groups = 3, size = 40, count = groups * size;

// The results of a work-item.
struct found {
  unsigned sub_group, number, items; // of its sub-group
  unsigned which, of, own, range;    // its group in the sub-group
  int results[16];
};

// Each function and algorithm on a value of the work-item's own.
template <class Group> void algorithms(Group g, int x, int *memory, found &f) {
  f.which = g.get_group_linear_id();
  f.of = g.get_group_linear_range();
  f.own = g.get_local_linear_id();
  f.range = g.get_local_linear_range();
  int *r = f.results;
  r[0] = sycl::reduce_over_group(g, x, sycl::plus<>());
  r[1] = int(sycl::reduce_over_group(g, float(x), sycl::minimum<float>()));
  r[2] = int(
      sycl::reduce_over_group(g, (long long)x << 33, sycl::maximum<>()) >> 33);
  r[3] = sycl::inclusive_scan_over_group(g, x, sycl::plus<>());
  r[4] = sycl::exclusive_scan_over_group(g, x, 100, sycl::plus<>());
  r[5] = sycl::group_broadcast(g, x);
  r[6] = sycl::group_broadcast(g, x, f.range - 1);
  r[7] = sycl::shift_group_left(g, x, 1);
  r[8] = sycl::shift_group_right(g, x, 1);
  r[9] = sycl::select_from_group(g, x, (f.own + 2) % f.range);
  r[10] = sycl::permute_group_by_xor(g, x, 1);
  r[11] = sycl::any_of_group(g, x == 7) + 2 * sycl::all_of_group(g, x < 60) +
          4 * sycl::none_of_group(g, x > 100);
  const sycl::int2 both = sycl::reduce_over_group(g, sycl::int2(x, 2 * x),
                                                  sycl::bit_xor<sycl::int2>());
  r[12] = both[0] + 1000 * both[1];
  const int some[] = {3, x - x + 1, 2};
  r[13] =
      sycl::joint_reduce(g, some, some + 3, sycl::plus<>()) +
      10 * sycl::joint_any_of(g, some, some + 3, [](int y) { return y == 2; });
  // The values that the others stored are visible after the barrier.
  memory[0] = x;
  sycl::group_barrier(g);
  r[14] = memory[0];
  const double fraction = sycl::reduce_over_group(g, 0.5, sycl::plus<>());
  r[15] = int(2 * fraction) +
          1000 * sycl::reduce_over_group(g, x % 2 == 0, sycl::logical_and<>()) +
          int(sycl::group_broadcast(g, sycl::half(3)));
}

// Compares what work-items of one group found; `members` are their numbers, and
// `values` what they gave.
int check(const char *name, const std::vector<found> &all,
          const std::vector<unsigned> &members, unsigned which, unsigned of,
          int (*value)(unsigned)) {
  const unsigned n = unsigned(members.size());
  std::vector<int> x;
  for (unsigned item : members)
    x.push_back(value(item));
  int sum = 0, bits = 0, twice = 0, bad = 0;
  bool seven = false, below = true, above = false, even = true;
  for (int v : x) {
    sum += v;
    bits ^= v;
    twice ^= 2 * v;
    seven |= v == 7;
    below &= v < 60;
    above |= v > 100;
    even &= v % 2 == 0;
  }
  int before = 0;
  for (unsigned i = 0; i < n; ++i) {
    const found &f = all[members[i]];
    const int *r = f.results;
    auto expect = [&](const char *what, int is, int wanted) {
      if (is != wanted && !bad++)
        std::printf("%s, %s of %u: %d instead of %d\n", name, what, members[i],
                    is, wanted);
    };
    expect("group", int(f.which), int(which));
    expect("groups", int(f.of), int(of));
    expect("number", int(f.own), int(i));
    expect("range", int(f.range), int(n));
    expect("sum", r[0], sum);
    expect("minimum", r[1], *std::min_element(x.begin(), x.end()));
    expect("maximum", r[2], *std::max_element(x.begin(), x.end()));
    expect("inclusive", r[3], before + x[i]);
    expect("exclusive", r[4], 100 + before);
    expect("first", r[5], x[0]);
    expect("last", r[6], x[n - 1]);
    if (i + 1 < n)
      expect("left", r[7], x[i + 1]);
    if (i > 0)
      expect("right", r[8], x[i - 1]);
    expect("select", r[9], x[(i + 2) % n]);
    if ((i ^ 1) < n)
      expect("xor", r[10], x[i ^ 1]);
    expect("votes", r[11], seven + 2 * below + 4 * !above);
    expect("vectors", r[12], bits + 1000 * twice);
    expect("joint", r[13], 16);
    expect("barrier", r[14], x[n - 1 - i]);
    expect("types", r[15], int(n) + 1000 * even + 3);
    before += x[i];
  }
  return bad;
}

// Calls f(sub-group, number of the work-item, memory, what it found) for each
// work-item, with `memory` of the work-group.
template <class F> std::vector<found> run(sycl::queue &q, F f) {
  sycl::buffer<found> results(count);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int> local(size, h);
    h.parallel_for(sycl::nd_range<1>(count, size), [=](sycl::nd_item<1> it) {
      const auto sg = it.get_sub_group();
      found one{};
      one.sub_group = sg.get_group_linear_id();
      one.number = sg.get_local_linear_id();
      one.items = sg.get_local_linear_range();
      f(sg, unsigned(it.get_global_id(0)),
        &local[it.get_local_id(0) - sg.get_local_linear_id()], one);
      out[it.get_global_id(0)] = one;
    });
  });
  sycl::host_accessor out(results, sycl::read_only);
  return std::vector<found>(out.begin(), out.end());
}

// Checks the groups of all sub-groups: work-items with the same key are one.
// A group is number `which(key)`, and there are `of(items)`.
int check_all(const char *name, const std::vector<found> &all,
              unsigned (*key)(unsigned item, unsigned number),
              unsigned (*of)(unsigned items), int (*value)(unsigned)) {
  int bad = 0;
  for (unsigned first = 0; first < count;) {
    const unsigned items = all[first].items;
    for (unsigned k = 0; k < items; ++k) {
      std::vector<unsigned> members;
      for (unsigned i = 0; i < items; ++i)
        if (key(first + i, i) == k)
          members.push_back(first + i);
      if (!members.empty())
        bad += check(name, all, members, k, of(items), value);
    }
    first += items;
  }
  return bad;
}

int value_of(unsigned item) { return int(item * 7 % 61); }
bool is_chosen(unsigned item) { return item % 3 == 1 || item % 5 == 0; }
unsigned two(unsigned) { return 2; }
unsigned fours(unsigned items) { return items / 4; }

int main() {
  sycl::queue q;
  int bad = 0;
  auto by_condition = [](unsigned item, unsigned) -> unsigned {
    return is_chosen(item);
  };
  auto by_four = [](unsigned, unsigned number) { return number / 4; };

  // The place of memory where a member of a number among all stores: the
  // barrier's test reads what the last one stored first.
  auto mirrored = [](auto g, int x, int *memory, found &f, unsigned start) {
    const unsigned n = g.get_local_linear_range(), i = g.get_local_linear_id();
    int *own = memory + start;
    algorithms(g, x, own + i, f);
    own[i] = x;
    sycl::group_barrier(g);
    f.results[14] = own[n - 1 - i];
  };

  auto all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    const bool chosen = is_chosen(item);
    auto g = syclex::get_ballot_group(sg, chosen);
    const unsigned others =
        sg.get_local_linear_range() - unsigned(g.get_local_linear_range());
    mirrored(g, value_of(item), memory, f, chosen ? 0 : others);
  });
  bad += check_all("ballot, together", all, by_condition, two, value_of);

  // The groups run in separate branches; then the sub-group converges again.
  all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    const bool chosen = is_chosen(item);
    auto g = syclex::get_ballot_group(sg, chosen);
    const unsigned others =
        sg.get_local_linear_range() - unsigned(g.get_local_linear_range());
    if (chosen)
      mirrored(g, value_of(item), memory, f, 0);
    else
      mirrored(g, value_of(item), memory, f, others);
    // All are here again, and the values of all arrive.
    const unsigned met = sycl::reduce_over_group(sg, 1u, sycl::plus<>());
    f.of += met == f.items ? 0 : 100;
  });
  bad += check_all("ballot, in branches", all, by_condition, two, value_of);

  // Only one of the groups runs the call; the others are ahead of it.
  all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    const bool chosen = is_chosen(item);
    auto g = syclex::binary_partition(sg, chosen);
    if (chosen)
      mirrored(g, value_of(item), memory, f, 0);
    const unsigned met = sycl::reduce_over_group(sg, 1u, sycl::plus<>());
    f.of += met == f.items ? 0 : 100;
    if (!chosen)
      mirrored(g, value_of(item), memory, f, 0);
  });
  bad += check_all("fragments, one after the other", all, by_condition, two,
                   value_of);

  all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    auto g = syclex::get_fixed_size_group<4>(sg);
    mirrored(g, value_of(item), memory, f, 4 * g.get_group_linear_id());
  });
  bad += check_all("fixed size, together", all, by_four, fours, value_of);

  // Each group goes round as often as its number says, and differently.
  all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    auto g = syclex::chunked_partition<4>(sg);
    const unsigned which = g.get_group_linear_id();
    int rounds = 0;
    for (unsigned k = 0; k <= which; ++k) {
      if ((k + which) % 2)
        rounds += sycl::reduce_over_group(g, 1, sycl::plus<>());
      else
        rounds += 4 * sycl::any_of_group(g, sg.get_local_linear_id() % 4 == 2);
    }
    mirrored(g, value_of(item), memory, f, 4 * which);
    f.which += rounds == int(4 * (which + 1)) ? 0 : 100;
    const unsigned met = sycl::reduce_over_group(sg, 1u, sycl::plus<>());
    f.of += met == f.items ? 0 : 100;
  });
  bad += check_all("chunks, in loops", all, by_four, fours, value_of);

  // Groups that change while the others are elsewhere in the loop.
  all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    int sum = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const bool odd = (item >> k) % 2;
      auto g = syclex::get_ballot_group(sg, odd);
      if (odd)
        sum += sycl::reduce_over_group(g, 1, sycl::plus<>());
      else
        sum += sycl::inclusive_scan_over_group(g, 1, sycl::plus<>());
    }
    int wanted = 0;
    for (unsigned k = 0; k < 4; ++k)
      for (unsigned i = 0; i < f.items; ++i) {
        const unsigned other = item - f.number + i;
        wanted += (other >> k) % 2 == (item >> k) % 2 &&
                  ((item >> k) % 2 || i <= f.number);
      }
    auto g = syclex::get_fixed_size_group<4>(sg);
    mirrored(g, value_of(item), memory, f, 4 * g.get_group_linear_id());
    f.of += sum == wanted ? 0 : 100;
  });
  bad += check_all("ballots in a loop", all, by_four, fours, value_of);

  // A fragment of a fragment, a chunk of a chunk.
  all = run(q, [=](auto sg, unsigned item, int *memory, found &f) {
    auto eight = syclex::chunked_partition<8>(sg);
    auto two = syclex::chunked_partition<2>(eight);
    auto outer = syclex::binary_partition(sg, is_chosen(item));
    auto inner = syclex::binary_partition(outer, item % 2 == 0);
    int met = sycl::reduce_over_group(inner, 1, sycl::plus<>()), wanted = 0;
    for (unsigned i = 0; i < f.items; ++i) {
      const unsigned other = item - f.number + i;
      wanted += is_chosen(other) == is_chosen(item) && other % 2 == item % 2;
    }
    auto g = syclex::get_fixed_size_group<4>(sg);
    mirrored(g, value_of(item), memory, f, 4 * g.get_group_linear_id());
    f.of += met == wanted ? 0 : 100;
    f.own += two.get_local_linear_range() == 2 &&
                     two.get_group_linear_id() == f.number % 8 / 2
                 ? 0
                 : 100;
  });
  bad += check_all("groups of groups", all, by_four, fours, value_of);

  std::printf("bad %d\n", bad);
  return bad != 0;
}
