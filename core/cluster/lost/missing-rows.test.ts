import { expect, test } from "bun:test";
import type { Inquiry, InquiryAnswer, Message } from "../ports/bus.ts";
import { type BatchRow, type Head, NOTHING, writeRow } from "../records/batch-row.ts";
import { partOf } from "../records/row-part.ts";
import { NO_TERM, type Term } from "../records/term.ts";
import { ASK_AGAIN_MS, ASK_FOR_MS } from "../timing.ts";
import { KnownLeads } from "./known-leads.ts";
import { MissingRows, shownDoubt } from "./missing-rows.ts";
import { RecentRows } from "./recent-rows.ts";

const [OWN, LEADER, THIRD] = ["00000000000000aa", "00000000000000bb", "00000000000000cc"];
const BEFORE: Term = { timeline: 1, epoch: 4, node: LEADER };
const NOW: Term = { timeline: 2, epoch: 5, node: OWN };

function rowBehind(head: Head, term: Term, bytes = 10): BatchRow {
  return writeRow(head, term, 1_000, [{ at: 1_000, payload: new Uint8Array(bytes).fill(head.batch), origin: null }]);
}

const OPENING = rowBehind(NOTHING, NO_TERM);
const TWO = rowBehind(OPENING, BEFORE);
const THREE = rowBehind(TWO, BEFORE, 700_000);
const FOUR = rowBehind(THREE, BEFORE);

interface SetupOptions {
  readonly applied?: readonly BatchRow[];
  readonly losesNothing?: boolean;
  readonly leads?: (leads: KnownLeads) => void;
}

/** A claimant that has applied the opening and the given rows. */
function setup({ applied = [TWO], losesNothing = false, leads: know = () => {} }: SetupOptions = {}) {
  let now = 5_000;
  const sent: [string, Inquiry][] = [];
  const recent = new RecentRows(OPENING);
  const leads = new KnownLeads(NO_TERM);
  for (const row of applied) {
    recent.add(row, [0]);
    leads.begun(row.term);
  }
  know(leads);
  const missing = new MissingRows({
    ...{ term: NOW, recent, leads, losesNothing: () => losesNothing },
    clock: { wall: () => 0, steady: () => now, wakeAt: () => {} },
    send: (to: string, message: Message) => sent.push([to, message as Inquiry]),
    applied: () => applied.at(-1) ?? OPENING,
    onNews: () => {},
  });
  const pass = (ms: number) => {
    now += ms;
    missing.wake();
  };
  const hears = (from: string, head: Head, part: InquiryAnswer["part"] = null, led = head.term) =>
    missing.heard({ type: "standing", from, term: NOW, head, led, part });
  /** @returns a function that waits until the asking is over, and returns the decision */
  const asked = (last: Head) => {
    expect(missing.next(last)).toBe("wait");
    return () => {
      pass(ASK_FOR_MS);
      return missing.next(last);
    };
  };
  return { missing, sent, pass, hears, asked };
}

test("on the server where the journal was last led nothing is asked, nor before any node has led", () => {
  const { missing, sent } = setup();
  expect(missing.next(rowBehind(TWO, { ...NOW, epoch: 4, node: THIRD }))).toBe("barrier");
  const first = setup({ applied: [] });
  expect(sent).toEqual([]);
  // On a timeline that is not the first, a server may have lost all earlier terms.
  expect(first.asked(OPENING)()).toBe("barrier");
  expect(first.sent.length).toBeGreaterThan(0);
});

test("all nodes are asked repeatedly for a second, and the last leader must be heard", () => {
  const heard = setup();
  const over = heard.asked(TWO);
  heard.hears(LEADER, TWO);
  heard.pass(ASK_AGAIN_MS);
  expect(heard.missing.next(TWO)).toBe("wait");
  expect(heard.sent.map(([to]) => to)).toEqual(["others", "others"]);
  expect(over()).toBe("barrier");

  const unheard = setup();
  const decide = unheard.asked(TWO);
  unheard.hears(THIRD, TWO);
  const doubt = decide();
  expect(doubt).toEqual({ behind: TWO, node: LEADER, has: null });
  if (typeof doubt !== "string" && !("hash" in doubt))
    expect(shownDoubt(doubt)).toContain(`node ${LEADER}, which has led, is not heard`);
  expect(setup({ losesNothing: true }).asked(TWO)()).toBe("barrier");
});

