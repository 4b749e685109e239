// Which bytes are a valid Ed25519 key or signature. The runtime's own check accepts non-canonical encodings, and keys for which
// signatures can be made without a secret; another verifier, or a later runtime, would not. Here each point and each scalar has
// one encoding, as RFC 8032 (5.1.3, 5.1.7) requires, and points of small order are not valid keys.

/** 2^255 − 19: coordinates are below it. */
const FIELD = littleEndian((1n << 255n) - 19n);
/** The order of the group: the scalar in a signature's second half is below it. */
const GROUP_ORDER = littleEndian((1n << 252n) + 27742317777372353535851937790883648493n);
/** Mask for a coordinate's last byte: its highest bit is the sign of the other coordinate. */
const COORDINATE = 0x7f;

/**
 * The y of all points whose order divides 8; each belongs to one or two of them. For such a key, a signature made without a
 * secret is valid for every eighth text, or for every text.
 */
const SMALL_ORDER: readonly Uint8Array[] = [
  0n,
  1n,
  (1n << 255n) - 20n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
].map(littleEndian);

/** Whether 32 bytes are the canonical encoding of a y that no point of small order has. There may be no point with it at all. */
export function isPointEncoding(bytes: Uint8Array): boolean {
  if (compared(bytes, 0, FIELD, COORDINATE) >= 0) return false;
  for (const y of SMALL_ORDER) if (compared(bytes, 0, y, COORDINATE) === 0) return false;
  return true;
}

/** Whether 64 bytes are the canonical encoding of a signature: a point, then a scalar below the order of the group. */
export function isSignatureEncoding(bytes: Uint8Array): boolean {
  return isPointEncoding(bytes) && compared(bytes, 32, GROUP_ORDER, 0xff) < 0;
}

/**
 * Compares two little-endian numbers of 32 bytes from the last byte down, where most of them differ. It runs for every
 * signature; converting to a bigint would take twenty times as long.
 * @param mask for the last byte of the first number
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
