// Texts that no decent client writes: JSON and words that have broken parsers, databases and arithmetic before.

import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";

const JSON_TEXTS: readonly string[] = [
  ...["null", "true", "false", "0", "-0", "-1", "1.5", "1e400", "-1e400", "1e-400", "9007199254740993", "5e-324"],
  ...["0.1e1", "1E+2", "-9007199254740993", "0.30000000000000004", "1.7976931348623157e308", "18446744073709551616"],
  ...["[]", "{}", "[null]", "[[[]]]", '{"a":{"b":[]}}', '{"__proto__":1}', '{"toString":1}', '{"constructor":{}}'],
  ...['""', '" "', '"null"', '"NaN"', '"Infinity"', '"-0"', '"1e400"', '"0x1"', '"1_000"', '"１２"', '"__proto__"'],
  ...['"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"💩"', '"\\u202e"', '"e\\u0301"', '"%00"', '"%2e%2e"'],
  ...[`"'; DROP TABLE orders; --"`, '"../../etc/passwd"', '"<script>"', '"\\r\\nX: y"', '"PERP_X_USDC"'],
  ...[
    '"0x"',
    `"0x${"0".repeat(64)}"`,
    `"0x${"f".repeat(40)}"`,
    `"ed25519:${"1".repeat(32)}"`,
    '"enum:a:b"',
    '"BUY,SELL"',
  ],
  // Not JSON at all.
  ...["", "NaN", "undefined", "'a'", "01", "1.", ".5", "+1", "0x10", "[1,", '{"a"', '"\n"', "\u0000", "//", "tru"],
];

const WORDS: readonly string[] = [
  ...["", "%20", "0", "-0", "-1", "1.5", "1e400", "1e3", "NaN", "null", "true", "[]", "%7B%7D", "9007199254740993"],
  ...["99999999999999999999", "%00", "%ff", "%ed%a0%80", "%F0%9F%92%A9", "%", "%zz", "__proto__", "constructor"],
  ...["1,2,3", ",", "1,,2", "'%20OR%201=1--", "%25", "*", "..%2f..", "+", "PERP_X_USDC", "perp_btc_usdc", "%0d%0aX:y"],
];

/** A JSON text, or something that resembles one; now and then a big one. */
export function poisonedJson(random: Random): string {
  const dice = random();
  if (dice < 0.85) return JSON_TEXTS[below(random, JSON_TEXTS.length)]!;
  const size = 10 ** (1 + below(random, 4)) * (1 + below(random, 9));
  if (dice < 0.88) return "9".repeat(size);
  if (dice < 0.91) return `0.${"3".repeat(size)}`;
  if (dice < 0.94) return `"${"x".repeat(size)}"`;
  if (dice < 0.97) return `${"[".repeat(size)}1${"]".repeat(size)}`;
  return `[${"1,".repeat(size)}1]`;
}

/** A JSON text without any number, for members in which a number could harm honest traders. */
export function poisonedWithoutNumbers(random: Random): string {
  for (;;) {
    const text = poisonedJson(random);
    if (!/\d/.test(text)) return text;
  }
}

/** A word for a path or a query. */
export function poisonedWord(random: Random): string {
  const dice = random();
  if (dice < 0.94) return WORDS[below(random, WORDS.length)]!;
  return (dice < 0.97 ? "a" : "9").repeat(1 + below(random, 6_000));
}

/** A body that is as expensive to read as its size allows: nested values around one number that no double holds. */
export function costlyBody(random: Random): string {
  const size = 10_000 * (1 + below(random, 90));
  const inner = random() < 0.5 ? '{"a":[1]},'.repeat(size / 10) : "[[]],".repeat(size / 5);
  return `{"a":[${inner}9007199254740993.123456789]}`;
}

/** One of a path's many other spellings. */
export function oddPath(random: Random, path: string): string {
  const spellings: readonly ((text: string) => string)[] = [
    (text) => text.replace(/\/([a-z0-9_]+)$/, "/./$1"),
    (text) => text.replace(/\/([a-z0-9_]+)/, "/x/../$1"),
    (text) => text.replace(/\/([a-z0-9_]+)/, "/%2e%2e/$1"),
    (text) => `${text}/`,
    (text) => text.replace("/v1", "//v1"),
    (text) => text.replace("/v1/", "/v1//"),
    (text) => text.toUpperCase(),
    (text) => text.replace("/v1", "/%76%31"),
    (text) => `${text}%00`,
    (text) => `${text}%2f`,
    (text) => `${text};a=b`,
    (text) => `${text}#x`,
    (text) => `${text}?`,
    (text) => `${text}??a=b&&&=&a`,
    (text) => text.replaceAll("/", "\\"),
    (text) => `http://elsewhere.example${text}`,
    (text) => `/ws${text}`,
    (text) => `${text}/${"a/".repeat(500)}`,
    (text) => `${text}?${"a=1&".repeat(2_000)}`,
    (text) => `${text}${String.fromCharCode(0xe9)}`,
  ];
  return spellings[below(random, spellings.length)]!(path);
}
