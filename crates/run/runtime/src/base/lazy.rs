//! Globals that are made when they are first asked for.

use std::sync::Arc;

use parking_lot::RwLock;

use super::process::{self, TornDown};

/// A global that is made when it is first asked for and dropped at shutdown.
pub(crate) struct Lazy<T>(RwLock<Option<Arc<T>>>);

impl<T> Lazy<T> {
    /// Not made yet.
    pub(crate) const fn new() -> Self {
        Self(RwLock::new(None))
    }

    /// The value, made now if there is none yet. Fails after late shutdown.
    pub(crate) fn get_or_try_init<E: From<TornDown>>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        if let Some(value) = &*self.0.read() {
            return Ok(value.clone());
        }
        let mut slot = self.0.write();
        if let Some(value) = &*slot {
            return Ok(value.clone());
        }
        // `take` needs the same lock, so no value can be created after it.
        if process::is_torn_down() {
            return Err(TornDown.into());
        }
        Ok(slot.insert(Arc::new(make()?)).clone())
    }

    /// As [`Lazy::get_or_try_init`], for what can always be made.
    pub(crate) fn get_or_init(&self, make: impl FnOnce() -> T) -> Result<Arc<T>, TornDown> {
        self.get_or_try_init(|| Ok(make()))
    }

    /// The value, if it was made.
    pub(crate) fn get(&self) -> Option<Arc<T>> {
        self.0.read().clone()
    }

    /// The value, if it was made and no other thread makes or drops it.
    pub(crate) fn try_get(&self) -> Option<Arc<T>> {
        self.0.try_read()?.clone()
    }

    /// Releases and returns the value. `None` if there is none, or if it stays because another
    /// thread still makes it ([`process::LOCK_PATIENCE`]).
    pub(crate) fn take(&self) -> Option<Arc<T>> {
        self.0.try_write_for(process::LOCK_PATIENCE)?.take()
    }
}
