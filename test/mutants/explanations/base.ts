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
      why: "the path for large products gives the same result, only slower",
    },
    {
      operator: "number",
      line: "const TWO_31 = 2_147_483_648;",
      why: "the value it is compared with is twice the largest possible remainder, and next to the bound both paths give the same result",
    },
    {
      operator: "check",
      line: "if (error < 0.25 && 2 * error * c < TWO_31) {",
      why: "big integers give the same result, only slower",
    },
    {
      operator: "comparison",
      line: "if (error < 0.25 && 2 * error * c < TWO_31) {",
      why: "the error is assumed to be twice as large as it can be: at its bounds both paths give the same result",
    },
    {
      operator: "comparison",
      line: "if (Math.abs(estimate - whole) > error) return Math.floor(estimate);",
      why: "the error is assumed to be twice as large as it can be: at its bound both paths give the same result",
    },
    {
      operator: "comparison",
      line: "return n >= 0n ? (n + half) / d : (n - half) / d;",
      why: "half a divisor above or below zero still divides to zero",
    },
  ]),
  ...inFile("engine/base/numbers/calendar.ts", [
    {
      operator: "rounding",
      line: "(dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,",
      after:
        "(dayOfEra - Math.floor(dayOfEra / 1_460) + Math.ceil(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,",
      why: "a year too high, on the year's last day, is paired with a day of the year before its first: the month is the same on each of the 146,097 days",
    },
  ]),
  ...inFile("engine/base/storage/blocks.ts", [
    {
      operator: "comparison",
      line: "return size <= EXACT_UNITS ? size : EXACT_UNITS << (size - EXACT_UNITS);",
      after: "return size < EXACT_UNITS ? size : EXACT_UNITS << (size - EXACT_UNITS);",
      why: "at the bound nothing is shifted: both branches give the same result",
    },
    {
      operator: "rounding",
      line: "this.#bytes = new Uint8Array(new ArrayBuffer(Math.ceil(length / UNIT_BYTES) * UNIT_BYTES));",
      why: "the length needed is a whole number of units, and fits; a remaining part of a unit is capacity taken in advance",
    },
    {
      operator: "comparison",
      line: [
        "if (this.#usedUnits * UNIT_BYTES > this.#bytes.length) this.#grow(this.#usedUnits * UNIT_BYTES);",
        "if (used > this.#bytes.length) this.#makeRoom(used * ROOM_AHEAD);",
      ],
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "this.#makeRoom(Math.max(needed, old.length * 2));",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
  ]),
  ...inFile("engine/base/storage/bound-heap.ts", [
    {
      line: "if (this.#size > 0) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);",
      after: [
        "if (this.#size >= 0) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);",
        "if (this.#size > (-1)) this.#sink(0, this.#limits[this.#size]!, this.#rows[this.#size]!);",
      ],
      why: "when none is left, the entry moved to the top is the one that is already there",
    },
    {
      operator: "comparison",
      line: "for (let i = 0; i < this.#size; i++) {",
      why: "past the last entry there is nothing, or else a limit that is then in the heap twice: once it has been passed, the second copy has no effect",
    },
    {
      line: "for (let i = (kept >> 1) - 1; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
      after: [
        "for (let i = (kept >> 1); i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
        "for (let i = (kept >> 0) - 1; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
        "for (let i = (kept >> 1) - 0; i >= 0; i--) this.#sink(i, limits[i]!, rows[i]!);",
      ],
      why: "an entry with nothing below it stays in place",
    },
    {
      operator: "comparison",
      line: ["if (limits[parent]! <= limit) break;", "if (limits[child]! >= limit) break;"],
      why: "of two equal limits either may be the higher one in the heap",
    },
    {
      operator: "comparison",
      line: "if (child + 1 < size && limits[child + 1]! < limits[child]!) child++;",
      after: "if (child + 1 < size && (limits[child + 1]!) <= (limits[child]!)) child++;",
      why: "of two equal limits either may be the higher one in the heap",
    },
  ]),
  ...inFile("engine/base/storage/bytes.ts", [
    { line: "const VIEWS_KEPT = 1024;", why: "a view that is created again equals the cached one" },
    {
      operator: ["comparison", "check"],
      line: "if (length > VIEWS_KEPT) return this.#bytes.subarray(0, length);",
      why: "a view that is created again equals the cached one",
    },
    { line: "const PIECE_BYTES = 65_536;", why: "no value read depends on how much is read ahead" },
    { line: "const ASCII_MAX = 128;", why: "this only chooses how a text is decoded: both ways give the same text" },
    {
      operator: ["check", "comparison"],
      line: "if (length > ASCII_MAX) return undefined;",
      why: "this only chooses how a text is decoded: both ways give the same text",
    },
    {
      operator: "number",
      line: "if (byte >= 0x80) return undefined;",
      after: "if (byte >= 127) return undefined;",
      why: "this only chooses how a text is decoded: both ways give the same text",
    },
    {
      line: 'if (length === 0) return "";',
      after: ['if (false) return "";', 'if (length === (-1)) return "";'],
      why: "zero bytes decode to the empty text either way",
    },
    {
      operator: "number",
      line: "this.#room(1);",
      after: "this.#room(2);",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "this.#room(4);",
      after: "this.#room(5);",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "this.#room(8);",
      after: "this.#room(9);",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "this.#room(4 + s.length * 3);",
      after: ["this.#room(5 + s.length * 3);", "this.#room(4 + s.length * 4);"],
      why: "capacity only grows a little earlier",
    },
    {
      operator: "comparison",
      line: "if (needed <= this.#bytes.length) return;",
      after: "if (needed < this.#bytes.length) return;",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
    {
      line: "if (this.#source === undefined || length < 0) throw endsEarly({ at, length, end });",
      after: [
        "if (this.#source !== undefined || length < 0) throw endsEarly({ at, length, end });",
        "if (this.#source === undefined || length <= 0) throw endsEarly({ at, length, end });",
        "if (this.#source === undefined || length < 1) throw endsEarly({ at, length, end });",
      ],
      why: "zero bytes always fit into what is in memory, so they are never requested from the source",
    },
    {
      operator: "number",
      line: "units = new Array<number>(length).fill(0);",
      why: "the initial values are overwritten each time before they are read",
    },
    {
      operator: "comparison",
      line: "if (byte >= 0x80) return undefined;",
      why: "a byte of 0x80 comes after a byte above it",
    },
    {
      operator: "comparison",
      line: "if (first < 0x80) text += String.fromCharCode(first);",
      why: "no character begins with a byte of 0x80",
    },
  ]),
  ...inFile("engine/base/storage/int-map.ts", [
    {
      operator: "number",
      line: "#factor = 1;",
      after: "#factor = 0;",
      why: "without a key the search for every number starts at the same slot: slower, but every number is still found",
    },
    {
      operator: ["rounding", "number"],
      line: [
        "const folded = low === key ? low : low ^ Math.imul(Math.floor(key / 4_294_967_296), 0x85ebca6b);",
        "const word = low === key ? low : low ^ mixed(Math.floor(key / 4_294_967_296), added, factor);",
      ],
      why: "no result depends on the slot where the search for a key starts, as long as it is always the same slot",
    },
    {
      operator: "term",
      line: "for (let i = (hole + 1) & mask; keys[i] !== EMPTY; i = (i + 1) & mask) {",
      after: "for (let i = (hole) & mask; keys[i] !== EMPTY; i = (i + 1) & mask) {",
      why: "the removed entry only moves to its own slot, before the entries after it move there",
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
      why: "no result depends on the slot where the search for a key starts, as long as it is always the same slot",
    },
    {
      operator: "number",
      line: "#factor = 1;",
      after: "#factor = 2;",
      why: "no result depends on the slot where the search for a key starts, as long as it is always the same slot",
    },
    {
      line: "if (this.#size * 2 > this.#mask) this.#grow(this.#keys.length * 2);",
      after: [
        "if ((this.#size * 2) >= this.#mask) this.#grow(this.#keys.length * 2);",
        "if (this.#size * 3 > this.#mask) this.#grow(this.#keys.length * 2);",
      ],
      why: "capacity only grows a little earlier",
    },
    {
      operator: "comparison",
      line: "while (size * 2 > capacity) capacity *= 2;",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "comparison",
      line: "if (capacity > this.#keys.length) this.#grow(capacity);",
      why: "rebuilt with the same capacity, the map finds the same entries",
    },
    {
      operator: ["number", "number"],
      line: "const low = key | 0;",
      why: "no result depends on the slot where the search for a key starts, as long as it is always the same slot",
    },
    {
      operator: "number",
      line: "while (size * 2 > capacity) capacity *= 2;",
      after: ["while (size * 3 > capacity) capacity *= 2;", "while (size * 1 > capacity) capacity *= 2;"],
      why: "no result depends on the initial capacity: adding entries increases it as needed",
    },
  ]),
  ...inFile("engine/base/storage/keyed-hash.ts", [
    {
      operator: "check",
      line: "if (owner === this.#owner && text === this.#text) return;",
      why: "the same key searched for again has the same bytes and the same hash",
    },
    {
      operator: "term",
      line: "if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length + TEXT_START) * 2);",
      after: "if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length) * 2);",
      why: "for a text that does not fit into 256 bytes, twice its length also leaves room for the four bytes before it",
    },
    {
      operator: "number",
      line: "#owner = 0;",
      why: "as long as there is no previous text, its owner is not compared",
    },
    { operator: "number", line: "#hash = 0;", why: "set by every search, and only read afterwards" },
    {
      operator: "comparison",
      line: "for (let i = 0; i < WORDS; i++) this.#key[i] = Number.parseInt(key.slice(i * 8, i * 8 + 8), 16);",
      why: "there is no room after the last word: a write there is lost",
    },
    {
      operator: "comparison",
      line: "if (length + TEXT_START > this.#stored.length) this.#stored = new Uint8Array((length + TEXT_START) * 2);",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "comparison",
      line: "for (let i = 0; i < length; i++) stored[TEXT_START + i] = memory[start + i]!;",
      why: "the bytes after the text are not hashed",
    },
  ]),
  ...inFile("engine/base/storage/number-table.ts", [
    {
      operator: "number",
      line: "export const FIRST_ROWS = 16;",
      why: "no result depends on a table's initial capacity",
    },
    {
      operator: "number",
      line: "if (this.#used === this.#capacity) this.#makeRoom(this.#used + 1);",
      after: "if (this.#used === this.#capacity) this.#makeRoom(this.#used + 2);",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "comparison",
      line: ["if (used > this.#capacity) this.#makeRoom(used);", "while (capacity < rows) capacity *= 2;"],
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "while (capacity < rows) capacity *= 2;",
      after: "while (capacity < rows) capacity *= 3;",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
  ]),
  ...inFile("engine/base/storage/side-table.ts", [
    {
      operator: "comparison",
      line: "if (rows <= this.#reached) return;",
      why: "with exactly as many rows as there are, nothing changes",
    },
    {
      operator: "comparison",
      line: "if (rows > this.#capacity) this.#grow(Math.max(rows, FIRST_ROWS, this.#capacity * 2));",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "if (rows > this.#capacity) this.#grow(Math.max(rows, FIRST_ROWS, this.#capacity * 2));",
      why: "the needed length fits; no result depends on how much capacity is taken in advance",
    },
    {
      operator: "number",
      line: "#capacity = 0;",
      after: "#capacity = (-1);",
      why: "a capacity below zero is never requested",
    },
  ]),
  ...inFile("engine/base/storage/text-table.ts", [
    {
      operator: "number",
      line: "export const TEXT_HEAD_BYTES = 16;",
      after: "export const TEXT_HEAD_BYTES = 15;",
      why: "the data after it begins at a multiple of its width, which is still the 16th byte",
    },
    {
      operator: "check",
      line: "if (this.#hashes[row] !== hash) return false;",
      why: "texts are compared in full: a different hash only avoids the comparison",
    },
    {
      operator: "comparison",
      line: "while (capacity < this.used * 2) capacity *= 2;",
      why: "at the bound the capacity is only doubled: every text is still found",
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
      why: "at most half of the slots and one more are taken: there is always a free slot further on",
    },
    {
      operator: "number",
      line: "if (this.#count * 2 >= this.#places.length) this.#indexIn(this.#places.length * 2);",
      after: "if (this.#count * 3 >= this.#places.length) this.#indexIn(this.#places.length * 2);",
      why: "capacity only grows a little earlier",
    },
    {
      operator: "number",
      line: "if (row >= this.#hashes.length) this.#makeRoom(row * 2);",
      after: "if (row >= this.#hashes.length) this.#makeRoom(row * 3);",
      why: "no result depends on how much capacity is taken in advance",
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
      why: "replacing an empty block by an empty one changes nothing: the block that is released is the one that is taken",
    },
    {
      operator: "comparison",
      line: "if (this.used > this.#hashes.length) this.#makeRoom(this.used);",
      why: "rebuilt with the same capacity, it holds the same entries",
    },
    {
      operator: "check",
      line: "if (ints[at + TEXT_BYTES] !== length) return false;",
      why: "a wrong match that is too long would have to begin with the whole of another text and also have the same hash: one pair in four thousand million",
    },
    {
      operator: "check",
      line: "if (!this.isTaken(row)) continue;",
      why: "nothing reads the hash of a row that holds no text",
    },
  ]),
];
