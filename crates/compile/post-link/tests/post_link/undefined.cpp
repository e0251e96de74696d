// An undefined function is an error of the link that names it and the kernel.
#include "kernel.hpp"

namespace lib {
int missing(int, float);
}
int middle(int n) { return lib::missing(n, 1.f); }

struct functor : plain {
  int *out;
  void operator()() const { *out = middle(3); }
};

void host() { submit<class needs_missing>(functor{}); }
