/* The image library of NVIDIA GPUs: what kernels do with images, as functions
   that are inlined into them. */

#include "textures.h"

#define SAMPLE sample_any
#include "functions.h"
