// Bit-fields, enumerations, bool, __int128, _Float16 and packed members.
// REQUIRES: aspect:fp16
// EXPECT: 5 -3 1 2 1 7 1000000000000 3
#include <cstdio>
#include <sycl/sycl.hpp>

enum class color : unsigned char { red, green, blue };
struct flags {
  unsigned a : 3;
  int b : 5;
  bool c : 1;
  color d;
  bool e;
};
struct __attribute__((packed)) tight {
  char tag;
  long long value;
  long long *out;
};

int main() {
  sycl::queue q;
  long long *p = sycl::malloc_device<long long>(8, q);
  flags f{5, -3, true, color::blue, true};
  tight t{7, 1000000000000, p + 6};
  _Float16 h = 3;
  q.single_task([=] {
     p[0] = f.a;
     p[1] = f.b;
     p[2] = f.c;
     p[3] = static_cast<int>(f.d);
     p[4] = f.e;
     p[5] = t.tag;
     *t.out = t.value;
     p[7] = static_cast<int>(h);
   }).wait();
  long long host[8];
  q.copy(p, host, 8).wait();
  for (int i = 0; i < 8; ++i)
    std::printf("%lld%c", host[i], i < 7 ? ' ' : '\n');
  sycl::free(p, q);
}
