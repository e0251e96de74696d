//! SPIR-V to native work-group functions: region formation, work-item loops, target machine.
