// A command that fails reaches the handler; whatever depends on it, through
// events or through buffers, reports that instead of running.
// EXPECT: by event: kernel ran 0, host task ran 0, errors 1, dependents 3
// EXPECT: the status of all is complete
// EXPECT: by buffer: kernel ran 0, value 7
// EXPECT: in order: kernel ran 1
// EXPECT: afterwards: kernel ran 1
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <stdexcept>

using namespace sycl;

static int errors, dependents;
static void count(exception_list list) {
  for (const std::exception_ptr &error : list)
    try {
      std::rethrow_exception(error);
    } catch (const std::runtime_error &) {
      ++errors;
    } catch (const sycl::exception &error) {
      // Each names the first failure.
      dependents += std::strstr(error.what(), "host task") != nullptr;
    } catch (...) {
      std::puts("an error of another kind");
    }
}

static void fail(handler &h) {
  h.host_task([] { throw std::runtime_error("host task"); });
}

static int value(queue &q, const int *p) {
  int result;
  q.copy(p, &result, 1).wait();
  return result;
}

int main() {
  queue q{default_selector_v, count};
  int *ran = malloc_device<int>(1, q);
  std::atomic<int> tasks = 0;

  q.fill(ran, 0, 1).wait();
  event failed = q.submit(fail);
  event kernel = q.single_task(failed, [=] { ++*ran; });
  event task = q.submit([&](handler &h) {
    h.depends_on(kernel);
    h.host_task([&] { ++tasks; });
  });
  event last = q.memset(ran, 1, sizeof(int), task);
  last.wait();
  q.wait_and_throw();
  std::printf(
      "by event: kernel ran %d, host task ran %d, errors %d, dependents %d\n",
      value(q, ran), tasks.load(), errors, dependents);
  bool complete = true;
  for (const event &e : {failed, kernel, task, last})
    complete &= e.get_info<info::event::command_execution_status>() ==
                info::event_command_status::complete;
  std::puts(complete ? "the status of all is complete" : "not complete");

  q.fill(ran, 0, 1).wait();
  int value = 7;
  {
    buffer<int> data(&value, 1);
    q.submit([&](handler &h) {
      accessor written(data, h, write_only, no_init);
      h.host_task([=] {
        (void)written;
        throw std::runtime_error("writer");
      });
    });
    q.submit([&](handler &h) {
      accessor used(data, h, read_write);
      h.single_task([=] {
        ++*ran;
        used[0] = 8;
      });
    });
    q.wait_and_throw();
  }
  std::printf("by buffer: kernel ran %d, value %d\n", ::value(q, ran), value);

  q.fill(ran, 0, 1).wait();
  queue ordered{default_selector_v, count, property::queue::in_order{}};
  int *counter = malloc_device<int>(1, ordered);
  ordered.fill(counter, 0, 1).wait();
  ordered.submit(fail);
  ordered.single_task([=] { ++*counter; });
  ordered.wait_and_throw();
  std::printf("in order: kernel ran %d\n", ::value(ordered, counter));

  q.fill(ran, 0, 1).wait();
  q.single_task([=] { ++*ran; }).wait_and_throw();
  std::printf("afterwards: kernel ran %d\n", ::value(q, ran));
  free(counter, ordered);
  free(ran, q);
}
