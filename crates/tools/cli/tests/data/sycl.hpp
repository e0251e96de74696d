// The smallest SYCL header that the compiler can do with: kernels of one USM
// pointer, which are never run. See docs/internals/boundaries.md, section 1.
#pragma once
#include <stddef.h>

extern "C" void __tandem_kernel(const char *name, const void *closure,
                                size_t closure_size,
                                void (*layout)(const void *));

#define SYCL_EXTERNAL __attribute__((annotate("sycl-external"), used))

namespace sycl {
static inline const char *unit() { return __SYCL_TU_ID; }
template <class F> void kernel_layout(const void *) {}

#ifdef __SYCL_DEVICE_ONLY__
template <class Name, class F>
__attribute__((sycl_kernel, used)) void kernel_entry(const F *f) {
  __tandem_kernel(__builtin_sycl_unique_stable_name(Name), f, sizeof(F),
                  &kernel_layout<F>);
  (*f)();
}
#endif

template <class Name, class F> const char *single_task(F f) {
#ifdef __SYCL_DEVICE_ONLY__
  kernel_entry<Name, F>(&f);
#endif
  return __builtin_sycl_unique_stable_name(Name);
}
} // namespace sycl
