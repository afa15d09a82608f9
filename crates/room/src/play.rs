//! Moves, forwards and backwards.

use crate::log::Event;
use crate::tree::Node;
use crate::view::heard_by_all;
use crate::{Hand, NodeId, Proposal, Room, RoomError, Tree, Why, Wish};
use std::cell::OnceCell;
use std::sync::Arc;
use takeback_core::{Player, Turn};
use takeback_host::play::{MoveInput, Table};
use takeback_scene::Target;

impl Room {
    /// A decision by a seat: played at once, or kept until a round is complete.
    pub(crate) fn choose(&mut self, seat: Player, text: &str) -> Result<(), RoomError> {
        match self.turn() {
            Turn::Over => Err(RoomError::Over),
            Turn::Chance => Err(RoomError::not_now("chance is to move")),
            Turn::Player(player) if player == seat => self.play(text).map(|_| ()),
            Turn::Together(players) if players.contains(seat) => self.commit(seat, text),
            _ => Err(RoomError::NotNow(format!("{} is not in turn", self.name_of(seat)))),
        }
    }

    fn name_of(&self, seat: Player) -> &str {
        self.names.get(seat.index()).map_or("nobody", String::as_str)
    }

    fn commit(&mut self, seat: Player, text: &str) -> Result<(), RoomError> {
        let legal = self.table.choices(seat);
        if !legal.iter().any(|choice| choice == text) {
            return Err(illegal(text, legal));
        }
        self.choices[seat.index()] = Some(text.to_owned());
        self.note(|_| Event::Chosen { seat: seat.0, text: text.to_owned() });
        self.settle();
        self.resolve()?;
        self.touch();
        Ok(())
    }

    /// Put the choices of a complete round on the table.
    fn resolve(&mut self) -> Result<(), RoomError> {
        let Turn::Together(owed) = self.turn() else { return Ok(()) };
        if owed.iter().any(|seat| self.choices[seat.index()].is_none()) {
            return Ok(());
        }
        for seat in owed.iter() {
            let text = self.choices[seat.index()].take().unwrap_or_default();
            self.play(&text)?;
        }
        Ok(())
    }

    /// Play a move of whoever is next; a move that was played before leads to
    /// the same place.
    pub(crate) fn play(&mut self, text: &str) -> Result<NodeId, RoomError> {
        if self.tree.child(text).is_none() {
            self.must_have_room()?;
        }
        let by = self.turn();
        let said = self.said(text);
        self.table.play(text).map_err(|error| match RoomError::from(error) {
            RoomError::Illegal { text, .. } if !self.kind.hides() => {
                illegal(&text, self.table.legal())
            }
            other => other,
        })?;
        Ok(self.record(by, said))
    }

    /// A move about to be played, in words; where something is hidden, what is told has to do.
    pub(crate) fn said(&self, text: &str) -> String {
        if self.kind.hides() { String::new() } else { self.table.say(text) }
    }

    fn must_have_room(&self) -> Result<(), RoomError> {
        let most = self.most_nodes;
        if self.tree.len() < most {
            return Ok(());
        }
        Err(RoomError::TooMany { what: "positions of one game", most })
    }

    /// Let chance decide.
    pub(crate) fn roll(&mut self) -> Result<(), RoomError> {
        self.must_have_room()?;
        let by = self.turn();
        let mut rng = self.luck.generator(self.tree.now());
        let Some(text) = self.table.roll(&mut rng) else {
            return Err(RoomError::not_now("chance is not to move"));
        };
        // Words are found before a move is made: back for a moment.
        self.table.take_back();
        let said = self.said(&text);
        self.table.play_again(&text)?;
        self.luck.used(rng);
        self.record(by, said);
        Ok(())
    }

    /// The table has just played a move: note it, unless it was played here
    /// before. A move may be written in several ways, so it is the table's own
    /// text that counts.
    fn record(&mut self, by: Turn, said: String) -> NodeId {
        self.inputs = OnceCell::new();
        let last = last_move(&*self.table, self.kind.hides());
        let id = match self.tree.child(&last.text) {
            Some(child) => {
                self.tree.step_to(child);
                child
            }
            None => {
                let (turn, forced) = standing(&*self.table);
                self.tree.grow(Node { by, turn, forced, said, ..last })
            }
        };
        self.note(|room| {
            let node = &room.tree.nodes()[id];
            Event::Played { node: id, parent: node.parent, text: node.text.clone() }
        });
        self.after_step(by.decider());
        id
    }

