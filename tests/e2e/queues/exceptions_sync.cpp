// Synchronous errors: their codes, category and text.
// EXPECT: category sycl
// EXPECT: local size: nd_range
// EXPECT: too large: nd_range
// EXPECT: two commands: invalid
// EXPECT: user code 7 sycl: runtime of users
// EXPECT: from command group: logic
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>

template <class F> void expect(const char *title, F f) {
  try {
    f();
    std::printf("%s: nothing\n", title);
  } catch (const sycl::exception &e) {
    const char *name = e.code() == sycl::errc::nd_range  ? "nd_range"
                       : e.code() == sycl::errc::invalid ? "invalid"
                       : e.code() == sycl::errc::runtime ? "runtime"
                                                         : "?";
    std::printf("%s: %s%s\n", title, name, *e.what() ? "" : " without text");
  }
}

int main() {
  sycl::queue q;
  static_assert(std::is_error_code_enum<sycl::errc>::value);
  std::printf("category %s\n",
              make_error_code(sycl::errc::invalid).category().name());
  expect("local size", [&] {
    q.parallel_for(sycl::nd_range<1>(100, 33), [](sycl::nd_item<1>) {}).wait();
  });
  size_t limit =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  expect("too large", [&] {
    q.parallel_for(sycl::nd_range<1>(limit * 2, limit * 2),
                   [](sycl::nd_item<1>) {})
        .wait();
  });
  expect("two commands", [&] {
    q.submit([&](sycl::handler &h) {
      h.single_task([] {});
      h.single_task([] {});
    });
  });
  try {
    throw sycl::exception(std::error_code(7, sycl::sycl_category()),
                          "runtime of users");
  } catch (const std::exception &e) {
    auto &error = dynamic_cast<const sycl::exception &>(e);
    std::printf("user code %d %s: %s\n", error.code().value(),
                error.category().name(), error.what());
  }
  try {
    q.submit([&](sycl::handler &) { throw std::logic_error("logic"); });
  } catch (const std::logic_error &e) {
    std::printf("from command group: %s\n", e.what());
  }
  q.wait_and_throw();
}
