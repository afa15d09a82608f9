//! A network that Python wrote, and what Python's whole numbers say of a thousand positions.
//!
//! `python/sparse/twin.py` writes both files; the tests there hold them to what it writes now.

use takeback_net::Path;
use takeback_net::sparse::SparseNet;

const NET: &[u8] = include_bytes!("twin/sparse.net");
const ANSWERS: &str = include_str!("twin/answers.txt");

fn features(text: &str) -> Vec<u16> {
    text.split_whitespace().map(|word| word.parse().expect("a feature")).collect()
}

#[test]
fn what_python_wrote_is_read_and_judges_alike() {
    let net = SparseNet::read(NET).expect("a network");
    assert_eq!(net.write(), NET, "byte for byte");
    assert_eq!((net.encoding(), net.scale()), ("a twin", 240));
    let mut judged = 0;
    for path in Path::ALL.into_iter().filter(|path| path.is_there()) {
        let net = net.clone().by(path);
        for line in ANSWERS.lines() {
            let parts: Vec<&str> = line.split(';').collect();
            let [bucket, own, other, points] = parts[..] else { panic!("{line}") };
            let sums = [own, other].map(|view| {
                let mut sums = net.fresh();
                features(view).into_iter().for_each(|feature| net.add(&mut sums, feature));
                sums
            });
            let bucket = bucket.parse().expect("a bucket");
            let value = net.value(&sums[0], &sums[1], bucket);
            assert_eq!(value.to_string(), points, "{path:?}: {line}");
            judged += 1;
        }
    }
    assert!(judged >= 1000, "{judged} positions");
}
