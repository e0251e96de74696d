//! The device-driver API and what every driver shares: events, command queues, memory objects, kernel metadata and the compiler cache.
