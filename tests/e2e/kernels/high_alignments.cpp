// Alignments above those of vectors, up to a page: buffers and their parts,
// USM, local memory of all kinds, private memory, and captures.
// UNSUPPORTED: opencl:* (local memory is aligned to 128 bytes)
// EXPECT: buffers 1 1 1
// EXPECT: reinterpreted 1, host 1
// EXPECT: USM 1 1
// EXPECT: local 1 1, static 1
// EXPECT: private 1, across a barrier 1
// EXPECT: captured 1 1
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>

struct alignas(256) Line {
  int number = 1;
};
// With an accessor, what kernels of every device can capture.
struct alignas(512) Block {
  int number = 3;
};
struct alignas(4096) Page {
  int number = 2;
};

template <class T> bool is_aligned(T *object) {
  // The compiler takes the alignment for granted.
  volatile uintptr_t address = reinterpret_cast<uintptr_t>(object);
  return address % alignof(T) == 0;
}

struct Results {
  bool yes[3];
};
template <class CommandGroup>
Results run(sycl::queue &q, const CommandGroup &command_group) {
  sycl::buffer<Results> results{1};
  q.submit([&](sycl::handler &h) {
    command_group(h, sycl::accessor(results, h, sycl::write_only));
  });
  return sycl::host_accessor(results)[0];
}

void buffers(sycl::queue &q) {
  sycl::buffer<char> odd(33);
  sycl::buffer<Line> lines(5);
  sycl::buffer<Page> pages(3), part(pages, sycl::id(1), sycl::range(2));
  Results r = run(q, [&](sycl::handler &h, auto out) {
    sycl::accessor a(lines, h);
    sycl::accessor b(pages, h);
    sycl::accessor c(odd, h);
    h.single_task([=] {
      out[0].yes[0] = is_aligned(&a[0]) && is_aligned(&a[4]);
      out[0].yes[1] = is_aligned(&b[0]) && is_aligned(&b[2]);
      c[0] = 1;
    });
  });
  const Results sub = run(q, [&](sycl::handler &h, auto out) {
    sycl::accessor a(part, h);
    h.single_task([=] { out[0].yes[0] = is_aligned(&a[0]); });
  });
  std::printf("buffers %d %d %d\n", r.yes[0], r.yes[1], sub.yes[0]);
  sycl::buffer<char> bytes(2 * sizeof(Page));
  auto view = bytes.reinterpret<Page>(sycl::range(2));
  r = run(q, [&](sycl::handler &h, auto out) {
    sycl::accessor a(view, h);
    h.single_task([=] { out[0].yes[0] = is_aligned(&a[1]); });
  });
  const bool host = is_aligned(&sycl::host_accessor(lines)[0]) &&
                    is_aligned(&sycl::host_accessor(pages)[0]);
  std::printf("reinterpreted %d, host %d\n", r.yes[0], host);
}

void usm(sycl::queue &q) {
  Line *lines = sycl::malloc_device<Line>(3, q);
  void *pages = sycl::aligned_alloc_device(alignof(Page), 100, q);
  std::printf("USM %d %d\n", is_aligned(lines),
              is_aligned(static_cast<Page *>(pages)));
  sycl::free(lines, q);
  sycl::free(pages, q);
}

void local_memory(sycl::queue &q) {
  const Results r = run(q, [&](sycl::handler &h, auto out) {
    sycl::local_accessor<int> odd(3, h), odd_again(1, h);
    sycl::local_accessor<Line> lines(3, h);
    sycl::local_accessor<Page, 0> page(h);
    h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
      odd[0] = odd_again[0] = 1;
      auto fixed =
          sycl::ext::oneapi::group_local_memory<Line[2]>(it.get_group());
      (*fixed)[1].number = 3;
      lines[2].number = 4;
      Page &only = page;
      only.number = 5;
      sycl::group_barrier(it.get_group());
      if (it.get_global_id(0) == 7) {
        out[0].yes[0] = is_aligned(&lines[0]) && lines[2].number == 4;
        out[0].yes[1] = is_aligned(&only) && only.number == 5;
        out[0].yes[2] = is_aligned(&(*fixed)[0]) && (*fixed)[1].number == 3;
      }
    });
  });
  std::printf("local %d %d, static %d\n", r.yes[0], r.yes[1], r.yes[2]);
}

void private_memory(sycl::queue &q) {
  const Results r = run(q, [&](sycl::handler &h, auto out) {
    sycl::local_accessor<int> local(5, h);
    h.parallel_for(sycl::nd_range<1>(5, 5), [=](sycl::nd_item<1> it) {
      const size_t id = it.get_local_id(0);
      Line lines[2];
      volatile int *first = &lines[id % 2].number;
      *first = int(id);
      const bool before = is_aligned(&lines[0]);
      local[id] = before;
      sycl::group_barrier(it.get_group());
      const bool after = is_aligned(&lines[0]) && *first == int(id);
      local[id] += after;
      sycl::group_barrier(it.get_group());
      if (id != 0)
        return;
      bool all = true;
      for (size_t item = 0; item < 5; ++item)
        all &= local[item] == 2;
      out[0].yes[0] = before;
      out[0].yes[1] = all;
    });
  });
  std::printf("private %d, across a barrier %d\n", r.yes[0], r.yes[1]);
}

template <class T> bool is_captured_aligned(sycl::queue &q) {
  const T objects[1];
  const Results r = run(q, [&](sycl::handler &h, auto out) {
    h.parallel_for(sycl::range(1), [=](sycl::item<1> it) {
      const T &object = objects[it[0]];
      out[0].yes[0] = is_aligned(&object) && object.number == T().number;
    });
  });
  return r.yes[0];
}

int main() {
  sycl::queue q;
  buffers(q);
  usm(q);
  local_memory(q);
  private_memory(q);
  std::printf("captured %d %d\n", is_captured_aligned<Line>(q),
              is_captured_aligned<Block>(q));
}
