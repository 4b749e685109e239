// The table of all configuration keys, by section in `keys/`. A key's row defines how its value is read and checked,
// its flag, its variable, its line in `--help` and its line in the reference. Design 7. Brokers and markets are lists,
// and can only be in the file.

import { CHAIN_KEYS } from "./keys/chain-keys.ts";
import { CLUSTER_KEYS } from "./keys/cluster-keys.ts";
import type { ConfigurationKey, Mode, Raw } from "./keys/key.ts";
import { LIMIT_KEYS } from "./keys/limit-keys.ts";
import { MONEY_KEYS } from "./keys/money-keys.ts";
import { PRICE_KEYS } from "./keys/price-keys.ts";
import { UPKEEP_KEYS } from "./keys/upkeep-keys.ts";
import { VENUE_KEYS } from "./keys/venue-keys.ts";

export type { ConfigurationKey, Mode } from "./keys/key.ts";

/** In the order of the reference page; a dot separates the file's table from the key. */
export const CONFIGURATION_KEYS = {
  ...VENUE_KEYS,
  ...PRICE_KEYS,
  ...CHAIN_KEYS,
  ...MONEY_KEYS,
  ...LIMIT_KEYS,
  ...UPKEEP_KEYS,
  ...CLUSTER_KEYS,
} as const;

export type KeyName = keyof typeof CONFIGURATION_KEYS;

/** The values of all keys, each of its own type. */
export type KeyValues = {
  readonly [Name in KeyName]: (typeof CONFIGURATION_KEYS)[Name] extends ConfigurationKey<infer T> ? T : never;
};

export const KEY_NAMES = Object.keys(CONFIGURATION_KEYS) as readonly KeyName[];

/** `journal.segment_bytes` is `--journal-segment-bytes`. */
export function flagOf(name: KeyName): string {
  return `--${wordsOf(name).join("-")}`;
}

/** `journal.segment_bytes` is `EVERMARK_JOURNAL_SEGMENT_BYTES`. */
export function variableOf(name: KeyName): string {
  return `EVERMARK_${wordsOf(name).join("_").toUpperCase()}`;
}

/** The default as an operator would write it. */
export function fallbackOf(name: KeyName, mode: Mode): Raw {
  const { fallback }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
  return typeof fallback === "object" ? fallback[mode] : fallback;
}

function wordsOf(name: KeyName): string[] {
  const { alias }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
  return (alias ?? name).split(/[._]/);
}
