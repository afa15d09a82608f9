//! A slow, obvious second reading of the rules: the legal list from cells in a map, by walking. Fast
//! code is right when it agrees with it on many random games.

use super::legal;
use crate::bits::BitSet;
use crate::{
    Board, Cell, CellName, Content, Hex8, Hexagonal, Move, Phase, RingRift, Rules, Setup, Square8,
    Square19, Step,
};
use std::collections::{BTreeMap, BTreeSet};
use takeback_core::{Game, Notation, Player, RandomMove, SplitMix};

type At = (i32, i32);

#[derive(Clone, Debug, PartialEq)]
enum Thing {
    Stack(Vec<u8>),
    Marker(u8),
    Collapsed,
}

/// The board as a map, with what the listing needs of the turn.
struct Twin<'a, B: Board> {
    game: &'a RingRift<B>,
    cells: BTreeMap<At, Thing>,
    me: u8,
}

impl<'a, B: Board> Twin<'a, B> {
    fn new(game: &'a RingRift<B>) -> Self {
        let mut cells = BTreeMap::new();
        for index in 0..B::SLOTS {
            let cell = Cell(index as u16);
            let at = B::coordinates(cell);
            let stack = game.stack(cell);
            if !stack.is_none() {
                cells.insert(at, Thing::Stack(stack.rings().map(|ring| ring.0).collect()));
            } else if let Some(owner) = game.marker_at(cell) {
                cells.insert(at, Thing::Marker(owner.0));
            } else if game.collapsed_at(cell).is_some() {
                cells.insert(at, Thing::Collapsed);
            }
        }
        Twin { game, cells, me: game.colour().0 }
    }

    fn on_board((x, y): At) -> bool {
        if B::HEXAGONS {
            let radius = B::SIDE as i32 / 2;
            x.abs().max(y.abs()).max((x + y).abs()) <= radius
        } else {
            (0..B::SIDE as i32).contains(&x) && (0..B::SIDE as i32).contains(&y)
        }
    }

    fn all() -> impl Iterator<Item = At> {
        let reach = -(B::SIDE as i32)..=B::SIDE as i32;
        reach
            .clone()
            .flat_map(move |y| reach.clone().map(move |x| (x, y)))
            .filter(|&at| Self::on_board(at))
    }

