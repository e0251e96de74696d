// Threads that use the devices of all plugins at once, with buffers, USM and
// events in common. Each command adds to what others add to, so the sums at the
// end do not depend on the order.
//
// usage: two_plugins SECONDS
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

constexpr int thread_count = 6, buffer_count = 4, size = 256;

std::atomic<int> errors_thrown, errors_seen;

void on_errors(sycl::exception_list errors) {
  errors_seen += static_cast<int>(errors.size());
}

void check(bool holds, const char *what) {
  if (!holds) {
    std::printf("FAILED: %s\n", what);
    std::fflush(stdout);
    std::abort();
  }
}

struct World {
  std::vector<sycl::queue> queues;
  std::vector<sycl::buffer<int>> buffers;
  std::vector<std::atomic<int>> added =
      std::vector<std::atomic<int>>(buffer_count);

  World() {
    for (const sycl::device &device : sycl::device::get_devices()) {
      queues.emplace_back(device, on_errors);
      queues.emplace_back(device, on_errors, sycl::property::queue::in_order{});
    }
    for (int k = 0; k < buffer_count; ++k) {
      buffers.emplace_back(sycl::range(size));
      sycl::host_accessor x(buffers.back(), sycl::write_only, sycl::no_init);
      for (int i = 0; i < size; ++i)
        x[i] = 0;
    }
  }
};

// A single thread.
class Worker {
public:
  Worker(World &world, unsigned seed) : world(world), random(seed) {}

  void step() {
    switch (below(9)) {
    case 0:
    case 1:
      return add_in_kernel();
    case 2:
      return add_in_host_task();
    case 3:
      return add_to_part();
    case 4:
      return usm_chain();
    case 5:
      return own_buffer();
    case 6:
      return reduce();
    case 7:
      return fail();
    default:
      return own_queue();
    }
  }

private:
  int below(int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  }

  sycl::queue &any_queue() {
    return world.queues[static_cast<std::size_t>(
        below(static_cast<int>(world.queues.size())))];
  }

  void add_in_kernel() {
    const auto k = static_cast<std::size_t>(below(buffer_count));
    sycl::event done = any_queue().submit([&](sycl::handler &h) {
      h.depends_on(last);
      sycl::accessor x(world.buffers[k], h);
      h.parallel_for(size, [=](sycl::id<1> i) { x[i] += 1; });
    });
    ++world.added[k];
    last = done;
    if (below(4) == 0)
      done.wait();
  }

  void add_in_host_task() {
    const auto k = static_cast<std::size_t>(below(buffer_count));
    last = any_queue().submit([&](sycl::handler &h) {
      sycl::accessor<int, 1, sycl::access_mode::read_write,
                     sycl::target::host_task>
          x(world.buffers[k], h);
      h.host_task([=] {
        for (int i = 0; i < size; ++i)
          x[i] += 1;
      });
    });
    ++world.added[k];
  }

  void add_to_part() {
    const auto k = static_cast<std::size_t>(below(buffer_count));
    sycl::buffer<int> low(world.buffers[k], sycl::id(0), sycl::range(size / 2));
    sycl::buffer<int> high(world.buffers[k], sycl::id(size / 2),
                           sycl::range(size / 2));
    for (sycl::buffer<int> *part : {&low, &high})
      any_queue().submit([&](sycl::handler &h) {
        sycl::accessor x(*part, h);
        h.parallel_for(size / 2, [=](sycl::id<1> i) { x[i] += 1; });
      });
    ++world.added[k];
  }

  void usm_chain() {
    sycl::queue &q = any_queue();
    std::vector<int> in(size, below(1000)), out(size);
    int *p = sycl::malloc_device<int>(size, q);
    sycl::event copied = q.memcpy(p, in.data(), size * sizeof(int));
    sycl::event changed =
        q.parallel_for(size, {copied, last}, [=](sycl::id<1> i) { p[i] *= 2; });
    sycl::event read = q.memcpy(out.data(), p, size * sizeof(int), changed);
    read.wait();
    check(out[0] == 2 * in[0] && out[size - 1] == 2 * in[0],
          "a chain of commands on USM");
    check(changed.get_info<sycl::info::event::command_execution_status>() ==
              sycl::info::event_command_status::complete,
          "what came before is complete");
    sycl::free(p, q);
  }

  void own_buffer() {
    std::vector<int> data(size, 1);
    {
      sycl::buffer<int> buffer(data);
      for (int round = 0; round < 3; ++round)
        any_queue().submit([&](sycl::handler &h) {
          sycl::accessor x(buffer, h);
          h.parallel_for(size, [=](sycl::id<1> i) { x[i] *= 3; });
        });
    }
    check(data[0] == 27 && data[size - 1] == 27, "write-back of a buffer");
  }

  void reduce() {
    int sum = 0;
    {
      sycl::buffer<int> result(&sum, 1);
      any_queue().submit([&](sycl::handler &h) {
        auto reduction = sycl::reduction(result, h, sycl::plus<int>());
        h.parallel_for(size, reduction, [=](sycl::id<1> i, auto &total) {
          total += static_cast<int>(i);
        });
      });
    }
    check(sum == size * (size - 1) / 2, "a reduction");
  }

  void fail() {
    any_queue().submit([&](sycl::handler &h) {
      h.host_task([] { throw std::runtime_error("on purpose"); });
    });
    ++errors_thrown;
  }

  void own_queue() {
    sycl::queue q(any_queue().get_device(), on_errors);
    const auto k = static_cast<std::size_t>(below(buffer_count));
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(world.buffers[k], h);
      h.parallel_for(size, [=](sycl::id<1> i) { x[i] += 1; });
    });
    ++world.added[k];
    if (below(2) == 0)
      q.wait();
  }

  World &world;
  std::minstd_rand random;
  sycl::event last;
};

} // namespace

int main(int, char **argv) {
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(std::atoi(argv[1]));
  World world;
  std::atomic<long> steps{0};
  std::vector<std::thread> threads;
  for (unsigned seed = 1; seed <= thread_count; ++seed)
    threads.emplace_back([&, seed] {
      Worker worker(world, seed);
      while (std::chrono::steady_clock::now() < end) {
        worker.step();
        ++steps;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (sycl::queue &q : world.queues)
    q.wait_and_throw();
  for (int k = 0; k < buffer_count; ++k) {
    sycl::host_accessor x(world.buffers[static_cast<std::size_t>(k)],
                          sycl::read_only);
    for (int i = 0; i < size; ++i)
      check(x[i] == world.added[static_cast<std::size_t>(k)],
            "each command added once");
  }
  check(errors_seen == errors_thrown, "each failure arrives once");
  std::printf("%zu queues, %ld steps, %d failures on purpose\n",
              world.queues.size(), steps.load(), errors_seen.load());
}
