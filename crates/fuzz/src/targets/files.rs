//! Files: recorded games, saved games, packed files, nets.

use super::variants;
use crate::{corpus, games};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::{Path, PathBuf};
use takeback::host::check::File;
use takeback::host::outside::end_of_record;
use takeback_cotulenh::{CoTuLenh, Pgn};
use takeback_hex::Record;
use takeback_net::{Net, Room as Desk, Shape};
use takeback_room::{Kind, Opening, Room, Saved, Secret, Who};

/// A recorded file: a line with the game, a space and the file's name; then the
/// contents.
fn record(game: &str, name: &str, contents: &str) -> Vec<u8> {
    format!("{game} {name}\n{contents}").into_bytes()
}

pub(super) fn record_seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![
        record("hex", "game.sgf", "(;FF[4]GM[11]SZ[5]PL[B];B[c3];W[a1];B[swap-pieces];W[resign])"),
        record("hex", "game.sgf", "(;AW[a1][b2]AB[c1]SZ[6:7]C[a \\] sign];B[f7](;W[a2])(;W[a3]))"),
        record(
            "hex",
            "games.jsonl",
            "{\"id\":\"1\",\"size\":5,\"first\":\"black\",\"moves\":[\"a1\",\"c3\",\"resign\"],\
             \"winner\":\"white resign\"}",
        ),
        record(
            "gofish",
            "traces.jsonl",
            "{\"id\":\"1\",\"players\":2,\"hand_size\":7,\"deck_top_first\":[\"2C\",\"3C\"],\
             \"events\":[{\"t\":\"ask\",\"target\":1,\"rank\":\"2\"},{\"t\":\"autodraw\"}]}",
        ),
        record(
            "ringrift",
            "games.jsonl",
            "{\"t\":\"game\",\"id\":\"1\",\"board\":\"square8\",\"players\":2}\n\
             {\"t\":\"ply\",\"mv\":\"P a1 1\"}\n{\"t\":\"end\",\"winner\":1,\"reason\":\"rings\"}",
        ),
        record(
            "battlesnake",
            "traces.jsonl",
            "{\"id\":\"1\",\"width\":7,\"height\":7,\"snake_order\":[\"a\",\"b\"],\"snakes\":[\
             {\"id\":\"a\",\"health\":100,\"body\":[[1,1],[1,1],[1,1]]},\
             {\"id\":\"b\",\"health\":100,\"body\":[[5,5],[5,5],[5,5]]}],\"food\":[[3,3]],\
             \"steps\":[{\"moves\":{\"a\":\"up\",\"b\":\"down\"},\"food_spawned\":[]}]}",
        ),
    ];
    for chosen in variants() {
        for walk in corpus::walks(chosen) {
            match chosen.game.name {
                "cotulenh" => seeds.extend(pgn(&walk)),
                "hex" => seeds.extend(sgf(&walk)),
                _ => {}
            }
        }
    }
    seeds
}

/// A golden game as PGN.
fn pgn(walk: &corpus::Walk) -> Option<Vec<u8>> {
    use takeback::core::{Game, Notation, Portable};
    let start = CoTuLenh::read_position(&walk.start).ok()?;
    let mut now = start.clone();
    let mut moves = Vec::new();
    for text in &walk.moves {
        let m = now.read_move(text).ok()?;
        moves.push(m);
        now.make(m);
    }
    Some(record("cotulenh", "game.pgn", &Pgn::of(&start, &moves).to_string()))
}

/// A golden game as SGF.
fn sgf(walk: &corpus::Walk) -> Option<Vec<u8>> {
    let size = takeback_hex::read_size(walk.start.split(' ').next()?).ok()?;
    let sgf = Record::new(size).sgf();
    let colours = ["B", "W"].into_iter().cycle();
    let moves: String = colours.zip(&walk.moves).map(|(c, m)| format!(";{c}[{m}]")).collect();
    Some(record("hex", "game.sgf", &sgf.replacen(')', &format!("{moves})"), 1)))
}

/// A record is read game by game; the first one is replayed.
pub(super) fn records(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Some((head, contents)) = text.split_once('\n') else { return };
    let (game, name) = head.split_once(' ').unwrap_or((head, "game.sgf"));
    let Ok(chosen) = games().choose(game, None) else { return };
    let file = File { path: PathBuf::from(name), name: name.to_owned(), text: contents.to_owned() };
    let _ = end_of_record(chosen, &file);
}

