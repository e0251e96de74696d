//! Device code in files.

use std::path::Path;

use tandem_runtime::Result;
use tandem_runtime::device_library::DeviceLibrary as Inner;

/// A file with device code whose functions and kernels are known while this
/// lives: a SPIR-V module, or a program, library, object or archive that
/// `tandem++` made, which is read and not run.
///
/// Kernels that are built in the meantime may use its functions. Dropping it takes
/// them away again; what was built and is still used stays as it is.
///
/// ```no_run
/// # fn main() -> tandem::Result<()> {
/// let helpers = tandem::DeviceLibrary::open("helpers.spv")?;
/// println!("{:?}", helpers.exports());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct DeviceLibrary(Inner);

impl DeviceLibrary {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has no device images.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Inner::open(path.as_ref()).map(Self)
    }

    /// The names of its kernels.
    pub fn kernels(&self) -> &[String] {
        self.0.kernels()
    }

    /// The names of the functions that other images may use.
    pub fn exports(&self) -> &[String] {
        self.0.exports()
    }
}

/// Adds the device images of a file for the rest of the process, as
/// [`DeviceLibrary`] does for a while. Returns the names of their kernels.
///
/// ```no_run
/// # fn main() -> tandem::Result<()> {
/// for kernel in tandem::add_images_of_file("target/nbody")? {
///     println!("{kernel}");
/// }
/// # Ok(())
/// # }
/// ```
pub fn add_images_of_file(path: impl AsRef<Path>) -> Result<Vec<String>> {
    Ok(Inner::open(path.as_ref())?.keep())
}
