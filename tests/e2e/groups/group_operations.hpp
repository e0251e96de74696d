// Runs group operations in kernels and compares with what the host computes of
// the operands of a group's work-items.
#pragma once
#include "group_operands.hpp"
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace syclex = sycl::ext::oneapi::experimental;

// Groups of a work-group: how a work-item gets its own, and which one that is.
struct work_group {
  static constexpr const char *name = "group";
  static auto of(sycl::nd_item<1> it) { return it.get_group(); }
  template <class G> static unsigned number(sycl::nd_item<1>, const G &) {
    return 0;
  }
};
struct sub_group {
  static constexpr const char *name = "sub_group";
  static auto of(sycl::nd_item<1> it) { return it.get_sub_group(); }
  template <class G> static unsigned number(sycl::nd_item<1>, const G &g) {
    return g.get_group_linear_id();
  }
};
// Groups of a sub-group.
struct part_of_sub_group {
  template <class G> static unsigned number(sycl::nd_item<1> it, const G &g) {
    return it.get_sub_group().get_group_linear_id() * 100 +
           g.get_group_linear_id();
  }
};
struct ballot : part_of_sub_group {
  static constexpr const char *name = "ballot_group";
  static auto of(sycl::nd_item<1> it) {
    return syclex::get_ballot_group(it.get_sub_group(),
                                    it.get_local_id(0) % 3 == 0);
  }
};
struct fixed_size : part_of_sub_group {
  static constexpr const char *name = "fixed_size_group";
  static auto of(sycl::nd_item<1> it) {
    return syclex::get_fixed_size_group<4>(it.get_sub_group());
  }
};

// The work-items of a group by the order in it, and what they contribute.
template <class T> struct members {
  std::vector<unsigned> items;
  std::vector<T> values;
};

template <class...> struct list {};

// An operation has a name, is called with a group, the own operand and a number
// that comes from an argument, and tells from the operands of all members what
// a member gets, if that is defined.
template <class Group, class T, class Operand, class... Operations>
int check(sycl::queue &q, unsigned size, const char *type) {
  constexpr unsigned groups = 2, count = sizeof...(Operations);
  const unsigned n = groups * size;
  unsigned uniform =
      7; // not const, which would make it a literal in the kernel
  struct place {
    unsigned group, lane, range;
  };
  sycl::buffer<T> results(n * count);
  sycl::buffer<place> places(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    sycl::accessor where(places, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> it) {
      const unsigned i = it.get_global_id(0);
      const auto g = Group::of(it);
      where[i] = {Group::number(it, g), unsigned(g.get_local_linear_id()),
                  unsigned(g.get_local_linear_range())};
      unsigned next = i * count;
      ((out[next++] =
            Operations::on(g, Operand::template of<T>(i, uniform), uniform)),
       ...);
    });
  });
  sycl::host_accessor where(places, sycl::read_only);
  sycl::host_accessor got(results, sycl::read_only);
  std::map<std::pair<unsigned, unsigned>, members<T>> all;
  for (unsigned i = 0; i < n; ++i) {
    auto &own = all[{i / size, where[i].group}];
    own.items.push_back(i);
    own.values.push_back(Operand::template of<T>(i, uniform));
  }
  bool wrong[count] = {};
  for (const auto &[number, group] : all)
    for (unsigned lane = 0; lane < group.items.size(); ++lane) {
      const unsigned i = group.items[lane];
      if (where[i].lane != lane || where[i].range != group.items.size()) {
        std::printf("%s of %u, item %u has no place\n", Group::name, size, i);
        return 1;
      }
      unsigned next = 0;
      auto compare = [&](const char *operation, const std::optional<T> &want) {
        const unsigned at = next++;
        if (!want || wrong[at] || same(got[i * count + at], *want))
          return;
        wrong[at] = true;
        std::printf("%s, %s, operand %d, %s of %u, item %u\n", operation, type,
                    int(Operand::source), Group::name, size, i);
      };
      (compare(Operations::name,
               Operations::expected(group.values, lane, uniform)),
       ...);
    }
  return std::count(wrong, wrong + count, true);
}

// All operations on an operand, in groups of several sizes, also partial ones.
template <class Group, class T, class Operand, class... Operations>
int check_sizes(sycl::queue &q, const char *type, list<Operations...>) {
  int bad = 0;
  for (unsigned size : {32u, 20u, 57u})
    bad += check<Group, T, Operand, Operations...>(q, size, type);
  return bad;
}

// All operations on a scalar, which comes from one place; Sample makes it of a
// number.
template <class Group, class T, template <class> class Sample = sample,
          class Operations>
int check_scalar(sycl::queue &q, const char *type, Operations all) {
  using constant = operand<from::constant, Sample>;
  using uniform = operand<from::uniform, Sample>;
  using varying = operand<from::varying, Sample>;
  return check_sizes<Group, T, constant>(q, type, all) +
         check_sizes<Group, T, uniform>(q, type, all) +
         check_sizes<Group, T, varying>(q, type, all);
}

// All operations on a type with members, which may come from several places.
template <class Group, class T, class Operations>
int check_composite(sycl::queue &q, const char *type, Operations all) {
  using mixed_1 = operand<from::constant_varying_uniform>;
  using mixed_2 = operand<from::varying_uniform_constant>;
  using mixed_3 = operand<from::uniform_constant_varying>;
  return check_sizes<Group, T, operand<from::constant>>(q, type, all) +
         check_sizes<Group, T, operand<from::varying>>(q, type, all) +
         check_sizes<Group, T, mixed_1>(q, type, all) +
         check_sizes<Group, T, mixed_2>(q, type, all) +
         check_sizes<Group, T, mixed_3>(q, type, all);
}
#define SCALAR(T) check_scalar<Group, T>(q, #T, operations)
#define COMPOSITE(...)                                                         \
  check_composite<Group, __VA_ARGS__>(q, #__VA_ARGS__, operations)
