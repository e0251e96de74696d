// event::get_wait_list: the events that a command waits for directly, by
// depends_on and by its accessors.
// EXPECT: default event: 0
// EXPECT: depends_on: first second
// EXPECT: through an event: third
// EXPECT: accessor: writer
// EXPECT: when complete: still equal
#include <atomic>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

int main() {
  sycl::queue q;
  sycl::buffer<int> data(1);
  std::atomic<bool> may_run = false;
  const auto hold = [&] {
    while (!may_run)
      std::this_thread::yield();
  };

  // Incomplete events are always in the list.
  sycl::event first = q.submit([&](sycl::handler &h) { h.host_task(hold); });
  sycl::event second = q.submit([&](sycl::handler &h) { h.host_task(hold); });
  sycl::event third = q.submit([&](sycl::handler &h) {
    h.depends_on({first, second});
    h.single_task([] {});
  });
  sycl::event fourth = q.submit([&](sycl::handler &h) {
    h.depends_on(third);
    h.single_task([] {});
  });
  sycl::event writer = q.submit([&](sycl::handler &h) {
    sycl::accessor write(data, h, sycl::write_only, sycl::no_init);
    h.depends_on(first);
    h.single_task([=] { write[0] = 1; });
  });
  sycl::event reader = q.submit([&](sycl::handler &h) {
    sycl::accessor read(data, h, sycl::read_only);
    h.single_task([=] { (void)read[0]; });
  });

  const auto print = [&](const char *what, const sycl::event &event) {
    std::printf("%s:", what);
    const std::vector<sycl::event> waits_for = event.get_wait_list();
    const auto name = [&](const char *name, const sycl::event &candidate) {
      for (const sycl::event &found : waits_for)
        if (found == candidate)
          std::printf(" %s", name);
    };
    name("first", first);
    name("second", second);
    name("third", third);
    name("fourth", fourth);
    name("writer", writer);
    name("reader", reader);
    std::puts("");
  };
  std::printf("default event: %zu\n", sycl::event().get_wait_list().size());
  print("depends_on", third);
  print("through an event", fourth);
  print("accessor", reader);

  may_run = true;
  q.wait();
  // Complete events may be left out, but no others are in the list.
  bool equal = true;
  for (const sycl::event &event : fourth.get_wait_list())
    equal &= event == third;
  std::printf("when complete: %s\n", equal ? "still equal" : "another event");
}
