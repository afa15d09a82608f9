//! Games in which something lies face down.

use super::name;
use crate::kuhn::CARDS;
use crate::leduc::RANKS;
use crate::phantom::Goal;
use crate::{
    DarkCell, GoofMove, Goofspiel, Kuhn, KuhnMove, Leduc, LeducMove, LiarMove, LiarsDice, Phantom,
};
use takeback_core::{Game, Notation, Player, Turn};
use takeback_scene::{
    Board, Glyph, Input, Item, ItemKind, Paint, Panel, Piece, Scene, Scenic, shapes,
};

fn card(face: Option<String>) -> Item {
    Item { target: None, kind: ItemKind::Card { face, paint: Paint::Black, count: 1 } }
}

/// Whether `viewer` may look at what is `player`'s.
fn looks(viewer: Option<Player>, player: Player) -> bool {
    viewer.is_none_or(|viewer| viewer == player)
}

impl<const N: usize> Scenic for Kuhn<N> {
    fn board(&self) -> Board {
        Board::default()
    }

    /// Cards are shown to their owner, and those that came to a showdown to all.
    fn scene(&self, viewer: Option<Player>) -> Scene {
        let stayed = Player::all(N).filter(|&player| self.stayed(player)).count();
        let showdown = self.turn() == Turn::Over && stayed > 1;
        let seat = |player: Player| {
            let mut items = vec![Item::fact("chips in the pot", self.chips(player).to_string())];
            if let Some(held) = self.cards[player.index()] {
                let shown = looks(viewer, player) || showdown && self.stayed(player);
                items.push(card(shown.then(|| CARDS[usize::from(held)].to_string())));
            }
            Panel { title: self.player_name(player), player: Some(player.0), items }
        };
        let said = self.bets.iter().take(self.actions.into());
        let said: Vec<&str> = said.map(|&bet| if bet { "bet" } else { "pass" }).collect();
        Scene {
            panels: Player::all(N).map(seat).collect(),
            status: said.join(", "),
            ..Scene::default()
        }
    }

    fn input(&self, m: KuhnMove) -> Input {
        match m {
            KuhnMove::Deal(card) => Input::button(format!("deal {}", CARDS[usize::from(card)])),
            action => Input::button(if action == KuhnMove::Bet { "bet" } else { "pass" }),
        }
    }

    fn told(&self, m: KuhnMove, viewer: Option<Player>) -> String {
        let to = Player(self.cards.iter().flatten().count() as u8);
        match m {
            KuhnMove::Deal(_) if !looks(viewer, to) => "a card".to_owned(),
            m => self.move_text(m),
        }
    }
}

impl Scenic for Leduc {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let hand = self.hand();
        let showdown = self.turn() == Turn::Over && hand.folded.is_none();
        let face = |rank: u8| RANKS[usize::from(rank)].to_string();
        let seat = |player: Player| {
            let chips = hand.chips[player.index()].to_string();
            let mut items = vec![Item::fact("chips in the pot", chips)];
            if let Some(rank) = hand.cards[player.index()] {
                items.push(card((looks(viewer, player) || showdown).then(|| face(rank))));
            }
            Panel { title: self.player_name(player), player: Some(player.0), items }
        };
        let mut panels: Vec<Panel> = Player::all(2).map(seat).collect();
        if let Some(rank) = hand.cards[2] {
            let items = vec![card(Some(face(rank)))];
            panels.push(Panel { title: "open card".to_owned(), player: None, items });
        }
        let status = hand.folded.map_or_else(String::new, |player| format!("{player} folds"));
        Scene { panels, status, ..Scene::default() }
    }

    fn input(&self, m: LeducMove) -> Input {
        match m {
            LeducMove::Deal(rank) => Input::button(format!("deal {}", RANKS[usize::from(rank)])),
            action => Input::button(self.move_text(action)),
        }
    }

    fn told(&self, m: LeducMove, viewer: Option<Player>) -> String {
        let to = self.hand().cards.iter().flatten().count() as u8;
        match m {
            LeducMove::Deal(_) if to < 2 && !looks(viewer, Player(to)) => "a card".to_owned(),
            m => self.move_text(m),
        }
    }
}

