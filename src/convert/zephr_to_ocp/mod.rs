//! From a packet to a checkpoint, one file a section of the source.

use super::Conversion;
use super::options::Options;
use crate::finding::Finding;
use crate::json::Tree;

pub(super) fn convert<'s>(_source: &'s Tree<'s>, _options: &Options) -> Result<Conversion<'s>, Vec<Finding>> {
    Err(Vec::new())
}
