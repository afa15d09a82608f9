//! A small task that can be learned, learned the same way every time.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use takeback_core::SplitMix;
use takeback_train::rows::{Appender, Ending, Game, Header, NO_MOVE, Row, Thought, Weighed, read};
use takeback_train::{Data, Plan, fitted_scale, run, run_until};

const FEATURES: u16 = 24;

fn header() -> Header {
    Header {
        encoding: "a test".to_owned(),
        features: FEATURES.into(),
        most: 12,
        buckets: 2,
        moves: 40,
    }
}

/// Whoever has more of the higher features wins; the search knows roughly.
fn game(number: u64) -> Game {
    let mut rng = SplitMix::stream(7, number);
    let mut bag = || -> Vec<u16> {
        let mut bag: Vec<u16> = (0..4).map(|_| rng.below(FEATURES.into()) as u16).collect();
        bag.sort_unstable();
        bag
    };
    let rows: Vec<Row> = (0..8)
        .map(|ply| {
            let views = vec![bag(), bag()];
            let worth = |view: &Vec<u16>| view.iter().map(|&f| i32::from(f)).sum::<i32>();
            let points = 4 * (worth(&views[0]) - worth(&views[1]));
            Row {
                ply,
                seat: (ply % 2) as u8,
                bucket: (ply / 4) as u8,
                depth: 3,
                nodes: 100,
                thought: Thought::Points(points),
                best: u32::from(ply) + 1,
                played: if ply == 5 { NO_MOVE } else { number as u32 % 40 },
                weighed: (0..ply % 4)
                    .map(|i| Weighed { number: u32::from(7 * i), share: 30_000 / (i + 1) })
                    .collect(),
                views,
            }
        })
        .collect();
    let first: i32 = rows
        .iter()
        .map(|row| match (row.thought, row.seat) {
            (Thought::Points(points), 0) => points,
            (Thought::Points(points), _) => -points,
            _ => 0,
        })
        .sum();
    let result = if first > 0 { 1000 } else { -1000 };
    Game {
        number,
        opening: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        temperature: (number % 8) as f32 / 8.0,
        ending: [Ending::Rules, Ending::Length, Ending::Adjudicated, Ending::Forfeit]
            [number as usize % 4],
        results: vec![result, -result],
        rows,
    }
}

fn data(games: u64) -> Data {
    let games: Vec<Game> = (0..games).map(game).collect();
    Data::gather(vec![(Path::new("a test"), header(), games)], 10, 1).expect("data")
}

fn plan(threads: usize) -> Plan {
    Plan { hidden: 32, dense: 8, epochs: 6, batch: 64, scale: 100.0, threads, ..Plan::default() }
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("takeback-train-{}-{name}", std::process::id()))
}

#[test]
fn what_can_be_learned_is_learned() {
    let data = data(800);
    let done = run(&data, &Plan { epochs: 12, ..plan(2) }, None, &mut |_, _| ()).expect("trained");
    let (first, last) = (done.epochs[0].kept, done.epochs[done.best - 1].kept);
    assert!(last < first - 0.01, "{first} then {last}");
    assert!((done.quantised - last).abs() < 0.01, "integers cost {}", done.quantised - last);
    // More of the higher features is better, to the mover.
    let net = done.net;
    let value = |own: &[u16], other: &[u16]| {
        let (mut a, mut b) = (net.fresh(), net.fresh());
        own.iter().for_each(|&f| net.add(&mut a, f));
        other.iter().for_each(|&f| net.add(&mut b, f));
        net.value(&a, &b, 0)
    };
    assert!(value(&[20, 21, 22, 23], &[1, 2, 3, 4]) > 100);
    assert!(value(&[1, 2, 3, 4], &[20, 21, 22, 23]) < -100);
    let svg = takeback_train::svg(&done.epochs, "a <test>");
    assert!(svg.contains("polyline") && svg.contains("a &lt;test>"));
}

