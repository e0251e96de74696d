//! The type that a plugin library exports: PI's entries over one driver.

use std::marker::PhantomData;
use std::sync::Arc;

use tandem_device::Driver;

use crate::platform::State;

/// What a plugin library supplies; written by
/// [`export_driver!`](crate::export_driver).
pub trait DriverSource {
    /// Raised with each release of the plugin.
    const REVISION: u32;

    /// Makes the driver; called when platforms are first asked for.
    fn driver() -> Arc<dyn Driver>;

    /// The library's one state.
    fn state() -> &'static State;
}

/// Implements [`tandem_pi::export::Pi`] for a driver.
pub struct Adapter<S>(PhantomData<S>);

/// Makes the library that says this a PI plugin over a driver:
/// `export_driver!(revision, || driver)`, where `driver` is an
/// `Arc<dyn Driver>`.
#[macro_export]
macro_rules! export_driver {
    ($revision:expr, $driver:expr) => {
        /// The driver of this library.
        pub struct ExportedDriver;

        impl $crate::DriverSource for ExportedDriver {
            const REVISION: u32 = $revision;

            fn driver() -> ::std::sync::Arc<dyn $crate::Driver> {
                ($driver)()
            }

            fn state() -> &'static $crate::State {
                static STATE: $crate::State = $crate::State::new();
                &STATE
            }
        }

        $crate::pi::export_plugin!($crate::Adapter<ExportedDriver>);
    };
}
