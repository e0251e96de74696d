//! LLVM's own passes, as lists in `opt`'s syntax.

/// SSA form and simple arithmetic. The front end has optimized the module
/// already; this cleans up after lowering and inlining.
pub const SIMPLIFY: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,\
    instcombine<no-verify-fixpoint>)";

/// The passes that run once accesses to vectors have become accesses to their elements, and bit casts arithmetic on
/// these.
pub const SCALARIZE: &str = "function(scalarizer,sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,gvn,dce)";

/// The form in which loops over work-items are vectorized.
pub const CANONICALIZE: &str = "function(mem2reg,simplifycfg,instcombine<no-verify-fixpoint>,early-cse<memssa>,\
    loop-simplify,lcssa)";

/// The passes that optimize work-group functions.
pub fn optimization(level: u32) -> &'static str {
    match level {
        // Stack slots of scalars become registers, because otherwise work-item loops would read values that another one
        // wrote.
        0 => "function(mem2reg,simplifycfg)",
        1 => OPTIMIZE_SCALAR,
        _ => OPTIMIZE,
    }
}

macro_rules! scalar {
    () => {
        "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
    loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate,licm<allowspeculation>),\
    simplifycfg,instcombine<no-verify-fixpoint>,\
    loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,gvn,simplifycfg"
    };
}

const OPTIMIZE_SCALAR: &str = concat!(scalar!(), ")");

const OPTIMIZE: &str = concat!(
    scalar!(),
    ",loop-vectorize,instcombine<no-verify-fixpoint>,simplifycfg,slp-vectorizer,vector-combine,\
    loop-unroll<O2>,sroa<preserve-cfg>,instcombine<no-verify-fixpoint>,\
    loop-mssa(licm<allowspeculation>),simplifycfg,dce)"
);
