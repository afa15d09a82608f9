use crate::*;
use takeback_core::*;
#[test]
fn probe() {
    for players in 2..=6 {
        let mut worst=(0,0.0f64); let mut inexact=0; let mut n=0;
        for g in 0..6 {
            let mut rng = SplitMix::new(g);
            let mut game = GoFish::random(Options::new(players), &mut rng).unwrap();
            while game.turn() != Turn::Over {
                let p = game.turn().decider().unwrap();
                let t = std::time::Instant::now();
                let b = Belief::new(&game.observed_by(p), Belief::WORK).unwrap();
                let e = t.elapsed().as_secs_f64();
                n+=1; if !b.is_exact() {inexact+=1}
                if e > worst.1 { worst=(b.states(), e); }
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
        println!("{players} players: {n} beliefs, inexact {inexact}, worst {} states {:.1} ms", worst.0, worst.1*1e3);
    }
}
