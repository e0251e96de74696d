// A kernel that asks for an aspect runs where the device has it, and is refused
// elsewhere, with the aspect's name; its neighbours run all the same.
// REQUIRES: aspect:cpu
// EXPECT: plain 1
// EXPECT: cpu 2
// EXPECT-LIKE: refused: kernel `main::on_gpu` needs aspect::gpu, which .* does not have
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<int> buffer(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(buffer, h, sycl::write_only, sycl::no_init);
    h.single_task<class plain>([=] { out[0] = 1; });
  });
  std::printf("plain %d\n", sycl::host_accessor(buffer, sycl::read_only)[0]);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(buffer, h, sycl::write_only, sycl::no_init);
    h.single_task<class on_cpu>(
        [=] [[sycl::device_has(sycl::aspect::cpu)]] { out[0] = 2; });
  });
  std::printf("cpu %d\n", sycl::host_accessor(buffer, sycl::read_only)[0]);
  try {
    q.single_task<class on_gpu>([=] [[sycl::device_has(sycl::aspect::gpu)]] {
     }).wait();
  } catch (const sycl::exception &e) {
    bool right = e.code() == sycl::errc::kernel_not_supported;
    std::printf("%s: %s\n", right ? "refused" : "wrong code", e.what());
  }
}
