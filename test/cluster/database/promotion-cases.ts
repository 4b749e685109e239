// Cases for a database whose synchronous standby has taken over.

import type { ConfirmedHead } from "@evermark/core/cluster/index.ts";
import { FIRST_ROW, rowBehind } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import type { PromotableDatabase } from "./case-database.ts";
import { batchesOf, type Case, leaseOf } from "./cases.ts";

export const PROMOTION_CASES: Readonly<Record<string, Case<PromotableDatabase>>> = {
  "batches that the standby has are kept, and those that waited for it are lost": {
    async play({ nodeA, nodeB, stall, untilWaiting, promote }) {
      const term = await nodeA.lead();
      const second = rowBehind(FIRST_ROW, term, 2);
      const third = rowBehind(second, term, 3);
      const appended = await nodeA.append(second, FIRST_ROW);
      await stall(true);
      const outcome = nodeA.append(third, second);
      await untilWaiting("waits for the standby", 1);
      await promote();
      const answers = [appended, await outcome, await nodeB.timeline(), leaseOf(await nodeB.look())];
      await nodeA.connect(1);
      return [
        ...answers,
        batchesOf(await nodeA.rowsBehind(FIRST_ROW)),
        batchesOf(await nodeA.rowsBehind(third)),
        await nodeA.append(third, second),
      ];
    },
    answers: ["appended", "unknown", 2, "1 1 0 1", "2 of 1", "gone", "appended"],
  },
  "an epoch that the standby never received is used again, on another timeline": {
    async play({ nodeA, nodeB, stall, untilWaiting, promote }) {
      await nodeA.lead();
      const { row } = (await nodeB.look())!;
      await stall(true);
      const claimed = nodeB.claim(row, 2);
      await untilWaiting("waits for the standby", 1);
      await promote();
      const answers = [await claimed, await nodeA.timeline(), leaseOf(await nodeA.look())];
      return [...answers, await nodeA.claim(row, 2), leaseOf(await nodeA.look())];
    },
    answers: [null, 2, "1 1 0 1", 2, "2 1 0 1"],
  },
};

/** Cases for commits that do not wait for a standby: rows visible on one server may be gone on the next. */
export const LOSING_CASES: Readonly<Record<string, Case<PromotableDatabase>>> = {
  "confirmed batches are lost where the standby lagged, and can be appended again": {
    async play({ nodeA, nodeB, stall, promote }) {
      const term = await nodeA.lead();
      const second = rowBehind(FIRST_ROW, term, 2);
      const third = rowBehind(second, term, 3);
      const answers: unknown[] = [(await nodeA.look())!.isSynchronous, await nodeA.append(second, FIRST_ROW)];
      answers.push(await nodeA.renew(term, second, 2));
      await stall(true);
      answers.push(
        await nodeA.append(third, second),
        await nodeA.renew(term, third, 3),
        standOf(await nodeA.confirmedUpTo(9)),
      );
      await promote();
      await nodeB.timeline();
      const repeated = await nodeB.lead();
      answers.push(repeated.timeline, batchesOf(await nodeB.rowsBehind(third)), standOf(await nodeB.confirmedUpTo(9)));
      // The same row as before, under the lease of another term.
      answers.push(await nodeB.append(third, second, repeated), await nodeB.renew(repeated, third, 3));
      answers.push(batchesOf(await nodeB.rowsBehind(second)), standOf(await nodeB.confirmedUpTo(9)));
      return [...answers, standOf(await nodeB.confirmedUpTo(1))];
    },
    answers: [
      ...[false, "appended", "renewed", "appended", "renewed", "3 on 1"],
      ...[2, "gone", "2 on 2", "appended", "renewed", "3 of 3", "3 on 2", "1 on 2"],
    ],
  },
};

function standOf(stand: ConfirmedHead | null): string {
  return stand === null ? "lost" : `${stand.head.batch} on ${stand.timeline}`;
}
