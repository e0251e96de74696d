//! Fields of debug information that LLVM's C API has no getter for, up to LLVM 22: the encoding of a basic type,
//! the value of an enumerator, the line of a block, number and flags of a variable. They are neither operands of
//! their nodes; the text that LLVM prints of a node has them.

/// The fields of a node, as LLVM prints one: `!DILocalVariable(name: "x", arg: 1, flags: DIFlagArtificial)`.
pub(crate) struct Fields<'a> {
    /// The text after the kind's name and `(`.
    rest: &'a str,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(printed: &'a str) -> Self {
        Self { rest: printed.split_once('(').map_or("", |(_, rest)| rest) }
    }

    /// The text of a field.
    pub(crate) fn get(mut self, name: &str) -> Option<&'a str> {
        self.find_map(|(field, text)| (field == name).then_some(text))
    }
}

/// Name and text of each field.
impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, rest) = self.rest.split_once(": ")?;
        let length = match rest.strip_prefix('"') {
            // LLVM writes quotes within as `\22`.
            Some(text) => text.find('"')? + 2,
            None => rest.find([',', ')'])?,
        };
        let (text, rest) = rest.split_at(length);
        self.rest = rest.strip_prefix(", ").unwrap_or_default();
        Some((name, text))
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn texts_are_not_taken_for_fields() {
        let variable = "!DILocalVariable(name: \"a, arg: 7) flags: \\22\", arg: 1, scope: !3, line: 4, type: !5, \
            flags: DIFlagArtificial | DIFlagObjectPointer)";
        let names: Vec<_> = Fields::of(variable).map(|(name, _)| name).collect();
        assert_eq!(names, ["name", "arg", "scope", "line", "type", "flags"]);
        assert_eq!(Fields::of(variable).get("arg"), Some("1"));
        assert_eq!(Fields::of(variable).get("flags"), Some("DIFlagArtificial | DIFlagObjectPointer"));
        assert_eq!(Fields::of("!DIEnumerator(name: \"x\", value: -3)").get("value"), Some("-3"));
        assert_eq!(Fields::of("distinct !DILexicalBlock(scope: !1, line: 12)").get("line"), Some("12"));
        assert_eq!(Fields::of("!DINamespace(name: \"n\", scope: null)").get("line"), None);
        assert_eq!(Fields::of("!{}").get("line"), None);
    }
}
