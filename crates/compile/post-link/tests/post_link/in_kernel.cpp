// What functors ask for in code: attributes of the kernel, local memory (one
// variable for each call in the source), functions of the device library.
#include "kernel.hpp"

extern "C" {
void __tandem_kernel_attribute(const char *name, ...);
void *__tandem_local_memory(size_t size, size_t alignment) noexcept;
float _Complex cexpf(float _Complex);
}

template <class T> __attribute__((always_inline)) inline T *local() {
  return static_cast<T *>(__tandem_local_memory(sizeof(T), alignof(T)));
}

struct functor : plain {
  float *out;
  __attribute__((always_inline)) static void properties() {
    __tandem_kernel_attribute("sycl_reqd_work_group_size", 8, 4);
  }
  void operator()() const {
    properties();
    float *a = local<float>(), *b = local<float>();
    *a = out[0];
    *b = out[1];
    float _Complex z = {*a, *b};
    float _Complex power = cexpf(z * z);
    out[2] = __real__ power;
  }
};

void host() { submit<class kernel>(functor{}); }
