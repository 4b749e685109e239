// Decides which connections to close when there are too many: those of the addresses with the most, so that no crowd, however
// large, keeps out a client that has a few.

import { neighbourhoodOf } from "../proxies/address.ts";
import type { OpenSocket } from "./open-sockets.ts";

export interface Room {
  /** Connections in all. */
  readonly inAll: number;
  /** Connections of one address, or of one 64-bit IPv6 network, which is what one customer gets. */
  readonly ofOne: number;
}

/** What is known of connections beyond their addresses. */
interface Knowledge {
  quietMs(socket: OpenSocket): number;
  /** Whether an address is a proxy, behind which many clients share one address, and which limits them itself. */
  isProxy(address: string): boolean;
}

/**
 * The connections to close: of each address, those that have been quiet for longest.
 * All addresses keep up to the same number, as many as fit; proxies keep all, unless that is more than there is room for.
 */
export function connectionsToClose(sockets: readonly OpenSocket[], room: Room, knowledge: Knowledge): OpenSocket[] {
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

/** How many each group may keep so that all of them fit: an equal number for all that want more. */
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
