//! The command-line programs tandem++ and tandem.
