//! The lines of a turn: cards, totals, outcomes and money, each for whom they are told of.

use super::Reader;
use crate::assignment::casino::columns::columns;
use crate::assignment::casino::facts::{Place, Seen, Shown};
use crate::assignment::casino::group::Group;
use crate::assignment::casino::habits::form_of_line;
use crate::assignment::casino::line::{Line, Past};
use crate::assignment::casino::numbers::TotalAt;
use crate::assignment::casino::recap::{self, Told};
use crate::assignment::lexicon::CardName;
use crate::assignment::outcome::settled;
use crate::assignment::words::{Owner, plain};

impl Reader<'_> {
    /// Reads the lines of a turn; returns its plain text.
    pub(super) fn take(&mut self, said: &str) -> String {
        let text = plain(said);
        let turn = self.session.asks.len();
        self.history = false;
        let lines: Vec<(usize, &str)> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
        let mut next = 0;
        while let Some(&(index, line)) = lines.get(next) {
            let table = self.table(&lines[next..]);
            if table == 0 {
                self.line(line, Place { turn, line: index });
            }
            next += table.max(1);
        }
        self.flush();
        let announced = settled(&self.announcements);
        if let Some(round) = self.session.rounds.last_mut().filter(|_| self.open) {
            round.announced = announced;
        }
        text
    }

    /// How many of the next lines are a table of both hands.
    fn table(&mut self, lines: &[(usize, &str)]) -> usize {
        if !self.open || !recap::may_begin(lines) {
            return 0;
        }
        self.flush();
        let turn = self.session.asks.len();
        let Some(round) = self.session.rounds.last_mut() else { return 0 };
        let table = recap::table(lines, round);
        if table.lines == 0 {
            return self.columns(lines);
        }
        round.dealer.cards.extend(table.new.into_iter().enumerate().map(|(nth, (line, name))| Seen {
            name,
            place: Place { turn, line },
            listed: nth > 0,
            drawn: false,
        }));
        table.lines
    }

    /// Lays hands that stand side by side; returns how many lines they take.
    fn columns(&mut self, lines: &[(usize, &str)]) -> usize {
        let Some(found) = columns(lines) else { return 0 };
        let turn = self.session.asks.len();
        for owner in [Owner::Player, Owner::Dealer] {
            let cards = found.cards.iter().filter(|card| card.1 == owner);
            let mut group = Group::new(owner, false);
            group.cards = cards.map(|(line, _, name)| (name.clone(), Place { turn, line: *line })).collect();
            let all = group.cards.len();
            let totals = found.totals.iter().filter(|total| total.1 == owner);
            group.totals = totals
                .map(|&(line, _, total)| Shown {
                    total,
                    cards: all,
                    cards_below: all,
                    place: Place { turn, line },
                    template: "side by side".into(),
                    strong: false,
                    named: true,
                })
                .collect();
            if all > 0 {
                self.group = Some(Group { told: true, ..group });
                self.flush();
            }
        }
        found.lines
    }

    fn line(&mut self, line: &str, place: Place) {
        if !self.open {
            return;
        }
        let said = Line::read(line);
        let round = self.session.rounds.last();
        if self.told.as_ref().is_some_and(|told| told.is_again(line, &said, place.turn, round)) {
            return;
        }
        if let Some(card) = said.cards.last() {
            self.told = Some(Told { turn: place.turn, name: card.name.clone(), line: line.to_owned() });
        }
        self.session.symbols |= said.symbols;
        let Line { cards, totals, row, .. } = &*said;
        if cards.is_empty() {
            self.flush();
            self.drawn = said.drawing;
        }
        self.history = cards.is_empty() && (self.history || said.past == Past::Head);
        let rounds = self.session.rounds.len();
        if self.history || matches!(said.past, Past::Round(round) if round < rounds) {
            return;
        }
        // A line of several cards is a list of its own; single cards on lines of their own make one list together.
        if cards.len() > 1 {
            self.flush();
        }
        let drawn = self.drawn || said.drawing;
        let dealers = said.owner.is_none() && row.is_none() && self.is_dealers(line);
        if dealers {
            self.flush_of(Owner::Player);
            (self.owner, self.owner_told) = (Owner::Dealer, true);
        }
        let mut pending = totals.iter().enumerate().peekable();
        for card in cards {
            while let Some((nth, total)) = pending.next_if(|(_, total)| total.start < card.start) {
                self.total(total, &said.form, nth, place);
            }
            let named = card.owner.or(*row);
            if self.turned && named.is_none() {
                self.flush();
                (self.owner, self.turned) = (Owner::Dealer, false);
            }
            let owner = named.unwrap_or(self.owner);
            self.card(owner, card.name.clone(), place, drawn, said.labelled);
            let told = named.is_some() || self.owner_told;
            let group = self.group.as_mut().expect("a card makes a group");
            group.told |= told;
            group.each_drawn &= said.drawing;
        }
        for (nth, total) in pending {
            self.total(total, &said.form, nth, place);
        }
        if cards.len() > 1 {
            self.flush();
        }
        if let Some(owner) = said.owner {
            (self.owner, self.owner_told, self.turned) = (owner, true, false);
        }
        let round = self.session.rounds.last_mut();
        if self.group.is_some() || round.as_ref().is_some_and(|round| round.dealt()) {
            // Money told before the outcome may be that of the round's start.
            if self.announcements.is_empty() && !said.announced.is_empty() {
                self.session.last_money = None;
            }
            self.announcements.extend(said.announced.iter().copied());
            if let Some((amount, round)) = said.amount.zip(round) {
                round.amount_told = Some(amount);
            }
            self.session.last_money = said.money.or(self.session.last_money);
        }
    }

    fn card(&mut self, owner: Owner, name: CardName, place: Place, drawn: bool, labelled: bool) {
        if self.group.as_ref().is_some_and(|group| group.owner != owner) {
            self.flush();
        }
        let group = self.group.get_or_insert_with(|| Group::new(owner, drawn));
        group.labelled &= labelled;
        group.cards.push((name, place));
    }

    fn total(&mut self, at: &TotalAt, form: &str, nth: usize, place: Place) {
        // Without a name a total belongs to the cards beside it.
        let beside =
            self.group.as_ref().filter(|group| group.cards.last().is_some_and(|card| card.1 == place));
        let owner = at.owner.or(beside.map(|group| group.owner)).unwrap_or(self.owner);
        let mut shown = Shown {
            total: at.total,
            cards: 0,
            cards_below: 0,
            place,
            template: format!("{form} {nth}").into(),
            strong: at.strong,
            named: at.owner.is_some(),
        };
        if let Some(group) = self.group.as_mut().filter(|group| group.owner == owner) {
            shown.cards = group.cards.len();
            group.totals.push(shown);
            return;
        }
        let twins = std::mem::take(&mut self.twins);
        let Some(round) = self.session.rounds.last_mut() else { return };
        let hand = round.hand_mut(owner);
        // Cards taken for others shown again were their twins, if the total counts both.
        if owner == Owner::Dealer
            && at.strong
            && !twins.is_empty()
            && hand.total_by_cards(hand.cards.len()) != Some(at.total)
        {
            let mut both = hand.clone();
            both.cards.extend(twins);
            if both.total_by_cards(both.cards.len()) == Some(at.total) {
                *hand = both;
            }
        }
        shown.cards = hand.cards.len();
        shown.cards_below = shown.cards;
        hand.shown.push(shown);
    }

    /// Whether a line without a known name is of the kind that comes in the dealer's turn only, and this may be it: the
    /// player has stopped, or has taken the card that was asked for.
    fn is_dealers(&self, line: &str) -> bool {
        let dealers = &self.questions.habits.dealers;
        let in_group = self.group.as_ref().filter(|group| group.owner == Owner::Player);
        let cards = in_group.map_or(0, |group| group.cards.len());
        let round = self.session.rounds.last();
        !dealers.is_empty()
            && round.is_some_and(|round| round.player_is_served(cards))
            && dealers.contains(&form_of_line(line))
    }

    /// The player's whole hand listed once more at the end of the turn: what follows it without a name is the dealer's.
    ///
    /// Returns what of the group is left to lay.
    fn without_hand_again(&mut self, group: Group) -> Option<Group> {
        let owner_known = group.told && group.owner == Owner::Dealer;
        let Some(round) = self.session.rounds.last_mut() else { return Some(group) };
        let held = round.player.cards.len();
        let names = round.player.cards.iter().map(|seen| &seen.name);
        let is_again = self.questions.habits.lists_again
            && !owner_known
            && round.player_is_served(0)
            && group.cards.len() >= held
            && names.eq(group.cards[..held].iter().map(|(name, _)| name));
        if !is_again {
            return Some(group);
        }
        let place = group.cards[0].1;
        let (list, rest) = group.split(held);
        // A total before the list stands with the hand that was expected.
        let (before, others) =
            round.dealer.shown.drain(..).partition(|shown| shown.cards == 0 && shown.place == place);
        round.dealer.shown = others;
        let totals: Vec<Shown> = before;
        let of_list = list.totals.into_iter().filter(|shown| shown.cards == held);
        let shown = totals.into_iter().chain(of_list);
        round.player.shown.extend(shown.map(|shown| Shown { cards: held, cards_below: held, ..shown }));
        let more = !rest.cards.is_empty();
        (self.owner, self.turned) = (if more { Owner::Dealer } else { Owner::Player }, !more);
        more.then_some(rest)
    }

    fn flush_of(&mut self, owner: Owner) {
        if self.group.as_ref().is_some_and(|group| group.owner == owner) {
            self.flush();
        }
    }

    /// Lays the cards that came together into their hand.
    fn flush(&mut self) {
        let Some(group) = self.group.take() else { return };
        let Some(group) = self.without_hand_again(group) else {
            self.drawn = false;
            return;
        };
        // Words of a line above speak of these cards, and not of a list that follows.
        self.drawn = false;
        let Some(round) = self.session.rounds.last_mut() else { return };
        let habits = &self.questions.habits;
        let stopped = round.hits.last().is_some_and(|hit| hit.yes == Some(false));
        let hole_first = habits.hole_first && (stopped || habits.open_once) && group.owner == Owner::Dealer;
        let twins = group.lay(round.hand_mut(group.owner), hole_first);
        if group.owner == Owner::Dealer && !twins.is_empty() {
            self.twins = twins;
        }
    }
}
