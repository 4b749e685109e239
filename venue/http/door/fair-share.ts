// Which connections have to go when there are more than there is room for: those of the address that has the most, so that
// no crowd, however large, keeps out a client that has a few.

import { neighbourhoodOf } from "../proxies/address.ts";
import type { OpenSocket } from "./open-sockets.ts";

export interface Room {
  /** Connections in all. */
  readonly inAll: number;
  /** Connections of one address, or of one IPv6 network of 64 bits: that is what one customer gets. */
  readonly ofOne: number;
}

/** What is known of the connections beside their addresses. */
interface Knowledge {
  quietMs(socket: OpenSocket): number;
  /** Whether all clients behind an address come as one: a proxy that counts its own clients. */
  isProxy(address: string): boolean;
}

/**
 * The connections to be closed, of each address those that have been quiet for longest.
 * Every address keeps the same number at most, as many as fit; a proxy keeps all, unless it has more than there is room.
 */
export function whoMustGo(sockets: readonly OpenSocket[], room: Room, knowledge: Knowledge): OpenSocket[] {
  const proxied: OpenSocket[] = [];
  const byNeighbourhood = new Map<string, OpenSocket[]>();
  for (const socket of sockets) {
    if (knowledge.isProxy(socket.address)) proxied.push(socket);
    else groupOf(byNeighbourhood, neighbourhoodOf(socket.address)).push(socket);
  }
  const forProxies = Math.min(proxied.length, room.inAll);
  const groups = [...byNeighbourhood.values()];
  const share = Math.min(room.ofOne, shareOf(groups, room.inAll - forProxies));
  return [
    ...quietest(proxied, proxied.length - forProxies, knowledge),
    ...groups.flatMap((group) => quietest(group, group.length - share, knowledge)),
  ];
}

/** How many each group may keep so that all of them fit: the most that is equal for all who want more. */
function shareOf(groups: readonly (readonly OpenSocket[])[], room: number): number {
  let left = room;
  const sizes = groups.map((group) => group.length).sort((a, b) => a - b);
  for (const [i, size] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - i));
    if (size > share) return share;
    left -= size;
  }
  return Number.MAX_SAFE_INTEGER;
}

function quietest(group: readonly OpenSocket[], count: number, knowledge: Knowledge): readonly OpenSocket[] {
  if (count <= 0) return [];
  return group
    .map((socket) => ({ socket, quietMs: knowledge.quietMs(socket) }))
    .sort((a, b) => b.quietMs - a.quietMs || a.socket.port - b.socket.port)
    .slice(0, count)
    .map(({ socket }) => socket);
}

function groupOf(groups: Map<string, OpenSocket[]>, name: string): OpenSocket[] {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const group: OpenSocket[] = [];
  groups.set(name, group);
  return group;
}
