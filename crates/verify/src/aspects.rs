//! What must be the same again after a move was taken back, and what must hold
//! everywhere.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use takeback_core::{Game, Moves, Player, SplitMix, Turn};

use crate::diff::difference;

/// A view of a position, reduced to a number for comparison and shown as text
/// when the numbers differ. Views catch what a hand-written `==` overlooks.
pub(crate) struct Aspect<G> {
    pub(crate) name: &'static str,
    pub(crate) read: Box<dyn Fn(&G) -> u64 + Send + Sync>,
    pub(crate) show: Box<dyn Fn(&G) -> String + Send + Sync>,
    /// Cheap enough to compare after every single move explored.
    pub(crate) cheap: bool,
}

/// A statement that must hold at every position; the text says how it fails.
pub(crate) struct Fact<G> {
    pub(crate) name: &'static str,
    pub(crate) holds: Box<FactCheck<G>>,
}

type FactCheck<G> = dyn Fn(&mut G, &mut SplitMix) -> Result<(), String> + Send + Sync;

/// A law that does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) law: String,
    pub(crate) detail: String,
}

impl Broken {
    pub(crate) fn new(law: impl Into<String>, detail: impl Into<String>) -> Self {
        Broken { law: law.into(), detail: detail.into() }
    }
}

impl<G: Game> Aspect<G> {
    /// An aspect from a function that gives something to hash and show.
    pub(crate) fn of<T: Hash + Debug>(
        name: &'static str,
        view: impl Fn(&G) -> T + Send + Sync + Clone + 'static,
    ) -> Self {
        let read = view.clone();
        Aspect {
            name,
            read: Box::new(move |game| fingerprint(&read(game))),
            show: Box::new(move |game| format!("{:?}", view(game))),
            cheap: false,
        }
    }

    pub(crate) fn cheap(mut self) -> Self {
        self.cheap = true;
        self
    }
}

