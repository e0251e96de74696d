// The least that the class device_global is to the device pass.
#pragma once
#include "kernel.hpp"

extern "C" void __tandem_device_global(const void *object, int image_scope);

template <class T> struct device_shared_value {
  T value;
};
template <class T> struct device_image_value {
  T value;
};

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {
template <class T, template <class> class Base = device_shared_value>
class device_global : Base<T> {
public:
  constexpr device_global() : Base<T>{} {}
  template <class First, class... Rest>
  constexpr device_global(First first, Rest... rest)
      : Base<T>{{first, rest...}} {}
  ~device_global() {
    constexpr int image_scope = __is_same(Base<T>, device_image_value<T>);
    __tandem_device_global(this, image_scope);
  }
  T &get() { return this->value; }
};
} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
using sycl::ext::oneapi::experimental::device_global;
