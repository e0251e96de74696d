//! The machine that host code is compiled for: the one that the driver runs on.

/// Its triple, as clang writes it.
pub const TRIPLE: &str = of_architecture::TRIPLE;

/// The linker's library directories for this architecture, on systems that several architectures share.
pub const LIBRARY_DIRS: [&str; 2] = of_architecture::LIBRARY_DIRS;

/// Whether a triple names this architecture.
pub fn is_name(triple: &str) -> bool {
    triple.split('-').next() == TRIPLE.split('-').next()
}

#[cfg(target_arch = "x86_64")]
mod of_architecture {
    pub const TRIPLE: &str = "x86_64-pc-linux-gnu";
    pub const LIBRARY_DIRS: [&str; 2] = ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu"];
}

#[cfg(target_arch = "aarch64")]
mod of_architecture {
    pub const TRIPLE: &str = "aarch64-unknown-linux-gnu";
    pub const LIBRARY_DIRS: [&str; 2] = ["/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];
}
