// The async handler gets the very exceptions that host tasks threw: of any
// type, each its own although their texts are the same, whatever bytes the text
// has, in the order in which the tasks ran.
// EXPECT: number 1, number 2, number 3
// EXPECT: 42
// EXPECT: bytes ff fe
// EXPECT: sycl: of a task, errc::nd_range 1
// EXPECT: the same object: 1
// EXPECT: nothing is left
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <sycl/sycl.hpp>

// All have the same text.
struct numbered : std::runtime_error {
  int number;
  explicit numbered(int number)
      : std::runtime_error("the same text"), number(number) {}
};

struct not_utf8 : std::exception {
  const char *what() const noexcept override { return "\xff\xfe"; }
};

// Shows that no copy was made.
struct shared_payload {
  std::shared_ptr<int> payload;
};

int main() {
  sycl::exception_list reported;
  sycl::queue q([&](sycl::exception_list errors) { reported = errors; },
                sycl::property::queue::in_order());
  auto fail = [&](auto error) {
    q.submit([&](sycl::handler &h) { h.host_task([=] { throw error; }); });
  };
  auto rethrow = [&] {
    for (const std::exception_ptr &error : reported)
      try {
        std::rethrow_exception(error);
      } catch (const numbered &error) {
        std::printf("%snumber %d", error.number == 1 ? "" : ", ", error.number);
      } catch (int number) {
        std::printf("%d", number);
      } catch (const not_utf8 &error) {
        std::printf("bytes %02x %02x", error.what()[0] & 255,
                    error.what()[1] & 255);
      } catch (const sycl::exception &error) {
        std::printf("sycl: %s, errc::nd_range %d", error.what(),
                    error.code() == sycl::errc::nd_range);
      }
    std::printf("\n");
    reported = {};
  };
  for (int number : {1, 2, 3})
    fail(numbered(number));
  q.wait_and_throw();
  rethrow();
  fail(42);
  q.wait_and_throw();
  rethrow();
  fail(not_utf8());
  q.wait_and_throw();
  rethrow();
  fail(sycl::exception(sycl::errc::nd_range, "of a task"));
  q.wait_and_throw();
  rethrow();
  auto payload = std::make_shared<int>(7);
  fail(shared_payload{payload});
  q.wait_and_throw();
  try {
    std::rethrow_exception(*reported.begin());
  } catch (const shared_payload &error) {
    std::printf("the same object: %d\n", error.payload == payload);
  }
  reported = {};
  q.wait_and_throw();
  if (!reported.size())
    std::puts("nothing is left");
}
