// Constructors and destructors that only the host uses, of which the front end
// makes two names for one function.
#include "kernel.hpp"

void host();

struct task : plain {
  void operator()() const {}
};

template <class T> struct resource {
  resource();
  ~resource();
};
template <class T> resource<T>::resource() { host(); }
template <class T> resource<T>::~resource() { host(); }
template struct resource<int>;

struct outside {
  outside();
};
outside::outside() { host(); }

class kernel;
int main() {
  outside one;
  resource<int> two;
  submit<kernel>(task{});
}
