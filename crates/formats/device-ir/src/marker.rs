//! Markers: calls by which the headers pass information to post-link (`docs/internals/boundaries.md`, section 1).
//! Post-link removes them all.

/// A marker, by the information in its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    /// The name and the closure of a kernel.
    Kernel,
    /// A special member of a closure.
    Member,
    /// The type and the name of a member that cannot be passed.
    MemberName,
    /// A property of the kernel that reaches the calling function.
    KernelAttribute,
    /// The read of a specialization constant.
    SpecConstant,
    /// Local memory of a work-group.
    LocalMemory,
    /// Memory of the logical work-items of a hierarchical kernel.
    PrivateMemory,
    /// A variable that device code can write.
    DeviceGlobal,
    /// The size of the words of a host pipe.
    HostPipe,
    /// The read of a texel of an image.
    ImageRead,
    /// The write of a texel of an image.
    ImageWrite,
    /// The read of an image through a sampler.
    ImageSample,
    /// The read of an image through a sampler at a level of a mipmap.
    ImageSampleLevel,
    /// The read of an image through a sampler at the level of two gradients.
    ImageSampleGradients,
}

impl Marker {
    /// All.
    pub const ALL: [Self; 14] = [
        Self::Kernel,
        Self::Member,
        Self::MemberName,
        Self::KernelAttribute,
        Self::SpecConstant,
        Self::LocalMemory,
        Self::PrivateMemory,
        Self::DeviceGlobal,
        Self::HostPipe,
        Self::ImageRead,
        Self::ImageWrite,
        Self::ImageSample,
        Self::ImageSampleLevel,
        Self::ImageSampleGradients,
    ];

    /// The symbol of the function.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Kernel => "__tandem_kernel",
            Self::Member => "__tandem_mark",
            Self::MemberName => "__tandem_member",
            Self::KernelAttribute => "__tandem_kernel_attribute",
            Self::SpecConstant => "__tandem_spec_constant",
            Self::LocalMemory => "__tandem_local_memory",
            Self::PrivateMemory => "__tandem_private_memory",
            Self::DeviceGlobal => "__tandem_device_global",
            Self::HostPipe => "__tandem_host_pipe",
            Self::ImageRead => "__tandem_image_read",
            Self::ImageWrite => "__tandem_image_write",
            Self::ImageSample => "__tandem_image_sample",
            Self::ImageSampleLevel => "__tandem_image_sample_level",
            Self::ImageSampleGradients => "__tandem_image_sample_gradients",
        }
    }

    /// The marker of a symbol.
    pub fn of(symbol: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|marker| marker.symbol() == symbol)
    }
}
