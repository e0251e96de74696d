// The edge cases of edge_cases.def on the host and on the device.
// REQUIRES: aspect:fp64, aspect:fp16
// XFAIL: opencl:cpu (fract(-2) is 0, maxmag(-0, 0) is -0, ilogb(NaN) is INT_MAX, as OpenCL allows)
// EXPECT: float: PASS
// EXPECT: double: PASS
// EXPECT: half: PASS
#include <cmath>
#include <cstdio>
#include <limits>
#include <sycl/sycl.hpp>
#include <vector>

const char *const names[] = {
#define CASE(expression, result) #expression,
#include "edge_cases.def"
#undef CASE
};
constexpr int count = sizeof names / sizeof names[0];

struct outcome {
  double got, want;
};

inline bool agree(const outcome &o) {
  if (o.want != o.want)
    return o.got != o.got;
  return o.got == o.want && std::signbit(o.got) == std::signbit(o.want);
}

#define WITH_SECOND(name, Second, call)                                        \
  struct name##_both {                                                         \
    template <class T> static std::pair<T, T> of(T x) {                        \
      Second second;                                                           \
      const T first = call;                                                    \
      return {first, T(second)};                                               \
    }                                                                          \
  };
WITH_SECOND(fract, T, sycl::fract(x, &second))
WITH_SECOND(modf, T, sycl::modf(x, &second))
WITH_SECOND(sincos, T, sycl::sincos(x, &second))
WITH_SECOND(frexp_with_int, int, sycl::frexp(x, &second))
WITH_SECOND(lgamma_with_int, int, sycl::lgamma_r(x, &second))
WITH_SECOND(remquo_by_two, int, sycl::remquo(x, T(2), &second))

/// All cases. The numbers come from memory, so that nothing is computed by the
/// compiler.
template <class T> void run(const T *numbers, outcome *out) {
  using namespace sycl;
  const T zero = numbers[0], half_one = numbers[1], one = numbers[2],
          two = numbers[3], three = numbers[4], inf = numbers[5],
          nan = numbers[6], smallest = numbers[7], largest = numbers[8],
          below_one = numbers[9], smallest_exponent = numbers[10];
  auto integer = [](int x) { return double(x); };
#define first_of(function, x) function##_both::of(T(x)).first
#define second_of(function, x) function##_both::of(T(x)).second
#define CASE(expression, result) *out++ = {double(expression), double(result)};
#include "edge_cases.def"
#undef CASE
}

int report(const char *place, const std::vector<outcome> &outcomes) {
  int failures = 0;
  for (int i = 0; i < count; ++i)
    if (!agree(outcomes[i]) && ++failures)
      std::printf("%s: %s is %g, not %g\n", place, names[i], outcomes[i].got,
                  outcomes[i].want);
  return failures;
}

/// Prints PASS, or the cases that fail.
template <class T> void check(const char *type) {
  using limits = std::numeric_limits<T>;
  const T smallest = limits::denorm_min();
  const std::vector<T> numbers = {T(0),
                                  T(0.5),
                                  T(1),
                                  T(2),
                                  T(3),
                                  limits::infinity(),
                                  limits::quiet_NaN(),
                                  smallest,
                                  limits::max(),
                                  T(1 - double(limits::epsilon()) / 2),
                                  T(std::ilogb(double(smallest)))};
  std::vector<outcome> on_host(count), on_device(count);
  run(numbers.data(), on_host.data());
  {
    sycl::buffer<T> from(numbers);
    sycl::buffer<outcome> to(on_device.data(), count);
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor n(from, h, sycl::read_only);
      sycl::accessor o(to, h, sycl::write_only, sycl::no_init);
      h.single_task([=] { run(&n[0], &o[0]); });
    });
  }
  const int failures = report("host", on_host) + report("device", on_device);
  std::printf("%s: %s\n", type, failures == 0 ? "PASS" : "FAIL");
}

int main() {
  check<float>("float");
  check<double>("double");
  check<sycl::half>("half");
}
