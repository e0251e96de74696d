//! The command lines of clang's stages: host pass, device pass, final link.
//!
//! The device pass is stock clang on the host's triple (design decision D1),
//! so that both passes see the same headers, layouts and names.

use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::options::{Input, Options, Phase, Role, Word};
use crate::toolchain::Toolchain;

/// Options of the device pass before the user's own, which may change them.
const DEVICE_DEFAULTS: &[&str] = &["-ffp-contract=on"];

/// Options of the device pass that the user's own must not change.
const DEVICE_OPTIONS: &[&str] = &[
    "-Xclang",
    "-fsycl-is-device",
    "-Xclang",
    "-aux-triple",
    "-Xclang",
    "x86_64-pc-linux-gnu",
    "-Xclang",
    "-sycl-std=2020",
    "-D__SYCL_DEVICE_ONLY__=1",
    // A device cannot call the library's checking functions, and neither
    // macro changes a layout.
    "-U_FORTIFY_SOURCE",
    "-U_GLIBCXX_ASSERTIONS",
    "-fno-math-errno",
    "-Xclang",
    "-ffloat16-excess-precision=none",
    "-Xclang",
    "-fbfloat16-excess-precision=none",
    "-gline-tables-only",
    // The host pass has given all warnings.
    "-w",
    // Without -O2, clang marks everything optnone; the passes themselves run
    // after post-link has looked at the code.
    "-O2",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-exceptions",
];

/// What headers see where exceptions are on in the host pass. The device pass
/// has them off, so that clang diagnoses `throw` and `try` in kernels only.
const EXCEPTION_MACROS: &[&str] = &["-D__EXCEPTIONS=1", "-D__cpp_exceptions=199711L"];

/// What both passes know about a translation unit.
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// Its source.
    pub input: &'a Input,
    /// Its id, the value of `__SYCL_TU_ID`.
    pub id: String,
}

impl<'a> Unit<'a> {
    /// A unit whose id is made of everything that tells it from others: where
    /// its source is, where the output goes, and the command line.
    ///
    /// A precompiled header is made once for many units, and clang insists on
    /// equal macros in all of them.
    pub fn new(input: &'a Input, output: &str, options: &Options) -> Self {
        if input.kind() == Kind::Header || uses_precompiled_header(options) {
            let id = "pch".to_owned();
            return Self { input, id };
        }
        let source = std::path::absolute(&input.path).unwrap_or_default();
        let mut hash = Fnv1a::default();
        hash.write(source.as_os_str().as_encoded_bytes());
        hash.write(output.as_bytes());
        for word in options.options().flat_map(|(_, spelling)| spelling) {
            hash.write(word.as_bytes());
        }
        Self { input, id: format!("{:016x}", hash.0) }
    }

    fn macros(&self, options: &Options) -> Vec<String> {
        let mut macros = vec![format!("-D__SYCL_TU_ID=\"{}\"", self.id)];
        if options.sycl.ids_fit_in_int {
            macros.push("-D__SYCL_ID_QUERIES_FIT_IN_INT__=1".to_owned());
        }
        macros
    }
}

fn uses_precompiled_header(options: &Options) -> bool {
    options.options().any(|(_, spelling)| spelling.iter().any(|word| word == "-include-pch"))
}

