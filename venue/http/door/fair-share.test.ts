import { expect, test } from "bun:test";
import fc from "fast-check";
import { connectionsToClose } from "./fair-share.ts";
import type { OpenSocket } from "./open-sockets.ts";

const PROXY = "10.0.0.1";
const ROOM = { inAll: 100, ofOne: 50 };

let descriptor = 0;
/** The first of them has been quiet for the shortest time. */
function socketsOf(address: string, count: number): OpenSocket[] {
  return Array.from({ length: count }, (_, i) => ({ descriptor: ++descriptor, address, port: 1_000 + i }));
}

const knowledge = {
  quietMs: ({ port }: OpenSocket) => port,
  isProxy: (address: string) => address === PROXY,
};

/** How many connections of each address are to be closed. */
function leaving(sockets: readonly OpenSocket[], room = ROOM): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { address } of connectionsToClose(sockets, room, knowledge)) counts[address] = (counts[address] ?? 0) + 1;
  return counts;
}

test("while there is room, no connection is closed", () => {
  expect(leaving([...socketsOf("192.0.2.1", 50), ...socketsOf("192.0.2.2", 50)])).toEqual({});
});

test("an address keeps what one address may have, however much room there is", () => {
  expect(leaving(socketsOf("192.0.2.1", 60))).toEqual({ "192.0.2.1": 10 });
});

test("a crowd from three addresses shares what the others leave; a client with a few connections keeps them", () => {
  const crowd = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].flatMap((address) => socketsOf(address, 300));
  const others = [...socketsOf("192.0.2.4", 1), ...socketsOf("192.0.2.5", 20)];
  // 79 are left: 26 for each of the three.
  expect(leaving([...crowd, ...others])).toEqual({ "192.0.2.1": 274, "192.0.2.2": 274, "192.0.2.3": 274 });
});

test("connections that have been quiet for longest are closed first", () => {
  const gone = connectionsToClose(socketsOf("192.0.2.1", 52), ROOM, knowledge);
  expect(gone.map(({ port }) => port)).toEqual([1_051, 1_050]);
});

test("the addresses of one 64-bit IPv6 network count as one", () => {
  const crowd = Array.from({ length: 60 }, (_, i) => socketsOf(`2001:db8:0:1:0:0:0:${i.toString(16)}`, 1)).flat();
  expect(connectionsToClose([...crowd, ...socketsOf("2001:db8:0:2:0:0:0:1", 40)], ROOM, knowledge)).toHaveLength(10);
});

test("a trusted proxy keeps all of its connections, unless there is no room for them", () => {
  expect(leaving([...socketsOf(PROXY, 90), ...socketsOf("192.0.2.1", 30)])).toEqual({ "192.0.2.1": 20 });
  expect(leaving([...socketsOf(PROXY, 130), ...socketsOf("192.0.2.1", 2)])).toEqual({ [PROXY]: 30, "192.0.2.1": 2 });
});

test("the connections that are kept fit, and no address lost one while another kept more", () => {
  const sizes = fc.array(fc.nat(40), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }), (counts, inAll, ofOne) => {
      const sockets = counts.flatMap((count, i) => socketsOf(`192.0.2.${i}`, count));
      const gone = new Set(connectionsToClose(sockets, { inAll, ofOne }, knowledge));
      const kept = counts.map(
        (_, i) => sockets.filter((each) => each.address === `192.0.2.${i}` && !gone.has(each)).length,
      );
      const sum = kept.reduce((total, count) => total + count, 0);
      expect(sum).toBeLessThanOrEqual(inAll);
      const most = Math.max(...kept);
      expect(most).toBeLessThanOrEqual(ofOne);
      for (const [i, count] of counts.entries()) expect(kept[i]! === count || kept[i]! >= most).toBe(true);
      // No more are closed than necessary.
      const isTight = most === ofOne || sum + counts.length > inAll;
      expect(gone.size === 0 || isTight).toBe(true);
    }),
  );
});
