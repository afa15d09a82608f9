//! Recorded data of Go Fish.
//!
//! `traces` are whole games, card by card: they are replayed on the kit, where
//! cards have suits and hands an order, and on the fast counts beside it.
//! `beliefs` are games with tiny decks and, for an observer at a moment, exact
//! numbers over all deals that agree with what that observer has seen.

use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_core::{Game, Keyed, Player, Turn};
use takeback_gofish::{
    Ask, Card, Event, GoFish, Kind, KitGoFish, KitRules, Options, Rank, Tally, rank_name,
    rank_named, seeded_deck,
};
use takeback_host::check::{File, Known, Report};
use takeback_kit::Id;

/// Checks one file.
pub(crate) fn check(file: &File, report: &mut Report) -> Known {
    if file.is_kind("traces") {
        for (place, line) in file.json_lines::<Trace>() {
            match line {
                Ok(trace) => report.case(format!("{place} {}", trace.id), trace.check()),
                Err(error) => report.fail(place, error),
            }
        }
    } else if file.is_kind("beliefs") {
        for (place, line) in file.json_lines::<Beliefs>() {
            match line {
                Ok(beliefs) => beliefs.check(&place, report),
                Err(error) => report.fail(place, error),
            }
        }
    } else {
        return Known::No;
    }
    Known::Yes
}

/// A whole game.
#[derive(Deserialize)]
struct Trace {
    #[serde(default)]
    id: String,
    seed: Option<String>,
    players: u8,
    hand_size: u8,
    deck_top_first: Vec<String>,
    events: Vec<TraceEvent>,
    asks: Option<usize>,
    books: Option<Vec<usize>>,
    winners: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum TraceEvent {
    Ask(TraceAsk),
    Autodraw { p: u8, card: String },
}

#[derive(Deserialize)]
struct TraceAsk {
    p: u8,
    target: u8,
    rank: String,
    legal: Option<usize>,
    given: Vec<String>,
    /// The outer option tells "absent" from `null`.
    #[serde(default, deserialize_with = "present")]
    drawn: Option<Option<String>>,
    books: Vec<String>,
    again: bool,
    next: u8,
    hands: Vec<usize>,
    pond: usize,
}

fn present<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(d).map(Some)
}

/// Fails with what was recorded and what was found.
#[allow(clippy::needless_pass_by_value, reason = "most calls have values at hand")]
fn same<T: PartialEq + std::fmt::Debug>(what: &str, recorded: T, found: T) -> Result<(), String> {
    if recorded == found {
        Ok(())
    } else {
        Err(format!("{what}: recorded {recorded:?}, found {found:?}"))
    }
}

fn seat(number: u8, players: u8) -> Result<Player, String> {
    match number.checked_sub(1) {
        Some(n) if n < players => Ok(Player(n)),
        _ => Err(format!("there is no seat {number}")),
    }
}

fn cards_in(game: &KitGoFish, space: Id) -> Vec<Card> {
    game.board().children(space).map(|id| KitRules::card(game.board(), id)).collect()
}

/// The same game on the kit and as counts.
struct Pair {
    kit: KitGoFish,
    fast: GoFish,
}

impl Pair {
    /// Ask on both, going forth, back and forth again.
    fn ask(&mut self, ask: Ask) -> Result<(), String> {
        let before = (self.kit.clone(), self.fast.clone());
        if !self.kit.legal_moves().contains(&ask) || !self.fast.allows(ask) {
            return Err(format!("{ask} is not a legal ask"));
        }
        let marks = (self.kit.make(ask), self.fast.make(ask));
        let after = (self.kit.clone(), self.fast.clone());
        self.kit.unmake(ask, marks.0);
        self.fast.unmake(ask, marks.1);
        if self.kit != before.0 || self.kit.key() != before.0.key_from_scratch() {
            return Err("the kit is not taken back exactly".to_owned());
        }
        if self.fast != before.1 || self.fast.key() != before.1.key_from_scratch() {
            return Err("the counts are not taken back exactly".to_owned());
        }
        let _ = (self.kit.make(ask), self.fast.make(ask));
        if self.kit != after.0 || self.fast != after.1 {
            return Err("made again, the ask leads somewhere else".to_owned());
        }
        self.agree()
    }

