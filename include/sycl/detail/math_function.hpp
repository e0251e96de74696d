//===- sycl/detail/math_function.hpp - scalars and vectors ----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the shape of a mathematical function. `T` is a scalar or any kind of
// vector; vectors are computed element by element. The file is included where
// functions are defined, and its macros are dropped by
// sycl/detail/math_function_end.hpp.
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define TANDEM_DEVICE_OR_HOST(device, host) device
#else
#define TANDEM_DEVICE_OR_HOST(device, host) host
#endif

// A function of one operand; `expression` computes it from x, a scalar of the
// compiler's own type. The arithmetic is a class of its own, because the loop
// over vectors need not be parsed again for each function.
#define TANDEM_FUNCTION_1(name, condition, expression)                         \
  namespace detail {                                                           \
  struct name##_function {                                                     \
    template <class T> static TANDEM_ALWAYS_INLINE auto of(T x) {              \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <class T, class V = sycl::detail::argument_of<T>,                   \
            sycl::detail::when<sycl::detail::condition<V>> = 0>                \
  TANDEM_ALWAYS_INLINE V name(const T &a) {                                    \
    return sycl::detail::map<detail::name##_function, V>(a);                   \
  }

// Of two operands x and y. The second may be a scalar where the first is a
// vector.
#define TANDEM_FUNCTION_2(name, condition, expression)                         \
  namespace detail {                                                           \
  struct name##_function {                                                     \
    template <class T> static TANDEM_ALWAYS_INLINE auto of(T x, T y) {         \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <class T, class U, class V = sycl::detail::argument_of<T, U>,       \
            sycl::detail::when<sycl::detail::condition<V>> = 0>                \
  TANDEM_ALWAYS_INLINE V name(const T &a, const U &b) {                        \
    return sycl::detail::map<detail::name##_function, V>(a, b);                \
  }

// Of three operands x, y and z.
#define TANDEM_FUNCTION_3(name, condition, expression)                         \
  namespace detail {                                                           \
  struct name##_function {                                                     \
    template <class T> static TANDEM_ALWAYS_INLINE auto of(T x, T y, T z) {    \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <class T, class U, class W,                                         \
            class V = sycl::detail::argument_of<T, U, W>,                      \
            sycl::detail::when<sycl::detail::condition<V>> = 0>                \
  TANDEM_ALWAYS_INLINE V name(const T &a, const U &b, const W &c) {            \
    return sycl::detail::map<detail::name##_function, V>(a, b, c);             \
  }

// Host expressions: libm's functions for float and double.
#define TANDEM_HOST_1(name)                                                    \
  (sizeof(x) == 8 ? __builtin_##name(x)                                        \
                  : __builtin_##name##f(static_cast<float>(x)))
#define TANDEM_HOST_2(name)                                                    \
  (sizeof(x) == 8                                                              \
       ? __builtin_##name(x, y)                                                \
       : __builtin_##name##f(static_cast<float>(x), static_cast<float>(y)))
