// The addresses from which a key may be used. The key's owner lists addresses, networks and address ranges; a list is parsed
// once, then looked up by its text. Interface 4.7, errors 4 (check 5) and 8.1.

import { BlockList, isIP } from "node:net";
import type { KeyView } from "@evermark/engine";
import { type Network, readNetwork } from "../../configuration/values/network.ts";

const ENTRIES_MAX = 20;
/** What the engine stores for keys that may be used from everywhere, or from nowhere. */
export const EVERYWHERE = "";
export const NOWHERE = "none";

interface Range {
  readonly from: string;
  readonly to: string;
  readonly family: "ipv4" | "ipv6";
}

export type Unreadable =
  | { readonly kind: "entry"; readonly entry: string }
  | { readonly kind: "count"; readonly count: number };

/** @returns the list with each entry once, as the engine stores it, or what is wrong with it */
export function readAddresses(text: string): string | Unreadable {
  const entries = [...new Set(text.split(",").map((entry) => entry.trim().toLowerCase()))];
  if (entries.length > ENTRIES_MAX) return { kind: "count", count: entries.length };
  const foreign = entries.find((entry) => readEntry(entry) === undefined);
  return foreign === undefined ? entries.join(",") : { kind: "entry", entry: foreign };
}

function readEntry(entry: string): Network | Range | undefined {
  const [from = "", to, more] = entry.split("-").map((part) => part.trim());
  if (to === undefined) return readNetwork(from);
  const version = isIP(from);
  const isRange = more === undefined && version !== 0 && isIP(to) === version && !entry.includes("%");
  if (!isRange) return undefined;
  const range = { from, to, family: version === 4 ? "ipv4" : "ipv6" } as const;
  return isRising(range) ? range : undefined;
}

function isRising({ from, to, family }: Range): boolean {
  try {
    new BlockList().addRange(from, to, family);
    return true;
  } catch {
    return false;
  }
}

// Parsed lists, by text. The maximum is far more than the keys in use at one time have.
const READ_MAX = 4_096;
const read = new Map<string, BlockList>();

/** Whether a key may be used from an address. @param address "" when it is no longer known */
export function mayBeUsedFrom({ addresses }: KeyView, address: string): boolean {
  if (addresses === EVERYWHERE) return true;
  if (addresses === NOWHERE || address === "") return false;
  return listOf(addresses).check(address, address.includes(":") ? "ipv6" : "ipv4");
}

function listOf(addresses: string): BlockList {
  const known = read.get(addresses);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const entry of addresses.split(",")) {
    const one = readEntry(entry);
    if (one === undefined) continue;
    if ("from" in one) list.addRange(one.from, one.to, one.family);
    else list.addSubnet(one.address, one.bits, one.family);
  }
  if (read.size >= READ_MAX) read.clear();
  read.set(addresses, list);
  return list;
}
