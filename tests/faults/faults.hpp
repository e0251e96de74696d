// Shared code of these programs: they print each failure that reaches them, and
// whether their results are right. tests/faults.rs evaluates the output.
#pragma once
#include <cstdio>
#include <exception>
#include <sycl/sycl.hpp>
#include <utility>
#include <vector>

namespace faults {

// One line for a failure: how it arrived, and its text.
inline void print(const char *arrival, const std::exception_ptr &failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception &e) {
    std::printf("%s: %s\n", arrival, e.what());
  }
}

// The handler of all queues.
inline void on_async_errors(sycl::exception_list errors) {
  for (const std::exception_ptr &error : errors)
    print("async", error);
}

// Whether results are what they would be without failures.
inline void result(bool is_right) {
  std::printf("result: %s\n", is_right ? "right" : "wrong");
}

// Runs `body`, which makes its own queues, and waits for them before it ends.
template <class Body> int run(Body body) {
  try {
    body();
  } catch (...) {
    print("sync", std::current_exception());
  }
  std::puts("end");
  return 0;
}

// Device USM that is freed at the end of its block.
template <class T> class device_memory {
public:
  device_memory(std::size_t count, sycl::queue q)
      : m_queue(std::move(q)), m_data(sycl::malloc_device<T>(count, m_queue)) {
    if (!m_data)
      throw sycl::exception(
          sycl::make_error_code(sycl::errc::memory_allocation),
          "malloc_device returned null");
  }
  device_memory(const device_memory &) = delete;
  ~device_memory() {
    try {
      m_queue.wait();
    } catch (...) {
      print("sync", std::current_exception());
    }
    sycl::free(m_data, m_queue);
  }
  T *get() const { return m_data; }

private:
  sycl::queue m_queue;
  T *m_data;
};

// Whether a vector is 0, step, 2 * step, …
inline bool counts_by(const std::vector<int> &values, int step) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != static_cast<int>(i) * step)
      return false;
  return true;
}

} // namespace faults
