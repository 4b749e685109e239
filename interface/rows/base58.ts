// Base58, in which API keys are written: no 0, O, I or l, and one leading `1` per leading zero byte. Interface 2.2.
// Written here because the trading page loads it, and a library for all bases would be as large as a view.

const LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const VALUES: ReadonlyMap<string, number> = new Map([...LETTERS].map((letter, value) => [letter, value]));
/** How many letters are converted at a time: 58 to this power is a whole number that a double holds. */
const RUN = 9;
const POWERS = Array.from({ length: RUN + 1 }, (_, letters) => 58n ** BigInt(letters));
const WORD = 8;

export function encodeBase58(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (; value > 0n; value /= POWERS[RUN]!) text = lettersOf(Number(value % POWERS[RUN]!)) + text;
  return LETTERS[0]!.repeat(leading(bytes, 0)) + text.replace(/^1+/, "");
}

/**
 * The bytes of a base58 text; undefined when a letter is foreign or the text does not have exactly `length` bytes. Each
 * text spells only one key, because the alphabet and the leading ones leave no second spelling.
 */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  // 58 is a little less than 2^6, so n bytes never need more than 1.37 n letters; longer texts are refused without any work.
  if (text.length > Math.ceil(length * 1.37) + 1) return undefined;
  let value = 0n;
  for (let at = 0; at < text.length; at += RUN) {
    const run = text.slice(at, at + RUN);
    let sum = 0;
    for (const letter of run) sum = sum * 58 + (VALUES.get(letter) ?? Number.NaN);
    if (Number.isNaN(sum)) return undefined;
    value = value * POWERS[run.length]! + BigInt(sum);
  }
  const words = new DataView(new ArrayBuffer(Math.ceil(length / WORD) * WORD));
  for (let at = words.byteLength - WORD; at >= 0; at -= WORD, value >>= 64n) words.setBigUint64(at, value);
  const all = new Uint8Array(words.buffer);
  const bytes = all.slice(all.length - length);
  const isWhole = value === 0n && leading(all, 0) >= all.length - length;
  return isWhole && leading(bytes, 0) === leading(text, LETTERS[0]) ? bytes : undefined;
}

function lettersOf(value: number): string {
  let letters = "";
  for (let rest = value; letters.length < RUN; rest = Math.floor(rest / 58)) letters = LETTERS[rest % 58]! + letters;
  return letters;
}

/** How many times in a row a list begins with this value. */
function leading<Value>(list: ArrayLike<Value>, same: Value | undefined): number {
  let count = 0;
  while (count < list.length && list[count] === same) count += 1;
  return count;
}
