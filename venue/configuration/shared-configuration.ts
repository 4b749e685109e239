// The part of the configuration that all nodes of a venue share, as its database keeps it. It is stored as an operator
// would write it in a file, so that a later version can read it like a file.

import { isDeepStrictEqual } from "node:util";
import { CONFIGURATION_KEYS, type ConfigurationKey, KEY_NAMES, type KeyName } from "./configuration-keys.ts";
import type { Raw } from "./keys/key.ts";
import { ConfigurationMistake } from "./values/mistake.ts";

export const SHARED_KEY_NAMES = KEY_NAMES.filter(
  (name) => (CONFIGURATION_KEYS[name] as ConfigurationKey<unknown>).isOwn !== true,
);

type Row = Readonly<Record<string, unknown>>;

/** The lists of tables in the file, and how each names a table. */
const LISTS = {
  brokers: ({ id }: Row) => `${id}`,
  markets: ({ symbol }: Row) => `${symbol}`,
  sources: ({ market, converts, name, exchange, driver }: Row) => `${market ?? converts}.${name ?? exchange ?? driver}`,
} as const;
const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];

type ListName = keyof typeof LISTS;

export interface SharedConfiguration extends Readonly<Record<ListName, readonly unknown[]>> {
  /** Every shared key; those that are not set have their default. */
  readonly keys: Readonly<Record<string, Raw>>;
}

/** One difference between two configurations. */
export interface Difference {
  /** Such as `faucet.amount` or `markets.PERP_BTC_USDC.max_leverage`. */
  readonly key: string;
  /** As each side writes it; undefined where that side has no value. */
  readonly venue: unknown;
  readonly own: unknown;
}

/** Equal configurations give equal texts. */
export function sharedText({ keys, brokers, markets, sources }: SharedConfiguration): string {
  return JSON.stringify({ keys, brokers, markets, sources }, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? sorted(value as Row) : value,
  );
}

/** @throws {ConfigurationMistake} for a text that a later version has written in another form */
export function readShared(text: string): SharedConfiguration {
  const { keys, brokers, markets, sources } = JSON.parse(text) as Partial<SharedConfiguration>;
  if (keys === undefined || ![brokers, markets, sources].every(Array.isArray)) {
    throw new ConfigurationMistake("the venue's configuration in its database is none that this version reads");
  }
  return { keys, brokers: brokers!, markets: markets!, sources: sources! };
}

/**
 * Where a node's own settings contradict the venue's. A setting that the node does not have is the venue's.
 * @param own the node's keys and tables; a list that it does not have is empty
 */
export function contradictions(venue: SharedConfiguration, own: SharedConfiguration): Difference[] {
  const unknown = Object.keys(venue.keys).filter((name) => !(SHARED_KEY_NAMES as readonly string[]).includes(name));
  return [
    ...keyDifferences([...Object.keys(own.keys), ...unknown], venue, own),
    ...LIST_NAMES.flatMap((list) => (own[list].length === 0 ? [] : rowDifferences(list, venue[list], own[list]))),
  ];
}

/** Everything that a change of the venue's configuration changes. */
export function changes(before: SharedConfiguration, after: SharedConfiguration): Difference[] {
  const names = [...Object.keys(before.keys), ...Object.keys(after.keys)];
  return [
    ...keyDifferences(names, before, after),
    ...LIST_NAMES.flatMap((list) => rowDifferences(list, before[list], after[list])),
  ];
}

function keyDifferences(names: readonly string[], venue: SharedConfiguration, own: SharedConfiguration): Difference[] {
  return [...new Set(names)]
    .filter((name) => !isSameValue(name, venue.keys[name], own.keys[name]))
    .map((key) => ({ key, venue: venue.keys[key], own: own.keys[key] }));
}

/** Compares values, not spellings: `0.10` and 0.1 are the same fraction. */
function isSameValue(name: string, one: unknown, other: unknown): boolean {
  const row = (CONFIGURATION_KEYS as Readonly<Record<string, ConfigurationKey<unknown>>>)[name as KeyName];
  if (row === undefined || one === undefined || other === undefined) return one === other;
  return isDeepStrictEqual(row.kind.read(one), row.kind.read(other));
}

function rowDifferences(list: ListName, venue: readonly unknown[], own: readonly unknown[]): Difference[] {
  const [theirs, mine] = [byName(list, venue), byName(list, own)];
  return [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((name): Difference[] => {
    const [there, here] = [theirs.get(name), mine.get(name)];
    if (there === undefined || here === undefined) return [{ key: `${list}.${name}`, venue: there, own: here }];
    const members = [...new Set([...Object.keys(there), ...Object.keys(here)])];
    return members
      .filter((member) => writtenHow(there[member]) !== writtenHow(here[member]))
      .map((member) => ({ key: `${list}.${name}.${member}`, venue: there[member], own: here[member] }));
  });
}

function byName(list: ListName, rows: readonly unknown[]): Map<string, Row> {
  return new Map((rows as readonly Row[]).map((row) => [LISTS[list](row), row]));
}

/** A value as text: a number and its text in the file are the same value. */
export function writtenHow(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function sorted(row: Row): Row {
  return Object.fromEntries(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
