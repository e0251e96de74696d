// Objects of backends: there and back again, memory in host tasks, and what
// other backends' objects get.
// REQUIRES: backend:native_cpu
// EXPECT: memory 7
// EXPECT: queue: another backend
// EXPECT: memory: another backend
// EXPECT: device: another backend
// EXPECT: back again: 1 1 1 1
// EXPECT: in a host task: 1 1
// EXPECT: on the queue that was made: 8
// EXPECT: make_device: another backend
// EXPECT: make_buffer: not supported
// EXPECT: make_unsampled_image: another backend
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
                : e.code() == sycl::errc::feature_not_supported
                    ? "not supported"
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

  constexpr backend own = backend::ext_oneapi_native_cpu;
  const sycl::device device = q.get_device();
  const sycl::context context = q.get_context();
  const auto native = sycl::get_native<own>(device);
  sycl::context made = sycl::make_context<own>(sycl::get_native<own>(context));
  std::printf(
      "back again: %d %d %d %d\n", sycl::make_device<own>(native) == device,
      sycl::make_platform<own>(sycl::get_native<own>(device.get_platform())) ==
          device.get_platform(),
      made.get_devices() == context.get_devices(),
      sycl::get_native<own>(made) == sycl::get_native<own>(context));
  q.submit([&](sycl::handler &h) {
     h.host_task([=](sycl::interop_handle interop) {
       std::printf("in a host task: %d %d\n", interop.get_backend() == own,
                   interop.get_native_device<own>() == native);
     });
   }).wait();
  {
    sycl::queue again =
        sycl::make_queue<own>(sycl::get_native<own>(q), context);
    again.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.single_task([=] { a[7] += 1; });
    });
    std::printf("on the queue that was made: %d\n", sycl::host_accessor(b)[7]);
  }
  mismatch("make_device",
           [] { sycl::make_device<backend::ext_oneapi_hip>(0); });
  mismatch("make_buffer", [&] {
    int *native = sycl::get_native<own>(b);
    sycl::make_buffer<own, int>(native, context);
  });
  mismatch("make_unsampled_image", [&] {
    sycl::make_unsampled_image<backend::opencl, 3>(nullptr, context);
  });
}
