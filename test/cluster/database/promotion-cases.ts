// What a database answers when its synchronous standby has taken over.

import { FIRST_ROW, rowBehind } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import { batchesOf, type Case, leaseOf } from "./cases.ts";
import type { PromotableDesk } from "./desk.ts";

export const PROMOTION_CASES: Readonly<Record<string, Case<PromotableDesk>>> = {
  "what the standby has is there, and what waited for it is gone": {
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
  "an epoch that the standby did not hear of is given again, on another timeline": {
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
