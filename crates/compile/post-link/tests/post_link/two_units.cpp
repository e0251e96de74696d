// SPLIT: auto off per_kernel
// SYCL_EXTERNAL across the units of one link; the same template's kernel in
// both.
#include "kernel.hpp"

SYCL_EXTERNAL int twice(int);

template <int N> struct functor : plain {
  int *out;
  void operator()() const { *out = twice(N); }
};
template <int N> struct name;

inline void shared_host() { submit<name<1>>(functor<1>{}); }
void host() {
  shared_host();
  submit<name<2>>(functor<2>{});
}
