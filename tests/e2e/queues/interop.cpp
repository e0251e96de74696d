// Objects of backends: memory in host tasks, and what other backends' objects
// get.
// REQUIRES: backend:native_cpu
// EXPECT: memory 7
// EXPECT: queue: another backend
// EXPECT: memory: another backend
// EXPECT: device: another backend
#include <cstdio>
#include <sstream>
#include <sycl/sycl.hpp>

template <class F> void mismatch(const char *what, F f) {
  try {
    f();
    std::printf("%s: none\n", what);
  } catch (const sycl::exception &e) {
    std::printf("%s: %s\n", what,
                e.code() == sycl::errc::backend_mismatch ? "another backend"
                                                         : e.what());
  }
}

int main() {
  using sycl::backend;
  sycl::queue q;
  sycl::buffer<int> b(8);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.host_task([=](sycl::interop_handle interop) {
       const int *memory =
           interop.get_native_mem<backend::ext_oneapi_native_cpu>(a);
       std::printf("memory %d\n", memory[7]);
       mismatch("queue", [&] { interop.get_native_queue<backend::opencl>(); });
       mismatch("memory", [&] {
         (void)reinterpret_cast<int *>(
             interop.get_native_mem<backend::ext_oneapi_level_zero>(a));
       });
     });
   }).wait();
  mismatch("device", [&] {
    sycl::backend_return_t<backend::ext_oneapi_cuda, sycl::device> device =
        sycl::get_native<backend::ext_oneapi_cuda>(q.get_device());
    (void)device;
  });
}
