#include "kernel.hpp"

SYCL_EXTERNAL int twice(int n) { return 2 * n; }

template <int N> struct functor : plain {
  int *out;
  void operator()() const { *out = twice(N); }
};
template <int N> struct name;

inline void shared_host() { submit<name<1>>(functor<1>{}); }
void other_host() { shared_host(); }
