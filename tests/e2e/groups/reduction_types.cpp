// Reductions of types that are neither default constructible nor assignable,
// with and without an identity, of one value and of several.
// REQUIRES: aspect:usm_device_allocations
// EXPECT: range 1008 at 144, nd_range 1008 at 144
// EXPECT: with an identity 1008 at 144, from the identity 1008 at 144
// EXPECT: span 1008 at 144, 994 at 142, 1001 at 143
// EXPECT: pair 1008 144
// EXPECT: nothing combined 5 at 7
#include <cstdio>
#include <sycl/sycl.hpp>
#include <utility>

// The greatest value and where it is.
class Greatest {
public:
  const int value;
  const int place;
  Greatest(int value, int place) : value(value), place(place) {}
  Greatest(const Greatest &) = default;
  // The variable is assigned to.
  Greatest &operator=(const Greatest &other) {
    return *new (static_cast<void *>(this)) Greatest(other);
  }
};
static_assert(!std::is_default_constructible_v<Greatest> &&
              !std::is_trivially_copy_assignable_v<Greatest>);

struct Choose {
  Greatest operator()(const Greatest &left, const Greatest &right) const {
    return left.value < right.value ? right : left;
  }
};

constexpr int count = 1000;
// All differ. The greatest is 1008, at 144.
Greatest element(size_t index) {
  return Greatest(int(index * 7 % 1009), int(index));
}

template <class T> class Variable {
  sycl::queue &m_queue;
  T *m_device;

public:
  Variable(sycl::queue &queue, const T &start, size_t size = 1)
      : m_queue(queue), m_device(sycl::malloc_device<T>(size, queue)) {
    for (size_t index = 0; index < size; ++index)
      m_queue.memcpy(m_device + index, &start, sizeof(T)).wait();
  }
  Variable(const Variable &) = delete;
  ~Variable() { sycl::free(m_device, m_queue); }
  T *get() const { return m_device; }
  void print(const char *what, const char *end, size_t index = 0) const {
    Greatest host(0, 0);
    m_queue.memcpy(&host, m_device + index, sizeof host).wait();
    std::printf("%s%d at %d%s", what, host.value, host.place, end);
  }
};

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  const Greatest least(-1, -1);
  const sycl::range<1> all(count);
  {
    const Variable<Greatest> v(q, least), w(q, least);
    q.parallel_for(all, sycl::reduction(v.get(), Choose()),
                   [=](sycl::id<1> i, auto &r) { r.combine(element(i)); });
    v.print("range ", ", ");
    q.parallel_for(sycl::nd_range<1>(all, 50),
                   sycl::reduction(w.get(), Choose()),
                   [=](sycl::nd_item<1> it, auto &r) {
                     if (it.get_local_id(0) % 2 == 0)
                       r.combine(element(it.get_global_id(0)));
                   });
    w.print("nd_range ", "\n");
  }
  {
    const Variable<Greatest> v(q, least), w(q, Greatest(9999, 0));
    q.parallel_for(all, sycl::reduction(v.get(), least, Choose()),
                   [=](sycl::id<1> i, auto &r) {
                     if (r.identity().value == -1)
                       r.combine(element(i));
                   });
    v.print("with an identity ", ", ");
    q.parallel_for(
        sycl::nd_range<1>(all, 50),
        sycl::reduction(w.get(), least, Choose(),
                        sycl::property::reduction::initialize_to_identity()),
        [=](sycl::nd_item<1> it, auto &r) {
          r.combine(element(it.get_global_id(0)));
        });
    w.print("from the identity ", "\n");
  }
  {
    const Variable<Greatest> v(q, least, 3);
    q.parallel_for(
        all, sycl::reduction(sycl::span<Greatest, 3>(v.get(), 3), Choose()),
        [=](sycl::id<1> i, auto &r) {
          if (i[0] < 333)
            r[i % 3].combine(element(i));
        });
    v.print("span ", ", ", 0);
    v.print("", ", ", 1);
    v.print("", "\n", 2);
  }
  {
    // A type with a user-provided assignment, but a trivial copy constructor.
    using Pair = std::pair<int, int>;
    Pair *pair = sycl::malloc_device<Pair>(1, q), host(-1, -1);
    q.copy(&host, pair, 1);
    q.parallel_for(all, sycl::reduction(pair, sycl::maximum<Pair>()),
                   [=](sycl::id<1> i, auto &r) {
                     r.combine(Pair(element(i).value, int(i)));
                   });
    q.copy(pair, &host, 1).wait();
    std::printf("pair %d %d\n", host.first, host.second);
    sycl::free(pair, q);
  }
  const Variable<Greatest> v(q, Greatest(5, 7));
  q.parallel_for(all, sycl::reduction(v.get(), Choose()),
                 [=](sycl::id<1>, auto &) {});
  v.print("nothing combined ", "\n");
}
