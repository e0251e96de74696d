// The device library: functions of the C library that device code may call and
// that are no single operation of SPIR-V. `build.rs` makes bitcode of it.
// docs/c-library.md lists what kernels may call.

#include "arithmetic.h"
#include "characters.h"
#include "complex.h"
#include "strings.h"
