// Vectors in formats of printf, as in OpenCL: elements of all sizes, flags,
// scalars along with them.
// REQUIRES: aspect:fp64
// XFAIL: opencl:cpu (in OpenCL C, too, printf("%v3hlg %d", (float3)1, 100) prints 0)
// EXPECT: int4 1,-2,3,-4 float2 1.50,2.25 end 7
// EXPECT: uchar8 01,02,03,04,05,06,07,ff
// EXPECT: long2 -5,6 double4 0.5,1.5,2.5,3.5 short4 -1,2,-3,4
// EXPECT: float3 1,2,3 100%
#include <sycl/sycl.hpp>

namespace ex = sycl::ext::oneapi::experimental;
template <class T, int N> using plain = T __attribute__((ext_vector_type(N)));

int main() {
  sycl::queue q;
  q.single_task([=] {
     ex::printf("int4 %v4hld float2 %.2v2hlf end %d\n",
                plain<int, 4>{1, -2, 3, -4}, plain<float, 2>{1.5f, 2.25f}, 7);
     ex::printf("uchar8 %02v8hhx\n",
                plain<unsigned char, 8>{1, 2, 3, 4, 5, 6, 7, 255});
     ex::printf("long2 %v2ld double4 %v4lg short4 %v4hd\n",
                plain<long, 2>{-5, 6}, plain<double, 4>{0.5, 1.5, 2.5, 3.5},
                plain<short, 4>{-1, 2, -3, 4});
     ex::printf("float3 %v3hlg %d%%\n", plain<float, 3>{1, 2, 3}, 100);
   }).wait();
}
