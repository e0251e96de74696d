// Each function of the C library in a kernel, against the host.
// FLAGS: -fno-builtin -O0
// REQUIRES: aspect:fp64
// EXPECT: float: PASS
// EXPECT: double: PASS
#include "functions.hpp"
