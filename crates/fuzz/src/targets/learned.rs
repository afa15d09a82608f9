//! What learning reads: networks and labelled positions.

use super::files::checksum;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;
use std::path::Path;
use takeback_net::sparse::{Shape, SparseNet};
use takeback_train::rows::{
    Ending, Game, Header, NO_MOVE, Row, RowsError, Thought, Weighed, parse, write,
};

pub(super) fn net_seeds() -> Vec<Vec<u8>> {
    let plain =
        Shape { features: 20, most: 6, hidden: 32, dense: 8, buckets: 1, players: 2, moves: 0 };
    vec![
        SparseNet::random("a seed", plain, 1).write(),
        SparseNet::random("", Shape { hidden: 64, buckets: 3, ..plain }, 2).write(),
        SparseNet::random("three", Shape { players: 3, ..plain }, 3).write(),
        SparseNet::random("moves", Shape { moves: 5, ..plain }, 4).write(),
    ]
}

/// A network is read or refused; the damage is tried with a sum that fits, too.
pub(super) fn nets(input: &[u8]) {
    judge(input);
    if let Some(body) = input.len().checked_sub(8) {
        let mut mended = input[..body].to_vec();
        mended.extend_from_slice(&checksum(&input[..body]).to_le_bytes());
        judge(&mended);
    }
}

/// One that is read can be written, and judges.
fn judge(bytes: &[u8]) {
    let Ok(net) = SparseNet::read(bytes) else { return };
    assert_eq!(SparseNet::read(&net.write()).as_ref(), Ok(&net), "a network comes back");
    let shape = net.shape();
    let mut sums = vec![0; shape.inputs()];
    for (view, sums) in sums.chunks_exact_mut(shape.hidden).enumerate() {
        net.clear(sums);
        for feature in 0..shape.features.min(shape.most) as u16 {
            let last = shape.features as u16 - 1;
            net.add(sums, if view == 0 { feature } else { last - feature });
        }
    }
    let mut values = vec![0; shape.players];
    for bucket in 0..shape.buckets {
        net.values(&sums, bucket, &mut values);
    }
    net.prefer(&sums, 0, shape.players - 1, 0..shape.moves.min(100), |_| ());
}

fn header() -> Header {
    Header { encoding: "a seed".to_owned(), features: 9, most: 4, buckets: 2, moves: 5 }
}

fn game(number: u64) -> Game {
    let row = |ply: u16, thought| Row {
        ply,
        seat: (ply % 2) as u8,
        bucket: (ply % 2) as u8,
        depth: 3,
        nodes: 77,
        thought,
        best: 2,
        played: NO_MOVE,
        weighed: vec![Weighed { number: 2, share: 60_000 }, Weighed { number: 4, share: 5_535 }],
        views: vec![vec![1, ply % 9], vec![8]],
    };
    Game {
        number,
        opening: 5,
        temperature: 0.5,
        ending: Ending::Adjudicated,
        results: vec![1000, -1000],
        rows: vec![
            row(4, Thought::Points(-9)),
            row(5, Thought::Share(0.25)),
            row(6, Thought::None),
        ],
    }
}

/// Whole files, and what is packed within a game.
pub(super) fn row_seeds() -> Vec<Vec<u8>> {
    let file = write(&header(), &[game(3), game(1)]);
    let one = write(&header(), &[game(0)]);
    // Behind the header: length, number, packed rows, sum.
    let packed = &one[write(&header(), &[]).len() + 12..one.len() - 8];
    let mut plain = Vec::new();
    let mut inflate = flate2::read::DeflateDecoder::new(packed);
    std::io::Read::read_to_end(&mut inflate, &mut plain).expect("packed by ourselves");
    vec![file, one, plain]
}

/// The input as a file; and, so that damage comes past the sums, as the rows of a game in a file
/// that is sound otherwise.
pub(super) fn rows(input: &[u8]) {
    read(input);
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(input).expect("memory takes everything");
    let packed = packed.finish().expect("memory takes everything");
    let framed = [&7u64.to_le_bytes()[..], &packed].concat();
    let mut file = write(&header(), &[]);
    file.extend((framed.len() as u32 + 8).to_le_bytes());
    file.extend(&framed);
    file.extend(checksum(&framed).to_le_bytes());
    read(&file);
}

/// What is read is written as it was; what is not is refused, torn or damaged.
fn read(bytes: &[u8]) {
    match parse(Path::new("input"), bytes, false) {
        Ok((header, games)) => {
            let again = parse(Path::new("again"), &write(&header, &games), false);
            let again = again.expect("what was written is sound");
            // Numbers that are none are equal in words.
            assert_eq!(format!("{again:?}"), format!("{:?}", (header, games)));
        }
        Err(RowsError::Torn { .. }) => drop(parse(Path::new("input"), bytes, true)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
