// The ways in which a process can end while queues are alive and commands are
// in flight, on the devices of one plugin: CUDA and OpenCL over the fakes of
// their drivers, which run copies and fills, but none of the program's kernels.
// STEP: $CXX -fsycl -O1 -shared -fPIC -DLIBRARY $SRC -o $OUT/libwork.so
// STEP: $CXX -fsycl -O1 -pthread $SRC -ldl -o $OUT/program
// CASE: native_cpu.main => 3
// CASE: native_cpu.thread => 3
// CASE: native_cpu.quick => 3
// CASE: native_cpu.abrupt => 3
// CASE: native_cpu.static => 0
// CASE: native_cpu.close => 0
// CASE: island.main => 3
// CASE: island.thread => 3
// CASE: island.quick => 3
// CASE: island.abrupt => 3
// CASE: island.static => 0
// CASE: island.close => 0
// CASE: opencl.main => 3
// CASE: opencl.thread => 3
// CASE: opencl.quick => 3
// CASE: opencl.abrupt => 3
// CASE: opencl.static => 0
// CASE: opencl.close => 0
// CASE: cuda.main => 3
// CASE: cuda.thread => 3
// CASE: cuda.quick => 3
// CASE: cuda.abrupt => 3
// CASE: cuda.static => 0
// CASE: cuda.close => 0
// EXPECT: busy
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::size_t bytes = 1 << 16;

// Two queues with commands in flight. The destructor waits for nothing.
struct Work {
  sycl::queue first, second{first.get_context(), first.get_device(),
                            sycl::property::queue::in_order{}};
  std::vector<char> host = std::vector<char>(bytes);
  char *data = sycl::malloc_device<char>(bytes, first);

  void submit() {
    for (int round = 0; round < 20; ++round) {
      sycl::event filled = first.fill(data, char(round), bytes);
      second.submit([&](sycl::handler &h) {
        h.depends_on(filled);
        h.memcpy(host.data(), data, bytes);
      });
      first.submit([&](sycl::handler &h) {
        h.depends_on(filled);
        h.host_task([] {});
      });
    }
  }

  bool is_right() {
    first.fill(data, char(7), bytes).wait();
    first.memcpy(host.data(), data, bytes).wait();
    return host[0] == 7 && host[bytes - 1] == 7;
  }
};

} // namespace

#ifdef LIBRARY

// A library whose queues live until its destructors run.
namespace {
std::unique_ptr<Work> work;
}
extern "C" int start_work() {
  work = std::make_unique<Work>();
  if (!work->is_right())
    return 1;
  work->submit();
  return 0;
}

#else

namespace {

// Runs before the constructors of objects, and gets the arguments of `main`.
__attribute__((constructor(101))) void choose(int, char **argv, char **) {
  const char *name = argv[1], *point = std::strchr(name, '.');
  std::string plugin(name, point);
  setenv("ONEAPI_DEVICE_SELECTOR", (plugin + ":*").c_str(), 1);
  setenv("TANDEM_ISLAND_DEVICE", "1", 1);
  // Whoever exits with live queues leaves objects of the driver.
  setenv("FAKE_CUDA_LEFT", "unchecked", 1);
  setenv("FAKE_OPENCL", "leaks=0", 1);
  for (auto [variable, library] :
       {std::pair{"TANDEM_CUDA_DRIVER", "FAKE_CUDA_LIBRARY"},
        std::pair{"TANDEM_OPENCL_LIBRARY", "FAKE_OPENCL_LIBRARY"}})
    if (const char *path = std::getenv(library))
      setenv(variable, path, 1);
}

// Alive until the end of the process in the case `static`: its destructor
// works, after those of everything that was made later.
struct Static {
  std::unique_ptr<Work> work;
  ~Static() {
    if (work && !work->is_right())
      std::puts("wrong"), std::fflush(stdout), _exit(1);
  }
} at_end;

[[noreturn]] void fail(const char *what) {
  std::puts(what);
  std::fflush(stdout);
  _exit(1);
}

void close_library() {
  void *library = dlopen("./libwork.so", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fail(dlerror());
  if (reinterpret_cast<int (*)()>(dlsym(library, "start_work"))() != 0)
    fail("wrong");
  dlclose(library);
}

} // namespace

int main(int, char **argv) {
  std::string end = std::strchr(argv[1], '.') + 1;
  if (end == "close") {
    close_library();
    std::puts("busy");
    return 0;
  }
  auto work = std::make_unique<Work>();
  if (!work->is_right())
    fail("wrong");
  work->submit();
  std::puts("busy");
  std::fflush(stdout);
  if (end == "main")
    std::exit(3);
  if (end == "quick")
    std::quick_exit(3);
  if (end == "abrupt")
    _exit(3);
  if (end == "thread") {
    std::thread([] { std::exit(3); }).detach();
    // Not for ever: the end of the process waits for what is in the queues.
    for (int round = 0; round < 20; ++round)
      work->submit();
    for (;;)
      pause();
  }
  at_end.work = std::move(work);
}

#endif
