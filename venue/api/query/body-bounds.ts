// Bounds on the depth and the size of a query's body. Any client may send one, so its text is scanned once before it is
// parsed: no query needs deeply nested lists, or a number of fifty digits.

/** The deepest nesting of lists and objects. */
const DEPTH_MAX = 8;
/** The most digits, signs and points in a row in one number. */
const NUMBER_LETTERS_MAX = 40;
/** Every value but the first of its list follows a comma, so commas are counted. */
const VALUES_MAX = 1_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_LIST = 0x5d;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;

/** @returns what the text has too much of, as a sentence; undefined for text within the bounds, whether or not it is JSON */
export function excessIn(json: string): string | undefined {
  let depth = 0;
  let values = 0;
  let numberLetters = 0;
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at);
    numberLetters = isOfNumber(letter) ? numberLetters + 1 : 0;
    if (numberLetters > NUMBER_LETTERS_MAX) return `a number is longer than ${NUMBER_LETTERS_MAX} letters`;
    if (letter === QUOTE) at = endOfText(json, at);
    else if (letter === OPENING_LIST || letter === OPENING_OBJECT) depth += 1;
    else if (letter === CLOSING_LIST || letter === CLOSING_OBJECT) depth -= 1;
    else if (letter === COMMA) values += 1;
    if (depth > DEPTH_MAX) return `it is nested deeper than ${DEPTH_MAX}`;
    if (values > VALUES_MAX) return `it has more than ${VALUES_MAX} values`;
  }
  return undefined;
}

/** The place of the quote that ends the string which begins at `start`; the end of the text when there is none. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Digits, `+`, `-` and `.`; an exponent's letter separates two such runs. */
function isOfNumber(letter: number): boolean {
  return (letter >= 0x30 && letter <= 0x39) || letter === 0x2b || letter === 0x2d || letter === 0x2e;
}
