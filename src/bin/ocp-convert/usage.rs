//! A call that the parser of arguments refuses: told as every other failure is, in the rendering that was asked for.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _, ValueEnum as _};
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{Cli, Format};
use crate::io::{self, Broken};
use crate::render::{self, Stream};
use crate::{Outcome, Verdict};

/// Prints help or the version where they were asked for; else says what is wrong with the call.
pub fn answer(error: clap::Error, arguments: &[OsString]) -> Outcome {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        io::say(&error.render().ansi().to_string())?;
        return Ok(Verdict::Yes);
    }
    let asked = Asked::read(arguments);
    // What a glob finds can be a name that steers a terminal, so the words are those on the names as they are shown.
    let shown: Vec<String> = arguments.iter().map(|a| escape(&a.to_string_lossy()).into_owned()).collect();
    let error = Cli::try_parse_from(shown).err().unwrap_or(error);
    match asked.format {
        // Where there is no standard error there is nobody left to tell.
        Format::Human | Format::Markdown => drop(error.print()),
        format => {
            let what = in_one_line(&error.render().to_string());
            render::broken(&Broken::Usage { what }, format, Stream::of(asked.command.as_deref()));
        }
    }
    Ok(Verdict::Broken)
}

/// What can be told of a call that is not understood.
struct Asked {
    format: Format,
    command: Option<String>,
}

impl Asked {
    fn read(arguments: &[OsString]) -> Self {
        let commands: Vec<String> =
            Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let mut asked = Self { format: Format::Human, command: None };
        let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
        while let Some(argument) = arguments.next() {
            let value = match argument.strip_prefix("--format") {
                Some("") => arguments.next().map(std::borrow::Cow::into_owned),
                Some(value) => value.strip_prefix('=').map(str::to_owned),
                None if argument == "--" => break,
                None => {
                    if asked.command.is_none() && commands.iter().any(|command| *command == argument) {
                        asked.command = Some(argument.into_owned());
                    }
                    continue;
                }
            };
            // The first is what was meant where there are two.
            if let Some(format) = value.and_then(|value| Format::from_str(&value, false).ok())
                && asked.format == Format::Human
            {
                asked.format = format;
            }
        }
        asked
    }
}

/// The first parts of what the parser says: what is wrong, and what may have been meant.
fn in_one_line(text: &str) -> String {
    let said = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let words: Vec<&str> = said.map(str::trim).filter(|line| !line.is_empty()).collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").map_or(line.clone(), str::to_owned)
}
