//! The description of the interface that the server sends, made from its types, and
//! from it the types of the page and of the npm package: what a Rust type says is
//! what TypeScript checks.

use crate::blessed::{Blessing, difference};
use crate::steps::{Steps, root};
use crate::test::built;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

/// The description, which the server sends.
const DESCRIPTION: &str = "crates/server/openapi.json";

/// The types made of it, alike.
const TYPES: [&str; 2] = ["web/src/lib/schema.ts", "js/src/schema.d.ts"];

pub(crate) fn types(steps: &mut Steps, workspace: &Workspace, blessing: Blessing) -> Result<()> {
    let mut build = workspace.cargo(&["build", "--bin", PROGRAM]);
    build.args(["--features", "takeback-server/openapi"]);
    steps.run("what describes the interface", &mut build)?;
    steps.act("description, types of the page and the package", || {
        let description = description()?;
        compare(DESCRIPTION, &description, blessing)?;
        let types = typescript(&serde_json::from_str(&description)?)?;
        TYPES.iter().try_for_each(|file| compare(file, &types, blessing))
    })
}

fn compare(file: &str, written: &str, blessing: Blessing) -> Result<()> {
    let path = root().join(file);
    if blessing == Blessing::Write {
        return fs::write(&path, written).with_context(|| file.to_owned());
    }
    let committed = fs::read_to_string(&path).with_context(|| file.to_owned())?;
    match difference(&committed, written) {
        None => Ok(()),
        Some(difference) => bail!(
            "{file} is not what the server's types give (- committed, + now):\n\
             {difference}write it anew: cargo xtask types --bless"
        ),
    }
}

/// The program that has the types prints the description. The server itself is built
/// without what describes them.
const PROGRAM: &str = "takeback-openapi";

fn description() -> Result<String> {
    let out = Command::new(built(PROGRAM)?).stderr(Stdio::inherit()).output()?;
    if !out.status.success() {
        bail!("{PROGRAM} ended with {}", out.status);
    }
    String::from_utf8(out.stdout).context("the description is text")
}

/// All types of a description, by name.
fn typescript(document: &Value) -> Result<String> {
    let schemas = document["components"]["schemas"].as_object().context("there are types")?;
    let asked = asked(document);
    let mut out = String::from(
        "// Generated from the server's types by `cargo xtask types --bless`. Do not edit.\n",
    );
    for (name, schema) in schemas {
        out.push('\n');
        comment(schema, "", &mut out);
        let direction = if asked.contains(name) { Direction::Asked } else { Direction::Answered };
        if is_interface(schema) {
            let body = object(schema, direction, "");
            writeln!(out, "export interface {name} {body}")?;
        } else {
            writeln!(out, "export type {name} = {};", form(schema, direction, ""))?;
        }
    }
    Ok(out)
}

/// What is left out of a question may be left out; an answer has every field.
#[derive(Copy, Clone, PartialEq)]
enum Direction {
    Asked,
    Answered,
}

/// Types that are part of a request's body.
fn asked(document: &Value) -> BTreeSet<String> {
    let calls = document["paths"].as_object().into_iter().flat_map(Map::values);
    let bodies = calls.filter_map(Value::as_object).flat_map(Map::values);
    let mut waiting: Vec<String> = Vec::new();
    for body in bodies.map(|call| &call["requestBody"]) {
        references(body, &mut waiting);
    }
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if found.insert(name.clone()) {
            references(&document["components"]["schemas"][&name], &mut waiting);
        }
    }
    found
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(reference).map(str::to_owned));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// The name at the end of `#/components/schemas/NAME`.
fn reference(value: &Value) -> Option<&str> {
    value.as_str()?.rsplit('/').next()
}

fn is_interface(schema: &Value) -> bool {
    schema["type"] == "object" && schema["properties"].is_object()
}

fn comment(schema: &Value, indent: &str, out: &mut String) {
    if let Some(text) = schema["description"].as_str() {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        out.push_str(&format!("{indent}/** {text} */\n"));
    }
}

fn object(schema: &Value, direction: Direction, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = String::from("{\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        comment(field, &inner, &mut out);
        let is_optional = direction == Direction::Asked && !required.contains(&name.as_str());
        let mark = if is_optional { "?" } else { "" };
        out.push_str(&format!("{inner}{name}{mark}: {};\n", form(field, direction, &inner)));
    }
    out.push_str(&format!("{indent}}}"));
    out
}

