//! The C interface of the module.
//!
//! Texts come in through [`input`], one buffer that JavaScript fills before a
//! call, and go out through [`output`]. A call that answers with a text returns
//! its length; one that makes something returns its number; a refusal is a
//! negative length, and its text is a word, a line break and a sentence.

use crate::desk::{Desk, turn_number};
use crate::fault::{Fault, Kind};
use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::Duration;
use takeback_core::Player;
use takeback_core::clock;
use takeback_search::StopFlag;

#[link(wasm_import_module = "takeback")]
unsafe extern "C" {
    /// Milliseconds since some beginning; negative to end the search under way.
    safe fn now() -> f64;
    /// A report of the search under way lies here.
    safe fn progress(text: *const u8, length: usize);
    /// Write the shortest digits of a finite number there, at most [`DIGITS`]; how many.
    safe fn decimal(value: f64, text: *mut u8) -> usize;
    /// The module is about to end; why lies here.
    safe fn panicked(text: *const u8, length: usize);
}

/// No number of JavaScript is longer.
const DIGITS: usize = 32;

/// A finite number as JavaScript writes it.
pub(crate) fn decimal_text(value: f64) -> String {
    let mut digits = vec![0; DIGITS];
    let length = decimal(value, digits.as_mut_ptr());
    digits.truncate(length);
    String::from_utf8(digits).unwrap_or_default()
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

static STOP: OnceLock<StopFlag> = OnceLock::new();

fn time() -> Duration {
    let now = now();
    if now < 0.0
        && let Some(stop) = STOP.get()
    {
        stop.stop();
    }
    Duration::try_from_secs_f64(now.abs() / 1000.0).unwrap_or_default()
}

/// Once, before anything else.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    clock::supply(time);
    let stop = STOP.get_or_init(StopFlag::default).clone();
    DESK.set(Some(Desk::new(crate::games(), stop)));
}

/// Room for so many bytes of input.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Where the last answer lies.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// What was put into the input, and an empty input.
fn taken() -> Result<String, Fault> {
    let bytes = INPUT.with_borrow_mut(std::mem::take);
    String::from_utf8(bytes).map_err(|_| Fault::new(Kind::Request, "the text is no UTF-8"))
}

fn put(text: String) -> i32 {
    let length = i32::try_from(text.len()).unwrap_or(i32::MAX);
    OUTPUT.set(text);
    length
}

fn refuse(fault: &Fault) -> i32 {
    // Never zero: there is a word at least.
    -put(format!("{}\n{}", fault.kind.word(), fault.why))
}

fn desk<T>(ask: impl FnOnce(&mut Desk) -> Result<T, Fault>) -> Result<T, Fault> {
    DESK.with(|desk| {
        let mut desk = desk.try_borrow_mut().map_err(|_| {
            Fault::new(Kind::Request, "rules may not use the game that they are the rules of")
        })?;
        ask(desk.as_mut().ok_or_else(|| Fault::new(Kind::Request, "begin() comes first"))?)
    })
}

/// What is asked of the desk. Questions are many and small: the way to the
/// desk and back is compiled once for all of them.
type Question<'q, T> = &'q mut dyn FnMut(&mut Desk) -> Result<T, Fault>;

#[inline(never)]
fn spoken(ask: Question<'_, String>) -> i32 {
    desk(ask).map_or_else(|fault| refuse(&fault), put)
}

#[inline(never)]
fn counted(ask: Question<'_, u32>) -> i32 {
    desk(ask).map_or_else(|fault| refuse(&fault), |number| number as i32)
}

fn text(mut ask: impl FnMut(&mut Desk) -> Result<String, Fault>) -> i32 {
    spoken(&mut ask)
}

fn number(mut ask: impl FnMut(&mut Desk) -> Result<u32, Fault>) -> i32 {
    counted(&mut ask)
}

/// Below zero stands for nobody in particular.
fn seat(player: i32) -> Option<Player> {
    u8::try_from(player).ok().map(Player)
}

