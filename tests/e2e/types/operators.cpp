// Operators of id, range, half, vec and marray: which there are, and what they
// give (SYCL 2020, 4.9.1, 4.14.2, 4.14.3), most of it while compiling.
// EXPECT: 6 2 7 3
// EXPECT: 3 6 12 5 8
#include <cstdio>
#include <sycl/sycl.hpp>

using namespace sycl;

template <class A, class B, class = void> constexpr bool can_add_to = false;
template <class A, class B>
constexpr bool can_add_to<
    A, B, std::void_t<decltype(std::declval<A &>() += std::declval<B>())>> =
    true;

constexpr id<2> a(3, 4), b(1, 2);
static_assert((a + b)[1] == 6 && (a - 1)[0] == 2 && (10 - a)[1] == 6);
static_assert((a << 1u)[0] == 6 && (a < b)[0] == 0 && (a && b)[0] == 1);
static_assert(a == a && a != b && (true * range<1>(5))[0] == 5);

constexpr id<2> steps(id<2> i) {
  i += b;
  i *= 2;
  ++i;
  --i;
  i++;
  return -(-i % size_t(7));
}
static_assert(-steps(a) == (id<2>(size_t(-9), size_t(-13)) % 7));

static_assert(can_add_to<id<2>, int> && can_add_to<id<2>, id<2>>);
static_assert(!can_add_to<range<2>, id<2>> && !can_add_to<id<2>, id<3>>);
static_assert(!can_add_to<id<2>, double> && can_add_to<int, id<1>>);

// A type that converts to an id may be an operand along with one.
struct place {
  constexpr operator id<2>() const { return {5, 6}; }
};
static_assert(can_add_to<id<2>, item<2>> && can_add_to<id<2>, range<2>> &&
              !can_add_to<item<2>, id<2>>);
static_assert((a + place())[0] == 8 && (place() - b)[1] == 4);
static_assert((range<2>(3, 4) * b)[0] == 3 && place() == id<2>(5, 6));

static_assert(std::is_same_v<decltype(half() + 1), half>);
static_assert(std::is_same_v<decltype(1.f * half()), float>);
static_assert(std::is_same_v<decltype(half() - 1.), double>);
static_assert(half(3) == 3 && 2 < half(3) && half(3) <= 3.5f);

// One element is as good as a number.
static_assert(std::is_convertible_v<vec<float, 1>, double> &&
              !std::is_convertible_v<float2, double>);
static_assert(bool(vec<int, 1>(3) == vec<int, 1>(3)) &&
              vec<int, 1>(3) + 1.0 == 4);

static_assert(sizeof(vec<float, 3>) == 16 && sizeof(marray<int, 3>) == 12);
static_assert(std::is_trivially_copyable_v<vec<int, 2>> &&
              std::is_trivially_copyable_v<marray<int, 2>>);
static_assert(can_add_to<float4, float> && can_add_to<float4, float4> &&
              !can_add_to<float4, float3> && !can_add_to<float4, mfloat4>);

int main() {
  if (std::hash<half>()(half(0.f)) != std::hash<half>()(half(-0.f)))
    return 1;
  float4 v(1), w(2);
  v = v * w + 4;
  v.xy() -= w.xy();
  v.x() += (w == float4(2)).y() * 2; // true is -1
  mint3 m = mint3(1) + mint3(2) * 2;
  m -= mint3(1, 2, 2);
  half h = 1;
  h += 2;
  std::printf("%g %g %d %g\n", float(v.z()), float(v.x()),
              m[0] + m[1] + 0 * m[2], float(++h - 1));
  v = float4(2);
  v += {1, 2, 3, 4};
  v.hi() *= {2, 2};
  m = mint3(1);
  m -= {1, 1, -4};
  id<2> i(1, 2);
  range<2> r(4, 4);
  r *= {1, 2};
  i += {1, 1};
  std::printf("%g %g %g %d %zu\n", float(v.x()),
              float(v.y()) + float(v.x()) - 1, float(v.w()), m[2],
              r[1] + i[1] - 3);
  return 0;
}
