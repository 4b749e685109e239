// How the terminal presents the venue: its name, its colour, its logo, and the builder under which it opens accounts.

import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { BrokerConfiguration, TerminalConfiguration } from "./configuration.ts";
import type { KeyValues } from "./configuration-keys.ts";
import { wrongValue } from "./values/mistake.ts";

/** The types of image that a logo may have, with the content types sent to browsers. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

interface Context {
  readonly brokers: readonly BrokerConfiguration[];
  /** The file's path, for error messages. */
  readonly file: string;
  /** The directory to which relative paths are relative. */
  readonly directory: string;
}

/** @throws {ConfigurationMistake} for a logo that is not an image, or an unknown builder */
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