/// The 64-bit FNV-1a hash, with a separator between fields.
struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    fn write(&mut self, field: &[u8]) {
        for byte in field.iter().chain(&[0]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The host pass of a source. `phase` is the option that says what to make of
/// it, `output` where it goes.
pub fn host(
    toolchain: &Toolchain,
    options: &Options,
    unit: &Unit<'_>,
    phase: &str,
    output: Option<&str>,
) -> Invocation {
    let mut clang = Invocation::new(&toolchain.clang);
    for (role, spelling) in options.options() {
        match role {
            Role::Common | Role::Preprocess | Role::Host | Role::Dependencies => {
                clang.args(spelling);
            }
            Role::Link | Role::Mode | Role::Sycl | Role::SyclIgnored => {}
        }
    }
    if options.verbose {
        clang.arg("-v");
    }
    if unit.input.kind() == Kind::Cxx {
        clang.args(host_sycl_options(toolchain, options, unit));
    }
    if options.has_prefix("-flto") && phase == "-c" {
        // The device part needs an ELF object to travel in.
        clang.arg("-ffat-lto-objects");
    }
    if options.phase == Phase::Link {
        clang.args(implied_by_link(options, unit.input));
    }
    clang.arg(phase);
    if let Some(output) = output {
        clang.args(["-o", output]);
    }
    put_input(&mut clang, unit.input);
    clang
}

/// What makes the host pass one of SYCL.
pub fn host_sycl_options(toolchain: &Toolchain, options: &Options, unit: &Unit<'_>) -> Vec<String> {
    let include_dir = toolchain.include_dir.display().to_string();
    let mut words = ["-Xclang", "-fsycl-is-host", "-isystem", &include_dir].map(str::to_owned).to_vec();
    words.extend(unit.macros(options));
    words
}

/// Names that clang would derive from the program's name, were compiling and
/// linking one call: of side outputs, and of the dependency file.
fn implied_by_link(options: &Options, input: &Input) -> Vec<String> {
    let mut words = Vec::new();
    let output = options.output.as_deref();
    if !options.has(&["-dumpdir"]) {
        words.extend(["-dumpdir".to_owned(), format!("{}-", output.unwrap_or("a"))]);
    }
    let has_value = |name| options.has_prefix(name);
    if options.has(&["-MD", "-MMD"]) && !has_value("-MF") {
        let file = match output {
            Some(output) => format!("{}.d", strip_extension(output)),
            None => input.with_extension("d"),
        };
        words.extend(["-MF".to_owned(), file]);
    }
    if options.has(&["-MD", "-MMD"]) && !has_value("-MT") && !has_value("-MQ") {
        let target = match output {
            Some(output) => output.to_owned(),
            None => input.with_extension("o"),
        };
        words.extend(["-MQ".to_owned(), target]);
    }
    words
}

fn strip_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[name..].rfind('.') {
        Some(dot) => &path[..name + dot],
        None => path,
    }
}

/// What the device pass of a source makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceOutput {
    /// LLVM bitcode.
    Bitcode,
    /// LLVM IR as text.
    Ir,
    /// Preprocessed source.
    Preprocessed,
}

/// The device pass of a source. `preprocessed` stands for the source where it
/// was preprocessed before.
pub fn device(
    toolchain: &Toolchain,
    options: &Options,
    unit: &Unit<'_>,
    kind: DeviceOutput,
    preprocessed: Option<&str>,
    output: &str,
) -> Invocation {
    let mut clang = Invocation::new(&toolchain.clang);
    clang.args(DEVICE_DEFAULTS.iter().copied());
    let mut exceptions = true;
    let mut words = options.options().peekable();
    while let Some((role, spelling)) = words.next() {
        match spelling[0].as_str() {
            "-fexceptions" => exceptions = true,
            "-fno-exceptions" => exceptions = false,
            // A header that was precompiled for the host is of no use here;
            // its text is included as well or instead.
            "-include-pch" => continue,
            "-Xclang" if spelling[1] == "-include-pch" => {
                words.next();
                continue;
            }
            _ => {}
        }
        match role {
            Role::Common => clang.args(spelling),
            Role::Preprocess if preprocessed.is_none() => clang.args(spelling),
            _ => continue,
        };
    }
    clang.args(&options.sycl.frontend_options);
    clang.args(DEVICE_OPTIONS.iter().copied());
    if exceptions {
        clang.args(EXCEPTION_MACROS.iter().copied());
    }
    clang.arg("-isystem");
    clang.arg(toolchain.include_dir.display().to_string());
    clang.args(unit.macros(options));
    match kind {
        DeviceOutput::Bitcode => clang.args(["-emit-llvm", "-c"]),
        DeviceOutput::Ir => clang.args(["-emit-llvm", "-S"]),
        DeviceOutput::Preprocessed => clang.arg("-E"),
    };
    clang.args(["-o", output]);
    match preprocessed {
        Some(text) => {
            clang.args(["-x", "c++-cpp-output", text]);
        }
        None => put_input(&mut clang, unit.input),
    }
    clang
}

