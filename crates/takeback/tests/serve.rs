//! `takeback serve` from outside.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn the_server_says_where_it_is_answers_and_ends_when_asked() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_takeback"))
        .args(["serve", "--memory", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let line = lines.next().expect("a line").expect("text");
    let address = line.split("http://").nth(1).expect("an address").to_owned();
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let request = format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    let asked = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(asked.expect("kill is there").success());
    assert!(server.wait().expect("it ends").success());
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let out = Command::new(env!("CARGO_BIN_EXE_takeback"))
        .args(["serve", "--memory", "--port", &port])
        .output()
        .expect("the command runs");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && said.contains("try another --port"), "{said}");
}
