//! The end of a turn: victory, the next player, last player standing, ranking.

use crate::bits::BitSet;
use crate::geometry::Board;
use crate::state::RingRift;
use crate::step::{Phase, Reason, Rounds, Step};
use std::cmp::Reverse;
use takeback_core::{Player, Players};

impl<B: Board> RingRift<B> {
    /// Judge the turn that ends here and hand it on.
    pub(crate) fn end_turn(&mut self, step: Step) {
        let me = step.player();
        let mut rounds = self.rounds();
        if self.seats() > 2 {
            rounds = self.mark_deaths(rounds);
        }
        if let Some((winner, reason)) = self.verdict(me) {
            return self.finish(step, rounds, Some(winner), reason);
        }
        let next = self.next_alive(me);
        let mut step = step
            .settled(Phase::RingPlacement)
            .with_player(next)
            .with_pending(false)
            .with_debt(false);
        if next != me {
            step = step.with_acted(false).with_recovered(false);
        }
        let able = self.has_real_action(next);
        rounds = self.count_round(rounds, next, able);
        if able && self.stands_alone(rounds, next) {
            return self.finish(step, rounds, Some(next), Reason::LastPlayerStanding);
        }
        self.set_rounds(rounds);
        self.set_step(step);
    }

    fn finish(&mut self, step: Step, rounds: Rounds, winner: Option<Player>, reason: Reason) {
        self.set_rounds(rounds.with_winner(winner).with_reason(Some(reason)));
        self.set_step(step.settled(Phase::GameOver));
    }

    /// End the game because a colour resigned or ran out of time. At a
    /// table of two the other one wins; at larger tables nobody does.
    pub(crate) fn quit(&mut self, quitter: Player, reason: Reason) {
        let winner = (self.seats() == 2).then(|| quitter.other());
        let rounds = self.rounds().with_quitter(Some(quitter));
        self.finish(self.step(), rounds, winner, reason);
    }

    /// The winner at the end of `me`'s turn, if there is one.
    fn verdict(&self, me: Player) -> Option<(Player, Reason)> {
        self.ring_winner()
            .or_else(|| self.territory_winner())
            .or_else(|| self.sole_survivor())
            .or_else(|| self.stalemate(me))
    }

    fn ring_winner(&self) -> Option<(Player, Reason)> {
        let needed = self.rules().ring_victory?;
        let winner = self.colours().find(|&c| self.purse(c).eliminated() >= needed)?;
        Some((winner, Reason::RingElimination))
    }

    fn territory_winner(&self) -> Option<(Player, Reason)> {
        let all = self.all_collapsed().count();
        let needed = u32::from(self.rules().territory_victory);
        let winner = self.colours().find(|&colour| {
            let own = self.collapsed(colour).count();
            own >= needed && own > all - own
        })?;
        Some((winner, Reason::TerritoryControl))
    }

    /// Stacks are left, all of one colour, and nobody else has any ring.
    fn sole_survivor(&self) -> Option<(Player, Reason)> {
        let mut alive = self.colours().filter(|&colour| self.purse(colour).is_alive());
        let only = alive.next()?;
        let alone = alive.next().is_none() && !self.controlled(only).is_empty();
        alone.then_some((only, Reason::LastPlayerStanding))
    }

    /// A board without stacks on which nobody can place.
    fn stalemate(&self, me: Player) -> Option<(Player, Reason)> {
        if !self.all_stacks().is_empty() || self.can_reopen() {
            return None;
        }
        let ladder = [
            (self.scores(|c| self.collapsed(c).count()), Reason::TerritoryControl),
            (self.scores(|c| self.eliminated_with_hand(c)), Reason::RingElimination),
            (self.scores(|c| self.markers(c).count()), Reason::LastPlayerStanding),
        ];
        ladder
            .into_iter()
            .find_map(|(scores, reason)| Some((unique_best(&scores[..self.seats()])?, reason)))
            .or(Some((me, Reason::LastPlayerStanding)))
    }

    fn scores(&self, score: impl Fn(Player) -> u32) -> [u32; 4] {
        let mut scores = [0; 4];
        self.colours().for_each(|colour| scores[colour.index()] = score(colour));
        scores
    }

    fn eliminated_with_hand(&self, colour: Player) -> u32 {
        let purse = self.purse(colour);
        u32::from(purse.eliminated()) + u32::from(purse.hand())
    }