pub(super) fn save_seeds() -> Vec<Vec<u8>> {
    let one = |chosen: takeback::host::Chosen<'static>| {
        let name = chosen.variant.name();
        let walk = corpus::walks(chosen).into_iter().next()?;
        let kind = Kind::find(games(), chosen.game.name, Some(name)).ok()?;
        let seats = vec![Who::Person; chosen.players()];
        let mut room = Room::open(Opening {
            position: Some(walk.start.clone()),
            ..Opening::new(kind, seats, Secret([1; 32]))
        })
        .ok()?;
        let owner = room.owner().to_owned();
        let access = room.enter(Some(&owner));
        let mut saved = room.save(access).ok()?;
        // Some of the line, and a branch from its middle.
        let line = walk.moves.iter().take(20).cloned().enumerate();
        saved.moves.extend(line);
        saved.now = saved.moves.len() / 2;
        serde_json::to_vec(&saved).ok()
    };
    variants().into_iter().filter_map(one).collect()
}

/// A save that loads can be shown and saved again, as the same.
pub(super) fn saves(input: &[u8]) {
    let Ok(saved) = serde_json::from_slice::<Saved>(input) else { return };
    let Ok(kind) = Kind::find(games(), &saved.game, Some(&saved.variant)) else { return };
    let Ok(loading) = saved.load(kind.clone(), Secret([2; 32]), 500) else { return };
    let Ok(mut room) = loading.finish() else { return };
    let owner = room.owner().to_owned();
    let access = room.enter(Some(&owner));
    assert!(serde_json::to_string(&room.view(access)).is_ok(), "a state can be written");
    let Ok(again) = room.save(access) else { return };
    let text = serde_json::to_string(&again).expect("a save can be written");
    let loaded = again.load(kind, Secret([3; 32]), 500).and_then(takeback_room::Loading::finish);
    let mut loaded = loaded.expect("what was saved loads");
    let owner = loaded.owner().to_owned();
    let access = loaded.enter(Some(&owner));
    let twice = loaded.save(access).expect("what was saved once can be saved again");
    assert_eq!(serde_json::to_string(&twice).expect("it can be written"), text);
}

pub(super) fn gzip_seeds() -> Vec<Vec<u8>> {
    let pack = |text: &str, level| {
        let mut packer = GzEncoder::new(Vec::new(), level);
        packer.write_all(text.as_bytes()).expect("memory takes it");
        packer.finish().expect("memory takes it")
    };
    let texts: Vec<String> = variants().into_iter().map(corpus::golden).collect();
    let levels = [Compression::none(), Compression::fast(), Compression::best()];
    let packed = texts.iter().zip(levels.into_iter().cycle());
    let mut seeds: Vec<Vec<u8>> = packed.map(|(text, level)| pack(text, level)).collect();
    // Two members, one after the other.
    seeds.push([pack("one\n", levels[1]), pack("two\n", levels[2])].concat());
    seeds
}

/// A packed file is read, or a reason given; lines of JSON are read or not.
pub(super) fn gzip(input: &[u8]) {
    for name in ["traces.jsonl.gz", "traces.jsonl"] {
        if let Ok(file) = File::unpack(Path::new(name), input) {
            assert_eq!(file.name, "traces.jsonl");
            let _ = file.json_lines::<serde_json::Value>().count();
        }
    }
}

pub(super) fn net_seeds() -> Vec<Vec<u8>> {
    let shape = |blocks, head| Shape { channels: 32, blocks, head, hidden: 16 };
    vec![Net::random(shape(1, 16), 1).write(), Net::random(shape(2, 32), 2).write()]
}

/// FNV-1a, the sum at the end of a net's file.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A net is read or refused; the damage is tried with a sum that fits, too. One
/// that is read can judge a board.
pub(super) fn nets(input: &[u8]) {
    judge(input);
    if let Some(body) = input.len().checked_sub(8) {
        let mut mended = input[..body].to_vec();
        mended.extend_from_slice(&checksum(&input[..body]).to_le_bytes());
        judge(&mended);
    }
}

fn judge(bytes: &[u8]) {
    let Ok(net) = Net::read(bytes) else { return };
    assert_eq!(net.write(), bytes, "a net is written as it was read");
    let mut desk = Desk::new(&net, 5, 4);
    let mut policy = [0.0; 20];
    let _ = net.evaluate(&mut desk, &mut policy);
}
