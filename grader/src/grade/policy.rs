//! What stands between the rules and the grade: hidden rules, a person's rulings, the cap on extra credit, lateness.

use jiff::Timestamp;

use super::rulings::{Line, Subject};
use super::{Adjustment, AdjustmentKind, Graded, Ruling, Scored, State, hundredths, number};
use crate::assignment::Status;
use crate::spec::{GradingSpec, LateSpec, Share};
use crate::submission::HandIn;

/// Applies a spec's policy and the rulings on this student to the rules' points. The totals are made here.
pub(super) fn settle(graded: &mut Graded, grading: &GradingSpec, rulings: &[Line]) {
    for scored in &mut graded.checks {
        scored.hidden = grading.hidden.contains(&scored.check.id);
        let ruling = rulings.iter().find(|line| line.subject == Subject::Rule(scored.check.id.to_owned()));
        if let Some(line) = ruling
            && let Some(remark) = rule_on(scored, line)
        {
            graded.remarks.push(remark);
        }
    }
    graded.remarks.extend(foreign(graded, rulings));
    reopen(graded);
    let sum = |points: &dyn Fn(&Scored) -> f64| hundredths(graded.checks.iter().map(points).sum());
    graded.points = sum(&Scored::asked);
    graded.open = sum(&|scored| if scored.is_open() { scored.possible } else { 0.0 });
    graded.possible = sum(&|scored| if scored.extra { 0.0 } else { scored.possible });
    graded.extra = sum(&|scored| scored.points - scored.asked());
    let one = |subject: &Subject| rulings.iter().find(|line| line.subject == *subject);
    if let Some(line) = one(&Subject::Total) {
        graded.remarks.extend(generous(graded, line));
        total(graded, line);
        let is_idle = |line: &&Line| matches!(line.subject, Subject::Late | Subject::Adjust);
        let idle: Vec<String> = rulings.iter().filter(is_idle).map(|line| line.subject.to_string()).collect();
        if !idle.is_empty() {
            graded.remarks.push(format!(
                "A ruling gives the total, so the one on {} does not count: put its points into the total.",
                idle.join(" and on ")
            ));
        }
        return;
    }
    cap(graded, grading.extra_cap);
    if matches!(graded.state, State::Review | State::Fault) {
        // Nobody knows yet what there is to take from: only a ruling on the total settles it.
        if !rulings.is_empty() {
            graded.remarks.push(WAITS.to_owned());
        }
        graded.open = hundredths(graded.possible - graded.points).max(0.0);
        return;
    }
    if graded.state != State::NoSource {
        late(graded, grading.late.as_ref(), one(&Subject::Late));
    }
    if let Some(line) = one(&Subject::Adjust) {
        let points = hundredths((graded.points + line.amount).max(0.0));
        adjust(graded, AdjustmentKind::Ruling, points - graded.points, line.reason.clone());
        graded.points = points;
    }
}

/// Sets a rule's points as ruled; a remark where they are more than the rule is worth here.
fn rule_on(scored: &mut Scored, line: &Line) -> Option<String> {
    scored.ruling = Some(Ruling { graded: scored.points, reason: line.reason.clone() });
    // A rule that could not be asked of this program is worth what the person gives.
    if scored.possible == 0.0 {
        scored.possible = line.amount;
    }
    scored.points = line.amount.min(scored.possible);
    (line.amount > scored.possible).then(|| {
        let (given, most) = (number(line.amount), number(scored.possible));
        format!(
            "A ruling gives {given} points for {}, which is worth {most} here: {most} count.",
            scored.check.id
        )
    })
}

/// The remarks on rulings about rules that this submission is not judged by.
fn foreign(graded: &Graded, rulings: &[Line]) -> Vec<String> {
    let is_known = |id: &str| graded.checks.iter().any(|scored| scored.check.id == id);
    let ids = rulings.iter().filter_map(|line| match &line.subject {
        Subject::Rule(id) => Some(id),
        Subject::Total | Subject::Adjust | Subject::Late => None,
    });
    let unknown = ids.filter(|id| !is_known(id));
    let told = |id: &String| match graded.whose.assignment {
        Some(assignment) => {
            format!("A ruling is about `{id}`, which {assignment} does not ask: it does not count.")
        }
        None => {
            format!("A ruling is about `{id}`, and which assignment this is was not told: it does not count.")
        }
    };
    unknown.map(told).collect()
}

