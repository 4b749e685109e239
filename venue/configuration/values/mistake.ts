// A mistake in the configuration, as the one line that an operator reads.

import { nearestWord } from "./nearest-word.ts";

export class ConfigurationMistake extends Error {
  override readonly name = "ConfigurationMistake";
}

/** `port: 70000 (--port); expected a whole number from 0 to 65535` */
export function wrongValue(key: string, value: unknown, where: string, expected: string): ConfigurationMistake {
  return new ConfigurationMistake(`${key}: ${shown(value)} (${where}); expected ${expected}`);
}

/** `prot: unknown key (evermark.toml); did you mean port?` @param known full names, or last parts of a dotted key */
export function unknownKey(key: string, where: string, known: readonly string[]): ConfigurationMistake {
  const nearest = nearestWord(key, known) ?? nearestWord(key.slice(key.lastIndexOf(".") + 1), known);
  const hint = nearest === null ? "" : `; did you mean ${nearest}?`;
  return new ConfigurationMistake(`${key}: unknown key (${where})${hint}`);
}

/** A private key given in the wrong place must not show in a log. */
const PRIVATE_KEY = /[0-9a-fA-F]{64}/;

function shown(value: unknown): string {
  if (typeof value === "string" && PRIVATE_KEY.test(value)) return "what looks like a private key and is not shown";
  return value === undefined ? "not given" : (JSON.stringify(value) ?? String(value));
}
