//! A game between people and engines, whatever face shows it.
//!
//! Chance and plies that leave no choice are played by the session itself. In
//! rounds played together everybody chooses before anything is played.

use anyhow::Context;
use takeback_core::{Payoff, Player, SplitMix, Turn};
use takeback_host::Chosen;
use takeback_host::play::{Refused, Seat, Table};
use takeback_host::spec::Spec;
use takeback_scene::{Scene, Target};

/// Who sits on a seat.
#[derive(Clone, Debug)]
pub(crate) enum Sitter {
    /// Somebody at the keyboard.
    Person,
    /// An engine by its specification.
    Engine(Spec),
}

/// What the game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Due {
    /// Nothing: it is over.
    Over,
    /// A player in turn has no move; only taking back helps.
    Stuck,
    /// A decision at the keyboard.
    Person(Player),
    /// An engine's decision.
    Engine(Player),
}

/// A table, those who sit at it, and what they have chosen in an open round.
pub(crate) struct Session<'a> {
    chosen: Chosen<'a>,
    table: Box<dyn Table>,
    sitters: Vec<Sitter>,
    /// By seat; gone while it thinks.
    engines: Vec<Option<Seat>>,
    choices: Vec<(Player, String)>,
    luck: SplitMix,
}

impl<'a> Session<'a> {
    /// Sit down at a table of `game`; it takes a sitter for each seat.
    pub(crate) fn new(
        chosen: Chosen<'a>,
        table: Box<dyn Table>,
        sitters: Vec<Sitter>,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let mut engines = Vec::with_capacity(sitters.len());
        for (seat, sitter) in sitters.iter().enumerate() {
            engines.push(match sitter {
                Sitter::Person => None,
                Sitter::Engine(spec) => {
                    let built = chosen.engine(spec);
                    Some(built.with_context(|| format!("seat {} cannot be {spec}", seat + 1))?)
                }
            });
        }
        let luck = SplitMix::new(seed);
        let mut session = Session { chosen, table, sitters, engines, choices: Vec::new(), luck };
        session.settle();
        Ok(session)
    }