pub(crate) fn fingerprint(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Aspects every game has.
pub(crate) fn basic_aspects<G: Game>() -> Vec<Aspect<G>> {
    vec![
        Aspect::of("turn", |game: &G| game.turn()).cheap(),
        Aspect::of("move list", |game: &G| game.legal_moves()),
        Aspect::of("payoffs", |game: &G| {
            let over = game.turn() == Turn::Over;
            over.then(|| Player::all(game.players()).map(|p| game.payoff(p)).collect::<Vec<_>>())
        }),
    ]
}

/// Facts every game must have. Dead ends are allowed only where announced.
pub(crate) fn basic_facts<G: Game + PartialEq + Debug>(dead_ends: bool) -> Vec<Fact<G>> {
    let fact = |name, holds: fn(&mut G, &mut SplitMix) -> Result<(), String>| Fact {
        name,
        holds: Box::new(holds),
    };
    let mut facts = vec![
        fact("turn is sane", |game, _| turn_is_sane(game)),
        fact("list without repeats, in stable order", |game, _| list_is_sound(game)),
        fact("candidates cover the list", |game, _| candidates_cover(game)),
        fact("payoffs in range", |game, _| payoffs_in_range(game)),
        fact("clones are independent", clones_are_independent),
    ];
    if !dead_ends {
        facts.push(fact("moves unless over", |game, _| {
            let (over, moves) = (game.turn() == Turn::Over, game.legal_moves().len());
            match (over, moves) {
                (true, 0) | (false, 1..) => Ok(()),
                (true, n) => Err(format!("the game is over but lists {n} moves")),
                (false, _) => Err("the game is not over but lists no move".to_owned()),
            }
        }));
    }
    facts
}

fn turn_is_sane<G: Game>(game: &G) -> Result<(), String> {
    let players = game.players();
    match game.turn() {
        Turn::Player(p) if p.index() >= players => Err(format!("{p} of {players}")),
        Turn::Together(set) if set.is_empty() => Err("a round in which nobody chooses".to_owned()),
        Turn::Together(set) if set.iter().any(|p| p.index() >= players) => {
            Err(format!("{set:?} of {players}"))
        }
        Turn::Chance => {
            let weights: u64 = game.legal_moves().iter().map(|&m| u64::from(game.weight(m))).sum();
            if weights == 0 { Err("all chance outcomes weigh nothing".to_owned()) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

fn list_is_sound<G: Game>(game: &G) -> Result<(), String> {
    let first = game.legal_moves();
    if first != game.legal_moves() {
        return Err("listing twice gives two lists".to_owned());
    }
    let counted = game.count_moves(&mut Moves::with_capacity(64));
    if counted != first.len() {
        return Err(format!("{counted} moves are counted, {} listed", first.len()));
    }
    if let Some(m) = game.forced()
        && first != [m]
    {
        return Err(format!("{m:?} is said to be forced, listed are {first:?}"));
    }
    let mut seen = std::collections::HashSet::with_capacity(first.len());
    match first.iter().find(|m| !seen.insert(**m)) {
        Some(m) => Err(format!("{m:?} is listed twice")),
        None => Ok(()),
    }
}

fn candidates_cover<G: Game + PartialEq + Debug>(game: &mut G) -> Result<(), String> {
    let before = game.clone();
    let mut candidates = Moves::with_capacity(64);
    let from = candidates.open();
    for stage in 0..G::STAGES {
        game.candidates(stage, &mut candidates);
    }
    candidates.retain_since(from, |&m| game.is_legal(m));
    if *game != before {
        let changed = difference(&before, game);
        return Err(format!("testing legality changed the position: {changed}"));
    }
    let listed = game.legal_moves();
    let candidates = candidates.into_vec();
    if let Some(m) = listed.iter().find(|m| !candidates.contains(m)) {
        return Err(format!("{m:?} is listed but is no legal candidate"));
    }
    if let Some(m) = candidates.iter().find(|m| !listed.contains(m)) {
        return Err(format!("{m:?} passes as a candidate but is not listed"));
    }
    if candidates.len() != listed.len() {
        return Err("a candidate comes twice".to_owned());
    }
    Ok(())
}

fn payoffs_in_range<G: Game>(game: &G) -> Result<(), String> {
    if game.turn() != Turn::Over {
        return Ok(());
    }
    for player in Player::all(game.players()) {
        let payoff = game.payoff(player);
        if !(-1000..=1000).contains(&payoff.0) {
            return Err(format!("{player} gets {}", payoff.0));
        }
    }
    Ok(())
}

/// A clone played on for a few moves must not show in the original, nor the
/// other way round.
fn clones_are_independent<G: Game + PartialEq + Debug>(
    game: &mut G,
    rng: &mut SplitMix,
) -> Result<(), String> {
    let reference = fingerprint(&game.legal_moves());
    let mut clone = game.clone();
    let witness = game.clone();
    for _ in 0..4 {
        let moves = clone.legal_moves();
        if moves.is_empty() {
            break;
        }
        clone.make(moves[rng.below(moves.len())]);
    }
    if *game != witness || fingerprint(&game.legal_moves()) != reference {
        let changed = difference(&witness, game);
        return Err(format!("playing on a clone changed the original: {changed}"));
    }
    Ok(())
}

/// A position with all its aspects, to compare with later.
pub(crate) struct Snapshot<G> {
    pub(crate) game: G,
    aspects: Vec<u64>,
}

impl<G: Game + PartialEq + Debug> Snapshot<G> {
    pub(crate) fn take(game: &G, aspects: &[Aspect<G>]) -> Self {
        Snapshot { game: game.clone(), aspects: aspects.iter().map(|a| (a.read)(game)).collect() }
    }

    /// Whether `game` is what it was when the snapshot was taken.
    pub(crate) fn compare(
        &self,
        game: &G,
        aspects: &[Aspect<G>],
        when: &str,
    ) -> Result<(), Broken> {
        self.compare_position(game, when)?;
        for (aspect, &was) in aspects.iter().zip(&self.aspects) {
            self.compare_aspect(aspect, was, game, when)?;
        }
        Ok(())
    }

    /// As [`compare`](Self::compare), with the cheap aspects only.
    pub(crate) fn compare_quickly(
        &self,
        game: &G,
        aspects: &[Aspect<G>],
        when: &str,
    ) -> Result<(), Broken> {
        self.compare_position(game, when)?;
        for (aspect, &was) in aspects.iter().zip(&self.aspects).filter(|(a, _)| a.cheap) {
            self.compare_aspect(aspect, was, game, when)?;
        }
        Ok(())
    }

    fn compare_position(&self, game: &G, when: &str) -> Result<(), Broken> {
        if *game == self.game {
            return Ok(());
        }
        Err(Broken::new(format!("position {when}"), difference(&self.game, game)))
    }

    fn compare_aspect(
        &self,
        aspect: &Aspect<G>,
        was: u64,
        game: &G,
        when: &str,
    ) -> Result<(), Broken> {
        if (aspect.read)(game) == was {
            return Ok(());
        }
        let (was, is) = ((aspect.show)(&self.game), (aspect.show)(game));
        Err(Broken::new(format!("{} {when}", aspect.name), format!("was {was}\nis  {is}")))
    }
}
