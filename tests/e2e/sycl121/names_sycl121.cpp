// Names and conversions that programs for SYCL 1.2.1 and the first releases of
// DPC++ rely on: a queue from a selector, mem_fence, `info` with an open
// namespace ONEAPI, vectors of a wider scalar, names that moved to namespaces
// of extensions.
// FLAGS: -Wno-deprecated-declarations -Xclang -fsycl-allow-func-ptr -fenable-sycl-dae
// EXPECT: queue 1
// EXPECT: vector 3 3
// EXPECT: fenced 10
#include <CL/sycl.hpp>

using namespace cl::sycl;
using namespace cl::sycl::ONEAPI;

int main() {
  queue q = default_selector{};
  const device d = q.get_device();
  const bool named = !d.get_info<info::device::name>().empty();
  std::cout << "queue " << (named && d == device(default_selector())) << "\n";

  const size_t three = 3;
  const int2 wide{three};
  std::cout << "vector " << wide.x() << " " << wide.y() << "\n";

  int sum = 0;
  {
    buffer<int, 1> b(&sum, range<1>(1));
    q.submit([&](handler &h) {
      auto out = b.get_access<access::mode::read_write>(h);
      h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
        auto place = group_local_memory_for_overwrite<int[4]>(it.get_group());
        int(&tile)[4] = *place;
        tile[it.get_local_id(0)] = int(it.get_local_id(0)) + 1;
        it.mem_fence<access::mode::write>(access::fence_space::local_space);
        it.barrier();
        it.get_group().mem_fence();
        if (it.get_local_id(0) == 0)
          for (int one : tile)
            out[0] += one;
      });
    });
  }
  std::cout << "fenced " << sum << "\n";
}
