// Some of many work-items update counters at one address each, and take
// numbers from one of them. The host computes the same.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: counters: right
// EXPECT: numbers: right
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int count = 10007;

template <class T>
using shared_ref = sycl::atomic_ref<T, sycl::memory_order::relaxed,
                                    sycl::memory_scope::device>;

struct Counters {
  int sum, difference, bits, odd, least, most;
  unsigned common, largest;
  long long wide;
};

bool operator==(const Counters &a, const Counters &b) {
  return a.sum == b.sum && a.difference == b.difference && a.bits == b.bits &&
         a.odd == b.odd && a.least == b.least && a.most == b.most &&
         a.common == b.common && a.largest == b.largest && a.wide == b.wide;
}

int value_of(int i) { return i * 7919 % 1009 - 500; }

void update(Counters &all, int i) {
  int x = value_of(i);
  shared_ref<int>(all.sum).fetch_add(x);
  if (i % 3 == 0)
    return;
  shared_ref<int>(all.difference).fetch_sub(x);
  for (int round = 0; round < i % 4; ++round) {
    shared_ref<int>(all.odd).fetch_xor(x + round);
    shared_ref<long long>(all.wide).fetch_add(x * 1000000007ll);
  }
  if (x > 100) {
    shared_ref<int>(all.bits).fetch_or(x);
    shared_ref<int>(all.least).fetch_min(x);
    shared_ref<unsigned>(all.common).fetch_and(x | 12);
  } else {
    shared_ref<int>(all.most).fetch_max(x);
    shared_ref<unsigned>(all.largest).fetch_max(x);
  }
}

int main() {
  sycl::queue queue;
  const Counters start = {5, 6, 0, 0, 1000, -1000, ~0u, 0, -1};
  Counters expected = start,
           *counters = sycl::malloc_shared<Counters>(1, queue);
  *counters = start;
  queue.parallel_for(count, [=](sycl::id<1> i) { update(*counters, i); })
      .wait();
  for (int i = 0; i < count; ++i)
    update(expected, i);
  std::printf("counters: %s\n", *counters == expected ? "right" : "wrong");

  // Each work-item reserves one to four places, and writes its id to the first.
  int *next = sycl::malloc_shared<int>(1, queue);
  int *owner = sycl::malloc_shared<int>(4 * count, queue);
  *next = 0;
  queue
      .parallel_for(count,
                    [=](sycl::id<1> id) {
                      int i = id;
                      if (value_of(i) < 0)
                        return;
                      int first = shared_ref<int>(*next).fetch_add(1 + i % 4);
                      owner[first] = i;
                    })
      .wait();
  std::vector<int> taken(count), wanted(count);
  for (int at = 0; at < *next; at += 1 + owner[at] % 4)
    ++taken[owner[at]];
  for (int i = 0; i < count; ++i)
    wanted[i] = value_of(i) >= 0;
  std::printf("numbers: %s\n", taken == wanted ? "right" : "wrong");
  sycl::free(owner, queue);
  sycl::free(next, queue);
  sycl::free(counters, queue);
}
