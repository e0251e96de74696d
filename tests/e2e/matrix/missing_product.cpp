// A product that no device has is an error when the kernel is built, with its
// name, the product and those that there are.
// REQUIRES: aspect:ext_intel_matrix, aspect:fp16
// EXPECT: kernel 1
// EXPECT: product 1
// EXPECT: possible 1
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental::matrix;

int main() {
  sycl::queue q;
  try {
    q.parallel_for<class odd_product>(
        sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
          auto sg = it.get_sub_group();
          joint_matrix<sycl::sub_group, sycl::half, use::a, 8, 16,
                       layout::row_major>
              a;
          joint_matrix<sycl::sub_group, sycl::half, use::b, 16, 8,
                       layout::row_major>
              b;
          joint_matrix<sycl::sub_group, float, use::accumulator, 8, 8> c;
          joint_matrix_fill(sg, a, sycl::half(1));
          joint_matrix_fill(sg, b, sycl::half(1));
          joint_matrix_fill(sg, c, 1.0f);
          joint_matrix_mad(sg, c, a, b, c);
        });
    q.wait();
  } catch (const sycl::exception &e) {
    auto says = [&](const char *text) {
      return std::strstr(e.what(), text) != nullptr;
    };
    std::printf("kernel %d\n", says("odd_product"));
    std::printf("product %d\n", says("8x8x16 of half to float"));
    std::printf("possible %d\n", says("16x16x16 of half to float"));
  }
}
