#include "handler.hpp"

#include <cstdlib>
#include <cstring>

namespace orders {

namespace {

// How errors begin of commands that did not run.
constexpr char dependent[] = "not executed, since a command";

// Uses the runtime as handlers may.
void use_runtime(Buffer read, sycl::queue queue) {
  try {
    sycl::host_accessor reader(read, sycl::range(chunk), sycl::id(0),
                               sycl::read_only);
  } catch (const sycl::exception &) {
    // These contents are undefined.
  }
  Value value = 0;
  {
    Buffer buffer(&value, sycl::range(1));
    queue.submit([&](sycl::handler &h) {
      sycl::accessor x(buffer, h, sycl::write_only, sycl::no_init);
      h.single_task([=] { x[0] = 1; });
    });
    queue.wait();
  }
  if (value != 1)
    std::abort();
}

} // namespace

void SharedErrors::add(std::size_t queue, const sycl::exception_list &errors) {
  const std::lock_guard lock(mutex);
  for (const std::exception_ptr &error : errors)
    try {
      std::rethrow_exception(error);
    } catch (const std::exception &e) {
      if (std::strncmp(e.what(), dependent, sizeof dependent - 1) == 0)
        ++of_queues[queue].dependents;
      else
        of_queues[queue].failures.emplace_back(e.what());
    }
}

std::vector<Errors> SharedErrors::get() {
  const std::lock_guard lock(mutex);
  return of_queues;
}

sycl::async_handler handler(const std::shared_ptr<SharedErrors> &errors,
                            std::size_t queue, const Buffer &buffer,
                            const sycl::queue &other) {
  return [=](sycl::exception_list list) {
    use_runtime(buffer, other);
    errors->add(queue, list);
  };
}

} // namespace orders
