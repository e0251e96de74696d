//! The SYCL header in precompiled form: used where it can be, never in the
//! way.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::workspace::{TANDEM_CXX, Workspace, stderr};

const SOURCE: &str = "// A comment.\n#include <vector>\n#include <sycl/sycl.hpp>\n#include <stdio.h>\n\
    namespace { struct Local; }\n\
    void NAME() { int *p = nullptr; sycl::single_task<Local>([=] { *p = 1; }); puts(sycl::unit()); }\n";
const MAIN: &str = "void f(); void g(); int main() { f(); g(); }\n";

fn workspace() -> Workspace {
    let (f, g) = (SOURCE.replace("NAME", "f"), SOURCE.replace("NAME", "g"));
    Workspace::new(&[("f.cpp", &f), ("g.cpp", &g), ("main.cpp", MAIN)])
}

/// The precompiled headers of a workspace.
fn entries(workspace: &Workspace) -> Vec<PathBuf> {
    let Ok(dir) = std::fs::read_dir(workspace.path("root/pch")) else {
        return Vec::new();
    };
    dir.map(|entry| entry.unwrap().path()).filter(|path| path.join("host.pch").exists()).collect()
}

#[test]
fn one_serves_all_units_with_the_same_options() {
    let workspace = workspace();
    workspace.compile("-fsycl -O1 -c f.cpp");
    workspace.compile("-fsycl -O1 -c g.cpp -Wall -g -Iwherever");
    assert_eq!(entries(&workspace).len(), 1);
    workspace.compile("-fsycl -O2 -c g.cpp");
    assert_eq!(entries(&workspace).len(), 2);
    let output = workspace.tandem("-fsycl -v -O1 -c f.cpp");
    assert_eq!(stderr(&output).matches("\"-include-pch\"").count(), 2, "{}", stderr(&output));
}

#[test]
fn units_keep_their_own_ids() {
    let workspace = workspace();
    workspace.compile("-fsycl f.cpp g.cpp main.cpp -o app");
    assert_eq!(entries(&workspace).len(), 1);
    let output = workspace.run("app");
    let mut lines: Vec<_> = output.lines().filter(|line| !line.starts_with("image")).collect();
    lines.sort();
    lines.dedup();
    // Two internal kernels of the same name, and the ids of their units.
    let kernels: Vec<_> =
        lines.iter().filter_map(|line| line.strip_prefix("entry _ZTSN12_GLOBAL__N_15LocalE@")).collect();
    assert_eq!((kernels.len(), lines.len()), (2, 4), "{output}");
    assert!(kernels.iter().all(|id| lines.contains(id)), "{output}");
}

#[test]
fn changed_headers_are_noticed() {
    let workspace = workspace();
    workspace.compile("-fsycl -c f.cpp");
    let header = workspace.read("root/include/sycl/sycl.hpp");
    workspace.write("root/include/sycl/sycl.hpp", &header.replace("single_task", "run_once"));
    assert!(workspace.fail("-fsycl -c f.cpp").contains("no member named 'single_task'"));
    workspace.write("root/include/sycl/sycl.hpp", &header);
    workspace.compile("-fsycl -c f.cpp");
}

#[test]
fn messages_are_those_of_the_plain_passes() {
    let workspace = workspace();
    workspace.write("bad.cpp", "#include <sycl/sycl.hpp>\nint f() { int unused; return x; }\n");
    workspace.write("warn.cpp", "#include <sycl/sycl.hpp>\nvoid f() { int unused; }\n");
    for line in ["-fsycl -Wall -c bad.cpp", "-fsycl -Wall -c warn.cpp"] {
        let with = workspace.tandem(line);
        let without = workspace.command(TANDEM_CXX).env("TANDEM_PCH_DIR", "").args(line.split(' ')).output().unwrap();
        assert_eq!(stderr(&with), stderr(&without));
        assert_eq!(with.status, without.status);
    }
    assert_eq!(entries(&workspace).len(), 1);
}

#[test]
fn it_is_left_alone_where_it_could_change_the_meaning() {
    let workspace = workspace();
    workspace.write("macro.cpp", &format!("#define X\n{SOURCE}"));
    workspace.compile("-fsycl -c macro.cpp");
    workspace.compile("-fsycl -include vector -c f.cpp");
    workspace.compile("-fsycl -fsyntax-only main.cpp");
    assert!(entries(&workspace).is_empty());
    let off = workspace.command(TANDEM_CXX).env("TANDEM_PCH_DIR", "").args(["-fsycl", "-c", "f.cpp"]).status();
    assert!(off.unwrap().success());
    assert!(entries(&workspace).is_empty());
}

#[test]
fn a_place_that_cannot_be_written_does_no_harm() {
    let workspace = workspace();
    workspace.write("root/pch", "a file");
    workspace.compile("-fsycl -c f.cpp");
}

#[test]
fn many_drivers_at_once() {
    let workspace = workspace();
    let mut drivers: Vec<_> = (0..6)
        .map(|i| {
            let object = format!("{i}.o");
            workspace.command(TANDEM_CXX).args(["-fsycl", "-c", "f.cpp", "-o", &object]).spawn().unwrap()
        })
        .collect();
    assert!(drivers.iter_mut().all(|driver| driver.wait().unwrap().success()));
    assert_eq!(entries(&workspace).len(), 1);
}

#[test]
fn headers_that_the_user_precompiles() {
    let workspace = workspace();
    workspace.write("all.hpp", "#include <sycl/sycl.hpp>\n#include <stdio.h>\n");
    workspace.compile("-fsycl -x c++-header all.hpp -o all.hpp.pch");
    workspace.compile("-fsycl -include-pch all.hpp.pch -c f.cpp");
    workspace.compile("-fsycl -include all.hpp -c g.cpp");
    workspace.compile("-fsycl f.o g.o main.cpp -o app");
    assert_eq!(workspace.run("app").matches("entry ").count(), 2);
}

#[test]
fn what_others_can_write_is_not_used() {
    let workspace = workspace();
    let set_mode = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    workspace.compile("-fsycl -c f.cpp");
    let entry = entries(&workspace).remove(0);
    for (path, mode) in [(&workspace.path("root/pch"), 0o700), (&entry.join("host.pch"), 0o600)] {
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o7777, mode, "{}", path.display());
    }
    set_mode(&workspace.path("root/pch"), 0o777);
    let output = workspace.tandem("-fsycl -v -c f.cpp");
    assert!(output.status.success());
    let text = stderr(&output);
    assert!(!text.contains("\"-include-pch\""), "{text}");
    let warning = "tandem++: warning: the precompiled headers in ";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert!(text.contains("are not used: other users can write to "), "{text}");
    set_mode(&workspace.path("root/pch"), 0o700);

    // A single file is made again.
    set_mode(&entry.join("host.pch"), 0o666);
    workspace.compile("-fsycl -c f.cpp");
    assert_eq!(std::fs::metadata(entry.join("host.pch")).unwrap().permissions().mode() & 0o7777, 0o600);
}
