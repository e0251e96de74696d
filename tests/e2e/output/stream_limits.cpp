// sycl::stream: lines of many work-items stay whole, what exceeds the buffer is
// dropped, and the output is there when the event says that it is complete.
// EXPECT: 12345678
// EXPECT: right 1000
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#include <unistd.h>

int main() {
  sycl::queue q;
  q.submit([&](sycl::handler &h) {
     sycl::stream out(8, 80, h);
     h.single_task([=] {
       for (int i = 1; i < 100; ++i)
         out << i % 10;
       out << sycl::endl;
     });
   }).wait();
  std::printf("\n");
  std::fflush(stdout);

  char name[] = "/tmp/tandem_stream_XXXXXX";
  int file = mkstemp(name), terminal = dup(1);
  dup2(file, 1);
  constexpr int items = 1000;
  q.submit([&](sycl::handler &h) {
     sycl::stream out(1 << 16, 80, h);
     h.parallel_for(sycl::range(items), [=](sycl::id<1> i) {
       out << "item " << sycl::setw(4) << i[0] << ' ' << 2 * i[0] << sycl::endl;
     });
   }).wait();
  dup2(terminal, 1);

  FILE *lines = fdopen(file, "r");
  std::rewind(lines);
  int right = 0;
  unsigned long id, twice;
  while (std::fscanf(lines, "item %lu %lu\n", &id, &twice) == 2)
    right += twice == 2 * id;
  std::printf("right %d\n", right);
  std::fclose(lines);
  unlink(name);
}
