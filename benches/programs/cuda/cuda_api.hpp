// CUDA's driver API, opened at run time, for programs that compare SYCL with
// it: they build where there is no CUDA.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace cuda {

using address = std::uint64_t;
struct context_st;
struct stream_st;
struct event_st;
struct module_st;
struct function_st;
struct graph_st;
struct graph_exec_st;
using context = context_st *;
using stream = stream_st *;
using event = event_st *;
using code = module_st *;
using function = function_st *;
using graph = graph_st *;
using graph_exec = graph_exec_st *;

// A rectangle of bytes: CUDA_MEMCPY2D.
struct memcpy_2d {
  std::size_t src_x = 0, src_y = 0;
  int src_type = 0;
  const void *src_host = nullptr;
  address src_device = 0;
  void *src_array = nullptr;
  std::size_t src_pitch = 0;
  std::size_t dst_x = 0, dst_y = 0;
  int dst_type = 0;
  void *dst_host = nullptr;
  address dst_device = 0;
  void *dst_array = nullptr;
  std::size_t dst_pitch = 0;
  std::size_t width_in_bytes = 0, height = 0;
};

// CU_MEMORYTYPE_UNIFIED
constexpr int unified = 4;
// CU_STREAM_NON_BLOCKING
constexpr unsigned non_blocking = 1;

inline void check(int result, const char *call) {
  if (result != 0) {
    std::fprintf(stderr, "%s: CUDA error %d\n", call, result);
    std::exit(1);
  }
}

// A function of the library, by its exported name.
template <class... Args> class entry {
public:
  explicit entry(const char *name) : name_(name) {
    static void *library = dlopen("libcuda.so.1", RTLD_NOW);
    void *found = library ? dlsym(library, name) : nullptr;
    if (!found) {
      std::fprintf(stderr, "there is no %s\n", name);
      std::exit(1);
    }
    function_ = reinterpret_cast<int (*)(Args...)>(found);
  }
  void operator()(Args... args) const { check(function_(args...), name_); }

private:
  const char *name_;
  int (*function_)(Args...);
};

struct api {
  entry<unsigned> init{"cuInit"};
  entry<int *, int> device_get{"cuDeviceGet"};
  entry<context *, int> primary_retain{"cuDevicePrimaryCtxRetain"};
  entry<context> set_current{"cuCtxSetCurrent"};
  entry<stream *, unsigned> stream_create{"cuStreamCreate"};
  entry<stream> stream_synchronize{"cuStreamSynchronize"};
  entry<stream, event, unsigned> stream_wait{"cuStreamWaitEvent"};
  entry<event *, unsigned> event_create{"cuEventCreate"};
  entry<event, stream> event_record{"cuEventRecord"};
  entry<event> event_synchronize{"cuEventSynchronize"};
  entry<code *, const void *> module_load{"cuModuleLoadData"};
  entry<function *, code, const char *> module_function{"cuModuleGetFunction"};
  entry<function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
        unsigned, stream, void **, void **>
      launch{"cuLaunchKernel"};
  entry<address *, std::size_t> alloc{"cuMemAlloc_v2"};
  entry<address> free{"cuMemFree_v2"};
  entry<address *, std::size_t, stream> alloc_async{"cuMemAllocAsync"};
  entry<address, stream> free_async{"cuMemFreeAsync"};
  entry<void **, std::size_t, unsigned> alloc_host{"cuMemHostAlloc"};
  entry<void *> free_host{"cuMemFreeHost"};
  entry<address, const void *, std::size_t> to_device{"cuMemcpyHtoD_v2"};
  entry<void *, address, std::size_t> to_host{"cuMemcpyDtoH_v2"};
  entry<address, const void *, std::size_t, stream> to_device_async{
      "cuMemcpyHtoDAsync_v2"};
  entry<void *, address, std::size_t, stream> to_host_async{
      "cuMemcpyDtoHAsync_v2"};
  entry<address, address, std::size_t, stream> copy_async{"cuMemcpyAsync"};
  entry<const memcpy_2d *, stream> copy_2d_async{"cuMemcpy2DAsync_v2"};
  entry<address, unsigned char, std::size_t, stream> fill_8{"cuMemsetD8Async"};
  entry<address, unsigned, std::size_t, stream> fill_32{"cuMemsetD32Async"};
  entry<address, std::size_t, unsigned> alloc_managed{"cuMemAllocManaged"};
  entry<stream, int> begin_capture{"cuStreamBeginCapture_v2"};
  entry<stream, graph *> end_capture{"cuStreamEndCapture"};
  entry<graph_exec *, graph, std::uint64_t> instantiate{
      "cuGraphInstantiateWithFlags"};
  entry<graph_exec, stream> graph_launch{"cuGraphLaunch"};
};

} // namespace cuda
