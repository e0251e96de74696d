// Valid arguments of the mathematical functions: mixed scalars, classes that
// convert, scalars combined with vectors, named template arguments.
// REQUIRES: aspect:fp16
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>

using namespace sycl;

struct as_float {
  operator float() const { return 2; }
};
struct as_half {
  operator half() const { return 2; }
};
template <class A, class B> constexpr bool same = std::is_same_v<A, B>;

// Scalars choose among float, double and half as overloads do.
static_assert(same<decltype(sin(as_float())), float> &&
              same<decltype(sin(as_half())), half> &&
              same<decltype(isnan(as_half())), bool>);
static_assert(same<decltype(pow(1.f, 2)), float> &&
              same<decltype(pow(1.0, 2)), double> &&
              same<decltype(fmax(as_float(), as_float())), float>);
static_assert(same<decltype(isequal(as_float(), 1.f)), bool> &&
              same<decltype(max(1.f, 2)), float> &&
              same<decltype(max(1, 2)), int>);
static_assert(same<decltype(clamp(1.f, 0, 1)), float> &&
              same<decltype(ldexp(as_float(), 1)), float> &&
              same<decltype(ilogb(as_float())), int>);
// Vectors take swizzles, scalars and each other.
static_assert(same<decltype(step<float2>(1.f, float2())), float2> &&
              same<decltype(smoothstep<float2>(1.f, 2.f, float2())), float2>);
static_assert(same<decltype(fmax<float2>(float2(), 1.f)), float2> &&
              same<decltype(fmax(float4().xy(), float2())), float2>);
static_assert(same<decltype(nan(uint2())), float2> &&
              same<decltype(nan(marray<uint64_t, 3>())), marray<double, 3>>);
static_assert(same<decltype(any(int2())), int> &&
              same<decltype(all(marray<int, 2>())), bool> &&
              same<decltype(any(1)), bool>);
static_assert(
    same<decltype(select<float2, float2, int2>(float2(), float2(), int2())),
         float2> &&
    same<decltype(select(1, 2, true)), int>);
static_assert(
    same<decltype(upsample<char2, uchar2>(char2(), uchar2())), short2> &&
    same<decltype(upsample(uint4().xy(), uint2())), ulong2>);
static_assert(
    same<decltype(upsample(marray<uint8_t, 5>(), marray<uint8_t, 5>())),
         marray<uint16_t, 5>> &&
    same<decltype(upsample(short(1), uint16_t(2))), int>);
static_assert(same<decltype(fast_distance<float, float>(1.f, 2.f)), float>);

bool check(float x) {
  float2 v(x, x + 2), second;
  int quotient = 0, exponent = 0;
  int2 exponents;
  float whole = 0;
  bool right =
      pow(x, 2) == x * x && fmax(x, 1) == x && sqrt(as_float()) == sqrt(2.f) &&
      step(2, v)[0] == (x < 2 ? 0 : 1) && smoothstep(0.f, 8.f, v)[0] > 0;
  right = right && fract<float *>(x + 0.25f, &whole) == 0.25f && whole == x &&
          remquo<int *>(7.f, as_float(), &quotient) == -1 && quotient == 4;
  right = right && frexp(as_float(), &exponent) == 0.5f && exponent == 2 &&
          all(isequal(fract(v, &second), float2(0.f))) &&
          all(isequal(second, v));
  right = right && frexp(v, &exponents)[0] * ldexp(1.f, exponents[0]) == x &&
          isnan(nan(uint2(3, 4)))[1] && isnan(nan(uint16_t(1)));
  right =
      right && all(upsample(char2(-1, 2), uchar2(3, 4)) == short2(-253, 516));
  // Of masks of vectors the highest bit counts, signed or not.
  int4 chosen =
      select(int4(1, 2, 3, 4), int4(5, 6, 7, 8), uint4(0, ~0u, 1, 0x80000000u));
  right = right && all(chosen == int4(1, 6, 3, 8)) && any(uint2(0, ~0u)) &&
          !all(uint2(0, ~0u));
  return right && select(v, second + 1, int2(-1, 0))[0] == x + 1 &&
         rootn(as_float(), 1) == 2;
}

int main() {
  queue q;
  buffer<bool> results{1};
  q.submit([&](handler &h) {
    accessor right(results, h, write_only);
    h.single_task([=] { right[0] = check(3); });
  });
  bool on_device = host_accessor(results)[0], on_host = check(3);
  std::puts(on_device && on_host ? "PASS"
            : on_device          ? "FAIL on the host"
                                 : "FAIL on the device");
}