/// Gives to a person what was skipped for another rule's fault where a ruling says that it is none, or a lesser one.
fn reopen(graded: &mut Graded) {
    let is_raised = |scored: &&Scored| {
        scored.check.status == Status::Fail && scored.ruling.is_some() && scored.points > scored.graded()
    };
    let raised: Vec<String> =
        graded.checks.iter().filter(is_raised).map(|scored| format!("`{}`", scored.check.id)).collect();
    if raised.is_empty() {
        return;
    }
    if matches!(graded.state, State::NotBuilt | State::NoSource) {
        graded.remarks.push(UNPLAYED.to_owned());
        return;
    }
    let is_skipped = |scored: &&mut Scored| {
        scored.check.status == Status::Skipped && scored.ruling.is_none() && scored.possible > 0.0
    };
    for scored in graded.checks.iter_mut().filter(is_skipped) {
        let why = format!(" A person has ruled on {}, so this needs a ruling as well.", raised.join(" and "));
        scored.check.status = Status::Review;
        scored.check.message.push_str(&why);
    }
}

/// What is said where a program that was not played is given points for being one.
const UNPLAYED: &str = "A ruling gives points for compiling, and the other rules were not judged: mend a copy and run \
    `grader check` on it, or rule on the `total`.";

/// The person gives the points of the whole: nothing is open any more, and lateness is in them.
fn total(graded: &mut Graded, line: &Line) {
    let change = line.amount - graded.points - graded.extra;
    adjust(graded, AdjustmentKind::Ruling, change, line.reason.clone());
    (graded.points, graded.extra, graded.open) = (line.amount, 0.0, 0.0);
    // The person gives the points as they stand, whatever was asked.
    graded.full = graded.possible;
    graded.state = State::Graded;
}

/// The remark on a total above what there is to earn, extra credit included.
fn generous(graded: &Graded, line: &Line) -> Option<String> {
    let extra: f64 = graded.checks.iter().filter(|scored| scored.extra).map(|scored| scored.possible).sum();
    let most = hundredths(graded.possible + extra);
    (most > 0.0 && line.amount > most).then(|| {
        let given = number(line.amount);
        format!(
            "A ruling gives {given} points in all, and there are {} here: the {given} count.",
            number(most)
        )
    })
}

fn cap(graded: &mut Graded, most: Option<f64>) {
    let Some(most) = most.filter(|most| graded.extra > *most) else { return };
    let reason = format!("At most {} points of extra credit count.", number(most));
    adjust(graded, AdjustmentKind::Cap, most - graded.extra, reason);
    graded.extra = most;
}

/// Takes what lateness costs; hours that nobody knows are a remark for a person.
fn late(graded: &mut Graded, spec: Option<&LateSpec>, ruling: Option<&Line>) {
    let Some(spec) = spec else {
        graded.remarks.extend(ruling.map(|_| UNTIMED.to_owned()));
        return;
    };
    let (minutes, why) = match (ruling, minutes_late(&graded.whose.hand_in, spec)) {
        (Some(line), _) => (line.amount * 60.0, format!(" ({})", line.reason)),
        (None, Some(minutes)) => (minutes, String::new()),
        (None, None) => {
            if graded.whose.hand_in.late {
                graded.remarks.push(LATE_BY_UNKNOWN.to_owned());
            }
            return;
        }
    };
    let counted = minutes - f64::from(spec.grace_minutes);
    if counted <= 0.0 {
        return;
    }
    let periods = (counted / 60.0 / spec.hours).ceil();
    let percent = (periods * spec.percent).min(spec.most);
    let left = |points: f64| match spec.of {
        Share::Possible => (points - graded.possible * percent / 100.0).max(0.0),
        Share::Earned => points * (1.0 - percent / 100.0),
    };
    let (sure, most) = (hundredths(left(graded.points)), hundredths(left(graded.points + graded.open)));
    let of = match spec.of {
        Share::Possible => "the possible points",
        Share::Earned => "the points earned",
    };
    let reason = format!("{} late: {} percent of {of}{why}.", duration(minutes), number(percent));
    adjust(graded, AdjustmentKind::Late, sure - graded.points, reason);
    (graded.points, graded.open) = (sure, hundredths(most - sure));
}

/// Whether a remark is on what a teacher did or can do, and of no use to a student.
pub(super) fn is_for_teachers(remark: &str) -> bool {
    remark == LATE_BY_UNKNOWN || remark == WAITS || remark.starts_with("A ruling ")
}

/// What is said where hours late are ruled on and cost nothing.
const UNTIMED: &str = "A ruling gives hours late, and the spec has no [late] section: they cost nothing. `adjust` takes \
    points.";

/// What is said where rulings cannot count yet.
const WAITS: &str = "Rulings on lateness and adjustments count once the program is judged: a ruling on the `total` settles \
    it.";

/// What is said where a course's system marks a hand-in late and nothing says by how much.
pub(crate) const LATE_BY_UNKNOWN: &str = "It was handed in late, and nothing says by how many hours: nothing was taken for \
    it. Write the hours into overrides.csv (STUDENT,late,HOURS,REASON).";

