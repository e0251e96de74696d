//! The CPU plugin: libpi_native_cpu.so.
