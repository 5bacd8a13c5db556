//! `mappings`: the static loss matrix.

use ocp_convert::mapping::print;

use crate::args::{Common, Format, Mappings};
use crate::{Outcome, Verdict, io};

pub fn run(args: &Mappings, common: &Common) -> Outcome {
    let format = match common.format {
        // `main` refuses renderings that a command does not have.
        Format::Human | Format::Sarif => print::Format::Table,
        Format::Json => print::Format::Json,
        Format::Markdown => print::Format::Markdown,
    };
    io::print(print::print(args.direction.map(Into::into), format).as_bytes())?;
    Ok(Verdict::Yes)
}
