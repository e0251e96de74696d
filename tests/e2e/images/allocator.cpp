// Images take the memory for their pixels from the program's allocator.
// EXPECT: allocations 1 of 192 bytes, image 7
// EXPECT: given back 1
// EXPECT: in place: 0, image 5
#include <cstdio>
#include <memory>
#include <sycl/sycl.hpp>
#include <vector>

struct counts {
  int allocations = 0, deallocations = 0;
  size_t bytes = 0;
};

template <class T> struct counting_allocator {
  using value_type = T;
  counts *seen;
  explicit counting_allocator(counts *c = nullptr) : seen(c) {}
  template <class U>
  counting_allocator(const counting_allocator<U> &other) : seen(other.seen) {}
  T *allocate(size_t n) {
    ++seen->allocations;
    seen->bytes += n * sizeof(T);
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T *p, size_t n) {
    ++seen->deallocations;
    std::allocator<T>().deallocate(p, n);
  }
  friend bool operator==(counting_allocator a, counting_allocator b) {
    return a.seen == b.seen;
  }
  friend bool operator!=(counting_allocator a, counting_allocator b) {
    return !(a == b);
  }
};

int main() {
  using allocator = counting_allocator<std::byte>;
  using image = sycl::unsampled_image<2, allocator>;
  sycl::queue q;
  counts seen;
  {
    image pixels(sycl::image_format::r32b32g32a32_sint, {4, 3},
                 allocator(&seen));
    pixels.get_host_access<sycl::int4>().write(sycl::int2(1, 2), sycl::int4(7));
    std::printf("allocations %d of %zu bytes, image %d\n", seen.allocations,
                seen.bytes,
                pixels.get_host_access<sycl::int4>().read(sycl::int2(1, 2))[0]);
  }
  std::printf("given back %d\n", seen.deallocations);

  counts unused;
  std::vector<int> memory(4 * 4);
  {
    sycl::unsampled_image<1, allocator> over(
        memory.data(), sycl::image_format::r32b32g32a32_sint, sycl::range<1>(4),
        allocator(&unused));
    over.get_host_access<sycl::int4>().write(3, sycl::int4(5));
  }
  std::printf("in place: %d, image %d\n", unused.allocations, memory[12]);
}