/// A type as TypeScript writes it.
fn form(schema: &Value, direction: Direction, indent: &str) -> String {
    let each = |list: &Value, between: &str| {
        let list = list.as_array().into_iter().flatten();
        let mut forms: Vec<String> = Vec::new();
        for one in list.map(|one| form(one, direction, indent)) {
            if !forms.contains(&one) {
                forms.push(one);
            }
        }
        forms.join(between)
    };
    if let Some(name) = reference(&schema["$ref"]) {
        return name.to_owned();
    }
    if schema["enum"].is_array() {
        let values = schema["enum"].as_array().into_iter().flatten();
        return values.map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    for choice in ["oneOf", "anyOf"] {
        if schema[choice].is_array() {
            return each(&schema[choice], " | ");
        }
    }
    if schema["allOf"].is_array() {
        return all(&schema["allOf"], direction, indent);
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let one = |kind: &Value| {
                let mut schema = schema.clone();
                schema["type"] = kind.clone();
                form(&schema, direction, indent)
            };
            kinds.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => plain(kind, schema, direction, indent),
        _ => "unknown".to_owned(),
    }
}

/// Several types in one. One that may be missing leaves its fields out.
fn all(parts: &Value, direction: Direction, indent: &str) -> String {
    let one = |part: &Value| {
        let choices = part["oneOf"].as_array().into_iter().flatten();
        let (none, some): (Vec<&Value>, Vec<&Value>) =
            choices.partition(|choice| choice["type"] == "null");
        match (none.as_slice(), some.as_slice()) {
            ([_], [present]) => format!("Partial<{}>", form(present, direction, indent)),
            _ => form(part, direction, indent),
        }
    };
    parts.as_array().into_iter().flatten().map(one).collect::<Vec<_>>().join(" & ")
}

fn plain(kind: &str, schema: &Value, direction: Direction, indent: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" if schema["prefixItems"].is_array() => {
            let items = schema["prefixItems"].as_array().into_iter().flatten();
            let items: Vec<_> = items.map(|item| form(item, direction, indent)).collect();
            format!("[{}]", items.join(", "))
        }
        "array" => {
            let item = form(&schema["items"], direction, indent);
            if item.contains(" | ") || item.contains(" & ") {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        "object" if schema["properties"].is_object() => object(schema, direction, indent),
        "object" => "Record<string, unknown>".to_owned(),
        // string, boolean, null
        same => same.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn types_are_written_as_typescript_writes_them() {
        let document = json!({
            "paths": { "/x": { "post": { "requestBody": { "schema": { "$ref": "#/s/Ask" } } } } },
            "components": { "schemas": {
                "Answer": {
                    "type": "object", "description": "What is\n found.",
                    "required": ["best"],
                    "properties": {
                        "best": { "type": "string", "description": "A move." },
                        "by": { "type": ["integer", "null"], "format": "int32" },
                        "lines": { "type": "array", "items": { "$ref": "#/s/Paint" } },
                        "one": { "oneOf": [{ "type": "null" }, { "$ref": "#/s/Ask" }] },
                        "pair": { "type": "array", "prefixItems": [
                            { "type": "number" }, { "type": "boolean" },
                        ] },
                    },
                },
                "Ask": { "type": "object", "required": ["move"], "properties": {
                    "move": { "type": "string" }, "seat": { "type": ["integer", "null"] },
                } },
                "Both": { "allOf": [{ "$ref": "#/s/Ask" }, { "$ref": "#/s/Answer" }] },
                "Maybe": { "allOf": [
                    { "oneOf": [{ "type": "null" }, { "$ref": "#/s/Ask" }] },
                    { "$ref": "#/s/Answer" },
                ] },
                "Paint": { "oneOf": [
                    { "type": "string", "enum": ["ink", "light"] },
                    { "type": "object", "properties": { "player": { "type": "integer" } } },
                ] },
            } },
        });
        let wanted = "\
// Generated from the server's types by `cargo xtask types --bless`. Do not edit.

/** What is found. */
export interface Answer {
  /** A move. */
  best: string;
  by: number | null;
  lines: Paint[];
  one: null | Ask;
  pair: [number, boolean];
}

export interface Ask {
  move: string;
  seat?: number | null;
}

export type Both = Ask & Answer;

export type Maybe = Partial<Ask> & Answer;

export type Paint = \"ink\" | \"light\" | {
  player: number;
};
";
        assert_eq!(typescript(&document).expect("types"), wanted);
    }
}
