//! Games in the forms of the outside world.

use crate::{Access, Room, RoomError, Saved};
use takeback_host::GameEntry;
use takeback_host::outside::RawGame;

/// A share of a win in thousandths of one, as records have it.
fn thousandths(share: &f32) -> i32 {
    ((share * 2.0 - 1.0) * 1000.0).round() as i32
}

impl Room {
    /// The line that was played, in the form that others read: its text, and how such files end.
    ///
    /// # Errors
    /// When something is hidden from the token, or the game has no such form, or it
    /// cannot say this game.
    pub fn export(&self, access: Access) -> Result<(String, &'static str), RoomError> {
        self.must_see_all(access)?;
        let entry = self.kind.entry();
        let Some(form) = entry.extras.exporter() else {
            let why = format!("{} is written in no form of others; save it instead", entry.title);
            return Err(RoomError::Unknown(why));
        };
        let line = self.tree.line();
        let at_end = line.last() == Some(&self.tree.now());
        let raw = RawGame {
            id: "takeback".to_owned(),
            variant: self.kind.variant().name().to_owned(),
            start: Some(self.table.start()),
            moves: line.iter().skip(1).map(|&id| self.tree.nodes()[id].text.clone()).collect(),
            names: self.summary().players,
            payoffs: self
                .result()
                .filter(|_| at_end)
                .map(|all| all.iter().map(thousandths).collect()),
            detail: String::new(),
        };
        let text = (form.write)(&raw).map_err(RoomError::NotNow)?;
        Ok((text, form.extension))
    }

    /// Who played, as a record has it; more names than seats are left out.
    pub fn name_seats(&mut self, names: &[String]) {
        for (chair, name) in self.chairs.iter_mut().zip(names) {
            let known = !name.is_empty() && name != "?" && name != "unknown";
            chair.name = known.then(|| name.chars().filter(|c| !c.is_control()).take(32).collect());
        }
        self.log_seats();
        self.touch();
    }
}

impl Saved {
    /// A recorded game as one that people look at and play on.
    ///
    /// # Errors
    /// When it is of no variant that is played here.
    pub fn of_record(entry: &GameEntry, raw: &RawGame) -> Result<Saved, RoomError> {
        let variant = entry.variant(Some(&raw.variant))?;
        let table = variant.table(raw.start.as_deref())?;
        Ok(Saved {
            takeback: 1,
            game: entry.name.to_owned(),
            variant: raw.variant.clone(),
            start: table.start(),
            seats: vec!["person".to_owned(); table.players()],
            seed: 0,
            moves: raw.moves.iter().cloned().enumerate().collect(),
            now: raw.moves.len(),
        })
    }
}
