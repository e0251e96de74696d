//! The answers of two plugins beside each other.

use super::queries::Answers;
use super::table::{Reason, Table, When};

/// The widest answer that is printed as a whole.
const WIDTH: usize = 44;

/// A query with both answers.
pub struct Row {
    pub query: String,
    pub answers: [String; 2],
    pub reason: Option<Reason>,
}

/// All queries that both have answered, by name.
pub fn compare(first: &Answers, second: &Answers, table: &Table) -> Vec<Row> {
    let both = first.iter().filter_map(|(query, answer)| Some((query, answer, second.get(query)?)));
    both.map(|(query, first, second)| {
        let answers = [first.clone(), second.clone()];
        Row { query: query.clone(), answers, reason: table.reasons.get(query).cloned() }
    })
    .collect()
}

impl Row {
    fn differs(&self) -> bool {
        self.answers[0] != self.answers[1]
    }

    /// What is wrong with the row.
    pub fn problem(&self) -> Option<String> {
        let Self { query, answers: [first, second], reason } = self;
        match reason {
            None if self.differs() => Some(format!("{query}: {first} and {second} differ without a reason")),
            Some(Reason { when: When::Always, text }) if !self.differs() => {
                Some(format!("{query}: both are {first}, but there is a reason for a difference: {text}"))
            }
            _ => None,
        }
    }
}

/// Prints the rows, those that differ with a mark and the reason.
pub fn print(names: [&str; 2], rows: &[Row]) {
    let query = rows.iter().map(|row| row.query.len()).max().unwrap_or(0);
    println!("\n  {:query$}  {:WIDTH$}  {:WIDTH$}  reason", "query", names[0], names[1]);
    for row in rows {
        let [first, second] = row.answers.each_ref().map(|answer| short(answer));
        let mark = if row.differs() { "≠" } else { " " };
        let reason = row.reason.as_ref().map_or("", |reason| &reason.text);
        println!("{mark} {:query$}  {first:WIDTH$}  {second:WIDTH$}  {reason}", row.query);
    }
    println!("{} queries, {} differ", rows.len(), rows.iter().filter(|row| row.differs()).count());
}

/// An answer, or its beginning.
fn short(answer: &str) -> String {
    if answer.chars().count() <= WIDTH {
        return answer.to_owned();
    }
    answer.chars().take(WIDTH - 1).chain(['…']).collect()
}

#[test]
fn rows_are_judged() {
    let reason = |when| Some(Reason { when, text: "why".to_owned() });
    let row = |second: &str, reason| {
        let answers = ["1".to_owned(), second.to_owned()];
        Row { query: "device A".to_owned(), answers, reason }.problem()
    };
    assert_eq!(row("1", None), None);
    assert_eq!(row("2", None).unwrap(), "device A: 1 and 2 differ without a reason");
    assert_eq!(row("2", reason(When::Always)), None);
    assert!(row("1", reason(When::Always)).unwrap().contains("both are 1"));
    assert_eq!([row("1", reason(When::ByMachine)), row("2", reason(When::ByMachine))], [None, None]);
    assert_eq!(short(&"a".repeat(WIDTH + 1)).chars().count(), WIDTH);
}
