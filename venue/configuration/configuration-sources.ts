// The configuration as written, with the place of each value: flags override `EVERMARK_…` variables, those the file,
// and the file the defaults. In a cluster, the venue's shared configuration overrides all of them.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { fallbackOf, flagOf, KEY_NAMES, type KeyName, type Mode, variableOf } from "./configuration-keys.ts";
import type { Raw } from "./keys/key.ts";
import { contradictions, type Difference, SHARED_KEY_NAMES, type SharedConfiguration } from "./shared-configuration.ts";
import {
  KEYSTORE_PASSWORD_FD_VARIABLE,
  KEYSTORE_PASSWORD_VARIABLE,
  OPERATOR_KEY_VARIABLE,
} from "./values/key-source.ts";
import { ConfigurationMistake, unknownKey, wrongValue } from "./values/mistake.ts";

export const DEFAULT_FILE = "evermark.toml";

/** Variables with this prefix that are not configuration keys: secrets, and those that other commands read. */
const OTHER_VARIABLES = [
  "EVERMARK_DEPLOYER_KEY",
  "EVERMARK_RPC_URL",
  OPERATOR_KEY_VARIABLE,
  KEYSTORE_PASSWORD_VARIABLE,
  KEYSTORE_PASSWORD_FD_VARIABLE,
  "EVERMARK_CONFIG",
  "EVERMARK_URL",
  "EVERMARK_ACCOUNT_ID",
  "EVERMARK_API_KEY",
  "EVERMARK_API_SECRET",
  "EVERMARK_WALLET_KEY",
  "EVERMARK_BROKER_ID",
  // Read where it is used, because the configuration holds no secrets.
  "EVERMARK_SWEEPER_KEY",
];

export interface ConfigurationInput {
  /** By key name; absent when the flag was not given. */
  readonly flags: Readonly<Partial<Record<KeyName, string | boolean>>>;
  /** From `--config`; the file must then exist. */
  readonly file?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The directory to which relative paths are relative. */
  readonly directory: string;
  /** In a cluster: the venue's shared configuration, which overrides the node's own. */
  readonly venue?: SharedConfiguration;
}

export interface ValueWithOrigin {
  readonly raw: unknown;
  /** Where the value is written, for error messages. */
  readonly where: string;
}

interface FileContent {
  readonly path: string;
  readonly keys: ReadonlyMap<string, unknown>;
  readonly brokers: readonly unknown[];
  readonly markets: readonly unknown[];
  readonly sources: readonly unknown[];
}

export class ConfigurationSources {
  readonly #input: ConfigurationInput;
  readonly #file: FileContent;

  /** @throws {ConfigurationMistake} for a file that can't be read, and for unknown keys */
  constructor(input: ConfigurationInput) {
    this.#input = input;
    this.#file = readFile(input);
    refuseUnknownVariables(input.environment);
  }

  /** The file's path, for error messages. */
  get path(): string {
    return this.#file.path;
  }

  get #lists(): Pick<FileContent, "brokers" | "markets" | "sources"> {
    return this.#input.venue ?? this.#file;
  }

  get brokers(): readonly unknown[] {
    return this.#lists.brokers;
  }

  get markets(): readonly unknown[] {
    return this.#lists.markets;
  }

  get sources(): readonly unknown[] {
    return this.#lists.sources;
  }

  /** @param mode the mode, on which some defaults depend */
  given(name: KeyName, mode: Mode): ValueWithOrigin {
    const venue = this.#input.venue?.keys[name];
    if (venue !== undefined) return { raw: venue, where: "the venue's configuration" };
    return this.#own(name) ?? { raw: fallbackOf(name, mode), where: "default" };
  }

  /** The part of the configuration that all nodes of the venue share. */
  shared(mode: Mode): SharedConfiguration {
    const keys = SHARED_KEY_NAMES.map((name) => [name, this.given(name, mode).raw as Raw]);
    const { brokers, markets, sources } = this.#lists;
    return { keys: Object.fromEntries(keys), brokers, markets, sources };
  }

  /** Where this node's own settings differ from its venue's. */
  contradictions(): Difference[] {
    const { venue } = this.#input;
    if (venue === undefined) return [];
    const { brokers, markets, sources } = this.#file;
    const keys = SHARED_KEY_NAMES.flatMap((name) => {
      const own = this.#own(name);
      return own === null ? [] : [[name, own.raw as Raw]];
    });
    return contradictions(venue, { keys: Object.fromEntries(keys), brokers, markets, sources });
  }

  /** Null when the key is not set anywhere. */
  #own(name: KeyName): ValueWithOrigin | null {
    const { flags, environment } = this.#input;
    const [flag, variable] = [flags[name], environment[variableOf(name)]];
    if (flag !== undefined) return { raw: flag, where: flagOf(name) };
    if (variable !== undefined) return { raw: variable, where: variableOf(name) };
    const { keys, path } = this.#file;
    return keys.has(name) ? { raw: keys.get(name), where: path } : null;
  }
}

function readFile({ file, environment, directory }: ConfigurationInput): FileContent {
  const named = file ?? environment.EVERMARK_CONFIG;
  const path = resolve(directory, named ?? DEFAULT_FILE);
  if (!existsSync(path)) {
    if (named === undefined) return { path: DEFAULT_FILE, keys: new Map(), brokers: [], markets: [], sources: [] };
    throw wrongValue("config", named, file === undefined ? "EVERMARK_CONFIG" : "--config", "a file that exists");
  }
  const shown = named ?? DEFAULT_FILE;
  const { brokers, markets, sources, ...rest } = parseToml(shown, readFileSync(path, "utf8"));
  const keys = new Map<string, unknown>();
  flatten(rest, "", keys);
  for (const key of keys.keys()) {
    if (!(KEY_NAMES as readonly string[]).includes(key)) {
      throw unknownKey(key, shown, [...KEY_NAMES, "brokers", "markets", "sources"]);
    }
  }
  return {
    ...{ path: shown, keys },
    brokers: list("brokers", brokers, shown),
    markets: list("markets", markets, shown),
    sources: list("sources", sources, shown),
  };
}

function parseToml(shown: string, content: string): Record<string, unknown> {
  try {
    return parse(content);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.split("\n");
    throw new ConfigurationMistake(`${shown}, line ${error.line}, column ${error.column}: ${reason}`);
  }
}

/** Tables become dotted names; everything else is a value. */
function flatten(table: object, prefix: string, out: Map<string, unknown>): void {
  for (const [name, value] of Object.entries(table)) {
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
    if (isTable) flatten(value, `${prefix}${name}.`, out);
    else out.set(`${prefix}${name}`, value);
  }
}

function list(name: string, value: unknown, shown: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongValue(name, value, shown, `[[${name}]] entries`);
  return value;
}

function refuseUnknownVariables(environment: ConfigurationInput["environment"]): void {
  const known = [...KEY_NAMES.map(variableOf), ...OTHER_VARIABLES];
  for (const name of Object.keys(environment)) {
    if (name.startsWith("EVERMARK_") && !known.includes(name)) throw unknownKey(name, "environment", known);
  }
}