fn put_input(clang: &mut Invocation, input: &Input) {
    if let Some(language) = &input.language {
        clang.args(["-x", language]);
    }
    if input.path.starts_with('-') && input.path != "-" {
        clang.arg("--");
    }
    clang.arg(&input.path);
}

/// The final link. `inputs` has a path for every input of the command line, in
/// order: its object where it is a source. `wrapper` holds the device images.
pub fn link(toolchain: &Toolchain, options: &Options, inputs: &[String], wrapper: Option<&str>) -> Invocation {
    let mut clang = Invocation::new(&toolchain.clang);
    let has_sources = options.inputs().any(|input| input.kind() != Kind::Linker);
    if has_sources {
        // Options for the compiler were used there.
        clang.arg("-Qunused-arguments");
    }
    if toolchain.has_lld && !options.has_prefix("-fuse-ld=") && !options.has_prefix("--ld-path=") {
        clang.arg("-fuse-ld=lld");
    }
    if options.has_prefix("-flto") {
        clang.arg("-ffat-lto-objects");
    }
    let mut inputs = inputs.iter();
    for word in &options.words {
        match word {
            Word::Input(_) => {
                clang.args(inputs.next());
            }
            Word::Option { role, spelling } => match role {
                Role::Common | Role::Host | Role::Link => {
                    clang.args(spelling);
                }
                _ => {}
            },
        }
    }
    if options.verbose {
        clang.arg("-v");
    }
    clang.args(wrapper);
    if options.sycl.link_runtime && !is_relocatable(options) {
        let lib_dir = toolchain.lib_dir.display();
        clang.arg(format!("-L{lib_dir}"));
        clang.arg(format!("-Wl,-rpath,{lib_dir}"));
        clang.arg("-ltandem");
    }
    if let Some(output) = &options.output {
        clang.args(["-o", output]);
    }
    clang
}

/// Whether the link makes another object (`-r`): device parts then stay as
/// they are.
pub fn is_relocatable(options: &Options) -> bool {
    options.has(&["-r"])
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

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
        Options::parse(line.split_whitespace().map(str::to_owned)).unwrap()
    }

    fn unit(options: &Options) -> Unit<'_> {
        let input = options.inputs().next().unwrap();
        Unit { input, id: "ID".into() }
    }

    #[track_caller]
    fn check_host(line: &str, expected: &str) {
        let options = parse(line);
        let clang = host(&toolchain(), &options, &unit(&options), "-c", Some("OUT"));
        assert_eq!(clang.args.join(" "), expected);
    }

    #[test]
    fn host_pass() {
        check_host(
            "-fsycl -O2 -g -Wall -c a.cpp -MD -Iinc -lm -fsycl-device-code-split=off",
            "-O2 -g -Wall -MD -Iinc -Xclang -fsycl-is-host -isystem /t/include \
             -D__SYCL_TU_ID=\"ID\" -c -o OUT a.cpp",
        );
        check_host("-fsycl -O2 -c a.s", "-O2 -c -o OUT a.s");
        check_host(
            "-fsycl -c -flto -x c++ a.x",
            "-flto -Xclang -fsycl-is-host -isystem /t/include -D__SYCL_TU_ID=\"ID\" \
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

    #[track_caller]
    fn check_device(line: &str, expected_user_options: &str, expected_exceptions: bool) {
        let options = parse(line);
        let kind = DeviceOutput::Bitcode;
        let clang = device(&toolchain(), &options, &unit(&options), kind, None, "-");
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
    }

    #[test]
    fn preprocessed_text_needs_no_preprocessor_options() {
        let options = parse("-DX -fPIC a.cpp");
        let kind = DeviceOutput::Bitcode;
        let unit = unit(&options);
        let clang = device(&toolchain(), &options, &unit, kind, Some("a.ii"), "-");
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
        let id = |line: &str, output: &str| {
            let options = parse(line);
            Unit::new(options.inputs().next().unwrap(), output, &options).id
        };
        let first = id("a.cpp -DX", "a.o");
        assert_eq!(first, id("-DX a.cpp", "a.o"));
        assert_eq!(first.len(), 16);
        for other in [id("b.cpp -DX", "a.o"), id("a.cpp -DX", "b.o"), id("a.cpp -DY", "a.o")] {
            assert_ne!(first, other);
        }
    }
}
