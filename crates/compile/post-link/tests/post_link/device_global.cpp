// SPLIT: auto per_kernel
// Device globals that a kernel uses, of this unit and of another one.
#include "device_global.hpp"

device_global<int> counter;
static device_global<int[4]> internal{1, 2};
inline device_global<char[100], device_image_value> text{'a', 'b'};
device_global<int> of_no_kernel;
SYCL_EXTERNAL extern device_global<long> defined_elsewhere;
SYCL_EXTERNAL extern device_global<long> defined_nowhere;
SYCL_EXTERNAL extern device_global<int, device_image_value> image_elsewhere;
SYCL_EXTERNAL device_global<double> exported{0.5};

template <int N> struct name;
struct first : plain {
  int *out;
  void operator()() const {
    *out =
        counter.get() + internal.get()[1] + text.get()[1] + int(exported.get());
  }
};
struct second : plain {
  int *out;
  void operator()() const {
    *out = ++counter.get() + defined_elsewhere.get() + defined_nowhere.get() +
           image_elsewhere.get();
  }
};

void host() {
  submit<name<1>>(first{});
  submit<name<2>>(second{});
  ++of_no_kernel.get();
}
