// Code for x86-64 CPUs, compiled ahead of time: accessors, local memory and
// barriers, required sizes, sub-groups, specialization constants, streams,
// printf and mathematical functions work as in code that the device compiles.
// There is no SPIR-V in the program, and no code generator for it to load.
// FLAGS: -fsycl-targets=spir64_x86_64
// REQUIRES: backend:native_cpu, sub_group_size:16
// ENV: TANDEM_CODEGEN_CPU=/nowhere
// EXPECT: accessors 45
// EXPECT: reversed 63 0
// EXPECT: required 8
// EXPECT: sub-groups 120
// EXPECT: constants 7 2.5 0
// EXPECT: constants 9 2.5 1
// EXPECT: printed 5
// EXPECT: streamed 5
// EXPECT: cosines 1
#include <cmath>
#include <cstdio>
#include <sycl/sycl.hpp>

struct Pair {
  float ratio;
  bool flag;
};
constexpr sycl::specialization_id<int> factor(7);
constexpr sycl::specialization_id<Pair> pair(Pair{2.5f, false});

static void accessors(sycl::queue &q) {
  int sum = 0;
  {
    sycl::buffer<int> in{sycl::range<1>(10)}, out(&sum, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(in, h, sycl::write_only);
      h.parallel_for(10, [=](sycl::id<1> i) { a[i] = int(i); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(in, h, sycl::read_only);
      sycl::accessor b(out, h);
      h.single_task([=] {
        for (int i = 0; i < 10; ++i)
          b[0] += a[i];
      });
    });
  }
  std::printf("accessors %d\n", sum);
}

static void reverse(sycl::queue &q, int *data) {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> tile(64, h);
     h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> item) {
       int i = int(item.get_local_id(0));
       tile[i] = i;
       sycl::group_barrier(item.get_group());
       data[i] = tile[63 - i];
     });
   }).wait();
  int host[64];
  q.copy(data, host, 64).wait();
  std::printf("reversed %d %d\n", host[0], host[63]);
}

static void sizes(sycl::queue &q, int *data) {
  q.parallel_for(sycl::nd_range<1>(16, 8),
                 [=](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(8)]] {
                   data[0] = int(item.get_local_range(0));
                 })
      .wait();
  int host[16];
  q.copy(data, host, 16).wait();
  std::printf("required %d\n", host[0]);
  q.parallel_for(sycl::nd_range<1>(16, 16),
                 [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(16)]] {
                   int id = int(item.get_local_id(0));
                   data[id] = sycl::reduce_over_group(item.get_sub_group(), id,
                                                      sycl::plus<>());
                 })
      .wait();
  q.copy(data, host, 16).wait();
  std::printf("sub-groups %d\n", host[3]);
}

static void constants(sycl::queue &q, float *out, bool set) {
  q.submit([&](sycl::handler &h) {
     if (set) {
       h.set_specialization_constant<factor>(9);
       h.set_specialization_constant<pair>(Pair{2.5f, true});
     }
     h.single_task([=](sycl::kernel_handler kh) {
       out[0] = float(kh.get_specialization_constant<factor>());
       Pair value = kh.get_specialization_constant<pair>();
       out[1] = value.ratio;
       out[2] = value.flag;
     });
   }).wait();
  float host[3];
  q.copy(out, host, 3).wait();
  std::printf("constants %g %g %g\n", host[0], host[1], host[2]);
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_device<int>(64, q);
  float *out = sycl::malloc_device<float>(64, q);
  accessors(q);
  reverse(q, data);
  sizes(q, data);
  constants(q, out, false);
  constants(q, out, true);
  int five = 5;
  q.single_task([=] {
     sycl::ext::oneapi::experimental::printf("printed %d\n", five);
   }).wait();
  q.submit([&](sycl::handler &h) {
     sycl::stream s(1024, 128, h);
     h.single_task([=] { s << "streamed " << five << sycl::endl; });
   }).wait();
  q.parallel_for(64, [=](sycl::id<1> i) {
     out[i] = sycl::cos(float(i));
   }).wait();
  bool same = true;
  float host[64];
  q.copy(out, host, 64).wait();
  for (int i = 0; i < 64; ++i)
    same &= std::abs(host[i] - std::cos(float(i))) < 1e-5f;
  std::printf("cosines %d\n", same);
  sycl::free(data, q);
  sycl::free(out, q);
}
