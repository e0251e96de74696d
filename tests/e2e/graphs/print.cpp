// A graph as text for Graphviz.
// RUN: $EXE && sed -E 's/0x[0-9a-f]+/ADDRESS/g' plain.dot verbose.dot
// EXPECT: digraph dot {
// EXPECT-LIKE:   "0" \[style=bold, label="ID = 0\\nTYPE = memset"\];
// EXPECT-LIKE:   "1" \[style=bold, label="ID = 1\\nTYPE = kernel\\nNAME = .*increase.*"\];
// EXPECT-LIKE:   "2" \[style=bold, label="ID = 2\\nTYPE = memcpy"\];
// EXPECT:   "0" -> "1";
// EXPECT:   "1" -> "2";
// EXPECT: }
// EXPECT-LIKE:   "1" .*GLOBAL = 4x16\\nLOCAL = 1x8"\];
// EXPECT-LIKE:   "2" .*SRC = ADDRESS\\nDST = ADDRESS\\nBYTES = 4"\];
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

class increase;

int main() {
  sycl::queue q(sycl::property::queue::in_order{});
  int *data = sycl::malloc_device<int>(1, q);
  int result = 0;
  graphs::command_graph graph(q);
  graph.begin_recording(q);
  q.memset(data, 0, sizeof(int));
  q.parallel_for<increase>(sycl::nd_range<2>({4, 16}, {1, 8}),
                           [=](sycl::nd_item<2> item) {
                             if (item.get_global_linear_id() == 0)
                               ++*data;
                           });
  q.memcpy(&result, data, sizeof(int));
  graph.end_recording();
  graph.print_graph("plain.dot");
  graph.print_graph("verbose.dot", true);
  sycl::free(data, q);
}
