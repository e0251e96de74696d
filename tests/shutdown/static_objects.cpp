// Objects of all storage durations whose destructors submit work and wait.
// CASE: all => 0
// EXPECT: thread-local: 64
// EXPECT: main ends
// EXPECT: function-static: 64
// EXPECT: static: 64
#include <sycl/sycl.hpp>

#include <cstdio>
#include <thread>

struct user {
  const char *name;
  sycl::queue queue;
  sycl::buffer<int> buffer{64};
  int *data = sycl::malloc_shared<int>(64, queue);

  explicit user(const char *n) : name(n) {}
  ~user() {
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only);
      h.parallel_for(64, [=](sycl::id<1> i) { out[i] = 1; });
    });
    int *usm = data;
    queue
        .submit([&](sycl::handler &h) {
          sycl::accessor in(buffer, h, sycl::read_only);
          h.parallel_for(64, [=](sycl::id<1> i) { usm[i] = in[i]; });
        })
        .wait();
    int sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += data[i];
    std::printf("%s: %d\n", name, sum);
    sycl::free(data, queue);
  }
};

user static_user("static");

int main() {
  static user function_static("function-static");
  std::thread([] { thread_local user local("thread-local"); }).join();
  std::puts("main ends");
}
