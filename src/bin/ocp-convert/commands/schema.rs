//! `schema`: the JSON Schemas this tool works by.

use ocp_convert::ocp::checkpoint_schema;
use ocp_convert::zephr::packet_schema;
use ocp_convert::zephr::receipt::receipt_schema;
use ocp_convert::{goldens, ledger};

use crate::args::{Schema, SchemaOf};
use crate::{Outcome, Verdict, io};

/// The schema of `--format json`; written by hand, and held against reports by a test.
const REPORT: &str = include_str!("../report.schema.json");

pub fn run(args: &Schema) -> Outcome {
    let schema = match args.of {
        SchemaOf::Checkpoint => checkpoint_schema(),
        SchemaOf::Packet => packet_schema(),
        SchemaOf::Receipt => receipt_schema(),
        SchemaOf::Ledger => {
            io::print(ledger::SCHEMA.as_bytes())?;
            return Ok(Verdict::Yes);
        }
        SchemaOf::Vector => {
            io::print(goldens::SCHEMA.as_bytes())?;
            return Ok(Verdict::Yes);
        }
        SchemaOf::Report => {
            io::print(REPORT.as_bytes())?;
            return Ok(Verdict::Yes);
        }
    };
    io::print(format!("{schema:#}\n").as_bytes())?;
    Ok(Verdict::Yes)
}
