//! Foundations of every layer: errors, handles, settings, threads, objects of the program, and
//! process exit.

pub mod address;
pub mod callbacks;
pub(crate) mod clock;
pub(crate) mod config;
pub mod errc;
pub mod error;
pub(crate) mod lazy;
pub mod library;
pub(crate) mod library_work;
pub(crate) mod native_handles;
pub mod object;
pub mod process;
pub mod source_location;
pub mod user_data;
pub(crate) mod workers;
