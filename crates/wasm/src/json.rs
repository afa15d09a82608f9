//! JSON as JavaScript is handed it: whatever can be serialised, written at once.
//!
//! The usual crate builds values in between and prints fractions by tables of its own;
//! with both of those JSON was a quarter of a small file. Here a fraction is written by
//! JavaScript itself, which has the same shortest digits.

use serde::ser::{self, Serialize};
use std::fmt;

/// The text of a value.
///
/// # Panics
/// When a map's key is no text; the values handed out have none such.
pub(crate) fn json(value: &(impl Serialize + ?Sized)) -> String {
    let mut out = String::new();
    value.serialize(Writer(&mut out)).expect("keys are texts");
    out
}

/// Writes to the end of a text.
struct Writer<'o>(&'o mut String);

/// A key that is no text.
#[derive(Debug)]
struct NoText;

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no text")
    }
}

impl std::error::Error for NoText {}

impl ser::Error for NoText {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NoText
    }
}

/// Between quotes, with what JSON does not allow there spelled out.
fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            sign if sign < ' ' => {
                let digit = |value: u32| char::from_digit(value, 16).unwrap_or('0');
                out.push_str("\\u00");
                out.push(digit(sign as u32 >> 4));
                out.push(digit(sign as u32 & 15));
            }
            sign => out.push(sign),
        }
    }
    out.push('"');
}

fn fraction(out: &mut String, value: f64) {
    if value.is_finite() {
        decimal(out, value);
    } else {
        out.push_str("null");
    }
}

/// The shortest digits that are read back as this number.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn decimal(out: &mut String, value: f64) {
    out.push_str(&crate::abi::decimal_text(value));
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn decimal(out: &mut String, value: f64) {
    out.push_str(&value.to_string());
}

fn whole(out: &mut String, value: impl fmt::Display) {
    use fmt::Write;
    // A String takes everything.
    let _ = write!(out, "{value}");
}

/// What is between brackets, item by item.
struct Items<'o> {
    out: &'o mut String,
    is_first: bool,
    close: &'static str,
}

impl<'o> Items<'o> {
    fn open(out: &'o mut String, open: &str, close: &'static str) -> Self {
        out.push_str(open);
        Items { out, is_first: true, close }
    }

    fn next(&mut self) {
        if !self.is_first {
            self.out.push(',');
        }
        self.is_first = false;
    }

    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), NoText> {
        self.next();
        value.serialize(Writer(self.out))
    }

    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), NoText> {
        self.next();
        quoted(self.out, name);
        self.out.push(':');
        value.serialize(Writer(self.out))
    }

    fn close(self) {
        self.out.push_str(self.close);
    }
}

macro_rules! wholes {
    ($($method:ident $number:ty as $wide:ty),*) => {
        $(fn $method(self, value: $number) -> Result<(), NoText> {
            whole(self.0, <$wide>::from(value));
            Ok(())
        })*
    };
}

impl<'o> ser::Serializer for Writer<'o> {
    type Ok = ();
    type Error = NoText;
    type SerializeSeq = Items<'o>;
    type SerializeTuple = Items<'o>;
    type SerializeTupleStruct = Items<'o>;
    type SerializeTupleVariant = Items<'o>;
    type SerializeMap = Items<'o>;
    type SerializeStruct = Items<'o>;
    type SerializeStructVariant = Items<'o>;

    wholes! {
        serialize_i8 i8 as i64, serialize_i16 i16 as i64, serialize_i32 i32 as i64, serialize_i64 i64 as i64,
        serialize_u8 u8 as u64, serialize_u16 u16 as u64, serialize_u32 u32 as u64, serialize_u64 u64 as u64
    }

    fn serialize_bool(self, value: bool) -> Result<(), NoText> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), NoText> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), NoText> {
        fraction(self.0, value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), NoText> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), NoText> {
        quoted(self.0, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), NoText> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), NoText> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoText> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NoText> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoText> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), NoText> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoText> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), NoText> {
        let mut object = Items::open(self.0, "{", "}");
        object.field(variant, value)?;
        object.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'o>, NoText> {
        Ok(Items::open(self.0, "[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'o>, NoText> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'o>, NoText> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'o>, NoText> {
        self.0.push('{');
        quoted(self.0, variant);
        Ok(Items::open(self.0, ":[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Items<'o>, NoText> {
        Ok(Items::open(self.0, "{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'o>, NoText> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'o>, NoText> {
        self.0.push('{');
        quoted(self.0, variant);
        Ok(Items::open(self.0, ":{", "}}"))
    }
}

macro_rules! listed {
    ($($of:ident $method:ident),*) => {
        $(impl ser::$of for Items<'_> {
            type Ok = ();
            type Error = NoText;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoText> {
                self.item(value)
            }

            fn end(self) -> Result<(), NoText> {
                self.close();
                Ok(())
            }
        })*
    };
}

listed! {
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
}

macro_rules! named {
    ($($of:ident),*) => {
        $(impl ser::$of for Items<'_> {
            type Ok = ();
            type Error = NoText;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), NoText> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), NoText> {
                self.close();
                Ok(())
            }
        })*
    };
}

named! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = NoText;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoText> {
        self.next();
        let begun = self.out.len();
        key.serialize(Writer(self.out))?;
        // What is a text was written as one.
        if self.out.as_bytes().get(begun) == Some(&b'"') { Ok(()) } else { Err(NoText) }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoText> {
        self.out.push(':');
        value.serialize(Writer(self.out))
    }

    fn end(self) -> Result<(), NoText> {
        self.close();
        Ok(())
    }
}

/// Pairs as an object, in their order.
pub(crate) struct Object<'t, V>(pub(crate) &'t [(String, V)]);

impl<V: Serialize> Serialize for Object<'_, V> {
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Object, json};
    use serde::Serialize;

    #[derive(Serialize)]
    enum Shape {
        Dot,
        Line(u8, i64),
        Word(&'static str),
        Box { wide: f32, high: Option<f64> },
    }

    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Tagged {
        Plain,
        Round { r: u16 },
    }

    #[derive(Serialize)]
    struct All {
        shapes: Vec<Shape>,
        tagged: (Tagged, Tagged),
        sign: char,
        is_so: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        none: Option<u8>,
        nothing: (),
        empty: [u8; 0],
    }

    #[test]
    fn texts_are_those_of_the_usual_crate() {
        let all = All {
            shapes: vec![
                Shape::Dot,
                Shape::Line(3, -4),
                Shape::Word("a\"b\\c\n\t\u{1f}é漢\u{7f}"),
                Shape::Box { wide: 0.1, high: Some(1.5e-9) },
                Shape::Box { wide: -2.5, high: None },
                Shape::Box { wide: f32::NAN, high: Some(f64::INFINITY) },
            ],
            tagged: (Tagged::Plain, Tagged::Round { r: 7 }),
            sign: '"',
            is_so: true,
            none: None,
            nothing: (),
            empty: [],
        };
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(&json(&all)), serde_json::to_value(&all).expect("JSON"));
        let pairs = [("a".to_owned(), 1), ("b".to_owned(), 2)];
        assert_eq!(json(&Object(&pairs)), r#"{"a":1,"b":2}"#);
    }
}
