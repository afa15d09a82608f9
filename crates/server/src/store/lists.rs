//! What lists say of games, and what is looked for in them.

use takeback_room::Summary;

/// A line of a list.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Listed {
    #[serde(flatten)]
    pub(crate) summary: Summary,
    /// When it last changed, in seconds since 1970.
    pub(crate) changed: i64,
}

/// What is looked for in the archive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    pub(crate) game: Option<String>,
    /// Part of a person's name or of an engine's text.
    pub(crate) player: Option<String>,
    /// The seat that won; -1 for a draw.
    pub(crate) winner: Option<i64>,
    /// Only what changed before this.
    pub(crate) before: Option<i64>,
    pub(crate) most: usize,
}

/// The seat that won, -1 where several share it; none before the end.
pub(super) fn winner_of(summary: &Summary) -> Option<i64> {
    let result = summary.result.as_ref()?;
    let best = result.iter().copied().fold(f32::MIN, f32::max);
    let mut winners = result.iter().enumerate().filter(|(_, share)| **share == best);
    match (winners.next(), winners.next()) {
        (Some((seat, _)), None) => Some(seat as i64),
        _ => Some(-1),
    }
}

impl Search {
    /// Whether a game is among what is looked for.
    pub(crate) fn finds(&self, listed: &Listed) -> bool {
        let Listed { summary, changed } = listed;
        let holds = |part: &String| {
            summary.players.iter().any(|p| p.to_lowercase().contains(&part.to_lowercase()))
        };
        summary.listed
            && summary.result.is_some()
            && self.game.as_ref().is_none_or(|game| *game == summary.game)
            && self.player.as_ref().is_none_or(holds)
            && self.winner.is_none_or(|winner| winner_of(summary) == Some(winner))
            && self.before.is_none_or(|before| *changed < before)
    }
}

/// A line of a list; none where the row was written by something newer.
pub(super) fn listed(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<Listed>> {
    let (text, changed) = (row.get::<_, String>(0)?, row.get::<_, i64>(1)?);
    Ok(serde_json::from_str(&text).ok().map(|summary| Listed { summary, changed }))
}
