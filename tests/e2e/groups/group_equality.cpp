// Groups have the common by-value semantics (SYCL 2020, 4.5.3): what kernels
// store of them stays comparable.
// EXPECT: equal 1 1 1
// EXPECT: different 1 1 1
#include <cstdio>
#include <sycl/sycl.hpp>

struct outcome {
  bool equal, different;
};

template <int D> outcome compare(sycl::queue &q, sycl::range<D> local) {
  using group = sycl::group<D>;
  sycl::range<D> global = local;
  global[D - 1] *= 2;
  sycl::buffer<group> both(2);
  sycl::buffer<outcome> result(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor groups(both, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> it) {
      groups[it.get_group_linear_id()] = it.get_group();
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor groups(both, h, sycl::read_only);
    sycl::accessor on_device(result, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      const group copy = groups[0];
      on_device[0] = {copy == groups[0] && !(copy != groups[0]),
                      groups[0] != groups[1] && !(groups[1] == groups[0])};
    });
  });
  sycl::host_accessor groups(both, sycl::read_only);
  const outcome on_device = sycl::host_accessor(result, sycl::read_only)[0];
  return {on_device.equal && groups[0] == groups[0],
          on_device.different && groups[0] != groups[1]};
}

int main() {
  sycl::queue q;
  const auto one = compare<1>(q, {4});
  const auto two = compare<2>(q, {2, 3});
  const auto three = compare<3>(q, {1, 2, 3});
  std::printf("equal %d %d %d\n", one.equal, two.equal, three.equal);
  std::printf("different %d %d %d\n", one.different, two.different,
              three.different);
}
