// Static objects whose destructors use a device that is lost. They run after
// the thread-local objects of the main thread are gone, and still get
// exceptions with a text.
// CASE: all => 0
// EXPECT: main: no exception
// EXPECT: main: Tandem Island 0.0 is lost
// EXPECT: destructor: Tandem Island 0.0 is lost
// EXPECT: destructor: Tandem Island 0.0 is lost
// EXPECT: the last destructor
// STDERR: island: device 1 fails on purpose
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

struct user {
  sycl::queue queue{[](const sycl::exception_list &) {}};
  int *data = sycl::malloc_device<int>(64, queue);

  void use(const char *where) {
    try {
      queue.fill(data, 1, 64).wait();
      std::printf("%s: no exception\n", where);
    } catch (const sycl::exception &e) {
      const std::string text = e.what();
      std::printf("%s: %s\n", where,
                  text.substr(text.find("Tandem Island")).c_str());
    }
  }

  ~user() {
    use("destructor");
    use("destructor");
    sycl::free(data, queue);
    std::puts("the last destructor");
  }
};

int main() {
  setenv("TANDEM_ISLAND_DEVICE", "fail-device=1", 1);
  setenv("ONEAPI_DEVICE_SELECTOR", "island:*", 1);
  static user object;
  object.use("main");
  object.use("main");
}
