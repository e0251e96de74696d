// Default-constructed accessors are captured and not used (SYCL
// 2020, 4.7.6.9.1): memory comes from a pointer instead. A local accessor of no
// elements is one as well.
// EXPECT: 7 9
// EXPECT: empty 1 1
#include <cstdio>
#include <sycl/sycl.hpp>

template <class T> struct memory {
  T *pointer;
  sycl::accessor<T> accessor;
  T *data() const { return pointer ? pointer : &accessor[0]; }
};

int main() {
  sycl::queue q;
  int *device = sycl::malloc_device<int>(1, q);
  sycl::buffer<int> buffer(1);
  auto write = [&](int *pointer, int value) {
    q.submit([&](sycl::handler &h) {
      memory<int> m{pointer, pointer ? sycl::accessor<int>()
                                     : sycl::accessor<int>(buffer, h)};
      sycl::local_accessor<int> none = pointer
                                           ? sycl::local_accessor<int>()
                                           : sycl::local_accessor<int>(0, h);
      h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
        if (value < 0)
          none[0] = value;
        *m.data() = value;
      });
    });
  };
  write(device, 7);
  write(nullptr, 9);
  q.wait();
  int result;
  q.copy(device, &result, 1).wait();
  std::printf("%d %d\n", result, sycl::host_accessor(buffer)[0]);

  sycl::accessor<int> accessor;
  std::printf("empty %d %d\n", int(accessor.empty()),
              int(sycl::local_accessor<int>().empty()));
  sycl::free(device, q);
}
