import { expect, test } from "bun:test";
import { encodeCommand, millis } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import type { ConfirmedHead } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, NOTHING, writeRow } from "../records/batch-row.ts";
import { type AcknowledgedLost, findLost } from "./lost-history.ts";
import { RecentRows } from "./recent-rows.ts";

const TERM = { timeline: 1, epoch: 1, node: "00000000000000aa" };
const OTHER = { timeline: 2, epoch: 2, node: "00000000000000bb" };

function rowsBehind(head: Head, term: typeof TERM, count: number): BatchRow[] {
  const rows: BatchRow[] = [];
  for (let account = 1; account <= count; account++) {
    const behind = rows.at(-1) ?? head;
    const at = millis(behind.at + 1_000);
    const payload = encodeCommand({ ...placeOrder({ account }), at }).slice();
    rows.push(writeRow(behind, term, at, [{ at, payload, origin: null }]));
  }
  return rows;
}

const OWN = rowsBehind(NOTHING, TERM, 9);

interface Shown {
  /** The rows that the server has. */
  readonly rows: readonly BatchRow[];
  readonly confirmed?: number;
  readonly timeline?: number;
  /** The batch from which on the node remembers what it has applied. */
  readonly remembersFrom?: number;
}

function lostWhere({ rows, confirmed = rows.length, timeline = 2, remembersFrom = 0 }: Shown): AcknowledgedLost | null {
  const recent = new RecentRows(OWN[remembersFrom - 1] ?? NOTHING);
  for (const row of OWN.slice(remembersFrom)) recent.add(row, [row.batch * 10]);
  const confirmedUpTo = (batch: number, done: (stand: ConfirmedHead | null) => void) =>
    done({ timeline, head: rows[Math.min(batch, confirmed) - 1] ?? NOTHING });
  const answers: (AcknowledgedLost | null)[] = [];
  findLost({ journal: { confirmedUpTo }, recent, head: () => OWN.at(-1)!, timeline: () => 2 }, (lost) => {
    answers.push(lost);
  });
  expect(answers).toHaveLength(1);
  return answers[0]!;
}

test("if the database has continued with other batches, what is lost is listed from the first of them on", () => {
  for (let same = 0; same < OWN.length; same++) {
    for (const others of [1, 4, 20]) {
      const kept = OWN.slice(0, same);
      const lost = lostWhere({ rows: [...kept, ...rowsBehind(kept.at(-1) ?? NOTHING, OTHER, others)] })!;
      expect(lost.behind?.batch).toBe(same);
      expect(lost.lost.map(({ position, account, orderId }) => [position, account, orderId])).toEqual(
        OWN.slice(same).map(({ batch, last }) => [last, batch, batch * 10]),
      );
      expect(lost.message).toContain(
        `positions ${same + 1} to 9, ${9 - same} commands: ${same + 1} place_order of account`,
      );
    }
  }
});

test("missing rows may come back, and unconfirmed rows and an earlier server prove nothing", () => {
  const others = [...OWN.slice(0, 4), ...rowsBehind(OWN[3]!, OTHER, 3)];
  expect(lostWhere({ rows: OWN.slice(0, 4) })).toBeNull();
  expect(lostWhere({ rows: others, confirmed: 4 })).toBeNull();
  expect(lostWhere({ rows: others, timeline: 1 })).toBeNull();
  expect(lostWhere({ rows: others, confirmed: 5 })?.behind?.batch).toBe(4);
});

test("the message says when losses go further back than the node remembers", () => {
  const others = [...OWN.slice(0, 4), ...rowsBehind(OWN[3]!, OTHER, 5)];
  const lost = lostWhere({ rows: others, remembersFrom: 6 })!;
  expect([lost.behind, lost.lost.map(({ position }) => position)]).toEqual([null, [7, 8, 9]]);
  expect(lost.message).toContain("and what it does not remember, before");
  expect(lostWhere({ rows: others, remembersFrom: 4 })?.behind?.batch).toBe(4);
});
