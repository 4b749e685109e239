// A signed request that moves funds is carried out once, however often and however late it is sent again, and for whichever
// account. Rules 9.5.

import { describe, expect, test } from "bun:test";
import { micros, millis } from "../../base/units.ts";
import type { SignedRequest, TransferFunds } from "../../language/commands/commands.ts";
import { silent } from "../../language/events/events.ts";
import { REMEMBERED_MS, REQUESTS_MAX } from "../../memory/account/signed-requests.ts";
import { Engine } from "../../run/engine.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange } from "../../testing/small-exchange.ts";

const requestOf = (digest: string, signedAt: number = START): SignedRequest => ({ digest, signedAt: millis(signedAt) });

/** The small exchange with two sub-accounts of A, and their numbers. */
function family() {
  const market = new SmallExchange();
  const subs = [1, 2].map(
    (number) =>
      market.apply({
        type: "add_sub_account",
        at: START,
        account: A,
        number,
        accountId: `0xsub${number}`,
        description: "",
      }).created,
  );
  return { market, one: subs[0]!, other: subs[1]! };
}

function transfer(to: number, request: SignedRequest | null, changes: Partial<TransferFunds> = {}): TransferFunds {
  const receivers = [{ account: to, amount: micros(10) }];
  return { type: "transfer_funds", at: START, account: A, receivers, nonce: 0, request, ...changes };
}

const held = ({ engine }: SmallExchange, account: number) => engine.margin(account).holding as number;

describe("a signed request that is sent again", () => {
  test("gets the first answer and moves nothing", () => {
    const { market, one } = family();
    const first = market.apply(transfer(one, requestOf("a")));
    expect([first.created, first.replayed]).toEqual([1, false]);
    const at = millis(START + 5_000);
    const again = market.apply(transfer(one, requestOf("a"), { at }));
    expect([again.created, again.replayed, again.firstAnsweredAt as number]).toEqual([1, true, START]);
    expect([again.ledger, again.funds]).toEqual([[], []]);
    expect(held(market, one)).toBe(10);
    // A different request with the same terms and time is carried out, and so is a command without a signature.
    expect(market.apply(transfer(one, requestOf("b"), { at })).created).toBe(2);
    expect(market.apply(transfer(one, null, { at })).created).toBe(3);
    expect(held(market, one)).toBe(30);
  });

  test("is refused as it was the first time, even when it could be carried out by then", () => {
    const { market, one, other } = family();
    const receivers = [{ account: other, amount: micros(10) }];
    const ask = () => market.apply(transfer(other, requestOf("a"), { account: one, receivers }));
    expect([ask().code, ask().replayed]).toEqual([5, true]);
    market.apply(transfer(one, null));
    expect([ask().code, ask().rejection?.detail]).toEqual([5, { amount: "0.00001", withdrawable: "0" }]);
    expect(held(market, other)).toBe(0);
  });

  test("is not carried out for another account of the same owner", () => {
    const { market, one, other } = family();
    market.apply(transfer(one, null));
    expect(market.apply(transfer(other, requestOf("a"))).code).toBeNull();
    expect(market.apply(transfer(other, requestOf("a"), { account: one })).code).toBe(-1007);
    expect([one, other].map((each) => held(market, each))).toEqual([10, 10]);
    // For another owner the same digest means nothing: no two keys give the same one.
    expect(market.apply(transfer(A, requestOf("a"), { account: B })).code).toBe(-1012);
  });

  test("also moves the margin of a position only once", () => {
    const market = new SmallExchange();
    const margin = { type: "move_position_margin", at: START, account: A, market: 0, amount: micros(5) } as const;
    const ask = () => market.apply({ ...margin, direction: "ADD", request: requestOf("a") });
    expect([ask().code, ask().replayed]).toEqual([-1006, true]);
  });
});

describe("a request that was forgotten", () => {
  test("is refused: nothing is carried out twice", () => {
    const { market, one } = family();
    for (let n = 0; n <= REQUESTS_MAX; n++) {
      expect(market.apply(transfer(one, requestOf(`${n}`, START + n))).code).toBeNull();
    }
    expect(market.apply(transfer(one, requestOf("0", START)))).toMatchObject({ code: -1007, replayed: false });
    expect(market.apply(transfer(one, requestOf("1", START + 1)))).toMatchObject({ code: null, replayed: true });
    expect(held(market, one)).toBe((REQUESTS_MAX + 1) * 10);
    // A request that was signed before and arrives only now can't be distinguished from a forgotten one.
    expect(market.apply(transfer(one, requestOf("late", START))).code).toBe(-1007);
    expect(market.apply(transfer(one, requestOf("new", START + 1))).code).toBeNull();
  });

  test("is refused as such after eleven minutes, for every owner", () => {
    const { market, one } = family();
    market.apply(transfer(one, requestOf("a", START + 300_000)));
    const later = millis(START + REMEMBERED_MS);
    expect(market.apply(transfer(one, requestOf("a", START + 300_000), { at: millis(later - 1) })).replayed).toBe(true);
    expect(market.apply(transfer(one, requestOf("a", START + 300_000), { at: later })).code).toBe(-1007);
    const size = market.engine.snapshot().length;
    market.apply(transfer(one, requestOf("b", later), { at: later }));
    // Another account's request makes the engine forget what A left behind.
    const request = requestOf("c", later + REMEMBERED_MS);
    market.apply(transfer(A, request, { at: millis(later + REMEMBERED_MS), account: B }));
    const b = { digest: "b", signedAt: later };
    expect(market.state.signedRequests.find(A, b.digest)).toBeUndefined();
    expect(market.state.signedRequests.mayBeForgotten(A, b)).toBe(true);
    expect(market.engine.snapshot().length).toBeLessThan(size + 500);
  });
});

test("an engine restored from a snapshot answers as before", () => {
  const { market, one } = family();
  market.apply(transfer(one, requestOf("a")));
  market.apply(transfer(one, requestOf("refused"), { receivers: [] }));
  const restored = Engine.restore(market.engine.snapshot());
  expect(restored.stateHash()).toBe(market.engine.stateHash());
  for (const [digest, created, code] of [
    ["a", 1, null],
    ["refused", -1, -1005],
  ] as const) {
    const { rejection, created: given, replayed } = restored.apply(transfer(one, requestOf(digest)), silent);
    expect([codeOf(rejection) ?? null, given, replayed]).toEqual([code, created, true]);
  }
});