#[test]
fn the_network_is_the_same_on_any_number_of_threads() {
    let data = data(120);
    let nets: Vec<Vec<u8>> = [1, 2, 5, 16]
        .map(|threads| {
            run(&data, &plan(threads), None, &mut |_, _| ()).expect("trained").net.write()
        })
        .to_vec();
    assert!(nets.iter().all(|net| *net == nets[0]));
    let other = Plan { seed: 2, ..plan(1) };
    assert_ne!(run(&data, &other, None, &mut |_, _| ()).expect("trained").net.write(), nets[0]);
}

/// Stopped after any epoch, it goes on to the same network.
#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_network() {
    let data = data(120);
    let whole = run(&data, &plan(1), None, &mut |_, _| ()).expect("trained");
    let state = place("state");
    for stop in [1, 3] {
        let _ = std::fs::remove_file(&state);
        let stopped = std::panic::catch_unwind(|| {
            let mut watch = |number: usize, _: &takeback_train::Epoch| {
                // The file of the epoch before is whole when the next one is heard of.
                assert!(number <= stop, "stopped here");
            };
            run(&data, &plan(1), Some(&state), &mut watch)
        });
        assert!(stopped.is_err(), "the run was cut short");
        let mut heard = Vec::new();
        let done = run(&data, &plan(2), Some(&state), &mut |number, _| heard.push(number));
        let done = done.expect("it goes on");
        assert_eq!(heard, (1..=6).collect::<Vec<_>>());
        assert_eq!((done.net.write(), done.epochs), (whole.net.write(), whole.epochs.clone()));
    }
    // Told to stop amid an epoch, it keeps those before.
    std::fs::remove_file(&state).expect("ours");
    let stop = AtomicBool::new(false);
    let mut watch = |number: usize, _: &takeback_train::Epoch| {
        stop.store(number == 2, Ordering::Relaxed);
    };
    let stopped = run_until(&data, &plan(1), Some(&state), &stop, &mut watch);
    assert_eq!(stopped.expect_err("stopped").to_string(), "stopped in epoch 3");
    let done = run(&data, &plan(1), Some(&state), &mut |_, _| ()).expect("it goes on");
    assert_eq!(done.net.write(), whole.net.write());
    // A state of other options is refused, and so is a damaged one.
    let other = Plan { rate: 1e-4, ..plan(1) };
    let refused = run(&data, &other, Some(&state), &mut |_, _| ()).expect_err("another run");
    assert!(refused.to_string().contains("remove it"), "{refused}");
    let mut bytes = std::fs::read(&state).expect("a file");
    bytes[100] ^= 1;
    std::fs::write(&state, &bytes).expect("damaged");
    assert!(run(&data, &plan(1), Some(&state), &mut |_, _| ()).is_err());
    std::fs::remove_file(&state).expect("ours");
}

#[test]
fn bad_data_is_refused_with_a_reason() {
    let gather = |games: Vec<Game>| Data::gather(vec![(Path::new("t"), header(), games)], 10, 1);
    let said = |games: Vec<Game>| gather(games).expect_err("refused").to_string();
    assert!(said(Vec::new()).contains("no positions"));
    assert!(said(vec![game(1)]).contains("one game"));
    let with = |change: fn(&mut Row)| {
        let mut games: Vec<Game> = (0..40).map(game).collect();
        change(&mut games[3].rows[2]);
        games
    };
    let told = said(with(|row| row.thought = Thought::Share(f32::NAN)));
    assert!(told.contains("game 3, ply 2") && told.contains("NaN"), "{told}");
    assert!(said(with(|row| row.views[1][0] = 24)).contains("feature 24 of 24"));
    assert!(said(with(|row| row.bucket = 2)).contains("bucket 2 of 2"));
    assert!(said(with(|row| row.seat = 7)).contains("seat 7"));
    assert!(said(with(|row| row.best = 40)).contains("move 40 of 40"));
    assert!(said(with(|row| row.weighed[0].number = 99)).contains("move 99 of 40"));
    let mut hot: Vec<Game> = (0..40).map(game).collect();
    hot[7].temperature = f32::NAN;
    assert!(said(hot).contains("temperature of NaN"));
    let mixed = Data::gather(
        vec![
            (Path::new("a"), header(), vec![game(1)]),
            (Path::new("b"), Header { encoding: "other".to_owned(), ..header() }, vec![game(2)]),
        ],
        10,
        1,
    );
    assert!(mixed.expect_err("two games").to_string().contains("b holds \"other\""));
    // Rows nobody searched are left out, rows that came before too.
    let some = gather(with(|row| row.thought = Thought::None)).expect("data");
    assert_eq!((some.unsearched, some.repeated), (1, 0));
    let mut twice: Vec<Game> = (0..40).map(game).collect();
    twice.extend((0..40).map(|n| Game { number: 100 + n, ..game(n) }));
    assert_eq!(gather(twice).expect("data").repeated, 40 * 8);
}

