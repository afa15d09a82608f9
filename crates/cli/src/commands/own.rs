//! The commands that a game brings: `takeback GAME COMMAND …`.

use super::say;
use anyhow::anyhow;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::process::ExitCode;
use takeback_host::outside::{Argument, ArgumentKind, Commands, GameCommand, Given};
use takeback_host::{GameEntry, Registry};

/// Every command can answer in JSON.
const JSON: &str = "json";

/// The games with commands of their own.
fn groups(registry: &Registry) -> impl Iterator<Item = (&GameEntry, &Commands)> {
    registry.games().iter().filter_map(|game| Some((game, game.extensions.get::<Commands>()?)))
}

/// The command line with a group for each of them.
pub(crate) fn with_groups(mut all: Command, registry: &Registry) -> Command {
    for (game, commands) in groups(registry) {
        // What everybody has keeps its name.
        if all.find_subcommand(game.name).is_some() {
            continue;
        }
        let group = Command::new(game.name)
            .about(commands.about)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(commands.list.iter().map(described));
        all = all.subcommand(group);
    }
    all
}

fn described(command: &GameCommand) -> Command {
    let json = Arg::new(JSON).long(JSON).help("Print JSON").action(ArgAction::SetTrue);
    Command::new(command.name)
        .about(command.about)
        .after_help(command.examples)
        .args(command.arguments.iter().map(argument))
        .arg(json)
}

fn argument(argument: &Argument) -> Arg {
    let arg = Arg::new(argument.name).help(argument.help);
    match argument.kind {
        ArgumentKind::Place => arg.value_name(argument.value).required(true),
        ArgumentKind::Places => {
            arg.value_name(argument.value).required(true).action(ArgAction::Append).num_args(1..)
        }
        ArgumentKind::Option => arg.long(argument.name).value_name(argument.value),
        ArgumentKind::Switch => arg.long(argument.name).action(ArgAction::SetTrue),
    }
}

/// Run what was asked for, if it is a command of a game.
pub(crate) fn run(matches: &ArgMatches, registry: &Registry) -> Option<anyhow::Result<ExitCode>> {
    let (name, group) = matches.subcommand()?;
    let (_, commands) = groups(registry).find(|(game, _)| game.name == name)?;
    let (name, matches) = group.subcommand()?;
    let command = commands.list.iter().find(|command| command.name == name)?;
    Some(carry_out(command, matches))
}

fn carry_out(command: &GameCommand, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let mut watch = |line: &str| eprintln!("{line}");
    let answer = (command.run)(&given(command, matches), &mut watch).map_err(|why| anyhow!(why))?;
    if matches.get_flag(JSON) {
        say(&answer.json)?;
    } else {
        say(&answer.text)?;
    }
    Ok(if answer.done { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn given(command: &GameCommand, matches: &ArgMatches) -> Given {
    let mut given = Given::default();
    for argument in command.arguments {
        if argument.kind == ArgumentKind::Switch {
            if matches.get_flag(argument.name) {
                given.add(argument.name, "");
            }
            continue;
        }
        for value in matches.get_many::<String>(argument.name).into_iter().flatten() {
            given.add(argument.name, value);
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_host::outside::Analyzed;

    const ECHO: GameCommand = GameCommand {
        name: "echo",
        about: "Say it again",
        examples: "",
        arguments: &[
            Argument { name: "word", value: "WORD", help: "what", kind: ArgumentKind::Places },
            Argument { name: "times", value: "N", help: "how often", kind: ArgumentKind::Option },
            Argument { name: "loud", value: "", help: "shout", kind: ArgumentKind::Switch },
        ],
        run: |given, _| {
            let text = given.all("word").collect::<Vec<_>>().join(" ");
            Ok(Analyzed { text, json: serde_json::Value::Null, done: given.has("loud") })
        },
    };

    fn parse(words: &[&str]) -> Result<Given, clap::Error> {
        let matches = described(&ECHO).try_get_matches_from(words)?;
        Ok(given(&ECHO, &matches))
    }

    #[test]
    fn what_is_typed_is_what_the_command_gets() {
        let given = parse(&["echo", "a", "b", "--times", "3", "--loud"]).expect("well-formed");
        assert_eq!(given.all("word").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(given.number::<u32>("times"), Ok(Some(3)));
        assert!(given.has("loud"));
        let answer = (ECHO.run)(&given, &mut |_| ()).expect("it answers");
        assert_eq!((answer.text.as_str(), answer.done), ("a b", true));
    }

    #[test]
    fn what_is_missing_or_unknown_is_refused() {
        assert!(parse(&["echo"]).is_err());
        assert!(parse(&["echo", "a", "--volume", "3"]).is_err());
        assert!(!parse(&["echo", "a"]).expect("well-formed").has("loud"));
    }
}
