// Votes on constant, uniform and varying conditions, and joint algorithms, in
// work-groups, sub-groups and parts of them.
// REQUIRES: aspect:ext_oneapi_ballot_group, aspect:ext_oneapi_fixed_size_group
// EXPECT: bad 0
#include "group_operations.hpp"

// A condition on a number, of which an operand of bool or int is made.
struct is_one {
  template <class T> bool operator()(T x) const { return x == T(1); }
};
template <class T> struct residue {
  static T of(unsigned a, unsigned, unsigned) { return T(a % 3 % 2); }
};

// `call` has a group `g` and an operand `x`; `count` of `n` are one.
#define VOTE(id, call, expectation)                                            \
  struct id {                                                                  \
    static constexpr const char *name = #call;                                 \
    template <class G, class T> static T on(G g, T x, unsigned) {              \
      return sycl::call;                                                       \
    }                                                                          \
    template <class T>                                                         \
    static std::optional<T> expected(const std::vector<T> &x, unsigned,        \
                                     unsigned) {                               \
      const size_t n = x.size(), ones = std::count(x.begin(), x.end(), T(1));  \
      return T(expectation);                                                   \
    }                                                                          \
  };
VOTE(any, any_of_group(g, x), ones > 0)
VOTE(all, all_of_group(g, x), ones == n)
VOTE(none, none_of_group(g, x), ones == 0 && n > 0)
VOTE(any_one, any_of_group(g, x, is_one()), ones > 0)
VOTE(all_one, all_of_group(g, x, is_one()), ones == n)
VOTE(none_one, none_of_group(g, x, is_one()), ones == 0 && n > 0)
#undef VOTE

// `call` has a group `g` and an array from `a` to `e`, whose elements are the
// same in all work-items: literals, or made of an argument too.
#define JOINT(id, call, expectation)                                           \
  template <bool Literal> struct id {                                          \
    static constexpr const char *name = #call;                                 \
    template <class G, class T> static T on(G g, T, unsigned u) {              \
      const unsigned v = Literal ? 4 : u;                                      \
      const T a[] = {T(0), T(v % 3 == 1), T(1), T(v % 2), T(0), T(1), T(1)};   \
      const T *e = a + 7;                                                      \
      return T(sycl::call);                                                    \
    }                                                                          \
    template <class T>                                                         \
    static std::optional<T> expected(const std::vector<T> &, unsigned,         \
                                     unsigned u) {                             \
      [[maybe_unused]] const unsigned ones = 4 + !Literal * (u % 2);           \
      return T(expectation);                                                   \
    }                                                                          \
  };
JOINT(joint_sum, joint_reduce(g, a, e, sycl::plus<T>()), ones)
JOINT(joint_sum_from, joint_reduce(g, a, e, T(1), sycl::plus<T>()), ones + 1)
JOINT(joint_any, joint_any_of(g, a, e, is_one()), true)
JOINT(joint_all, joint_all_of(g, a + 5, e, is_one()), true)
JOINT(joint_none, joint_none_of(g, a, a + 2, is_one()), false)
#undef JOINT

using votes = list<any, all, none, any_one, all_one, none_one>;
using joint = list<joint_sum<true>, joint_sum<false>, joint_sum_from<true>,
                   joint_sum_from<false>, joint_any<true>, joint_any<false>,
                   joint_all<true>, joint_all<false>, joint_none<true>,
                   joint_none<false>>;

template <class Group> int run(sycl::queue &q) {
  return check_scalar<Group, bool, residue>(q, "bool", votes()) +
         check_scalar<Group, char, residue>(q, "char", votes()) +
         check_sizes<Group, int, operand<from::constant>>(q, "int", joint()) +
         check_sizes<Group, short, operand<from::constant>>(q, "short",
                                                            joint());
}

int main() {
  sycl::queue q;
  const int bad = run<work_group>(q) + run<sub_group>(q) + run<ballot>(q) +
                  run<fixed_size>(q);
  std::printf("bad %d\n", bad);
}
