// Names: forward-declared, nested, templates, reused types, none at all.
// REQUIRES: aspect:fp64
// EXPECT: 1 2 3 4 5 6 7
#include <sycl/sycl.hpp>

#if !__SYCL_UNNAMED_LAMBDA__
#error "kernels need no names"
#endif
#include <cstdio>

class declared_only;
namespace names {
struct inside;
template <class T, int N> struct parametric;
} // namespace names

static int first(sycl::queue &q, const int *p) {
  int value;
  q.copy(p, &value, 1).wait();
  return value;
}

template <class T> int run(sycl::queue &q, int *p, T value) {
  q.single_task<names::parametric<T, 3>>([=] { p[0] = int(value); }).wait();
  return first(q, p);
}
template <int N> struct adder {
  int *p;
  void operator()(sycl::id<1> i) const { p[i] = N; }
};

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(8, q);
  q.single_task<declared_only>([=] { p[0] = 1; }).wait();
  std::printf("%d ", first(q, p));
  q.parallel_for<names::inside>(1, [=](sycl::id<1> i) { p[i] = 2; }).wait();
  std::printf("%d ", first(q, p));
  std::printf("%d ", run(q, p, 3.5));
  std::printf("%d ", run(q, p, 4l));
  q.parallel_for(sycl::range<1>(1), adder<5>{p}).wait();
  std::printf("%d ", first(q, p));
  q.parallel_for(sycl::range<1>(1), adder<6>{p}).wait();
  std::printf("%d ", first(q, p));
  q.submit([&](sycl::handler &h) {
     h.parallel_for<class local_name>(sycl::nd_range<1>(1, 1),
                                      [=](sycl::nd_item<1>) { p[0] = 7; });
   }).wait();
  std::printf("%d\n", first(q, p));
  sycl::free(p, q);
}
