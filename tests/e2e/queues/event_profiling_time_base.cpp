// All events have their times on one time base: those of kernels, copies, host
// tasks, barriers, graphs and commands that do nothing, of all devices of the
// program. A command is submitted when the program submits it.
// REQUIRES: aspect:queue_profiling
// EXPECT: in order
// EXPECT: out of order
// EXPECT: submissions
// EXPECT: devices
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <sycl/sycl.hpp>

namespace info = sycl::info::event_profiling;
namespace graphs = sycl::ext::oneapi::experimental;

struct Times {
  uint64_t submit, start, end;
};

// Longer than a test takes, and shorter than the distance between two clocks.
constexpr uint64_t Longest = 900'000'000'000;

static Times times(const char *what, const sycl::event &event) {
  Times t{event.get_profiling_info<info::command_submit>(),
          event.get_profiling_info<info::command_start>(),
          event.get_profiling_info<info::command_end>()};
  if (t.submit == 0 || t.submit > t.start || t.start > t.end ||
      t.end - t.submit > Longest)
    std::printf("%s: %llu, %llu, %llu\n", what, (unsigned long long)t.submit,
                (unsigned long long)t.start, (unsigned long long)t.end);
  return t;
}

// Commands of which each begins after the one before has ended.
class Chain {
  const char *last_name = nullptr;
  Times last{};

public:
  void add(const char *name, const sycl::event &event) {
    Times next = times(name, event);
    if (last_name && (next.start < last.end || next.end - last.start > Longest))
      std::printf("%s from %llu after %s until %llu\n", name,
                  (unsigned long long)next.start, last_name,
                  (unsigned long long)last.end);
    last_name = name;
    last = next;
  }
};

static void sleep_ms(int count) {
  std::this_thread::sleep_for(std::chrono::milliseconds(count));
}

static void chain(sycl::queue q, const char *name) {
  int *data = sycl::malloc_device<int>(16, q);
  std::vector<std::pair<const char *, sycl::event>> events;
  auto add = [&](const char *what, auto submit) {
    sycl::event before = events.empty() ? sycl::event() : events.back().second;
    events.emplace_back(what, submit(before));
  };
  auto group = [&](auto command) {
    return [&q, command](const sycl::event &before) {
      return q.submit([&](sycl::handler &h) {
        h.depends_on(before);
        command(h);
      });
    };
  };
  auto kernel = [=](sycl::handler &h) { h.single_task([=] { *data = 1; }); };
  auto task = [](sycl::handler &h) { h.host_task([] { sleep_ms(1); }); };
  auto empty = [](sycl::handler &) {};
  graphs::command_graph graph(q.get_context(), q.get_device());
  auto first = graph.add(kernel);
  graph.add([](sycl::handler &h) { h.host_task([] { sleep_ms(1); }); },
            {graphs::property::node::depends_on(first)});
  auto with_task = graph.finalize();
  graphs::command_graph kernels(q.get_context(), q.get_device());
  kernels.add(kernel);
  auto without_task = kernels.finalize();

  add("kernel", group(kernel));
  add("host task", group(task));
  add("empty group behind a host task", group(empty));
  add("kernel behind a host task", group(kernel));
  add("empty group", group(empty));
  add("copy", group([=](sycl::handler &h) { h.memcpy(data + 1, data, 4); }));
  add("fill", group([=](sycl::handler &h) { h.memset(data, 0, 64); }));
  add("nothing to fill",
      group([=](sycl::handler &h) { h.memset(data, 0, 0); }));
  add("empty range", group([=](sycl::handler &h) {
        h.parallel_for(sycl::range(0), [=](sycl::id<1>) {});
      }));
  add("barrier", [&](const sycl::event &before) {
    return q.ext_oneapi_submit_barrier({before});
  });
  add("host task behind a barrier", group(task));
  add("barrier behind a host task", [&](const sycl::event &before) {
    return q.ext_oneapi_submit_barrier({before});
  });
  add("graph with a host task",
      group([&](sycl::handler &h) { h.ext_oneapi_graph(with_task); }));
  add("graph",
      group([&](sycl::handler &h) { h.ext_oneapi_graph(without_task); }));
  add("barrier of the queue",
      [&](const sycl::event &) { return q.ext_oneapi_submit_barrier(); });
  q.wait();
  add("kernel after all", group(kernel));
  q.wait();
  add("empty group after all", group(empty));
  q.wait();
  add("barrier after all",
      [&](const sycl::event &) { return q.ext_oneapi_submit_barrier(); });
  q.wait();
  Chain all;
  for (const auto &[what, event] : events)
    all.add(what, event);
  sycl::free(data, q);
  std::printf("%s\n", name);
}

int main() {
  using sycl::property::queue::enable_profiling;
  using sycl::property::queue::in_order;
  chain(sycl::queue{{enable_profiling(), in_order()}}, "in order");
  chain(sycl::queue{enable_profiling()}, "out of order");

  sycl::queue q{enable_profiling()};
  sycl::event task =
      q.submit([](sycl::handler &h) { h.host_task([] { sleep_ms(50); }); });
  sycl::event kernel = q.single_task(task, [] {});
  uint64_t end = times("host task", task).end;
  if (times("kernel", kernel).submit > end - 20'000'000)
    std::puts("a kernel is submitted when it can run");
  std::puts("submissions");

  std::vector<sycl::queue> queues;
  for (sycl::device device : sycl::device::get_devices())
    queues.emplace_back(device, enable_profiling());
  sycl::device device = q.get_device();
  if (device.get_info<sycl::info::device::partition_max_sub_devices>() > 1)
    for (sycl::device part :
         device.create_sub_devices<
             sycl::info::partition_property::partition_equally>(1))
      queues.emplace_back(part, enable_profiling());
  Chain all;
  for (int round = 0; round < 2; ++round)
    for (sycl::queue &each : queues) {
      sycl::event event = each.single_task([] {});
      event.wait();
      all.add("kernel of a device", event);
      sleep_ms(1);
    }
  std::puts("devices");
}