    /// Whether the two tell the same.
    fn agree(&self) -> Result<(), String> {
        same("kit and counts: turn", self.kit.turn(), self.fast.turn())?;
        same("kit and counts: asks", self.kit.legal_moves(), self.fast.legal_moves())?;
        for player in Player::all(self.fast.players()) {
            let hand = cards_in(&self.kit, KitRules::hand(player));
            let counts: Vec<u8> = (0..13)
                .map(|rank| hand.iter().filter(|card| card.rank() == rank).count() as u8)
                .collect();
            let fast: Vec<u8> = (0..13).map(|rank| self.fast.hand(player).of(rank)).collect();
            same("kit and counts: hands", counts, fast)?;
            let books = self.kit.rules().score(self.kit.board(), player);
            same("kit and counts: books", books, self.fast.books(player).into())?;
            let payoffs = (self.kit.payoff(player), self.fast.payoff(player));
            if self.fast.turn() == Turn::Over {
                same("kit and counts: payoffs", payoffs.0, payoffs.1)?;
            }
        }
        Ok(())
    }
}

impl Trace {
    fn check(&self) -> Result<(), String> {
        let mut pair = self.deal()?;
        pair.agree()?;
        let mut asks = 0;
        let mut events = self.events.iter().enumerate().peekable();
        while let Some((n, event)) = events.next() {
            let TraceEvent::Ask(ask) = event else {
                return Err(format!("event {n}: nobody draws here"));
            };
            asks += 1;
            let mut draws = Vec::new();
            while let Some((_, TraceEvent::Autodraw { p, card })) =
                events.next_if(|(_, e)| matches!(e, TraceEvent::Autodraw { .. }))
            {
                draws.push((*p, card.as_str()));
            }
            self.step(&mut pair, ask, &draws).map_err(|error| format!("event {n}: {error}"))?;
        }
        self.check_end(&pair, asks)
    }

    fn deal(&self) -> Result<Pair, String> {
        let deck: Vec<Card> = self
            .deck_top_first
            .iter()
            .map(|card| card.parse().map_err(|e| format!("deck: {e}")))
            .collect::<Result<_, _>>()?;
        let options = Options { hand: self.hand_size, ..Options::new(self.players) };
        let rules = match &self.seed {
            Some(seed) => {
                same("deck of the seed", &deck[..], &seeded_deck(seed)[..])?;
                KitRules::seeded(options, seed)
            }
            None => KitRules::with_cards(options, &deck),
        };
        let rules = rules.map_err(|e| e.to_string())?;
        let ranks: Vec<Rank> = deck.iter().map(|card| card.rank()).collect();
        let fast = GoFish::with_deck(options, &ranks).map_err(|e| e.to_string())?;
        Ok(Pair { kit: KitGoFish::new(rules), fast })
    }

