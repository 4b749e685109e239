// Cases for the database: the calls in their order, the faults meanwhile, and the expected answers.

import type { LeaseLook, ReadRows } from "@evermark/core/cluster/index.ts";
import { FIRST_ROW, rowBehind } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import type { TestDatabaseDesk } from "./desk.ts";

/** The answers, step by step. */
type Answers = readonly unknown[];

export interface Case<At = TestDatabaseDesk> {
  readonly play: (desk: At) => Promise<Answers>;
  readonly answers: Answers;
}

export const batchesOf = (read: ReadRows | null) =>
  read === null || read === "gone" ? read : `${read.rows.map(({ batch }) => batch).join(" ")} of ${read.confirmed}`;
export const leaseOf = (seen: LeaseLook | null) =>
  seen === null ? null : `${seen.row.epoch} ${seen.row.node.at(-1) ?? "free"} ${seen.row.beat} ${seen.row.confirmed}`;

export const CASES: Readonly<Record<string, Case>> = {
  "batches follow one another without a gap": {
    async play({ one }) {
      const term = await one.lead();
      const [second, other] = [rowBehind(FIRST_ROW, term, 2), rowBehind(FIRST_ROW, term, 3)];
      return [
        await one.append(second, FIRST_ROW),
        await one.append(rowBehind(other, term), other),
        await one.append(rowBehind(second, term), { ...second, term: { ...term, epoch: 7 } }),
        await one.append(second, FIRST_ROW),
        await one.append(rowBehind(second, term), second),
        batchesOf(await one.rowsBehind(FIRST_ROW)),
        batchesOf(await one.rowsBehind(second)),
        batchesOf(await one.rowsBehind(other)),
      ];
    },
    answers: ["appended", "refused", "refused", "unknown", "appended", "2 3 of 1", "3 of 1", "gone"],
  },
  "each request moves time, from the time already reached by moves or by a node": {
    async play({ one, two, stall, reached, cancelWaits }) {
      const first = [
        await one.move({ ms: 1_000, from: 5_000, before: 0 }),
        await two.move({ ms: 200, from: 5_003, before: 0 }),
        await two.move({ ms: 50, from: 6_500, before: 1_300 }),
      ];
      await stall(true);
      const both = [one, two].map((node) => node.move({ ms: 4, from: 0, before: 0 }));
      await stall(false);
      const last = (await Promise.all(both)).map((moved) => moved!.ms).sort();
      await stall(true);
      const cancelled = one.move({ ms: 7, from: 0, before: 0 });
      await reached("waits for the standby", 1);
      await cancelWaits();
      const unknown = await cancelled;
      await stall(false);
      return [...first, last, unknown, await two.move({ ms: 1, from: 0, before: 0 })];
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
    async play({ one }) {
      const term = { timeline: 1, epoch: 1, node: one.id };
      return [await one.append(rowBehind(FIRST_ROW, term), FIRST_ROW), await one.rowsBehind(FIRST_ROW)];
    },
    answers: ["unknown", null],
  },
  "a lease can only be claimed in the state that was read": {
    async play({ one, two }) {
      const { row } = (await one.look())!;
      const claims = [await one.claim(row, 1), await two.claim(row, 1), await two.claim({ ...row, epoch: 1 }, 2)];
      const { row: now } = (await two.look())!;
      return [...claims, await two.claim(now, 2), leaseOf(await one.look())];
    },
    answers: [1, null, null, 1, "2 2 0 1"],
  },
  "a node that has lost the lease can neither append nor renew": {
    async play({ one, two }) {
      const before = await one.lead();
      const now = await two.lead();
      // The node that took over has ended its session.
      await one.connect(1);
      return [
        await one.append(rowBehind(FIRST_ROW, before), FIRST_ROW),
        await one.renew(before, FIRST_ROW),
        await two.renew(now, FIRST_ROW),
        await two.append(rowBehind(FIRST_ROW, now), FIRST_ROW),
      ];
    },
    answers: ["refused", "lost", "renewed", "appended"],
  },
  "a renewal must name a batch that exists, and the confirmed batch never falls": {
    async play({ one }) {
      const term = await one.lead();
      const row = rowBehind(FIRST_ROW, term, 2);
      const answers = [
        await one.append(row, FIRST_ROW),
        await one.renew(term, rowBehind(FIRST_ROW, term, 3), 2),
        await one.renew(term, rowBehind(row, term), 3),
        await one.renew(term, row, 2),
        await one.renew(term, row, 1),
        leaseOf(await one.look()),
      ];
      // This batch does not exist: the confirmed batch stays as it is.
      one.lease.release(term, rowBehind(row, term));
      return [...answers, await one.renew(term, row, 2), leaseOf(await one.look())];
    },
    answers: ["appended", "lost", "lost", "renewed", "renewed", "1 1 2 2", "lost", "1 free 3 2"],
  },
  "when two nodes race for the same place, one of them gets it": {
    async play({ one, two }) {
      const term = await one.lead();
      await two.connect(1);
      const rows = [rowBehind(FIRST_ROW, term, 1), rowBehind(FIRST_ROW, term, 2)];
      const outcomes = await Promise.all([one.append(rows[0]!, FIRST_ROW), two.append(rows[1]!, FIRST_ROW)]);
      return [outcomes.toSorted(), batchesOf(await one.rowsBehind(FIRST_ROW))];
    },
    answers: [["appended", "unknown"], "2 of 1"],
  },
  "with a full disk nothing is written, and the append reports that": {
    async play({ one, fill }) {
      const row = rowBehind(FIRST_ROW, await one.lead());
      await fill(true);
      const answers = [await one.append(row, FIRST_ROW), batchesOf(await one.rowsBehind(FIRST_ROW))];
      await fill(false);
      return [...answers, await one.append(row, FIRST_ROW)];
    },
    answers: ["failed", " of 1", "appended"],
  },
  "a batch that waits for the standby is not visible, and holds its place": {
    async play({ one, two, stall, reached }) {
      const term = await one.lead();
      await two.connect(1);
      const row = rowBehind(FIRST_ROW, term, 1);
      await stall(true);
      const outcome = one.append(row, FIRST_ROW);
      await reached("waits for the standby", 1);
      const read = batchesOf(await two.rowsBehind(FIRST_ROW));
      const other = two.append(rowBehind(FIRST_ROW, term, 2), FIRST_ROW);
      await reached("waits for another", 1);
      await stall(false);
      return [read, await outcome, await other, batchesOf(await one.rowsBehind(FIRST_ROW))];
    },
    answers: [" of 1", "appended", "unknown", "2 of 1"],
  },
  "a batch whose session is ended while it waits for the standby becomes visible": {
    async play({ one, two, stall, reached }) {
      const term = await one.lead();
      const row = rowBehind(FIRST_ROW, term, 1);
      await stall(true);
      const outcome = one.append(row, FIRST_ROW);
      await reached("waits for the standby", 1);
      const answers: unknown[] = [await outcome];
      await one.connect(1);
      // The place is taken, so the row is there; whether it stays is not known.
      answers.push(await one.append(row, FIRST_ROW), batchesOf(await one.rowsBehind(FIRST_ROW)));
      await stall(false);
      return [...answers, await one.renew(term, row, 2), leaseOf(await two.look())];
    },
    answers: ["unknown", "unknown", "2 of 1", "renewed", "1 1 1 2"],
  },
  "a wait for the standby that is cancelled decides nothing": {
    async play({ one, stall, reached, cancelWaits }) {
      const term = await one.lead();
      const row = rowBehind(FIRST_ROW, term, 1);
      await stall(true);
      const cancelled = async <Answer>(answer: Promise<Answer>) => {
        await reached("waits for the standby", 1);
        await cancelWaits();
        return await answer;
      };
      const answers = [
        await cancelled(one.append(row, FIRST_ROW)),
        batchesOf(await one.rowsBehind(FIRST_ROW)),
        await cancelled(one.renew(term, row, 2)),
        leaseOf(await one.look()),
        await cancelled(one.claim((await one.look())!.row, 2)),
        leaseOf(await one.look()),
      ];
      await stall(false);
      return answers;
    },
    answers: ["unknown", "2 of 1", "unknown", "1 1 1 2", null, "2 1 0 2"],
  },
  "a claim that waits for the standby is not visible: the previous leader appends, and its renewal waits": {
    async play({ one, two, stall, reached }) {
      const before = await one.lead();
      const { row: seen } = (await two.look())!;
      await stall(true);
      const claimed = two.claim(seen, 2);
      await reached("waits for the standby", 1);
      const seenMeanwhile = leaseOf(await one.look());
      const appended = one.append(rowBehind(FIRST_ROW, before), FIRST_ROW);
      await reached("waits for the standby", 2);
      const renewed = one.renew(before, FIRST_ROW);
      await reached("waits for another", 1);
      await stall(false);
      return [seenMeanwhile, await claimed, await appended, await renewed, leaseOf(await two.look())];
    },
    answers: ["1 1 0 1", 1, "appended", "lost", "2 2 0 1"],
  },
  "of two simultaneous claims, the one that waits for the other then finds a changed row": {
    async play({ one, two, stall, reached }) {
      const { row: seen } = (await one.look())!;
      await stall(true);
      const first = one.claim(seen, 1);
      await reached("waits for the standby", 1);
      const second = two.claim(seen, 1);
      await reached("waits for another", 1);
      await stall(false);
      return [await first, await second, leaseOf(await two.look())];
    },
    answers: [1, null, "1 1 0 1"],
  },
  "half a statement holds its place until the next leader's session ends the session that sent it": {
    async play({ one, two, halve, reached }) {
      const before = await one.lead();
      halve(one);
      const half = one.append(rowBehind(FIRST_ROW, before, 1), FIRST_ROW);
      await reached("half", 1);
      const { row: seen } = (await two.look())!;
      const term = { timeline: 1, epoch: 2, node: two.id };
      const claimed = await two.claim(seen, 2);
      // With an epoch no higher than that of the session holding the place.
      await two.connect(1);
      const row = rowBehind(FIRST_ROW, term, 2);
      const waiting = two.append(row, FIRST_ROW);
      await reached("waits for another", 1);
      const answers = [claimed, await half, await waiting];
      await two.connect(2);
      // The waiting append may have got the place at the last moment, and then it is not known which of the two did.
      const again = await two.append(row, FIRST_ROW);
      const read = await two.rowsBehind(FIRST_ROW);
      const byWhom = read === null || read === "gone" ? [] : read.rows.map(({ term: { node } }) => node === two.id);
      return [...answers, again === "appended" || again === "unknown", batchesOf(read), ...byWhom];
    },
    answers: [1, "unknown", "unknown", true, "2 of 1", true],
  },
  "a follower keeps its session when a leader opens one": {
    async play({ one, two }) {
      await two.connect(0);
      const term = await one.lead();
      const appended = await one.append(rowBehind(FIRST_ROW, term), FIRST_ROW);
      return [appended, batchesOf(await two.rowsBehind(FIRST_ROW))];
    },
    answers: ["appended", "2 of 1"],
  },
  "after a crash, a batch that waited for the standby is visible": {
    async play({ one, stall, reached, crash }) {
      const term = await one.lead();
      const second = rowBehind(FIRST_ROW, term, 1);
      const appended = await one.append(second, FIRST_ROW);
      await stall(true);
      const outcome = one.append(rowBehind(second, term, 2), second);
      await reached("waits for the standby", 1);
      await crash();
      const outcomes = [appended, await outcome];
      await one.connect(1);
      const read = batchesOf(await one.rowsBehind(FIRST_ROW));
      await stall(false);
      return [...outcomes, read];
    },
    answers: ["appended", "unknown", "2 3 of 1"],
  },
};
