//! The official maps: who brings food and hazards, and where games begin.
//!
//! This page says which map does what; `drawings.rs` holds the drawn ones,
//! `start.rs` sets up new games, and `chance.rs` next door plays the map's part
//! after each round.

mod drawings;
mod start;

pub use start::StartError;

use crate::geometry::{Board, Point};
use drawings::Drawing;
use std::fmt;

macro_rules! maps {
    ($($(#[$doc:meta])* $map:ident $name:literal $sizes:ident $most:literal $hazards:ident $food:ident;)*) => {
        /// An official map.
        #[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
        pub enum Map { $($(#[$doc])* $map,)* }

        impl Map {
            /// All of them.
            pub const ALL: &'static [Map] = &[$(Map::$map,)*];

            /// The official name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Map::$map => $name,)* }
            }

            /// Sizes it is made for.
            #[must_use]
            pub const fn sizes(self) -> &'static [(u8, u8)] {
                match self { $(Map::$map => $sizes,)* }
            }

            /// Most snakes it is made for.
            #[must_use]
            pub const fn most_snakes(self) -> usize {
                match self { $(Map::$map => $most,)* }
            }

            pub(crate) const fn hazard_rule(self) -> HazardRule {
                match self { $(Map::$map => HazardRule::$hazards,)* }
            }

            pub(crate) const fn food_rule(self) -> FoodRule {
                match self { $(Map::$map => FoodRule::$food,)* }
            }
        }
    };
}

const ODD: &[(u8, u8)] = &[
    (7, 7),
    (9, 9),
    (11, 11),
    (13, 13),
    (15, 15),
    (17, 17),
    (19, 19),
    (21, 21),
    (23, 23),
    (25, 25),
];
const ELEVEN: &[(u8, u8)] = &[(11, 11)];
const NINETEEN: &[(u8, u8)] = &[(19, 19)];
const TWENTY_FIVE: &[(u8, u8)] = &[(25, 25)];
const ARCADE: &[(u8, u8)] = &[(19, 21)];
const THREE_SIZES: &[(u8, u8)] = &[(7, 7), (11, 11), (19, 19)];
const MAZES: &[(u8, u8)] = &[(7, 7), (11, 11), (19, 19), (19, 21), (25, 25)];

maps! {
    /// Food, no hazards.
    #[default]
    Standard "standard" ODD 16 Still Standard;
    /// Nothing ever appears.
    Empty "empty" ODD 16 Still Nothing;
    /// The board shrinks from its sides.
    Royale "royale" ODD 16 Royale Standard;
    /// A ring one cell inside the border.
    InnerWall "hz_inner_wall" ODD 16 Still Standard;
    /// Every second concentric ring.
    Rings "hz_rings" ODD 16 Still Standard;
    /// All cells with odd x and odd y.
    Columns "hz_columns" ODD 16 Still Standard;
    /// A clockwise spiral from a random centre.
    Spiral "hz_spiral" ODD 16 Spiral Standard;
    /// One random cell every second turn.
    Scatter "hz_scatter" ODD 16 Scatter Standard;
    /// A box that grows by a random side.
    GrowBox "hz_grow_box" ODD 16 GrowBox Standard;
    /// Square rings around a random cell.
    ExpandBox "hz_expand_box" ODD 16 ExpandBox Standard;
    /// The same rings, cell by cell.
    ExpandScatter "hz_expand_scatter" ODD 16 ExpandScatter Standard;
    /// Pits that fill up layer by layer and empty again.
    HazardPits "hz_hazard_pits" ELEVEN 4 Pits Standard;
    /// Walls with gates in which food lies.
    CastleWall "hz_castle_wall" ELEVEN 8 Still Castle;
    /// The same on 19x19.
    CastleWallLarge "hz_castle_wall_lg" NINETEEN 8 Still Castle;
    /// The same on 25x25.
    CastleWallXl "hz_castle_wall_xl" TWENTY_FIVE 12 Still Castle;
    /// Rivers with bridges.
    RiversBridges "hz_rivers_bridges" ELEVEN 8 Still Dry;
    /// The same on 19x19.
    RiversBridgesLarge "hz_rivers_bridges_lg" NINETEEN 12 Still Dry;
    /// The same on 25x25.
    RiversBridgesXl "hz_rivers_bridges_xl" TWENTY_FIVE 12 Still Dry;
    /// Islands with bridges.
    IslandsBridges "hz_islands_bridges" ELEVEN 4 Still Dry;
    /// The same on 19x19.
    IslandsBridgesLarge "hz_islands_bridges_lg" NINETEEN 16 Still Dry;
    /// A maze from the arcades.
    ArcadeMaze "arcade_maze" ARCADE 6 Still Arcade;
    /// Pools that heal, and dry up one by one.
    HealingPools "healing_pools" THREE_SIZES 8 Pools Standard;
    /// A hole in the middle that grows and deepens.
    Sinkholes "sinkholes" THREE_SIZES 8 Sinkholes Standard;
    /// Snakes leave a trail of hazard.
    SnailMode "snail_mode" ODD 16 Snail Standard;
    /// A new and larger maze after every meal, for one snake.
    SoloMaze "solo_maze" MAZES 1 Maze Maze;
}

/// How hazards change after a round.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum HazardRule {
    Still,
    Royale,
    Spiral,
    Scatter,
    GrowBox,
    ExpandBox,
    ExpandScatter,
    Pits,
    Pools,
    Sinkholes,
    Snail,
    Maze,
}

/// Where and when food appears.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum FoodRule {
    /// By the settings, anywhere free.
    Standard,
    /// By the settings, never on hazards.
    Dry,
    /// One a turn in the gates, whatever the settings.
    Castle,
    /// With a chance in fixed places.
    Arcade,
    /// At the end of each maze.
    Maze,
    /// Never.
    Nothing,
}

impl Map {
    /// The map of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Map> {
        Self::ALL.iter().copied().find(|map| map.name() == name)
    }

    /// The drawing of a drawn map.
    fn drawing(self) -> Option<Drawing> {
        Some(match self {
            Map::CastleWall => drawings::CASTLE_WALL,
            Map::CastleWallLarge => drawings::CASTLE_WALL_LARGE,
            Map::CastleWallXl => drawings::CASTLE_WALL_XL,
            Map::RiversBridges => drawings::RIVERS_BRIDGES,
            Map::RiversBridgesLarge => drawings::RIVERS_BRIDGES_LARGE,
            Map::RiversBridgesXl => drawings::RIVERS_BRIDGES_XL,
            Map::IslandsBridges => drawings::ISLANDS_BRIDGES,
            Map::IslandsBridgesLarge => drawings::ISLANDS_BRIDGES_LARGE,
            Map::ArcadeMaze => drawings::ARCADE_MAZE,
            _ => return None,
        })
    }

    /// Fixed places where food may appear, for maps that have them.
    pub(crate) fn food_places(self) -> impl Iterator<Item = Point> {
        self.drawing().into_iter().flat_map(|drawing| drawings::places(drawing, b"f*"))
    }

    /// Most food that a castle puts out.
    pub(crate) fn castle_food(self) -> u32 {
        if self == Map::CastleWallXl { 4 } else { 2 }
    }

    /// Hazards that stand from the start and never change, once per layer.
    #[must_use]
    pub fn fixed_hazards(self, board: &Board) -> Vec<Point> {
        if let Some(drawing) = self.drawing() {
            let layers = |mark| match mark {
                b'#' => 1,
                b'2' => 2,
                _ => 0,
            };
            return drawings::marks(drawing)
                .filter(|&(at, _)| board.holds(at))
                .flat_map(|(at, mark)| std::iter::repeat_n(at, layers(mark)))
                .collect();
        }
        let (width, height) = (i64::from(board.width()), i64::from(board.height()));
        // How many rings of the board lie outside the cell's own.
        let ring = |at: Point| at.x.min(at.y).min(width - 1 - at.x).min(height - 1 - at.y);
        let is_hazard = |at: Point| match self {
            Map::InnerWall => ring(at) == 1,
            // The innermost ring of nine cells stays free.
            Map::Rings => ring(at) % 2 == 1 && ring(at) < width.min(height) / 2 - 1,
            Map::Columns => at.x % 2 == 1 && at.y % 2 == 1,
            _ => false,
        };
        (0..board.cells()).map(|cell| board.point(cell)).filter(|&at| is_hazard(at)).collect()
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