#[test]
fn positions_to_be_examined_by_are_not_learned() {
    let games: Vec<Game> = (0..40).map(game).collect();
    let apart: Vec<(u8, Vec<Vec<u16>>)> =
        games[5].rows[2..5].iter().map(|row| (row.bucket, row.views.clone())).collect();
    let files = || vec![(Path::new("t"), header(), games.clone())];
    let all = Data::gather(files(), 10, 1).expect("data");
    let some = Data::gather_but(files(), 10, 1, &apart).expect("data");
    let count = |data: &Data| data.sizes().0 + data.sizes().1;
    assert_eq!((all.apart, some.apart), (0, 3));
    assert_eq!(count(&some) + 3, count(&all));
}

#[test]
fn the_scale_is_found_again() {
    // Results drawn with a scale of 150.
    let mut rng = SplitMix::new(5);
    let games: Vec<Game> = (0..3000)
        .map(|number| {
            let mut game = game(number);
            let Thought::Points(points) = game.rows[0].thought else { unreachable!("points") };
            let share = 1.0 / (1.0 + (-f64::from(points) / 150.0).exp());
            let result = if rng.unit() < share { 1000 } else { -1000 };
            game.results = vec![result, -result];
            game.rows.truncate(1);
            game
        })
        .collect();
    let data = Data::gather(vec![(Path::new("t"), header(), games)], 10, 1).expect("data");
    let scale = fitted_scale(&data).expect("points");
    assert!((120.0..190.0).contains(&scale), "{scale}");
}

#[test]
fn files_are_read_back_or_refused() {
    let path = place("rows");
    let _ = std::fs::remove_file(&path);
    let (mut file, there) = Appender::open(&path, &header()).expect("a file");
    assert!(there.is_empty());
    for number in [2, 0, 1] {
        file.push(&game(number)).expect("written");
    }
    drop(file);
    let whole = std::fs::read(&path).expect("a file");
    let (found, games) = read(&path, false).expect("read");
    assert_eq!((found, games), (header(), vec![game(0), game(1), game(2)]));
    let (_, there) = Appender::open(&path, &header()).expect("a file");
    assert_eq!(there, [2, 0, 1]);
    let other = Header { features: 25, ..header() };
    assert!(Appender::open(&path, &other).is_err());
    std::fs::write(&path, b"something else").expect("written");
    assert!(read(&path, false).is_err_and(|e| e.to_string().contains("not a file of positions")));
    std::fs::write(&path, b"").expect("written");
    assert!(read(&path, true).is_err());
    // A file of the version before is refused, and neither read nor written over.
    let mut older = whole.clone();
    older[8] = 1;
    std::fs::write(&path, &older).expect("written");
    for said in [read(&path, true).map(drop), Appender::open(&path, &header()).map(drop)] {
        let said = said.expect_err("an older version").to_string();
        assert!(said.contains("version 1") && said.contains("play the games anew"), "{said}");
    }
    assert_eq!(std::fs::read(&path).expect("a file"), older);
    std::fs::write(&path, b"").expect("written");
    // A header cut short by a kill is begun anew.
    assert!(Appender::open(&path, &header()).is_ok());
    assert_eq!(read(&path, false).expect("read").1, []);
    std::fs::remove_file(&path).expect("ours");
    assert!(read(&path, false).is_err());
}

