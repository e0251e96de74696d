//! Writes manual pages and completions of shells for `tandem` and `tandem++`,
//! from the definitions of their command lines. `./x package` runs it.
//!
//! usage: manuals DIR
//!
//! ```text
//! DIR/man/man1/*.1
//! DIR/bash-completion/completions/NAME
//! DIR/zsh/vendor-completions/_NAME
//! DIR/fish/vendor_completions.d/NAME.fish
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::roff::{Roff, bold, roman};
use tandem_cli::command_line::Cli;
use tandem_compiler::options::help::{self, TOPICS};
use tandem_device_target::known::REGISTRY;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() -> Result<()> {
    let dir = std::env::args_os().nth(1).context("usage: manuals DIR")?;
    let dir = Path::new(&dir);
    let man = dir.join("man/man1");
    let bash = dir.join("bash-completion/completions");
    let zsh = dir.join("zsh/vendor-completions");
    let fish = dir.join("fish/vendor_completions.d");
    for folder in [&man, &bash, &zsh, &fish] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }

    let mut command = Cli::command();
    clap_mangen::generate_to(Cli::command(), &man)?;
    for (shell, file) in
        [(Shell::Bash, bash.join("tandem")), (Shell::Zsh, zsh.join("_tandem")), (Shell::Fish, fish.join("tandem.fish"))]
    {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "tandem", &mut script);
        fs::write(file, script)?;
    }

    fs::write(man.join("tandem++.1"), compiler_manual())?;
    fs::write(bash.join("tandem++"), compiler_bash())?;
    fs::write(zsh.join("_tandem++"), compiler_zsh())?;
    fs::write(fish.join("tandem++.fish"), compiler_fish())?;
    Ok(())
}

/// Options of `tandem++`, as a shell completes them, with their help.
fn words() -> impl Iterator<Item = (String, &'static str)> {
    TOPICS.iter().flat_map(|(_, options)| *options).map(|(option, meaning)| {
        let end = option.find(['[', ' ', '=']).unwrap_or(option.len());
        let joined = if option[end..].starts_with('=') { "=" } else { "" };
        (format!("{}{joined}", &option[..end]), *meaning)
    })
}

fn compiler_manual() -> String {
    let mut page = Roff::new();
    page.control("TH", ["TANDEM++", "1", "", &format!("Tandem {VERSION}"), "User Commands"]);
    page.control("SH", ["NAME"]);
    page.text([roman("tandem++ - C++ compiler with SYCL 2020")]);
    page.control("SH", ["SYNOPSIS"]);
    page.text([bold("tandem++"), roman(" -fsycl [options] file...")]);
    page.control("SH", ["DESCRIPTION"]);
    page.text([
        bold("tandem++"),
        roman(
            " compiles C++ with SYCL kernels. It runs clang for the host and for devices, puts the device code into \
             the objects that it makes, and links programs with the SYCL runtime. Without ",
        ),
        bold("-fsycl"),
        roman(" it is clang."),
    ]);
    page.control("SH", ["OPTIONS"]);
    for (topic, options) in TOPICS {
        page.control("SS", [*topic]);
        for (option, meaning) in *options {
            page.control("TP", []);
            page.text([bold(*option)]);
            page.text([roman(*meaning)]);
        }
    }
    page.control("SS", ["Targets of device code"]);
    for (name, description) in help::targets(&REGISTRY) {
        page.control("TP", []);
        page.text([bold(name)]);
        page.text([roman(description)]);
    }
    page.control("SS", ["Others"]);
    page.text([roman(help::OTHERS)]);
    page.text([roman("All other options are clang's.")]);
    page.control("SH", ["SEE ALSO"]);
    page.text([bold("tandem"), roman("(1), "), bold("clang"), roman("(1)")]);
    page.render()
}

fn compiler_bash() -> String {
    let words: Vec<_> = words().map(|(word, _)| word).collect();
    format!(
        r#"_tandem_cxx() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}"
  COMPREPLY=()
  [[ "$current" == -* ]] || return
  mapfile -t COMPREPLY < <(
    compgen -W '{}' -- "$current"
    tandem++ --autocomplete="$current" 2>/dev/null | cut -f1
  )
  [[ "${{COMPREPLY[*]}}" == *= ]] && compopt -o nospace
}}
complete -o default -F _tandem_cxx tandem++
"#,
        words.join(" ")
    )
}

fn compiler_zsh() -> String {
    let mut script = "#compdef tandem++\n_arguments \\\n".to_owned();
    for (word, meaning) in words() {
        let meaning = meaning.replace('\'', "'\\''").replace(['[', ']'], " ");
        let value = if word.ends_with('=') { "-:value:_files" } else { "" };
        // `NAME=-` has its value in the same word.
        script +=
            &format!("  '{word}{}[{meaning}]{}' \\\n", &value[..value.len().min(1)], value.get(1..).unwrap_or(""));
    }
    script + "  '*:file:_files'\n"
}

fn compiler_fish() -> String {
    let mut script = String::new();
    for (word, meaning) in words() {
        let meaning = meaning.replace('\'', "\\'");
        let long = word.strip_prefix("--");
        let (kind, name) = long.map_or(("o", &word[1..]), |long| ("l", long));
        let name = name.trim_end_matches('=');
        script += &format!("complete -c tandem++ -{kind} '{name}' -d '{meaning}'\n");
    }
    script
}