/// A name, and what follows it on the next lines.
fn named() -> Result<(String, Option<String>), Fault> {
    let text = taken()?;
    Ok(match text.split_once('\n') {
        Some((name, rest)) => (name.to_owned(), Some(rest.to_owned())),
        None => (text, None),
    })
}

#[unsafe(no_mangle)]
extern "C" fn games() -> i32 {
    text(|desk| Ok(desk.games()))
}

#[unsafe(no_mangle)]
extern "C" fn table() -> i32 {
    number(|desk| {
        let (game, position) = named()?;
        desk.table(&game, position.as_deref())
    })
}

#[unsafe(no_mangle)]
extern "C" fn deal(seed: f64) -> i32 {
    number(|desk| desk.deal(&taken()?, seed as u64))
}

#[unsafe(no_mangle)]
extern "C" fn branch(table: u32) -> i32 {
    number(|desk| desk.branch(table))
}

#[unsafe(no_mangle)]
extern "C" fn leave(table: u32) {
    let _ = desk(|desk| {
        desk.leave(table);
        Ok(())
    });
}

#[unsafe(no_mangle)]
extern "C" fn position(table: u32) -> i32 {
    text(|desk| Ok(desk.at(table)?.position()))
}

#[unsafe(no_mangle)]
extern "C" fn legal(table: u32) -> i32 {
    text(|desk| Ok(desk.at(table)?.legal().join("\n")))
}

#[unsafe(no_mangle)]
extern "C" fn choices(table: u32, player: i32) -> i32 {
    text(|desk| {
        let table = desk.at(table)?;
        let player = seat(player).filter(|player| player.index() < table.players());
        let player = player.ok_or_else(|| Fault::new(Kind::Request, "there is no such seat"))?;
        Ok(table.choices(player).join("\n"))
    })
}

#[unsafe(no_mangle)]
extern "C" fn inputs(table: u32, player: i32) -> i32 {
    text(|desk| desk.inputs(table, seat(player)))
}

