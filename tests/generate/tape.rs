//! The numbers a document is made of. Where they end every choice is the plainest, so a short tape is a small document.

use proptest::prelude::*;

/// Choices read from a list of numbers.
pub struct Tape<'n> {
    numbers: std::slice::Iter<'n, u32>,
    /// What comes when they have ended.
    again: &'n [u32],
}

impl<'n> Tape<'n> {
    pub fn new(numbers: &'n [u32]) -> Self {
        Self { numbers: numbers.iter(), again: &[] }
    }

    /// Choices that go on from the start when the numbers have ended.
    pub fn endless(numbers: &'n [u32]) -> Self {
        Self { numbers: numbers.iter(), again: numbers }
    }

    /// Whether any choice is left.
    pub fn is_at_end(&self) -> bool {
        self.numbers.len() == 0 && self.again.is_empty()
    }

    fn next(&mut self) -> usize {
        if self.numbers.len() == 0 {
            self.numbers = self.again.iter();
        }
        self.numbers.next().map_or(0, |n| *n as usize)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.next() % end.max(1)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Whether something that happens in so many of a hundred cases does.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.next() % 100 >= 100 - percent
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        (self.next() as u64) << 32 | self.next() as u64
    }
}

/// Tapes from empty to long enough for hundreds of objects, most of them short.
pub fn tapes() -> impl Strategy<Value = Vec<u32>> {
    let numbers = |longest: usize| prop::collection::vec(any::<u32>(), 0..longest);
    prop_oneof![
        40 => numbers(60),
        40 => numbers(300),
        18 => numbers(1000),
        2 => numbers(4000),
    ]
}
