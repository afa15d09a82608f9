//! Foreign rules under which players know different things.

use crate::{Can, Foreign, Ruled, Step, laws_of};
use takeback_core::{Game, Hidden, Key, Notation, Player, SplitMix, mix};
use takeback_host::engines::hidden_listed;
use takeback_host::registry::Of;
use takeback_host::{GameEntry, Strategy, Variant};
use takeback_scene::{Board, Input, Item, Panel, Scene, Scenic};
use takeback_search::ismcts::Observer;
use takeback_verify::Laws;

/// A position of which no player sees everything.
pub trait Veiled: Foreign {
    /// All that `player` may know, written out.
    fn observe(&self, player: Player) -> String;

    /// A position that `viewer` cannot tell from this one, drawn from all such.
    #[must_use]
    fn redealt(&self, viewer: Player, rng: &mut SplitMix) -> Self;
}

/// A number that stands for a text.
fn hashed(text: &str) -> u64 {
    text.bytes().fold(0x9e37_79b9_7f4a_7c15, |hash, byte| mix(hash ^ u64::from(byte)))
}

impl<P: Veiled> Hidden for Ruled<P, true> {
    type Observation = String;
    type Redeal = P;

    fn observation(&self, player: Player) -> String {
        self.0.observe(player)
    }

    fn infoset(&self, player: Player) -> Key {
        Key(mix(hashed(&self.0.observe(player)) ^ u64::from(player.0)))
    }

    /// What the viewer will know after it; one's own moves one always tells apart.
    fn label(&self, viewer: Player, m: Step) -> u64 {
        let mut after = self.0.clone();
        after.make(m.0);
        let seen = hashed(&after.observe(viewer));
        let is_own = self.turn().decider() == Some(viewer);
        if is_own { mix(seen ^ u64::from(m.0)) } else { seen }
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> P {
        let other = self.0.redealt(viewer, rng);
        std::mem::replace(&mut self.0, other)
    }

    fn undo_redeal(&mut self, before: P) {
        self.0 = before;
    }
}

/// What the viewer knows, in words.
impl<P: Veiled> Scenic for Ruled<P, true> {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let told = viewer.map_or_else(|| self.0.position_text(), |viewer| self.0.observe(viewer));
        let panel = Panel {
            title: "Position".to_owned(),
            items: vec![Item::fact("", told)],
            ..Panel::default()
        };
        Scene { panels: vec![panel], ..Scene::default() }
    }

    fn input(&self, m: Step) -> Input {
        Input::button(self.move_text(m))
    }

    fn told(&self, m: Step, viewer: Option<Player>) -> String {
        match viewer {
            Some(viewer) if self.turn().decider() != Some(viewer) => "?".to_owned(),
            _ => self.move_text(m),
        }
    }
}

fn hidden_laws_of<P: Veiled, const ZERO_SUM: bool, const DEAD_ENDS: bool>(
    laws: Laws<Ruled<P, true>>,
) -> Laws<Ruled<P, true>> {
    laws_of::<P, true, false, ZERO_SUM, DEAD_ENDS>(laws).hidden()
}

/// A foreign game that hides something, for a registry, under the name `rules`. Its
/// engines are those that think about what the decider knows.
pub fn hidden_entry<P: Veiled>(
    about: &'static str,
    can: Can,
    start: impl Fn() -> P + Send + Sync + 'static,
) -> GameEntry {
    let laws = match (can.zero_sum, can.dead_ends) {
        (false, false) => hidden_laws_of::<P, false, false>,
        (false, true) => hidden_laws_of::<P, false, true>,
        (true, false) => hidden_laws_of::<P, true, false>,
        (true, true) => hidden_laws_of::<P, true, true>,
    };
    let capabilities: &[&str] = match can.dead_ends {
        true => &["dead_ends", "keyed", "notation", "hidden"],
        false => &["keyed", "notation", "hidden"],
    };
    let variant = Of::new("rules", about, Strategy::Token, move || Ruled::<P, true>(start()))
        .with_engines(|| hidden_listed(Observer::Multiple))
        .with_laws(capabilities, laws)
        .with_scene();
    let variants: Vec<Box<dyn Variant>> = vec![Box::new(variant)];
    GameEntry::new("rules", "Rules", about, variants)
}
