//! Text of unknown origin on a page.
//!
//! Every word that is not this grader's own goes through [`Line`] or [`Block`]: what would act, hide or reorder is
//! written out, and the template escapes the rest. Nothing else on these pages is put into markup unescaped but markup
//! made here.

use std::borrow::Cow;

use maud::{Markup, Render, html};

use crate::report::{harmless, harmless_line};

/// Text that stays on one line.
pub(super) struct Line<'a>(pub(super) &'a str);

/// Text with its line ends.
pub(super) struct Block<'a>(pub(super) &'a str);

impl Render for Line<'_> {
    fn render_to(&self, buffer: &mut String) {
        harmless_line(&clipped(self.0, LONGEST_LINE)).render_to(buffer);
    }
}

impl Render for Block<'_> {
    fn render_to(&self, buffer: &mut String) {
        for (index, line) in self.0.lines().enumerate() {
            if index > 0 {
                buffer.push('\n');
            }
            harmless(&clipped(line, LONGEST_LINE)).render_to(buffer);
        }
    }
}

/// The most characters of a line that are shown; a flood has no line ends.
const LONGEST_LINE: usize = 600;

/// The most characters of a name or path.
const LONGEST_NAME: usize = 90;

/// A name, which is told apart from what stands around it whatever its direction of writing.
pub(super) fn name(text: &str) -> Markup {
    html! { bdi { (Line(&clipped(text, LONGEST_NAME))) } }
}

/// A sentence in which `code` stands between backticks.
pub(super) fn sentence(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            // Where the last one has no partner it is a sign like any other.
            @if index % 2 == 0 { (Block(part)) }
            @else if text.split('`').count() == index + 1 { "`" (Block(part)) }
            @else { code { (Line(part)) } }
        }
    }
}

fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => {
            let left_out = text[end..].chars().count();
            Cow::Owned(format!("{} [… {left_out} characters …]", &text[..end]))
        }
        None => Cow::Borrowed(text),
    }
}
