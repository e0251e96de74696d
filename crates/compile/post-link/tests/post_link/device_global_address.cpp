// The address of a device global is known on the device only.
#include "device_global.hpp"

device_global<int> one, two;
device_global<int> *const table[] = {&one, &two};

struct name;
struct functor : plain {
  int *out;
  void operator()() const { *out = table[*out]->get(); }
};
void host() { submit<name>(functor{}); }
