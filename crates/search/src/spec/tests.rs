use super::*;

fn spec(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    text.parse::<Spec>().expect_err(text).to_string()
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "ab:depth=8,tt=64",
        "ab:depth=8,tt=64,parallel=root,lmr=off,null,strategy=trail",
        "mcts:time=1000ms,rave",
        "mcts:iterations=10000,rule=puct,c=1.25,gumbel=16",
        "joint:answer=mixed,sampled",
        "level:level=7",
        "random",
        "random:seed=5",
        "paranoid:near,depth=6,eval=area",
    ] {
        assert_eq!(spec(text).to_string(), text);
        assert_eq!(spec(&spec(text).to_string()), spec(text));
    }
}

#[test]
fn an_option_can_be_left_out() {
    assert_eq!(spec("ab:depth=8,eval=area,null").without("eval"), spec("ab:depth=8,null"));
    assert_eq!(spec("random").without("eval"), spec("random"));
}

#[test]
fn limits_follow_the_options() {
    let limits = spec("ab:depth=8,tt=16,threads=2,nodes=3M,lines=4,time=2m,seed=9").limits();
    assert_eq!((limits.depth, limits.memory, limits.threads), (Some(8), 16, 2));
    assert_eq!((limits.nodes, limits.lines, limits.seed), (Some(3_000_000), 4, 9));
    assert_eq!(limits.time, Some(Duration::from_secs(120)));
    assert_eq!(spec("mcts:iterations=5k,memory=7").limits().iterations, Some(5000));
    assert_eq!(spec("mcts:memory=7").limits().memory, 7);
}

#[test]
fn levels_have_numbers_and_names() {
    for text in ["level:7", "level:hard", "hard", "7", "level:level=7", " hard "] {
        assert_eq!(spec(text).level().map(Level::number), Some(7), "{text}");
    }
    assert_eq!(spec("hard:time=1s").limits().time, Some(Duration::from_secs(1)));
    assert_eq!(spec("level:easy,seed=3").limits().seed, 3);
    assert!(error("level").contains("level:5"));
    assert!(error("level:11").contains("level"));
    assert!(error("11").contains("no engine is called"));
}

#[test]
fn errors_name_what_is_known() {
    assert!(error("").contains("ab:depth=6"));
    let kind = error("abb:depth=3");
    assert!(
        kind.contains("did you mean ab?") && kind.contains("ismcts") && kind.contains("expert")
    );
    let option = error("mcts:depth=3");
    assert!(option.contains("mcts has no option \"depth\"") && option.contains("iterations"));
    assert_eq!(error("ab:depth=0"), "depth takes a whole number from 1 to 250, not \"0\"");
    assert_eq!(error("ab:depth"), "depth takes a whole number from 1 to 250");
    assert_eq!(
        error("ab:strategy=rope"),
        "strategy takes one of copy, cow, token, trail, not \"rope\""
    );
    assert_eq!(error("ab:null,null"), "null is given twice");
    assert!(error("ab:time=soon").contains("500ms"));
    for text in ["ab:time=0s", "ab:time=-1s", "ab:time=1e99s", "ab:time=nans", "ab:time=s"] {
        assert!(error(text).contains("a time"), "{text}");
    }
    for text in ["mcts:c=nan", "mcts:c=-1", "mcts:c=", "ab:nodes=99999999999999999999", "ab:tt=5kk"]
    {
        assert!(error(text).contains("takes"), "{text}");
    }
}

#[test]
fn no_text_makes_it_panic() {
    let mut rng = takeback_core::SplitMix::new(3);
    let pieces =
        ["ab", ":", "=", ",", "depth", "8", "time", "1s", "é", "level", "hard", "k", " ", "-"];
    for _ in 0..20_000 {
        let text: String = (0..rng.below(8)).map(|_| pieces[rng.below(pieces.len())]).collect();
        if let Ok(spec) = text.parse::<Spec>() {
            let _ = spec.limits();
            assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec), "{text}");
        }
    }
}

#[test]
fn every_option_says_what_it_takes_and_does() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
        let mut names: Vec<&str> = kind.options().map(|known| known.name).collect();
        assert!(kind.options().all(|known| !known.does.is_empty()));
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{kind} lists an option twice");
    }
}
