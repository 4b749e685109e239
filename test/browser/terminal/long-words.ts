// A second language, generated: every text of the first between marks, and two fifths longer. A text on the page without
// marks is not from the texts object; a text that no longer fits would not fit in German or Finnish either.

const OPEN = "⟦";
const CLOSE = "⟧";
/** How much longer texts get, with words of a letter that the first language does not have. */
const MORE = 0.4;
const WORD = 6;

/** Converts texts to that language: strings, lists and records of them, and functions that return one. */
export function longWords<Texts>(texts: Texts): Texts;
export function longWords(texts: unknown): unknown {
  if (typeof texts === "string") return longer(texts);
  if (typeof texts === "function") return (...figures: unknown[]) => longWords(texts(...figures));
  if (Array.isArray(texts)) return texts.map((text) => longWords(text));
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, longWords(text)]));
}

function longer(text: string): string {
  if (text === "") return "";
  let rest = Math.round(text.length * MORE);
  let added = "";
  for (; rest > 0; rest -= WORD) added += ` ${"ä".repeat(Math.min(rest, WORD))}`;
  return `${OPEN}${text}${added}${CLOSE}`;
}

/** Matches a name in either language. */
export function called(name: string): RegExp {
  return new RegExp(`^${OPEN}?${escaped(name)}[ ä]*${CLOSE}?$`);
}

/** Matches the beginning of a name in either language. */
export function calledLike(beginning: string): RegExp {
  return new RegExp(`^${OPEN}?${escaped(beginning)}`);
}

/** What remains of a text without the parts between marks. */
export function unmarked(text: string): string {
  let depth = 0;
  let left = "";
  for (const letter of text) {
    if (letter === OPEN) depth++;
    else if (letter === CLOSE) depth--;
    else if (depth === 0) left += letter;
  }
  return left.trim();
}

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
