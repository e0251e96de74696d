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
  auto *groups =
      static_cast<group *>(sycl::malloc_shared(2 * sizeof(group), q));
  auto *result = sycl::malloc_shared<bool>(2, q);
  q.parallel_for(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> it) {
     groups[it.get_group_linear_id()] = it.get_group();
   }).wait();
  q.single_task([=] {
     const group copy = groups[0];
     result[0] = copy == groups[0] && !(copy != groups[0]);
     result[1] = groups[0] != groups[1] && !(groups[1] == groups[0]);
   }).wait();
  const outcome all{result[0] && groups[0] == groups[0],
                    result[1] && groups[0] != groups[1]};
  sycl::free(groups, q);
  sycl::free(result, q);
  return all;
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  const auto one = compare<1>(q, {4});
  const auto two = compare<2>(q, {2, 3});
  const auto three = compare<3>(q, {1, 2, 3});
  std::printf("equal %d %d %d\n", one.equal, two.equal, three.equal);
  std::printf("different %d %d %d\n", one.different, two.different,
              three.different);
}
