// Changes in `engine/base/` that no test can detect.

import { type Explanation, inFile } from "../explained.ts";

export const base: readonly Explanation[] = [
  ...inFile("engine/base/numbers/arithmetic.ts", [
    {
      operator: "check",
      line: [
        "if (product < TWO_53 && product > -TWO_53) return Math.floor(product / c) + 0;",
        "if (product < TWO_53 && product > -TWO_53) return Math.ceil(product / c) + 0;",
      ],
      why: "the way for large products comes to the same, only slower",
    },
    {
      operator: "number",
      line: "const TWO_31 = 2_147_483_648;",
      why: "what it is compared with is twice what can be over: next to the bound both ways come to the same",
    },
    {
      operator: "check",
      line: "if (error < 0.25 && 2 * error * c < TWO_31) {",
      why: "big integers come to the same, only slower",
    },
    {
      operator: "comparison",
      line: "if (error < 0.25 && 2 * error * c < TWO_31) {",
      why: "the error is counted as twice of what it can be: at its bounds both ways come to the same",
    },
    {
      operator: "comparison",
      line: "if (Math.abs(estimate - whole) > error) return Math.floor(estimate);",
      why: "the error is counted as twice of what it can be: at its bound both ways come to the same",
    },
    {
      operator: "comparison",
      line: "return n >= 0n ? (n + half) / d : (n - half) / d;",
      why: "half a divisor either way of nothing is nothing",
    },
  ]),
  ...inFile("engine/base/numbers/calendar.ts", [
    {
      operator: "rounding",
      line: "(dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,",
      after:
        "(dayOfEra - Math.floor(dayOfEra / 1_460) + Math.ceil(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,",
      why: "a year too many, on its last day, goes with a day before its first: the same month, for each of the 146,097 days",
    },
  ]),
  ...inFile("engine/base/storage/blocks.ts", [
    {
      operator: "comparison",
      line: "return size <= EXACT_UNITS ? size : EXACT_UNITS << (size - EXACT_UNITS);",
      after: "return size < EXACT_UNITS ? size : EXACT_UNITS << (size - EXACT_UNITS);",
      why: "at the bound nothing is shifted: both come to the same",
    },
    {
      operator: "rounding",
      line: "this.#bytes = new Uint8Array(new ArrayBuffer(Math.ceil(length / UNIT_BYTES) * UNIT_BYTES));",
      why: "what is needed is a whole number of units, and fits; a part of a unit that is left is room taken ahead",
    },
    {
      operator: "comparison",
      line: [
        "if (this.#usedUnits * UNIT_BYTES > this.#bytes.length) this.#grow(this.#usedUnits * UNIT_BYTES);",
        "if (used > this.#bytes.length) this.#makeRoom(used * ROOM_AHEAD);",
      ],
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "this.#makeRoom(Math.max(needed, old.length * 2));",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
  ]),
  ...inFile("engine/base/storage/bound-heap.ts", [
    {
      line: "if (this.#size > 0) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);",
      after: [
        "if (this.#size >= 0) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);",
        "if (this.#size > (-1)) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);",
      ],
      why: "where none is left, what is put at the top is what stands there",
    },
    {
      operator: "comparison",
      line: "for (let i = 0; i < this.#size; i++) {",
      why: "behind the last stands none, or a limit that is there twice then: passed once, the second leads to nothing",
    },
    {
      line: "for (let i = (kept >> 1) - 1; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
      after: [
        "for (let i = (kept >> 1); i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
        "for (let i = (kept >> 0) - 1; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
        "for (let i = (kept >> 1) - 0; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
      ],
      why: "what has nothing below it stays where it is",
    },
    {
      operator: "comparison",
      line: ["if (limits[parent]! <= limit) break;", "if (limits[child]! >= limit) break;"],
      why: "of equal limits either may stand above",
    },
    {
      operator: "comparison",
      line: "if (child + 1 < size && limits[child + 1]! < limits[child]!) child++;",
      after: "if (child + 1 < size && (limits[child + 1]!) <= (limits[child]!)) child++;",
      why: "of equal limits either may stand above",
    },
  ]),
  ...inFile("engine/base/storage/bytes.ts", [
    { line: "const VIEWS_KEPT = 1024;", why: "a view that is made anew is equal to one that was kept" },
    {
      operator: ["comparison", "check"],
      line: "if (length > VIEWS_KEPT) return this.#bytes.subarray(0, length);",
      why: "a view that is made anew is equal to one that was kept",
    },
    { line: "const PIECE_BYTES = 65_536;", why: "how much is read ahead shows nowhere in what is read" },
    { line: "const ASCII_MAX = 128;", why: "only which way a text is decoded: both give the same text" },
    {
      operator: ["check", "comparison"],
      line: "if (length > ASCII_MAX) return undefined;",
      why: "only which way a text is decoded: both give the same text",
    },
    {
      operator: "number",
      line: "if (byte >= 0x80) return undefined;",
      after: "if (byte >= 127) return undefined;",
      why: "only which way a text is decoded: both give the same text",
    },
    {
      line: 'if (length === 0) return "";',
      after: ['if (false) return "";', 'if (length === (-1)) return "";'],
      why: "the text of no bytes is the empty one, by either way of decoding",
    },
    { operator: "number", line: "this.#room(1);", after: "this.#room(2);", why: "more room is taken a little earlier" },
    { operator: "number", line: "this.#room(4);", after: "this.#room(5);", why: "more room is taken a little earlier" },
    { operator: "number", line: "this.#room(8);", after: "this.#room(9);", why: "more room is taken a little earlier" },
    {
      operator: "number",
      line: "this.#room(4 + s.length * 3);",
      after: ["this.#room(5 + s.length * 3);", "this.#room(4 + s.length * 4);"],
      why: "more room is taken a little earlier",
    },
    {
      operator: "comparison",
      line: "if (needed <= this.#bytes.length) return;",
      after: "if (needed < this.#bytes.length) return;",
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
    {
      line: "if (this.#source === undefined || length < 0) throw endsEarly({ at, length, end });",
      after: [
        "if (this.#source !== undefined || length < 0) throw endsEarly({ at, length, end });",
        "if (this.#source === undefined || length <= 0) throw endsEarly({ at, length, end });",
        "if (this.#source === undefined || length < 1) throw endsEarly({ at, length, end });",
      ],
      why: "nothing at all fits into what is in memory, so that it is never asked of the source",
    },
    {
      operator: "number",
      line: "units = new Array<number>(length).fill(0);",
      why: "what it is filled with is overwritten each time before it is read",
    },
    {
      operator: "comparison",
      line: "if (byte >= 0x80) return undefined;",
      why: "a byte of 0x80 stands behind one that is above it",
    },
    {
      operator: "comparison",
      line: "if (first < 0x80) text += String.fromCharCode(first);",
      why: "no letter begins with a byte of 0x80",
    },
  ]),
  ...inFile("engine/base/storage/int-map.ts", [
    {
      operator: "number",
      line: "#factor = 1;",
      after: "#factor = 0;",
      why: "with no key every number begins at one place: slower, and found all the same",
    },
    {
      operator: ["rounding", "number"],
      line: [
        "const folded = low === key ? low : low ^ Math.imul(Math.floor(key / 4_294_967_296), 0x85ebca6b);",
        "const word = low === key ? low : low ^ mixed(Math.floor(key / 4_294_967_296), added, factor);",
      ],
      why: "where a key begins to be sought shows nowhere, as long as it is the same place each time",
    },
    {
      operator: "term",
      line: "for (let i = (hole + 1) & mask; keys[i] !== EMPTY; i = (i + 1) & mask) {",
      after: "for (let i = (hole) & mask; keys[i] !== EMPTY; i = (i + 1) & mask) {",
      why: "what is taken out moves to where it is, before what stands behind it moves there",
    },
    {
      operator: "number",
      line: [
        "#added = 0;",
        "const mixed = Math.imul(folded, 0x9e3779b1);",
        "return mixed ^ (mixed >>> 15);",
        "const twice = Math.imul(once ^ (once >>> 15), factor);",
        "return twice ^ (twice >>> 13);",
      ],
      why: "where a key begins to be sought shows nowhere, as long as it is the same place each time",
    },
    {
      operator: "number",
      line: "#factor = 1;",
      after: "#factor = 2;",
      why: "where a key begins to be sought shows nowhere, as long as it is the same place each time",
    },
    {
      line: "if (this.#size * 2 > this.#mask) this.#grow(this.#keys.length * 2);",
      after: [
        "if ((this.#size * 2) >= this.#mask) this.#grow(this.#keys.length * 2);",
        "if (this.#size * 3 > this.#mask) this.#grow(this.#keys.length * 2);",
      ],
      why: "more room is taken a little earlier",
    },
    {
      operator: "comparison",
      line: "while (size * 2 > capacity) capacity *= 2;",
      why: "more room is taken a little earlier",
    },
    {
      operator: "comparison",
      line: "if (capacity > this.#keys.length) this.#grow(capacity);",
      why: "made anew with as much room, it finds what it found",
    },
    {
      operator: ["number", "number"],
      line: "const low = key | 0;",
      why: "where a key begins to be sought shows nowhere, as long as it is the same place each time",
    },
    {
      operator: "number",
      line: "while (size * 2 > capacity) capacity *= 2;",
      after: ["while (size * 3 > capacity) capacity *= 2;", "while (size * 1 > capacity) capacity *= 2;"],
      why: "how much is taken at once shows nowhere: what is set takes more as it needs it",
    },
  ]),
  ...inFile("engine/base/storage/keyed-hash.ts", [
    {
      operator: "check",
      line: "if (owner === this.#owner && text === this.#text) return;",
      why: "what is sought again has the bytes and the hash that it had",
    },
    {
      operator: "term",
      line: "if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length + TEXT_START) * 2);",
      after: "if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length) * 2);",
      why: "twice the length of a text that does not fit into 256 bytes is room for the four bytes before it as well",
    },
    {
      operator: "number",
      line: "#owner = 0;",
      why: "as long as there is no text before, it is not asked whose it was",
    },
    { operator: "number", line: "#hash = 0;", why: "set whenever a text is sought, and read after that" },
    {
      operator: "comparison",
      line: "for (let i = 0; i < WORDS; i++) this.#key[i] = Number.parseInt(key.slice(i * 8, i * 8 + 8), 16);",
      why: "behind the last word there is no room: what is written there goes nowhere",
    },
    {
      operator: "comparison",
      line: "if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length + TEXT_START) * 2);",
      why: "more room is taken a little earlier",
    },
    {
      operator: "comparison",
      line: "for (let i = 0; i < length; i++) stored[TEXT_START + i] = memory[start + i]!;",
      why: "what is behind the text is not hashed",
    },
  ]),
  ...inFile("engine/base/storage/number-table.ts", [
    {
      operator: "number",
      line: "export const FIRST_ROWS = 16;",
      why: "how much room a table begins with shows nowhere",
    },
    {
      operator: "number",
      line: "if (this.#used === this.#capacity) this.#makeRoom(this.#used + 1);",
      after: "if (this.#used === this.#capacity) this.#makeRoom(this.#used + 2);",
      why: "more room is taken a little earlier",
    },
    {
      operator: "comparison",
      line: ["if (used > this.#capacity) this.#makeRoom(used);", "while (capacity < rows) capacity *= 2;"],
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "while (capacity < rows) capacity *= 2;",
      after: "while (capacity < rows) capacity *= 3;",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
  ]),
  ...inFile("engine/base/storage/side-table.ts", [
    {
      operator: "comparison",
      line: "if (rows <= this.#reached) return;",
      why: "as many rows as there are is what is there",
    },
    {
      operator: "comparison",
      line: "if (rows > this.#capacity) this.#grow(Math.max(rows, FIRST_ROWS, this.#capacity * 2));",
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "if (rows > this.#capacity) this.#grow(Math.max(rows, FIRST_ROWS, this.#capacity * 2));",
      why: "what is needed fits; how much is taken ahead shows nowhere",
    },
    {
      operator: "number",
      line: "#capacity = 0;",
      after: "#capacity = (-1);",
      why: "no fewer than no rows are asked for",
    },
  ]),
  ...inFile("engine/base/storage/text-table.ts", [
    {
      operator: "number",
      line: "export const TEXT_HEAD_BYTES = 16;",
      after: "export const TEXT_HEAD_BYTES = 15;",
      why: "what stands behind it begins at a multiple of its width, which is the 16th byte all the same",
    },
    {
      operator: "check",
      line: "if (this.#hashes[row] !== hash) return false;",
      why: "texts are compared in full: another hash only saves that",
    },
    {
      operator: "comparison",
      line: "while (capacity < this.used * 2) capacity *= 2;",
      why: "at the bound twice the room is taken: nothing is found elsewhere by it",
    },
    {
      operator: "term",
      line: "return this.#blocks.bytes.subarray(start + this.ints[at + TEXT_BYTES]!, start + this.ints[at + BLOCK_BYTES]!);",
      after: "return this.#blocks.bytes.subarray(start + this.ints[at]!, start + this.ints[at + BLOCK_BYTES]!);",
      why: "it is the first number of its row",
    },
    {
      operator: "comparison",
      line: "if (this.#count * 2 >= this.#places.length) this.#indexIn(this.#places.length * 2);",
      why: "half and one more of the places are taken: there is always a free one behind",
    },
    {
      operator: "number",
      line: "if (this.#count * 2 >= this.#places.length) this.#indexIn(this.#places.length * 2);",
      after: "if (this.#count * 3 >= this.#places.length) this.#indexIn(this.#places.length * 2);",
      why: "more room is taken a little earlier",
    },
    {
      operator: "number",
      line: "if (row >= this.#hashes.length) this.#makeRoom(row * 2);",
      after: "if (row >= this.#hashes.length) this.#makeRoom(row * 3);",
      why: "how much is taken ahead shows nowhere",
    },
    {
      operator: "term",
      line: "return this.ints[at + BLOCK_BYTES]! > this.ints[at + TEXT_BYTES]!;",
      after: "return this.ints[at + BLOCK_BYTES]! > this.ints[at]!;",
      why: "it is the first number of its row",
    },
    {
      operator: "comparison",
      line: "return this.ints[at + BLOCK_BYTES]! > this.ints[at + TEXT_BYTES]!;",
      why: "none in place of none changes nothing: the block that is let go of is the one that is taken",
    },
    {
      operator: "comparison",
      line: "if (this.used > this.#hashes.length) this.#makeRoom(this.used);",
      why: "made anew with as much room, it has what it had",
    },
    {
      operator: "check",
      line: "if (ints[at + TEXT_BYTES] !== length) return false;",
      why: "to be one too long, a text would have to begin with all of another and have its hash as well: one pair in four thousand million",
    },
    {
      operator: "check",
      line: "if (!this.isTaken(row)) continue;",
      why: "the hash of a row that holds no text is asked for by none",
    },
  ]),
];
