// Buffers over shared memory: from all that becomes a shared pointer to the
// elements or to an array of them, with and without an allocator.
// EXPECT: array 2 3 4 5
// EXPECT: second base 11, with an allocator 12
// EXPECT: const view 7, written back 0
// EXPECT: taken from a unique pointer 8 9
// EXPECT: another library's 21, alive 0
// EXPECT: owners 3 2
#include <cstdio>
#include <memory>
#include <sycl/sycl.hpp>

using allocator = sycl::buffer_allocator<int>;
using sycl::range, sycl::property_list;

struct First {
  int number = 1;
};
struct Second {
  int number = 10;
};
struct Derived : First, Second {};

// The interface of boost::shared_ptr.
template <class T> class foreign_pointer {
  std::shared_ptr<T> m_owned;

public:
  using element_type = T;
  explicit foreign_pointer(T *memory) : m_owned(memory) {}
  T *get() const { return m_owned.get(); }
  long use_count() const { return m_owned.use_count(); }
};

template <class T, class Pointer, class Dimensions = range<1>>
constexpr bool takes =
    std::is_constructible_v<sycl::buffer<T>, Pointer, Dimensions> &&
    std::is_constructible_v<sycl::buffer<T>, Pointer, Dimensions,
                            property_list> &&
    std::is_constructible_v<sycl::buffer<T>, Pointer, Dimensions,
                            sycl::buffer_allocator<std::remove_const_t<T>>> &&
    std::is_constructible_v<sycl::buffer<T>, Pointer, Dimensions,
                            sycl::buffer_allocator<std::remove_const_t<T>>,
                            property_list>;
static_assert(takes<int, std::shared_ptr<int>>);
static_assert(takes<int, std::shared_ptr<int[]>>);
static_assert(takes<int, std::shared_ptr<int[4]>>);
static_assert(takes<const int, std::shared_ptr<int>>);
static_assert(takes<const int, std::shared_ptr<const int[]>>);
static_assert(takes<int, std::unique_ptr<int>>);
static_assert(takes<int, std::unique_ptr<int[]>>);
static_assert(takes<Second, std::shared_ptr<Derived>>);
static_assert(takes<int, foreign_pointer<int>>);
// Not from pointers to const memory, to other elements, or that do not share.
static_assert(!takes<int, std::shared_ptr<const int>>);
static_assert(!takes<int, foreign_pointer<const int>>);
static_assert(!takes<int, std::shared_ptr<float>>);
static_assert(!takes<int, std::shared_ptr<void>>);
static_assert(!takes<Derived, std::shared_ptr<Second>>);
static_assert(!takes<int, std::unique_ptr<int> &>);
static_assert(!takes<int, std::weak_ptr<int>>);

template <class T, int Dimensions>
void add_one(sycl::queue &q, sycl::buffer<T, Dimensions> &b, int T::*member) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.parallel_for(b.get_range(),
                   [=](sycl::id<Dimensions> i) { a[i].*member += 1; });
  });
}
template <int Dimensions>
void add_one(sycl::queue &q, sycl::buffer<int, Dimensions> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.parallel_for(b.get_range(), [=](sycl::id<Dimensions> i) { a[i] += 1; });
  });
}

int main() {
  sycl::queue q;
  {
    std::shared_ptr<int[]> array(new int[4]{1, 2, 3, 4});
    {
      sycl::buffer<int, 2> b(array, range(2, 2), allocator());
      add_one(q, b);
    }
    std::printf("array %d %d %d %d\n", array[0], array[1], array[2], array[3]);
  }
  {
    const auto object = std::make_shared<Derived>();
    {
      sycl::buffer<Second> b(object, range(1));
      add_one(q, b, &Second::number);
    }
    std::printf("second base %d, ", object->Second::number);
    {
      sycl::buffer<Second> b(object, range(1),
                             sycl::buffer_allocator<Second>());
      add_one(q, b, &Second::number);
    }
    std::printf("with an allocator %d\n",
                object->First::number == 1 ? object->Second::number : -1);
  }
  {
    const auto number = std::make_shared<int>(7);
    int seen = 0;
    {
      sycl::buffer<const int> b(number, range(1));
      seen = sycl::host_accessor(b, sycl::read_only)[0];
      *number = 0; // not over it again at the end
    }
    std::printf("const view %d, written back %d\n", seen, *number);
  }
  {
    sycl::buffer<int> b(std::unique_ptr<int[]>(new int[2]{7, 8}), range(2));
    add_one(q, b);
    sycl::host_accessor read(b, sycl::read_only);
    std::printf("taken from a unique pointer %d %d\n", read[0], read[1]);
  }
  {
    foreign_pointer<int> foreign(new int(20));
    {
      sycl::buffer b(foreign, range(1));
      static_assert(std::is_same_v<decltype(b), sycl::buffer<int>>);
      add_one(q, b);
    }
    std::printf("another library's %d, ", *foreign.get());
    std::shared_ptr<int> last(new int(1));
    const std::weak_ptr<int> watched = last;
    {
      sycl::buffer b(last, range(1));
      last.reset();
      if (watched.expired())
        return 1;
    }
    std::printf("alive %d\n", !watched.expired());
  }
  {
    const auto number = std::make_shared<int>(1);
    sycl::buffer<int> first(number, range(1)), second(number, range(1));
    const long owners = number.use_count();
    first = second;
    std::printf("owners %ld %ld\n", owners, number.use_count());
  }
}
