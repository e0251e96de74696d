// Complex arithmetic and functions for device code: what clang calls for
// operators of _Complex types, and what std::complex calls, with the special
// values of C17, annex G.
#pragma once

#define REAL float
#define NAME(name) name##f
#define CALL(name) __builtin_##name##f
#define MULTIPLY __mulsc3
#define DIVIDE __divsc3
#define LARGEST __FLT_MAX__
#define TANH_IS_ONE 11.0f // tanh rounds to 1 from here on
#include "complex_functions.h"

#define REAL double
#define NAME(name) name
#define CALL(name) __builtin_##name
#define MULTIPLY __muldc3
#define DIVIDE __divdc3
#define LARGEST __DBL_MAX__
#define TANH_IS_ONE 22.0
#include "complex_functions.h"
