// Sums of floats by reductions in several shapes: microseconds for each, the
// median of several bursts of reductions on an in-order queue. Arguments: the
// numbers of elements in Mi.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int bursts = 15, burst = 10;

template <class Submit>
void measure(sycl::queue &queue, const char *shape, size_t count, float *sum,
             Submit submit) {
  std::vector<double> times;
  for (int repetition = -1; repetition < bursts; ++repetition) {
    auto begin = std::chrono::steady_clock::now();
    for (int index = 0; index < burst; ++index)
      submit();
    queue.wait();
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - begin;
    if (repetition >= 0)
      times.push_back(time.count() / burst);
  }
  std::sort(times.begin(), times.end());
  float result = 0;
  queue.copy(sum, &result, 1).wait();
  std::printf("%-44s %9zu Ki %9.1f us  %s\n", shape, count >> 10,
              times[times.size() / 2],
              result == float(count) ? "right" : "wrong");
}

int main(int argc, char **argv) {
  sycl::queue queue{sycl::property::queue::in_order()};
  for (int argument = 1; argument < argc; ++argument) {
    const size_t count = size_t(std::atof(argv[argument]) * (1 << 20));
    float *data = sycl::malloc_device<float>(count, queue);
    float *sum = sycl::malloc_device<float>(1, queue);
    queue.fill(data, 1.0f, count).wait();
    auto reduction = [&] {
      return sycl::reduction(
          sum, sycl::plus<>(),
          {sycl::property::reduction::initialize_to_identity()});
    };
    measure(queue, "range", count, sum, [&] {
      queue.parallel_for(
          sycl::range(count), reduction(),
          [=](sycl::id<1> id, auto &total) { total += data[id]; });
    });
    for (size_t group : {256, 64}) {
      char shape[64];
      std::snprintf(shape, sizeof shape,
                    "nd_range, groups of %zu, an element each", group);
      measure(queue, shape, count, sum, [&] {
        queue.parallel_for(sycl::nd_range<1>(count, group), reduction(),
                           [=](sycl::nd_item<1> item, auto &total) {
                             total += data[item.get_global_id(0)];
                           });
      });
    }
    const size_t items = std::min<size_t>(count, 1 << 18);
    measure(queue, "nd_range, groups of 256, many elements each", count, sum,
            [&] {
              queue.parallel_for(sycl::nd_range<1>(items, 256), reduction(),
                                 [=](sycl::nd_item<1> item, auto &total) {
                                   for (size_t at = item.get_global_id(0);
                                        at < count; at += items)
                                     total += data[at];
                                 });
            });
    auto largest = [](float left, float right) {
      return left < right ? right : left;
    };
    measure(queue, "range, a lambda and an identity", count, sum, [&] {
      queue.parallel_for(
          sycl::range(count), sycl::reduction(sum, 0.0f, largest),
          [=](sycl::id<1> id, auto &most) { most.combine(data[id] * count); });
    });
    sycl::free(data, queue);
    sycl::free(sum, queue);
  }
}