/// Through Parquet and back, by the one reader.
#[cfg(feature = "parquet")]
#[test]
fn games_pass_through_parquet() {
    use takeback_train::columns::{ColumnFile, Columns};
    use takeback_train::rows::gather;
    use takeback_train::table::write;

    let mut games: Vec<Game> = (0..30).map(game).collect();
    games[3].rows[1].thought = Thought::Share(0.1);
    games[4].rows[1].thought = Thought::None;
    games[5].rows[1].views[1].clear();
    let folder = place("columns");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (part, games) in games.chunks(11).enumerate() {
        let path = folder.join(format!("part-{part:05}.parquet"));
        std::fs::write(&path, write(&header(), games).expect("Parquet")).expect("a file");
        assert_eq!(read(&path, false).expect("read"), (header(), games.to_vec()));
    }
    assert_eq!(gather(&folder, false).expect("read"), (header(), games.clone()));
    // Torn, damaged, of another game, without features: told, and nothing is used.
    let torn = folder.join("part-00001.parquet");
    let bytes = std::fs::read(&torn).expect("a file");
    std::fs::write(&torn, &bytes[..bytes.len() - 20]).expect("torn");
    let said = gather(&folder, true).expect_err("torn").to_string();
    assert!(said.contains("part-00001.parquet: a Parquet file, but"), "{said}");
    let other = Header { encoding: "another".to_owned(), ..header() };
    std::fs::write(&torn, write(&other, &games[11..22]).expect("Parquet")).expect("a file");
    let said = gather(&folder, false).expect_err("two games").to_string();
    assert!(said.contains("holds \"another\""), "{said}");
    let plain = Columns { numbers: &["game"], ..Columns::default() };
    let bytes = ColumnFile::new(Vec::new(), &plain).and_then(ColumnFile::finish).expect("Parquet");
    std::fs::write(&torn, bytes).expect("a file");
    let said = read(&torn, false).expect_err("no features").to_string();
    assert!(said.contains("says nothing of features"), "{said}");
    std::fs::remove_dir_all(&folder).expect("ours");
    std::fs::create_dir_all(&folder).expect("a folder");
    assert!(
        gather(&folder, false).is_err_and(|e| e.to_string().contains("not a file of positions"))
    );
    std::fs::remove_dir_all(&folder).expect("ours");
}

/// Built without, a program says so.
#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_is_refused_with_a_reason() {
    let path = place("foreign.parquet");
    std::fs::write(&path, b"PAR1....PAR1").expect("a file");
    assert!(read(&path, false).is_err_and(|e| e.to_string().contains("--features parquet")));
    std::fs::remove_file(&path).expect("ours");
}

/// Three play; whoever has the most of the higher features wins.
fn game_of_three(number: u64) -> Game {
    let mut rng = SplitMix::stream(9, number);
    let mut bag = || -> Vec<u16> { (0..4).map(|_| rng.below(24) as u16).collect() };
    let mut bags = [bag(), bag(), bag()];
    let rows: Vec<Row> = (0..9)
        .map(|ply: u16| {
            let seat = usize::from(ply % 3);
            bags[seat][usize::from(ply / 3)] = bag()[0];
            let views: Vec<Vec<u16>> = (0..3).map(|view| bags[(seat + view) % 3].clone()).collect();
            let worth = |view: usize| views[view].iter().map(|&f| i32::from(f)).sum::<i32>();
            Row {
                ply,
                seat: seat as u8,
                bucket: (ply / 5) as u8,
                depth: 2,
                nodes: 50,
                thought: Thought::Points(4 * worth(0) - 2 * (worth(1) + worth(2))),
                best: u32::from(views[0][0]),
                played: NO_MOVE,
                weighed: Vec::new(),
                views,
            }
        })
        .collect();
    let totals = bags.map(|bag| bag.iter().sum::<u16>());
    let most = *totals.iter().max().expect("three");
    let result = |&total: &u16| if total == most { 1000 } else { -500 };
    Game { results: totals.iter().map(result).collect(), rows, ..game(number) }
}

