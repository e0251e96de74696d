// Builtins that are declared with other signatures than they have.
#include "kernel.hpp"

extern "C" unsigned long __spirv_BuiltInLocalInvocationId(float);
extern "C" float __spirv_ocl_atan2();
extern "C" long __spirv_ocl_sin(long);
extern "C" void __spirv_ControlBarrier(unsigned, unsigned, unsigned);
extern "C" int __spirv_NoSuchThing(int);

struct functor : plain {
  long *out;
  void operator()() const {
    out[0] = __spirv_BuiltInLocalInvocationId(1.0f);
    out[1] = __spirv_ocl_atan2();
    out[2] = __spirv_ocl_sin(3);
    out[3] = __spirv_NoSuchThing(3);
    __spirv_ControlBarrier(9, 2, 272);
    __spirv_ControlBarrier(2, 2, 6);
  }
};

void host() { submit<class kernel>(functor{}); }
