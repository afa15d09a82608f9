//! Which game is played: rulesets and settings, resolved once into [`Rules`].

use crate::geometry::Edge;
use std::fmt;

/// The official rulesets.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Ruleset {
    /// Eat, grow, outlive the others.
    #[default]
    Standard,
    /// Alone against the board: the game lasts until the snake dies.
    Solo,
    /// Standard on a board that fills with hazard from its sides.
    Royale,
    /// No food; everybody grows every turn.
    Constrictor,
    /// Standard on a board without edges.
    Wrapped,
    /// Constrictor on a board without edges.
    WrappedConstrictor,
}

impl Ruleset {
    /// All of them.
    pub const ALL: [Ruleset; 6] = [
        Ruleset::Standard,
        Ruleset::Solo,
        Ruleset::Royale,
        Ruleset::Constrictor,
        Ruleset::Wrapped,
        Ruleset::WrappedConstrictor,
    ];

    /// The official name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Standard => "standard",
            Ruleset::Solo => "solo",
            Ruleset::Royale => "royale",
            Ruleset::Constrictor => "constrictor",
            Ruleset::Wrapped => "wrapped",
            Ruleset::WrappedConstrictor => "wrapped_constrictor",
        }
    }

    /// The ruleset of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Ruleset> {
        Self::ALL.into_iter().find(|r| r.name() == name)
    }

    /// What happens at the edge of the board.
    #[must_use]
    pub const fn edge(self) -> Edge {
        match self {
            Ruleset::Wrapped | Ruleset::WrappedConstrictor => Edge::Wrap,
            _ => Edge::Wall,
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The numbers that come with a ruleset.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Settings {
    /// Per cent, read as the official engine reads it: 15 means 14 in 100.
    pub food_spawn_chance: u8,
    /// Food that is replaced at once when it falls below this.
    pub minimum_food: u16,
    /// Health lost per turn and layer of hazard; negative heals.
    pub hazard_damage: i32,
    /// How often the board shrinks in royale, and the beat of some maps.
    pub shrink_every: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { food_spawn_chance: 15, minimum_food: 1, hazard_damage: 14, shrink_every: 25 }
    }
}

/// When the game ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum End {
    /// As soon as at most one snake lives.
    LastStanding,
    /// When no snake lives.
    AllDead,
}

impl End {
    /// The rule for a game that so many snakes began.
    #[must_use]
    pub const fn of(ruleset: Ruleset, snakes: usize) -> End {
        match ruleset {
            Ruleset::Solo => End::AllDead,
            _ if snakes < 2 => End::AllDead,
            _ => End::LastStanding,
        }
    }

    /// Whether the game is over with so many snakes alive.
    #[inline]
    #[must_use]
    pub const fn is_over(self, living: usize) -> bool {
        match self {
            End::LastStanding => living <= 1,
            End::AllDead => living == 0,
        }
    }
}

/// What a round has to know of ruleset and settings. The edge is not among
/// it: that lies in the board's table of steps.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Rules {
    /// Health lost per layer of hazard.
    pub damage: i32,
    /// Whether everybody grows every turn and food goes.
    pub constricts: bool,
    /// The turns between shrinks, where the ruleset itself shrinks the board.
    pub shrinks: Option<u32>,
    /// When the game ends.
    pub end: End,
}

impl Rules {
    /// Resolve a ruleset.
    #[must_use]
    pub const fn new(ruleset: Ruleset, settings: &Settings, end: End) -> Rules {
        Rules {
            damage: settings.hazard_damage,
            constricts: matches!(ruleset, Ruleset::Constrictor | Ruleset::WrappedConstrictor),
            shrinks: match ruleset {
                Ruleset::Royale => Some(settings.shrink_every),
                _ => None,
            },
            end,
        }
    }
}

/// Why a snake is out.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Cause {
    /// Ran into another snake's body.
    SnakeCollision,
    /// Ran into its own body.
    SelfCollision,
    /// Starved.
    OutOfHealth,
    /// Met a head of at least its own length.
    HeadCollision,
    /// Left the board.
    WallCollision,
    /// Hurt to death by hazard.
    Hazard,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 6] = [
        Cause::SnakeCollision,
        Cause::SelfCollision,
        Cause::OutOfHealth,
        Cause::HeadCollision,
        Cause::WallCollision,
        Cause::Hazard,
    ];

    /// The official name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Cause::SnakeCollision => "snake-collision",
            Cause::SelfCollision => "snake-self-collision",
            Cause::OutOfHealth => "out-of-health",
            Cause::HeadCollision => "head-collision",
            Cause::WallCollision => "wall-collision",
            Cause::Hazard => "hazard",
        }
    }

    /// The cause of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Cause> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a snake went out.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Fate {
    /// Why.
    pub cause: Cause,
    /// The seat of the snake to blame, possibly its own.
    pub by: Option<u8>,
    /// The number of the board on which it was first missing.
    pub turn: u32,
}
