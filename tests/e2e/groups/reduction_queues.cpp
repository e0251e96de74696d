// Reductions on several queues do not wait for each other, and an error of one
// does not affect the others.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: a reduction that waits for a host task: 45 45
// EXPECT: queues of one thread: 200 reductions
// EXPECT: behind a failure: 45
// EXPECT: refused 10000 times, then 45
// EXPECT: at once: 499500 499500
// EXPECT: without an identity: 7
// EXPECT: PASS
#include <atomic>
#include <cstdio>
#include <future>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

// Adds 0 to 9 to a variable.
sycl::event add(sycl::queue &q, int *sum,
                const std::vector<sycl::event> &deps) {
  return q.parallel_for(sycl::range<1>(10), deps,
                        sycl::reduction(sum, sycl::plus<>()),
                        [](sycl::id<1> i, auto &s) { s += int(i[0]); });
}

} // namespace

int main() {
  sycl::queue first([](sycl::exception_list) {});
  sycl::queue second(first.get_context(), first.get_device());
  int *sums = sycl::malloc_shared<int>(256, first);
  for (int i = 0; i < 256; ++i)
    sums[i] = 0;
  bool ok = true;

  {
    std::promise<void> promise;
    auto released = promise.get_future().share();
    const sycl::event held = first.submit(
        [&](sycl::handler &h) { h.host_task([=] { released.wait(); }); });
    sycl::event waiting = add(first, sums, {held});
    add(second, sums + 1, {}).wait();
    promise.set_value();
    waiting.wait();
    std::printf("a reduction that waits for a host task: %d %d\n", sums[0],
                sums[1]);
  }

  {
    std::promise<void> promise;
    auto released = promise.get_future().share();
    std::vector<sycl::queue> queues;
    for (int i = 0; i < 20; ++i)
      queues.emplace_back(first.get_context(), first.get_device());
    const sycl::event held = first.submit(
        [&](sycl::handler &h) { h.host_task([=] { released.wait(); }); });
    std::vector<sycl::event> waiting;
    for (int i = 0; i < 200; ++i)
      waiting.push_back(add(queues[i % 20], sums + 32 + i, {held}));
    add(queues[0], sums + 2, {}).wait();
    promise.set_value();
    int right = 0;
    for (int i = 0; i < 200; ++i) {
      waiting[i].wait();
      right += sums[32 + i] == 45;
    }
    std::printf("queues of one thread: %d reductions\n", right);
  }

  {
    sycl::event failed = first.submit([&](sycl::handler &h) {
      h.host_task([] { throw std::runtime_error("on purpose"); });
    });
    add(first, sums + 3, {failed});
    first.wait();
    ok &= sums[3] == 0;
    add(first, sums + 4, {}).wait();
    std::printf("behind a failure: %d\n", sums[4]);
    first.wait_and_throw();
  }

  {
    int refused = 0;
    for (int i = 0; i < 10000; ++i)
      try {
        second.submit([&](sycl::handler &h) {
          const auto body = [](sycl::id<1> i, auto &s) { s += int(i[0]); };
          h.parallel_for(sycl::range<1>(10),
                         sycl::reduction(sums + 5, sycl::plus<>()), body);
          h.parallel_for(sycl::range<1>(10),
                         sycl::reduction(sums + 5, sycl::plus<>()), body);
        });
      } catch (const sycl::exception &e) {
        refused += e.code() == sycl::errc::invalid;
      }
    add(second, sums + 6, {}).wait();
    std::printf("refused %d times, then %d\n", refused, sums[6]);
  }

  {
    // More work-items than one piece of the runtime's memory suffices for.
    sycl::queue in_order(first.get_context(), first.get_device(),
                         sycl::property::queue::in_order());
    long *totals = sycl::malloc_shared<long>(2, first);
    totals[0] = totals[1] = 0;
    for (int i = 0; i < 1000; ++i) {
      in_order.parallel_for(sycl::nd_range<1>(512, 16),
                            sycl::reduction(totals, sycl::plus<>()),
                            [=](sycl::nd_item<1> it, auto &s) {
                              s += it.get_global_id(0) == 0 ? i : 0;
                            });
      sycl::queue &q = i % 2 ? first : second;
      // Out-of-order queues: one variable for all needs dependencies.
      q.parallel_for(sycl::range<1>(512),
                     sycl::reduction(sums + 7, sycl::plus<>()),
                     [=](sycl::id<1> j, auto &s) { s += j[0] == 0 ? i : 0; })
          .wait();
    }
    in_order.wait();
    std::printf("at once: %ld %d\n", totals[0], sums[7]);
    sycl::free(totals, first);
  }

  {
    // Results of which some are absent: most work-items combine nothing.
    const auto larger = [](int a, int b) { return a > b ? a : b; };
    for (int round = 0; round < 3; ++round)
      first
          .parallel_for(sycl::range<2>(30, 50),
                        sycl::reduction(sums + 8, larger),
                        [](sycl::id<2> i, auto &s) {
                          if (i[0] == 7 && i[1] == 3)
                            s.combine(7);
                        })
          .wait();
    std::printf("without an identity: %d\n", sums[8]);
  }
  sycl::free(sums, first);
  std::puts(ok ? "PASS" : "FAIL");
}
