//! From a checkpoint to a session-handoff packet, one file a section of the source.
