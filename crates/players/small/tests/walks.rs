//! Positions by numbers and games by the batch, beside their slow twin: a table.

use std::sync::atomic::AtomicBool;
use takeback_core::{Player, SplitMix, Turn};
use takeback_host::play::{NO_NUMBER, Table, Walk};
use takeback_host::{GameEntry, Variant};
use takeback_players_small as small;

fn games() -> Vec<GameEntry> {
    vec![
        small::crazy_eights(),
        small::kit_hex(),
        small::tictactoe(),
        small::connect4(),
        small::othello(),
        small::atari(),
        small::pig(),
        small::kuhn(),
        small::leduc(),
        small::liars_dice(),
        small::goofspiel(),
        small::phantom(),
        small::dark_hex(),
        small::tron(),
    ]
}

fn each(mut look: impl FnMut(&str, &dyn Variant)) {
    for game in games() {
        for place in 0..game.variants.len() {
            let chosen = game.nth(place);
            look(&chosen.full_name(), chosen.variant);
        }
    }
}

/// All that both say about the position.
fn compare(name: &str, walk: &mut dyn Walk, table: &dyn Table) {
    assert_eq!(walk.position(), table.position(), "{name}");
    assert_eq!(walk.turn(), table.turn(), "{name}");
    assert_eq!(walk.texts(), table.legal(), "{name}");
    assert_eq!(walk.weights(), table.weights(), "{name}");
    assert_eq!(walk.payoffs(), table.payoffs(), "{name}");
    assert_eq!(walk.key(), table.key(), "{name}");
    assert_eq!(walk.past(), table.moves(), "{name}");
    for player in Player::all(walk.players()) {
        assert_eq!(walk.observation(player), table.observation(player), "{name}");
    }
}

/// Numbers differ, lie in their space and mean the moves they stand beside.
fn check_numbers(name: &str, walk: &mut dyn Walk) {
    let mut numbers = Vec::new();
    walk.numbers(&mut numbers);
    assert_eq!(numbers.len(), walk.count(), "{name}");
    for (place, &number) in numbers.iter().enumerate() {
        assert!(number != NO_NUMBER && (number as usize) < walk.space(), "{name}");
        assert_eq!(walk.place_of(number), Some(place), "{name}");
    }
    let free = (0..walk.space() as u32).find(|number| !numbers.contains(number));
    assert_eq!(free.and_then(|free| walk.place_of(free)), None, "{name}");
}

#[test]
fn a_walk_goes_as_a_table_does_and_back() {
    each(|name, variant| {
        let mut rng = SplitMix::new(5);
        let mut walk = variant.walk_dealt(3);
        let mut table = variant.deal(3);
        let mut stages = vec![walk.branch()];
        while walk.turn() != Turn::Over && stages.len() < 40 {
            compare(name, &mut *walk, &*table);
            check_numbers(name, &mut *walk);
            let place = rng.below(walk.count());
            let text = walk.text(place).expect("it is in the list");
            assert_eq!(walk.find(&text), Ok(place), "{name}");
            walk.play(place).expect("legal");
            table.play(&text).expect("legal");
            stages.push(walk.branch());
        }
        compare(name, &mut *walk, &*table);
        assert!(walk.play(usize::MAX).is_err(), "{name}");
        // A branch without tokens of its own goes the same way back.
        let mut branch = walk.branch();
        for mut stage in stages.into_iter().rev() {
            assert!(walk.is_same(&*stage) && branch.is_same(&*stage), "{name}");
            compare(name, &mut *walk, &*stage.table());
            assert_eq!(walk.texts(), stage.texts(), "{name}");
            assert_eq!(walk.undo(), branch.undo(), "{name}");
        }
        assert!(!walk.undo() && walk.plies() == 0, "{name}");
    });
}

#[test]
fn a_round_is_its_commitments() {
    let tron = small::tron();
    let variant = tron.nth(0);
    let mut walk = variant.walk(None).expect("the start");
    let mut one = walk.branch();
    walk.play_round(&[0, 1]).expect("both may choose");
    let (texts, _) = one.choices(Player(0));
    let place = one.find(&texts[0]).expect("listed");
    one.play(place).expect("legal");
    one.play(1).expect("legal");
    assert!(walk.is_same(&*one));
    assert!(walk.play_round(&[0]).is_err() && walk.play_round(&[0, 99]).is_err());
    assert!(walk.is_same(&*one), "what is refused changes nothing");
}

#[test]
fn a_batch_steps_as_walks_do() {
    each(|name, variant| {
        let (games, mut rng) = (5, SplitMix::new(9));
        let mut batch = variant.batch(games, 4, 2);
        let space = batch.space();
        for _ in 0..12 {
            let (mut masks, mut turns) = (vec![0; games * space], vec![0; games]);
            batch.masks(&mut masks);
            batch.turns(&mut turns);
            let mut chosen = vec![-1; games];
            let mut expected = vec![None; games];
            for game in 0..games {
                let position = batch.table(game).expect("a game").position();
                let mut walk = variant.walk(Some(&position)).expect("its own text");
                let mut numbers = Vec::new();
                walk.numbers(&mut numbers);
                let row = &masks[game * space..(game + 1) * space];
                let seat = walk.turn().decider().map_or(-1, |player| player.0 as i8);
                assert_eq!(turns[game], seat, "{name}");
                assert_ne!(walk.turn(), Turn::Chance, "{name}");
                let mut listed: Vec<usize> = numbers.iter().map(|&n| n as usize).collect();
                listed.sort_unstable();
                let marked: Vec<usize> = (0..space).filter(|&n| row[n] == 1).collect();
                assert_eq!(marked, listed, "{name}");
                if let Some(&number) = numbers.get(rng.below(numbers.len().max(1))) {
                    chosen[game] = i64::from(number);
                    let place = walk.place_of(number).expect("listed");
                    walk.play(place).expect("legal");
                    expected[game] = (walk.turn() != Turn::Chance).then(|| walk.position());
                }
            }
            // One that is illegal leaves all as they were.
            let mut bad = chosen.clone();
            bad[games - 1] = space as i64 + 7;
            let before = batch.table(0).expect("a game").position();
            assert_eq!(batch.step(&bad), Err(games - 1), "{name}");
            assert_eq!(batch.table(0).expect("a game").position(), before, "{name}");
            batch.step(&chosen).expect("legal");
            for (game, expected) in expected.into_iter().enumerate() {
                let Some(expected) = expected else { continue };
                assert_eq!(batch.table(game).expect("a game").position(), expected, "{name}");
            }
        }
    });
}

#[test]
fn threads_change_nothing_in_a_batch() {
    each(|name, variant| {
        let play = |threads| {
            let mut batch = variant.batch(7, 11, threads);
            let players = batch.players();
            batch.step_random();
            batch.step_random();
            let (mut results, mut plies) = (vec![0.0; 7 * players], vec![0; 7]);
            batch.playouts(10_000, &mut results, &mut plies, &AtomicBool::new(false));
            batch.reset(Some(&[true, false, true, false, false, false, true]));
            let positions: Vec<String> =
                (0..7).map(|game| batch.table(game).expect("a game").position()).collect();
            (results, plies, positions)
        };
        assert_eq!(play(1), play(3), "{name}");
        assert!(play(1).1.iter().all(|&plies| plies < 10_000), "{name}");
    });
}
