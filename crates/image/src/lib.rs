//! Device images: descriptors, property sets, symbol tables, fat objects and bundles, as plain data and bytes.
