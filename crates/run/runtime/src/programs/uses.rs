//! Specialization constants and imports that code uses.

/// The constants and imports that a part of an image uses.
#[derive(Debug)]
pub(super) struct Uses {
    /// Ids of specialization constants; `None` for all of the image.
    pub(super) constants: Option<Vec<u32>>,
    /// Whether a program with the part has other images, which may use additional constants.
    pub(super) has_imports: bool,
}

impl Uses {
    /// Whether the specialization constant of an id is among them.
    pub(super) fn has_constant(&self, id: u32) -> bool {
        self.constants.as_ref().is_none_or(|constants| constants.contains(&id))
    }
}
