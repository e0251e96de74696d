// Pointers in shared memory itself: a list that the host builds and the device
// walks.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: 5050
#include <cstdio>
#include <sycl/sycl.hpp>

struct node {
  int value;
  node *next;
};

int main() {
  sycl::queue q;
  node *nodes = sycl::malloc_shared<node>(100, q);
  int *sum = sycl::malloc_shared<int>(1, q);
  for (int i = 0; i < 100; ++i)
    nodes[i] = {i + 1, i < 99 ? &nodes[i + 1] : nullptr};
  node *head = nodes;
  q.single_task([=] {
     int total = 0;
     for (const node *n = head; n; n = n->next)
       total += n->value;
     *sum = total;
   }).wait();
  std::printf("%d\n", *sum);
  sycl::free(nodes, q);
  sycl::free(sum, q);
}
