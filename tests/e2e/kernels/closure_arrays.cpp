// C arrays, std::array, arrays of pointers and of structs with pointers.
// EXPECT: 10 21 32 43
// EXPECT: 6 15 99
#include <array>
#include <cstdio>
#include <sycl/sycl.hpp>

struct slot {
  int weight;
  int *target;
};

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(8, q);
  int values[2][3] = {{1, 2, 3}, {4, 5, 6}};
  std::array<int, 4> fixed = {10, 20, 30, 40};
  int *pointers[2][2] = {{p, p + 1}, {p + 2, p + 3}};
  std::array<slot, 3> slots = {{{1, p + 4}, {2, p + 5}, {3, p + 6}}};
  q.single_task([=] {
     for (int i = 0; i < 4; ++i)
       *pointers[i / 2][i % 2] = fixed[i] + i;
     for (int i = 0; i < 2; ++i) {
       *slots[i].target = 0;
       for (int k = 0; k < 3; ++k)
         *slots[i].target += values[i][k];
     }
     *slots[2].target = 33 * slots[2].weight;
   }).wait();
  int host[8];
  q.copy(p, host, 8).wait();
  std::printf("%d %d %d %d\n%d %d %d\n", host[0], host[1], host[2], host[3],
              host[4], host[5], host[6]);
  sycl::free(p, q);
}
