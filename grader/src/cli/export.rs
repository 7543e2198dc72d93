//! `grader export`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::zipped::{self, Part, zipped};
use super::{Exit, Stop, known};
use crate::grade::Entry;
use crate::report::export::{
    CanvasColumn, ExportError, Exported, Filled, MoodleColumn, Naming, Titles, annotations, canvas, feedback,
    github, gradescope, gradescope_failure, junit, markdown, moodle, table,
};
use crate::report::html::{self, Audience};
use crate::report::{self, Gradebook};
use crate::spec::Shelf;

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(super) struct Args {
    /// The form.
    #[arg(value_enum)]
    format: Format,
    /// The folder that `grader check` wrote.
    #[arg(default_value = "grades")]
    grades: PathBuf,
    /// The file to write, or the folder for `feedback` and `html` (without it of that name; feedback.zip is packed); `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The file that Canvas or Moodle gave, which is filled in; for `feedback` Canvas's download, packed or unpacked, whose
    /// files the texts are named like.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Submissions of this assignment only.
    #[arg(short, long, value_name = "ID")]
    assignment: Option<String>,
    /// This student's submission only, as the results name it.
    #[arg(long, value_name = "NAME")]
    student: Option<String>,
    /// canvas, moodle: the column for the grades; found by the assignment's name without it.
    #[arg(long, value_name = "TITLE")]
    column: Option<String>,
    /// canvas, moodle: also write grades of which some points are still open, with those that are certain.
    #[arg(long)]
    open: bool,
    /// canvas, moodle: write 0 for those who handed in nothing, where no grade stands.
    #[arg(long)]
    zeros: bool,
    /// canvas: where Canvas has another maximum, write shares of that.
    #[arg(long)]
    scale: bool,
    /// csv: a column for the points of each rule.
    #[arg(long)]
    rules: bool,
    /// feedback: the students' pages in place of texts.
    #[arg(long)]
    html: bool,
    /// feedback: files and folders as Moodle wants them for Upload multiple feedback files in a zip.
    #[arg(long)]
    moodle: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The gradebook that Canvas exported (--from), filled in for its import.
    Canvas,
    /// The grading worksheet that Moodle gave (--from), filled in.
    Moodle,
    /// A table: a row for each student.
    Csv,
    /// A text for each student, ready to be sent; a folder.
    Feedback,
    /// Pages of the class: an overview, a page for each student, the rules; a folder.
    Html,
    /// A summary of the class; of one student's rules with --student.
    Markdown,
    /// The XML of test reports: a suite for each student, a case for each rule.
    Junit,
    /// Gradescope's results.json, of one submission.
    Gradescope,
    /// The output of a step that GitHub Classroom's reporter takes, of one submission.
    Github,
    /// Notes beside the code in GitHub Actions.
    Annotations,
}

impl From<ExportError> for Stop {
    fn from(error: ExportError) -> Self {
        Self::usage(error.to_string())
    }
}

pub(super) fn run(args: &Args, shelf: &Shelf) -> Result<Exit, Stop> {
    keep_grades(args)?;
    let assignments = known::all();
    let titles = Titles::new(&assignments);
    let book = chosen(args)?;
    let whole = |text: String| Exported { text, notes: Vec::new() };
    let exported = match args.format {
        Format::Canvas => {
            let name = assignment_of(args, &book)?;
            let title = match name {
                Some(id) => shelf.load(known::named(id)?)?.spec.title,
                None => String::new(),
            };
            let assignment = name.map(|id| (title.as_str(), id));
            let (file, text) =
                from(args, "export.csv", "in Canvas choose Grades, Export, Export Entire Gradebook")?;
            canvas(
                &book,
                Filled { name: &file, text: &text },
                CanvasColumn {
                    asked: args.column.as_deref(),
                    assignment,
                    open: args.open,
                    zeros: args.zeros,
                    scale: args.scale,
                },
            )?
        }
        Format::Moodle => {
            assignment_of(args, &book)?;
            let how = "in the assignment in Moodle choose Download grading worksheet";
            let (file, text) = from(args, "worksheet.csv", how)?;
            moodle(
                &book,
                Filled { name: &file, text: &text },
                titles,
                MoodleColumn { asked: args.column.as_deref(), open: args.open, zeros: args.zeros },
            )?
        }
        Format::Csv => whole(table(&book, args.rules)),
        Format::Markdown => whole(markdown(&book, titles)),
        Format::Junit => whole(junit(&book, titles)),
        Format::Annotations => whole(annotations(&book, titles)),
        Format::Gradescope => match single(args, &book)? {
            Some(entry) => whole(gradescope(entry, &book.origin, titles)),
            None => whole(gradescope_failure("There was nothing to judge.")),
        },
        Format::Github => match single(args, &book)? {
            Some(entry) => whole(github(entry, titles)),
            None => return Err(Stop::usage(format!("{} has no submission", args.grades.display()))),
        },
        Format::Feedback => return letters(args, &book, titles),
        Format::Html => {
            let folder = args.output.clone().unwrap_or_else(|| PathBuf::from("html"));
            fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
            let Gradebook { entries, origin } = book;
            let overview = html::write(&folder, &origin, &assignments, entries);
            let overview = overview.map_err(|error| unwritable(&folder, &error))?;
            anstream::eprintln!("{} is the overview", overview.display());
            return Ok(Exit::Done);
        }
    };
    tell(&exported.notes);
    write(args.output.as_deref(), &exported.text)?;
    Ok(Exit::Done)
}