/// How many minutes after it was due it was handed in, where both are known.
fn minutes_late(hand_in: &HandIn, spec: &LateSpec) -> Option<f64> {
    let submitted: Timestamp = hand_in.submitted.as_deref()?.parse().ok()?;
    Some((submitted.as_second() - spec.due?.as_second()) as f64 / 60.0)
}

/// `2 d 3 h 5 min`.
fn duration(minutes: f64) -> String {
    let all = minutes.ceil() as u64;
    let parts = [(all / 1440, "d"), (all / 60 % 24, "h"), (all % 60, "min")];
    let told: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}")).collect();
    told.join(" ")
}

fn adjust(graded: &mut Graded, kind: AdjustmentKind, points: f64, reason: String) {
    graded.adjustments.push(Adjustment { kind, points: hundredths(points), reason });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Check;
    use crate::grade::Whose;

    fn scored(id: &'static str, status: Status, points: f64, extra: bool) -> Scored {
        let check = Check { id, status, seen: 1, broken: 0, message: String::new(), evidence: None };
        let earned = if status == Status::Pass { points } else { 0.0 };
        Scored { check, points: earned, possible: points, extra, hidden: false, ruling: None }
    }

    /// 60 sure, 30 open, 10 lost, 20 extra.
    fn graded() -> Graded {
        let hand_in = HandIn { submitted: Some("2026-11-21T12:00:00Z".to_owned()), ..HandIn::default() };
        let whose = Whose {
            student: "bo".to_owned(),
            path: "bo".to_owned(),
            hand_in,
            assignment: Some("casino"),
            language: None,
        };
        let checks = vec![
            scored("a", Status::Pass, 60.0, false),
            scored("b", Status::Review, 30.0, false),
            scored("c", Status::Fail, 10.0, false),
            scored("d", Status::Pass, 20.0, true),
        ];
        Graded {
            whose,
            state: State::Graded,
            points: 0.0,
            open: 0.0,
            possible: 0.0,
            full: 100.0,
            extra: 0.0,
            adjustments: Vec::new(),
            remarks: Vec::new(),
            checks,
        }
    }

    fn late_spec(of: Share) -> LateSpec {
        let due = "2026-11-20T11:50:00Z".parse().ok();
        LateSpec { due, grace_minutes: 15, hours: 24.0, percent: 10.0, most: 50.0, of }
    }

    fn lines(text: &str) -> super::super::Rulings {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("overrides.csv");
        std::fs::write(&path, format!("student,rule,points,reason\n{text}")).expect("it is written");
        super::super::Rulings::read(&path).expect("it is right")
    }

    fn settled(grading: &GradingSpec, rulings: &str) -> Graded {
        let mut graded = graded();
        settle(&mut graded, grading, lines(rulings).of("bo"));
        graded
    }

    fn totals(graded: &Graded) -> (f64, f64, f64, f64) {
        (graded.points, graded.open, graded.possible, graded.extra)
    }

    fn amounts(graded: &Graded) -> Vec<f64> {
        graded.adjustments.iter().map(|adjustment| adjustment.points).collect()
    }

    #[test]
    fn without_policy_the_rules_points_are_the_grade() {
        assert_eq!(totals(&settled(&GradingSpec::default(), "")), (60.0, 30.0, 100.0, 20.0));
    }

    #[test]
    fn rulings_stand_above_the_verdicts_and_keep_them_on_record() {
        let graded = settled(&GradingSpec::default(), "bo,b,25,read by hand\nbo,c,10,misread\n");
        assert_eq!(totals(&graded), (95.0, 0.0, 100.0, 20.0));
        assert_eq!(graded.checks[2].ruling, Some(Ruling { graded: 0.0, reason: "misread".to_owned() }));
        assert_eq!(graded.checks[2].check.status, Status::Fail);
        assert!(graded.remarks.is_empty());
        let graded = settled(&GradingSpec::default(), "bo,wild-card,2,another game\n");
        assert_eq!(totals(&graded), (60.0, 30.0, 100.0, 20.0));
        assert_eq!(
            graded.remarks,
            ["A ruling is about `wild-card`, which casino does not ask: it does not count."]
        );
    }

    #[test]
    fn what_was_skipped_for_a_fault_is_open_once_that_is_ruled_away() {
        let settled = |rulings: &str| {
            let mut graded = graded();
            graded.checks.push(scored("e", Status::Skipped, 5.0, false));
            settle(&mut graded, &GradingSpec::default(), lines(rulings).of("bo"));
            let check = &graded.checks[4].check;
            (check.status, check.message.clone(), graded.open)
        };
        assert_eq!(settled("bo,c,0,so it is\n"), (Status::Skipped, String::new(), 30.0));
        let told = " A person has ruled on `c`, so this needs a ruling as well.".to_owned();
        assert_eq!(settled("bo,c,10,misread\n"), (Status::Review, told, 35.0));
        assert_eq!(settled("bo,c,10,misread\nbo,e,5,right\n"), (Status::Skipped, String::new(), 30.0));
    }

    #[test]
    fn the_whole_can_be_ruled_on() {
        let graded = settled(&GradingSpec::default(), "bo,total,77,read by hand\n");
        assert_eq!(totals(&graded), (77.0, 0.0, 100.0, 0.0));
        assert_eq!(amounts(&graded), [-3.0]);
        assert!(graded.remarks.is_empty());
        let graded = settled(&GradingSpec::default(), "bo,total,77,read by hand\nbo,late,4,clock\n");
        assert_eq!(totals(&graded), (77.0, 0.0, 100.0, 0.0));
        assert!(
            graded.remarks[0].contains("the one on the hours late does not count"),
            "{:?}",
            graded.remarks
        );
        let graded = settled(&GradingSpec::default(), "bo,adjust,-4.5,no header comment\n");
        assert_eq!(totals(&graded), (55.5, 30.0, 100.0, 20.0));
    }

    #[test]
    fn rulings_that_may_be_slips_are_told() {
        let remarks = |rulings: &str| settled(&GradingSpec::default(), rulings).remarks;
        assert_eq!(remarks("bo,total,120,all of it\n"), [""; 0]);
        assert_eq!(
            remarks("bo,total,700,a slip\n"),
            ["A ruling gives 700 points in all, and there are 120 here: the 700 count."]
        );
        assert_eq!(remarks("bo,late,26,clock\n"), [UNTIMED]);
        assert!(is_for_teachers(UNTIMED));
        let grading = GradingSpec { late: Some(late_spec(Share::Possible)), ..GradingSpec::default() };
        assert_eq!(settled(&grading, "bo,late,26,clock\n").remarks, [""; 0]);
    }

    #[test]
    fn extra_credit_counts_up_to_its_cap() {
        let grading = GradingSpec { extra_cap: Some(5.0), ..GradingSpec::default() };
        let graded = settled(&grading, "");
        assert_eq!((graded.extra, graded.adjustments[0].points), (5.0, -15.0));
    }

    #[test]
    fn each_begun_period_after_the_grace_costs_its_share() {
        let grading = |of| GradingSpec { late: Some(late_spec(of)), ..GradingSpec::default() };
        // A day and ten minutes late: less the grace it is one period.
        let graded = settled(&grading(Share::Possible), "");
        assert_eq!(totals(&graded), (50.0, 30.0, 100.0, 20.0));
        assert_eq!(graded.adjustments[0].reason, "1 d 10 min late: 10 percent of the possible points.");
        assert_eq!(totals(&settled(&grading(Share::Earned), "")), (54.0, 27.0, 100.0, 20.0));
        assert_eq!(totals(&settled(&grading(Share::Possible), "bo,late,0,ill\n")), (60.0, 30.0, 100.0, 20.0));
        // 200 hours are nine periods, of which the limit leaves five; of the open points 40 are left.
        assert_eq!(
            totals(&settled(&grading(Share::Possible), "bo,late,200,no\n")),
            (10.0, 30.0, 100.0, 20.0)
        );
    }

    #[test]
    fn only_the_total_settles_what_a_person_must_look_at() {
        let rule = |rulings: &str| {
            let mut graded = graded();
            graded.state = State::Review;
            settle(&mut graded, &GradingSpec::default(), lines(rulings).of("bo"));
            (graded.state, graded.points, graded.open)
        };
        assert_eq!(rule("bo,adjust,-2,no header comment\nbo,late,2,late\n"), (State::Review, 60.0, 40.0));
        assert_eq!(rule("bo,b,30,looks right\n"), (State::Review, 90.0, 10.0));
        assert_eq!(rule("bo,total,70,read\n"), (State::Graded, 70.0, 0.0));
    }

    #[test]
    fn unknown_hours_are_left_to_a_person() {
        let late = LateSpec { due: None, ..late_spec(Share::Possible) };
        let grading = GradingSpec { late: Some(late), ..GradingSpec::default() };
        let mut graded = graded();
        graded.whose.hand_in = HandIn { late: true, ..HandIn::default() };
        settle(&mut graded, &grading, &[]);
        assert_eq!(totals(&graded), (60.0, 30.0, 100.0, 20.0));
        assert_eq!(graded.remarks, [LATE_BY_UNKNOWN]);
    }
}