test("a node that may have led after the journal's last row must be heard as well", () => {
  const row = { epoch: 6, node: THIRD, beat: 0, confirmed: 2 };
  const held = setup({ leads: (leads) => leads.saw(row) });
  const over = held.asked(TWO);
  held.hears(LEADER, TWO);
  expect(over()).toEqual({ behind: TWO, node: THIRD, has: null });
  // A node that only claims, as this node does, has not begun a term.
  const asks = (leads: KnownLeads) => {
    leads.saw(row);
    leads.asks({ timeline: 2, epoch: 6, node: THIRD });
  };
  const claimed = setup({ leads: asks });
  const decide = claimed.asked(TWO);
  claimed.hears(LEADER, TWO);
  expect(decide()).toBe("barrier");
  // Another node has heard of a later term.
  const hinted = setup();
  const end = hinted.asked(TWO);
  hinted.hears(LEADER, TWO, null, { timeline: 1, epoch: 6, node: THIRD });
  expect(end()).toEqual({ behind: TWO, node: THIRD, has: null });
  // The lease was held before, but no row of its holder is there.
  const all = setup({ applied: [], leads: (leads) => leads.saw({ ...row, node: "" }) });
  expect(all.asked(OPENING)()).toEqual({ behind: OPENING, node: "", has: null });
});

test("rows of another node are fetched one by one, in parts, and given back as they were", () => {
  const { missing, hears, asked, sent } = setup();
  const over = asked(TWO);
  hears(LEADER, FOUR);
  expect(over()).toBe("wait");
  const restored: BatchRow[] = [];
  for (let last: Head = TWO; last.batch < 4; last = restored.at(-1)!) {
    for (;;) {
      const next = missing.next(last);
      if (next !== "wait") {
        restored.push(next as BatchRow);
        break;
      }
      const [to, { offset, behind }] = sent.at(-1)!;
      expect([to, behind]).toEqual([LEADER, last]);
      hears(LEADER, FOUR, partOf(last === TWO ? THREE : FOUR, offset));
      // The same part arrives twice.
      hears(LEADER, FOUR, partOf(last === TWO ? THREE : FOUR, offset));
    }
  }
  expect(restored).toEqual([THREE, FOUR]);
  expect(missing.next(FOUR)).toBe("barrier");
});

test("a claimant gives its own rows back by itself, and rows that were given up are never given back", () => {
  const own = setup({ applied: [TWO, THREE, FOUR] });
  const over = own.asked(TWO);
  own.hears(LEADER, TWO);
  expect(over()).toBe(THREE);
  expect(own.missing.next(THREE)).toBe(FOUR);
  expect(own.missing.next(FOUR)).toBe("barrier");

  const barrier = rowBehind(TWO, { ...NOW, epoch: 4, node: LEADER });
  const later = setup();
  const late: Head = { ...barrier, term: { ...barrier.term, timeline: 1, epoch: 6 } };
  const decide = later.asked(late);
  later.hears(LEADER, late);
  later.hears(THIRD, FOUR);
  expect(decide()).toBe("barrier");
});

test("a node that has more rows and does not give them leaves the venue in doubt", () => {
  const { missing, hears, asked, pass } = setup({ losesNothing: true });
  const over = asked(TWO);
  hears(THIRD, FOUR);
  expect(over()).toBe("wait");
  pass(ASK_FOR_MS);
  const doubt = missing.next(TWO);
  expect(doubt).toEqual({ behind: TWO, node: THIRD, has: FOUR });
  if (typeof doubt !== "string" && !("hash" in doubt))
    expect(shownDoubt(doubt)).toContain(`node ${THIRD} has up to ${FOUR.last}, and can't give it back`);
});

test("answers to another inquiry are ignored", () => {
  const { missing, asked } = setup();
  const over = asked(TWO);
  const term = { ...NOW, epoch: 9 };
  missing.heard({ type: "standing", from: LEADER, term, head: FOUR, led: BEFORE, part: null });
  expect(over()).toEqual({ behind: TWO, node: LEADER, has: null });
});