    fn step(&self, pair: &mut Pair, e: &TraceAsk, draws: &[(u8, &str)]) -> Result<(), String> {
        let (asker, target) = (seat(e.p, self.players)?, seat(e.target, self.players)?);
        let rank = rank_named(&e.rank).ok_or_else(|| format!("no rank {}", e.rank))?;
        same("in turn", Turn::Player(asker), pair.kit.turn())?;
        if let Some(legal) = e.legal {
            same("legal asks", legal, pair.kit.legal_moves().len())?;
        }
        let theirs = cards_in(&pair.kit, KitRules::hand(target));
        let given: Vec<String> =
            theirs.iter().filter(|c| c.rank() == rank).map(Card::to_string).collect();
        let pond = cards_in(&pair.kit, KitRules::pond());
        let told = pair.fast.history().len();

        pair.ask(Ask { target, rank })?;

        same("given", &e.given, &given)?;
        let took = pond.len() - pair.kit.board().count(KitRules::pond());
        let fished = if given.is_empty() { pond.first().copied() } else { None };
        let drawn = given.is_empty().then(|| fished.map(|card| card.to_string()));
        same("drawn", &e.drawn, &drawn)?;
        let lucky = fished.is_some_and(|card| card.rank() == rank);
        same("again", e.again, !given.is_empty() || lucky)?;

        let events = &pair.fast.history()[told..];
        same("books", sorted(&e.books), laid(&events[0]))?;
        let next = pair.kit.turn().decider().map_or(0, |p| p.0 + 1);
        same("next", e.next, next)?;
        let drew: Vec<(u8, String)> = pond[usize::from(fished.is_some())..took]
            .iter()
            .map(|card| (next, card.to_string()))
            .collect();
        let recorded: Vec<_> = draws.iter().map(|(p, card)| (*p, (*card).to_owned())).collect();
        same("automatic draws", recorded, drew)?;
        let hands = Player::all(self.players.into());
        let hands: Vec<usize> = hands.map(|p| pair.kit.board().count(KitRules::hand(p))).collect();
        same("hands", &e.hands, &hands)?;
        same("pond", e.pond, pair.kit.board().count(KitRules::pond()))
    }

    fn check_end(&self, pair: &Pair, asks: usize) -> Result<(), String> {
        same("at the end", Turn::Over, pair.kit.turn())?;
        if let Some(recorded) = self.asks {
            same("asks", recorded, asks)?;
        }
        let players = Player::all(self.players.into());
        if let Some(recorded) = &self.books {
            let books = players.map(|p| pair.fast.books(p).into()).collect();
            same("books at the end", recorded, &books)?;
        }
        if let Some(recorded) = &self.winners {
            let winners = pair.kit.board().winners().iter().map(|p| p.0 + 1).collect();
            same("winners", recorded, &winners)?;
        }
        Ok(())
    }
}

fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort();
    names
}

fn laid(event: &Event) -> Vec<String> {
    sorted(&event.laid.ranks().map(|rank| rank_name(rank).to_owned()).collect::<Vec<_>>())
}

/// A game with a tiny deck and what could be known in it.
#[derive(Deserialize)]
struct Beliefs {
    #[serde(default)]
    id: String,
    ranks: u8,
    copies: u8,
    players: u8,
    hand_size: u8,
    dealt: Option<Vec<Vec<Rank>>>,
    deck_ranks: Vec<Rank>,
    events: Vec<BeliefEvent>,
    queries: Vec<Query>,
    books: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum BeliefEvent {
    Ask {
        p: u8,
        target: u8,
        rank: Rank,
        given: u8,
        #[serde(default)]
        fished: bool,
        private_rank: Option<Rank>,
        again: bool,
        books: Vec<Rank>,
    },
    Autodraw {
        p: u8,
        private_rank: Option<Rank>,
    },
}

#[derive(Deserialize)]
struct Query {
    after_event: usize,
    observer: u8,
    consistent: u64,
    own: Vec<u8>,
    others: BTreeMap<String, Held>,
    pond_top: Option<Vec<u64>>,
}

#[derive(Deserialize)]
struct Held {
    has: Vec<u64>,
    sum: Vec<u64>,
}

impl Beliefs {
    /// One case for the game, one for each query.
    fn check(&self, place: &str, report: &mut Report) {
        let case = format!("{place} {}", self.id);
        match self.replay() {
            Ok(game) => {
                report.pass();
                for (n, query) in self.queries.iter().enumerate() {
                    report.case(format!("{case} query {n}"), self.check_query(&game, query));
                }
            }
            Err(error) => {
                report.fail(&case, error);
                for n in 0..self.queries.len() {
                    report.fail(format!("{case} query {n}"), "its game cannot be replayed");
                }
            }
        }
    }

