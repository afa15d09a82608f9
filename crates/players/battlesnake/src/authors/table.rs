//! A game between snakes at addresses and our own.

use super::client::{Client, is_address};
use crate::engine::{Options, Snake};
use crate::wire::{Log, Outcome, Request};
use takeback_battlesnake::{Chance, Direction, Large, Move, Setup};
use takeback_core::{Game, Player, RandomMove, SplitMix, Turn};
use takeback_host::spec::Spec;
use takeback_search::{Limits, Search};

/// Room for every board and every number of snakes.
pub(super) type Any = Large<16>;

/// What our snake does where nothing else is said.
pub(super) const USUAL: &str = "snake:time=200ms";

/// Games that take longer end undecided.
const LONGEST: u32 = 5000;

/// Who sits at a seat.
#[derive(Clone, Debug)]
pub(super) enum Sitter {
    /// A snake at an address.
    Remote(Client),
    /// Our own, thinking so long.
    Own { name: String, limits: Limits },
}

impl Sitter {
    /// An address, or how our snake thinks.
    pub(super) fn read(text: &str) -> Result<Sitter, String> {
        if is_address(text) {
            return Client::read(text).map(Sitter::Remote);
        }
        Ok(Sitter::Own { name: text.to_owned(), limits: limits(text)? })
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Sitter::Remote(client) => &client.url,
            Sitter::Own { name, .. } => name,
        }
    }
}

/// What a specification of our snake lets it spend.
pub(super) fn limits(text: &str) -> Result<Limits, String> {
    let spec: Spec = text.parse().map_err(|e| format!("{text}: {e}"))?;
    if spec.engine() != "snake" {
        return Err(format!("{text}: an address or an engine such as {USUAL} is needed"));
    }
    // Any board will do to read what the engine may spend.
    let entry = crate::battlesnake();
    let mut limits = entry.variants[0].engine(&spec).map_err(|e| e.to_string())?.limits;
    limits.seat = None;
    Ok(limits)
}

/// A game in progress.
pub(super) struct Match<'a> {
    game: Any,
    sitters: &'a [Sitter],
    /// Our own snakes, with what they learned.
    brains: Vec<Option<Snake>>,
    /// What each went for last, which a failed answer repeats.
    last: Vec<Direction>,
    id: String,
    /// Every turn, for the record.
    pub(super) log: Log,
    /// Answers that failed, by seat.
    pub(super) faults: Vec<(u32, Option<String>)>,
}

/// How it ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Ended {
    /// For each seat the turn on which it went out; `None` for who lives.
    pub(super) out: Vec<Option<u32>>,
    /// The last turn.
    pub(super) turn: u32,
}

impl Ended {
    /// The only one alive.
    pub(super) fn winner(&self) -> Option<usize> {
        let mut alive = (0..self.out.len()).filter(|&seat| self.out[seat].is_none());
        alive.next().filter(|_| alive.next().is_none())
    }

