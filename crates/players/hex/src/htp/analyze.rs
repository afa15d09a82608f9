//! Commands that front ends show on the board.
//!
//! Lists of cells are cells with blanks between; pairs are a cell and a short
//! text, in turn. [`MENU`] tells front ends which is which.

use super::brain::{connections, solve};
use super::session::{Reply, Session, colour_of, read_colour};
use crate::{
    Certainty, Connections, Effort, End, FIRST_EDGE, Found, FoundMove, Knowledge, SECOND_EDGE,
};
use takeback_core::{Evaluator, Notation};
use takeback_hex::{
    AnyHex, Bits, Cell, Colour, Hex, Move, Resistance, TwoDistance, fill_in, inferior, with_hex,
};

/// What `hexgui-analyze_commands` lists: type, label, command.
pub(super) const MENU: &[&str] = &[
    "pspairs/Best Moves/best-moves %c",
    "varc/Best Line/best-line %c",
    "pspairs/Win Probabilities/win-probabilities %c",
    "string/Resistance/eval-resist %c",
    "pspairs/Resistance Cells/eval-resist-cells %c",
    "string/Two-Distance/eval-twod %c",
    "plist/Must-Play/vc-get-mustplay %c",
    "string/Build Connections/vc-build %c",
    "plist/Connected Fully To/vc-connected-to-full %p %c",
    "plist/Connected Semi To/vc-connected-to-semi %p %c",
    "plist/Edge-To-Edge Carrier/vc-edge-carrier %c",
    "pspairs/Inferior Cells/compute-inferior %c",
    "string/Solve State/dfpn-solve-state %c",
    "plist/Find Winning Moves/dfpn-solver-find-winning %c",
    "param/Engine Parameters/param_engine",
    "param/Game Parameters/param_game",
];

/// How many moves `best-moves` names.
const BEST: usize = 8;

/// Run a body on the position with the colour to move, class by class.
macro_rules! on_board {
    ($session:expr, $args:expr, $hex:ident => $body:expr) => {{
        let colour = colour_of($args)?;
        let position = $session.play.for_colour(colour);
        with_hex!(&position, $hex => $body)
    }};
}

fn think(session: &mut Session, args: &[String]) -> Result<(Colour, Found), String> {
    let colour = colour_of(args)?;
    let seed = session.seed();
    session.think(colour, seed).map(|found| (colour, found))
}

fn text(position: &AnyHex, m: Move) -> String {
    with_hex!(position, hex => hex.move_text(m))
}

fn cells<B: Bits>(hex: &Hex<B>, set: B) -> String {
    let names: Vec<String> = set.iter().map(|at| hex.size().cell_text(Cell::from(at))).collect();
    names.join(" ")
}

fn percent(found: &FoundMove) -> String {
    match found.certainty {
        Certainty::Open => format!("{:.0}", 100.0 * found.share),
        Certainty::Won => "W".into(),
        Certainty::Lost => "L".into(),
    }
}

pub(super) fn best_moves(session: &mut Session, args: &[String]) -> Reply {
    let (_, found) = think(session, args)?;
    let mut moves: Vec<&FoundMove> =
        found.moves.iter().filter(|f| f.m != found.best && f.m != Move::Swap).collect();
    moves.sort_by_key(|f| std::cmp::Reverse(f.visits));
    let first = found.moves.iter().filter(|f| f.m == found.best);
    let ranked = first.chain(moves).take(BEST).enumerate();
    let pairs: Vec<String> = ranked
        .map(|(i, f)| format!("{} {}@{}", text(session.position(), f.m), i + 1, percent(f)))
        .collect();
    Ok(pairs.join(" "))
}

pub(super) fn best_line(session: &mut Session, args: &[String]) -> Reply {
    let (mut colour, found) = think(session, args)?;
    let mut line = Vec::new();
    for &m in &found.line {
        line.push(format!("{colour} {}", text(session.position(), m)));
        colour = colour.other();
    }
    Ok(line.join(" "))
}

pub(super) fn win_probabilities(session: &mut Session, args: &[String]) -> Reply {
    let (_, found) = think(session, args)?;
    let looked_at = found.moves.iter().filter(|f| f.m != Move::Swap);
    let pairs: Vec<String> =
        looked_at.map(|f| format!("{} {}", text(session.position(), f.m), percent(f))).collect();
    Ok(pairs.join(" "))
}

/// The logarithm of the ratio of conductances, for the colour asked about.
pub(super) fn resistance(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let black = Resistance::default().flow(hex).0;
        let own = if hex.to_move() == Colour::Black { black } else { -black };
        Ok(format!("{own:+.3}"))
    })
}

/// Per empty cell the current of both colours, in thousandths.
pub(super) fn resistance_cells(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let mut resistance = Resistance::default();
        let (_, flow) = resistance.flow(hex);
        let pairs: Vec<String> = hex
            .empty()
            .iter()
            .map(|at| format!("{} {:.0}", hex.size().cell_text(Cell::from(at)), 1e3 * flow[at]))
            .collect();
        Ok(pairs.join(" "))
    })
}

