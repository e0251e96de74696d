//! Capabilities of SPIR-V that builtins need, and the extensions that bring them.

macro_rules! capabilities {
    ($($name:ident = $number:literal $(, $extension:literal)?;)*) => {
        /// A capability of SPIR-V; the discriminant is its number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum Capability {
            $(
                #[doc = concat!("SPIR-V's `", stringify!($name), "`.")]
                $name = $number,
            )*
        }

        impl Capability {
            /// All.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// SPIR-V's name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// The extension that a module has to declare with it.
            pub const fn extension(self) -> Option<&'static str> {
                match self {
                    $($(Self::$name => Some($extension),)?)*
                    _ => None,
                }
            }

            /// The first version of SPIR-V with instructions that need it: (major, minor).
            pub const fn version(self) -> (u8, u8) {
                match self {
                    Self::GroupNonUniform
                    | Self::GroupNonUniformVote
                    | Self::GroupNonUniformArithmetic
                    | Self::GroupNonUniformBallot
                    | Self::GroupNonUniformShuffle
                    | Self::GroupNonUniformShuffleRelative
                    | Self::GroupNonUniformClustered
                    | Self::GroupNonUniformQuad
                    | Self::GroupNonUniformRotateKHR
                    | Self::QuadControlKHR => (1, 3),
                    _ => (1, 0),
                }
            }
        }
    };
}

capabilities! {
    Shader = 1;
    Addresses = 4;
    Kernel = 6;
    ImageBasic = 13;
    Groups = 18;
    LiteralSampler = 20;
    ImageQuery = 50;
    GroupNonUniform = 61;
    GroupNonUniformVote = 62;
    GroupNonUniformArithmetic = 63;
    GroupNonUniformBallot = 64;
    GroupNonUniformShuffle = 65;
    GroupNonUniformShuffleRelative = 66;
    GroupNonUniformClustered = 67;
    GroupNonUniformQuad = 68;
    SubgroupBallotKHR = 4423, "SPV_KHR_shader_ballot";
    SubgroupVoteKHR = 4431, "SPV_KHR_subgroup_vote";
    ShaderClockKHR = 5055, "SPV_KHR_shader_clock";
    QuadControlKHR = 5087, "SPV_KHR_quad_control";
    SubgroupShuffleINTEL = 5568, "SPV_INTEL_subgroups";
    SubgroupBufferBlockIOINTEL = 5569, "SPV_INTEL_subgroups";
    AtomicFloat16MinMaxEXT = 5616, "SPV_EXT_shader_atomic_float_min_max";
    DotProduct = 6019, "SPV_KHR_integer_dot_product";
    BitInstructions = 6025, "SPV_KHR_bit_instructions";
    GroupNonUniformRotateKHR = 6026, "SPV_KHR_subgroup_rotate";
    AtomicFloat16AddEXT = 6095, "SPV_EXT_shader_atomic_float16_add";
    BFloat16ConversionINTEL = 6115, "SPV_INTEL_bfloat16_conversion";
    SplitBarrierINTEL = 6141, "SPV_INTEL_split_barrier";
    GroupUniformArithmeticKHR = 6400, "SPV_KHR_uniform_group_instructions";
    BindlessImagesINTEL = 6528, "SPV_INTEL_bindless_images";
}
