// Kernels of every form that take a kernel_handler.
// EXPECT: task 5
// EXPECT: range 5 6 7 8
// EXPECT: nd_range 105 106 107 108
// EXPECT: work-group 5 6 7 8
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> base(1);

int main() {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(4, q);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<base>(5);
     h.single_task<class task>([=](sycl::kernel_handler k) {
       out[0] = k.get_specialization_constant<base>();
     });
   }).wait();
  int host[4];
  q.copy(out, host, 4).wait();
  std::printf("task %d\n", host[0]);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<base>(5);
     h.parallel_for<class over_range>(
         sycl::range<1>(4), [=](sycl::id<1> i, sycl::kernel_handler k) {
           out[i] = k.get_specialization_constant<base>() + int(i);
         });
   }).wait();
  q.copy(out, host, 4).wait();
  std::printf("range %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<base>(105);
     h.parallel_for<class over_nd_range>(
         sycl::nd_range<1>(4, 2),
         [=](sycl::nd_item<1> it, sycl::kernel_handler k) {
           int i = it.get_global_id(0);
           out[i] = k.get_specialization_constant<base>() + i;
         });
   }).wait();
  q.copy(out, host, 4).wait();
  std::printf("nd_range %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<base>(5);
     h.parallel_for_work_group<class over_work_groups>(
         sycl::range<1>(2), sycl::range<1>(2),
         [=](sycl::group<1> g, sycl::kernel_handler k) {
           int first = k.get_specialization_constant<base>();
           g.parallel_for_work_item([&](sycl::h_item<1> it) {
             int i = it.get_global_id(0);
             out[i] = first + i;
           });
         });
   }).wait();
  q.copy(out, host, 4).wait();
  std::printf("work-group %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  sycl::free(out, q);
}
