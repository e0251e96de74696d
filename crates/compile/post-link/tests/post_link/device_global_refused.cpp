// Device globals without a constant initializer, with addresses in it, and in
// the initializers of others.
#include "device_global.hpp"

int run_time();
device_global<int> dynamic{run_time()};
device_global<const char *> address{"text"};

struct name;
struct functor : plain {
  int *out;
  void operator()() const { *out = dynamic.get() + *address.get(); }
};
void host() { submit<name>(functor{}); }
