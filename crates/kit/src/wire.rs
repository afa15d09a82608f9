//! Commands as data: checked before they run, written and read as text.

use crate::board::{Board, Message};
use crate::element::{Attribute, Class, Id, Order, Place, Sight, Visibility};
use crate::flow::Variable;
use crate::random::Mulberry;
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use takeback_core::{Player, Players};

/// A change of a board as a value. See the methods of [`Board`] for each.
///
/// The text form is one line; reading what was written gives the same command.
///
/// ```
/// use takeback_kit::{Command, Id, Place};
/// let command = Command::Move { id: Id(7), to: Id(2), place: Place::At(3) };
/// assert_eq!(command.to_string(), "move 7 2 3");
/// assert_eq!("move 7 2 3".parse(), Ok(command));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[allow(missing_docs, reason = "the fields are those of the methods of `Board`")]
pub enum Command {
    Create {
        class: Class,
        parent: Id,
    },
    CreateMany {
        class: Class,
        parent: Id,
        count: u16,
    },
    Move {
        id: Id,
        to: Id,
        place: Place,
    },
    Remove {
        id: Id,
    },
    Shuffle {
        space: Id,
    },
    RestoreOrder {
        space: Id,
        order: Vec<Id>,
    },
    Reorder {
        id: Id,
        index: u32,
    },
    SetAttribute {
        id: Id,
        attribute: Attribute,
        value: u64,
    },
    UnsetAttribute {
        id: Id,
        attribute: Attribute,
    },
    SetOwner {
        id: Id,
        owner: Option<Player>,
    },
    SetVisibility {
        id: Id,
        visibility: Visibility,
    },
    ShowTo {
        id: Id,
        players: Players,
    },
    SetCurrent {
        player: Option<Player>,
    },
    SetOrder {
        id: Id,
        order: Order,
    },
    Message(Message),
    /// A hint for screens. It changes nothing and leaves nothing on the journal.
    Animate {
        hint: u64,
    },
    Start,
    Finish {
        winners: Players,
    },
    TrackAdd {
        track: u16,
        entry: u64,
    },
    TrackRemoveLast {
        track: u16,
    },
    Reseed {
        state: u32,
    },
    Eliminate {
        player: Player,
    },
    SetVariable {
        variable: Variable,
        value: u64,
    },
    Reveal {
        id: Id,
        players: Players,
    },
    Note {
        id: Id,
        note: u32,
    },
    /// Something that cannot be taken back; the value is what came of it.
    External {
        outcome: u64,
    },
}

/// Why a command was refused. The board is as it was.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CommandError {
    /// There is no such element.
    Unknown(Id),
    /// The table and the discard stay where they are.
    Fixed(Id),
    /// An element cannot lie in itself.
    Inside(Id),
    /// The board's shape has no such attribute, track, seat or variable.
    Shape(usize),
    /// The order does not name exactly what lies there.
    Order(Id),
    /// The track is empty.
    Empty(u16),
    /// The table is full.
    Full,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(id) => write!(f, "there is no element {}", id.0),
            CommandError::Fixed(id) => write!(f, "element {} cannot be moved", id.0),
            CommandError::Inside(id) => write!(f, "element {} cannot lie in itself", id.0),
            CommandError::Shape(n) => {
                write!(f, "this table has no attribute, track, seat or variable {n}")
            }
            CommandError::Order(id) => write!(f, "not the children of element {}", id.0),
            CommandError::Empty(track) => write!(f, "track {track} is empty"),
            CommandError::Full => f.write_str("the table holds no more elements"),
        }
    }
}

impl Error for CommandError {}

