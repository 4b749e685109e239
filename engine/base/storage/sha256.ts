// SHA-256 (FIPS 180-4), for `stateHash`. Written here because the engine depends on nothing; the journal uses the platform's.

/** The first 32 bits of the fractions of the square roots of the first 8 primes. */
const INITIAL = fractions(8, (p) => Math.sqrt(p));
/** The same for the cube roots of the first 64 primes. */
const ROUND = fractions(64, cubeRoot);

/** @returns 64 lower-case hex digits */
export function sha256(message: Uint8Array): string {
  const state = INITIAL.slice();
  const schedule = new Int32Array(64);
  const whole = message.length - (message.length % 64);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 0; at < whole; at += 64) compress(state, schedule, view, at);

  const rest = message.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(message.subarray(whole));
  tail[rest] = 0x80;
  const tailView = new DataView(tail.buffer);
  tailView.setUint32(tail.length - 8, Math.floor(message.length / 0x2000_0000));
  tailView.setUint32(tail.length - 4, (message.length * 8) >>> 0);
  for (let at = 0; at < tail.length; at += 64) compress(state, schedule, tailView, at);

  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function compress(state: Int32Array, w: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + ROUND[i]! + w[i]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + word) | 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractions(count: number, root: (prime: number) => number): Int32Array {
  const words: number[] = [];
  for (let n = 2; words.length < count; n++) {
    if (isPrime(n)) words.push((root(n) % 1) * 4_294_967_296);
  }
  return Int32Array.from(words, (word) => Math.floor(word) | 0);
}

/** Newton's method: it converges from above, so it stops when the estimate no longer falls. */
function cubeRoot(n: number): number {
  let x = n;
  for (;;) {
    const next = (2 * x + n / (x * x)) / 3;
    if (next >= x) return x;
    x = next;
  }
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}
