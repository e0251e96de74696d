// Kernels with private arrays larger than a thread's usual stack run, from
// threads with small stacks, too. A kernel that asks for more than there is is
// refused where it is submitted, and the queue works on.
// EXPECT: 16 KiB: ok
// EXPECT: 1024 KiB: ok
// EXPECT: 32768 KiB: ok
// EXPECT: small stack, 16 KiB: ok
// EXPECT: small stack, 1024 KiB: ok
// EXPECT: small stack, 32768 KiB: ok
// EXPECT: refused: memory_allocation, bytes of stack
// EXPECT: 16 KiB: ok
// UNSUPPORTED: cuda:* (private memory has 512 KiB for each work-item)
// UNSUPPORTED: opencl:* (drivers do not refuse private arrays that are too large)

#include <cstdio>
#include <cstring>
#include <limits.h>
#include <pthread.h>
#include <sycl/sycl.hpp>

constexpr int items = 64;

/// Each work-item fills an array of `bytes` bytes and returns one element.
template <size_t bytes> bool run(sycl::queue &q) {
  constexpr size_t length = bytes / sizeof(int);
  int result[items] = {};
  {
    sycl::buffer<int> buffer(result, items);
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::read_write);
      h.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
        int array[length];
        for (size_t k = 0; k < length; k += 64)
          array[k] = int(k + i[0]);
        out[i] = array[(i[0] * 977 + size_t(out[i])) % (length / 64) * 64];
      });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < items; ++i)
    ok &= result[i] == int(i * 977 % (length / 64) * 64 + i);
  return ok;
}

template <size_t kib> void report(sycl::queue &q, const char *where) {
  std::printf("%s%zu KiB: %s\n", where, kib,
              run<(kib << 10)>(q) ? "ok" : "wrong");
}

void report_all(sycl::queue &q, const char *where) {
  report<16>(q, where);
  report<1024>(q, where);
  report<32768>(q, where);
}

void on_small_stack(sycl::queue &q) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 << 10);
  auto body = [](void *queue) -> void * {
    report_all(*static_cast<sycl::queue *>(queue), "small stack, ");
    return nullptr;
  };
  pthread_t thread;
  if (pthread_create(&thread, &attributes, body, &q) == 0)
    pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

void too_large(sycl::queue &q) {
  int *data = sycl::malloc_device<int>(items, q);
  try {
    q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
      char array[size_t(3) << 29];
      for (size_t k = 0; k < sizeof array; k += 4096)
        array[k] = char(k + i[0]);
      data[i] = array[(i[0] * 977 + size_t(data[i])) % 1000 * 4096];
    });
    std::printf("not refused\n");
  } catch (const sycl::exception &e) {
    const char *code = e.code() == sycl::errc::memory_allocation
                           ? "memory_allocation"
                           : "another error";
    std::printf("refused: %s, %s\n", code,
                std::strstr(e.what(), "bytes of stack") ? "bytes of stack"
                                                        : e.what());
  }
  q.wait();
  sycl::free(data, q);
}

int main() {
  sycl::queue q;
  report_all(q, "");
  on_small_stack(q);
  too_large(q);
  report<16>(q, "");
}
