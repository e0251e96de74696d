// SPLIT: auto per_kernel
// With device_image_scope, all kernels that use a variable share an image.
#include "device_global.hpp"

device_global<int, device_image_value> counter;

template <int N> struct name;
template <int N> struct functor : plain {
  int *out;
  void operator()() const { *out = counter.get() += N; }
};
void host() {
  submit<name<1>>(functor<1>{});
  submit<name<2>>(functor<2>{});
}
