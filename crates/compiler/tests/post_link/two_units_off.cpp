// SPLIT: off
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
