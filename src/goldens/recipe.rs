//! Declared documents: how the inputs say what bytes a vector is about without writing every one of them out.
//!
//! A recipe is a text, or a base document with changes. A packet is sealed (its root computed) after its changes, signed
//! if that is asked for, and tampered with last, so that what is wrong with it is one thing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::data::Signing;
use super::keys::{TestKeys, installation, read_signing};
use super::tamper::Tamper;
use crate::canon::{self, Profile};
use crate::convert::{Options, preserve};
use crate::json::{self, Limits, Tree, parse_pointer};
use crate::zephr::{manifest, sign};

/// Base documents by name.
pub type Bases = BTreeMap<String, Value>;

/// How a document is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Recipe {
    /// The document as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The document as hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The document as a text, a part repeated so many times, and another text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<(String, String, usize, String)>,
    /// The name of the base document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Values set in it, in order: pointer and value. `-` at the end of a pointer appends to an array.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(String, Value)>,
    /// Values removed from it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unset: Vec<String>,
    /// Whether a packet keeps the root it has.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unsealed: bool,
    /// What it is signed with, keys by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<Signing>,
    /// Whether it is converted with a residue in its target, and that target taken in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preserve: Option<Preserving>,
    /// What is done to it after all that, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tamper: Vec<Tamper>,
}

/// What a document is preserved with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Preserving {
    /// The name of the installation key of the residue's MAC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl Recipe {
    /// The bytes of the document.
    ///
    /// # Errors
    /// What in the recipe cannot be done.
    pub fn bytes(&self, bases: &Bases, keys: &TestKeys) -> Result<Vec<u8>, String> {
        let given = [self.text.is_some(), self.hex.is_some(), self.repeat.is_some(), self.base.is_some()];
        if given.iter().filter(|is| **is).count() != 1 {
            return Err("a document is one of `text`, `hex`, `repeat` and `base`".to_owned());
        }
        if self.base.is_none() && *self != self.bare() {
            return Err("changes need a `base`".to_owned());
        }
        if let Some(text) = &self.text {
            return Ok(text.clone().into_bytes());
        }
        if let Some(digits) = &self.hex {
            return hex::decode(digits).map_err(|error| error.to_string());
        }
        if let Some((before, part, times, after)) = &self.repeat {
            return Ok(format!("{before}{}{after}", part.repeat(*times)).into_bytes());
        }
        self.changed(bases, keys)
    }

    /// Only what stands alone.
    fn bare(&self) -> Self {
        Self {
            text: self.text.clone(),
            hex: self.hex.clone(),
            repeat: self.repeat.clone(),
            ..Self::default()
        }
    }

    fn changed(&self, bases: &Bases, keys: &TestKeys) -> Result<Vec<u8>, String> {
        let name = self.base.as_deref().unwrap_or_default();
        let mut value = bases.get(name).cloned().ok_or_else(|| format!("there is no base `{name}`"))?;
        for (pointer, new) in &self.set {
            *place(&mut value, pointer)? = new.clone();
        }
        for pointer in &self.unset {
            remove(&mut value, pointer)?;
        }
        let mut bytes = canonical(&value)?;
        let is_packet = value.get("format").is_some();
        if is_packet && !self.unsealed {
            bytes = with_tree(&bytes, |tree| {
                let root = manifest::root(tree.root(), &manifest::ManifestLayout::PINNED);
                let sealed = manifest::with_root(tree.root(), &root).map_err(|error| error.to_string())?;
                Ok(canon::to_vec(sealed.root(), Profile::Jcs))
            })?;
        }
        if let Some(signing) = &self.sign {
            let owned = read_signing(&keys.resolve_signing(signing)?)?;
            bytes = with_tree(&bytes, |tree| {
                let signed = sign::authenticate(tree.root(), &owned.keys()?).map_err(|e| e.to_string())?;
                Ok(canon::to_vec(signed.root(), Profile::Jcs))
            })?;
        }
        if let Some(preserving) = &self.preserve {
            let key =
                preserving.key.as_deref().map(|name| installation(&keys.installation(name)?)).transpose()?;
            bytes = with_tree(&bytes, |tree| {
                let kept = preserve(tree, &Options::default(), key.as_ref());
                let kept = kept.map_err(|findings| format!("{findings:?}"))?;
                Ok(canon::to_vec(kept.conversion.target.root(), Profile::Jcs))
            })?;
        }
        if self.tamper.is_empty() {
            return Ok(bytes);
        }
        let mut value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        for deed in &self.tamper {
            deed.apply(&mut value)?;
        }
        canonical(&value)
    }
}

fn with_tree(
    bytes: &[u8],
    make: impl FnOnce(&Tree<'_>) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    let tree = json::read(bytes, &Limits::default()).map_err(|finding| finding.message)?;
    make(&tree)
}

/// The `jcs` bytes of a value, whatever order its maps keep.
pub(super) fn canonical(value: &Value) -> Result<Vec<u8>, String> {
    let text = serde_json::to_vec(value).map_err(|error| error.to_string())?;
    with_tree(&text, |tree| Ok(canon::to_vec(tree.root(), Profile::Jcs)))
}

/// The place a pointer leads to, made where an object lacks it.
pub(super) fn place<'v>(value: &'v mut Value, pointer: &str) -> Result<&'v mut Value, String> {
    let tokens = parse_pointer(pointer).ok_or_else(|| format!("`{pointer}` is no JSON Pointer"))?;
    let mut here = value;
    for token in tokens {
        here = match here {
            Value::Object(members) => members.entry(token).or_insert_with(|| Value::Object(<_>::default())),
            Value::Array(items) => if token == "-" {
                items.push(Value::Null);
                items.last_mut()
            } else {
                token.parse::<usize>().ok().and_then(|i| items.get_mut(i))
            }
            .ok_or_else(|| format!("`{pointer}` leads beyond an array"))?,
            _ => return Err(format!("`{pointer}` leads into a scalar")),
        };
    }
    Ok(here)
}

/// Removes the value a pointer leads to, which must be there.
pub(super) fn remove(value: &mut Value, pointer: &str) -> Result<(), String> {
    let missing = || format!("`{pointer}` leads nowhere");
    let (parent, last) = pointer.rsplit_once('/').ok_or_else(missing)?;
    let token = parse_pointer(&format!("/{last}")).and_then(|t| t.into_iter().next()).ok_or_else(missing)?;
    match value.pointer_mut(parent).ok_or_else(missing)? {
        Value::Object(members) => members.remove(&token).map(drop).ok_or_else(missing),
        Value::Array(items) => {
            let index = token.parse::<usize>().ok().filter(|i| *i < items.len()).ok_or_else(missing)?;
            items.remove(index);
            Ok(())
        }
        _ => Err(missing()),
    }
}