    /// Whether somebody with rings in hand could place one on a board without stacks.
    fn can_reopen(&self) -> bool {
        let open = B::ALL.minus(self.all_collapsed());
        let empty = open.minus(self.all_markers());
        self.colours().any(|colour| self.purse(colour).hand() > 0)
            && (0..B::WAYS).any(|way| B::step(open, way).meets(empty))
    }

    /// The next seat round the table that has a ring anywhere.
    fn next_alive(&self, me: Player) -> Player {
        let mut next = me.next(self.seats());
        while next != me && !self.purse(next).is_alive() {
            next = next.next(self.seats());
        }
        next
    }

    fn alive(&self) -> Players {
        self.colours().filter(|&colour| self.purse(colour).is_alive()).collect()
    }

    /// Last player standing: keep track as the turn passes to `next`.
    fn count_round(&self, mut rounds: Rounds, next: Player, able: bool) -> Rounds {
        let alive = self.alive();
        let dead = |seat: Option<Player>| seat.is_none_or(|seat| !alive.contains(seat));
        if dead(rounds.first()) {
            rounds =
                rounds.with_first(Some(next)).with_seen(Players::NONE).with_able(Players::NONE);
            if dead(rounds.streak_player()) {
                rounds = rounds.with_streak(0).with_streak_player(None);
            }
        } else if rounds.first() == Some(next) && !rounds.seen().is_empty() {
            let able = Players(rounds.able().0 & alive.0);
            rounds = self.close_round(rounds, (able.len() == 1).then(|| able.first()).flatten());
        }
        let marked = if able { rounds.able().with(next) } else { rounds.able().without(next) };
        rounds.with_seen(rounds.seen().with(next)).with_able(marked)
    }

    /// A round is complete; `only` is the one seat that had a real action in it, if there was one.
    fn close_round(&self, rounds: Rounds, only: Option<Player>) -> Rounds {
        let streak = match only {
            None => 0,
            // More than enough is enough: positions that differ in it alone are the same.
            Some(_) if only == rounds.streak_player() => {
                rounds.streak().saturating_add(1).min(self.rules().lps_rounds)
            }
            Some(_) => 1,
        };
        rounds
            .with_streak_player(only)
            .with_streak(streak)
            .with_seen(Players::NONE)
            .with_able(Players::NONE)
    }

    /// Whether `next`, who has a real action, has stood alone for long enough and still does.
    fn stands_alone(&self, rounds: Rounds, next: Player) -> bool {
        rounds.streak() >= self.rules().lps_rounds
            && rounds.streak_player() == Some(next)
            && self.alive().without(next).iter().all(|seat| !self.has_real_action(seat))
    }

    /// Note in which order colours lost their last ring: it ranks them in the end.
    fn mark_deaths(&self, mut rounds: Rounds) -> Rounds {
        let latest = self.colours().map(|colour| rounds.death(colour)).max().unwrap_or(0);
        for colour in self.colours() {
            if !self.purse(colour).is_alive() && rounds.death(colour) == 0 {
                rounds = rounds.with_death(colour, latest + 1);
            }
        }
        rounds
    }

    /// The places of all colours, 1 is best; equal places are shared and the
    /// next ones skipped. The winner is first and who quit is last; the others follow by
    /// collapsed cells, eliminated rings, markers, and how long they lasted.
    #[must_use]
    pub fn ranking(&self) -> [u8; 4] {
        let rounds = self.rounds();
        let stalemate = self.all_stacks().is_empty();
        let merit = |colour: Player| {
            let purse = self.purse(colour);
            let hand = if stalemate { purse.hand() } else { 0 };
            let lasted = rounds.death(colour).wrapping_sub(1); // never is the largest
            (
                Reverse(rounds.winner() == Some(colour)),
                rounds.quitter() == Some(colour),
                Reverse((
                    self.collapsed(colour).count(),
                    purse.eliminated() + hand,
                    self.markers(colour).count(),
                    lasted,
                )),
            )
        };
        let mut places = [0; 4];
        for colour in self.colours() {
            let better = self.colours().filter(|&other| merit(other) < merit(colour)).count();
            places[colour.index()] = better as u8 + 1;
        }
        places
    }
}

/// The one seat with more than all others, if it has anything.
fn unique_best(scores: &[u32]) -> Option<Player> {
    let best = *scores.iter().max()?;
    let mut holders = (0..scores.len()).filter(|&seat| scores[seat] == best);
    let winner = holders.next().map(|seat| Player(seat as u8));
    winner.filter(|_| best > 0 && holders.next().is_none())
}
