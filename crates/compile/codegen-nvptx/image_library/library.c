/* The image library of NVIDIA GPUs: kernels' operations on images, as functions
   that are inlined into them. */

#include "textures.h"

#define SAMPLE sample_any
#define SAMPLE_LEVEL sample_level_any
#define SAMPLE_GRADIENTS sample_gradients_any
#include "functions.h"