    fn ways() -> &'static [At] {
        if B::HEXAGONS {
            &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
        } else {
            &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
        }
    }

    fn name(at: At) -> String {
        CellName::<B>::of(B::cell_at(at.0, at.1).unwrap()).to_string()
    }

    fn names(set: &BTreeSet<At>) -> String {
        let mut names: Vec<String> = set.iter().map(|&at| Self::name(at)).collect();
        names.sort();
        names.join(" ")
    }

    fn rings(&self, at: At) -> Option<&Vec<u8>> {
        match self.cells.get(&at) {
            Some(Thing::Stack(rings)) => Some(rings),
            _ => None,
        }
    }

    fn stacks(&self) -> impl Iterator<Item = (At, &Vec<u8>)> {
        self.cells.iter().filter_map(|(&at, thing)| match thing {
            Thing::Stack(rings) => Some((at, rings)),
            _ => None,
        })
    }

    fn mine(&self) -> Vec<At> {
        self.stacks().filter(|(_, rings)| rings[0] == self.me).map(|(at, _)| at).collect()
    }

    fn markers(&self, colour: u8) -> BTreeSet<At> {
        let owned = self.cells.iter().filter(|(_, thing)| **thing == Thing::Marker(colour));
        owned.map(|(&at, _)| at).collect()
    }

    fn cap(rings: &[u8]) -> usize {
        rings.iter().take_while(|&&ring| ring == rings[0]).count()
    }

    /// Movements and captures of a stack of this height and cap, as (target, landing).
    fn goes(&self, from: At, height: usize, cap: usize) -> Vec<(Option<At>, At)> {
        let mut found = Vec::new();
        for &(dx, dy) in Self::ways() {
            let mut target = None;
            for distance in 1.. {
                let at = (from.0 + dx * distance, from.1 + dy * distance);
                if !Self::on_board(at) || self.cells.get(&at) == Some(&Thing::Collapsed) {
                    break;
                }
                if let Some(rings) = self.rings(at) {
                    if target.is_some() || Self::cap(rings) > cap {
                        break;
                    }
                    target = Some(at);
                } else if distance as usize >= height {
                    found.push((target, at));
                }
            }
        }
        found
    }

    fn stack_goes(&self, from: At) -> Vec<(Option<At>, At)> {
        let rings = self.rings(from).unwrap();
        self.goes(from, rings.len(), Self::cap(rings))
    }

    fn recovers(&self) -> bool {
        let buried = self.stacks().any(|(_, rings)| rings[1..].contains(&self.me));
        self.mine().is_empty() && !self.markers(self.me).is_empty() && buried
    }

    fn placements(&self) -> Vec<String> {
        let mut list = Vec::new();
        let purse = self.game.purse(Player(self.me));
        let on_board: usize =
            self.stacks().flat_map(|(_, rings)| rings).filter(|&&ring| ring == self.me).count();
        let most = usize::from(purse.hand())
            .min(usize::from(self.game.rules().rings).saturating_sub(on_board));
        for at in Self::all() {
            let name = Self::name(at);
            match self.cells.get(&at) {
                None => {
                    for n in 1..=3.min(most) {
                        if self.goes(at, 1, 1).is_empty() {
                            break;
                        }
                        if !self.goes(at, n, n).is_empty() {
                            list.push(format!("P {name} {n}"));
                        }
                    }
                }
                Some(Thing::Stack(rings)) if most > 0 => {
                    let cap = if rings[0] == self.me { Self::cap(rings) + 1 } else { 1 };
                    if !self.goes(at, rings.len() + 1, cap).is_empty() {
                        list.push(format!("P {name} 1"));
                    }
                }
                _ => {}
            }
        }
        let moves = self.mine().into_iter().any(|from| !self.stack_goes(from).is_empty());
        if purse.hand() > 0 && (moves || self.recovers()) {
            list.push("SP".to_owned());
        }
        if list.is_empty() {
            list.push("NP".to_owned());
        }
        list
    }

    fn leaps(&self, from: At, letter: &str, only_captures: bool) -> Vec<String> {
        let found = self.stack_goes(from).into_iter();
        found
            .filter(|(target, _)| !only_captures || target.is_some())
            .map(|(target, to)| match target {
                None => format!("M {} {}", Self::name(from), Self::name(to)),
                Some(t) => {
                    format!("{letter} {} {} {}", Self::name(from), Self::name(t), Self::name(to))
                }
            })
            .collect()
    }

    fn movements(&self) -> Vec<String> {
        let must = self.game.step().must_move().map(B::coordinates);
        let movers = must.map_or_else(|| self.mine(), |at| vec![at]);
        let mut list: Vec<String> =
            movers.into_iter().flat_map(|from| self.leaps(from, "C", false)).collect();
        if list.is_empty() && self.recovers() {
            list = self.recoveries();
            list.push("SR".to_owned());
        } else if list.is_empty() {
            list.push("NM".to_owned());
        }
        list
    }

    /// The run of `set` through `at` along an axis, in order.
    fn run(set: &BTreeSet<At>, at: At, (dx, dy): At) -> Vec<At> {
        let mut first = at;
        while set.contains(&(first.0 - dx, first.1 - dy)) {
            first = (first.0 - dx, first.1 - dy);
        }
        let line = (0..).map(|d| (first.0 + dx * d, first.1 + dy * d));
        line.take_while(|at| set.contains(at)).collect()
    }

    fn recovery_axes() -> &'static [At] {
        if B::HEXAGONS { &[(1, 0), (1, -1), (0, -1)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] }
    }

    /// The cells that collapse for free when a marker slides so and this part was chosen.
    fn freed(&self, from: At, to: At, chosen: BTreeSet<At>) -> BTreeSet<At> {
        let mut set = self.markers(self.me);
        set.remove(&from);
        set.insert(to);
        let runs = Self::recovery_axes().iter().map(|&axis| Self::run(&set, to, axis));
        let first = runs.into_iter().find(|run| run.len() >= usize::from(B::BARE_LINE));
        let just_a_line = first.filter(|run| run.len() == self.game.rules().line::<B>() as usize);
        just_a_line.map_or(chosen, |run| run.into_iter().collect())
    }

    fn recoveries(&self) -> Vec<String> {
        let line = self.game.rules().line::<B>() as usize;
        let bare = usize::from(B::BARE_LINE);
        let axes = Self::recovery_axes();
        let givers: Vec<At> = self
            .stacks()
            .filter(|(_, rings)| rings[1..].contains(&self.me))
            .map(|(at, _)| at)
            .collect();
        let (mut lines, mut lesser, mut line_exists) = (Vec::new(), Vec::new(), false);
        for from in self.markers(self.me) {
            for &(dx, dy) in Self::ways() {
                let to = (from.0 + dx, from.1 + dy);
                if !Self::on_board(to) {
                    continue;
                }
                let words = |kind: &str, giver: &At| {
                    format!(
                        "{kind} {} {} x {}",
                        Self::name(from),
                        Self::name(to),
                        Self::name(*giver)
                    )
                };
                match self.cells.get(&to) {
                    None => {
                        let mut set = self.markers(self.me);
                        set.remove(&from);
                        set.insert(to);
                        let runs: Vec<Vec<At>> =
                            axes.iter().map(|&axis| Self::run(&set, to, axis)).collect();
                        let most = runs.iter().map(Vec::len).max().unwrap();
                        if most < line {
                            lesser.extend(givers.iter().map(|giver| words("RF", giver)));
                            continue;
                        }
                        line_exists = true;
                        if runs
                            .iter()
                            .find(|run| run.len() >= bare)
                            .is_none_or(|run| run.len() < line)
                        {
                            continue;
                        }
                        lines.extend(givers.iter().map(|giver| words("R1", giver)));
                        let longest = runs.iter().find(|run| run.len() == most).unwrap();
                        if most > line {
                            for window in
                                longest.windows(line).filter(|window| window.contains(&to))
                            {
                                let window = Self::names(&window.iter().copied().collect());
                                lines.push(format!(
                                    "R2 {} {} c {window}",
                                    Self::name(from),
                                    Self::name(to)
                                ));
                            }
                        }
                    }
                    Some(Thing::Stack(_)) if self.game.rules().strike => {
                        lesser.extend(givers.iter().map(|giver| words("RS", giver)));
                    }
                    _ => {}
                }
            }
        }
        if line_exists { lines } else { lesser }
    }

    fn lines(&self) -> Vec<String> {
        let required = self.game.rules().line::<B>() as usize;
        let shortest = required.max(usize::from(B::BARE_LINE));
        let axes: &[At] = if B::HEXAGONS {
            &[(1, 0), (1, -1), (0, -1)]
        } else {
            &[(1, 0), (1, 1), (0, 1), (1, -1)]
        };
        let mine = self.markers(self.me);
        let mut list = BTreeSet::new();
        for &axis in axes {
            for &at in &mine {
                let run = Self::run(&mine, at, axis);
                let cells = Self::names(&run.iter().copied().collect());
                if run.len() == required && run.len() >= shortest {
                    list.insert(format!("L {cells}"));
                } else if run.len() >= shortest {
                    list.insert(format!("O {cells} c {cells}"));
                    for window in run.windows(required) {
                        let window = Self::names(&window.iter().copied().collect());
                        list.insert(format!("O {cells} c {window}"));
                    }
                }
            }
        }
        if self.game.step().pending() {
            list.extend(self.mine().into_iter().map(|at| format!("E1 {}", Self::name(at))));
        }
        if list.is_empty() {
            list.insert("NL".to_owned());
        }
        list.into_iter().collect()
    }

    /// Connected parts of the cells that `keep` accepts.
    fn parts(keep: impl Fn(At) -> bool) -> Vec<BTreeSet<At>> {
        let edges: &[At] =
            if B::HEXAGONS { Self::ways() } else { &[(1, 0), (0, 1), (-1, 0), (0, -1)] };
        let mut rest: BTreeSet<At> = Self::all().filter(|&at| keep(at)).collect();
        let mut parts = Vec::new();
        while let Some(first) = rest.pop_first() {
            let (mut part, mut queue) = (BTreeSet::from([first]), vec![first]);
            while let Some((x, y)) = queue.pop() {
                for (dx, dy) in edges {
                    let next = (x + dx, y + dy);
                    if rest.remove(&next) {
                        part.insert(next);
                        queue.push(next);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// Regions as the rule book defines them, each once.
    fn regions(&self) -> BTreeSet<BTreeSet<At>> {
        let active: BTreeSet<u8> = self.stacks().flat_map(|(_, rings)| rings.clone()).collect();
        let present = |part: &BTreeSet<At>| {
            let tops = self.stacks().filter(|(at, _)| part.contains(at)).map(|(_, rings)| rings[0]);
            tops.collect::<BTreeSet<u8>>().len()
        };
        let standing = |at: At| self.cells.get(&at) != Some(&Thing::Collapsed);
        let mut found = BTreeSet::new();
        for colour in 0..4 {
            if self.markers(colour).is_empty() {
                continue;
            }
            let open = |at| standing(at) && self.cells.get(&at) != Some(&Thing::Marker(colour));
            found.extend(Self::parts(open).into_iter().filter(|part| present(part) < active.len()));
        }
        let alone = |part: &BTreeSet<At>| present(part) == 1 && active.len() > 1;
        found.extend(Self::parts(standing).into_iter().filter(alone));
        found
    }

    fn payers(&self) -> Vec<At> {
        if self.game.step().recovered() {
            self.stacks()
                .filter(|(_, rings)| rings[1..].contains(&self.me))
                .map(|(at, _)| at)
                .collect()
        } else {
            self.mine()
        }
    }

    fn territory(&self) -> Vec<String> {
        let step = self.game.step();
        let payers = self.payers();
        if step.debt() {
            let letters = if step.recovered() { "EX" } else { "ET" };
            return payers.iter().map(|&at| format!("{letters} {}", Self::name(at))).collect();
        }
        let claimable = |region: &BTreeSet<At>| payers.iter().any(|at| !region.contains(at));
        let regions = self.regions().into_iter().filter(claimable);
        let mut list: Vec<String> =
            regions.map(|region| format!("T {}", Self::names(&region))).collect();
        list.push(if list.is_empty() { "NT" } else { "ST" }.to_owned());
        list
    }

    fn list(&self) -> Vec<String> {
        let hunter = self.game.step().hunter().map(B::coordinates);
        let mut list = match self.game.phase() {
            Phase::RingPlacement => self.placements(),
            Phase::Movement => self.movements(),
            Phase::Capture => {
                let mut list = self.leaps(hunter.unwrap(), "C", true);
                list.push("SC".to_owned());
                list
            }
            Phase::ChainCapture => self.leaps(hunter.unwrap(), "K", true),
            Phase::LineProcessing => self.lines(),
            Phase::TerritoryProcessing => self.territory(),
            Phase::ForcedElimination => {
                self.mine().iter().map(|&at| format!("F {}", Self::name(at))).collect()
            }
            Phase::GameOver => Vec::new(),
        };
        list.sort();
        list
    }
}

/// Compare the lists at every `stride`th ply of random games.
fn agree<B: Board>(rules: Rules, games: u64, stride: usize) {
    for seed in 0..games {
        let mut rng = SplitMix::stream(seed, u64::from(rules.players));
        let mut game = RingRift::<B>::new(rules).unwrap();
        for ply in 0.. {
            if ply % stride == seed as usize % stride {
                let slow = Twin::new(&game).list();
                assert_eq!(legal(&game), slow, "{} seed {seed} ply {ply}", B::NAME);
            }
            if game.turn().is_over() {
                break;
            }
            let m = game.random_move(&mut rng);
            let _ = game.make(m);
        }
    }
}

#[test]
fn lists_agree_on_small_boards() {
    for players in 2..=4 {
        agree::<Square8>(Rules::standard::<Square8>(players), 10, 2);
        agree::<Hex8>(Rules::standard::<Hex8>(players), 6, 2);
    }
}

/// Few rings make recovery common.
#[test]
fn lists_agree_when_rings_are_few() {
    for players in 2..=4 {
        for rings in 2..=5 {
            agree::<Square8>(Rules::with_rings::<Square8>(players, rings), 6, 1);
            agree::<Hex8>(Rules::with_rings::<Hex8>(players, rings), 4, 1);
        }
    }
}

#[test]
fn lists_agree_on_large_boards() {
    agree::<Square19>(Rules::standard::<Square19>(2), 1, 37);
    agree::<Square19>(Rules::standard::<Square19>(4), 1, 37);
    agree::<Hexagonal>(Rules::standard::<Hexagonal>(3), 1, 67);
}

/// A board strewn at random, which no game may ever reach.
fn strewn<B: Board>(rng: &mut SplitMix) -> Option<RingRift<B>> {
    let players = 2 + rng.below(3) as u8;
    let mut setup = Setup::new(Rules::with_rings::<B>(players, 100));
    let me = Player(rng.below(players.into()) as u8);
    let colour = |rng: &mut SplitMix| Player(rng.below(players.into()) as u8);
    let (stacks, markers, collapsed) = (rng.below(12), rng.below(50), rng.below(50));
    let landless = rng.one_in(2);
    for at in Twin::<B>::all() {
        let cell = B::cell_at(at.0, at.1)?;
        let thing = match rng.below(100) {
            n if n < stacks => {
                let mut rings: Vec<Player> = (0..1 + rng.below(4)).map(|_| colour(rng)).collect();
                if landless && rings[0] == me {
                    rings[0] = Player((me.0 + 1) % players);
                }
                Content::Stack(rings)
            }
            n if n < stacks + markers => {
                let own = landless && rng.one_in(2);
                Content::Marker(if own { me } else { colour(rng) })
            }
            n if n < stacks + markers + collapsed => Content::Collapsed(colour(rng)),
            _ => continue,
        };
        setup.cells.push((cell, thing));
    }
    for purse in &mut setup.purses {
        purse[0] = rng.below(4) as u16;
    }
    let phases = [
        Phase::RingPlacement,
        Phase::Movement,
        Phase::Movement,
        Phase::LineProcessing,
        Phase::TerritoryProcessing,
    ];
    setup.step = Step::default()
        .with_player(me)
        .with_phase(phases[rng.below(5)])
        .with_pending(rng.one_in(2))
        .with_acted(rng.one_in(2))
        .with_recovered(landless);
    setup.build().ok()
}

/// Free recoveries collapse what the twin says; how many of them had two runs to choose from.
fn free_recoveries_agree<B: Board>(game: &RingRift<B>) -> u32 {
    let twin = Twin::new(game);
    let places = |set: B::Set| set.iter().map(|at| B::coordinates(Cell::of(at))).collect();
    let mut two_runs = 0;
    for m in game.legal_moves() {
        let Move::RecoverFree { from, to, .. } = m else { continue };
        let chosen: BTreeSet<At> = places(game.subject(m));
        let wanted = twin.freed(B::coordinates(from), B::coordinates(to), chosen.clone());
        two_runs += u32::from(wanted != chosen);
        let after = game.apply(m);
        let collapsed: BTreeSet<At> = places(after.all_collapsed().minus(game.all_collapsed()));
        assert_eq!(collapsed, wanted, "{}", game.move_text(m));
    }
    two_runs
}

fn agree_when_strewn<B: Board>(boards: u64) -> BTreeMap<&'static str, u32> {
    let mut kinds = BTreeMap::new();
    for seed in 0..boards {
        let mut rng = SplitMix::new(seed);
        let Some(mut game) = strewn::<B>(&mut rng) else { continue };
        // A few plies on, so that other phases come up too.
        for ply in 0..4 {
            assert_eq!(legal(&game), Twin::new(&game).list(), "{} seed {seed} ply {ply}", B::NAME);
            *kinds.entry("free recovery of the other run").or_default() +=
                free_recoveries_agree(&game);
            for m in game.legal_moves() {
                let kind = match m {
                    Move::RecoverFree { .. } => "free recovery",
                    Move::Recover { kind: crate::Recovery::Line, .. } => "line recovery",
                    Move::Recover { .. } => "recovery",
                    Move::LineOption { .. } => "line option",
                    Move::Claim { .. } => "claim",
                    Move::PayBuried(_) => "buried payment",
                    _ => "other",
                };
                *kinds.entry(kind).or_default() += 1;
            }
            if game.turn().is_over() {
                break;
            }
            let m = game.random_move(&mut rng);
            let _ = game.make(m);
            assert!(game.is_consistent());
        }
    }
    kinds
}

#[test]
fn lists_agree_on_strewn_boards() {
    let boards = [agree_when_strewn::<Square8>(1500), agree_when_strewn::<Hex8>(400)];
    let other = "free recovery of the other run";
    assert!(boards.iter().any(|kinds| kinds.get(other).is_some_and(|&n| n > 2)), "{boards:?}");
    for kinds in boards {
        for rare in ["free recovery", "line recovery", "line option", "claim", "buried payment"] {
            assert!(kinds.get(rare).is_some_and(|&n| n > 10), "{rare}: {kinds:?}");
        }
    }
}