    fn replay(&self) -> Result<GoFish, String> {
        let options = Options::tiny(self.players, self.ranks, self.copies, self.hand_size);
        let deal = GoFish::with_deck(options, &self.deck_ranks);
        let mut game = deal.map_err(|e| e.to_string())?;
        if let Some(dealt) = &self.dealt {
            let found: Vec<Vec<Rank>> =
                Player::all(game.players()).map(|p| game.observed_by(p).own).collect();
            same("dealt", dealt, &found)?;
        }
        let mut top = usize::from(self.players) * usize::from(self.hand_size);
        for (n, event) in self.events.iter().enumerate() {
            if let BeliefEvent::Ask { target, rank, .. } = *event {
                same("events up to here", n, game.history().len())?;
                let ask = Ask { target: seat(target, self.players)?, rank };
                forth_and_back(&mut game, ask).map_err(|e| format!("event {n}: {e}"))?;
            }
            let Some(&found) = game.history().get(n) else {
                return Err(format!("event {n} does not happen"));
            };
            let drew = self.deck_ranks.get(top).copied().filter(|_| found.drew > 0);
            top += usize::from(found.drew);
            self.check_event(event, found, drew).map_err(|e| format!("event {n}: {e}"))?;
        }
        same("events", self.events.len(), game.history().len())?;
        if let Some(books) = &self.books {
            let found = Player::all(game.players()).map(|p| game.books(p)).collect();
            same("books at the end", books, &found)?;
        }
        Ok(game)
    }

    fn check_event(
        &self,
        recorded: &BeliefEvent,
        found: Event,
        drew: Option<Rank>,
    ) -> Result<(), String> {
        match recorded {
            BeliefEvent::Ask { p, rank, given, fished, private_rank, again, books, .. } => {
                same("kind", Kind::Ask, found.kind)?;
                same("asker", *p, found.seat.0 + 1)?;
                same("given", *given, found.given)?;
                same("fished", *fished, found.drew > 0)?;
                same("fished rank", *private_rank, drew)?;
                same("again", *again, found.given > 0 || drew == Some(*rank))?;
                let mut books = books.clone();
                books.sort_unstable();
                same("books", books, found.laid.ranks().collect())
            }
            BeliefEvent::Autodraw { p, private_rank } => {
                same("kind", Kind::Draw, found.kind)?;
                same("drawer", *p, found.seat.0 + 1)?;
                same("drawn rank", *private_rank, drew)
            }
        }
    }

