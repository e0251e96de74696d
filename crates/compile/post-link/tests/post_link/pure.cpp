// Calls of builtins without effects: an unused one goes away, equal ones become
// one, although the declarations say nothing of that.
#include "kernel.hpp"

extern "C" float __spirv_ocl_sin(float);
void elsewhere(size_t);
SYCL_EXTERNAL void elsewhere(size_t);

struct functor : plain {
  float *out;
  void operator()() const {
    __spirv_ocl_sin(out[0]);
    elsewhere(__spirv_BuiltInGlobalInvocationId(0));
    elsewhere(__spirv_BuiltInGlobalInvocationId(0));
    out[1] = __spirv_ocl_sin(2.0f) + __spirv_ocl_sin(2.0f);
  }
};

void host() { submit<class kernel>(functor{}); }