    fn after_step(&mut self, mover: Option<Player>) {
        self.trouble = None;
        let stays = |open: &Proposal| {
            let asker = open.agreed.first().copied().unwrap_or(Hand::None);
            open.wish == Wish::Draw && self.outlives(asker, mover)
        };
        if !self.proposal.as_ref().is_some_and(stays) {
            self.proposal = None;
        }
        if self.is_over() && self.luck.show() {
            self.note(|room| Event::Sealed { deals: room.luck.sealed.clone() });
        }
        self.settle();
        self.touch();
    }

    /// Chance follows a fresh secret where several play and the last one is known.
    pub(crate) fn seal_anew(&mut self) {
        if self.hands().len() > 1 && !self.luck.is_sealed() && !self.is_over() {
            self.luck.seal(self.tree.now());
            self.note(|room| Event::Sealed { deals: room.luck.sealed.clone() });
        }
    }

    /// Go to any position of the tree. Alone, engines wait until told to go on.
    pub(crate) fn go_to(&mut self, id: NodeId) -> Result<(), RoomError> {
        self.must_know(id)?;
        self.interrupt();
        // Whoever had no time left has none for going on either.
        if self.outcome.take().is_some_and(|outcome| outcome.why == Why::Time) {
            self.clock = None;
        }
        if self.hands().len() <= 1 {
            self.running = false;
        }
        self.choices.fill(None);
        self.inputs = OnceCell::new();
        let (back, forth) = self.tree.way_to(id);
        for _ in 0..back {
            self.table.take_back();
            self.tree.step_back();
        }
        for child in forth {
            self.table.play_again(&self.tree.nodes()[child].text)?;
            self.tree.step_to(child);
        }
        self.trouble = None;
        self.proposal = None;
        self.seal_anew();
        self.note(|room| Event::WentTo { node: id, running: room.running });
        self.clock_elsewhere();
        self.touch();
        Ok(())
    }

    /// A table of its own at another position of the tree.
    ///
    /// # Errors
    /// When there is no such position.
    pub fn table_at(&self, id: NodeId) -> Result<Box<dyn Table>, RoomError> {
        self.must_know(id)?;
        let mut table = self.table.branch();
        let (back, forth) = self.tree.way_to(id);
        for _ in 0..back {
            table.take_back();
        }
        for child in forth {
            table.play_again(&self.tree.nodes()[child].text)?;
        }
        Ok(table)
    }
}

/// Whose turn it is, and whether there is nothing to choose: one move, and that
/// a button.
pub(crate) fn standing(table: &dyn Table) -> (Turn, bool) {
    let turn = table.turn();
    let one_button =
        || table.only().is_some_and(|m| matches!(m.input.clicks[..], [Target::Button(_)]));
    (turn, matches!(turn, Turn::Player(_)) && one_button())
}

/// A tree of the table's position alone.
pub(crate) fn planted(table: &dyn Table) -> Tree {
    let (turn, forced) = standing(table);
    let mut tree = Tree::new(turn);
    tree.force_start(forced);
    tree
}

/// What can be played, with the clicks that mean it.
pub(crate) fn written(table: &dyn Table) -> Arc<[MoveInput]> {
    if matches!(table.turn(), Turn::Player(_)) { table.inputs().into() } else { Arc::new([]) }
}

/// The move played last, as a node without its place.
pub(crate) fn last_move(table: &dyn Table, hides: bool) -> Node {
    let whole = table.last(None);
    let blank = Node::blank(table.turn());
    let Some(whole) = whole else { return blank };
    let short = if hides || whole.told == whole.text { None } else { Some(whole.told.clone()) };
    let told = if hides {
        let hears = |seat| table.last(Some(seat)).map_or(String::new(), |told| told.told);
        let seats: Vec<String> = Player::all(table.players()).map(hears).collect();
        let mut told = vec![heard_by_all(&seats, whole.by.decider())];
        told.extend(seats);
        told
    } else {
        vec![whole.text.clone()]
    };
    Node { text: whole.text, told, short, by: whole.by, touched: whole.touched, ..blank }
}

/// Enough legal moves to see what they look like.
const SOME: usize = 20;

fn illegal(text: &str, mut legal: Vec<String>) -> RoomError {
    legal.truncate(SOME);
    RoomError::Illegal { text: text.to_owned(), some_legal: legal }
}
