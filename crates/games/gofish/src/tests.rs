use crate::*;
use takeback_core::*;
#[test]
fn probe() { if true {return;}
    for players in [3u8,4,6] {
        let mut worst=(0,0.0f64); let mut inexact=0; let mut n=0; let mut tot=0.0;
        for g in 0..1 {
            let mut rng = SplitMix::new(g);
            let mut game = GoFish::random(Options::new(players), &mut rng).unwrap();
            while game.turn() != Turn::Over {
                let p = game.turn().decider().unwrap();
                let t = std::time::Instant::now();
                let b = Belief::new(&game.observed_by(p), 20_000).unwrap();
                let e = t.elapsed().as_secs_f64();
                n+=1; if !b.is_exact() {inexact+=1}
                if e > worst.1 { worst=(b.states(), e); } tot+=e; if n%15==0 {println!("{n} {} {:.1}ms {}", b.states(), e*1e3, b.is_exact());}
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
        println!("{players} players: {n} beliefs, inexact {inexact}, worst {} states {:.1} ms total {tot:.2}", worst.0, worst.1*1e3);
    }
}
