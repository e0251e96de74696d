//! The steps of an offload compilation as tools of their own, with the options
//! of DPC++'s: each is a function here and a thin command of `tandem`.

pub mod bundler;
pub mod wrapper;
