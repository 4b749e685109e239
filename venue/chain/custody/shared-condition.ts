// One condition reported by several parts: it holds while all of them say so.

import type { Condition } from "../../operation/reports/readiness.ts";

/** @returns a function that gives each part its own share of the condition; reasons are shown in the order of the parts */
export function sharedCondition(condition: Condition): () => Condition {
  const reasons: (string | null)[] = [];
  return () => {
    const place = reasons.push(null) - 1;
    const say = (reason: string | null): void => {
      reasons[place] = reason;
      const broken = reasons.filter((each) => each !== null);
      if (broken.length === 0) condition.holds();
      else condition.broken(broken.join("; "));
    };
    return { broken: say, holds: () => say(null) };
  };
}