    /// Whether the first seat did better than the second: one, a half or nothing.
    pub(super) fn share(&self, a: usize, b: usize) -> f64 {
        let last = |seat: usize| self.out[seat].unwrap_or(u32::MAX);
        match last(a).cmp(&last(b)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

impl<'a> Match<'a> {
    /// A game from this position, with a sitter for each of its snakes.
    pub(super) fn new(setup: &Setup, sitters: &'a [Sitter], id: &str) -> Result<Self, String> {
        let game = Any::new(setup).map_err(|e| e.to_string())?.with_chance(Chance::Live);
        if game.players() != sitters.len() {
            let (snakes, given) = (game.players(), sitters.len());
            return Err(format!("{snakes} snakes are on the board, {given} are to play"));
        }
        let own =
            |s: &Sitter| matches!(s, Sitter::Own { .. }).then(|| Snake::new(Options::default()));
        Ok(Match {
            brains: sitters.iter().map(own).collect(),
            last: Player::all(sitters.len()).map(|p| game.default_move(p)).collect(),
            faults: vec![(0, None); sitters.len()],
            log: Log { game: Request::of(setup, Player(0), id).game, turns: vec![], outcome: None },
            id: id.to_owned(),
            game,
            sitters,
        })
    }

    fn request(&self, seat: Player) -> Request {
        let mut request = Request::of(&self.game.setup(), seat, &self.id);
        "takeback".clone_into(&mut request.game.source);
        let named = |id: &str| {
            let at = id.strip_prefix("snake-")?.parse::<usize>().ok()?;
            Some(self.sitters.get(at)?.name().to_owned())
        };
        for snake in request.board.snakes.iter_mut().chain(std::iter::once(&mut request.you)) {
            snake.name = named(&snake.id).unwrap_or_default();
        }
        request
    }

    /// Play to the end.
    pub(super) fn play(&mut self, luck: u64) -> Result<Ended, String> {
        self.tell("start")?;
        let mut rng = SplitMix::new(luck);
        let begun = self.game.turn_number();
        loop {
            match self.game.turn() {
                Turn::Chance => {
                    let whim = self.game.random_move(&mut rng);
                    self.game.make(whim);
                }
                Turn::Together(owing) if self.game.turn_number() - begun < LONGEST => {
                    let you = owing.first().unwrap_or(Player::FIRST);
                    self.log.turns.push(self.request(you));
                    for direction in self.choices() {
                        self.game.make(Move::Go(direction));
                    }
                }
                _ => break,
            }
        }
        self.finish();
        Ok(self.ended())
    }

    /// What everybody alive does: all are asked at the same time.
    fn choices(&mut self) -> Vec<Direction> {
        let living: Vec<Player> = self.game.living().iter().collect();
        let asked: Vec<(Player, Request)> =
            living.iter().map(|&seat| (seat, self.request(seat))).collect();
        let (game, sitters) = (&self.game, self.sitters);
        let mut brains: Vec<(usize, &mut Option<Snake>)> =
            self.brains.iter_mut().enumerate().collect();
        let answers: Vec<Result<Direction, String>> = std::thread::scope(|scope| {
            let mut handles = Vec::new();
            for (seat, request) in &asked {
                let at = brains.iter().position(|(i, _)| *i == seat.index());
                let brain = at.map(|at| brains.swap_remove(at).1);
                let sitter = &sitters[seat.index()];
                handles.push(scope.spawn(move || answer(sitter, brain, game, *seat, request)));
            }
            let lost = |_| Err("its thread broke off".to_owned());
            handles.into_iter().map(|h| h.join().unwrap_or_else(lost)).collect()
        });
        for (seat, given) in living.iter().zip(answers) {
            match given {
                Ok(direction) => self.last[seat.index()] = direction,
                Err(why) => {
                    let (count, first) = &mut self.faults[seat.index()];
                    *count += 1;
                    first.get_or_insert(why);
                }
            }
        }
        living.iter().map(|seat| self.last[seat.index()]).collect()
    }

    fn tell(&self, what: &str) -> Result<(), String> {
        for (seat, sitter) in self.sitters.iter().enumerate() {
            if let Sitter::Remote(client) = sitter {
                client.tell(what, &self.request(Player(seat as u8)))?;
            }
        }
        Ok(())
    }

    fn finish(&mut self) {
        // The game is over whatever the snakes say to it.
        let _ = self.tell("end");
        let ended = self.ended();
        let winner = ended.winner();
        self.log.outcome = Some(Outcome {
            winner_id: winner.map(|seat| format!("snake-{seat}")).unwrap_or_default(),
            winner_name: winner.map(|w| self.sitters[w].name().to_owned()).unwrap_or_default(),
            is_draw: winner.is_none(),
        });
        self.log.turns.push(self.request(Player(winner.unwrap_or(0) as u8)));
    }

    fn ended(&self) -> Ended {
        let out = Player::all(self.game.players()).map(|p| self.game.fate(p).map(|f| f.turn));
        Ended { out: out.collect(), turn: self.game.turn_number() }
    }
}

fn answer(
    sitter: &Sitter,
    brain: Option<&mut Option<Snake>>,
    game: &Any,
    seat: Player,
    request: &Request,
) -> Result<Direction, String> {
    match (sitter, brain) {
        (Sitter::Remote(client), _) => client.choose(request),
        (Sitter::Own { limits, .. }, Some(Some(snake))) => {
            let limits = Limits { seat: Some(seat), ..limits.clone() };
            // On the type that fits the board: the widest one is slow.
            let think = Think { seat, snake, limits };
            let found = takeback_battlesnake::for_size(&game.setup(), think);
            found.map_err(|e| e.to_string())?
        }
        (Sitter::Own { name, .. }, _) => Err(format!("{name} has nothing to think with")),
    }
}

struct Think<'a> {
    seat: Player,
    snake: &'a mut Snake,
    limits: Limits,
}

impl takeback_battlesnake::ForSize for Think<'_> {
    type Out = Result<Direction, String>;

    fn run<const W: usize, const S: usize>(
        self,
        game: takeback_battlesnake::Battlesnake<W, S>,
    ) -> Self::Out {
        let report = self.snake.search(&game, &self.limits, &mut |_| ());
        match report.map_err(|e| e.to_string())?.best {
            Move::Go(direction) => Ok(direction),
            _ => Err(format!("snake {} found no move", self.seat.0)),
        }
    }
}
