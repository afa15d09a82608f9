//! The laws that come with each capability.

use crate::aspects::{Aspect, Fact, fingerprint};
use crate::diff::difference;
use crate::laws::Laws;
use std::collections::HashMap;
use std::fmt::Debug;
use takeback_core::{
    Game, Hidden, Indexed, Keyed, Moves, Notation, Pass, Payoff, Player, Playout, Portable,
    RandomMove, Simultaneous, SplitMix, Turn, ZeroSum,
};

impl<G: Game + PartialEq + Debug> Laws<G> {
    fn fact(
        &mut self,
        name: &'static str,
        holds: impl Fn(&mut G, &mut SplitMix) -> Result<(), String> + Send + Sync + 'static,
    ) {
        self.facts.push(Fact { name, holds: Box::new(holds) });
    }

    /// The running key equals the key from scratch and is restored.
    #[must_use]
    pub fn keyed(mut self) -> Self
    where
        G: Keyed,
    {
        self.aspects.push(Aspect::of("key", |game: &G| game.key()).cheap());
        self.aspects.push(Aspect::of("repeat", |game: &G| game.is_repeat()).cheap());
        self.fact("key equals key from scratch", |game, _| {
            let (running, scratch) = (game.key(), game.key_from_scratch());
            if running == scratch {
                Ok(())
            } else {
                Err(format!("running {running}, from scratch {scratch}"))
            }
        });
        self
    }

    /// Two players whose payoffs cancel.
    #[must_use]
    pub fn zero_sum(mut self) -> Self
    where
        G: ZeroSum,
    {
        self.fact("zero sum", |game, _| {
            if game.players() != 2 {
                return Err(format!("{} players", game.players()));
            }
            if game.turn() != Turn::Over {
                return Ok(());
            }
            let (a, b) = (game.payoff(Player::FIRST), game.payoff(Player::SECOND));
            if a == -b { Ok(()) } else { Err(format!("payoffs {} and {}", a.0, b.0)) }
        });
        self
    }

    /// Moves survive being written and read; no two look alike. Failures are
    /// then shown in this notation.
    #[must_use]
    pub fn notation(mut self) -> Self
    where
        G: Notation,
    {
        self.text = Box::new(|start: &G, line| {
            let mut game = start.clone();
            line.iter()
                .map(|&m| {
                    let text = game.move_text(m);
                    game.make(m);
                    text
                })
                .collect()
        });
        self.fact("moves survive writing and reading", |game, _| {
            let mut seen = HashMap::new();
            for m in game.legal_moves() {
                let text = game.move_text(m);
                match game.read_move(&text) {
                    Ok(read) if read == m => {}
                    Ok(read) => return Err(format!("{m:?} is written {text:?}, read as {read:?}")),
                    Err(error) => return Err(format!("{m:?} is written {text:?}: {error}")),
                }
                if let Some(other) = seen.insert(text.clone(), m) {
                    return Err(format!("{m:?} and {other:?} are both written {text:?}"));
                }
            }
            Ok(())
        });
        self
    }

    /// Positions survive being written and read.
    #[must_use]
    pub fn portable(mut self) -> Self
    where
        G: Portable,
    {
        self.fact("positions survive writing and reading", |game, _| {
            let text = game.position_text();
            let read = G::read_position(&text).map_err(|error| format!("{text:?}: {error}"))?;
            if read != *game {
                return Err(format!("{text:?}: {}", difference(game, &read)));
            }
            // A game ended by its history (a repetition) may be played on from
            // its text, which carries the position alone.
            if game.turn() != Turn::Over && read.legal_moves() != game.legal_moves() {
                return Err(format!("{text:?} is read with another move list"));
            }
            Ok(())
        });
        self
    }

    /// Move numbers stay below their bound.
    #[must_use]
    pub fn indexed(mut self) -> Self
    where
        G: Indexed,
    {
        self.fact("move numbers below their bound", |game, _| {
            for m in game.legal_moves() {
                let index = game.index(m);
                if index >= G::INDICES {
                    return Err(format!("{m:?} has number {index} of {}", G::INDICES));
                }
            }
            Ok(())
        });
        self
    }

    /// Random moves are listed moves, and in short lists every move comes up.
    #[must_use]
    pub fn random_move(mut self) -> Self
    where
        G: RandomMove,
    {
        self.fact("random moves are the listed moves", |game, rng| {
            let listed = game.legal_moves();
            if game.turn() == Turn::Over || listed.is_empty() {
                return Ok(());
            }
            let mut seen = vec![false; listed.len()];
            let small = listed.len() <= 6 && game.turn() != Turn::Chance && rng.one_in(8);
            let draws = if small { 60 * listed.len() } else { 2 };
            for _ in 0..draws {
                let m = game.random_move(rng);
                match listed.iter().position(|&l| l == m) {
                    Some(i) => seen[i] = true,
                    None => return Err(format!("{m:?} is drawn but not listed")),
                }
            }
            match seen.iter().position(|&s| !s) {
                Some(i) if small => Err(format!("{:?} is never drawn in {draws} draws", listed[i])),
                _ => Ok(()),
            }
        });
        self
    }

