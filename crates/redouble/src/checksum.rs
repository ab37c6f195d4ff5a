//! CRC-32, the checksum of everything that is stored: it finds every short error and nearly every other.

/// The CRC-32 of some bytes, as zip and png use it (polynomial `0xedb88320`, bits reflected).
///
/// ```
/// assert_eq!(redouble::checksum::crc32(b"123456789"), 0xcbf43926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| TABLE[usize::from(crc as u8 ^ byte)] ^ crc >> 8;
    !bytes.iter().fold(!0, step)
}

/// What each byte does to the checksum.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};
