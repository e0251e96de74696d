// Operators of vectors exist where their elements have them, which programs can
// ask for.
// EXPECT: 1 6 4 -2
// EXPECT: PASS
#include <cstddef>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>

#define BINARY(name, op)                                                       \
  template <class A, class B, class = void> constexpr bool has_##name = false; \
  template <class A, class B>                                                  \
  constexpr bool has_##name<                                                   \
      A, B, std::void_t<decltype(std::declval<A &>() op std::declval<B>())>> = \
      true;
BINARY(plus, +)
BINARY(remainder, %)
BINARY(and, &)
BINARY(or, |)
BINARY(xor, ^)
BINARY(left, <<)
BINARY(right, >>)
BINARY(add, +=)
BINARY(remain, %=)
BINARY(shift, <<=)
#define UNARY(name, op)                                                        \
  template <class A, class = void> constexpr bool has_##name = false;          \
  template <class A>                                                           \
  constexpr bool                                                               \
      has_##name<A, std::void_t<decltype(op std::declval<A &>())>> = true;
UNARY(minus, -)
UNARY(complement, ~)
UNARY(increment, ++)

template <class V> constexpr bool has_arithmetic() {
  using E = typename V::value_type;
  return has_plus<V, V> && has_plus<V, E> && has_plus<E, V> && has_add<V, V> &&
         has_add<V, E> && has_minus<V>;
}
template <class V> constexpr bool has_bits() {
  using E = typename V::value_type;
  return has_remainder<V, V> && has_remainder<V, E> && has_remainder<E, V> &&
         has_and<V, V> && has_or<V, E> && has_xor<E, V> && has_left<V, V> &&
         has_right<V, E> && has_remain<V, V> && has_shift<V, E> &&
         has_complement<V>;
}
template <class V> constexpr bool has_some_bits() {
  using E = typename V::value_type;
  return has_remainder<V, V> || has_remainder<V, E> || has_remainder<E, V> ||
         has_and<V, V> || has_or<V, E> || has_xor<E, V> || has_left<V, V> ||
         has_right<V, E> || has_remain<V, V> || has_shift<V, E> ||
         has_complement<V>;
}
template <class T> constexpr bool is_like_integer() {
  using vec = sycl::vec<T, 4>;
  using array = sycl::marray<T, 3>;
  return has_arithmetic<vec>() && has_bits<vec>() && has_increment<vec> &&
         has_arithmetic<array>() && has_bits<array>() && has_increment<array>;
}
template <class T> constexpr bool is_like_float() {
  using vec = sycl::vec<T, 4>;
  using array = sycl::marray<T, 3>;
  return has_arithmetic<vec>() && !has_some_bits<vec>() && has_increment<vec> &&
         has_arithmetic<array>() && !has_some_bits<array>() &&
         has_increment<array>;
}
static_assert(is_like_integer<int>() && is_like_integer<unsigned char>() &&
              is_like_integer<long long>());
static_assert(is_like_float<float>() && is_like_float<double>() &&
              is_like_float<sycl::half>());
using swizzle = decltype(std::declval<sycl::float4 &>().lo());
static_assert(has_plus<swizzle, swizzle> && !has_remainder<swizzle, swizzle> &&
              !has_complement<swizzle>);
static_assert(!has_increment<sycl::marray<bool, 2>>);
static_assert(!has_plus<sycl::int4, sycl::int3> &&
              !has_plus<sycl::int4, sycl::float4>);

int main() {
  sycl::int4 a(7, 6, 13, 1);
  a %= 3;
  a.hi() |= sycl::int2(4, 2);
  a.y() = 6;
  a.z() &= 4;
  a.w() = ~a.x();
  std::printf("%d %d %d %d\n", int(a.x()), int(a.y()), int(a.z()), int(a.w()));
  std::puts("PASS");
}