/// The grades that were asked for.
fn chosen(args: &Args) -> Result<Gradebook, Stop> {
    let mut book = Gradebook::open(&args.grades)?;
    if let Some(id) = &args.assignment {
        known::named(id)?;
        book.entries.retain(|entry| entry.assignment.as_deref() == Some(id));
    }
    if let Some(wanted) = &args.student {
        let names: Vec<String> = book.entries.iter().map(|entry| entry.student.clone()).collect();
        book.entries.retain(|entry| entry.student == *wanted || entry.hand_in.name.as_ref() == Some(wanted));
        if book.entries.is_empty() {
            let names: Vec<&str> = names.iter().map(String::as_str).take(20).collect();
            return Err(known::unknown("student", wanted, &names));
        }
    }
    if book.origin != report::Origin::default() && !book.origin.complete {
        tell(&["the run was stopped before all were judged: `grader check` goes on from there".to_owned()]);
    }
    Ok(book)
}

/// The one assignment of all entries, if any is known.
fn assignment_of<'a>(args: &'a Args, book: &'a Gradebook) -> Result<Option<&'a str>, Stop> {
    if let Some(id) = &args.assignment {
        return Ok(Some(id));
    }
    let mut ids: Vec<&str> = book.entries.iter().filter_map(|entry| entry.assignment.as_deref()).collect();
    ids.sort_unstable();
    ids.dedup();
    match ids.as_slice() {
        [] => Ok(None),
        [id] => Ok(Some(id)),
        ids => Err(Stop::usage(format!(
            "{} has grades of several assignments ({}), and a column takes one: name it with -a",
            args.grades.display(),
            ids.join(", ")
        ))),
    }
}

/// The only entry, if there is any at all.
fn single<'a>(args: &Args, book: &'a Gradebook) -> Result<Option<&'a Entry>, Stop> {
    match book.entries.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        some => Err(Stop::usage(format!(
            "{} has {} submissions, and this form takes one: name it with --student",
            args.grades.display(),
            some.len()
        ))),
    }
}

/// The file to fill in.
fn from(args: &Args, example: &str, how: &str) -> Result<(String, String), Stop> {
    let Some(path) = &args.from else {
        return Err(Stop::usage(format!(
            "the file to fill in is missing: {how}, and name it with --from {example}"
        )));
    };
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Stop::usage(format!("cannot read {name}: {error}; {how}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Stop::usage(format!(
            "{name}: byte {at} is not UTF-8; download the file again and do not save it in between"
        ))
    })?;
    Ok((name, text))
}

/// What a person should know, on standard error.
fn tell(notes: &[String]) {
    for note in notes {
        anstream::eprintln!("{}", report::harmless(note));
    }
}

/// The files of a class run, which no form may replace.
const OURS: [&str; 5] = ["results.json", "run.json", "index.html", "rules.html", "overrides.csv"];

/// Sees to it that what is written replaces none of the grades.
fn keep_grades(args: &Args) -> Result<(), Stop> {
    let Some(output) = &args.output else { return Ok(()) };
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_ours = output.file_name().is_some_and(|name| OURS.iter().any(|own| name == *own));
    let is_there = || Some(folder.canonicalize().ok()? == args.grades.canonicalize().ok()?);
    if is_ours && is_there() == Some(true) {
        let what = "is the grades' own file";
        return Err(Stop::usage(format!("{} {what}; name another place with -o", output.display())));
    }
    Ok(())
}