    fn check_query(&self, game: &GoFish, query: &Query) -> Result<(), String> {
        let observer = seat(query.observer, self.players)?;
        if query.after_event > game.history().len() {
            return Err(format!("there is no event {}", query.after_event));
        }
        let observation = game.observed_after(observer, query.after_event);
        let ranks = usize::from(self.ranks);
        let hand = observation.standing().hand;
        let own = (0..self.ranks).map(|rank| hand.of(rank)).collect();
        same("own hand", &query.own, &own)?;
        let tally = Tally::new(&observation).map_err(|e| e.to_string())?;
        let tally = tally.ok_or("the numbers outgrow 128 bits")?;
        same("consistent", u128::from(query.consistent), tally.consistent)?;
        let wide = |row: &[u64]| row.iter().map(|&n| u128::from(n)).collect::<Vec<_>>();
        let mut asked = 0;
        for (name, held) in &query.others {
            let number = name.parse().map_err(|_| format!("'{name}' is no seat"))?;
            let other = seat(number, self.players)?;
            let what = |what: &str| format!("{what} of seat {number}");
            let has = &tally.has[other.index()][..ranks];
            same(&what("has"), wide(&held.has), has.to_vec())?;
            let sum = &tally.sum[other.index()][..ranks];
            same(&what("sum"), wide(&held.sum), sum.to_vec())?;
            asked += 1;
        }
        same("seats asked about", asked, self.players - 1)?;
        let top = tally.pond_top.map(|top| top[..ranks].to_vec());
        same("top of the pond", query.pond_top.as_deref().map(wide), top)
    }
}

/// Ask, take back, ask again.
fn forth_and_back(game: &mut GoFish, ask: Ask) -> Result<(), String> {
    if !game.allows(ask) {
        return Err(format!("{ask} is not a legal ask"));
    }
    let before = game.clone();
    let undo = game.make(ask);
    let after = game.clone();
    game.unmake(ask, undo);
    if *game != before || game.key() != before.key_from_scratch() {
        return Err("the ask is not taken back exactly".to_owned());
    }
    game.make(ask);
    if *game == after { Ok(()) } else { Err("made again, it leads somewhere else".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_host::check::recorded;

    fn run(name: &str, text: &str) -> (Known, Report) {
        let file = File { path: name.into(), name: name.to_owned(), text: text.to_owned() };
        let mut report = Report::new(5);
        let known = check(&file, &mut report);
        (known, report)
    }

    #[test]
    fn recorded_games_agree() {
        let Some(folder) = recorded("gofish") else { return };
        let traces = std::fs::read_to_string(folder.join("traces.jsonl")).expect("recorded games");
        let some: Vec<&str> = traces.lines().collect();
        let (known, report) = run("traces.jsonl", &some.join("\n"));
        assert_eq!(known, Known::Yes);
        assert_eq!(report.failed, 0, "{:?}", report.differences());
        assert_eq!(report.passed as usize, some.len());

        let beliefs = std::fs::read_to_string(folder.join("beliefs.jsonl")).unwrap_or_default();
        let (_, report) = run("beliefs-2.jsonl", &beliefs);
        assert_eq!(report.failed, 0, "{:?}", report.differences());
        assert!(report.passed > 300);
    }

    #[test]
    fn a_wrong_fact_is_found_and_named() {
        let line = r#"{"ranks":2,"copies":2,"players":2,"hand_size":1,"deck_ranks":[0,1,1,0],
            "events":[],"queries":[{"after_event":0,"observer":1,"consistent":3,"own":[1,0],
            "others":{"2":{"has":[1,2],"sum":[1,2]}},"pond_top":[1,2]}]}"#
            .replace('\n', "");
        let (_, report) = run("beliefs.jsonl", &line);
        assert_eq!((report.passed, report.failed), (2, 0), "{:?}", report.differences());
        let (_, report) =
            run("beliefs.jsonl", &line.replace("\"consistent\":3", "\"consistent\":4"));
        assert_eq!((report.passed, report.failed), (1, 1));
        assert!(report.differences()[0].contains("consistent"), "{:?}", report.differences());
    }

    #[test]
    fn nonsense_is_a_failed_case_and_no_panic() {
        let lines = [
            "{",
            "[]",
            r#"{"players":9,"hand_size":255,"deck_top_first":[],"events":[]}"#,
            r#"{"players":2,"hand_size":7,"deck_top_first":["é","XX"],"events":[]}"#,
            r#"{"seed":"x","players":2,"hand_size":7,"deck_top_first":["AH"],"events":[]}"#,
            r#"{"ranks":255,"copies":255,"players":2,"hand_size":9,"deck_ranks":[],"events":[],"queries":[]}"#,
            r#"{"ranks":2,"copies":2,"players":2,"hand_size":1,"deck_ranks":[0,1,1,0],"events":[{"t":"autodraw","p":1}],"queries":[]}"#,
            r#"{"ranks":2,"copies":2,"players":2,"hand_size":1,"deck_ranks":[0,1,1,0],"events":[{"t":"ask","p":1,"target":1,"rank":250,"given":0,"again":false,"books":[]}],"queries":[]}"#,
        ];
        for kind in ["traces.jsonl", "beliefs.jsonl"] {
            let (_, report) = run(kind, &lines.join("\n"));
            assert_eq!((report.passed, report.failed), (0, lines.len() as u64));
        }
        assert_eq!(run("README.md", "").0, Known::No);
    }
}
