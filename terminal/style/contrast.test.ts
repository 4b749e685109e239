import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { contrast } from "./on-accent.ts";

type Tokens = Readonly<Record<string, string>>;

const sheet = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The tokens that a rule of the style sheet sets. */
function tokensOf(selector: string): Tokens {
  const start = sheet.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no rule ${selector}`);
  const rule = sheet.slice(start, sheet.indexOf("}", start));
  return Object.fromEntries([...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const dark = tokensOf(":root");
const light = { ...dark, ...tokensOf(':root[data-theme="light"]') };
const looks: Readonly<Record<string, Tokens>> = {
  dark,
  light,
  "dark, blue and orange": { ...dark, ...tokensOf(':root[data-palette="blue-orange"]') },
  "light, blue and orange": { ...light, ...tokensOf(':root[data-palette="blue-orange"][data-theme="light"]') },
};

const texts = ["text", "soft", "faint", "accent", "rise", "fall", "warn"];
const grounds = ["ground", "panel", "raised"];

for (const [look, tokens] of Object.entries(looks)) {
  test(`${look}: every text can be read on every ground`, () => {
    const poor = texts.flatMap((text) =>
      grounds
        .map((ground) => ({ text, ground, ratio: contrast(tokens[text]!, tokens[ground]!) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(poor).toEqual([]);
  });

  test(`${look}: what stands on a coloured button can be read, and the focus can be seen`, () => {
    expect(contrast(tokens["on-accent"]!, tokens.accent!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.ground!, tokens.rise!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tokens.ground!, tokens.fall!)).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds) expect(contrast(tokens.focus!, tokens[ground]!)).toBeGreaterThanOrEqual(3);
  });
}
