// Cases for the database: the calls in their order, the faults meanwhile, and the expected answers.

import type { LeaseLook, ReadRows } from "@evermark/core/cluster/index.ts";
import { FIRST_ROW, rowBehind } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import type { CaseDatabase } from "./case-database.ts";

/** The answers, step by step. */
type Answers = readonly unknown[];

export interface Case<At = CaseDatabase> {
  readonly play: (database: At) => Promise<Answers>;
  readonly answers: Answers;
}

export const batchesOf = (read: ReadRows | null) =>
  read === null || read === "gone" ? read : `${read.rows.map(({ batch }) => batch).join(" ")} of ${read.confirmed}`;
export const leaseOf = (seen: LeaseLook | null) =>
  seen === null ? null : `${seen.row.epoch} ${seen.row.node.at(-1) ?? "free"} ${seen.row.beat} ${seen.row.confirmed}`;

export const CASES: Readonly<Record<string, Case>> = {
  "batches follow one another without a gap": {
    async play({ nodeA }) {
      const term = await nodeA.lead();
      const [second, other] = [rowBehind(FIRST_ROW, term, 2), rowBehind(FIRST_ROW, term, 3)];
      return [
        await nodeA.append(second, FIRST_ROW),
        await nodeA.append(rowBehind(other, term), other),
        await nodeA.append(rowBehind(second, term), { ...second, term: { ...term, epoch: 7 } }),
        await nodeA.append(second, FIRST_ROW),
        await nodeA.append(rowBehind(second, term), second),
        batchesOf(await nodeA.rowsBehind(FIRST_ROW)),
        batchesOf(await nodeA.rowsBehind(second)),
        batchesOf(await nodeA.rowsBehind(other)),
      ];
    },
    answers: ["appended", "refused", "refused", "unknown", "appended", "2 3 of 1", "3 of 1", "gone"],
  },
  "each request moves time, from the time already reached by moves or by a node": {
    async play({ nodeA, nodeB, stall, untilWaiting, cancelWaits }) {
      const first = [
        await nodeA.move({ ms: 1_000, from: 5_000, before: 0 }),
        await nodeB.move({ ms: 200, from: 5_003, before: 0 }),
        await nodeB.move({ ms: 50, from: 6_500, before: 1_300 }),
      ];
      await stall(true);
      const both = [nodeA, nodeB].map((node) => node.move({ ms: 4, from: 0, before: 0 }));
      await stall(false);
      const last = (await Promise.all(both)).map((moved) => moved!.ms).sort();
      await stall(true);
      const cancelled = nodeA.move({ ms: 7, from: 0, before: 0 });
      await untilWaiting("waits for the standby", 1);
      await cancelWaits();
      const unknown = await cancelled;
      await stall(false);
      return [...first, last, unknown, await nodeB.move({ ms: 1, from: 0, before: 0 })];
    },
    answers: [
      { ms: 1_000, to: 6_000 },
      { ms: 1_200, to: 6_200 },
      { ms: 1_350, to: 6_550 },
      [1_354, 1_358],
      null,
      { ms: 1_366, to: 6_566 },
    ],
  },
  "without a session no statement is sent": {
    async play({ nodeA }) {
      const term = { timeline: 1, epoch: 1, node: nodeA.id };
      return [await nodeA.append(rowBehind(FIRST_ROW, term), FIRST_ROW), await nodeA.rowsBehind(FIRST_ROW)];
    },
    answers: ["unknown", null],
  },
  "a lease can only be claimed in the state that was read": {
    async play({ nodeA, nodeB }) {
      const { row } = (await nodeA.look())!;
      const claims = [await nodeA.claim(row, 1), await nodeB.claim(row, 1), await nodeB.claim({ ...row, epoch: 1 }, 2)];
      const { row: now } = (await nodeB.look())!;
      return [...claims, await nodeB.claim(now, 2), leaseOf(await nodeA.look())];
    },
    answers: [1, null, null, 1, "2 2 0 1"],
  },
  "a node that has lost the lease can neither append nor renew": {
    async play({ nodeA, nodeB }) {
      const before = await nodeA.lead();
      const now = await nodeB.lead();
      // The node that took over has ended its session.
      await nodeA.connect(1);
      return [
        await nodeA.append(rowBehind(FIRST_ROW, before), FIRST_ROW),
        await nodeA.renew(before, FIRST_ROW),
        await nodeB.renew(now, FIRST_ROW),
        await nodeB.append(rowBehind(FIRST_ROW, now), FIRST_ROW),
      ];
    },
    answers: ["refused", "lost", "renewed", "appended"],
  },
  "a renewal must name a batch that exists, and the confirmed batch never falls": {
    async play({ nodeA }) {
      const term = await nodeA.lead();
      const row = rowBehind(FIRST_ROW, term, 2);
      const answers = [
        await nodeA.append(row, FIRST_ROW),
        await nodeA.renew(term, rowBehind(FIRST_ROW, term, 3), 2),
        await nodeA.renew(term, rowBehind(row, term), 3),
        await nodeA.renew(term, row, 2),
        await nodeA.renew(term, row, 1),
        leaseOf(await nodeA.look()),
      ];
      // This batch does not exist: the confirmed batch stays as it is.
      nodeA.lease.release(term, rowBehind(row, term));
      return [...answers, await nodeA.renew(term, row, 2), leaseOf(await nodeA.look())];
    },
    answers: ["appended", "lost", "lost", "renewed", "renewed", "1 1 2 2", "lost", "1 free 3 2"],
  },
  "when two nodes race for the same place, one of them gets it": {
    async play({ nodeA, nodeB }) {
      const term = await nodeA.lead();
      await nodeB.connect(1);
      const rows = [rowBehind(FIRST_ROW, term, 1), rowBehind(FIRST_ROW, term, 2)];
      const outcomes = await Promise.all([nodeA.append(rows[0]!, FIRST_ROW), nodeB.append(rows[1]!, FIRST_ROW)]);
      return [outcomes.toSorted(), batchesOf(await nodeA.rowsBehind(FIRST_ROW))];
    },
    answers: [["appended", "unknown"], "2 of 1"],
  },
  "with a full disk nothing is written, and the append reports that": {
    async play({ nodeA, fill }) {
      const row = rowBehind(FIRST_ROW, await nodeA.lead());
      await fill(true);
      const answers = [await nodeA.append(row, FIRST_ROW), batchesOf(await nodeA.rowsBehind(FIRST_ROW))];
      await fill(false);
      return [...answers, await nodeA.append(row, FIRST_ROW)];
    },
    answers: ["failed", " of 1", "appended"],
  },
  "a batch that waits for the standby is not visible, and holds its place": {
    async play({ nodeA, nodeB, stall, untilWaiting }) {
      const term = await nodeA.lead();
      await nodeB.connect(1);
      const row = rowBehind(FIRST_ROW, term, 1);
      await stall(true);
      const outcome = nodeA.append(row, FIRST_ROW);
      await untilWaiting("waits for the standby", 1);
      const read = batchesOf(await nodeB.rowsBehind(FIRST_ROW));
      const other = nodeB.append(rowBehind(FIRST_ROW, term, 2), FIRST_ROW);
      await untilWaiting("waits for another", 1);
      await stall(false);
      return [read, await outcome, await other, batchesOf(await nodeA.rowsBehind(FIRST_ROW))];
    },
    answers: [" of 1", "appended", "unknown", "2 of 1"],
  },
  "a batch whose session is ended while it waits for the standby becomes visible": {
    async play({ nodeA, nodeB, stall, untilWaiting }) {
      const term = await nodeA.lead();
      const row = rowBehind(FIRST_ROW, term, 1);
      await stall(true);
      const outcome = nodeA.append(row, FIRST_ROW);
      await untilWaiting("waits for the standby", 1);
      const answers: unknown[] = [await outcome];
      await nodeA.connect(1);
      // The place is taken, so the row is there; whether it stays is not known.
      answers.push(await nodeA.append(row, FIRST_ROW), batchesOf(await nodeA.rowsBehind(FIRST_ROW)));
      await stall(false);
      return [...answers, await nodeA.renew(term, row, 2), leaseOf(await nodeB.look())];
    },
    answers: ["unknown", "unknown", "2 of 1", "renewed", "1 1 1 2"],
  },
  "a wait for the standby that is cancelled decides nothing": {
    async play({ nodeA, stall, untilWaiting, cancelWaits }) {
      const term = await nodeA.lead();
      const row = rowBehind(FIRST_ROW, term, 1);
      await stall(true);
      const cancelled = async <Answer>(answer: Promise<Answer>) => {
        await untilWaiting("waits for the standby", 1);
        await cancelWaits();
        return await answer;
      };
      const answers = [
        await cancelled(nodeA.append(row, FIRST_ROW)),
        batchesOf(await nodeA.rowsBehind(FIRST_ROW)),
        await cancelled(nodeA.renew(term, row, 2)),
        leaseOf(await nodeA.look()),
        await cancelled(nodeA.claim((await nodeA.look())!.row, 2)),
        leaseOf(await nodeA.look()),
      ];
      await stall(false);
      return answers;
    },
    answers: ["unknown", "2 of 1", "unknown", "1 1 1 2", null, "2 1 0 2"],
  },
  "a claim that waits for the standby is not visible: the previous leader appends, and its renewal waits": {
    async play({ nodeA, nodeB, stall, untilWaiting }) {
      const before = await nodeA.lead();
      const { row: seen } = (await nodeB.look())!;
      await stall(true);
      const claimed = nodeB.claim(seen, 2);
      await untilWaiting("waits for the standby", 1);
      const seenMeanwhile = leaseOf(await nodeA.look());
      const appended = nodeA.append(rowBehind(FIRST_ROW, before), FIRST_ROW);
      await untilWaiting("waits for the standby", 2);
      const renewed = nodeA.renew(before, FIRST_ROW);
      await untilWaiting("waits for another", 1);
      await stall(false);
      return [seenMeanwhile, await claimed, await appended, await renewed, leaseOf(await nodeB.look())];
    },
    answers: ["1 1 0 1", 1, "appended", "lost", "2 2 0 1"],
  },
  "of two simultaneous claims, the one that waits for the other then finds a changed row": {
    async play({ nodeA, nodeB, stall, untilWaiting }) {
      const { row: seen } = (await nodeA.look())!;
      await stall(true);
      const first = nodeA.claim(seen, 1);
      await untilWaiting("waits for the standby", 1);
      const second = nodeB.claim(seen, 1);
      await untilWaiting("waits for another", 1);
      await stall(false);
      return [await first, await second, leaseOf(await nodeB.look())];
    },
    answers: [1, null, "1 1 0 1"],
  },
  "half a statement holds its place until the next leader's session ends the session that sent it": {
    async play({ nodeA, nodeB, halve, untilWaiting }) {
      const before = await nodeA.lead();
      halve(nodeA);
      const half = nodeA.append(rowBehind(FIRST_ROW, before, 1), FIRST_ROW);
      await untilWaiting("half", 1);
      const { row: seen } = (await nodeB.look())!;
      const term = { timeline: 1, epoch: 2, node: nodeB.id };
      const claimed = await nodeB.claim(seen, 2);
      // With an epoch no higher than that of the session holding the place.
      await nodeB.connect(1);
      const row = rowBehind(FIRST_ROW, term, 2);
      const waiting = nodeB.append(row, FIRST_ROW);
      await untilWaiting("waits for another", 1);
      const answers = [claimed, await half, await waiting];
      await nodeB.connect(2);
      // The waiting append may have got the place at the last moment, and then it is not known which of the two did.
      const repeated = await nodeB.append(row, FIRST_ROW);
      const read = await nodeB.rowsBehind(FIRST_ROW);
      const byWhom = read === null || read === "gone" ? [] : read.rows.map(({ term: { node } }) => node === nodeB.id);
      return [...answers, repeated === "appended" || repeated === "unknown", batchesOf(read), ...byWhom];
    },
    answers: [1, "unknown", "unknown", true, "2 of 1", true],
  },
  "a follower keeps its session when a leader opens one": {
    async play({ nodeA, nodeB }) {
      await nodeB.connect(0);
      const term = await nodeA.lead();
      const appended = await nodeA.append(rowBehind(FIRST_ROW, term), FIRST_ROW);
      return [appended, batchesOf(await nodeB.rowsBehind(FIRST_ROW))];
    },
    answers: ["appended", "2 of 1"],
  },
  "after a crash, a batch that waited for the standby is visible": {
    async play({ nodeA, stall, untilWaiting, crash }) {
      const term = await nodeA.lead();
      const second = rowBehind(FIRST_ROW, term, 1);
      const appended = await nodeA.append(second, FIRST_ROW);
      await stall(true);
      const outcome = nodeA.append(rowBehind(second, term, 2), second);
      await untilWaiting("waits for the standby", 1);
      await crash();
      const outcomes = [appended, await outcome];
      await nodeA.connect(1);
      const read = batchesOf(await nodeA.rowsBehind(FIRST_ROW));
      await stall(false);
      return [...outcomes, read];
    },
    answers: ["appended", "unknown", "2 3 of 1"],
  },
};
