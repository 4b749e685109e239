// Two nodes in this process, as each would be in a process of its own, on a real PostgreSQL and a real bus.

import { expect, test } from "bun:test";
import { isUnavailable, type Submitted, type Unavailable } from "@evermark/core";
import { ClusterHost, parseBusAddress } from "@evermark/core/cluster/host/index.ts";
import type { BatchRow } from "@evermark/core/cluster/index.ts";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { silent } from "@evermark/engine";
import { ACCOUNTS, OPENING, openedEngine } from "../opened-engine.ts";
import { Pulse } from "../pulse.ts";
import { Services } from "./machines/services.ts";

const isAsked = asksForNats && isPostgresAsked;
if (!isAsked) console.warn("nodes on a real bus are not tested: PostgreSQL or nats-server is not installed");

/** What a node has applied, and its faults. */
interface Followed {
  readonly rows: BatchRow[];
  readonly faults: unknown[];
}

async function startHost(services: Services, database: string, { rows, faults }: Followed): Promise<ClusterHost> {
  const bus = parseBusAddress(services.nats.url);
  if ("mistake" in bus) throw new Error(bus.mistake);
  const pulse = new Pulse(false);
  return ClusterHost.start({
    version: "of a test",
    ...{ postgres: services.postgres.url(database), bus },
    ...{ engine: openedEngine(), head: OPENING, consumer: { ...silent, commandEnd: () => {} } },
    rules: { own: pulse.own, dueAt: pulse.dueAt, admit: () => 0 },
    whyNotLead: () => null,
    losesNothing: false,
    isMovable: false,
    onApplied: (row) => {
      pulse.applied(row);
      rows.push(row);
    },
    onFault: (fault) => faults.push(fault),
    onTrouble: () => {},
    onCutOff: () => {},
  });
}

/** Gives a host a command that does nothing and carries a tag. */
function submit(host: ClusterHost, tag: string): Promise<Submitted | Unavailable> {
  const command = { type: "cancel_order", account: ACCOUNTS[0], market: 0, orderId: 0, clientOrderId: tag } as const;
  return new Promise((resolve) => host.submit(command, resolve));
}

/**
 * Retries until the command is carried out: at first, and after a leader has gone, there is no leader, and a slow
 * machine may be late.
 */
async function happens(host: ClusterHost, tag: string): Promise<Submitted> {
  for (;;) {
    const answer = await submit(host, tag);
    if (!isUnavailable(answer)) return answer;
  }
}

test.skipIf(!isAsked)(
  "two nodes are one venue: both apply what one is given, even when it is too large for the bus",
  async () => {
    await using services = await Services.start();
    const database = await services.newVenue();
    const followed: Followed[] = [1, 2].map(() => ({ rows: [], faults: [] }));
    const hosts = await Promise.all(followed.map((each) => startHost(services, database, each)));
    for (const host of hosts) await happens(host, "first");
    const follower = hosts.find(({ isLeading }) => !isLeading)!;
    const leader = hosts.find((host) => host !== follower)!;
    expect(leader.isLeading).toBe(true);

    // More than one message may carry: sent to the leader in several frames, and read by the follower as a batch from
    // the database.
    const many = Array.from({ length: 12_000 }, (_, i) => happens(follower, `order ${i}`.padEnd(36, "-")));
    const answers = await Promise.all(many);
    const largest = Math.max(...followed[0]!.rows.map(({ records }) => records.length));
    expect(largest).toBeGreaterThan(512 * 1024);
    expect(hosts.map(({ busCounts }) => busCounts.oversize)).toEqual([0, 0]);

    // A read on one node sees what the other has answered.
    const last = Math.max(...answers.map(({ position }) => position));
    expect(await new Promise((resolve) => leader.read(resolve))).toBeNull();
    expect(leader.replica.head.last).toBeGreaterThanOrEqual(last);

    await leader.stop();
    const refused = await submit(leader, "too late");
    expect(refused).toEqual({ unavailable: "the node is stopping; nothing happened" });
    await happens(follower, "second");
    expect(follower.isLeading).toBe(true);
    await follower.stop();
    expect(followed.map(({ faults }) => faults)).toEqual([[], []]);
  },
);
