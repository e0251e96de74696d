// Reductions and scans of the operands of a group, with and without an initial
// value.
#pragma once
#include "group_operations.hpp"

// A number of which sums and products do not depend on their order, nor
// overflow.
template <class T> struct small {
  static T of(unsigned a, unsigned, unsigned) {
    return !std::is_unsigned_v<T> && a % 5 > 1 ? T(-1) : T(1 + (a % 50 == 9));
  }
};
template <class T, int N> struct small<sycl::vec<T, N>> {
  static sycl::vec<T, N> of(unsigned a, unsigned b, unsigned c) {
    sycl::vec<T, N> v(small<T>::of(a, b, c));
    v[N - 1] = small<T>::of(b, c, a);
    return v;
  }
};

// The first `n` operands together.
template <class Op, class T>
T combine(const std::vector<T> &values, unsigned n) {
  T all = values[0];
  for (unsigned i = 1; i < n; ++i)
    all = Op()(all, values[i]);
  return all;
}

// `call` has a group `g`, an operand `x`, a number `u` and an operator `op`;
// `expected` has all operands `x`, the member's number `lane`, and `op`.
#define COMBINATION(id, call, expectation)                                     \
  template <class Op> struct id {                                              \
    static constexpr const char *name = #call;                                 \
    template <class G, class T> static T on(G g, T x, unsigned u) {            \
      [[maybe_unused]] const auto initial = [=](unsigned a) {                  \
        return small<T>::of(a, a, a);                                          \
      };                                                                       \
      return sycl::call;                                                       \
    }                                                                          \
    template <class T>                                                         \
    static std::optional<T> expected(const std::vector<T> &x, unsigned lane,   \
                                     unsigned u) {                             \
      [[maybe_unused]] const auto initial = [=](unsigned a) {                  \
        return small<T>::of(a, a, a);                                          \
      };                                                                       \
      return expectation;                                                      \
    }                                                                          \
  };
#define ALL (combine<Op>(x, x.size()))
#define UP_TO_OWN (combine<Op>(x, lane + 1))
COMBINATION(reduce, reduce_over_group(g, x, Op()), ALL)
COMBINATION(reduce_from, reduce_over_group(g, x, initial(3), Op()),
            Op()(initial(3), ALL))
COMBINATION(inclusive, inclusive_scan_over_group(g, x, Op()), UP_TO_OWN)
COMBINATION(inclusive_from, inclusive_scan_over_group(g, x, Op(), initial(u)),
            Op()(initial(u), UP_TO_OWN))
COMBINATION(exclusive, exclusive_scan_over_group(g, x, Op()),
            lane ? std::optional<T>(combine<Op>(x, lane)) : std::nullopt)
COMBINATION(exclusive_from, exclusive_scan_over_group(g, x, initial(3), Op()),
            lane ? Op()(initial(3), combine<Op>(x, lane)) : initial(3))
#undef UP_TO_OWN
#undef ALL
#undef COMBINATION

template <class... Ops> struct operators {};
// Every combination with each operator.
template <class Group, class T, template <class> class Sample, class... Ops>
int check_operators(sycl::queue &q, const char *type, operators<Ops...>) {
  return (
      check_scalar<Group, T, Sample>(
          q, type,
          list<reduce<Ops>, reduce_from<Ops>, inclusive<Ops>,
               inclusive_from<Ops>, exclusive<Ops>, exclusive_from<Ops>>()) +
      ...);
}

template <class Group, class T>
int check_arithmetic(sycl::queue &q, const char *type) {
  return check_operators<Group, T, small>(
             q, type, operators<sycl::plus<T>, sycl::multiplies<T>>()) +
         check_operators<Group, T, sample>(
             q, type, operators<sycl::minimum<T>, sycl::maximum<T>>());
}
template <class Group, class T>
int check_bits(sycl::queue &q, const char *type) {
  return check_operators<Group, T, sample>(
      q, type,
      operators<sycl::bit_and<T>, sycl::bit_or<T>, sycl::bit_xor<T>>());
}
#define ARITHMETIC(T) check_arithmetic<Group, T>(q, #T)
#define BITS(T) check_bits<Group, T>(q, #T)
