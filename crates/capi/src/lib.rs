//! libtandem.so: the C ABI under the C++ headers.
