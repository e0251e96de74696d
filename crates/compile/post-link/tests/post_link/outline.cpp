// The kernel calls foo; bar throws, on the host only.
#include "kernel.hpp"

int *out;
void bar() { throw 1; }
int foo(int x) { return x * 2; }

struct functor : plain {
  int *to;
  int n;
  void operator()() const { to[n] = foo(n); }
};

int main() {
  bar();
  submit<class outline>(functor{{}, out, 3});
}
