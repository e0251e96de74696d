//! What every layer uses: errors, handles, settings, threads, and objects of the program.

pub(crate) mod clock;
pub(crate) mod config;
pub mod error;
pub mod library;
pub mod object;
pub mod user_data;
pub(crate) mod workers;
