// Networks as an operator writes them: an address, alone or with the number of bits that count.

import { isIP } from "node:net";

export interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

/** Reads `10.0.0.0/8`, `::1`, and so on; undefined for anything else. */
export function readNetwork(text: string): Network | undefined {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  // An address with a zone belongs to one interface and is not a network.
  if (version === 0 || address.includes("%")) return undefined;
  const most = version === 4 ? 32 : 128;
  const counted = bits === undefined ? most : Number(bits);
  return counted > most ? undefined : { address, bits: counted, family: version === 4 ? "ipv4" : "ipv6" };
}

/** Reads a list, or text with commas, or `none`. Undefined when one of them is not a network. */
export function readNetworks(raw: unknown): readonly Network[] | undefined {
  if (raw === "none") return [];
  const texts = typeof raw === "string" ? raw.split(",") : raw;
  if (!Array.isArray(texts)) return undefined;
  const networks = texts.map((text) => (typeof text === "string" ? readNetwork(text.trim()) : undefined));
  return networks.every((network) => network !== undefined) ? networks : undefined;
}
