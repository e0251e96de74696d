// A pipe is the same one in all translation units, device images and shared
// libraries of a program; one whose name is local to a unit is the unit's own.
// STEP: $CXX -fsycl -O2 -fPIC -shared -DPART=3 $SRC -o libthird.so
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O0 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -fsycl -fsycl-device-code-split=per_kernel a.o b.o -L. -lthird -Wl,-rpath,. -o $EXE
// EXPECT: shared 12
// EXPECT: local 1
// EXPECT: library 23
#include <cstdio>
#include <sycl/ext/intel/pipes.hpp>
#include <sycl/sycl.hpp>

namespace intel = sycl::ext::intel;

using shared_words = intel::pipe<class shared_name, int>;
namespace {
class local_name;
}
using local_words = intel::pipe<local_name, int>;

void write_in_second(sycl::queue &q);
void write_in_third(sycl::queue &q);

#if PART == 1
template <class Pipe> static int sum(sycl::queue &q) {
  int result = 0;
  sycl::buffer<int> buffer(&result, 1);
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor out(buffer, cgh, sycl::read_write);
    cgh.single_task([=] {
      bool any = true;
      while (any) {
        const int word = Pipe::read(any);
        out[0] += any ? word : 0;
      }
    });
  });
  return sycl::host_accessor(buffer)[0];
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  q.single_task([] {
    shared_words::write(5);
    local_words::write(1);
  });
  write_in_second(q);
  std::printf("shared %d\n", sum<shared_words>(q));
  std::printf("local %d\n", sum<local_words>(q));
  write_in_third(q);
  std::printf("library %d\n", sum<shared_words>(q));
}
#elif PART == 2
void write_in_second(sycl::queue &q) {
  q.single_task([] {
    shared_words::write(7);
    local_words::write(100);
  });
}
#else
void write_in_third(sycl::queue &q) {
  q.single_task([] { shared_words::write(23); });
}
#endif
