//! From a packet to a checkpoint, one file a section of the source.