#[test]
fn three_learn_a_number_each() {
    let games: Vec<Game> = (0..600).map(game_of_three).collect();
    let path = place("three.rows");
    let _ = std::fs::remove_file(&path);
    let (mut appender, _) = Appender::open(&path, &header()).expect("a file");
    games.iter().for_each(|game| appender.push(game).expect("written"));
    let (found, read) = read(&path, false).expect("whole");
    assert_eq!((found, &read), (header(), &games), "three views come back");
    std::fs::remove_file(&path).expect("ours");
    let data = Data::gather(vec![(&path, header(), read)], 10, 1).expect("data");
    assert_eq!(data.players, 3);
    let plan = Plan { epochs: 10, lambda: 0.0, ..plan(1) };
    let done = run(&data, &plan, None, &mut |_, _| ()).expect("trained");
    let (first, last) = (done.epochs[0].kept, done.epochs[done.best - 1].kept);
    assert!(last < first - 0.005, "{first} then {last}");
    assert!((done.quantised - last).abs() < 0.01, "integers cost {}", done.quantised - last);
    // More of the higher features is better, to whoever has them.
    let net = done.net;
    assert_eq!(net.shape().players, 3);
    let mut sums = [net.fresh(), net.fresh(), net.fresh()];
    for (view, from) in [1, 20, 10].into_iter().enumerate() {
        (from..from + 4).for_each(|feature| net.add(&mut sums[view], feature));
    }
    let mut values = [0; 3];
    net.values(&sums.concat(), 0, &mut values);
    assert!(values[1] > values[0] + 100 && values[1] > values[2], "{values:?}");
    let other = run(&data, &Plan { threads: 5, ..plan }, None, &mut |_, _| ()).expect("trained");
    assert_eq!(other.net.write(), net.write());
    // Games of two among them are refused.
    let mixed = vec![(path.as_path(), header(), vec![games[0].clone(), game(1)])];
    let why = Data::gather(mixed, 10, 1).expect_err("two and three");
    assert!(why.to_string().contains("2 players"), "{why}");
}

/// The best move is the number of the mover's first feature.
fn game_with_moves(number: u64, shares: bool) -> Game {
    let mut game = game(number);
    for row in &mut game.rows {
        row.best = u32::from(row.views[0][0]);
        let other = (row.best + 7) % 24;
        let weigh = |number, share| Weighed { number, share };
        row.weighed =
            if shares { vec![weigh(other, 6_000), weigh(row.best, 59_000)] } else { Vec::new() };
    }
    game
}

#[test]
fn moves_are_learned_from_shares_and_from_best_ones() {
    for shares in [true, false] {
        let games: Vec<Game> = (0..400).map(|number| game_with_moves(number, shares)).collect();
        let files = || vec![(Path::new("a test"), header(), games.clone())];
        let data = Data::gather(files(), 10, 1).expect("data");
        let plan = Plan { epochs: 10, policy: true, ..plan(1) };
        let done = run(&data, &plan, None, &mut |_, _| ()).expect("trained");
        let (first, last) = (done.epochs[0].moves, done.epochs[done.best - 1].moves);
        // What two shares say cannot be guessed better than by their entropy.
        let most = if shares { 0.34 } else { 1.8 };
        assert!(last < first - 0.03 && last < most, "{first} then {last}");
        let net = &done.net;
        assert_eq!(net.shape().moves, 40);
        if shares {
            assert!((done.quantised_moves - last).abs() < 0.02, "{}", done.quantised_moves);
        }
        let mut sums = [net.fresh(), net.fresh()];
        [3, 9, 15, 20].iter().for_each(|&feature| net.add(&mut sums[0], feature));
        let mut told = Vec::new();
        net.prefer(&sums.concat(), 0, 0, [3, 10, 17].into_iter(), |score| told.push(score));
        assert!(told[0] > told[1] && told[0] > told[2], "{told:?}");
        // On other threads, and stopped and gone on, to the same network.
        let other = Plan { threads: 5, ..plan.clone() };
        let other = run(&data, &other, None, &mut |_, _| ()).expect("trained");
        assert_eq!(other.net.write(), net.write());
        let state = place(&format!("moves-{shares}"));
        let _ = std::fs::remove_file(&state);
        let stop = AtomicBool::new(false);
        let mut watch = |number: usize, _: &takeback_train::Epoch| {
            stop.store(number == 4, Ordering::Relaxed);
        };
        run_until(&data, &plan, Some(&state), &stop, &mut watch).expect_err("stopped");
        let again = run(&data, &plan, Some(&state), &mut |_, _| ()).expect("it goes on");
        assert_eq!((again.net.write(), again.epochs), (net.write(), done.epochs));
        std::fs::remove_file(&state).expect("ours");
    }
    // Nobody wrote down what is good.
    let mut games: Vec<Game> = (0..40).map(game).collect();
    for row in games.iter_mut().flat_map(|game| &mut game.rows) {
        row.weighed.clear();
        row.best = NO_MOVE;
    }
    let data = Data::gather(vec![(Path::new("a test"), header(), games)], 10, 1).expect("data");
    let refused = run(&data, &Plan { policy: true, ..plan(1) }, None, &mut |_, _| ());
    assert!(refused.expect_err("no moves").to_string().contains("--policy"));
}

