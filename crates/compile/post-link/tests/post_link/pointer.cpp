// A pointer whose target optimization finds is fine; an unknown one is not.
#include "kernel.hpp"

int f(int n) { return n + 1; }
int apply(int (*g)(int), int n) { return g(n); }

struct functor : plain {
  int (*unknown)(int);
  int *out;
  void operator()() const {
    out[0] = apply(f, 1);
    out[1] = apply(unknown, 2);
  }
};

void host() { submit<class pointers>(functor{}); }
