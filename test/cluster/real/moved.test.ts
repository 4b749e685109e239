// C14 with nodes: their trading is exported, an embedded venue recovers it, and imported again it is a venue on which
// nodes go on.

import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { dataPaths, isUnavailable, recover, type Submitted, type Unavailable } from "@evermark/core";
import { ClusterHost, parseBusAddress } from "@evermark/core/cluster/host/index.ts";
import { type BatchRow, readRow } from "@evermark/core/cluster/index.ts";
import { exportJournal, importJournal } from "@evermark/core/cluster/move/index.ts";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { decodeCommand, Engine, priceE8, quantityE8, silent } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { readJournal, SnapshotStore } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { ACCOUNTS, PRICE } from "../opened-engine.ts";
import { Pulse } from "../pulse.ts";
import { Services } from "./machines/services.ts";

const isAsked = asksForNats && isPostgresAsked;

/** Starts a node from the venue's first batch. */
async function startHost(services: Services, database: string, [opening]: readonly BatchRow[]): Promise<ClusterHost> {
  const bus = parseBusAddress(services.nats.url);
  if ("mistake" in bus) throw new Error(bus.mistake);
  const engine = Engine.atBeginning();
  for (const { payload } of readRow(opening!)) engine.apply(decodeCommand(payload), silent);
  const pulse = new Pulse(false);
  return ClusterHost.start({
    version: "of a test",
    ...{ postgres: services.postgres.url(database), bus, key: new Uint8Array(32).fill(3) },
    ...{ engine, head: opening!, consumer: { ...silent, commandEnd: () => {} } },
    rules: { own: pulse.own, dueAt: pulse.dueAt, admit: () => 0 },
    whyNotLead: () => null,
    losesNothing: false,
    isMovable: false,
    onApplied: (row) => pulse.applied(row),
    onFault: (fault) => {
      throw fault;
    },
    onTrouble: () => {},
    onCutOff: () => {},
  });
}

/** Retries until the order is carried out: at first, and after a leader has gone, there is no leader. */
async function trade(host: ClusterHost, account: number, side: "BUY" | "SELL", tag: string): Promise<void> {
  const [price, quantity] = [priceE8(PRICE), quantityE8(100_000_000)];
  const { at: _, ...order } = placeOrder({ account, side, price, quantity, clientOrderId: tag });
  const place = () => new Promise<Submitted | Unavailable>((resolve) => host.submit(order, resolve));
  for (;;) {
    const answer = await place();
    if (isUnavailable(answer)) continue;
    expect(answer.rejection).toBeNull();
    return;
  }
}

/** Two nodes trade, one takes over from the other, and both end. @returns the final state of the last one */
async function tradeOn(services: Services, database: string, name: string) {
  const rows = await services.journal(database);
  const hosts = await Promise.all([startHost(services, database, rows), startHost(services, database, rows)]);
  for (const [i, host] of hosts.entries()) {
    await trade(host, ACCOUNTS[0], "BUY", `${name}-${i}-buy`);
    await trade(host, ACCOUNTS[1], "SELL", `${name}-${i}-sell`);
  }
  const leader = hosts.find(({ isLeading }) => isLeading)!;
  const follower = hosts.find((host) => host !== leader)!;
  await leader.stop();
  await trade(follower, ACCOUNTS[2], "BUY", `${name}-after`);
  await follower.stop();
  const { engine, head } = follower.replica;
  return { commands: head.last, hash: Buffer.from(head.hash).toString("hex"), stateHash: engine.stateHash() };
}

test.skipIf(!isAsked)(
  "C14: an embedded venue recovers what nodes have traded, and other nodes go on with it",
  async () => {
    await using services = await Services.start();
    using temporary = temporaryDirectory();
    const exported = async (database: string, name: string) => {
      const dataDirectory = `${temporary.path}/${name}`;
      mkdirSync(dataDirectory);
      const url = services.postgres.url(database);
      const options = { segmentBytes: 2_000, isRunning: false, onProgress: () => {} };
      return { paths: dataPaths(dataDirectory), ...(await exportJournal({ url, dataDirectory, ...options })) };
    };
    const first = await services.newVenue();
    const traded = await tradeOn(services, first, "first");
    const exportedOnce = await exported(first, "first");
    expect(exportedOnce).toMatchObject({ ...traded, unconfirmed: 0 });

    const notices: unknown[] = [];
    const noticed = (...notice: readonly unknown[]) => void notices.push(notice);
    const recovered = await recover({
      snapshots: new SnapshotStore({ directory: exportedOnce.paths.snapshots }),
      journalDirectory: exportedOnce.paths.journal,
      segmentBytes: 2_000,
      listener: { onDurable: () => {}, onFailure: () => {} },
      acceptLoss: false,
      log: { info: () => {}, warn: noticed, error: noticed },
    });
    expect(recovered.engine.stateHash()).toBe(traded.stateHash);
    expect(recovered.journal.durablePosition).toBe(traded.commands);
    await recovered.journal.close();
    expect(notices).toEqual([]);
    const starts = [...readJournal(exportedOnce.paths.journal, 1)].filter(
      ({ payload }) => decodeCommand(payload).type === "start_session",
    );
    // One start per term.
    expect(starts.length).toBeGreaterThan(1);

    const url = await services.postgres.database();
    const second = new URL(url).pathname.slice(1);
    const { commands: lastPosition, paths } = exportedOnce;
    const moved = await importJournal({
      now: Date.now(),
      journal: paths.journal,
      lastPosition,
      url,
      onProgress: () => {},
    });
    expect(moved).toMatchObject(traded);
    const tradedOn = await tradeOn(services, second, "second");
    expect(tradedOn.commands).toBeGreaterThan(lastPosition);
    const exportedAgain = await exported(second, "second");
    expect(exportedAgain).toMatchObject({ ...tradedOn, venue: exportedOnce.venue });
    const bytes = (from: typeof exportedOnce) =>
      Array.from(readJournal(from.paths.journal, 1, lastPosition), ({ position, at, payload }) => [
        position,
        at,
        ...payload,
      ]);
    expect(bytes(exportedAgain)).toEqual(bytes(exportedOnce));
  },
);
