// Independent commands of one out-of-order queue run concurrently; those that
// depend on each other, and those of an in-order queue, do not.
// UNSUPPORTED: native_cpu:basic (the device has no threads)
// REQUIRES: aspect:queue_profiling
// EXPECT: independent kernels overlap: yes
// EXPECT: dependent kernels overlap: no
// EXPECT: kernels of an in-order queue overlap: no
// EXPECT: waiting for the queue waits for all: yes
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>

using namespace sycl;

// Long enough that a second thread joins in on a machine that is busy.
constexpr uint64_t steps = 300'000'000;

static event work(queue &q, uint64_t *result, const std::vector<event> &after) {
  return q.single_task(after, [=] {
    uint64_t state = 88172645463325252u;
    for (uint64_t i = 0; i < steps; ++i) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
    }
    *result = state;
  });
}

static bool overlap(const event &a, const event &b) {
  using namespace info::event_profiling;
  auto begin = [](const event &e) {
    return e.get_profiling_info<command_start>();
  };
  auto end = [](const event &e) { return e.get_profiling_info<command_end>(); };
  return begin(a) < end(b) && begin(b) < end(a);
}

static const char *yes(bool value) { return value ? "yes" : "no"; }

int main() {
  queue q(property::queue::enable_profiling{});
  queue in_order(
      q.get_context(), q.get_device(),
      {property::queue::enable_profiling{}, property::queue::in_order{}});
  uint64_t *results = malloc_device<uint64_t>(2, q);

  event a = work(q, &results[0], {});
  event b = work(q, &results[1], {});
  std::printf("independent kernels overlap: %s\n", yes(overlap(a, b)));

  a = work(q, &results[0], {});
  b = work(q, &results[1], {a});
  std::printf("dependent kernels overlap: %s\n", yes(overlap(a, b)));

  a = work(in_order, &results[0], {});
  b = work(in_order, &results[1], {});
  std::printf("kernels of an in-order queue overlap: %s\n", yes(overlap(a, b)));

  q.fill(results, uint64_t(0), 2).wait();
  work(q, &results[0], {});
  work(q, &results[1], {});
  q.wait();
  uint64_t host[2];
  q.copy(results, host, 2).wait();
  std::printf("waiting for the queue waits for all: %s\n",
              yes(host[0] != 0 && host[0] == host[1]));
  free(results, q);
}
