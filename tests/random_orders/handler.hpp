// Handlers of asynchronous errors, which use the runtime.
#pragma once
#include <memory>
#include <mutex>
#include <vector>

#include <sycl/sycl.hpp>

#include "observations.hpp"

namespace orders {

using Buffer = sycl::buffer<Value>;

// Errors of all queues of a program. Handlers may be called after its end.
struct SharedErrors {
  std::mutex mutex;
  std::vector<Errors> of_queues;

  explicit SharedErrors(std::size_t queues) : of_queues(queues) {}
  void add(std::size_t queue, const sycl::exception_list &errors);
  std::vector<Errors> get();
};

// The handler of a queue. It reads a buffer of the program and uses another
// queue, which is of the test.
sycl::async_handler handler(const std::shared_ptr<SharedErrors> &errors,
                            std::size_t queue, const Buffer &buffer,
                            const sycl::queue &other);

} // namespace orders
