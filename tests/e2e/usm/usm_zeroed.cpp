// Memory that the host can use is zero at first, also where it was used before,
// unless a variable has it filled.
// REQUIRES: aspect:usm_shared_allocations, aspect:usm_host_allocations
// RUN: $EXE
// RUN: TANDEM_USM_FILL=0xCD $EXE
// EXPECT: all bytes are 0
// EXPECT: all bytes are 205
#include <cstdio>
#include <set>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  std::set<int> seen;
  for (auto kind : {sycl::usm::alloc::host, sycl::usm::alloc::shared})
    for (size_t bytes : {1, 100, 4096, 1 << 20})
      for (int round = 0; round < 4; ++round) {
        auto *data = sycl::malloc<unsigned char>(bytes, q, kind);
        for (size_t i = 0; i < bytes; ++i)
          seen.insert(data[i]);
        q.memset(data, 0x77, bytes).wait();
        sycl::free(data, q);
      }
  for (int byte : seen)
    std::printf("%s bytes are %d\n", seen.size() == 1 ? "all" : "some", byte);
}