/// Writes to a file, or to standard output.
fn write(output: Option<&Path>, text: &str) -> Result<(), Stop> {
    match output {
        Some(path) if path != Path::new("-") => {
            fs::write(path, text).map_err(|error| unwritable(path, &error))
        }
        _ if std::io::stdout().is_terminal() => {
            // What another program left in a file is shown here and not obeyed.
            report::print(&report::harmless(text));
            Ok(())
        }
        _ => {
            // A reader that went away, like `head`, is no error.
            let _ = std::io::stdout().write_all(text.as_bytes());
            Ok(())
        }
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Stop {
    Stop::usage(format!("cannot write {}: {error}; name another place with -o", path.display()))
}

/// A file for each student.
fn letters(args: &Args, book: &Gradebook, titles: Titles<'_>) -> Result<Exit, Stop> {
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from("feedback"));
    if folder == Path::new("-") {
        return Err(Stop::usage("feedback is a folder of files: name it with -o DIR"));
    }
    let names = match &args.from {
        Some(folder) => names(folder)?,
        None => Vec::new(),
    };
    let naming = match &args.from {
        _ if args.moodle => Naming::Moodle,
        Some(_) => Naming::Canvas(&names),
        None => Naming::Plain,
    };
    let (files, notes) = feedback(book, titles, naming);
    tell(&notes);
    let parts: Vec<Part> = files
        .iter()
        .map(|file| {
            let entry = book.entries.iter().find(|entry| args.html && entry.student == file.student);
            let (name, text) = match entry {
                Some(entry) => {
                    let name = file.path.strip_suffix(".txt").unwrap_or(&file.path);
                    let page = html::page(entry, &book.origin, &known::all(), Audience::Student);
                    (format!("{name}.html"), page)
                }
                None => (file.path.clone(), file.text.clone()),
            };
            Part { name, bytes: text.into_bytes(), is_program: false }
        })
        .collect();
    let is_archive = folder.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    if is_archive {
        let written = zipped(&parts).and_then(|bytes| fs::write(&folder, bytes));
        written.map_err(|error| unwritable(&folder, &error))?;
    } else {
        put(&folder, &parts)?;
    }
    anstream::eprintln!("{} files in {}", parts.len(), folder.display());
    if !is_archive {
        tell_others(args, &folder, &files, &|book| feedback(book, titles, naming).0)?;
    }
    Ok(Exit::Done)
}

/// Tells of what an earlier class left in a folder of texts.
fn tell_others(
    args: &Args,
    folder: &Path,
    files: &[report::export::Feedback],
    all: &dyn Fn(&Gradebook) -> Vec<report::export::Feedback>,
) -> Result<(), Stop> {
    // Where only one assignment or student was asked for, the others are of this class as well.
    let is_part = args.assignment.is_some() || args.student.is_some();
    let class = if is_part { all(&Gradebook::open(&args.grades)?) } else { files.to_vec() };
    let own: BTreeSet<PathBuf> = class.iter().map(|file| Path::new(&file.path).with_extension("")).collect();
    let shown = folder.display();
    match others(folder, Path::new(""), &own) {
        0 => {}
        1 => anstream::eprintln!(
            "1 other text lies in {shown} and is not of this class: take it away before you send the folder"
        ),
        more => anstream::eprintln!(
            "{more} other texts lie in {shown} and are not of this class: take them away before you send the folder"
        ),
    }
    Ok(())
}

/// How many texts and pages lie in a folder, and in those in it, that are not these; of these the ending is not told.
fn others(folder: &Path, below: &Path, own: &BTreeSet<PathBuf>) -> usize {
    let entries = fs::read_dir(folder.join(below)).into_iter().flatten().flatten();
    let counts = entries.map(|entry| {
        let path = below.join(entry.file_name());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder {
            // No deeper than where Moodle's are.
            return if below.as_os_str().is_empty() { others(folder, &path, own) } else { 0 };
        }
        let is_text = path.extension().is_some_and(|ending| ending == "txt" || ending == "html");
        usize::from(is_text && !own.contains(&path.with_extension("")))
    });
    counts.sum()
}

/// Writes files into a folder.
fn put(folder: &Path, parts: &[Part]) -> Result<(), Stop> {
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    for part in parts {
        let path = folder.join(&part.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
        }
        fs::write(&path, &part.bytes).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

/// The names in Canvas's download, a folder or the archive itself, in order.
fn names(download: &Path) -> Result<Vec<String>, Stop> {
    let unreadable = |error: io::Error| {
        let how = "for feedback --from names what Canvas's Download Submissions gave, packed or unpacked";
        Stop::usage(format!("cannot read {}: {error}; {how}", download.display()))
    };
    let mut names: Vec<String> = if download.is_file() {
        zipped::names(download).map_err(unreadable)?
    } else {
        let entries = fs::read_dir(download).map_err(unreadable)?;
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    names.sort();
    Ok(names)
}
