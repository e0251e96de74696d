// Where a buffer writes back: its memory, set_final_data, nowhere.
// EXPECT: default 1
// EXPECT: const 0
// EXPECT: write back off 0
// EXPECT: final pointer 0 1
// EXPECT: final iterator 0 1
// EXPECT: final null 0
// EXPECT: weak pointer 1
// EXPECT: weak pointer to an array 1
// EXPECT: pointer to std::array 1
// EXPECT: shared pointer 1
#include <array>
#include <cstdio>
#include <list>
#include <memory>
#include <sycl/sycl.hpp>
#include <vector>

template <class Buffer> void set_ones(sycl::queue &q, Buffer &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] = 1; });
  });
}

int main() {
  sycl::queue q;
  std::vector<int> v(16, 0);
  {
    sycl::buffer<int> b(v.data(), 16);
    set_ones(q, b);
  }
  std::printf("default %d\n", v[15]);

  v.assign(16, 0);
  {
    sycl::buffer<int> b(static_cast<const int *>(v.data()), sycl::range<1>(16));
    set_ones(q, b);
  }
  std::printf("const %d\n", v[15]);

  {
    sycl::buffer<int> b(v.data(), 16);
    b.set_write_back(false);
    set_ones(q, b);
  }
  std::printf("write back off %d\n", v[15]);

  std::vector<int> other(16, 0);
  {
    sycl::buffer<int> b(v.data(), 16);
    b.set_final_data(other.data());
    set_ones(q, b);
  }
  std::printf("final pointer %d %d\n", v[15], other[15]);

  std::list<int> list(16, 0);
  {
    sycl::buffer<int> b(v.data(), 16);
    b.set_final_data(list.begin());
    set_ones(q, b);
  }
  std::printf("final iterator %d %d\n", v[15], list.back());

  {
    sycl::buffer<int> b(v.data(), 16);
    b.set_final_data(nullptr);
    set_ones(q, b);
  }
  std::printf("final null %d\n", v[15]);

  auto shared =
      std::shared_ptr<int>(new int[16](), std::default_delete<int[]>());
  {
    sycl::buffer<int> b(16);
    b.set_final_data(std::weak_ptr<int>(shared));
    set_ones(q, b);
  }
  std::printf("weak pointer %d\n", shared.get()[15]);

  auto array = std::shared_ptr<int[]>(new int[16]());
  {
    sycl::buffer<int> b(16);
    b.set_final_data(std::weak_ptr<int[]>(array));
    set_ones(q, b);
  }
  std::printf("weak pointer to an array %d\n", array[15]);

  auto whole = std::make_shared<std::array<int, 16>>();
  {
    sycl::buffer<int> b(v.data(), 16);
    b.set_final_data(whole);
    set_ones(q, b);
  }
  std::printf("pointer to std::array %d\n", (*whole)[15]);

  shared.get()[15] = 0;
  {
    sycl::buffer b(shared, sycl::range(16));
    set_ones(q, b);
  }
  std::printf("shared pointer %d\n", shared.get()[15]);
}
