//! What is done to a document after it was sealed and signed, so that one thing is wrong with it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::recipe::{place, remove};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Tamper {
    /// Sets the value at a pointer.
    Set(String, Value),
    /// Removes the value at a pointer.
    Unset(String),
    /// Exchanges one hex digit of the text at a pointer for another, by flipping its lowest bit.
    Flip(String, usize),
    /// Writes the letters of the text at a pointer in upper case, but for a prefix before a colon.
    Upper(String),
    /// Cuts the text at a pointer after so many characters.
    Cut(String, usize),
    /// Appends to the text at a pointer.
    Append(String, String),
    /// Appends so many equal values to the array at a pointer.
    Repeat(String, Value, usize),
    /// Adds the order of the Ed25519 group to the second half of the signature at a pointer.
    AddOrder(String),
}

/// The order of the group, 2^252 + 27742317777372353535851937790883648493, least significant byte first (RFC 8032, 5.1).
const ORDER: [u8; 32] = [
    0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

impl Tamper {
    /// Does it.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn apply(&self, value: &mut Value) -> Result<(), String> {
        match self {
            Self::Set(pointer, new) => {
                *place(value, pointer)? = new.clone();
                Ok(())
            }
            Self::Repeat(pointer, new, times) => match place(value, pointer)? {
                Value::Array(items) => {
                    items.extend(std::iter::repeat_n(new.clone(), *times));
                    Ok(())
                }
                _ => Err(format!("there is no array at `{pointer}`")),
            },
            Self::Unset(pointer) => remove(value, pointer),
            Self::Flip(pointer, index) => text(value, pointer, |old| flipped(old, *index)),
            Self::Upper(pointer) => text(value, pointer, |old| {
                let (head, tail) = old.split_once(':').map_or(("", old), |(head, tail)| (head, tail));
                let colon = if head.is_empty() { "" } else { ":" };
                Some(format!("{head}{colon}{}", tail.to_ascii_uppercase()))
            }),
            Self::Cut(pointer, length) => text(value, pointer, |old| old.get(..*length).map(str::to_owned)),
            Self::Append(pointer, more) => text(value, pointer, |old| Some(format!("{old}{more}"))),
            Self::AddOrder(pointer) => text(value, pointer, order_added),
        }
    }
}

fn text(value: &mut Value, pointer: &str, change: impl FnOnce(&str) -> Option<String>) -> Result<(), String> {
    let place = value.pointer_mut(pointer).ok_or_else(|| format!("`{pointer}` leads nowhere"))?;
    let new = place.as_str().and_then(change).ok_or_else(|| format!("`{pointer}` cannot be changed so"))?;
    *place = Value::String(new);
    Ok(())
}

fn flipped(text: &str, index: usize) -> Option<String> {
    let digit = text.chars().nth(index)?.to_digit(16)?;
    let other = char::from_digit(digit ^ 1, 16)?;
    Some(text.chars().enumerate().map(|(i, c)| if i == index { other } else { c }).collect())
}

/// S + L: the same scalar modulo the order, in a spelling that a strict verifier refuses.
fn order_added(signature: &str) -> Option<String> {
    let mut bytes = hex::decode(signature).ok()?;
    let mut carry = 0_u16;
    for (byte, add) in bytes.get_mut(32..64)?.iter_mut().zip(ORDER) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = u8::try_from(sum & 0xFF).ok()?;
        carry = sum >> 8;
    }
    (carry == 0).then(|| hex::encode(bytes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn one_digit_is_flipped() {
        assert_eq!(flipped("a0f", 0).unwrap(), "b0f");
        assert_eq!(flipped("a0f", 2).unwrap(), "a0e");
        assert_eq!(flipped("a0f", 3), None);
        assert_eq!(flipped("g", 0), None);
    }

    #[test]
    fn the_order_is_added_with_its_carries() {
        // S = 0x13: 0x13 + 0xED = 0x100, so the carry makes D3 into D4.
        let zeroes = "00".repeat(32);
        let s = format!("13{}", "00".repeat(31));
        let sum = "00d4f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
        assert_eq!(order_added(&format!("{zeroes}{s}")).unwrap(), format!("{zeroes}{sum}"));
    }
}
