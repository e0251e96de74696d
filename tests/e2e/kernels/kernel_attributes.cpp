// Kernel attributes: their arguments capture nothing in either pass, and they
// stand where C++ allows attributes.
// REQUIRES: aspect:cpu
// EXPECT: 0 failures
#include <sycl/sycl.hpp>

#include <cstdio>

// The attribute asks for groups of `Size` work-items: a launch with others
// fails.
template <class Launch> bool refuses_others(Launch launch) {
  launch(16);
  try {
    launch(8);
    return false;
  } catch (const sycl::exception &e) {
    return e.code() == sycl::errc::nd_range;
  }
}

static int last(sycl::queue &q, const int *p) {
  int value;
  q.copy(p + 15, &value, 1).wait();
  return value;
}

template <class T, size_t... Sizes> int of_templates(sycl::queue &q, int *p) {
  const size_t size = 2 * sizeof(T);
  int failures = !refuses_others([&](size_t local) {
    q.parallel_for(sycl::nd_range<1>(16, local),
                   [=](auto it) [[sycl::reqd_work_group_size(size)]] {
                     p[it.get_global_linear_id()] = size;
                   })
        .wait();
  });
  failures += !refuses_others([&](size_t local) {
    q.parallel_for(sycl::nd_range<2>({1, 16}, {1, local}),
                   [=](sycl::nd_item<2> it)
                       [[sycl::reqd_work_group_size(Sizes...)]] {
                         p[it.get_global_linear_id()]++;
                       })
        .wait();
  });
  return failures + (last(q, p) != 17);
}

// Attributes between the name and the parameters, and after the specifiers.
struct before_parameters {
  int *p;
  void operator()
      [[sycl::reqd_work_group_size(16)]] (sycl::nd_item<1> it) const {
    p[it.get_global_id()] = 3;
  }
};
struct behind_specifiers {
  int *p;
  auto operator()(sycl::nd_item<1> it) const noexcept(sizeof(int) == 4)
      [[sycl::reqd_work_group_size(16)]] -> void {
    p[it.get_global_id()] += 4;
  }
};

int in_all_places(sycl::queue &q, int *p) {
  auto launch = [&](auto kernel) {
    return [&, kernel](size_t local) {
      q.parallel_for(sycl::nd_range<1>(16, local), kernel).wait();
    };
  };
  int failures = !refuses_others(launch(before_parameters{p})) +
                 !refuses_others(launch(behind_specifiers{p}));
  failures +=
      !refuses_others(launch([=](sycl::nd_item<1> it) noexcept
                             [[sycl::reqd_work_group_size(16)]] -> void {
                               p[it.get_global_id()] += 5;
                             }));
  failures += !refuses_others(
      launch([=] [[sycl::reqd_work_group_size(16)]] (sycl::nd_item<1> it) {
        p[it.get_global_id()] += 6;
      }));
  return failures + (last(q, p) != 18);
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(16, q);
  int failures = of_templates<double, 1, 16>(q, p) + in_all_places(q, p);

  const int width = 16;
  constexpr int sizes[] = {4, 16};
  constexpr auto wanted = sycl::aspect::cpu;
  failures += !refuses_others([&](size_t local) {
    q.parallel_for(sycl::nd_range<1>(16, local),
                   [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(width),
                                              sycl::device_has(wanted)]] {
                     p[it.get_global_id()] = width;
                   })
        .wait();
  });
  failures += last(q, p) != 16;
  failures += !refuses_others([&](size_t local) {
    q.parallel_for(sycl::nd_range<1>(16, local),
                   [=](sycl::nd_item<1> it)
                       [[sycl::reqd_work_group_size(sizes[1] + width - 16)]] {
                         p[it.get_global_id()]++;
                       })
        .wait();
  });
  failures += last(q, p) != 17;
  q.parallel_for(sycl::nd_range<1>(16, 16),
                 [=](sycl::nd_item<1> it) [[intel::sub_group_size(primary)]] {
                   p[it.get_global_id()]++;
                 })
      .wait();
  failures += last(q, p) != 18;
  sycl::free(p, q);
  std::printf("%d failures\n", failures);
  return failures;
}
