// How the terminal presents the venue: its name, its colour, its logo, and the builder that the page opens accounts under.

import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { BrokerConfiguration, TerminalConfiguration } from "./configuration.ts";
import type { KeyValues } from "./keys.ts";
import { wrongValue } from "./values/mistake.ts";

/** Kinds of picture that a logo may be, and the content types that a browser gets for them. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

interface Context {
  readonly brokers: readonly BrokerConfiguration[];
  /** Where the configuration stands, for the line about a mistake. */
  readonly file: string;
  /** What a relative path is relative to. */
  readonly directory: string;
}

/** @throws {ConfigurationMistake} for a logo that is no picture, or a builder that is none */
export function readTerminal(values: KeyValues, { brokers, file, directory }: Context): TerminalConfiguration {
  const { "terminal.name": name, "terminal.accent": accent, "terminal.broker": broker } = values;
  const ids = brokers.map(({ id }) => id);
  if (broker !== "first" && !ids.includes(broker)) {
    throw wrongValue("terminal.broker", broker, file, `first or one of ${ids.join(", ")}`);
  }
  return {
    name,
    accent: accent === "none" ? null : accent,
    logo: readLogo(values["terminal.logo"], file, directory),
    brokerId: broker === "first" ? (ids[0] ?? "") : broker,
  };
}

function readLogo(path: string, file: string, directory: string): string | null {
  if (path === "none") return null;
  const whole = resolve(directory, path);
  if (LOGO_TYPES[extname(whole).toLowerCase()] === undefined || !existsSync(whole)) {
    throw wrongValue("terminal.logo", path, file, "an SVG, PNG or WebP file that exists, or none");
  }
  return whole;
}
