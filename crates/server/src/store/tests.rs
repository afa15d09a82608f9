use super::*;
use takeback_room::{Call, Kind, Opening, Room, Secret, Who};

fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn room(games: &takeback_host::Registry, number: u8) -> Room {
    let kind = Kind::find(games, "tictactoe", None).expect("built in");
    let seats = vec![Who::Person, Who::Person];
    Room::open(Opening::new(kind, seats, Secret([number; 32]))).expect("two can play")
}

fn wait(store: &Store, ticket: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(store.durable(ticket)).expect("the disk takes it");
}

#[test]
fn what_was_written_is_read_and_one_server_keeps_one_file() {
    let games = takeback::standard();
    let path = folder("store").join("deep/games.db");
    let client: IpAddr = "10.0.0.7".parse().expect("an address");
    let mut room = room(&games, 1);
    let owner = room.owner().to_owned();
    {
        let store = Store::open(&path).expect("a new file");
        let refused = Store::open(&path).err().expect("it is in use");
        assert!(refused.to_string().contains("another server"), "{refused}");
        let record = room.keep();
        store.keep(client, &record).expect("a record");
        let own = room.enter(Some(&owner));
        let mut ticket = 0;
        for (number, text) in ["b2", "a1", "c3"].into_iter().enumerate() {
            room.call(own, Call::play(text)).expect("legal");
            let events = room.fetch_events();
            ticket = store.append(room.id(), number as u64 + 1, &events).expect("events");
        }
        wait(&store, ticket);
        assert_eq!(store.read(room.id()).expect("a file").expect("kept").record.now, 3);
    }
    let store = Store::open(&path).expect("the file again");
    let kept = store.read(room.id()).expect("a file").expect("kept");
    assert_eq!((kept.client, kept.record.moves.len()), (client, 3));
    let again = kept.record.load(&games, 100, Secret([9; 32])).expect("it loads");
    assert_eq!(again.table().position(), room.table().position());
    assert!(again.access(Some(&owner)).owner && again.version() > room.version());
    assert!(store.read("nothing").expect("a file").is_none());
    wait(&store, store.forget(room.id()));
    assert!(store.read(room.id()).expect("a file").is_none());
    drop(store);
    std::fs::remove_dir_all(path.ancestors().nth(2).expect("ours")).expect("ours");
}

#[test]
fn the_oldest_go_when_there_is_too_much_and_the_old_when_it_is_time() {
    let games = takeback::standard();
    let folder = folder("prune");
    let store = Store::open(&folder.join("games.db")).expect("a new file");
    let client: IpAddr = "10.0.0.7".parse().expect("an address");
    let ids: Vec<String> = (0..200)
        .map(|number| {
            let mut room = room(&games, number);
            let mut record = room.keep();
            record.start.push_str(&" ".repeat(4000));
            store.keep(client, &record).expect("a record");
            record.id
        })
        .collect();
    let left =
        |store: &Store| ids.iter().filter(|id| store.read(id).expect("a file").is_some()).count();
    store.prune(Duration::from_secs(3600), 1 << 30);
    wait(&store, 201);
    assert_eq!(left(&store), 200);
    store.prune(Duration::from_secs(3600), 400_000);
    wait(&store, 202);
    let some = left(&store);
    assert!((1..110).contains(&some), "{some} are left of 200");
    wait(&store, store.keep(client, &room(&games, 7).keep()).expect("a record"));
    assert!(left(&store) > 0);
    drop(store);
    let db = connect(&folder.join("games.db")).expect("the file");
    db.execute("UPDATE rooms SET looked = looked - 100", []).expect("it is ours");
    drop(db);
    let store = Store::open(&folder.join("games.db")).expect("the file again");
    store.prune(Duration::from_secs(50), 1 << 30);
    wait(&store, 1);
    assert_eq!(left(&store), 0);
    drop(store);
    std::fs::remove_dir_all(&folder).expect("ours");
}
