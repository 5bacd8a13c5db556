//! Between reading, work and writing: what was read and is not written yet is bounded, in parts and in bytes, so that
//! memory does not grow with the number of documents and what comes out of order has not far to wait.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes that are read and not written yet, beyond one part.
const BYTES: usize = 2 << 20;

/// A queue of parts, each numbered.
pub struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// Parts that are read and not written yet, at most.
    most: usize,
}

struct State<T> {
    waiting: VecDeque<(usize, T)>,
    next: usize,
    /// What is under way: parts and bytes.
    parts: usize,
    bytes: usize,
    /// Nothing more comes in.
    ended: bool,
    /// Nothing more is wanted.
    closed: bool,
}

impl<T> Queue<T> {
    pub fn new(most: usize) -> Self {
        let state =
            State { waiting: VecDeque::new(), next: 0, parts: 0, bytes: 0, ended: false, closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), most }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Every change of the state is whole before its guard is dropped.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&'s self, state: MutexGuard<'s, State<T>>) -> MutexGuard<'s, State<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a part when there is room for it; false when nothing more is wanted.
    pub fn push(&self, part: T, bytes: usize) -> bool {
        let mut state = self.state();
        while !state.closed
            && state.parts > 0
            && (state.parts >= self.most || state.bytes.saturating_add(bytes) > BYTES)
        {
            state = self.wait(state);
        }
        if state.closed {
            return false;
        }
        let number = state.next;
        state.next += 1;
        state.parts += 1;
        state.bytes += bytes;
        state.waiting.push_back((number, part));
        self.changed.notify_all();
        true
    }

    /// The next part with its number; none when there will be no more.
    pub fn pop(&self) -> Option<(usize, T)> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(part) = state.waiting.pop_front() {
                return Some(part);
            }
            if state.ended {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Makes room: a part of so many bytes is written.
    pub fn written(&self, bytes: usize) {
        let mut state = self.state();
        state.parts -= 1;
        state.bytes -= bytes;
        self.changed.notify_all();
    }

    /// Says that nothing more comes in.
    pub fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }

    /// Says that nothing more is wanted.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}
