use super::*;
use std::time::Duration;

fn spec(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    text.parse::<Spec>().expect_err(text).to_string()
}

const KNOWN: &[EngineOption] = &[
    EngineOption::new("null", Takes::Flag, "on", "a flag"),
    EngineOption::new("c", Takes::Number(0.0, 100.0), "1", "a number"),
    EngineOption::new("parallel", Takes::Word(&["lazy", "root"]), "lazy", "a word"),
];

fn settings(text: &str) -> Result<Settings, SpecError> {
    Settings::new(&spec(text), &[LIMITS, KNOWN].concat())
}

fn refusal(text: &str) -> String {
    settings(text).expect_err(text).to_string()
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "ab:depth=8,tt=64",
        "ab:depth=8,tt=64,parallel=root,lmr=off,null",
        "mcts:time=1.5s,rave",
        "level:7",
        "level:7,time=1s",
        "random",
        "random:seed=5",
    ] {
        assert_eq!(spec(text).to_string(), text);
        assert_eq!(spec(&spec(text).to_string()), spec(text));
    }
}

#[test]
fn an_option_can_be_left_out_or_said_anew() {
    assert_eq!(spec("ab:depth=8,eval=area,null").without("eval"), spec("ab:depth=8,null"));
    assert_eq!(spec("random").without("eval"), spec("random"));
    assert_eq!(spec("ab:depth=8").saying("depth", 3), spec("ab:depth=3"));
}

#[test]
fn limits_follow_the_options() {
    let limits = settings("ab:depth=8,tt=16,threads=2,nodes=3M,lines=4,time=2m,seed=9");
    let limits = limits.expect("all are limits").limits();
    assert_eq!((limits.depth, limits.memory, limits.threads), (Some(8), 16, 2));
    assert_eq!((limits.nodes, limits.lines, limits.seed), (Some(3_000_000), 4, 9));
    assert_eq!(limits.time, Some(Duration::from_secs(120)));
    let limits = settings("mcts:iterations=5k,memory=7").expect("limits").limits();
    assert_eq!((limits.iterations, limits.memory), (Some(5000), 7));
}

#[test]
fn levels_have_numbers_and_names() {
    for text in ["level:7", "level:hard", "hard", "7", "level:level=7", " hard "] {
        assert_eq!(spec(text).level().map(Level::number), Some(7), "{text}");
    }
    assert_eq!(spec("hard:time=1s").get("time"), Some(Some("1s")));
    assert_eq!(spec("level:easy,seed=3").get("seed"), Some(Some("3")));
    assert!(error("level").contains("level:5"));
    assert!(error("level:11").contains("level"));
    assert_eq!(spec("ab:depth=2").level(), None);
}

#[test]
fn errors_name_what_is_known() {
    assert!(error("").contains("ab:depth=6"));
    assert!(error(":depth=3").contains("ab:depth=6"));
    let option = refusal("mcts:dept=3");
    assert!(option.contains("no option \"dept\"") && option.contains("did you mean depth?"));
    assert_eq!(refusal("ab:depth=0"), "depth takes a whole number from 1 to 250, not \"0\"");
    assert_eq!(refusal("ab:depth"), "depth takes a whole number from 1 to 250");
    assert_eq!(refusal("ab:parallel=rope"), "parallel takes one of lazy, root, not \"rope\"");
    assert_eq!(error("ab:null,null"), "null is given twice");
    assert!(error("ab:=3").contains("no option"));
    assert!(refusal("ab:time=soon").contains("500ms"));
    for text in ["ab:time=0s", "ab:time=-1s", "ab:time=1e99s", "ab:time=nans", "ab:time=s"] {
        assert!(refusal(text).contains("a time"), "{text}");
    }
    for text in ["mcts:c=nan", "mcts:c=-1", "mcts:c=", "ab:nodes=99999999999999999999", "ab:tt=5kk"]
    {
        assert!(refusal(text).contains("takes"), "{text}");
    }
}

#[test]
fn what_nobody_reads_is_found() {
    let settings = settings("ab:null,depth=3,c=2").expect("all are known");
    assert_eq!(settings.unheard(), Some("null"));
    assert_eq!(settings.flag("null"), Some(true));
    let _ = settings.limits();
    assert!(settings.says("c"));
    assert_eq!(settings.unheard(), Some("c"), "asking whether it was said is not reading it");
    assert_eq!(settings.number("c"), Some(2.0));
    assert_eq!(settings.unheard(), None);
}

#[test]
fn no_text_makes_it_panic() {
    let mut rng = takeback_core::SplitMix::new(3);
    let pieces =
        ["ab", ":", "=", ",", "depth", "8", "time", "1s", "é", "level", "hard", "k", " ", "-"];
    for _ in 0..20_000 {
        let text: String = (0..rng.below(8)).map(|_| pieces[rng.below(pieces.len())]).collect();
        if let Ok(spec) = text.parse::<Spec>() {
            let _ = Settings::new(&spec, LIMITS).map(|settings| settings.limits());
            assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec), "{text}");
        }
    }
}
