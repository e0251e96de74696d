// Kernels whose captures need more alignment than allocators give by default:
// their copies are freed with the alignment that they were allocated with.
// EXPECT: 0 wrong values
// EXPECT: every copy is aligned, 0 freed with another alignment
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>

namespace {
// Of living memory of this thread; others compile the kernels.
thread_local std::map<void *, size_t> *alignments = nullptr;
unsigned allocated = 0, mismatched = 0;

// The map's own allocations are not aligned ones.
void *allocate(size_t bytes, size_t alignment) {
  void *memory = std::aligned_alloc(alignment, (bytes + alignment - 1) /
                                                   alignment * alignment);
  if (memory && alignments) {
    (*alignments)[memory] = alignment;
    ++allocated;
  }
  return memory;
}

void release(void *memory, size_t alignment) {
  if (alignments) {
    auto found = alignments->find(memory);
    if (found != alignments->end()) {
      mismatched += found->second != alignment;
      alignments->erase(found);
    }
  }
  std::free(memory);
}
} // namespace

void *operator new(size_t bytes, std::align_val_t alignment) {
  if (void *memory = allocate(bytes, static_cast<size_t>(alignment)))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory, std::align_val_t alignment) noexcept {
  release(memory, static_cast<size_t>(alignment));
}
void operator delete(void *memory, size_t,
                     std::align_val_t alignment) noexcept {
  release(memory, static_cast<size_t>(alignment));
}

template <size_t Alignment> struct alignas(Alignment) padded {
  int value;
};

template <size_t Alignment> int run(sycl::queue &queue) {
  const padded<Alignment> captured{static_cast<int>(Alignment)};
  sycl::buffer<int> out(1);
  queue.submit([&](sycl::handler &h) {
    sycl::accessor result(out, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { result[0] = captured.value; });
  });
  return sycl::host_accessor(out, sycl::read_only)[0];
}

int main() {
  sycl::queue queue;
  std::map<void *, size_t> living;
  unsigned wrong = 0;
  alignments = &living;
  wrong += run<32>(queue) != 32;
  wrong += run<64>(queue) != 64;
  wrong += run<128>(queue) != 128;
  alignments = nullptr;
  std::printf("%u wrong values\n", wrong);
  std::printf("%s copy is aligned, %u freed with another alignment\n",
              allocated >= 3 ? "every" : "not every", mismatched);
}