impl Board {
    /// Check a command that came from somewhere else, and run it.
    ///
    /// # Errors
    /// When it cannot be done; the board is then as it was.
    pub fn execute(&mut self, command: &Command) -> Result<(), CommandError> {
        self.check(command)?;
        match *command {
            Command::Create { class, parent } => drop(self.create(class, parent)),
            Command::CreateMany { class, parent, count } => {
                self.create_many(class, parent, count.into());
            }
            Command::Move { id, to, place } => self.move_to(id, to, place),
            Command::Remove { id } => self.remove(id),
            Command::Shuffle { space } => self.shuffle(space),
            Command::RestoreOrder { space, ref order } => {
                return self
                    .restore_order(space, order)
                    .then_some(())
                    .ok_or(CommandError::Order(space));
            }
            Command::Reorder { id, index } => self.reorder(id, index as usize),
            Command::SetAttribute { id, attribute, value } => self.set(id, attribute, value),
            Command::UnsetAttribute { id, attribute } => self.unset(id, attribute),
            Command::SetOwner { id, owner } => self.set_owner(id, owner),
            Command::SetVisibility { id, visibility } => self.set_visibility(id, visibility),
            Command::ShowTo { id, players } => self.show_to(id, players),
            Command::SetCurrent { player } => self.set_current(player),
            Command::SetOrder { id, order } => self.set_order(id, order),
            Command::Message(message) => self.message(message),
            Command::Animate { .. } => {}
            Command::Start => self.start(),
            Command::Finish { winners } => self.finish(winners),
            Command::TrackAdd { track, entry } => self.track_add(track.into(), entry),
            Command::TrackRemoveLast { track } => drop(self.track_remove_last(track.into())),
            Command::Reseed { state } => self.reseed(Mulberry(state)),
            Command::Eliminate { player } => self.eliminate(player),
            Command::SetVariable { variable, value } => self.set_variable(variable, value),
            Command::Reveal { id, players } => self.reveal(id, players),
            Command::Note { id, note } => self.set_note(id, note),
            Command::External { outcome } => self.external(|outside| outside.push(outcome)),
        }
        Ok(())
    }

