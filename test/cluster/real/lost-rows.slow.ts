// Real nodes under load on a PostgreSQL whose standby lags: the standby takes over, and lacks answered commands.

import { expect, test } from "bun:test";
import { LossDecision, newNodeId } from "@evermark/core/cluster/host/index.ts";
import { venueStatus } from "@evermark/core/cluster/move/index.ts";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked, type PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { Services } from "./machines/services.ts";
import { RealRound } from "./real-round.ts";

const testLosses = test.skipIf(!(asksForNats && isPostgresAsked));
const LOOK_MS = 20;

/** Waits until `orders` more orders are carried out. */
async function waitForOrders(round: RealRound, orders: number): Promise<void> {
  const enough = round.moments.length + orders;
  while (round.moments.length < enough) await Bun.sleep(LOOK_MS);
}

/** A venue under load, whose standby has stopped replicating while orders were answered. */
async function lagging(services: Services, standby: PostgresServer): Promise<RealRound> {
  await standby.run();
  const round = await RealRound.open(services, 1);
  await round.begin();
  await waitForOrders(round, 20);
  const primary = services.postgres;
  const [{ lsn }] = (await primary.sql("SELECT pg_current_wal_lsn()::text AS lsn")) as [{ lsn: string }];
  await standby.until(`pg_last_wal_replay_lsn() >= '${lsn}'`);
  await standby.stop();
  await waitForOrders(round, 60);
  return round;
}

/**
 * Kills the primary and promotes the standby with what it has. @returns the standby's last batch, and the last batch
 * that was applied
 */
async function promote(
  round: RealRound,
  standby: PostgresServer,
): Promise<{ readonly lastBatch: number; readonly applied: number }> {
  await round.services.postgres.kill();
  await standby.run();
  await standby.sql("SELECT pg_promote()");
  const rows = await standby.sql("SELECT max(batch) AS batch FROM evermark.batches", standby.url(round.database));
  round.failOver(standby);
  return { lastBatch: Number(rows[0]!.batch), applied: round.lastApplied };
}

/** Returns once `cluster status` shows this trouble of a running node. */
async function untilTroubleShown(database: string, text: string): Promise<void> {
  for (;;) {
    const { rows } = await venueStatus(database);
    if (rows.some(({ isFresh, trouble }) => isFresh && trouble?.includes(text))) return;
  }
}

testLosses(
  "C3: after a failover to a standby that lacks them, answered commands are back at their positions",
  async () => {
    await using services = await Services.start();
    const primary = services.postgres;
    await using standby = await primary.standby("late");
    const round = await lagging(services, standby);
    const { lastBatch, applied } = await promote(round, standby);
    expect(applied).toBeGreaterThan(lastBatch);
    await waitForOrders(round, 30);
    const { violations, batches } = await round.end();
    await primary[Symbol.asyncDispose]();
    expect(violations).toEqual([]);
    expect(batches).toBeGreaterThan(applied);
  },
  600_000,
);

testLosses(
  "a leader lost together with its database may have known more: no command is executed until an operator accepts the loss",
  async () => {
    await using services = await Services.start();
    const primary = services.postgres;
    await using standby = await primary.standby("late");
    const round = await lagging(services, standby);
    await round.leader.kill();
    const { lastBatch } = await promote(round, standby);
    const before = round.moments.length;
    await using decision = await LossDecision.open(standby.url(round.database), newNodeId());
    // The other nodes write back what they have; no more can be recovered.
    const found = async () => {
      for (;;) {
        const undecided = await decision.look();
        if (undecided.last.batch >= round.lastApplied) return undecided;
        await Bun.sleep(LOOK_MS);
      }
    };
    const { last, isDecided } = await found();
    expect(isDecided).toBe(false);
    await untilTroubleShown(standby.url(round.database), `accept-loss --at ${last.last}`);
    expect(last.batch).toBeGreaterThan(lastBatch);
    expect(round.moments.length).toBe(before);
    await expect(decision.accept(last.last - 1)).rejects.toThrow("now ends elsewhere");
    await decision.accept(last.last);
    round.accepted(last);
    await waitForOrders(round, 30);
    expect((await decision.look()).isDecided).toBe(true);
    const { violations } = await round.end();
    await primary[Symbol.asyncDispose]();
    expect(violations).toEqual([]);
  },
  600_000,
);
