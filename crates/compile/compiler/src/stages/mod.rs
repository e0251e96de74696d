//! The command lines of the stages: host pass, device pass, post-link, final link, and
//! the passes that precompile SYCL's header.

mod device;
mod hash;
mod host;
mod link;
mod other_host;
mod plain;
mod post_link;
mod precompiled;
mod unit;

pub use device::{DeviceOutput, DeviceSource, device, precompile_device};
pub use hash::Fnv1a;
pub use host::{host, host_sycl_options, precompile_host};
pub use link::{is_relocatable, link};
pub use other_host::other_host;
pub use plain::plain;
pub use post_link::post_link;
pub use precompiled::{allows_precompiled, has_relative_paths};
pub use unit::Unit;

use crate::invocation::Invocation;
use crate::options::Input;

fn put_input(clang: &mut Invocation, input: &Input) {
    if let Some(language) = &input.language {
        clang.args(["-x", language]);
    }
    if input.path.starts_with('-') && input.path != "-" {
        clang.arg("--");
    }
    clang.arg(&input.path);
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::options::{Options, made_up};
    use crate::toolchain::Toolchain;

    fn toolchain() -> Toolchain {
        Toolchain {
            clang: PathBuf::from("clang"),
            post_link: PathBuf::from("post-link"),
            include_dir: PathBuf::from("/t/include"),
            lib_dir: PathBuf::from("/t/lib"),
            has_lld: true,
        }
    }

    fn parse(line: &str) -> Options {
        Options::parse(line.split_whitespace().map(str::to_owned), made_up::REGISTRY).unwrap()
    }

    fn unit(options: &Options) -> Unit<'_> {
        let input = options.inputs().next().unwrap();
        Unit { input, id: "ID".into() }
    }

    #[track_caller]
    fn check_host(line: &str, expected: &str) {
        let options = parse(line);
        let clang = host(&toolchain(), &options, &unit(&options), "-c", Some("OUT"), None);
        assert_eq!(clang.args.join(" "), expected);
    }

    #[test]
    fn host_pass() {
        check_host(
            "-fsycl -O2 -g -Wall -c a.cpp -MD -Iinc -lm -fsycl-device-code-split=off",
            "-Wno-unknown-attributes -O2 -g -Wall -MD -Iinc -Xclang -fsycl-is-host -isystem /t/include -idirafter /t/include/sycl \
             -D__SYCL_TU_ID=\"ID\" -c -o OUT a.cpp",
        );
        check_host("-fsycl -O2 -c a.s", "-O2 -c -o OUT a.s");
        check_host(
            "-fsycl -c -flto -x c++ a.x",
            "-Wno-unknown-attributes -flto -Xclang -fsycl-is-host -isystem /t/include -idirafter /t/include/sycl -D__SYCL_TU_ID=\"ID\" \
             -ffat-lto-objects -c -o OUT -x c++ a.x",
        );
    }

    #[test]
    fn compiling_and_linking_in_one_call_names_side_outputs_as_clang_does() {
        check_host(
            "-fsycl -x assembler a.x -o dir/app.exe -MD -v",
            "-MD -v -dumpdir dir/app.exe- -MF dir/app.d -MQ dir/app.exe -c -o OUT -x assembler a.x",
        );
        check_host(
            "-fsycl -x assembler b/a.x -MD -MF x.d",
            "-MD -MF x.d -dumpdir a- -MQ a.o -c -o OUT -x assembler b/a.x",
        );
    }

    #[test]
    fn another_host_compiler_gets_what_it_understands() {
        let options = parse(
            "-fsycl -fsycl-host-compiler-options=-Wno-attributes -std=c++20 -O3 -Wall -ferror-limit=1 -DX -I inc \
             -MD -march=native a.cpp",
        );
        let host = other_host("g++", &toolchain(), &options, &unit(&options), "a.h", "-c", Some("OUT"));
        assert_eq!(
            host.args.join(" "),
            "-std=c++20 -O3 -DX -I inc -MD -include a.h -isystem /t/include -idirafter /t/include/sycl -Wno-attributes -c -o OUT a.cpp"
        );
    }

    #[track_caller]
    fn check_device(line: &str, expected_user_options: &str, expected_exceptions: bool) {
        let options = parse(line);
        let kind = DeviceOutput::Bitcode;
        let clang = device(&toolchain(), &options, &unit(&options), kind, DeviceSource::Original, "-");
        let args = clang.args.join(" ");
        let (user, _) = args.split_once(" -Xclang -fsycl-is-device").unwrap();
        let expected = format!("-ffp-contract=on {expected_user_options}");
        assert_eq!(user, expected.trim_end());
        assert_eq!(args.contains("-D__EXCEPTIONS=1"), expected_exceptions);
        assert!(args.ends_with("-emit-llvm -c -o - a.cpp"), "{args}");
    }

    #[test]
    fn the_device_pass_leaves_out_what_is_for_the_host() {
        check_device(
            "-fsycl -std=c++20 -Iinc -DX=1 -isystem s -march=native -ffast-math -fPIC a.cpp \
             -O3 -g3 -Wall -Werror -fsanitize=address -flto=thin -MD -MF x -lm -Wl,-z,now -shared \
             -save-temps -fstack-protector-strong -fcf-protection=full -fprofile-generate -c -o a.o",
            "-std=c++20 -Iinc -DX=1 -isystem s -march=native -ffast-math -fPIC",
            true,
        );
        check_device("-fno-exceptions a.cpp", "-fno-exceptions", false);
        check_device("-fno-exceptions -fexceptions a.cpp", "-fno-exceptions -fexceptions", true);
        check_device(
            "-Xclang -include-pch -Xclang x.pch -Xclang -include -Xclang x.h -include-pch y a.cpp",
            "-Xclang -include -Xclang x.h",
            true,
        );
        check_device("-Xsycl-target-frontend -DX a.cpp", "-DX", true);
        // Warnings about attributes are always on, and headers are read as text.
        check_device("-w -Xclang -w -Xsycl-target-frontend -w -Xsycl-target-frontend -DX a.cpp", "-DX", true);
        check_device("-fmodules -fcxx-modules -fmodules-cache-path=x -fmodule-map-file=m -fPIC a.cpp", "-fPIC", true);
    }

    #[test]
    fn a_device_pass_for_errors_takes_exceptions() {
        let options = parse("-fno-exceptions a.cpp");
        let last = |kind| {
            let clang = device(&toolchain(), &options, &unit(&options), kind, DeviceSource::Original, "-");
            clang.args.into_iter().rfind(|word| word.ends_with("exceptions")).unwrap()
        };
        assert_eq!(last(DeviceOutput::Bitcode), "-fno-exceptions");
        assert_eq!(last(DeviceOutput::BitcodeWithExceptions), "-fexceptions");
    }

    #[test]
    fn the_device_pass_knows_openmp_by_its_macro_alone() {
        let macros = |line: &str| {
            let options = parse(line);
            let kind = DeviceOutput::Bitcode;
            let clang = device(&toolchain(), &options, &unit(&options), kind, DeviceSource::Original, "-");
            clang.args.into_iter().filter(|word| word.to_lowercase().contains("openmp")).collect::<Vec<_>>()
        };
        assert_eq!(macros("-fsycl -fopenmp a.cpp"), ["-D_OPENMP=202011"]);
        assert_eq!(macros("-fsycl -fopenmp=libomp -fopenmp-version=45 a.cpp"), ["-D_OPENMP=201511"]);
        for without in ["a.cpp", "-fopenmp -fno-openmp a.cpp", "-fopenmp-simd a.cpp", "-fopenmp=libgomp a.cpp"] {
            assert_eq!(macros(without), [""; 0], "{without}");
        }
    }

    #[test]
    fn preprocessed_text_needs_no_preprocessor_options() {
        let options = parse("-DX -fPIC a.cpp");
        let kind = DeviceOutput::Bitcode;
        let unit = unit(&options);
        let clang = device(&toolchain(), &options, &unit, kind, DeviceSource::Preprocessed("a.ii"), "-");
        assert!(!clang.args.contains(&"-DX".to_owned()));
        assert_eq!(clang.args[clang.args.len() - 3..], ["-x", "c++-cpp-output", "a.ii"]);
    }

    #[track_caller]
    fn check_link(line: &str, inputs: &[&str], wrapper: Option<&str>, expected: &str) {
        let inputs: Vec<_> = inputs.iter().map(|input| (*input).to_owned()).collect();
        let clang = link(&toolchain(), &parse(line), &inputs, wrapper);
        assert_eq!(clang.args.join(" "), expected);
    }

    #[test]
    fn final_link() {
        check_link(
            "-fsycl -O2 -DX -MD a.cpp b.o -Wl,--start-group c.a -Wl,--end-group -lm -o app",
            &["T/a.o", "b.o", "c.a"],
            Some("w.o"),
            "-Qunused-arguments -fuse-ld=lld -O2 T/a.o b.o -Wl,--start-group c.a -Wl,--end-group \
             -lm w.o -L/t/lib -Wl,-rpath,/t/lib -ltandem -o app",
        );
        check_link("-fsycl -fuse-ld=bfd a.o -shared -nolibsycl", &["a.o"], None, "-fuse-ld=bfd a.o -shared");
        check_link("-fsycl -r a.o", &["a.o"], None, "-fuse-ld=lld -r a.o");
    }

    #[test]
    fn ids_tell_units_apart() {
        let id = |line: &str| {
            let options = parse(line);
            Unit::new(options.inputs().next().unwrap(), &options).id
        };
        let first = id("-fsycl a.cpp -DX -c");
        assert_eq!(first.len(), 16);
        // All outputs of a unit have the same id.
        for same in
            ["-fsycl -DX ./a.cpp -c", "-fsycl -fsycl-link a.cpp -DX -o b.o", "-fsycl -O2 -g a.cpp -DX -o app -lm"]
        {
            assert_eq!(first, id(same), "{same}");
        }
        for other in ["-fsycl b.cpp -DX -c", "-fsycl a.cpp -DY -c", "-fsycl a.cpp -DX -std=c++20 -c"] {
            assert_ne!(first, id(other), "{other}");
        }
    }

    #[test]
    fn precompiled_headers() {
        let options = parse("-O2 -Wall -Iinc -c a.cpp");
        let toolchain = toolchain();
        let unit = unit(&options);
        let id = "-D__SYCL_TU_ID=__tandem_unit_id -D__TANDEM_UNIT=\"ID\" -include /t/include/tandem/unit_defined.h";
        let clang = host(&toolchain, &options, &unit, "-c", None, Some("h.pch")).args.join(" ");
        assert_eq!(
            clang,
            format!(
                "-Wno-unknown-attributes -O2 -Wall -Iinc -include-pch h.pch -Xclang -fsycl-is-host -isystem /t/include -idirafter /t/include/sycl {id} -c a.cpp"
            )
        );
        let source = DeviceSource::WithPrecompiled("d.pch");
        let clang = device(&toolchain, &options, &unit, DeviceOutput::Bitcode, source, "-").args.join(" ");
        assert!(
            clang.contains(&format!("-isystem /t/include -idirafter /t/include/sycl -include-pch d.pch {id}")),
            "{clang}"
        );

        let clang = precompile_host(&toolchain, &options, "h.pch", "h.d").args.join(" ");
        assert_eq!(
            clang,
            "-O2 -Xclang -fsycl-is-host -isystem /t/include -idirafter /t/include/sycl -D__SYCL_TU_ID=__tandem_unit_id \
             -include /t/include/tandem/unit_declared.h -fpch-instantiate-templates -w \
             -MD -MF h.d -o h.pch -x c++-header /t/include/sycl/sycl.hpp"
        );
        let clang = precompile_device(&toolchain, &options, "d.pch", "d.d").args.join(" ");
        assert!(!clang.contains("-Iinc") && clang.contains("-fsycl-is-device"), "{clang}");
    }

    #[test]
    fn headers_that_the_user_precompiles() {
        let options = parse("-x c++-header a.hpp");
        let words = host_sycl_options(&toolchain(), &options, &unit(&options), false).join(" ");
        assert!(words.contains("-include /t/include/tandem/unit_declared.h"), "{words}");
        let options = parse("-include-pch a.pch a.cpp");
        let words = host_sycl_options(&toolchain(), &options, &unit(&options), false).join(" ");
        assert!(words.contains("-include /t/include/tandem/unit_defined.h"), "{words}");
    }
}
