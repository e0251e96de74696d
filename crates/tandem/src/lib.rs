//! Tandem for Rust programs: queues, buffers, USM and kernels.
