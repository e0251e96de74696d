//===- sycl/detail/kernel/math_function.hpp - scalars and vectors ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the shape of a mathematical function. `DataT` is a scalar or any kind
// of vector; vectors are computed element by element. The file is included
// where functions are defined, and its macros are dropped by
// sycl/detail/kernel/math_function_end.hpp.
#include <sycl/detail/kernel/elementwise.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define TANDEM_DEVICE_OR_HOST(device, host) device
#else
#define TANDEM_DEVICE_OR_HOST(device, host) host
#endif

// A function of one operand; `expression` computes it from `value`, a scalar of
// the compiler's own type. The arithmetic is a class of its own, because the
// loop over vectors need not be parsed again for each function. The name of the
// function is in parentheses, because a program may define `min` as a macro.
#define TANDEM_FUNCTION_1(name, condition, expression)                         \
  namespace detail {                                                           \
  struct name##_function {                                                     \
    template <class DataT> static TANDEM_ALWAYS_INLINE auto of(DataT value) {  \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <class Argument,                                                    \
            class Result = sycl::detail::argument_of<Argument>,                \
            sycl::detail::when<sycl::detail::condition<Result>> = 0>           \
  TANDEM_ALWAYS_INLINE Result(name)(const Argument &argument) {                \
    return sycl::detail::map<detail::name##_function, Result>(argument);       \
  }

// Of two operands, `first` and `second`. The second may be a scalar where the
// first is a vector.
#define TANDEM_FUNCTION_2(name, condition, expression)                         \
  namespace detail {                                                           \
  struct name##_function {                                                     \
    template <class DataT>                                                     \
    static TANDEM_ALWAYS_INLINE auto of(DataT first, DataT second) {           \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <class First, class Second,                                         \
            class Result = sycl::detail::argument_of<First, Second>,           \
            sycl::detail::when<sycl::detail::condition<Result>> = 0>           \
  TANDEM_ALWAYS_INLINE Result(name)(const First &first,                        \
                                    const Second &second) {                    \
    return sycl::detail::map<detail::name##_function, Result>(first, second);  \
  }

// Of three operands, `first`, `second` and `third`.
#define TANDEM_FUNCTION_3(name, condition, expression)                         \
  namespace detail {                                                           \
  struct name##_function {                                                     \
    template <class DataT>                                                     \
    static TANDEM_ALWAYS_INLINE auto of(DataT first, DataT second,             \
                                        DataT third) {                         \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <class First, class Second, class Third,                            \
            class Result = sycl::detail::argument_of<First, Second, Third>,    \
            sycl::detail::when<sycl::detail::condition<Result>> = 0>           \
  TANDEM_ALWAYS_INLINE Result(name)(const First &first, const Second &second,  \
                                    const Third &third) {                      \
    return sycl::detail::map<detail::name##_function, Result>(first, second,   \
                                                              third);          \
  }

// Host expressions: libm's functions for float and double.
#define TANDEM_HOST_1(name)                                                    \
  (sizeof(value) == 8 ? __builtin_##name(value)                                \
                      : __builtin_##name##f(static_cast<float>(value)))
#define TANDEM_HOST_2(name)                                                    \
  (sizeof(first) == 8 ? __builtin_##name(first, second)                        \
                      : __builtin_##name##f(static_cast<float>(first),         \
                                            static_cast<float>(second)))
