//! The shared parts of the compiler's programs: the command line of `tandem-post-link`, which `tandem++` writes and
//! that program reads; options in LLVM's style; the words of a text; output files.

pub mod arguments;
pub mod output;
pub mod post_link_request;
pub mod words;
