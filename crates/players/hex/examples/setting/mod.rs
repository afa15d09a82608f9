//! Settings of the engine as text, for the examples that compare them.

use std::time::Duration;
use takeback_hex::Policy;
use takeback_players_hex::{Budget, Options, part_of_clock};

/// Options and a budget.
#[derive(Clone)]
pub(crate) struct Setting {
    /// The engine's options.
    pub(crate) options: Options,
    sims: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    /// Simulations for a whole game instead of a move.
    pub(crate) bank: Option<u64>,
    save: bool,
    stretch: f32,
}

impl Setting {
    /// Read `name=value,name=value`.
    pub(crate) fn read(text: &str) -> Option<Setting> {
        let mut setting = Setting {
            options: Options::default(),
            sims: None,
            time: None,
            threads: 1,
            bank: None,
            save: false,
            stretch: 1.0,
        };
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=')?;
            let o = &mut setting.options;
            match name {
                "sims" => setting.sims = Some(value.parse().ok()?),
                "time" => setting.time = Some(Duration::from_millis(value.parse().ok()?)),
                "threads" => setting.threads = value.parse().ok()?,
                "bank" => setting.bank = Some(value.parse().ok()?),
                "save" => setting.save = value == "1",
                "stretch" => setting.stretch = value.parse().ok()?,
                "c" => o.exploration = value.parse().ok()?,
                "rave" => o.rave = value.parse().ok()?,
                "bias" => o.bias = value.parse().ok()?,
                "first" => o.first_play = value.parse().ok()?,
                "expand" => o.expand_after = value.parse().ok()?,
                "look" => o.look_after = value.parse().ok()?,
                "solve" => o.solve = value.parse().ok()?,
                "net" if value == "off" => o.net = None,
                "puct" => o.net.as_mut()?.exploration = value.parse().ok()?,
                "urgency" => o.net.as_mut()?.first_play = value.parse().ok()?,
                "soft" => o.net.as_mut()?.softness = value.parse().ok()?,
                "mix" => o.net.as_mut()?.mix = value.parse().ok()?,
                "netlook" => o.net.as_mut()?.look_after = value.parse().ok()?,
                "netsolve" => o.net.as_mut()?.solve = value.parse().ok()?,
                "flight" => o.net.as_mut()?.in_flight = value.parse().ok()?,
                "fulls" => o.effort.fulls = value.parse().ok()?,
                "semis" => o.effort.semis = value.parse().ok()?,
                "joined" => o.effort.joined = value.parse().ok()?,
                "policy" => {
                    o.policy = match value {
                        "uniform" => Policy::Uniform,
                        "pairs" => Policy::Pairs,
                        "save" => Policy::SaveBridges,
                        "patterns" => Policy::Patterns,
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        Some(setting)
    }

    /// What a move may cost when so many cells are empty and so many simulations were spent in
    /// the game before.
    pub(crate) fn budget(&self, seed: u64, empty: usize, spent: u64) -> Budget<'static> {
        let shared = self.bank.map(|bank| {
            let left = bank.saturating_sub(spent);
            ((left as f64 * part_of_clock(empty, self.save)) as u64).max(1)
        });
        Budget {
            simulations: shared.or(self.sims),
            time: self.time,
            threads: self.threads,
            seed,
            save_time: self.save,
            stretch: self.stretch,
            ..Budget::default()
        }
    }
}
