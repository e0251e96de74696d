// The least that the device pass of a SYCL header does.
#pragma once
#include <cstddef>

extern "C" {
void __tandem_kernel(const char *name, const void *closure, size_t size,
                     void (*layout)(const void *));
void __tandem_mark(const void *base, const void *field, int kind, size_t size);
size_t __spirv_BuiltInGlobalInvocationId(int dimension);
}

#define SYCL_EXTERNAL __attribute__((annotate("sycl-external"), used))

// Functors say what they hold: `static constexpr int kinds[]` and `offsets[]`.
template <class F> void layout(const void *p) {
  const char *base = static_cast<const char *>(p);
  for (size_t i = 0; i < F::marks; ++i)
    __tandem_mark(base, base + F::offsets[i], F::kinds[i], 8);
}

template <class Name, class F>
__attribute__((sycl_kernel, used)) void kernel_entry(const F *f) {
  __tandem_kernel(__builtin_sycl_unique_stable_name(Name), f, sizeof(F),
                  &layout<F>);
  (*f)();
}

template <class Name, class F> void submit(const F &f) {
  kernel_entry<Name, F>(&f);
}

// A functor without special members.
struct plain {
  static constexpr size_t marks = 0;
  static constexpr int kinds[] = {0};
  static constexpr size_t offsets[] = {0};
};
