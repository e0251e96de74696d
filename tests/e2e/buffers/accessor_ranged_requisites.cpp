// A ranged accessor requires its whole buffer or sub-buffer (4.7.6.8), but
// uses only its own bytes: the others keep their contents and their
// failures.
// EXPECT: commands on two parts, in the order of their submission: 10 of 10
// EXPECT: commands on two sub-buffers, at the same time: yes
// EXPECT: beside a ranged host_accessor with no_init: 1 1 9 9 1 1 1 1
// EXPECT: beside a ranged accessor with no_init: 1 1 7 7 1 1 1 1
// EXPECT: beside a box of a 2D buffer: 0 1 2 3 4 50 60 7 8 90 100 11
// EXPECT: beside a failed part: 7 7, and the failed part throws
#include <atomic>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>
#include <thread>

static void print(const char *what, sycl::buffer<int> &b) {
  sycl::host_accessor a(b, sycl::read_only);
  std::printf("%s:", what);
  for (int value : a)
    std::printf(" %d", value);
  std::puts("");
}

static void fill_with(sycl::queue &q, sycl::buffer<int> &b, int value) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(b.size(), [=](sycl::id<1> i) { a[i] = value; });
  });
}

int main() {
  sycl::queue q([](sycl::exception_list) {});
  sycl::buffer<int> b(8);
  fill_with(q, b, 1);

  int in_order = 0;
  for (int round = 0; round < 10; ++round) {
    std::atomic<bool> has_ended = false;
    bool came_after = false;
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range<1>(2), sycl::id<1>(0),
                       sycl::read_write_host_task);
      h.host_task([=, &has_ended] {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        has_ended = a[0] == 1;
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range<1>(2), sycl::id<1>(4),
                       sycl::read_write_host_task);
      h.host_task([=, &came_after, &has_ended] { came_after = has_ended; });
    });
    q.wait();
    in_order += came_after;
  }
  std::printf("commands on two parts, in the order of their submission: %d of "
              "10\n",
              in_order);

  {
    sycl::buffer<int> left(b, sycl::id<1>(0), sycl::range<1>(4));
    sycl::buffer<int> right(b, sycl::id<1>(4), sycl::range<1>(4));
    std::atomic<bool> go = false;
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(left, h, sycl::read_write_host_task);
      h.host_task([=, &go] {
        (void)a;
        while (!go)
          std::this_thread::yield();
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(right, h, sycl::range<1>(1), sycl::read_write_host_task);
      h.host_task([=, &go] {
        (void)a;
        go = true;
      });
    });
    q.wait();
    std::puts("commands on two sub-buffers, at the same time: yes");
  }

  {
    sycl::host_accessor a(b, sycl::range<1>(2), sycl::id<1>(2),
                          sycl::write_only, sycl::no_init);
    a[0] = a[1] = 9;
  }
  print("beside a ranged host_accessor with no_init", b);

  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range<1>(2), sycl::id<1>(2), sycl::write_only,
                     sycl::no_init);
    h.parallel_for(2, [=](sycl::id<1> i) { a[i] = 7; });
  });
  print("beside a ranged accessor with no_init", b);

  sycl::buffer<int, 2> grid(sycl::range<2>(3, 4));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(grid, h, sycl::write_only, sycl::no_init);
    h.parallel_for(grid.get_range(), [=](sycl::id<2> i) {
      a[i] = static_cast<int>(4 * i[0] + i[1]);
    });
  });
  {
    sycl::host_accessor a(grid, sycl::range<2>(2, 2), sycl::id<2>(1, 1),
                          sycl::read_write, sycl::no_init);
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k)
        a[i][k] = 10 * (4 * (i + 1) + k + 1);
  }
  {
    sycl::host_accessor a(grid, sycl::read_only);
    std::printf("beside a box of a 2D buffer:");
    for (int value : a)
      std::printf(" %d", value);
    std::puts("");
  }

  fill_with(q, b, 7);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range<1>(2), sycl::id<1>(0),
                     sycl::write_only_host_task, sycl::no_init);
    h.host_task([=] {
      (void)a;
      throw std::runtime_error("on purpose");
    });
  });
  {
    sycl::host_accessor rest(b, sycl::range<1>(2), sycl::id<1>(4),
                             sycl::read_only);
    std::printf("beside a failed part: %d %d", rest[0], rest[1]);
  }
  try {
    sycl::host_accessor a(b, sycl::range<1>(1), sycl::read_only);
    std::puts(", and the failed part does not throw");
  } catch (const sycl::exception &) {
    std::puts(", and the failed part throws");
  }
}
