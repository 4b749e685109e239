// Every row of the executor's rules: facts, and the act that follows.

import { describe, expect, test } from "bun:test";
import {
  decideBySimulation,
  decideSent,
  decideUnsent,
  type SentFacts,
  type UnsentFacts,
} from "./transaction-decisions.ts";

describe("a withdrawal that is not sent", () => {
  const pending: UnsentFacts = { state: "PENDING", hasProof: true, payout: 5n, available: 5n };
  const short: UnsentFacts = { ...pending, available: 4n };

  test("is simulated when the vault holds its payout, and waits for money when it does not", () => {
    expect(decideUnsent(pending).act).toBe("simulate");
    expect(decideUnsent(short).act).toBe("await_funds");
    expect(decideUnsent({ ...short, available: -1n }).act).toBe("await_funds");
    expect(decideUnsent({ ...short, state: "PENDING_REBALANCE" }).act).toBe("still_short");
    expect(decideUnsent({ ...pending, state: "PENDING_REBALANCE" }).act).toBe("funds_are_there");
  });

  test("is given back when it has no wallet signature for the vault", () => {
    expect(decideUnsent({ ...pending, hasProof: false })).toMatchObject({ act: "give_back", isDisagreement: false });
  });

  const bySimulation: readonly [string | null, object][] = [
    [null, { act: "send" }],
    ["WithdrawNonceUsed", { act: "find" }],
    ["EnforcedPause", { act: "wait", forAll: true }],
    ["ExitsOpen", { act: "wait", forAll: true }],
    ["OnlyOperator", { act: "wait", forAll: true }],
    ["InsufficientVault", { act: "wait", forAll: false }],
    ["SignatureInvalid", { act: "give_back", isDisagreement: true }],
    ["AccountIdInvalid", { act: "give_back", isDisagreement: true }],
    ["BrokerNotAllowed", { act: "give_back", isDisagreement: true }],
    ["TokenNotAllowed", { act: "give_back", isDisagreement: true }],
    ["FeeExceedsAmount", { act: "give_back", isDisagreement: true }],
    ["ReceiverInvalid", { act: "give_back", isDisagreement: true }],
    ["MessageTooOld", { act: "give_back", isDisagreement: false }],
    ["VaultCloses", { act: "wait", forAll: false }],
    ["AttestationsInvalid", { act: "attest", isSpent: false }],
    ["AttestationExpired", { act: "attest", isSpent: true }],
    // The token is paused, or refuses the transfer with an error of its own.
    ["", { act: "wait", forAll: false }],
    ["ReentrancyGuardReentrantCall", { act: "wait", forAll: false }],
  ];
  test.each(bySimulation)("whose simulated call ends in %p", (error, act) => {
    expect(decideBySimulation(error, { isOfContract: false, hasFormer: false })).toMatchObject(act);
  });

  test("signed by a delegate that was replaced since is given back without an alarm", () => {
    const tried = { isOfContract: true, hasFormer: false };
    expect(decideBySimulation("SignatureInvalid", tried)).toMatchObject({ act: "give_back", isDisagreement: false });
    expect(decideBySimulation("AccountIdInvalid", tried)).toMatchObject({ act: "give_back", isDisagreement: true });
  });

  test("signed by its wallet for a former vault is given back without an alarm", () => {
    const tried = { isOfContract: false, hasFormer: true };
    expect(decideBySimulation("SignatureInvalid", tried)).toMatchObject({ act: "give_back", isDisagreement: false });
    expect(decideBySimulation("AccountIdInvalid", tried)).toMatchObject({ act: "give_back", isDisagreement: true });
  });
});

describe("a withdrawal that was sent", () => {
  const patience = { rebroadcastMs: 60_000, replaceMs: 180_000, attemptsMax: 5 };
  const sent: SentFacts = {
    isConsumed: false,
    seen: null,
    attempts: 0,
    isAttested: false,
    isMined: false,
    wasMined: false,
    sinceSignedMs: 0,
    sinceBroadcastMs: 0,
    canReplace: true,
  };
  const act = (changes: Partial<SentFacts>): string => decideSent({ ...sent, ...changes }, patience).act;

  test("is left alone at first, then sent again, then at a higher price, and never given back for having waited", () => {
    expect(act({ sinceSignedMs: 59_999, sinceBroadcastMs: 59_999 })).toBe("wait");
    expect(act({ sinceSignedMs: 60_000, sinceBroadcastMs: 60_000 })).toBe("rebroadcast");
    expect(act({ sinceSignedMs: 179_999, sinceBroadcastMs: 1_000 })).toBe("wait");
    expect(act({ sinceSignedMs: 180_000, sinceBroadcastMs: 1_000 })).toBe("replace");
    // It was signed with another key, or the price ceiling is reached.
    expect(act({ sinceSignedMs: 180_000, sinceBroadcastMs: 60_000, canReplace: false })).toBe("rebroadcast");
    expect(act({ sinceSignedMs: 1e12, sinceBroadcastMs: 0, canReplace: false, attempts: 100 })).toBe("wait");
  });

  test("is broadcast again at once when this process does not know whether any node has it", () => {
    expect(act({ sinceBroadcastMs: Number.POSITIVE_INFINITY })).toBe("rebroadcast");
  });

  test("waits for depth once it is mined, and is sent again when its block is gone", () => {
    expect(act({ isMined: true, sinceSignedMs: 1e9, sinceBroadcastMs: 1e9 })).toBe("wait");
    expect(act({ isMined: false, wasMined: true })).toBe("rebroadcast");
  });

  test("ends by the vault's event, whatever transaction the event is in", () => {
    const paid = { kind: "paid", transaction: "0x1" } as const;
    const failed = { kind: "failed", transaction: "0x2" } as const;
    const at = (seen: SentFacts["seen"]) => decideSent({ ...sent, isConsumed: true, seen, attempts: 99 }, patience);
    expect(at(paid)).toEqual({ act: "complete", transaction: "0x1" });
    expect(at(failed)).toMatchObject({ act: "give_back", transaction: "0x2" });
    expect(at("queued").act).toBe("pay_when_payable");
    // Done in the vault, but with unknown outcome: never given back.
    expect(at("lost").act).toBe("wait");
    expect(at(null).act).toBe("wait");
  });

  test("is tried again with proof that nothing was paid, and given back after the last attempt", () => {
    const after = (attempts: number): string => act({ isConsumed: true, seen: "undone", attempts });
    expect([0, 3, 4, 5].map(after)).toEqual(["try_again", "try_again", "give_back", "give_back"]);
  });
});