impl<const SIDES: usize, const WILD: usize> Scenic for LiarsDice<SIDES, WILD> {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let over = self.turn() == Turn::Over;
        let seat = |player: Player| {
            let shown = looks(viewer, player) || over;
            let die = self.die(player).map(|points| card(shown.then(|| points.to_string())));
            let title = self.player_name(player);
            Panel { title, player: Some(player.0), items: die.into_iter().collect() }
        };
        let status = match self.claim() {
            None if WILD == 0 => format!("two dice of {SIDES} sides"),
            None => format!("{WILD} counts as any number"),
            Some((count, face)) => format!("claimed: {count}x{face}"),
        };
        Scene { panels: Player::all(2).map(seat).collect(), status, ..Scene::default() }
    }

    fn input(&self, m: LiarMove) -> Input {
        match m {
            LiarMove::Roll(points) => Input::button(format!("the die shows {points}")),
            said => Input::button(self.move_text(said)),
        }
    }

    fn told(&self, m: LiarMove, viewer: Option<Player>) -> String {
        let to = Player(u8::from(self.die(Player::FIRST).is_some()));
        match m {
            LiarMove::Roll(_) if !looks(viewer, to) => "a die".to_owned(),
            m => self.move_text(m),
        }
    }
}

impl<const CARDS: usize> Scenic for Goofspiel<CARDS> {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let last = self.rounds().last();
        let seat = |player: Player| {
            let gone = self.used(Some(player));
            // A bid that lies face down is still in the hand for the other.
            let down = match last {
                Some((_, Some(bid), None)) if player == Player::FIRST => Some(bid),
                _ => None,
            };
            let shown = looks(viewer, player);
            let held = |n: &u8| gone >> n & 1 == 0 || !shown && down == Some(*n);
            let mut items = vec![Item::fact("points won", self.won(player).to_string())];
            let hand: Vec<String> = (1..=CARDS as u8).filter(held).map(|n| n.to_string()).collect();
            items.push(Item::fact("cards", hand.join(" ")));
            if let Some(bid) = down {
                items.push(card(shown.then(|| bid.to_string())));
            }
            Panel { title: self.player_name(player), player: Some(player.0), items }
        };
        let status = match last {
            Some((prize, _, None)) => format!("prize: {prize}"),
            Some((prize, Some(first), Some(second))) => {
                format!("{first} against {second} for {prize}")
            }
            _ => String::new(),
        };
        Scene { panels: Player::all(2).map(seat).collect(), status, ..Scene::default() }
    }

    fn input(&self, m: GoofMove) -> Input {
        match m {
            GoofMove::Prize(n) => Input::button(format!("prize {n}")),
            GoofMove::Bid(n) => Input::button(n.to_string()).or_key(&n.to_string()),
        }
    }

    fn told(&self, m: GoofMove, viewer: Option<Player>) -> String {
        let first_bids = self.turn() == Turn::Player(Player::FIRST);
        match m {
            GoofMove::Bid(_) if first_bids && !looks(viewer, Player::FIRST) => "a card".to_owned(),
            m => self.move_text(m),
        }
    }
}

impl<B: Goal> Scenic for Phantom<B> {
    fn board(&self) -> Board {
        let (columns, rows) = (u16::from(B::SIZE.0), u16::from(B::SIZE.1));
        // Rows are counted from the top here.
        let upside = name(rows);
        shapes::squares(columns, rows, |_, _| Paint::Light, move |c, r| upside(c, rows - 1 - r))
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let dark = self.dark();
        let over = self.turn() == Turn::Over;
        let visible = |player: Player| match viewer {
            Some(viewer) if viewer != player && !over => {
                dark.stones[player.index()] & dark.tried[viewer.index()]
            }
            _ => dark.stones[player.index()],
        };
        let stone = |player: Player, cell: u16| {
            let (text, spoken) = [("x", "red stone"), ("o", "blue stone")][player.index()];
            Piece::new(cell, Glyph::Disc, Paint::Player(player.0), text, spoken.to_owned())
        };
        let cells = 0..u16::from(B::SIZE.0 * B::SIZE.1);
        let pieces = Player::all(2).flat_map(|player| {
            let seen = visible(player);
            cells.clone().filter(move |c| seen >> c & 1 == 1).map(move |cell| stone(player, cell))
        });
        Scene { pieces: pieces.collect(), ..Scene::default() }
    }

    fn input(&self, DarkCell(cell): DarkCell) -> Input {
        Input::cells([cell.into()])
    }

    /// Shown to everybody, so nothing.
    fn touched(&self, _: DarkCell) -> Vec<u16> {
        Vec::new()
    }

    /// Nobody sees where the other tries. Where attempts are listed one by one, the
    /// list has something to say of those in vain too.
    fn told(&self, m: DarkCell, viewer: Option<Player>) -> String {
        let mover = self.turn().decider().unwrap_or_default();
        if looks(viewer, mover) {
            return self.move_text(m);
        }
        let dark = self.dark();
        let free = (dark.stones[0] | dark.stones[1]) >> m.0 & 1 == 0;
        if free { "a stone".to_owned() } else { "in vain".to_owned() }
    }

    fn player_name(&self, player: Player) -> String {
        ["Red", "Blue"][player.index()].to_owned()
    }
}