    fn check(&self, command: &Command) -> Result<(), CommandError> {
        let shape = self.shape();
        let known = |id: Id| if self.exists(id) { Ok(()) } else { Err(CommandError::Unknown(id)) };
        let below = |n: usize, limit| if n < limit { Ok(()) } else { Err(CommandError::Shape(n)) };
        let seats = |set: Players| below(32 - set.0.leading_zeros() as usize, shape.players + 1);
        let room = |n: usize| {
            if self.elements() + n > crate::element::ELEMENTS {
                Err(CommandError::Full)
            } else {
                Ok(())
            }
        };
        let movable = |id: Id| {
            known(id)?;
            if id.0 < 2 { Err(CommandError::Fixed(id)) } else { Ok(()) }
        };
        match *command {
            Command::Create { parent, .. } => known(parent).and(room(1)),
            Command::CreateMany { parent, count, .. } => known(parent).and(room(count.into())),
            Command::Move { id, to, .. } => {
                movable(id)?;
                known(to)?;
                if self.is_within(to, id) { Err(CommandError::Inside(id)) } else { Ok(()) }
            }
            Command::Remove { id } | Command::Reorder { id, .. } => {
                movable(id)?;
                let inside = self.is_within(Id::DISCARD, id);
                if inside { Err(CommandError::Inside(id)) } else { Ok(()) }
            }
            Command::Shuffle { space } | Command::RestoreOrder { space, .. } => known(space),
            Command::SetAttribute { id, attribute, .. }
            | Command::UnsetAttribute { id, attribute } => {
                known(id)?;
                below(attribute.0.into(), shape.attributes)
            }
            Command::SetOwner { id, owner } => {
                known(id)?;
                owner.map_or(Ok(()), |p| below(p.index(), shape.players))
            }
            Command::SetVisibility { id, visibility } => {
                known(id)?;
                seats(visibility.added).and(seats(visibility.excepted))
            }
            Command::ShowTo { id, players } | Command::Reveal { id, players } => {
                known(id).and(seats(players))
            }
            Command::Eliminate { player } => below(player.index(), shape.players),
            Command::SetVariable { variable, .. } => below(variable.0.into(), self.variables()),
            Command::SetCurrent { player } => {
                player.map_or(Ok(()), |p| below(p.index(), shape.players))
            }
            Command::SetOrder { id, .. } | Command::Note { id, .. } => known(id),
            Command::Message(Message { audience, .. }) => seats(audience),
            Command::Finish { winners } => seats(winners),
            Command::TrackAdd { track, .. } => below(track.into(), shape.tracks),
            Command::TrackRemoveLast { track } => {
                below(track.into(), shape.tracks)?;
                let empty = self.track(track.into()).next().is_none();
                if empty { Err(CommandError::Empty(track)) } else { Ok(()) }
            }
            Command::Animate { .. }
            | Command::Start
            | Command::Reseed { .. }
            | Command::External { .. } => Ok(()),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = |p: Option<Player>| p.map_or(0, |p| u32::from(p.0) + 1);
        match *self {
            Command::Create { class, parent } => write!(f, "create {} {}", class.0, parent.0),
            Command::CreateMany { class, parent, count } => {
                write!(f, "create-many {} {} {count}", class.0, parent.0)
            }
            Command::Move { id, to, place } => {
                write!(f, "move {} {} ", id.0, to.0)?;
                match place {
                    Place::First => f.write_str("first"),
                    Place::Last => f.write_str("last"),
                    Place::Usual => f.write_str("usual"),
                    Place::At(n) => write!(f, "{n}"),
                }
            }
            Command::Remove { id } => write!(f, "remove {}", id.0),
            Command::Shuffle { space } => write!(f, "shuffle {}", space.0),
            Command::RestoreOrder { space, ref order } => {
                write!(f, "restore-order {}", space.0)?;
                order.iter().try_for_each(|id| write!(f, " {}", id.0))
            }
            Command::Reorder { id, index } => write!(f, "reorder {} {index}", id.0),
            Command::SetAttribute { id, attribute, value } => {
                write!(f, "set {} {} {value}", id.0, attribute.0)
            }
            Command::UnsetAttribute { id, attribute } => {
                write!(f, "unset {} {}", id.0, attribute.0)
            }
            Command::SetOwner { id, owner } => write!(f, "owner {} {}", id.0, seat(owner)),
            Command::SetVisibility { id, visibility: Visibility { sight, added, excepted } } => {
                let sight = sight_name(sight);
                write!(f, "visibility {} {sight} {} {}", id.0, added.0, excepted.0)
            }
            Command::ShowTo { id, players } => write!(f, "show-to {} {}", id.0, players.0),
            Command::SetCurrent { player } => write!(f, "current {}", seat(player)),
            Command::SetOrder { id, order: Order::Normal } => write!(f, "order {} normal", id.0),
            Command::SetOrder { id, order: Order::Stacking } => {
                write!(f, "order {} stacking", id.0)
            }
            Command::Message(Message { template, audience, values: [a, b, c, d] }) => {
                write!(f, "message {template} {} {a} {b} {c} {d}", audience.0)
            }
            Command::Animate { hint } => write!(f, "animate {hint}"),
            Command::Start => f.write_str("start"),
            Command::Finish { winners } => write!(f, "finish {}", winners.0),
            Command::TrackAdd { track, entry } => write!(f, "track-add {track} {entry}"),
            Command::TrackRemoveLast { track } => write!(f, "track-remove-last {track}"),
            Command::Reseed { state } => write!(f, "reseed {state}"),
            Command::Eliminate { player } => write!(f, "eliminate {}", seat(Some(player))),
            Command::SetVariable { variable, value } => {
                write!(f, "variable {} {value}", variable.0)
            }
            Command::Reveal { id, players } => write!(f, "reveal {} {}", id.0, players.0),
            Command::Note { id, note } => write!(f, "note {} {note}", id.0),
            Command::External { outcome } => write!(f, "external {outcome}"),
        }
    }
}

const SIGHTS: [(Sight, &str); 6] = [
    (Sight::Inherited, "inherited"),
    (Sight::Everybody, "everybody"),
    (Sight::Owner, "owner"),
    (Sight::Nobody, "nobody"),
    (Sight::Zone, "zone"),
    (Sight::CountOnly, "count-only"),
];

fn sight_name(sight: Sight) -> &'static str {
    SIGHTS.iter().find(|s| s.0 == sight).map_or("inherited", |s| s.1)
}

/// A text that is no command: the first word that makes no sense.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoCommand(pub String);

impl fmt::Display for NoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no command: unexpected '{}'", self.0)
    }
}

impl Error for NoCommand {}

