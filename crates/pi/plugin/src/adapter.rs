//! The type that a plugin library exports: PI's entries over its drivers.

use std::marker::PhantomData;
use std::sync::Arc;

use tandem_device::Driver;

use crate::platform::State;

/// The drivers of a plugin library; implemented by [`export_drivers!`](crate::export_drivers).
pub trait DriverSource {
    /// Raised with each release of the plugin.
    const REVISION: u32;

    /// Makes the drivers, each of which is a platform; called when platforms are
    /// first asked for.
    fn drivers() -> tandem_device::Result<Vec<Arc<dyn Driver>>>;

    /// The library's one state.
    fn state() -> &'static State;
}

/// Implements [`tandem_pi_abi::export::Pi`] for drivers.
pub struct Adapter<S>(PhantomData<S>);

/// Makes the library that says this a PI plugin over drivers:
/// `export_drivers!(revision, drivers)`, where `drivers` is a function that
/// returns a `Result<Vec<Arc<dyn Driver>>>`, with one driver for each platform.
#[macro_export]
macro_rules! export_drivers {
    ($revision:expr, $drivers:expr) => {
        /// The drivers of this library.
        pub struct ExportedDrivers;

        impl $crate::DriverSource for ExportedDrivers {
            const REVISION: u32 = $revision;

            fn drivers() -> $crate::Result<::std::vec::Vec<::std::sync::Arc<dyn $crate::Driver>>> {
                ($drivers)()
            }

            fn state() -> &'static $crate::State {
                static STATE: $crate::State = $crate::State::new();
                &STATE
            }
        }

        $crate::pi::export_plugin!($crate::Adapter<ExportedDrivers>);
    };
}