#[unsafe(no_mangle)]
extern "C" fn play(table: u32) -> i32 {
    text(|desk| {
        desk.at_mut(table)?.play(&taken()?)?;
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
extern "C" fn play_again(table: u32) -> i32 {
    text(|desk| {
        desk.at_mut(table)?.play_again(&taken()?)?;
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
extern "C" fn take_back(table: u32) -> i32 {
    text(|desk| Ok(desk.at_mut(table)?.take_back().unwrap_or_default()))
}

#[unsafe(no_mangle)]
extern "C" fn roll(table: u32, seed: f64) -> i32 {
    text(|desk| desk.roll(table, seed as u64))
}

/// As [`turn_number`] says; beyond any number where there is no table.
#[unsafe(no_mangle)]
extern "C" fn turn(table: u32) -> f64 {
    desk(|desk| Ok(turn_number(desk.at(table)?.turn()))).map_or(f64::NAN, |turn| turn as f64)
}

#[unsafe(no_mangle)]
extern "C" fn players(table: u32) -> i32 {
    number(|desk| Ok(desk.at(table)?.players() as u32))
}

/// Thousandths of a win by seat, with commas; nothing before the end.
#[unsafe(no_mangle)]
extern "C" fn payoffs(table: u32) -> i32 {
    text(|desk| {
        let payoffs = desk.at(table)?.payoffs().unwrap_or_default();
        Ok(payoffs.iter().map(|payoff| payoff.0.to_string()).collect::<Vec<_>>().join(","))
    })
}

/// Sixteen digits, or nothing in games without keys.
#[unsafe(no_mangle)]
extern "C" fn key(table: u32) -> i32 {
    text(|desk| Ok(desk.at(table)?.key().map_or_else(String::new, |key| format!("{:016x}", key.0))))
}

#[unsafe(no_mangle)]
extern "C" fn weights(table: u32) -> i32 {
    text(|desk| {
        let weights = desk.at(table)?.weights();
        Ok(weights.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
    })
}

#[unsafe(no_mangle)]
extern "C" fn observation(table: u32, player: i32) -> i32 {
    text(|desk| {
        let table = desk.at(table)?;
        let player = seat(player).filter(|player| player.index() < table.players());
        let seen = player.and_then(|player| table.observation(player));
        seen.ok_or_else(|| Fault::new(Kind::Request, "only seats of games that hide observe"))
    })
}

#[unsafe(no_mangle)]
extern "C" fn history(table: u32, viewer: i32) -> i32 {
    text(|desk| desk.history(table, seat(viewer)))
}

#[unsafe(no_mangle)]
extern "C" fn player_names(table: u32) -> i32 {
    text(|desk| Ok(desk.at(table)?.player_names().join("\n")))
}

#[unsafe(no_mangle)]
extern "C" fn scene(table: u32, viewer: i32) -> i32 {
    text(|desk| desk.scene(table, seat(viewer)))
}

#[unsafe(no_mangle)]
extern "C" fn svg(table: u32, viewer: i32) -> i32 {
    text(|desk| desk.svg(table, seat(viewer), &taken()?))
}

#[unsafe(no_mangle)]
extern "C" fn engine() -> i32 {
    number(|desk| {
        let (game, spec) = named()?;
        desk.engine(&game, &spec.unwrap_or_default())
    })
}

#[unsafe(no_mangle)]
extern "C" fn dismiss(engine: u32) {
    let _ = desk(|desk| {
        desk.dismiss(engine);
        Ok(())
    });
}

/// Search, and report while it goes on.
#[unsafe(no_mangle)]
extern "C" fn think(engine: u32, table: u32) -> i32 {
    let lent = desk(|desk| desk.lend(engine, table, &taken()?));
    let mut lent = match lent {
        Ok(lent) => lent,
        Err(fault) => return refuse(&fault),
    };
    let found = lent.think(&mut |report| progress(report.as_ptr(), report.len()));
    let back = desk(|desk| {
        desk.give_back(lent);
        Ok(())
    });
    back.and(found).map_or_else(|fault| refuse(&fault), put)
}

#[unsafe(no_mangle)]
extern "C" fn perft(depth: u32) -> i32 {
    text(|desk| {
        let (game, position) = named()?;
        desk.perft(&game, position.as_deref(), depth)
    })
}

#[unsafe(no_mangle)]
extern "C" fn verify() -> i32 {
    text(|desk| {
        let (game, request) = named()?;
        desk.verify(&game, &request.unwrap_or_default())
    })
}

/// Random games as one number, by `game`, seed, number of the first, and how many.
#[unsafe(no_mangle)]
extern "C" fn digest(seed: f64, from: f64, games: f64) -> i32 {
    text(|desk| desk.digest(&taken()?, seed as u64, from as u64, games as u64))
}

#[unsafe(no_mangle)]
extern "C" fn golden() -> i32 {
    text(|desk| {
        let (game, text) = named()?;
        desk.golden(&game, &text.unwrap_or_default())
    })
}

#[cfg(feature = "cotulenh-original")]
mod cotulenh {
    use super::{taken, text};
    use crate::original;

    #[unsafe(no_mangle)]
    extern "C" fn cotulenh_facts(table: u32) -> i32 {
        text(|desk| original::facts(desk.at(table)?))
    }

    #[unsafe(no_mangle)]
    extern "C" fn cotulenh_air(table: u32) -> i32 {
        text(|desk| original::air(desk.at(table)?))
    }

    #[unsafe(no_mangle)]
    extern "C" fn cotulenh_attackers(table: u32) -> i32 {
        text(|desk| original::attackers(desk.at(table)?, &taken()?))
    }

    #[unsafe(no_mangle)]
    extern "C" fn cotulenh_reasons(strict: u32) -> i32 {
        text(|_| Ok(original::reasons(strict != 0, &taken()?)))
    }

    #[unsafe(no_mangle)]
    extern "C" fn cotulenh_read_turn(table: u32) -> i32 {
        text(|desk| original::read_turn(desk.at(table)?, &taken()?))
    }

    #[unsafe(no_mangle)]
    extern "C" fn cotulenh_turn_text(table: u32) -> i32 {
        text(|desk| original::turn_text(desk.at(table)?, &taken()?))
    }
}

#[cfg(feature = "room")]
mod house {
    use super::{put, refuse, taken};
    use crate::fault::{Fault, Kind};
    use crate::house::{Answer, House};
    use serde_json::{Value, json};
    use std::cell::RefCell;
    use takeback_room::Look;

    thread_local! {
        static HOUSE: RefCell<Option<House>> = const { RefCell::new(None) };
    }

    /// Ask the house with what was put into the input, and answer with a text.
    fn ask(act: impl FnOnce(&mut House, Value) -> Result<String, Fault>) -> i32 {
        let told: Result<Value, Fault> = taken().and_then(|text| {
            serde_json::from_str(&text)
                .map_err(|error| Fault::new(Kind::Request, error.to_string()))
        });
        let answer = told.and_then(|told| {
            HOUSE.with_borrow_mut(|house| {
                let house = house.get_or_insert_with(|| House::new(crate::games()));
                if let Some(now) = told["now"].as_u64() {
                    house.time(now);
                }
                act(house, told)
            })
        });
        answer.map_or_else(|fault| refuse(&fault), put)
    }

    /// What is to be done elsewhere, after something was done here.
    fn effects(house: &mut House) -> String {
        serde_json::to_string(&house.effects()).unwrap_or_default()
    }

    fn number(told: &Value) -> u32 {
        told["search"].as_u64().unwrap_or_default() as u32
    }

    fn text<'v>(told: &'v Value, name: &str) -> &'v str {
        told[name].as_str().unwrap_or_default()
    }

    #[unsafe(no_mangle)]
    extern "C" fn house_request() -> i32 {
        ask(|house, told| {
            let request = serde_json::from_value(told)
                .map_err(|error| Fault::new(Kind::Request, error.to_string()))?;
            let answer = match house.request(request) {
                Answer::Now(status, body) if body.is_empty() => format!("\"status\":{status}"),
                Answer::Now(status, body) => format!("\"status\":{status},\"body\":{body}"),
                Answer::Later(search) => format!("\"later\":{search}"),
            };
            Ok(format!("{{{answer},\"effects\":{}}}", effects(house)))
        })
    }

    /// A report of a search, or its end: `{ search, report | found | failed }`.
    #[unsafe(no_mangle)]
    extern "C" fn house_heard() -> i32 {
        ask(|house, told| {
            let search = number(&told);
            if let Some(report) = told["report"].as_str() {
                house.heard(search, report);
            } else if let Some(found) = told["found"].as_str() {
                house.ended(search, Ok(found));
            } else {
                house.ended(search, Err(text(&told, "failed")));
            }
            Ok(effects(house))
        })
    }

    #[unsafe(no_mangle)]
    extern "C" fn house_go_on() -> i32 {
        ask(|house, told| {
            house.go_on(text(&told, "room"));
            Ok(effects(house))
        })
    }

    /// `{ room, token, look, state, analysis }`: what this reader has not been sent.
    #[unsafe(no_mangle)]
    extern "C" fn house_news() -> i32 {
        ask(|house, told| {
            let look: Look = serde_json::from_value(told["look"].clone()).unwrap_or_default();
            let count = |name: &str| told[name].as_u64().unwrap_or_default();
            let known = (count("state"), count("analysis"));
            let news = house.news(text(&told, "room"), told["token"].as_str(), &look, known);
            Ok(news.unwrap_or_else(|| json!(null).to_string()))
        })
    }

    #[unsafe(no_mangle)]
    extern "C" fn house_keep() -> i32 {
        ask(|house, told| {
            Ok(house.keep(text(&told, "room")).unwrap_or_else(|| json!(null).to_string()))
        })
    }

    /// `{ record, secret }`.
    #[unsafe(no_mangle)]
    extern "C" fn house_wake() -> i32 {
        ask(|house, mut told| {
            let record = told["record"].take();
            house
                .wake(record, text(&told, "secret"))
                .map_err(|error| Fault::new(Kind::Request, error.to_string()))?;
            Ok(effects(house))
        })
    }
}