    pub(crate) fn table(&self) -> &dyn Table {
        &*self.table
    }

    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.chosen.game.title, self.chosen.name())
    }

    /// Begin again, dealt anew where games begin with chance.
    pub(crate) fn restart(&mut self) {
        let seed = self.luck.next();
        self.table = self.chosen.deal(seed);
        for seat in self.engines.iter_mut().flatten() {
            seat.engine.forget();
        }
        self.choices.clear();
        self.settle();
    }

    /// An engine that gives advice: the game's level, if it has levels.
    pub(crate) fn adviser(&self, level: &str) -> anyhow::Result<Seat> {
        let spec: Spec = level.parse()?;
        Ok(self.chosen.engine(&spec)?)
    }

    pub(crate) fn due(&self) -> Due {
        let decider = match self.table.turn() {
            Turn::Over => return Due::Over,
            Turn::Chance => return Due::Stuck,
            Turn::Player(player) => player,
            Turn::Together(seats) => {
                let owes = |player: &Player| !self.choices.iter().any(|(done, _)| done == player);
                match seats.iter().find(owes) {
                    Some(player) => player,
                    None => return Due::Stuck,
                }
            }
        };
        if self.choices(decider).is_empty() {
            return Due::Stuck;
        }
        match self.sitters[decider.index()] {
            Sitter::Person => Due::Person(decider),
            Sitter::Engine(_) => Due::Engine(decider),
        }
    }

    /// What `player`, who is to decide, may play.
    pub(crate) fn choices(&self, player: Player) -> Vec<String> {
        match self.table.turn() {
            Turn::Together(_) => self.table.choices(player),
            _ => self.table.legal(),
        }
    }

    /// Play what `player`, who is to decide, has decided.
    pub(crate) fn choose(&mut self, player: Player, text: &str) -> Result<(), Refused> {
        let Turn::Together(seats) = self.table.turn() else {
            self.table.play(text)?;
            self.settle();
            return Ok(());
        };
        if !self.table.choices(player).iter().any(|choice| choice == text) {
            return Err(Refused::Illegal(text.to_owned()));
        }
        self.choices.push((player, text.to_owned()));
        if seats.iter().all(|seat| self.choices.iter().any(|(done, _)| *done == seat)) {
            let mut round = std::mem::take(&mut self.choices);
            round.sort_by_key(|(player, _)| *player);
            for (_, text) in round {
                self.table.play(&text)?;
            }
            self.settle();
        }
        Ok(())
    }

    /// Let chance decide, and play plies that are mere bookkeeping.
    fn settle(&mut self) {
        loop {
            match self.table.turn() {
                Turn::Chance => {
                    if self.table.roll(&mut self.luck).is_none() {
                        return;
                    }
                }
                Turn::Player(_) => match self.forced() {
                    Some(text) if self.table.play(&text).is_ok() => {}
                    _ => return,
                },
                Turn::Together(_) | Turn::Over => return,
            }
        }
    }

    /// The only move, if it is a button and nothing else.
    fn forced(&self) -> Option<String> {
        if self.table.legal().len() != 1 {
            return None;
        }
        let only = self.table.inputs().pop()?;
        matches!(only.input.clicks[..], [Target::Button(_)]).then_some(only.text)
    }

    /// Take back to the last decision of a person; whether there was one.
    pub(crate) fn take_back(&mut self) -> bool {
        if !self.choices.is_empty() {
            self.choices.clear();
            return true;
        }
        self.travel(|table| table.take_back().is_some())
    }

    /// Play again to the next decision of a person; whether there was anything.
    pub(crate) fn replay(&mut self) -> bool {
        self.choices.clear();
        self.travel(|table| table.replay().is_some())
    }

    fn travel(&mut self, step: impl Fn(&mut dyn Table) -> bool) -> bool {
        let mut gone = false;
        while step(&mut *self.table) {
            gone = true;
            if self.is_resting_place() {
                break;
            }
        }
        gone
    }

    /// Where taking back and forth stops: a real decision of a person at the
    /// beginning of a round, any move if only engines play.
    fn is_resting_place(&self) -> bool {
        if let Turn::Together(now) = self.table.turn()
            && let Some(last) = self.table.history(None).last()
            && let Turn::Together(before) = last.by
            && before.first().is_some_and(|seat| before.without(seat) == now)
        {
            return false;
        }
        match self.due() {
            Due::Person(_) => self.forced().is_none(),
            Due::Engine(_) => self.people().next().is_none(),
            Due::Over | Due::Stuck => false,
        }
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = Player> {
        Player::all(self.sitters.len())
            .filter(|player| matches!(self.sitters[player.index()], Sitter::Person))
    }

    /// Whether some seat sees less than everything.
    pub(crate) fn has_secrets(&self) -> bool {
        let all = self.table.scene(None);
        Player::all(self.sitters.len()).any(|player| self.table.scene(Some(player)) != all)
    }

    /// Through whose eyes the table is shown while `due` is awaited: the only
    /// person's, or that of the person to decide; everything, once it is over.
    pub(crate) fn viewer(&self, due: Due) -> Option<Player> {
        let mut people = self.people();
        match (people.next(), people.next(), due) {
            (_, _, Due::Over) | (None, ..) => None,
            (Some(only), None, _) => Some(only),
            (Some(_), Some(_), Due::Person(player)) => Some(player),
            (Some(first), Some(_), _) => Some(first),
        }
    }

    pub(crate) fn scene(&self, due: Due) -> Scene {
        self.table.scene(self.viewer(due))
    }

    /// A seat's engine, to think elsewhere; it must come back by
    /// [`give_back`](Session::give_back).
    pub(crate) fn lend(&mut self, player: Player) -> Option<Seat> {
        self.engines[player.index()].take()
    }

    pub(crate) fn give_back(&mut self, player: Player, seat: Seat) {
        self.engines[player.index()] = Some(seat);
    }

    pub(crate) fn name(&self, player: Player) -> String {
        let name = self.table.player_names().swap_remove(player.index());
        match &self.sitters[player.index()] {
            Sitter::Person => name,
            Sitter::Engine(spec) => match spec.level() {
                Some(level) => format!("{name} (level {level})"),
                None => format!("{name} ({spec})"),
            },
        }
    }

    /// What the game is waiting for, in words.
    pub(crate) fn headline(&self, due: Due) -> String {
        match due {
            Due::Over => self.result(),
            Due::Stuck => "no move is left here: take back".to_owned(),
            Due::Person(player) => format!("{} to move", self.name(player)),
            Due::Engine(player) => format!("{} is thinking", self.name(player)),
        }
    }

    fn result(&self) -> String {
        let payoffs = self.table.payoffs().unwrap_or_default();
        let best = payoffs.iter().max().copied().unwrap_or_default();
        let winners: Vec<String> = Player::all(payoffs.len())
            .filter(|player| payoffs[player.index()] == best)
            .map(|player| self.name(player))
            .collect();
        match winners.len() {
            1 if payoffs.len() == 1 => "the game is over".to_owned(),
            1 => format!("{} wins", winners[0]),
            all if all == payoffs.len() && best == Payoff::DRAW => "a draw".to_owned(),
            _ => format!("{} share the win", winners.join(" and ")),
        }
    }
}
