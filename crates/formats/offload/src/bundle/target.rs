//! The names of bundled parts: offload kind, target triple and processor.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The offloading model that uses a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The host.
    Host,
    /// OpenMP offloading.
    OpenMp,
    /// HIP.
    Hip,
    /// HIP, code object version 4 and later.
    HipV4,
    /// SYCL.
    Sycl,
}

impl Kind {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Host, "host"),
        (Self::OpenMp, "openmp"),
        (Self::Hip, "hip"),
        (Self::HipV4, "hipv4"),
        (Self::Sycl, "sycl"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// Whether the two count as one where HIP and OpenMP share their parts
    /// (`-hip-openmp-compatible`).
    fn compatible(self, other: Self) -> bool {
        let shared = |kind| matches!(kind, Self::OpenMp | Self::Hip | Self::HipV4);
        self == other || (shared(self) && shared(other))
    }
}

/// A target of a bundle, written `KIND-TRIPLE[-PROCESSOR]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The offloading model that uses the part.
    pub kind: Kind,
    /// Architecture, vendor, system and environment; empty where not named.
    triple: [String; 4],
    /// The processor, such as `gfx906` or `sm_80`; empty where not named.
    processor: String,
}

/// A name that is no target's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The kind is none of those that there are.
    #[error("invalid target '{0}': unknown offloading kind (expected host, openmp, hip, hipv4 or sycl)")]
    Kind(String),
    /// No triple after the kind.
    #[error("invalid target '{0}': no target triple")]
    Triple(String),
}

impl Target {
    /// Whether two names mean the same part. Names without vendor, system or
    /// environment, or with `unknown` in their place, match.
    pub fn matches(&self, other: &Self) -> bool {
        self.kind == other.kind && self.same_device(other)
    }

    /// [`Target::matches`], with HIP's and OpenMP's kinds taken as one.
    pub fn matches_across_kinds(&self, other: &Self) -> bool {
        self.kind.compatible(other.kind) && self.same_device(other)
    }

    /// Whether two parts of one bundle are indistinguishable: both are for the same processor, and only one of them
    /// names a feature (`gfx90a`, `gfx90a:xnack+`).
    pub fn conflicts(&self, other: &Self) -> bool {
        let split = |target: &Self| {
            let mut fields = target.processor.split(':').map(|field| field.trim_end_matches(['+', '-']).to_owned());
            (fields.next(), fields.collect::<BTreeSet<_>>())
        };
        let ((processor, features), (other_processor, other_features)) = (split(self), split(other));
        let same_triple = self.kind == other.kind && self.triple == other.triple;
        same_triple && processor == other_processor && features != other_features
    }

    /// The architecture, the first field of the triple.
    pub fn architecture(&self) -> &str {
        &self.triple[0]
    }

    fn same_device(&self, other: &Self) -> bool {
        let field = |name: &str| if name == "unknown" { String::new() } else { name.to_owned() };
        let same = self.triple.iter().zip(&other.triple).all(|(a, b)| field(a) == field(b));
        same && self.processor == other.processor
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(name: &str) -> Result<Self, TargetError> {
        let (kind, rest) = name.split_once('-').unwrap_or((name, ""));
        let kind = Kind::ALL.iter().find(|(_, known)| *known == kind);
        let &(kind, _) = kind.ok_or_else(|| TargetError::Kind(name.to_owned()))?;
        if rest.split('-').next().is_none_or(str::is_empty) {
            return Err(TargetError::Triple(name.to_owned()));
        }
        // The processor is the fifth field, or the last one where its name
        // cannot be an environment's.
        let mut fields: Vec<&str> = rest.splitn(5, '-').collect();
        let is_processor = |field: &&str| field.starts_with("sm_") || field.starts_with("gfx");
        let processor = match fields.len() {
            5 => fields.pop(),
            2..=4 if fields.last().is_some_and(is_processor) => fields.pop(),
            _ => None,
        };
        let triple = std::array::from_fn(|i| fields.get(i).copied().unwrap_or_default().to_owned());
        Ok(Self { kind, triple, processor: processor.unwrap_or_default().to_owned() })
    }
}

/// SYCL's targets are written as DPC++ writes them, all others as LLVM does:
/// with a dash for each field, empty or not.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [arch, vendor, system, environment] = &self.triple;
        if self.kind != Kind::Sycl {
            let (kind, processor) = (self.kind.name(), &self.processor);
            return write!(f, "{kind}-{arch}-{vendor}-{system}-{environment}-{processor}");
        }
        let mut fields = vec![self.kind.name(), arch, vendor, system, environment, &self.processor];
        while fields.last().is_some_and(|field| field.is_empty()) {
            fields.pop();
        }
        f.write_str(&fields.join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(name: &str) -> Target {
        name.parse().unwrap()
    }

    #[test]
    fn names_as_llvm_writes_them() {
        for (given, written) in [
            ("host-x86_64-unknown-linux-gnu", "host-x86_64-unknown-linux-gnu-"),
            ("openmp-nvptx64-nvidia-cuda", "openmp-nvptx64-nvidia-cuda--"),
            ("openmp-nvptx64-nvidia-cuda-sm_80", "openmp-nvptx64-nvidia-cuda--sm_80"),
            ("hipv4-amdgcn-amd-amdhsa--gfx906", "hipv4-amdgcn-amd-amdhsa--gfx906"),
            ("sycl-spir64-unknown-unknown", "sycl-spir64-unknown-unknown"),
            ("sycl-spir64", "sycl-spir64"),
        ] {
            assert_eq!(target(given).to_string(), written);
            assert_eq!(target(written), target(given));
        }
    }

    #[test]
    fn short_names_match_long_ones() {
        let long = target("sycl-spir64-unknown-unknown");
        assert!(long.matches(&target("sycl-spir64")));
        assert!(long.matches(&target("sycl-spir64-unknown-unknown--")));
        assert!(!long.matches(&target("sycl-spir64_x86_64-unknown-unknown")));
        assert!(!long.matches(&target("openmp-spir64-unknown-unknown")));
        let hip = target("hip-amdgcn-amd-amdhsa--gfx906");
        assert!(!hip.matches(&target("openmp-amdgcn-amd-amdhsa--gfx906")));
        assert!(hip.matches_across_kinds(&target("openmp-amdgcn-amd-amdhsa--gfx906")));
    }

    #[test]
    fn features_of_a_processor_are_named_by_all_or_none() {
        let gfx = |processor: &str| target(&format!("hip-amdgcn-amd-amdhsa--{processor}"));
        assert!(gfx("gfx90a").conflicts(&gfx("gfx90a:xnack+")));
        assert!(gfx("gfx90a:xnack-").conflicts(&gfx("gfx90a:sramecc+")));
        assert!(!gfx("gfx90a:xnack-").conflicts(&gfx("gfx90a:xnack+")));
        assert!(!gfx("gfx90a").conflicts(&gfx("gfx908:xnack+")));
    }

    #[test]
    fn names_that_are_none() {
        assert!(matches!("cuda-nvptx64".parse::<Target>(), Err(TargetError::Kind(_))));
        assert!(matches!("".parse::<Target>(), Err(TargetError::Kind(_))));
        assert!(matches!("sycl".parse::<Target>(), Err(TargetError::Triple(_))));
        assert!(matches!("sycl--unknown".parse::<Target>(), Err(TargetError::Triple(_))));
    }
}
