use super::*;
use proptest::prelude::*;

const PROGRAM: &str = "const char suits[] = {'D', 'C', 'H', 'S'};
int DealCard(int cards[52], int player);
int main() { int cards[52]; if (cards[3] == 1 && DealCard(cards, 1) > (3)) cout << suits[3 / 13]; }
int DealCard(int cards[52], int player) { switch (player) { case 1: return 'A'; default: while (player > 13) player -= 13; } }
";

proptest! {
    #[test]
    fn no_change_to_a_text_stops_the_rules(
        cuts in prop::collection::vec((0..PROGRAM.len(), 0..40_usize, "[(){}\\[\\];,<>=*&\"' a-c0-9]{0,4}"), 1..6)
    ) {
        let mut text = PROGRAM.to_owned();
        for (at, length, new) in cuts {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.replace_range(at..end, &new);
        }
        let units = [crate::build::Preprocessed { path: String::new(), text: format!("# 1 \"a.cpp\"\n{text}") }];
        let code = Code::parse(&units, &[("a.cpp".to_owned(), text)]).map_err(|error| error.to_string());
        prop_assert_eq!(checks(&code).len(), 3);
    }
}

#[test]
fn a_source_that_cannot_be_read_is_left_to_a_person() {
    for check in checks(&Err("the source is longer than what is read of one".to_owned())) {
        assert_eq!(check.status, Status::Review);
        assert_eq!(check.message, "Not judged: the source is longer than what is read of one.");
    }
}
