//! Post-link, which is a program of Tandem's own.

use tandem_command_line::post_link_request::Request;

use crate::invocation::Invocation;
use crate::toolchain::Toolchain;

/// Has `tandem-post-link` answer a request.
pub fn post_link(toolchain: &Toolchain, request: &Request) -> Invocation {
    let mut post_link = Invocation::new(&toolchain.post_link);
    post_link.args(request.to_args());
    post_link
}
