// Each function of the C library in a kernel, against the host, where the
// compiler knows what the functions do.
// REQUIRES: aspect:fp64
// EXPECT: float: PASS
// EXPECT: double: PASS
#include "functions.hpp"
