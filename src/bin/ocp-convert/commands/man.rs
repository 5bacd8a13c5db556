//! `man`: the manual page, of the tool or of one command.

use clap::CommandFactory as _;

use crate::args::{Cli, Man};
use crate::io::{self, Broken};
use crate::{Outcome, Verdict};

pub fn run(args: &Man) -> Outcome {
    let mut command = Cli::command();
    // Names the subcommands in full and hands the common options down to them.
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| Broken::NoCommand { name: name.clone() })?;
        command = command.display_name(format!("ocp-convert-{name}"));
    }
    let mut page = Vec::new();
    let defect = |e: std::io::Error| Broken::Defect { what: e.to_string() };
    clap_mangen::Man::new(command).render(&mut page).map_err(defect)?;
    io::print(&page)?;
    Ok(Verdict::Yes)
}
