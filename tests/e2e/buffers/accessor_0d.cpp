// Accessors without dimensions refer to the first element.
// EXPECT: 11 22
// EXPECT: empty 0 0
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int value = 10;
  {
    sycl::buffer<int> b(&value, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0> a(b, h);
      h.single_task([=] { a = a + 1; });
    });
  }
  sycl::buffer<int> out(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 0, sycl::access_mode::write> a(out, h);
    sycl::local_accessor<int, 0> both(h);
    h.parallel_for(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> it) {
      if (it.get_group().leader())
        both = value;
      sycl::group_barrier(it.get_group());
      if (!it.get_group().leader())
        a = both * 2;
    });
  });
  sycl::host_accessor<int, 0> result(out);
  std::printf("%d %d\n", value, int(result));

  sycl::buffer<int> nothing(sycl::range<1>(0));
  size_t size = 1;
  q.submit([&](sycl::handler &h) {
    size = sycl::accessor<int, 0>(nothing, h).size();
  });
  std::printf("empty %zu %zu\n", size,
              sycl::host_accessor<int, 0>(nothing).size());
}
