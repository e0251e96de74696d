// The functions of functions.def in a kernel, against the host.
#pragma once
#include "inputs.hpp"
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>
#include <vector>

/// A result, as its bits and as a number.
struct result {
  std::uint64_t bits;
  double value, epsilon;
};

template <class T> result make_result(T value) {
  result r{0, double(value), 0};
  if constexpr (std::is_floating_point_v<T>) {
    r.epsilon = std::numeric_limits<T>::epsilon();
    std::memcpy(&r.bits, &value, sizeof value);
  } else {
    r.bits = std::uint64_t(value);
  }
  return r;
}

struct function {
  const char *name;
  bool is_rounded;
};
constexpr function functions[] = {
#define FUNCTION(header, name, expression) {#name, false},
#define ROUNDED(header, name, expression) {#name, true},
#include "functions.def"
#undef FUNCTION
#undef ROUNDED
};
constexpr int count = sizeof functions / sizeof functions[0];
constexpr int inputs = 8;

/// Calls all functions.
template <class real_type>
void call_all(const input<real_type> &i, result *results) {
  using namespace std;
  using ::real;
#define FUNCTION(header, name, expression)                                     \
  {                                                                            \
    [[maybe_unused]] output o;                                                 \
    *results++ = make_result(expression);                                      \
  }
#define ROUNDED FUNCTION
#include "functions.def"
#undef FUNCTION
#undef ROUNDED
}

inline bool agree(const function &f, const result &got, const result &want) {
  if (got.bits == want.bits)
    return true;
  return f.is_rounded && std::fabs(got.value - want.value) <=
                             16 * want.epsilon * std::fabs(want.value);
}

/// Prints PASS, or the functions that differ.
template <class real_type> void check(const char *type) {
  std::vector<input<real_type>> values;
  for (int n = 0; n < inputs; ++n)
    values.push_back(make_input<real_type>(n));
  std::vector<result> got(inputs * count), want(inputs * count);
  for (int n = 0; n < inputs; ++n)
    call_all(values[n], &want[n * count]);
  {
    sycl::buffer<input<real_type>> from(values);
    sycl::buffer<result> to(got.data(), got.size());
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor i(from, h, sycl::read_only);
      sycl::accessor r(to, h, sycl::write_only, sycl::no_init);
      h.parallel_for(inputs,
                     [=](sycl::id<1> n) { call_all(i[n], &r[n * count]); });
    });
  }
  int failures = 0;
  for (int k = 0; k < inputs * count; ++k)
    if (!agree(functions[k % count], got[k], want[k]) && ++failures)
      std::printf("%s, input %d: %.17g, not %.17g\n", functions[k % count].name,
                  k / count, got[k].value, want[k].value);
  std::printf("%s: %s\n", type, failures == 0 ? "PASS" : "FAIL");
}

int main() {
  check<float>("float");
  check<double>("double");
}
