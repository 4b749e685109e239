// Base58, the spelling of API keys and their secrets. Interface 2.2. A leading zero byte is a leading `1`, so text and
// bytes of a fixed length map one to one.

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = "";
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

/** @throws {TypeError} for a character outside the alphabet, or when the text is not that many bytes */
export function decodeBase58(text: string, byteLength: number): Uint8Array<ArrayBuffer> {
  let number = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) throw new TypeError(`base58 has no character ${JSON.stringify(character)}`);
    number = number * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(byteLength);
  for (let at = byteLength - 1; at >= 0; at--) {
    bytes[at] = Number(number & 0xffn);
    number >>= 8n;
  }
  if (number > 0n || encodeBase58(bytes) !== text) throw new TypeError(`base58 text is not ${byteLength} bytes`);
  return bytes;
}
