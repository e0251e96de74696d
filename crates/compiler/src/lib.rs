//! The tandem++ driver as a library: options, host and device pass, post-link, wrap, device link.

pub mod post_link;
