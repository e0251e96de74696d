//! The compiler cache.
