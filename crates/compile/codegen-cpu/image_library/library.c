/* The image library of the CPU device: what kernels do with images, as
   functions that are inlined into them. */

#include "gradients.h"

#define SAMPLE sample_texel
#define SAMPLE_LEVEL sample_level
#define SAMPLE_GRADIENTS sample_gradients
#include "functions.h"
