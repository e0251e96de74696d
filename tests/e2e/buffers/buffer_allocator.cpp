// Host memory of a buffer comes from the buffer's allocator: a copy of it
// allocates and frees, at the buffer's end at the latest. Memory of the program
// that is used in place needs none.
// REQUIRES: aspect:usm_host_allocations
// EXPECT: own memory: 1 allocation of 1000 elements, result 1001
// EXPECT: iterators: 1 allocation of 3 elements, result 6
// EXPECT: constant memory: 1 allocation of 4 elements, result 11
// EXPECT: use_host_ptr: 0 allocations of 0 elements, result 15
// EXPECT: USM: 42
// EXPECT: out of memory: memory_allocation
// EXPECT: all is freed
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>
#include <sycl/sycl.hpp>

struct usage {
  int allocations = 0;
  size_t elements = 0, bytes_in_use = 0;
};

template <class T> struct counting_allocator {
  using value_type = T;
  usage *counts;
  bool is_empty = false;

  explicit counting_allocator(usage &counts, bool is_empty = false)
      : counts(&counts), is_empty(is_empty) {}
  template <class U>
  counting_allocator(const counting_allocator<U> &other)
      : counts(other.counts), is_empty(other.is_empty) {}

  T *allocate(size_t count) {
    if (is_empty)
      throw std::bad_alloc();
    ++counts->allocations;
    counts->elements += count;
    counts->bytes_in_use += count * sizeof(T);
    return static_cast<T *>(std::malloc(count * sizeof(T)));
  }
  void deallocate(T *memory, size_t count) {
    counts->bytes_in_use -= count * sizeof(T);
    std::free(memory);
  }
  friend bool operator==(counting_allocator a, counting_allocator b) {
    return a.counts == b.counts;
  }
  friend bool operator!=(counting_allocator a, counting_allocator b) {
    return !(a == b);
  }
};

size_t in_use = 0;

void print(const char *what, const usage &counts, int result) {
  in_use += counts.bytes_in_use;
  std::printf("%s: %d allocation%s of %zu elements, result %d\n", what,
              counts.allocations, counts.allocations == 1 ? "" : "s",
              counts.elements, result);
}

// The sum of the elements as the host sees them after a kernel used the buffer.
template <class T, class Allocator>
int add_up(sycl::queue &q, sycl::buffer<T, 1, Allocator> &values) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(values, h);
    h.single_task([=] { a[0] += 1; });
  });
  sycl::host_accessor a(values, sycl::read_only);
  return std::accumulate(a.begin(), a.end(), 0);
}

int main() {
  sycl::queue q;
  usage own, copied, constant, in_place, none;
  int result;
  {
    sycl::buffer<int, 1, counting_allocator<int>> values(
        sycl::range(1000), counting_allocator<int>(own));
    // Elements of another type are in the same memory.
    auto bytes = values.reinterpret<unsigned char>();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(bytes, h, sycl::write_only, sycl::no_init);
      h.parallel_for(bytes.size(), [=](sycl::id<1> i) { a[i] = i % 4 == 0; });
    });
    result = add_up(q, values);
  }
  print("own memory", own, result);
  {
    const int numbers[] = {1, 2, 2};
    sycl::buffer<int, 1, counting_allocator<int>> values(
        numbers, numbers + 3, counting_allocator<int>(copied));
    result = add_up(q, values);
  }
  print("iterators", copied, result);
  {
    const int numbers[] = {1, 2, 3, 4};
    sycl::buffer<int, 1, counting_allocator<int>> values(
        numbers, sycl::range(4), counting_allocator<int>(constant));
    result = add_up(q, values);
  }
  print("constant memory", constant, result);
  {
    int numbers[] = {1, 2, 3, 4, 4};
    sycl::buffer<int, 1, counting_allocator<int>> values(
        numbers, sycl::range(5), counting_allocator<int>(in_place),
        {sycl::property::buffer::use_host_ptr()});
    result = add_up(q, values);
  }
  print("use_host_ptr", in_place, result);
  {
    using allocator = sycl::usm_allocator<int, sycl::usm::alloc::host>;
    sycl::buffer<int, 1, allocator> values(sycl::range(1), allocator(q));
    {
      sycl::host_accessor a(values, sycl::write_only);
      a[0] = 41;
    }
    std::printf("USM: %d\n", add_up(q, values));
  }
  try {
    sycl::buffer<int, 1, counting_allocator<int>> values(
        sycl::range(1), counting_allocator<int>(none, true));
    sycl::host_accessor a(values);
  } catch (const sycl::exception &e) {
    std::printf("out of memory: %s\n", e.code() == sycl::errc::memory_allocation
                                           ? "memory_allocation"
                                           : e.what());
  }
  std::puts(in_use == 0 ? "all is freed" : "some memory is not freed");
}