/// The words of a line, taken one by one.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a str, NoCommand> {
        self.0.next().ok_or_else(|| NoCommand("end of line".to_owned()))
    }

    fn number<T: FromStr>(&mut self) -> Result<T, NoCommand> {
        let word = self.word()?;
        word.parse().map_err(|_| NoCommand(word.to_owned()))
    }

    fn id(&mut self) -> Result<Id, NoCommand> {
        self.number().map(Id)
    }

    fn seat(&mut self) -> Result<Option<Player>, NoCommand> {
        Ok(self.number::<u8>()?.checked_sub(1).map(Player))
    }

    fn seats(&mut self) -> Result<Players, NoCommand> {
        self.number().map(Players)
    }

    fn named<T: Copy>(&mut self, names: &[(T, &str)]) -> Result<T, NoCommand> {
        let word = self.word()?;
        let found = names.iter().find(|(_, name)| *name == word);
        found.map(|&(value, _)| value).ok_or_else(|| NoCommand(word.to_owned()))
    }

    fn place(&mut self) -> Result<Place, NoCommand> {
        match self.word()? {
            "first" => Ok(Place::First),
            "last" => Ok(Place::Last),
            "usual" => Ok(Place::Usual),
            n => n.parse().map(Place::At).map_err(|_| NoCommand(n.to_owned())),
        }
    }
}

impl FromStr for Command {
    type Err = NoCommand;

    fn from_str(text: &str) -> Result<Self, NoCommand> {
        let mut w = Words(text.split_ascii_whitespace());
        let command = match w.word()? {
            "create" => Command::Create { class: Class(w.number()?), parent: w.id()? },
            "create-many" => {
                let (class, parent) = (Class(w.number()?), w.id()?);
                Command::CreateMany { class, parent, count: w.number()? }
            }
            "move" => Command::Move { id: w.id()?, to: w.id()?, place: w.place()? },
            "remove" => Command::Remove { id: w.id()? },
            "shuffle" => Command::Shuffle { space: w.id()? },
            "restore-order" => {
                let space = w.id()?;
                let mut order = Vec::new();
                for word in w.0.by_ref() {
                    order.push(Id(word.parse().map_err(|_| NoCommand(word.to_owned()))?));
                }
                Command::RestoreOrder { space, order }
            }
            "reorder" => Command::Reorder { id: w.id()?, index: w.number()? },
            "set" => {
                let (id, attribute) = (w.id()?, Attribute(w.number()?));
                Command::SetAttribute { id, attribute, value: w.number()? }
            }
            "unset" => Command::UnsetAttribute { id: w.id()?, attribute: Attribute(w.number()?) },
            "owner" => Command::SetOwner { id: w.id()?, owner: w.seat()? },
            "visibility" => {
                let (id, sight) = (w.id()?, w.named(&SIGHTS)?);
                let visibility = Visibility { sight, added: w.seats()?, excepted: w.seats()? };
                Command::SetVisibility { id, visibility }
            }
            "show-to" => Command::ShowTo { id: w.id()?, players: w.seats()? },
            "current" => Command::SetCurrent { player: w.seat()? },
            "order" => {
                let orders = [(Order::Normal, "normal"), (Order::Stacking, "stacking")];
                Command::SetOrder { id: w.id()?, order: w.named(&orders)? }
            }
            "message" => {
                let (template, audience) = (w.number()?, w.seats()?);
                let values = [w.number()?, w.number()?, w.number()?, w.number()?];
                Command::Message(Message { template, audience, values })
            }
            "animate" => Command::Animate { hint: w.number()? },
            "start" => Command::Start,
            "finish" => Command::Finish { winners: w.seats()? },
            "track-add" => Command::TrackAdd { track: w.number()?, entry: w.number()? },
            "track-remove-last" => Command::TrackRemoveLast { track: w.number()? },
            "reseed" => Command::Reseed { state: w.number()? },
            "eliminate" => {
                let player = w.seat()?.ok_or_else(|| NoCommand("0".to_owned()))?;
                Command::Eliminate { player }
            }
            "variable" => {
                Command::SetVariable { variable: Variable(w.number()?), value: w.number()? }
            }
            "reveal" => Command::Reveal { id: w.id()?, players: w.seats()? },
            "note" => Command::Note { id: w.id()?, note: w.number()? },
            "external" => Command::External { outcome: w.number()? },
            other => return Err(NoCommand(other.to_owned())),
        };
        match w.0.next() {
            None => Ok(command),
            Some(word) => Err(NoCommand(word.to_owned())),
        }
    }
}
