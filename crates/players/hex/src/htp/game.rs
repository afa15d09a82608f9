//! The game a session is about.

use takeback_core::{Game, Notation};
use takeback_hex::{AnyHex, Colour, Move, Played, Record, Size, Swap, with_hex};

/// Replace a position by what the body makes of it, class by class.
macro_rules! map_hex {
    ($any:expr, $hex:ident => $body:expr) => {
        match $any {
            AnyHex::Small($hex) => AnyHex::Small($body),
            AnyHex::Medium($hex) => AnyHex::Medium($body),
            AnyHex::Large($hex) => AnyHex::Large($body),
            AnyHex::Huge($hex) => AnyHex::Huge($body),
        }
    };
}

/// A board, who gave up, and the way back.
#[derive(Clone, Debug)]
pub(super) struct Play {
    size: Size,
    swap_allowed: bool,
    now: AnyHex,
    resigned: Option<Colour>,
    past: Vec<(AnyHex, Option<Colour>)>,
}

impl Play {
    pub(super) fn new(size: Size, swap_allowed: bool) -> Play {
        Play { size, swap_allowed, now: empty(size, swap_allowed), resigned: None, past: vec![] }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn now(&self) -> &AnyHex {
        &self.now
    }

    pub(super) fn swap_allowed(&self) -> bool {
        self.swap_allowed
    }

    /// From here on; a swap already played stays played.
    pub(super) fn allow_swap(&mut self, allowed: bool) {
        self.swap_allowed = allowed;
        if self.past.is_empty() {
            self.now = empty(self.size, allowed);
            return;
        }
        let rule = rule(self.size, allowed);
        let change = |any: &AnyHex| {
            let mut setup = with_hex!(any, hex => hex.setup());
            if !setup.swapped {
                setup.swap = rule;
            }
            AnyHex::from_setup(&setup).unwrap_or_else(|_| any.clone())
        };
        self.now = change(&self.now);
        for (position, _) in &mut self.past {
            *position = change(position);
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Play::new(self.size, self.swap_allowed);
    }

    /// Who has won, on the board or because the other gave up.
    pub(super) fn winner(&self) -> Option<Colour> {
        with_hex!(&self.now, hex => hex.winner()).or(self.resigned.map(Colour::other))
    }

    /// The position with `colour` to move; nobody has to alternate.
    pub(super) fn for_colour(&self, colour: Colour) -> AnyHex {
        map_hex!(self.now.clone(), hex => hex.with_to_move(colour))
    }

    pub(super) fn to_move(&self) -> Colour {
        with_hex!(&self.now, hex => hex.to_move())
    }

    /// Play a cell, `swap-pieces` or `resign`.
    pub(super) fn play(&mut self, colour: Colour, text: &str) -> Result<(), String> {
        if self.winner().is_some() {
            return Err("the game is over".into());
        }
        let before = (self.now.clone(), self.resigned);
        if text.eq_ignore_ascii_case("resign") {
            self.resigned = Some(colour);
        } else {
            self.now = self.after(colour, text)?;
        }
        self.past.push(before);
        Ok(())
    }

    fn after(&self, colour: Colour, text: &str) -> Result<AnyHex, String> {
        let mut next = self.for_colour(colour);
        with_hex!(&mut next, hex => {
            let m = match hex.read_move(text) {
                _ if text.eq_ignore_ascii_case("swap-sides") => return Err(NO_SIDES.into()),
                Ok(m) => m,
                Err(error) => return Err(error.to_string()),
            };
            if !hex.allows(m) {
                return Err(refusal(m, self.size, self.swap_allowed));
            }
            hex.make(m);
        });
        Ok(next)
    }

    pub(super) fn undo(&mut self) -> Result<(), String> {
        let (now, resigned) = self.past.pop().ok_or("there is nothing to take back")?;
        (self.now, self.resigned) = (now, resigned);
        Ok(())
    }

    /// Cells, the swap where it is allowed, and giving up.
    pub(super) fn legal(&self) -> Vec<String> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut moves: Vec<String> = with_hex!(&self.now, hex => {
            hex.legal_moves().into_iter().map(|m| hex.move_text(m)).collect()
        });
        moves.push("resign".into());
        moves
    }

    /// Replay the first `plies` entries of a record.
    pub(super) fn load(record: &Record, swap_allowed: bool, plies: usize) -> Result<Play, String> {
        let mut play = Play::new(record.size, swap_allowed || record.has_swap());
        let start = Record { moves: Vec::new(), ..record.clone() };
        let mut setup = with_hex!(&play.now, hex => hex.setup());
        setup.black.clone_from(&start.black);
        setup.white.clone_from(&start.white);
        setup.to_move = record.to_move.unwrap_or(Colour::Black);
        play.now = AnyHex::from_setup(&setup).map_err(|error| error.to_string())?;
        for (number, &(colour, played)) in record.moves.iter().enumerate().take(plies) {
            let text = match played {
                Played::Move(Move::Place(cell)) => record.size.cell_text(cell),
                Played::Move(Move::Swap) => "swap-pieces".into(),
                Played::Resign => "resign".into(),
            };
            play.play(colour, &text).map_err(|why| format!("move {}: {why}", number + 1))?;
        }
        Ok(play)
    }

    pub(super) fn picture(&self) -> String {
        with_hex!(&self.now, hex => hex.to_string())
    }
}

const NO_SIDES: &str = "swap-sides is not played here; the move is swap-pieces";

fn refusal(m: Move, size: Size, swap_allowed: bool) -> String {
    match m {
        Move::Place(cell) => format!("{} is not empty", size.cell_text(cell)),
        Move::Swap if !size.is_square() => "pieces are swapped on square boards only".into(),
        Move::Swap if !swap_allowed => "swapping is off; param_game allow_swap 1".into(),
        Move::Swap => "a swap answers the first stone and nothing else".into(),
    }
}

fn rule(size: Size, swap_allowed: bool) -> Swap {
    if swap_allowed && size.is_square() { Swap::Pieces } else { Swap::Off }
}

fn empty(size: Size, swap_allowed: bool) -> AnyHex {
    AnyHex::new(size, rule(size, swap_allowed)).expect("pieces are swapped on square boards only")
}
