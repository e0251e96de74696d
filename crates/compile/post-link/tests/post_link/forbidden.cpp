// What a kernel cannot do, each with the chain of calls from the kernel.
#include "kernel.hpp"
#include <cstdarg>
#include <cstdlib>
#include <new>
#include <typeinfo>

struct base {
  virtual int get() const { return 1; }
};
int counter;
thread_local int per_thread;
int variadic(int n, ...) { return n; }

int recursive(int n) { return n ? recursive(n - 1) + 1 : 0; }
int odd(int n);
int even(int n) { return n ? odd(n - 1) : 1; }
int odd(int n) { return n ? even(n - 1) : 0; }

int helper(base *b, int n) {
  int sum = b->get();
  sum += recursive(n);
  sum += even(n);
  sum += counter;
  sum += per_thread;
  sum += variadic(1, 2);
  int *p = new int(n);
  sum += *static_cast<int *>(std::malloc(4)) + *p;
  long double wide = n;
  sum += wide > 1.0L;
  asm volatile("nop");
  int vla[n];
  vla[0] = 1;
  sum += typeid(*b) == typeid(base);
  static int once = std::rand();
  return sum + once + vla[0];
}

struct functor : plain {
  base *b;
  int n;
  int *out;
  void operator()() const { *out = helper(b, n); }
};

void host() { submit<class forbidden>(functor{}); }