    /// Playouts leave the position alone and give results in range.
    #[must_use]
    pub fn playout(mut self) -> Self
    where
        G: Playout,
    {
        self.fact("playouts leave the position alone", |game, rng| {
            let before = game.clone();
            let mut results = vec![Payoff::default(); game.players()];
            game.playout(&mut G::Scratch::default(), rng, &mut results);
            if *game != before {
                return Err(difference(&before, game));
            }
            if game.turn() == Turn::Over {
                let real: Vec<Payoff> =
                    Player::all(game.players()).map(|p| game.payoff(p)).collect();
                if results != real {
                    return Err(format!("over: payoffs {real:?}, playout {results:?}"));
                }
            }
            match results.iter().find(|r| !(-1000..=1000).contains(&r.0)) {
                Some(r) => Err(format!("a result of {}", r.0)),
                None => Ok(()),
            }
        });
        self
    }

    /// Rounds played together: nobody's choices depend on another's.
    #[must_use]
    pub fn simultaneous(mut self) -> Self
    where
        G: Simultaneous,
    {
        let choices = |game: &G, player| {
            let mut out = Moves::with_capacity(8);
            game.choices(player, &mut out);
            out.into_vec()
        };
        self.fact("nobody sees another's choice of the same round", move |game, rng| {
            let Turn::Together(all) = game.turn() else { return Ok(()) };
            let lists: Vec<_> = all.iter().map(|p| (p, choices(game, p))).collect();
            if lists[0].1 != game.legal_moves() {
                return Err(format!("{} chooses from another list than moves()", lists[0].0));
            }
            let mut round = game.clone();
            for (i, (player, list)) in lists.iter().enumerate() {
                let expected = all.iter().skip(i).collect();
                if round.turn() != Turn::Together(expected) {
                    return Err(format!("{:?} where {expected:?} still owe", round.turn()));
                }
                for (later, before) in &lists[i..] {
                    if choices(&round, *later) != *before {
                        return Err(format!("{later}'s choices change before the round ends"));
                    }
                }
                if list.is_empty() {
                    return Err(format!("{player} has nothing to choose"));
                }
                round.make(list[rng.below(list.len())]);
            }
            Ok(())
        });
        self
    }

    /// Observations are restored; redeals keep what the viewer knows.
    #[must_use]
    pub fn hidden(self) -> Self
    where
        G: Hidden,
    {
        self.hidden_every(1)
    }

    /// As [`hidden`](Laws::hidden), with redeals tried at one position in 64:
    /// for games whose redeals cost more than thousands of moves.
    #[must_use]
    pub fn hidden_sampled(self) -> Self
    where
        G: Hidden,
    {
        self.hidden_every(64)
    }

    fn hidden_every(mut self, positions: usize) -> Self
    where
        G: Hidden,
    {
        self.aspects.push(Aspect::of("observations", |game: &G| {
            Player::all(game.players()).map(|p| game.observation(p)).collect::<Vec<_>>()
        }));
        self.fact("redeals keep what the viewer knows", move |game, rng| {
            if !rng.one_in(positions) {
                return Ok(());
            }
            let before = game.clone();
            for viewer in Player::all(game.players()) {
                let (seen, key) = (game.observation(viewer), game.infoset(viewer));
                let own_turn = game.turn().decider() == Some(viewer);
                let listed = game.legal_moves();
                let redeal = game.redeal(viewer, rng);
                if game.observation(viewer) != seen {
                    let now = game.observation(viewer);
                    return Err(format!("{viewer} saw {seen:?}, after a redeal {now:?}"));
                }
                if game.infoset(viewer) != key {
                    return Err(format!("{viewer} sees the same but the infoset key differs"));
                }
                if own_turn && game.legal_moves() != listed {
                    return Err(format!("{viewer}'s own moves depend on what is hidden"));
                }
                // From two deals that look alike the same luck makes the same
                // third, or the redeal has peeped at what is hidden.
                let seed = rng.next();
                let from_redealt = redealt(game, viewer, seed);
                game.undo_redeal(redeal);
                if *game != before {
                    return Err(format!("after a redeal: {}", difference(&before, game)));
                }
                let from_dealt = redealt(game, viewer, seed);
                if from_dealt != from_redealt {
                    let apart = difference(&from_dealt, &from_redealt);
                    return Err(format!("{viewer}'s redeal depends on what is hidden: {apart}"));
                }
                if fingerprint(&game.legal_moves()) != fingerprint(&listed) {
                    return Err("a redeal taken back changed the move list".to_owned());
                }
            }
            Ok(())
        });
        self
    }

    /// A pass is taken back exactly.
    #[must_use]
    pub fn pass(mut self) -> Self
    where
        G: Pass,
    {
        self.fact("a pass is taken back exactly", |game, _| {
            if game.turn() == Turn::Over || !game.may_pass() {
                return Ok(());
            }
            let before = game.clone();
            let undo = game.make_pass();
            game.unmake_pass(undo);
            if *game == before { Ok(()) } else { Err(difference(&before, game)) }
        });
        self
    }
}

/// The position that a redeal by this seed makes.
fn redealt<G: Hidden>(game: &mut G, viewer: Player, seed: u64) -> G {
    let redeal = game.redeal(viewer, &mut SplitMix::new(seed));
    let made = game.clone();
    game.undo_redeal(redeal);
    made
}
