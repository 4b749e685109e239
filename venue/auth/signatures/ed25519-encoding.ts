// Which bytes are an Ed25519 key or signature. The runtime's own check takes more than one spelling of the same, and keys
// for which signatures can be made without a secret; another verifier, or a later runtime, would not. Here each point and
// each number has one spelling, as RFC 8032 (5.1.3, 5.1.7) demands, and points of small order are no keys.

/** 2^255 − 19: coordinates are below it. */
const FIELD = littleEndian((1n << 255n) - 19n);
/** The order of the group: the second half of a signature is below it. */
const GROUP_ORDER = littleEndian((1n << 252n) + 27742317777372353535851937790883648493n);
/** Of a coordinate's last byte: the first bit is the sign of the other coordinate. */
const COORDINATE = 0x7f;

/**
 * The y of all points whose order divides 8; each has one or two of them. With such a key a signature without a
 * secret fits every eighth text, or every text.
 */
const SMALL_ORDER: readonly Uint8Array[] = [
  0n,
  1n,
  (1n << 255n) - 20n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
].map(littleEndian);

/** Whether 32 bytes are the one spelling of a y, and of no point of small order. It may still be no point's. */
export function isPointEncoding(bytes: Uint8Array): boolean {
  if (compared(bytes, 0, FIELD, COORDINATE) >= 0) return false;
  for (const y of SMALL_ORDER) if (compared(bytes, 0, y, COORDINATE) === 0) return false;
  return true;
}

/** Whether 64 bytes are the one spelling of a signature: a point, then a number below the order of the group. */
export function isSignatureEncoding(bytes: Uint8Array): boolean {
  return isPointEncoding(bytes) && compared(bytes, 32, GROUP_ORDER, 0xff) < 0;
}

/**
 * Compares two little-endian numbers of 32 bytes from their last byte on, where most of them differ: every signature is
 * looked at so, and made into a bigint it would take twenty times as long.
 * @param mask of the last byte of the first
 * @returns below 0, 0, above 0
 */
function compared(bytes: Uint8Array, offset: number, other: Uint8Array, mask: number): number {
  const last = (bytes[offset + 31]! & mask) - other[31]!;
  if (last !== 0) return last;
  for (let at = 30; at >= 0; at--) {
    const difference = bytes[offset + at]! - other[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function littleEndian(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((number >> BigInt(8 * at)) & 0xffn));
}
