//! The tandem++ driver as a library: options, host and device pass, post-link, wrap, device link.

mod attributes;
pub mod invocation;
pub mod options;
pub mod post_link;
pub mod post_link_request;
mod scan;
pub mod toolchain;
