// Addresses of SYCL_EXTERNAL functions of a library and of another object are
// taken in one kernel, kept in memory, and called from kernels in other images.
// The functions may query the calling work-item.
// XFAIL: opencl:cpu (functions called through pointers get no ids of work-items from the driver)
// STEP: $CXX -fsycl -O2 -DLIBRARY -shared -fPIC $SRC -o libfunctions.so
// STEP: $CXX -fsycl -O2 -DOTHER -c $SRC -o other.o
// STEP: $CXX -fsycl -O2 -DUSER -c $SRC -o user.o
// STEP: $CXX -fsycl -O2 -DMAIN -c $SRC -o main.o
// STEP: $CXX -fsycl main.o user.o other.o -L. -lfunctions -Wl,-rpath,'$ORIGIN' -o $EXE
// EXPECT: table of 4
// EXPECT: 9 2 9 103 18 5 18 206
// EXPECT: with a structure 11 13
#include <cstdio>
#include <sycl/sycl.hpp>

using function = int (*)(int);
struct wide {
  long values[6];
};

SYCL_EXTERNAL int triple(int value);
SYCL_EXTERNAL int predecessor(int value);
SYCL_EXTERNAL int add_item(int value);
SYCL_EXTERNAL int sum(wide value);
void call(sycl::queue &q, function *table, int *out);

#if defined(LIBRARY)

SYCL_EXTERNAL int triple(int value) { return 3 * value; }
SYCL_EXTERNAL int sum(wide value) {
  long result = 0;
  for (long &element : value.values)
    result += element++;
  return int(result);
}

#elif defined(OTHER)

SYCL_EXTERNAL int predecessor(int value) { return value - 1; }
SYCL_EXTERNAL int add_item(int value) {
  auto item = sycl::ext::oneapi::experimental::this_nd_item<1>();
  return value + 100 * int(item.get_global_id(0) + 1) +
         int(item.get_local_range(0) - 2) * 1000;
}

#elif defined(USER)

void call(sycl::queue &q, function *table, int *out) {
  q.parallel_for(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> item) {
     int i = int(item.get_global_id(0));
     for (int k = 0; k < 4; ++k)
       out[4 * i + k] = table[k](3 * (i + 1));
   }).wait();
  int host[8];
  q.copy(out, host, 8).wait();
  for (int i = 0; i < 8; ++i)
    std::printf("%d%c", host[i], i == 7 ? '\n' : ' ');
  auto structure = reinterpret_cast<int (**)(wide)>(table + 4);
  q.parallel_for(2, [=](sycl::id<1> i) {
     wide value{{1, 1, 2, 2, 3, long(3 + 2 * i)}};
     out[i] = (*structure)(value) - int(value.values[0]);
   }).wait();
  q.copy(out, host, 8).wait();
  std::printf("with a structure %d %d\n", host[0], host[1]);
}

#else

int main() {
  sycl::queue q;
  function *table = sycl::malloc_device<function>(8, q);
  int *out = sycl::malloc_device<int>(8, q);
  q.single_task([=] {
     table[0] = triple;
     table[1] = predecessor;
     table[2] = triple;
     table[3] = add_item;
     *reinterpret_cast<int (**)(wide)>(table + 4) = sum;
   }).wait();
  function host[8];
  q.copy(table, host, 8).wait();
  std::printf("table of %d\n", int(host[0] == host[2]) + 3);
  call(q, table, out);
}

#endif
