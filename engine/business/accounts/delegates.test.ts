// Delegate signers of contracts: announced on the chain, confirmed by the signers themselves. Rules 9.6.

import { describe, expect, test } from "bun:test";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { micros, millis } from "../../base/units.ts";
import type { AnnounceDelegate, BindKey, ConfirmDelegate } from "../../language/commands/commands.ts";
import { DelegateAnnouncements } from "../../memory/account/delegate-announcements.ts";
import { FORMAT } from "../../memory/snapshot.ts";
import { Engine } from "../../run/engine.ts";
import { openAccount, START } from "../../testing/setup.ts";
import { A, BUILDER, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

const at = START;
const CONTRACT = `0x${"cc".repeat(20)}`;
const ACCOUNT_ID = `0x${"ac".repeat(32)}`;
const [FIRST, SECOND] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`] as const;
const transactionOf = (block: number) => `0x${block.toString(16).padStart(64, "0")}`;

const announce = (block: number, signer: string, logIndex = 0, accountId = ACCOUNT_ID): AnnounceDelegate => {
  const transaction = transactionOf(block);
  return { type: "announce_delegate", at, accountId, signer, transaction, block, logIndex };
};
const confirm = (block: number, signer: string, more: Partial<ConfirmDelegate> = {}): ConfirmDelegate => {
  const named = { contract: CONTRACT, brokerId: "builder", signer, transaction: transactionOf(block) };
  return { type: "confirm_delegate", at, accountId: ACCOUNT_ID, ...named, ...more };
};
const bind = (account: number, signer: string | null, key = "ed25519:k"): BindKey => {
  const terms = { scope: "read,trading", expiration: millis(at + 9_000), signedAt: at };
  return { type: "bind_key", at, account, key, ...terms, signer };
};

describe("a contract's signer", () => {
  test("opens its account, once the chain has announced the signer in that very transaction", () => {
    const market = new SmallExchange();
    expect(shown(market.apply(confirm(1, FIRST)).rejection)).toEqual({
      code: -1006,
      message: "the contract's last word on who signs for it is not in this transaction",
      detail: {},
    });
    market.apply(announce(1, FIRST));
    expect(market.engine.findAnnouncement(ACCOUNT_ID.toUpperCase().replace("0X", "0x"))).toEqual({
      signer: FIRST,
      transaction: transactionOf(1),
      block: 1,
      logIndex: 0,
    });
    expect(market.apply(confirm(2, FIRST)).code).toBe(-1006);
    expect(market.apply(confirm(1, SECOND)).code).toBe(9);
    expect(market.apply(confirm(1, FIRST, { brokerId: "nobody" })).code).toBe(-1006);
    expect(market.engine.findAccount(ACCOUNT_ID)).toBe(-1);

    const { created, rejection } = market.apply(confirm(1, FIRST));
    expect(rejection).toBeNull();
    expect(market.engine.account(created)).toMatchObject({
      accountId: ACCOUNT_ID,
      wallet: CONTRACT,
      brokerId: "builder",
      userId: 5,
      delegateSigner: FIRST,
    });
    // A client that lost the answer sends the command again.
    expect(market.apply(confirm(1, FIRST)).created).toBe(created);
  });

  test("is replaced by one announced later, and cannot return with the earlier announcement", () => {
    const market = new SmallExchange();
    market.apply(announce(1, FIRST));
    const { created: account } = market.apply(confirm(1, FIRST));
    market.apply(announce(2, SECOND));
    expect(market.engine.account(account).delegateSigner).toBe(FIRST);
    expect(market.apply(confirm(1, FIRST)).code).toBe(-1006);
    market.apply(confirm(2, SECOND));
    expect(market.engine.account(account).delegateSigner).toBe(SECOND);
    for (const old of [announce(1, FIRST), announce(2, FIRST), announce(0, FIRST, 7)]) {
      expect(shown(market.apply(old).rejection)).toMatchObject({ code: -1007, detail: { block: 2 } });
    }
    expect(market.apply(confirm(1, FIRST)).code).toBe(-1006);
    // A later event in the same block may name another signer again.
    expect(market.apply(announce(2, FIRST, 1)).rejection).toBeNull();
  });

  test("loses its earlier keys when replaced, those of sub-accounts too", () => {
    const market = new SmallExchange();
    market.apply(announce(1, FIRST));
    const { created: account } = market.apply(confirm(1, FIRST));
    const subAccount = { account, number: 1, accountId: "0xsub", description: "" };
    const { created: sub } = market.apply({ type: "add_sub_account", at, ...subAccount });
    for (const each of [bind(account, FIRST), bind(account, null, "ed25519:l"), bind(sub, null), bind(A, null)]) {
      expect(market.apply(each).rejection).toBeNull();
    }
    const ends = () =>
      [account, sub, A].flatMap((each) => market.engine.keysOf(each).map((key) => key.expiration - at));
    market.apply(confirm(1, FIRST));
    expect(ends()).toEqual([9_000, 9_000, 9_000, 9_000]);
    market.apply(announce(2, SECOND));
    market.apply(confirm(2, SECOND));
    expect(ends()).toEqual([0, 0, 0, 9_000]);
  });

  test("leaves a key that has already expired as it is, at that very moment", () => {
    const market = new SmallExchange();
    market.apply(announce(1, FIRST));
    const { created: account } = market.apply(confirm(1, FIRST));
    market.apply(bind(account, FIRST));
    const restricted = { account, key: "ed25519:k", addresses: "10.0.0.0/8" };
    expect(market.apply({ type: "restrict_key", at, ...restricted }).rejection).toBeNull();
    market.apply(announce(2, SECOND));
    market.apply(confirm(2, SECOND, { at: millis(at + 9_000) }));
    expect(market.engine.findKey(account, "ed25519:k")).toMatchObject({ addresses: "10.0.0.0/8" });
  });

  test("binds keys while it is the signer, and none after that", () => {
    const market = new SmallExchange();
    market.apply(announce(1, FIRST));
    const { created: account } = market.apply(confirm(1, FIRST));
    expect(market.apply(bind(account, SECOND)).code).toBe(9);
    expect(market.apply(bind(A, FIRST)).code).toBe(9);
    expect(market.engine.keysOf(account)).toEqual([]);
    expect(market.apply(bind(account, FIRST)).rejection).toBeNull();
  });

  test("never gets the account of a wallet that signs for itself", () => {
    const market = new SmallExchange();
    const { accountId, wallet } = openAccount(A, "builder");
    market.apply(announce(1, FIRST, 0, accountId));
    expect(shown(market.apply(confirm(1, FIRST, { accountId, contract: wallet })).rejection)).toEqual({
      code: -1012,
      message: "the account was opened by its own wallet, which signs for it",
      detail: {},
    });
    expect(market.engine.account(A).delegateSigner).toBe("");
  });

  test("gets an account that a deposit to the contract has opened, and from then on the account is taken", () => {
    const market = new SmallExchange();
    const opening = { type: "open_account", at, accountId: ACCOUNT_ID, wallet: CONTRACT, brokerId: "builder" } as const;
    const { created } = market.apply({ ...opening, forDeposit: true });
    market.apply(announce(1, FIRST));
    expect(market.apply(confirm(1, FIRST))).toMatchObject({ created, rejection: null });
    expect(market.engine.account(created).delegateSigner).toBe(FIRST);
    expect(market.apply(opening).code).toBe(-1007);
  });

  test("survives a restart, and so do the chain's announcements", () => {
    const market = new SmallExchange();
    market.apply(announce(2, SECOND, 0, `0x${"00".repeat(32)}`));
    market.apply(announce(1, FIRST));
    const { created: account } = market.apply(confirm(1, FIRST));
    market.apply({ type: "credit_deposit", at, account, amount: micros(USDC), source: "chain", reference: "d" });
    const restored = Engine.restore(market.engine.snapshot());
    expect(restored.stateHash()).toBe(market.engine.stateHash());
    expect(restored.findAnnouncement(ACCOUNT_ID)).toEqual(market.engine.findAnnouncement(ACCOUNT_ID)!);
    expect(restored.account(account)).toEqual(market.engine.account(account));
    expect(restored.fees.broker(0).feeAccount).toBe(BUILDER);
  });
});

test("a state from before announcements existed has none", () => {
  const announcements = new DelegateAnnouncements();
  const out = new ByteWriter();
  announcements.set(ACCOUNT_ID, { signer: FIRST, transaction: transactionOf(1), block: 3, logIndex: 4 });
  announcements.write(out);
  const read = (format: number) => {
    const input = new ByteReader(out.view().slice());
    input.format = format;
    const copy = new DelegateAnnouncements();
    copy.read(input);
    return copy.find(ACCOUNT_ID);
  };
  expect(read(12)).toBeUndefined();
  expect(read(FORMAT)).toEqual({ signer: FIRST, transaction: transactionOf(1), block: 3, logIndex: 4 });
});

test("in journals from before the chain was consulted a signer simply replaces the previous one", () => {
  const market = new SmallExchange();
  const sub = { type: "add_sub_account", at, account: A, number: 1, accountId: "0xsub", description: "" } as const;
  const name = (account: number, digit: string) =>
    market.apply({ type: "set_delegate_signer", at, account, signer: `0x${digit.repeat(40)}` });
  name(A, "1");
  name(A, "2");
  expect(market.engine.account(A).delegateSigner).toBe(`0x${"2".repeat(40)}`);
  expect(name(market.apply(sub).created, "3").code).toBe(-1012);
  expect(name(0, "3").code).toBe(-1006);
});
