// Which bytes are an Ed25519 key or signature. The runtime's own check takes more than one spelling of the same, and keys
// for which signatures can be made without a secret; another verifier, or a later runtime, would not. Here each point and
// each number has one spelling, as RFC 8032 (5.1.3, 5.1.7) demands, and points of small order stand for nobody.

const FIELD = (1n << 255n) - 19n;
const GROUP_ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
const SIGN_BIT = 1n << 255n;

/**
 * The y of all points whose order divides 8; each has one or two of them. With such a key a signature by nobody fits every
 * eighth text, or every text.
 */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  FIELD - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
]);

/** Whether 32 bytes are the one spelling of a y, and of no point of small order. It may still be no point's. */
export function isPointEncoding(bytes: Uint8Array): boolean {
  const y = littleEndian(bytes) & (SIGN_BIT - 1n);
  return y < FIELD && !SMALL_ORDER.has(y);
}

/** Whether 64 bytes are the one spelling of a signature: a point, then a number below the order of the group. */
export function isSignatureEncoding(bytes: Uint8Array): boolean {
  return isPointEncoding(bytes.subarray(0, 32)) && littleEndian(bytes.subarray(32)) < GROUP_ORDER;
}

function littleEndian(bytes: Uint8Array): bigint {
  let number = 0n;
  const { buffer, byteOffset } = bytes;
  const view = new DataView(buffer, byteOffset, 32);
  for (let at = 24; at >= 0; at -= 8) number = (number << 64n) | view.getBigUint64(at, true);
  return number;
}
