//! The SYCL runtime: platforms, program manager, scheduler, memory and USM, over PI.
