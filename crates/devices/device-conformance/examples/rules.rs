//! Prints the rules of the contract, by group.

use tandem_device_conformance::{GROUPS, Need};

fn main() {
    for group in GROUPS {
        println!("{}", group.name);
        for rule in group.rules {
            let needs = if rule.needs == Need::Nothing { "required".to_owned() } else { format!("{:?}", rule.needs) };
            println!("  {:24} {:14} {}", rule.name, needs, rule.text);
        }
    }
}
