//! The grader's own memory: what a judged submission took goes back to the system.

#![expect(unsafe_code, reason = "the allocator is asked through C")]

/// Gives freed memory back to the system. The allocator keeps what a large transcript took, by thread, and in a long run
/// no two submissions need it at the same place.
pub(super) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes no pointer and may be called at any time, from any thread (malloc_trim(3)).
    unsafe {
        libc::malloc_trim(0);
    }
}
