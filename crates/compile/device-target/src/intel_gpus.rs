//! The names that DPC++ has for Intel's GPUs: those of products, and the numbers of their architectures.

use crate::target::Processor;

/// All processors, each with its device in `ocloc`.
pub const PROCESSORS: &[Processor] = &[
    gpu("intel_gpu_bdw", "-device bdw"),
    gpu("intel_gpu_8_0_0", "-device bdw"),
    gpu("intel_gpu_skl", "-device skl"),
    gpu("intel_gpu_9_0_9", "-device skl"),
    gpu("intel_gpu_kbl", "-device kbl"),
    gpu("intel_gpu_9_1_9", "-device kbl"),
    gpu("intel_gpu_cfl", "-device cfl"),
    gpu("intel_gpu_9_2_9", "-device cfl"),
    gpu("intel_gpu_apl", "-device apl"),
    gpu("intel_gpu_bxt", "-device apl"),
    gpu("intel_gpu_9_3_0", "-device apl"),
    gpu("intel_gpu_glk", "-device glk"),
    gpu("intel_gpu_9_4_0", "-device glk"),
    gpu("intel_gpu_whl", "-device whl"),
    gpu("intel_gpu_9_5_0", "-device whl"),
    gpu("intel_gpu_aml", "-device aml"),
    gpu("intel_gpu_9_6_0", "-device aml"),
    gpu("intel_gpu_cml", "-device cml"),
    gpu("intel_gpu_9_7_0", "-device cml"),
    gpu("intel_gpu_icllp", "-device icllp"),
    gpu("intel_gpu_11_0_0", "-device icllp"),
    gpu("intel_gpu_ehl", "-device ehl"),
    gpu("intel_gpu_jsl", "-device ehl"),
    gpu("intel_gpu_11_2_0", "-device ehl"),
    gpu("intel_gpu_tgllp", "-device tgllp"),
    gpu("intel_gpu_12_0_0", "-device tgllp"),
    gpu("intel_gpu_rkl", "-device rkl"),
    gpu("intel_gpu_12_1_0", "-device rkl"),
    gpu("intel_gpu_adl_s", "-device adl_s"),
    gpu("intel_gpu_rpl_s", "-device adl_s"),
    gpu("intel_gpu_12_2_0", "-device adl_s"),
    gpu("intel_gpu_adl_p", "-device adl_p"),
    gpu("intel_gpu_12_3_0", "-device adl_p"),
    gpu("intel_gpu_adl_n", "-device adl_n"),
    gpu("intel_gpu_12_4_0", "-device adl_n"),
    gpu("intel_gpu_dg1", "-device dg1"),
    gpu("intel_gpu_12_10_0", "-device dg1"),
    gpu("intel_gpu_acm_g10", "-device acm_g10"),
    gpu("intel_gpu_dg2_g10", "-device acm_g10"),
    gpu("intel_gpu_12_55_8", "-device acm_g10"),
    gpu("intel_gpu_acm_g11", "-device acm_g11"),
    gpu("intel_gpu_dg2_g11", "-device acm_g11"),
    gpu("intel_gpu_12_56_5", "-device acm_g11"),
    gpu("intel_gpu_acm_g12", "-device acm_g12"),
    gpu("intel_gpu_dg2_g12", "-device acm_g12"),
    gpu("intel_gpu_12_57_0", "-device acm_g12"),
    gpu("intel_gpu_pvc", "-device pvc"),
    gpu("intel_gpu_12_60_7", "-device pvc"),
    gpu("intel_gpu_pvc_vg", "-device pvc_vg"),
    gpu("intel_gpu_12_61_7", "-device pvc_vg"),
    gpu("intel_gpu_mtl_u", "-device mtl_u"),
    gpu("intel_gpu_mtl_s", "-device mtl_u"),
    gpu("intel_gpu_arl_u", "-device mtl_u"),
    gpu("intel_gpu_arl_s", "-device mtl_u"),
    gpu("intel_gpu_12_70_4", "-device mtl_u"),
    gpu("intel_gpu_mtl_h", "-device mtl_h"),
    gpu("intel_gpu_12_71_4", "-device mtl_h"),
    gpu("intel_gpu_arl_h", "-device arl_h"),
    gpu("intel_gpu_12_74_4", "-device arl_h"),
    gpu("intel_gpu_bmg_g21", "-device bmg_g21"),
    gpu("intel_gpu_20_1_4", "-device bmg_g21"),
    gpu("intel_gpu_bmg_g31", "-device bmg_g31"),
    gpu("intel_gpu_20_2_0", "-device bmg_g31"),
    gpu("intel_gpu_lnl_m", "-device lnl_m"),
    gpu("intel_gpu_20_4_4", "-device lnl_m"),
    gpu("intel_gpu_ptl_h", "-device ptl_h"),
    gpu("intel_gpu_30_0_4", "-device ptl_h"),
    gpu("intel_gpu_ptl_u", "-device ptl_u"),
    gpu("intel_gpu_30_1_1", "-device ptl_u"),
];

const fn gpu(name: &'static str, options: &'static str) -> Processor {
    Processor { name, options }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_options_lists_all_names() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/options.md");
        let page = std::fs::read_to_string(&path).expect("the page is in the repository");
        for Processor { name, options } in PROCESSORS {
            let device = options.strip_prefix("-device ").expect("each name selects a device");
            let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
            assert!(row.is_some_and(|row| row.ends_with(&format!("| `{device}` |"))), "{name} in {path:?}");
        }
    }
}
