//! The CPU driver: object loader, thread pool, launch; and the single-threaded basic device.
