//! What can be clicked next without being a cell: buttons, cards, opponents.

use takeback_scene::{Pointing, Scene, Target, text};

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choice {
    /// Click this.
    Click(Target),
    /// The clicks so far mean this move, though others go on.
    Stop(usize),
}

/// All of them with what they are called.
pub(crate) fn list(pointing: &Pointing, scene: &Scene) -> Vec<(Choice, String)> {
    let mut choices = Vec::new();
    for target in pointing.targets() {
        let name = match &target {
            Target::Cell(_) => continue,
            Target::Button(writing) => writing.clone(),
            Target::Item(number) => {
                text::item_text(scene, *number).unwrap_or_else(|| format!("item {number}"))
            }
        };
        choices.push((Choice::Click(target), name));
    }
    if let Some(m) = pointing.complete() {
        choices.push((Choice::Stop(m), "that is all".to_owned()));
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_scene::{Input, Item, ItemKind, Panel};

    #[test]
    fn buttons_cards_and_the_end_are_named() {
        let inputs = [
            Input::cells([1]),
            Input::cells([1, 2]),
            Input::button("pass"),
            Input { clicks: vec![Target::Item(7)], key: None },
        ];
        let kind = ItemKind::Fact { name: "ask".to_owned(), value: "Seat 2".to_owned() };
        let panel = Panel { items: vec![Item { target: Some(7), kind }], ..Panel::default() };
        let scene = Scene { panels: vec![panel], ..Scene::default() };
        let mut pointing = Pointing::new(&inputs);
        let names = |pointing: &Pointing| -> Vec<String> {
            list(pointing, &scene).into_iter().map(|(_, name)| name).collect()
        };
        assert_eq!(names(&pointing), ["pass", "ask Seat 2"]);
        pointing.click(&Target::Cell(1));
        assert_eq!(names(&pointing), ["that is all"]);
        assert_eq!(list(&pointing, &scene)[0].0, Choice::Stop(0));
    }
}
