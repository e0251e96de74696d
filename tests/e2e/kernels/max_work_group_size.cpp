// A launch with work-groups beyond max_work_group_size is refused, in whatever
// dimension; others run.
// EXPECT: 8: ran
// EXPECT: 16: refused
// EXPECT: 2x4: ran
// EXPECT: 4x2: refused
// EXPECT: 1x8: refused
// EXPECT: plain: ran
#include <cstdio>
#include <sycl/sycl.hpp>

template <class Launch> void try_launch(const char *what, Launch launch) {
  try {
    launch();
    std::printf("%s: ran\n", what);
  } catch (const sycl::exception &e) {
    std::printf("%s: %s\n", what,
                e.code() == sycl::errc::nd_range ? "refused" : e.what());
  }
}

int main() {
  sycl::queue q;
  const auto line = [&](size_t local) {
    q.parallel_for(sycl::nd_range<1>(16, local),
                   [=](sycl::nd_item<1>)
                       [[intel::max_work_group_size(1, 1, 8)]] {})
        .wait();
  };
  try_launch("8", [&] { line(8); });
  try_launch("16", [&] { line(16); });
  const auto plane = [&](sycl::range<2> local) {
    q.parallel_for(sycl::nd_range<2>({8, 8}, local),
                   [=](sycl::nd_item<2>)
                       [[intel::max_work_group_size(1, 2, 4)]] {})
        .wait();
  };
  try_launch("2x4", [&] { plane({2, 4}); });
  try_launch("4x2", [&] { plane({4, 2}); });
  try_launch("1x8", [&] { plane({1, 8}); });
  try_launch("plain", [&] {
    q.parallel_for(sycl::range<1>(100),
                   [=](sycl::item<1>)
                       [[intel::max_work_group_size(1, 1, 8)]] {})
        .wait();
  });
}
