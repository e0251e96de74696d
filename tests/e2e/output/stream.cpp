// sycl::stream: manipulators, all kinds of values, whole statements.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: int -42 unsigned 42 char c bool 1 text here
// EXPECT: ff 0xff 377 0377 255
// EXPECT: +7 7 [    x] [  1]
// EXPECT: 1.5 1.500 1.50000e+00 0x1.8p+0 0.333333 0.33
// EXPECT: half 0.5 double 2.5e-10
// EXPECT: vec 1, 2, 3 half vec 0.5, 1.5
// EXPECT: id {3} range {4, 5} nd_range(global_range: {8}, local_range: {4}, offset: {0})
// EXPECT: pointer 0x0
// EXPECT: item(range: {2, 2}, id: {1, 1}, offset: {0, 0})
// EXPECT: nd_item(global_id: {3}, local_id: {1}) group(id: {1}, global_range: {4}, local_range: {2}, group_range: {2})
// EXPECT: swizzles 3, 1 and 2 marray 4, 5, 6
// EXPECT: h_item(global: item(range: {4}, id: {3}), logical local: item(range: {2}, id: {1}), physical local: item(range: {2}, id: {1}))
// EXPECT: whole 64
// EXPECT: second
// EXPECT: host 7 9
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  q.submit([&](sycl::handler &h) {
     sycl::stream out(4096, 256, h);
     h.single_task([=] {
       out << "int " << -42 << " unsigned " << 42u << " char " << 'c'
           << " bool " << true << " text " << "here" << sycl::endl;
       out << sycl::hex << 255 << ' ' << sycl::showbase << 255 << ' '
           << sycl::noshowbase << sycl::oct << 255 << ' ' << sycl::showbase
           << 255 << ' ' << sycl::dec << 255 << sycl::endl;
       out << sycl::showpos << 7 << ' ' << sycl::noshowpos << 7 << " ["
           << sycl::setw(5) << "x" << "] [" << sycl::setw(3) << 1 << ']'
           << sycl::endl;
       out << 1.5f << ' ' << sycl::setprecision(3) << sycl::fixed << 1.5f << ' '
           << sycl::setprecision(5) << sycl::scientific << 1.5 << ' '
           << sycl::hexfloat << 1.5 << ' ' << sycl::defaultfloat
           << sycl::setprecision(6) << 1.0 / 3 << ' ' << sycl::setprecision(2)
           << 1.0 / 3 << sycl::endl;
       out << sycl::setprecision(6) << "half " << sycl::half(0.5f) << " double "
           << 2.5e-10 << sycl::endl;
       out << "vec " << sycl::int3(1, 2, 3) << " half vec "
           << sycl::vec<sycl::half, 2>(0.5f, 1.5f) << sycl::endl;
       out << "id " << sycl::id<1>(3) << " range " << sycl::range<2>(4, 5)
           << ' ' << sycl::nd_range<1>({8}, {4}) << sycl::endl;
       out << "pointer " << static_cast<const int *>(nullptr) << sycl::flush
           << '\n';
     });
   }).wait();

  q.submit([&](sycl::handler &h) {
     sycl::stream out(1024, 80, h);
     h.parallel_for(sycl::range(2, 2), [=](sycl::item<2> item) {
       if (item.get_id(0) == 1 && item.get_id(1) == 1)
         out << item << sycl::endl;
     });
   }).wait();
  q.submit([&](sycl::handler &h) {
     sycl::stream out(1024, 80, h);
     h.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) {
       if (item.get_global_id(0) == 3)
         out << item << ' ' << item.get_group() << sycl::endl;
     });
   }).wait();

  q.submit([&](sycl::handler &h) {
     sycl::stream out(1024, 80, h);
     h.parallel_for_work_group(
         sycl::range<1>(2), sycl::range<1>(2), [=](sycl::group<1> group) {
           if (group.get_group_id(0) == 1) {
             sycl::int4 v(1, 2, 3, 4);
             out << "swizzles " << v.swizzle<2, 0>() << " and "
                 << v.swizzle<1>() << " marray "
                 << sycl::marray<int, 3>(4, 5, 6) << sycl::endl;
             group.parallel_for_work_item([&](sycl::h_item<1> item) {
               if (item.get_local_id(0) == 1)
                 out << item << sycl::endl;
             });
           }
         });
   }).wait();

  // Statements of work-items do not mix; two streams keep their order.
  q.submit([&](sycl::handler &h) {
     sycl::stream out(64, 80, h), second(64, 80, h);
     h.parallel_for(sycl::range(64), [=](sycl::id<1> i) {
       if (i[0] == 63) {
         out << "whole " << i[0] + 1 << sycl::endl;
         second << "second\n";
       }
     });
   }).wait();

  q.submit([&](sycl::handler &h) {
    sycl::stream a(7, 9, h), b(7, 9, h), copy = a;
    bool right =
        a == copy && a != b &&
        std::hash<sycl::stream>()(a) == std::hash<sycl::stream>()(copy);
    if (right)
      std::printf("host %zu %zu\n", a.size(), a.get_work_item_buffer_size());
  });
}
