//! No grade is ever lost, and none depends on anything but the work: runs that are killed, disks that fill up, files
//! that vanish or change, two graders at once, other orders and other numbers of workers.

#![cfg(target_os = "linux")]

mod bench;
mod disk;
mod files;
mod killed;
mod same;
