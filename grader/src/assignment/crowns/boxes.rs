//! Cards drawn as boxes: what stands in the lines of a box is put together to the name of its card.

use std::borrow::Cow;

use super::cards::cards_in;

const SIDES: [char; 4] = ['│', '┃', '║', '|'];

/// A text with each row of boxes as a line of cards, and blank lines in place of the others.
pub(super) fn unboxed(text: &str) -> Cow<'_, str> {
    if !text.contains(SIDES) {
        return Cow::Borrowed(text);
    }
    let mut lines: Vec<Cow<'_, str>> = text.split('\n').map(Cow::Borrowed).collect();
    let mut top = None;
    for at in 0..lines.len() {
        if !is_border(&lines[at]) {
            continue;
        }
        if let Some(from) = top.filter(|from| at > from + 2)
            && let Some(cards) = row_of(&lines[from + 1..at])
        {
            lines[from + 1] = Cow::Owned(cards);
            lines[from + 2..at].fill(Cow::Borrowed(""));
            top = None;
        } else {
            top = Some(at);
        }
    }
    Cow::Owned(lines.join("\n"))
}

/// Whether a line is the upper or lower edge of boxes.
fn is_border(line: &str) -> bool {
    let line = line.trim();
    line.contains(['─', '━', '═', '-', '_'])
        && line.chars().all(|c| "┌┐└┘─╭╮╰╯━┏┓┗┛═╔╗╚╝+-_.'`, ".contains(c))
}

/// The cards of boxes side by side, if each of them is one card and no line of them shows cards by itself.
fn row_of(lines: &[Cow<'_, str>]) -> Option<String> {
    let mut boxes: Vec<Vec<&str>> = Vec::new();
    for line in lines {
        let cells = cells(line);
        if !line.trim().starts_with(SIDES) || !cards_in(line).is_empty() {
            return None;
        }
        boxes.resize(cells.len().max(boxes.len()), Vec::new());
        if boxes.len() != cells.len() {
            return None;
        }
        for (card, cell) in
            boxes.iter_mut().zip(cells).filter(|(card, cell)| !cell.is_empty() && !card.contains(cell))
        {
            card.push(cell);
        }
    }
    let names: Vec<String> = boxes.iter().map(|words| words.join(" ")).collect();
    let is_row = !names.is_empty() && names.iter().all(|name| cards_in(name).len() == 1);
    is_row.then(|| names.join(", "))
}

/// What stands between the sides of each box of a line; boxes have a side of their own each, or share them.
fn cells(line: &str) -> Vec<&str> {
    let pieces: Vec<&str> = line.trim().split(SIDES).map(str::trim).collect();
    let own = pieces.len() % 2 == 1 && pieces.iter().step_by(2).all(|piece| piece.is_empty());
    let inner = pieces.get(1..pieces.len().saturating_sub(1)).unwrap_or_default();
    inner.iter().step_by(if own { 2 } else { 1 }).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_side_by_side_are_a_line_of_cards() {
        let boxes = "Player 1\n┌──┐┌──┐┌──┐\n│10││Jk││Q │\n│♥ ││  ││★ │\n└──┘└──┘└──┘\nvalue: 72";
        assert_eq!(unboxed(boxes), "Player 1\n┌──┐┌──┐┌──┐\n10 ♥, Jk, Q ★\n\n└──┘└──┘└──┘\nvalue: 72");
        let table = "+---+---+\n| 7S | 8H |\n| 9S | JK |\n+---+---+";
        assert_eq!(unboxed(table), table);
    }
}
