// Bit-fields that share units of more than 128 bits, at each level of
// optimization.
// STEP: for level in 0 1 2 3; do $CXX -fsycl -O$level $SRC -o $EXE-$level; done
// RUN: for level in 0 1 2 3; do $EXE-$level; done
// EXPECT: right
// EXPECT: right
// EXPECT: right
// EXPECT: right
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

struct fields {
  unsigned __int128 first : 100;
  __int128 second : 90;
  unsigned long third : 40;
  int fourth : 7;
  __int128 fifth : 120;
  bool sixth : 1;
};

struct packed {
  int first : 3;
  __int128 second : 101;
  unsigned __int128 third : 77;
  long fourth : 59;
} __attribute__((packed));

template <class Fields> void change(Fields &object, long number) {
  object.first += number;
  object.second = object.second * 3 - number;
  object.third ^= object.first >> 2;
  object.fourth = -number + object.fourth;
  if (object.second < 0)
    object.second = -object.second >> 5;
}

static void change_all(fields &object, packed &other, long number) {
  change(object, number);
  object.fifth = (object.fifth << 7) - object.second;
  object.sixth = object.fifth < 0;
  if (object.sixth)
    object.fifth /= 3;
  change(other, number);
}

int main() {
  constexpr int count = 64;
  fields objects[count] = {}, expected[count] = {};
  packed others[count] = {}, expected_others[count] = {};
  for (int index = 0; index < count; ++index) {
    objects[index].second = -index * (__int128(1) << 70);
    objects[index].fifth = index * (__int128(7) << 99);
    others[index].third = ~(unsigned __int128)index;
    expected[index] = objects[index];
    expected_others[index] = others[index];
    for (int turn = 0; turn < 3; ++turn)
      change_all(expected[index], expected_others[index],
                 index * 1234567891011L);
  }
  {
    sycl::queue queue;
    sycl::buffer<fields> object_buffer(objects, count);
    sycl::buffer<packed> other_buffer(others, count);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor object(object_buffer, handler);
      sycl::accessor other(other_buffer, handler);
      handler.parallel_for(count, [=](sycl::id<1> index) {
        for (int turn = 0; turn < 3; ++turn)
          change_all(object[index], other[index],
                     long(index[0]) * 1234567891011L);
      });
    });
  }
  bool is_right = true;
  for (int index = 0; index < count; ++index) {
    const fields &left = objects[index], &right = expected[index];
    is_right &= left.first == right.first && left.second == right.second &&
                left.third == right.third && left.fourth == right.fourth &&
                left.fifth == right.fifth && left.sixth == right.sixth;
    is_right &=
        !std::memcmp(&others[index], &expected_others[index], sizeof(packed));
  }
  std::puts(is_right ? "right" : "wrong");
}
