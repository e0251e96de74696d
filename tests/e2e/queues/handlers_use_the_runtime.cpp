// Handlers of asynchronous errors, and destructors of what host tasks have
// captured, run without locks of the runtime: they use the buffers and queues
// that the failed commands have used, whichever thread releases them last.
// EXPECT: at the end of a queue, its handler reads the buffer: 1
// EXPECT: a queue that only a buffer keeps: 0 of 8 handlers are missing
// EXPECT: destructors of captures: 16 of 16
// EXPECT: exceptions: 8 of 8
#include <atomic>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>

static std::atomic<int> handled = 0, destroyed = 0, exceptions = 0;

template <class Condition> static void wait_until(Condition condition) {
  for (int tries = 0; tries < 5000 && !condition(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

static void write(sycl::queue &q, sycl::buffer<int> &b, int value) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { a[0] = value; });
  });
}

static int read(sycl::buffer<int> &b) {
  return sycl::host_accessor(b, sycl::read_only)[0];
}

// Uses the runtime when the last copy goes.
struct captured {
  sycl::queue q;
  sycl::buffer<int> b;
  captured(const sycl::queue &queue, const sycl::buffer<int> &buffer)
      : q(queue), b(buffer) {}
  ~captured() {
    write(q, b, 5);
    const int value = read(b); // The program may have written its own.
    destroyed += value == 4 || value == 5;
  }
};

struct thrown {
  std::shared_ptr<sycl::buffer<int>> b;
  ~thrown() { exceptions += b.use_count() == 1 && read(*b) == 3; }
};

static void fail(sycl::queue &q, sycl::buffer<int> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only_host_task);
    h.host_task([=] { throw a[0]; });
  });
}

int main() {
  sycl::buffer<int> b(1);
  sycl::queue other;
  int seen = 0;
  {
    sycl::queue q([&](sycl::exception_list errors) {
      seen = read(b) * static_cast<int>(errors.size());
    });
    write(q, b, 1);
    fail(q, b);
    q.wait();
  }
  std::printf("at the end of a queue, its handler reads the buffer: %d\n",
              seen);

  const int rounds = 8;
  for (int i = 0; i < rounds; ++i) {
    {
      sycl::queue q([&](sycl::exception_list errors) {
        write(other, b, 2);
        const int value = read(b); // Later rounds may have written theirs.
        handled += value >= 1 && value <= 3 && errors.size() == 1;
      });
      write(q, b, 1);
      fail(q, b);
    }
    // Takes the place of the failed queue's command in the buffer.
    write(other, b, 3);
  }
  wait_until([&] { return handled == rounds; });
  std::printf(
      "a queue that only a buffer keeps: %d of 8 handlers are missing\n",
      rounds - handled);

  for (int i = 0; i < rounds; ++i) {
    // One runs, and one does not. Neither writes: a command that reads what a
    // failed one was to write fails, too.
    auto first = std::make_shared<captured>(other, b), second = first;
    second = std::make_shared<captured>(other, b);
    sycl::queue q([](sycl::exception_list) {});
    sycl::event failed = q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only_host_task);
      h.host_task([=, owned = std::move(first)] { throw 1; });
    });
    q.submit([&](sycl::handler &h) {
      h.depends_on(failed);
      sycl::accessor a(b, h, sycl::read_only_host_task);
      h.host_task([=, owned = std::move(second)] {});
    });
    write(other, b, 4);
  }
  wait_until([&] { return destroyed == 2 * rounds; });
  std::printf("destructors of captures: %d of 16\n", destroyed.load());

  for (int i = 0; i < rounds; ++i) {
    auto own = std::make_shared<sycl::buffer<int>>(sycl::range<1>(1));
    write(other, *own, 3);
    sycl::queue q([](sycl::exception_list) {});
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only_host_task, sycl::no_init);
      h.host_task([=, own = std::move(own)]() mutable {
        throw thrown{std::move(own)};
      });
    });
    write(other, b, 3);
  }
  wait_until([&] { return exceptions == rounds; });
  std::printf("exceptions: %d of 8\n", exceptions.load());
}
