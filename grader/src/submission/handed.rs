//! Who handed a submission in and when, as far as the download or a roster says.

use serde::{Deserialize, Serialize};

/// Who handed in, and when. Everything is optional: plain folders say nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HandIn {
    /// The person's name, as people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the course's system calls the person: Canvas's user id, Moodle's participant number, a user name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The address to write to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The section of the course.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The members of a group that handed in together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    /// The members' addresses, in the same order; empty texts where they are not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<String>,
    /// When it was handed in, as RFC 3339 (`2026-11-20T23:59:00Z`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
    /// Whether the course's system marked it late.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

impl HandIn {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
