//! Turns the bytes of a source file into text, whatever editor wrote them.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{LineEnds, Written};

/// Text, and how its bytes were written.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) written: Written,
}

/// Decodes bytes by their byte order mark, else as UTF-16 if every other byte is zero, else as UTF-8, else as
/// Windows-1252, which takes any bytes and agrees with Latin-1 where both print something.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or_else(|| (guess(bytes), 0));
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    let ends = if !text.contains('\r') {
        LineEnds::Unix
    } else if text.contains("\r\n") {
        LineEnds::Windows
    } else if text.contains('\n') {
        LineEnds::Unix
    } else {
        LineEnds::OldMacintosh
    };
    let written = Written { encoding: encoding.name(), has_mark: mark > 0, ends };
    Decoded { text: unix_lines(&text), written }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let head = &bytes[..bytes.len().min(4096) & !1];
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
    let most = head.len() / 2 * 4 / 5;
    if !head.is_empty() && zeros(1) > most && zeros(0) == 0 {
        UTF_16LE
    } else if !head.is_empty() && zeros(0) > most && zeros(1) == 0 {
        UTF_16BE
    } else if std::str::from_utf8(bytes).is_ok() {
        UTF_8
    } else {
        WINDOWS_1252
    }
}

/// Ends every line with `\n`. A lone carriage return ends a line only in a file that has no other line ends, as old
/// Macintosh editors wrote them; elsewhere compilers do not count it, so it stays.
fn unix_lines(text: &str) -> String {
    if text.contains('\n') { text.replace("\r\n", "\n") } else { text.replace('\r', "\n") }
}

#[cfg(test)]
mod tests {
    use LineEnds::{OldMacintosh, Unix, Windows};

    use super::*;

    #[test]
    fn every_editor_writes_the_same_text() {
        let text = "// caf\u{e9}\nint x;\n";
        let wide = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
        let with_mark = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        let cases: [(&str, Vec<u8>, &str, bool, LineEnds); 9] = [
            ("plain", text.into(), "UTF-8", false, Unix),
            ("mark", with_mark(b"\xef\xbb\xbf", text.as_bytes()), "UTF-8", true, Unix),
            ("windows", text.replace('\n', "\r\n").into(), "UTF-8", false, Windows),
            ("old mac", text.replace('\n', "\r").into(), "UTF-8", false, OldMacintosh),
            ("little", with_mark(b"\xff\xfe", &wide(u16::to_le_bytes)), "UTF-16LE", true, Unix),
            ("big", with_mark(b"\xfe\xff", &wide(u16::to_be_bytes)), "UTF-16BE", true, Unix),
            ("little, no mark", wide(u16::to_le_bytes), "UTF-16LE", false, Unix),
            ("big, no mark", wide(u16::to_be_bytes), "UTF-16BE", false, Unix),
            ("latin", b"// caf\xe9\nint x;\n".to_vec(), "windows-1252", false, Unix),
        ];
        for (name, bytes, encoding, has_mark, ends) in cases {
            let decoded = decode(&bytes);
            assert_eq!(decoded.text.as_str(), text, "{name}");
            assert_eq!(decoded.written, Written { encoding, has_mark, ends }, "{name}");
        }
    }

    #[test]
    fn a_lone_return_among_line_feeds_is_kept() {
        assert_eq!(decode(b"a\rb\r\nc").text, "a\rb\nc");
    }

    #[test]
    fn any_bytes_decode() {
        for bytes in
            [&b""[..], b"\0", b"\xff", b"\xff\xfe", b"\xff\xfe\0", b"\0\0\0\0", b"\xef\xbb\xbf", b"\xd8\0"]
        {
            let decoded = decode(bytes);
            assert!(decoded.text.len() <= 3 * bytes.len(), "{bytes:?}");
        }
    }
}
