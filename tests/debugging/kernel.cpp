// Kernels to stop in by line, as docs/debugging.md and tests/gdb.rs do.
#include <sycl/sycl.hpp>

#include <cstdio>

static int twice(int x) {
  int y = x + x;
  return y;
}

struct point {
  int x;
  double weight;
};

int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(4, q);
  int offset = 10;
  q.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) {
     int index = static_cast<int>(i);
     int value = twice(index);
     data[index] = value + offset;
   }).wait();
  std::printf("result %d, on the host %d\n", data[3], twice(3) + offset);
  q.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
     int local = static_cast<int>(item.get_local_id(0));
     point mine{10 * local, 0.5 * local};
     int row[3] = {local, local + 1, local + 2};
     int *middle = row + 1;
     for (int step = 0; step < 2; ++step) {
       sycl::group_barrier(item.get_group());
       data[local] += mine.x + *middle;
     }
   }).wait();
  std::printf("result %d\n", data[3]);
  sycl::buffer<float> buffer{sycl::range<1>(4)};
  q.submit([&](sycl::handler &h) {
    sycl::accessor squares{buffer, h, sycl::write_only};
    h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) {
      float root = i[0];
      squares[i] = root * root;
      root = 0;
    });
  });
  std::printf("square %g\n", sycl::host_accessor{buffer}[3]);
  sycl::free(data, q);
}
