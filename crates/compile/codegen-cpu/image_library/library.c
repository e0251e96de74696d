/* The image library of the CPU device: what kernels do with images, as
   functions that are inlined into them. */

#include "samplers.h"

#define SAMPLE sample_texel
#include "functions.h"
