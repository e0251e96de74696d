// copy, fill and update_host on accessors and memory of the host.
// EXPECT: from host 5 6 7 8
// EXPECT: to host 5 6 7 8
// EXPECT: between 7 7 7 7
// EXPECT: update 7
// EXPECT: part 0 5 6 0
// EXPECT: shared source 5 6 7 8, owners 1
// EXPECT: shared destination 5 6 7 8
#include <chrono>
#include <cstdio>
#include <memory>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

static void show(const char *title, sycl::buffer<int> &b) {
  sycl::host_accessor a(b, sycl::read_only);
  std::printf("%s %d %d %d %d\n", title, a[0], a[1], a[2], a[3]);
}

int main() {
  sycl::queue q;
  sycl::buffer<int> a(4), b(4);
  int host[4] = {5, 6, 7, 8}, back[4] = {};
  q.submit([&](sycl::handler &h) {
    h.copy(host, sycl::accessor(a, h, sycl::write_only, sycl::no_init));
  });
  show("from host", a);
  q.submit([&](sycl::handler &h) {
     h.copy(sycl::accessor(a, h, sycl::read_only), back);
   }).wait();
  std::printf("to host %d %d %d %d\n", back[0], back[1], back[2], back[3]);
  std::vector<int> v(4, 1);
  sycl::buffer<int> c(v.data(), 4, {sycl::property::buffer::use_host_ptr()});
  q.submit([&](sycl::handler &h) {
    h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 7);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(b, h, sycl::read_only);
    sycl::accessor to(c, h, sycl::write_only);
    h.copy(from, to);
  });
  show("between", c);
  q.submit([&](sycl::handler &h) {
     h.update_host(sycl::accessor(c, h, sycl::read_only));
   }).wait();
  std::printf("update %d\n", v[3]);
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h), 0); });
  q.submit([&](sycl::handler &h) {
    h.copy(host, sycl::accessor(b, h, sycl::range<1>(2), sycl::id<1>(1),
                                sycl::write_only));
  });
  show("part", b);

  // The pointee of a shared pointer lives exactly until the copy is done.
  {
    auto first = std::shared_ptr<int>(new int[4]{5, 6, 7, 8},
                                      std::default_delete<int[]>());
    std::weak_ptr<int> watched = first;
    q.submit([&](sycl::handler &h) {
      h.host_task([] {}); // something to wait for
    });
    q.submit([&](sycl::handler &h) {
      h.copy(first, sycl::accessor(b, h, sycl::write_only));
    });
    auto owner = std::move(first);
    {
      sycl::host_accessor a(b, sycl::read_only);
      std::printf("shared source %d %d %d %d,", a[0], a[1], a[2], a[3]);
    }
    for (int rounds = 0; watched.use_count() > 1 && rounds < 10000; ++rounds)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::printf(" owners %ld\n", watched.use_count());
  }
  auto second = std::shared_ptr<int[]>(new int[4]());
  q.submit([&](sycl::handler &h) {
     h.copy(sycl::accessor(b, h, sycl::read_only), second);
   }).wait();
  std::printf("shared destination %d %d %d %d\n", second[0], second[1],
              second[2], second[3]);
}
