//! What the files of both kinds of net have in common.

/// The checksum's bytes, at the end of a file.
pub(crate) const FOOTER: usize = 8;

/// FNV-1a, 64 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Whether a file ends with the checksum of all before; it has one.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    let (body, footer) = bytes.split_at(bytes.len() - FOOTER);
    checksum(body).to_le_bytes() == *footer
}

/// Takes bytes from the front, little-endian; whoever asks has checked that they are there.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (head, rest) = self.0.split_at(count);
        self.0 = rest;
        head
    }

    pub(crate) fn word(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes(4).try_into().expect("four bytes"))
    }

    pub(crate) fn words(&mut self, count: usize) -> Vec<i32> {
        let (fours, _) = self.bytes(4 * count).as_chunks::<4>();
        fours.iter().map(|&four| i32::from_le_bytes(four)).collect()
    }

    pub(crate) fn shorts(&mut self, count: usize) -> Vec<i16> {
        let (pairs, _) = self.bytes(2 * count).as_chunks::<2>();
        pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
    }

    pub(crate) fn signed_bytes(&mut self, count: usize) -> Vec<i8> {
        self.bytes(count).iter().map(|&byte| byte as i8).collect()
    }
}

/// Numbers from -0.5 to 0.5 for nets of noise: SplitMix, one line each, and no dependency.
pub(crate) fn noise(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 40) as f32 / 16_777_216.0 - 0.5
    }
}