/// The next generation begins where the one before ended, integer for integer.
#[test]
fn a_network_to_begin_with_is_begun_with() {
    let data = data(120);
    let first = run(&data, &plan(1), None, &mut |_, _| ()).expect("trained");
    let start = Some(first.net.clone());
    // Where nothing more is learned the same network is written.
    let still = Plan { epochs: 1, rate: 1e-12, start: start.clone(), ..plan(1) };
    let same = run(&data, &still, None, &mut |_, _| ()).expect("trained");
    assert_eq!(same.net.write(), first.net.write());
    // Its first epoch is better than that of noise, on any number of threads.
    let on = Plan { start: start.clone(), rate: 0.0005, ..plan(1) };
    let second = run(&data, &on, None, &mut |_, _| ()).expect("trained");
    assert!(second.epochs[0].kept < first.epochs[0].kept, "{:?}", second.epochs);
    let other = Plan { threads: 5, ..on.clone() };
    let other = run(&data, &other, None, &mut |_, _| ()).expect("trained");
    assert_eq!(other.net.write(), second.net.write());
    // A stopped run goes on with the same beginning alone.
    let state = place("from");
    let _ = std::fs::remove_file(&state);
    let stop = AtomicBool::new(false);
    let mut watch = |number: usize, _: &takeback_train::Epoch| {
        stop.store(number == 2, Ordering::Relaxed);
    };
    run_until(&data, &on, Some(&state), &stop, &mut watch).expect_err("stopped");
    assert!(run(&data, &plan(1), Some(&state), &mut |_, _| ()).is_err());
    let again = run(&data, &on, Some(&state), &mut |_, _| ()).expect("it goes on");
    assert_eq!(again.net.write(), second.net.write());
    std::fs::remove_file(&state).expect("ours");
    // Preferences for moves may be new to it.
    let games: Vec<Game> = (0..120).map(|number| game_with_moves(number, true)).collect();
    let files = vec![(Path::new("a test"), header(), games)];
    let moves = Data::gather(files, 10, 1).expect("data");
    let more = Plan { policy: true, start: start.clone(), ..plan(1) };
    let more = run(&moves, &more, None, &mut |_, _| ()).expect("trained").net;
    assert_eq!(more.shape().moves, 40);
    let still = Plan { policy: true, start: Some(more.clone()), ..still };
    assert_eq!(
        run(&moves, &still, None, &mut |_, _| ()).expect("trained").net.write(),
        more.write()
    );
    // Other sizes are refused with both of them named.
    let wide = Plan { hidden: 64, start, ..plan(1) };
    let refused = run(&data, &wide, None, &mut |_, _| ()).expect_err("other sizes").to_string();
    assert!(refused.contains("32 sums") && refused.contains("64 sums"), "{refused}");
}
