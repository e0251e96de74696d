// A command that fails is one asynchronous error, and so is each command of the
// program that does not run because of it. Commands that the runtime adds count
// as part of these: the fill of memory that a reduction uses, and the transfer
// of a buffer between contexts.
// REQUIRES: backend:island
// RUN: TANDEM_ISLAND_DEVICE=fail-launch=1 $EXE reduction
// RUN: TANDEM_ISLAND_DEVICE=fail-transfer=1 $EXE scratch
// RUN: TANDEM_ISLAND_DEVICE=fail-device=1 $EXE scratch
// RUN: TANDEM_ISLAND_DEVICE=fail-launch=1 $EXE transfer
// RUN: TANDEM_ISLAND_DEVICE=fail-launch=1 $EXE fences
// EXPECT: reduction: 2 errors
// EXPECT: scratch: 1 errors
// EXPECT-LIKE: .*was asked to fail.*
// EXPECT: scratch: 1 errors
// EXPECT-LIKE: .*is lost.*
// EXPECT: transfer: 2 errors
// EXPECT: fences: 1 errors
#include <iostream>
#include <mutex>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

static std::mutex mutex;
static std::vector<std::string> errors;

static void handle(sycl::exception_list list) {
  for (const std::exception_ptr &each : list) {
    try {
      std::rethrow_exception(each);
    } catch (const std::exception &error) {
      std::lock_guard lock(mutex);
      errors.push_back(error.what());
    }
  }
}

// Waits without the exceptions of commands that fail.
static void finish(std::vector<sycl::queue> queues) {
  for (sycl::queue &q : queues)
    q.wait_and_throw();
}

static void reduce(sycl::queue q, int *sum, const sycl::event &after) {
  q.submit([&](sycl::handler &h) {
    h.depends_on(after);
    h.parallel_for(sycl::range(1000), sycl::reduction(sum, sycl::plus<int>()),
                   [=](sycl::id<1>, auto &total) { total += 1; });
  });
}

int main(int, char **argv) {
  const std::string what = argv[1];
  sycl::queue q{handle};
  int *sum = sycl::malloc_device<int>(1, q);
  if (what == "reduction") {
    reduce(q, sum, q.single_task([=] { *sum = 1; }));
    finish({q});
  } else if (what == "scratch") {
    // A device that is lost before the submission has given it all commands is
    // an error of the submission instead.
    try {
      reduce(q, sum, {});
    } catch (const sycl::exception &error) {
      errors.push_back(error.what());
    }
    finish({q});
  } else if (what == "fences") {
    sycl::event failed = q.single_task([=] { *sum = 1; });
    q.ext_oneapi_submit_barrier({failed});
    q.submit([&](sycl::handler &h) { h.depends_on(failed); });
    finish({q});
  } else {
    sycl::buffer<int> data{sycl::range(1000)};
    sycl::queue other{sycl::context(q.get_device()), q.get_device(), handle};
    auto add = [&](sycl::handler &h) {
      sycl::accessor a{data, h};
      h.parallel_for(1000, [=](sycl::id<1> i) { a[i] += 1; });
    };
    q.submit(add);
    other.submit(add);
    finish({q, other});
  }
  std::cout << what << ": " << errors.size() << " errors\n";
  for (const std::string &error : errors)
    std::cout << error << '\n';
  sycl::free(sum, q);
}
