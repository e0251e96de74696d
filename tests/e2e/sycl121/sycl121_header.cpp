// CL/sycl.hpp: namespace cl::sycl, the names of OpenCL's types, and what else
// SYCL 1.2.1 and the first releases of DPC++ had.
// FLAGS: -Wno-deprecated-declarations
// EXPECT: sum 496
// EXPECT: no host device
// EXPECT: caught
// EXPECT: ids 28
// EXPECT: group 120 120 6 1
#include <CL/sycl.hpp>

class square;

int main() {
  cl::sycl::queue q;
  constexpr size_t n = 32;
  cl::sycl::cl_int values[n] = {};
  static_assert(sizeof(cl::sycl::cl_ulong) == 8 &&
                sizeof(cl::sycl::cl_half) == 2);
  {
    cl::sycl::buffer<cl::sycl::cl_int, 1> buffer(values, cl::sycl::range<1>(n));
    q.submit([&](cl::sycl::handler &h) {
      auto out = buffer.get_access<cl::sycl::access::mode::discard_write>(h);
      h.parallel_for<square>(cl::sycl::range<1>(n), [=](cl::sycl::id<1> i) {
        out[i] = cl::sycl::cl_int(i[0]);
      });
    });
  }
  cl::sycl::uint sum = 0;
  for (int value : cl::sycl::vector_class<int>(values, values + n))
    sum += value;
  std::cout << "sum " << sum << std::endl;

  try {
    cl::sycl::queue host{cl::sycl::host_selector()};
  } catch (const cl::sycl::runtime_error &) {
    std::cout << "no host device" << std::endl;
  }
  if (q.get_device().is_host() || q.get_context().is_host() ||
      q.get_device().get_platform().is_host())
    return 1;
  try {
    q.parallel_for(cl::sycl::nd_range<1>(5, 2), [](cl::sycl::nd_item<1>) {});
  } catch (cl::sycl::nd_range_error &) {
    std::cout << "caught" << std::endl;
  }

  cl::sycl::shared_ptr_class<int> total(new int(0));
  {
    cl::sycl::buffer<int, 1> buffer(total, cl::sycl::range<1>(1));
    q.submit([&](cl::sycl::handler &h) {
      auto out = buffer.get_access<cl::sycl::access::mode::read_write>(h);
      h.parallel_for(sycl::range<1>(8), [=](sycl::item<1> i) {
        sycl::ONEAPI::atomic_ref<int, sycl::ONEAPI::memory_order::relaxed,
                                 sycl::ONEAPI::memory_scope::device>
            sum(out[0]);
        if (sycl::this_id<1>() == i.get_id())
          sum += int(i[0]);
      });
    });
  }
  cl::sycl::string_class text = "ids ";
  std::cout << text << *total << std::endl;

  // Group algorithms were overloads; in SYCL 2020 they have different
  // names.
  cl::sycl::buffer<int, 1> results(cl::sycl::range<1>(20));
  q.submit([&](sycl::handler &h) {
    auto out = results.get_access<cl::sycl::access::mode::read_write>(h);
    h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
      auto g = it.get_group();
      int *memory = &out[0];
      int i = it.get_local_id(0);
      memory[i] = i;
      sycl::group_barrier(g);
      int sum = sycl::ONEAPI::reduce(g, i, sycl::ONEAPI::plus<>());
      int joint = sycl::ONEAPI::reduce(g, memory, memory + 16,
                                       sycl::ONEAPI::plus<int>());
      int scan = sycl::ONEAPI::inclusive_scan(g, i, sycl::ONEAPI::plus<int>());
      bool any = sycl::ONEAPI::any_of(g, i == 3);
      if (i == 3)
        memory[16] = sum, memory[17] = joint, memory[18] = scan,
        memory[19] = any;
    });
  });
  auto memory = results.get_access<cl::sycl::access::mode::read>();
  std::cout << "group " << memory[16] << " " << memory[17] << " " << memory[18]
            << " " << memory[19] << std::endl;
}
