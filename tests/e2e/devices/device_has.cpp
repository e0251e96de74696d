// A kernel that asks for an aspect runs where the device has it, and is refused
// elsewhere, with the aspect's name; its neighbours run all the same.
// EXPECT: plain 1
// EXPECT: cpu 2
// EXPECT-LIKE: refused: kernel `main::on_gpu` needs aspect::gpu, which .* does not have
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task<class plain>([=] { *out = 1; }).wait();
  std::printf("plain %d\n", *out);
  q.single_task<class on_cpu>([=] [[sycl::device_has(sycl::aspect::cpu)]] {
     *out = 2;
   }).wait();
  std::printf("cpu %d\n", *out);
  try {
    q.single_task<class on_gpu>([=] [[sycl::device_has(sycl::aspect::gpu)]] {
       *out = 3;
     }).wait();
  } catch (const sycl::exception &e) {
    bool right = e.code() == sycl::errc::kernel_not_supported;
    std::printf("%s: %s\n", right ? "refused" : "wrong code", e.what());
  }
  sycl::free(out, q);
}
