// vec::convert in all rounding modes, between integers and floating point of
// all widths; host and device agree.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: PASS
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <sycl/sycl.hpp>

using mode = sycl::rounding_mode;
template <class T> constexpr T infinity = std::numeric_limits<T>::infinity();

// Four results for one input: rte, rtz, rtp, rtn.
template <class To, class From>
sycl::vec<To, 4> all_modes(sycl::vec<From, 1> v) {
  return {v.template convert<To, mode::rte>()[0],
          v.template convert<To, mode::rtz>()[0],
          v.template convert<To, mode::rtp>()[0],
          v.template convert<To, mode::rtn>()[0]};
}

template <class To, class From>
int check(sycl::queue &q, From input, To rte, To rtz, To rtp, To rtn) {
  sycl::vec<To, 4> expected(rte, rtz, rtp, rtn),
      on_host = all_modes<To>(sycl::vec<From, 1>(input));
  sycl::buffer<sycl::vec<To, 4>> buffer{1};
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(buffer, h, sycl::write_only);
    h.single_task([=] { out[0] = all_modes<To>(sycl::vec<From, 1>(input)); });
  });
  auto on_device = sycl::host_accessor(buffer)[0];
  int failures = 0;
  for (int i = 0; i < 4; ++i)
    if (!(on_host[i] == expected[i]) || !(on_device[i] == expected[i]))
      failures += std::printf(
          "%.20g, mode %d: host %.20g, device %.20g, expected %.20g\n",
          double(input), i, double(on_host[i]), double(on_device[i]),
          double(expected[i]));
  return failures;
}

int main() {
  sycl::queue q;
  int bad = 0;
  // To integers.
  bad +=
      check<int>(q, 2.5f, 2, 2, 3, 2) + check<int>(q, -2.5, -2, -2, -2, -3) +
      check<short>(q, sycl::half(3.5f), short(4), short(3), short(4), short(3));
  bad += check<int64_t>(q, -0.75f, int64_t(-1), int64_t(0), int64_t(0),
                        int64_t(-1)) +
         check<uint8_t>(q, 254.5, uint8_t(254), uint8_t(254), uint8_t(255),
                        uint8_t(254));
  // From integers that do not fit the significand.
  bad += check<float>(q, 16777217, 16777216.f, 16777216.f, 16777218.f,
                      16777216.f) +
         check<float>(q, -16777219, -16777220.f, -16777218.f, -16777218.f,
                      -16777220.f);
  bad += check<float>(q, INT64_MAX, 0x1p63f, 0x1.fffffep62f, 0x1p63f,
                      0x1.fffffep62f) +
         check<float>(q, UINT64_MAX, 0x1p64f, 0x1.fffffep63f, 0x1p64f,
                      0x1.fffffep63f);
  bad += check<double>(q, INT64_MIN + 1, -0x1p63, -0x1.fffffffffffffp62,
                       -0x1.fffffffffffffp62, -0x1p63);
  bad += check<sycl::half>(q, 2049, sycl::half(2048), sycl::half(2048),
                           sycl::half(2050), sycl::half(2048));
  sycl::half inf = infinity<sycl::half>,
             max = std::numeric_limits<sycl::half>::max();
  bad += check<sycl::half>(q, 70000, inf, max, inf, max) +
         check<sycl::half>(q, int64_t(-70000), -inf, -max, -max, -inf) +
         check<sycl::half>(q, uint16_t(65535), inf, max, inf, max);
  bad += check<float>(q, 5u, 5.f, 5.f, 5.f, 5.f) +
         check<float>(q, int8_t(-128), -128.f, -128.f, -128.f, -128.f);
  // From wider types.
  bad += check<float>(q, 0.1, 0.1f, std::nextafter(0.1f, 0.f), 0.1f,
                      std::nextafter(0.1f, 0.f));
  bad += check<float>(q, -0.1, -0.1f, -std::nextafter(0.1f, 0.f),
                      -std::nextafter(0.1f, 0.f), -0.1f);
  bad +=
      check<float>(q, 1e300, infinity<float>, std::numeric_limits<float>::max(),
                   infinity<float>, std::numeric_limits<float>::max());
  bad += check<float>(q, 1e-300, 0.f, 0.f,
                      std::numeric_limits<float>::denorm_min(), 0.f) +
         check<float>(q, -1e-300, 0.f, 0.f, 0.f,
                      -std::numeric_limits<float>::denorm_min());
  bad += check<float>(q, infinity<double>, infinity<float>, infinity<float>,
                      infinity<float>, infinity<float>);
  bad += check<sycl::half>(q, 1.0004f, sycl::half(1.f), sycl::half(1.f),
                           sycl::half(1.0009765625f), sycl::half(1.f));
  bad += check<double>(q, 0.1f, double(0.1f), double(0.1f), double(0.1f),
                       double(0.1f));
  if (!std::isnan(
          sycl::vec<double, 1>(std::nan("")).convert<float, mode::rtp>()[0]))
    bad += std::puts("a NaN is one");
  std::puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
