// Single-precision functions on the device against the host's, within the
// bounds of SYCL.
// EXPECT: PASS
#include "math_functions.hpp"

int main() { check_functions<float>(); }
