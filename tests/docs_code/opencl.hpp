// Names in the examples of docs/opencl.md.
#include <CL/cl.h>
cl_context cl_context_of_program;
cl_command_queue cl_queue;
cl_mem cl_memory;
cl_event cl_written;
cl_kernel cl_square;
