// Cases for a database whose synchronous standby has taken over.

import type { ConfirmedHead } from "@evermark/core/cluster/index.ts";
import { FIRST_ROW, rowBehind } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import { batchesOf, type Case, leaseOf } from "./cases.ts";
import type { PromotableDesk } from "./desk.ts";

export const PROMOTION_CASES: Readonly<Record<string, Case<PromotableDesk>>> = {
  "batches that the standby has are kept, and those that waited for it are lost": {
    async play({ one, two, stall, reached, promote }) {
      const term = await one.lead();
      const second = rowBehind(FIRST_ROW, term, 2);
      const third = rowBehind(second, term, 3);
      const appended = await one.append(second, FIRST_ROW);
      await stall(true);
      const outcome = one.append(third, second);
      await reached("waits for the standby", 1);
      await promote();
      const answers = [appended, await outcome, await two.timeline(), leaseOf(await two.look())];
      await one.connect(1);
      return [
        ...answers,
        batchesOf(await one.rowsBehind(FIRST_ROW)),
        batchesOf(await one.rowsBehind(third)),
        await one.append(third, second),
      ];
    },
    answers: ["appended", "unknown", 2, "1 1 0 1", "2 of 1", "gone", "appended"],
  },
  "an epoch that the standby never received is used again, on another timeline": {
    async play({ one, two, stall, reached, promote }) {
      await one.lead();
      const { row } = (await two.look())!;
      await stall(true);
      const claimed = two.claim(row, 2);
      await reached("waits for the standby", 1);
      await promote();
      const answers = [await claimed, await one.timeline(), leaseOf(await one.look())];
      return [...answers, await one.claim(row, 2), leaseOf(await one.look())];
    },
    answers: [null, 2, "1 1 0 1", 2, "2 1 0 1"],
  },
};

/** Cases for commits that do not wait for a standby: rows visible on one server may be gone on the next. */
export const LOSING_CASES: Readonly<Record<string, Case<PromotableDesk>>> = {
  "confirmed batches are lost where the standby lagged, and can be appended again": {
    async play({ one, two, stall, promote }) {
      const term = await one.lead();
      const second = rowBehind(FIRST_ROW, term, 2);
      const third = rowBehind(second, term, 3);
      const answers: unknown[] = [(await one.look())!.isSynchronous, await one.append(second, FIRST_ROW)];
      answers.push(await one.renew(term, second, 2));
      await stall(true);
      answers.push(
        await one.append(third, second),
        await one.renew(term, third, 3),
        standOf(await one.confirmedUpTo(9)),
      );
      await promote();
      await two.timeline();
      const again = await two.lead();
      answers.push(again.timeline, batchesOf(await two.rowsBehind(third)), standOf(await two.confirmedUpTo(9)));
      // The same row as before, under the lease of another term.
      answers.push(await two.append(third, second, again), await two.renew(again, third, 3));
      answers.push(batchesOf(await two.rowsBehind(second)), standOf(await two.confirmedUpTo(9)));
      return [...answers, standOf(await two.confirmedUpTo(1))];
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
