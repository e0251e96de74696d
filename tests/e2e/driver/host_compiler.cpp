// Another compiler for the host: it reads the integration header, and kernels
// have names. The header lists kernels, arguments and specialization constants.
// STEP: $CXX -fsycl -O2 -Wall -fsycl-host-compiler=g++ -fsycl-host-compiler-options="-DBY_GCC -Wno-unknown-pragmas" $SRC -o $EXE
// STEP: $CXX -fsycl -O2 -fsycl-int-header=unit.h -c $SRC -o unit.o && g++ -fsyntax-only -x c++ unit.h
// STEP: grep -q '{"_ZTS3addILi3EE", 16, [0-9]*, 2}' unit.h && grep -q 'argument_kind::local_accessor' unit.h && grep -q 'factor' unit.h
// STEP: $CXX -fsycl -fsycl-device-only -fsycl-int-header=only.h $SRC -o unit.bc && grep -q add_first only.h
// STEP: g++ -O2 -DBY_GCC -include unit.h -isystem $(dirname $CXX)/../include -c $SRC -o host.o
// STEP: ! $CXX -fsycl -fsycl-host-compiler=g++ -DNO_NAME $SRC -o refused 2> errors; grep -q 'kernels need names' errors && ! test -e refused
// EXPECT: host gcc
// EXPECT: accessors 0 11 22 33
// EXPECT: local 3 2 1 0
// EXPECT: constant 7 9
// EXPECT: template 5
#include <cstdio>
#include <sycl/sycl.hpp>

class add_first;
class reverse;
class read_constant;
template <int N> class add;

namespace names {
constexpr sycl::specialization_id<int> factor(7);
}

template <int N> int added(sycl::queue &q, int value) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<add<N>>([=] { *out = value + N; }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

int main() {
#ifdef BY_GCC
  std::printf("host gcc\n");
#endif
  sycl::queue q;
  int data[4] = {0, 1, 2, 3};
  {
    sycl::buffer<int> in(data, 4), out{sycl::range<1>(4)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(in, h, sycl::read_only);
      sycl::accessor b(out, h, sycl::write_only);
      int ten = 10;
      h.parallel_for<add_first>(
          4, [=](sycl::id<1> i) { b[i] = a[i] + ten * int(i); });
    });
    sycl::host_accessor result(out, sycl::read_only);
    std::printf("accessors %d %d %d %d\n", result[0], result[1], result[2],
                result[3]);
  }
  int *values = sycl::malloc_device<int>(4, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> tile(4, h);
     h.parallel_for<reverse>(sycl::nd_range<1>(4, 4),
                             [=](sycl::nd_item<1> item) {
                               int i = int(item.get_local_id(0));
                               tile[i] = i;
                               sycl::group_barrier(item.get_group());
                               values[i] = tile[3 - i];
                             });
   }).wait();
  int host[4];
  q.copy(values, host, 4).wait();
  std::printf("local %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  auto constant = [&](bool set) {
    q.submit([&](sycl::handler &h) {
       if (set)
         h.set_specialization_constant<names::factor>(9);
       h.single_task<read_constant>([=](sycl::kernel_handler kh) {
         values[0] = kh.get_specialization_constant<names::factor>();
       });
     }).wait();
    q.copy(values, host, 1).wait();
    return host[0];
  };
  int first = constant(false);
  std::printf("constant %d %d\n", first, constant(true));
  std::printf("template %d\n", added<3>(q, 2));
#ifdef NO_NAME
  q.single_task([=] { values[0] = 0; }).wait();
#endif
  sycl::free(values, q);
}