pub(super) fn two_distance(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let seat = hex.seat(hex.to_move());
        Ok(TwoDistance::default().score(hex, seat).to_string())
    })
}

pub(super) fn must_play(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let advice = Knowledge::new(Effort::default()).advise(hex);
        Ok(cells(hex, advice.must_play))
    })
}

/// Dead (D), captured by black or white (B, W), vulnerable (v), dominated (d).
pub(super) fn inferior_cells(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let stones = Colour::BOTH.map(|colour| hex.stones(colour));
        let settled = fill_in(hex.geometry(), stones);
        let open = hex.geometry().all.minus(settled.stones[0] | settled.stones[1]);
        let aside = inferior(hex.geometry(), settled.stones, hex.to_move(), open);
        let kinds = [
            (settled.dead, "D"),
            (settled.captured[0], "B"),
            (settled.captured[1], "W"),
            (aside.vulnerable, "v"),
            (aside.dominated, "d"),
        ];
        let pairs: Vec<String> = kinds
            .into_iter()
            .flat_map(|(set, mark)| set.iter().map(move |at| (at, mark)))
            .map(|(at, mark)| format!("{} {mark}", hex.size().cell_text(Cell::from(at))))
            .collect();
        Ok(pairs.join(" "))
    })
}

/// How the colour's edges are connected, and how many connections were found.
pub(super) fn build_connections(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let found = connections(hex);
        let state = match (found.edges_joined(), found.edge_semis().is_empty()) {
            (true, _) => "full",
            (false, false) => "semi",
            (false, true) => "none",
        };
        let (mut fulls, mut semis) = (0, 0);
        for a in 0..found.ends() {
            for b in 0..a {
                fulls += found.fulls(a, b).len();
                semis += found.semis(a, b).len();
            }
        }
        Ok(format!("{state} {fulls} full {semis} semi"))
    })
}

pub(super) fn connected_fully(session: &mut Session, args: &[String]) -> Reply {
    connected(session, args, Strength::Full)
}

pub(super) fn connected_semi(session: &mut Session, args: &[String]) -> Reply {
    connected(session, args, Strength::Semi)
}

#[derive(Copy, Clone, Debug)]
enum Strength {
    Full,
    Semi,
}

/// The cells (and edges, by name) that a cell is connected to.
fn connected(session: &mut Session, args: &[String], strength: Strength) -> Reply {
    let [cell, colour] = args else { return Err("this takes a cell and a colour".into()) };
    let cell = session.play.size().read_cell(cell).map_err(|error| error.to_string())?;
    let position = session.play.for_colour(read_colour(colour)?);
    with_hex!(&position, hex => {
        let found = connections(hex);
        let Some(from) = found.end_of(cell.index()) else {
            return Err("the opponent holds that cell".into());
        };
        Ok(ends_joined(hex, &found, from, strength).join(" "))
    })
}

fn ends_joined<B: Bits>(
    hex: &Hex<B>,
    found: &Connections<B>,
    from: End,
    strength: Strength,
) -> Vec<String> {
    let joined = |to: End| match strength {
        Strength::Full => !found.fulls(from, to).is_empty(),
        Strength::Semi => !found.semis(from, to).is_empty(),
    };
    let names = match hex.to_move() {
        Colour::Black => ["north", "south"],
        Colour::White => ["west", "east"],
    };
    let edges = [FIRST_EDGE, SECOND_EDGE].into_iter().zip(names);
    let mut list: Vec<String> =
        edges.filter(|&(edge, _)| joined(edge)).map(|(_, name)| name.to_owned()).collect();
    for at in hex.geometry().all.iter() {
        if found.end_of(at).is_some_and(&joined) {
            list.push(hex.size().cell_text(Cell::from(at)));
        }
    }
    list
}

/// The smallest carrier from edge to edge: full if there is one, else semi.
pub(super) fn edge_carrier(session: &mut Session, args: &[String]) -> Reply {
    on_board!(session, args, hex => {
        let found = connections(hex);
        let smallest = |list: &[_]| list.iter().copied().min_by_key(|set| Bits::count(*set));
        let carrier = smallest(found.edge_fulls()).or(smallest(found.edge_semis()));
        Ok(carrier.map_or(String::new(), |set| cells(hex, set)))
    })
}

pub(super) fn solve_state(session: &mut Session, args: &[String]) -> Reply {
    let colour = colour_of(args)?;
    let position = session.play.for_colour(colour);
    let solved = solve(&position, session.patience());
    let winner = with_hex!(&position, hex => {
        solved.winner.map(|seat| hex.without_swap().colour_of(seat))
    });
    Ok(winner.map_or("unknown".into(), |colour| colour.to_string()))
}

pub(super) fn find_winning(session: &mut Session, args: &[String]) -> Reply {
    let colour = colour_of(args)?;
    let position = session.play.for_colour(colour);
    let solved = solve(&position, session.patience());
    if !solved.complete {
        return Err("not solved in the time given; see param_engine max_time".into());
    }
    let moves: Vec<String> = solved.winning.iter().map(|&m| text(&position, m)).collect();
    Ok(moves.join(" "))
}
