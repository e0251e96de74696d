// Pipes are static members of classes that have the destructor of device
// globals; that of host pipes tells the size of their words, too.
#include "device_global.hpp"

extern "C" void __tandem_host_pipe(const void *object, unsigned word_size);

template <int Capacity> struct ring {
  unsigned capacity, word_size;
  long words[Capacity];
};
template <class T, bool IsHostPipe> struct storage : device_shared_value<T> {
  constexpr storage() : device_shared_value<T>{{2, sizeof(long)}} {}
  ~storage() {
    __tandem_device_global(this, 0);
    if constexpr (IsHostPipe)
      __tandem_host_pipe(this, sizeof(long));
  }
};
template <class Name, bool IsHostPipe> struct pipe {
  inline static storage<ring<2>, IsHostPipe> tandem_pipe;
  static long &first() { return tandem_pipe.value.words[0]; }
};

namespace {
struct local_name;
}

template <int N> struct name;
struct first : plain {
  void operator()() const {
    pipe<class between_kernels, false>::first() =
        pipe<class with_host, true>::first() + pipe<local_name, true>::first();
  }
};

void host() { submit<name<1>>(first{}); }
