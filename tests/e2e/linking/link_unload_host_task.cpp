// A library is closed while its host task is pending: the library stays until
// the task, the destructor of what it captured, and the async handler are done
// with.
// STEP: $CXX -fsycl -O2 -DLIBRARY -fPIC -shared $SRC -o libtasks.so
// STEP: $CXX -fsycl -O2 $SRC -ldl -o $EXE
// EXPECT: pending
// EXPECT: the task ran, and what it captured was destroyed
// EXPECT: its exception: of the library
// EXPECT: the handler of the library was told 1
// EXPECT: the library is gone
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <sycl/sycl.hpp>
#include <thread>

struct control {
  std::atomic<bool> go = false;
  std::atomic<int> ran = 0, destroyed = 0, told = 0;
};

#ifdef LIBRARY

// The library contains its destructor, type information and text.
struct library_error : std::exception {
  const char *what() const noexcept override { return "of the library"; }
};

struct captured {
  control *c;
  explicit captured(control *c) : c(c) {}
  ~captured() { ++c->destroyed; }
};

static auto task(control *c) {
  return [c, kept = std::make_shared<captured>(c)] {
    while (!c->go)
      std::this_thread::yield();
    ++kept->c->ran;
    throw library_error();
  };
}

extern "C" void start(sycl::queue *q, control *c) {
  q->submit([&](sycl::handler &h) { h.host_task(task(c)); });
}

extern "C" void start_on_own_queue(control *c) {
  sycl::queue q([c](sycl::exception_list errors) {
    c->told += static_cast<int>(errors.size());
  });
  q.submit([&](sycl::handler &h) { h.host_task(task(c)); });
}

#else

static bool is_open() {
  void *library = dlopen("./libtasks.so", RTLD_NOW | RTLD_NOLOAD);
  if (library)
    dlclose(library);
  return library;
}

template <class F> static bool becomes_true(F condition) {
  for (int tries = 0; tries < 5000 && !condition(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return condition();
}

int main() {
  control c;
  {
    sycl::queue q([](sycl::exception_list errors) {
      for (const std::exception_ptr &error : errors)
        try {
          std::rethrow_exception(error);
        } catch (const std::exception &error) {
          std::printf("its exception: %s\n", error.what());
        }
    });
    void *library = dlopen("./libtasks.so", RTLD_NOW | RTLD_LOCAL);
    auto start = reinterpret_cast<void (*)(sycl::queue *, control *)>(
        dlsym(library, "start"));
    start(&q, &c);
    dlclose(library);
    std::puts(is_open() && !c.ran ? "pending" : "not pending");
    c.go = true;
    q.wait();
    if (becomes_true([&] { return c.ran == 1 && c.destroyed == 1; }))
      std::puts("the task ran, and what it captured was destroyed");
    q.throw_asynchronous();
  }
  c.go = false;
  {
    void *library = dlopen("./libtasks.so", RTLD_NOW | RTLD_LOCAL);
    auto start = reinterpret_cast<void (*)(control *)>(
        dlsym(library, "start_on_own_queue"));
    start(&c);
    dlclose(library);
  }
  c.go = true;
  becomes_true([&] { return c.told == 1; });
  std::printf("the handler of the library was told %d\n", c.told.load());
  if (becomes_true([] { return !is_open(); }))
    std::puts("the library is gone");
}

#endif
