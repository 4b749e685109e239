// The proxies in front of the venue whose forwarding headers are believed. They are configured as networks; forwarding headers
// of any other client are ignored.
//
// Each proxy appends the address of its own peer to `X-Forwarded-For`. So the list is read from its end: the first address
// that is not a trusted proxy is the client's, and everything before it is only what that client claims.

import { BlockList, isIP, isIPv6 } from "node:net";
import type { Network } from "../../configuration/values/network.ts";
import { plainAddress } from "./address.ts";

/** Headers that proxies add to a request that they forward. */
const FORWARDING_HEADERS = [
  "forwarded",
  "via",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-forwarded",
  "x-forwarded-by",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-real-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "cf-ray",
  "fastly-client-ip",
] as const;

type ReadHeaders = Pick<Headers, "get" | "has">;

export class TrustedProxies {
  readonly #networks: BlockList | undefined;

  constructor(networks: readonly Network[]) {
    if (networks.length === 0) return;
    this.#networks = new BlockList();
    for (const { address, bits, family } of networks) this.#networks.addSubnet(address, bits, family);
  }

  includes(address: string): boolean {
    return this.#networks !== undefined && address !== "" && this.#networks.check(address, familyOf(address));
  }

  /** The client's address. @param peer the peer of the connection */
  clientOf(peer: string, headers: ReadHeaders): string {
    if (!this.includes(peer)) return peer;
    const chain = headers.get("x-forwarded-for")?.split(",") ?? [];
    let client = peer;
    for (const entry of chain.reverse()) {
      const address = addressIn(entry.trim());
      // The hop that wrote this entry did not give an address, so the proxy that forwarded it counts as the client.
      if (address === undefined) return client;
      client = address;
      if (!this.includes(address)) return client;
    }
    return client;
  }
}

/** Whether a proxy has forwarded a request. */
export function isForwarded(headers: ReadHeaders): boolean {
  return FORWARDING_HEADERS.some((name) => headers.has(name));
}

/** Parses `192.0.2.1`, `2001:db8::1`, and both with a port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
function addressIn(entry: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry)?.[1];
  const address = bracketed ?? (/^[\d.]+:\d{1,5}$/.test(entry) ? entry.slice(0, entry.indexOf(":")) : entry);
  return isIP(address) === 0 ? undefined : plainAddress(address);
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
