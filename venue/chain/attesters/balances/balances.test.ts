// Exit balances add up to what the venue owes, whatever the accounts have done, and every account finds its proof in the
// file.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FundsEvent, micros, silent } from "@evermark/engine";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { type Hex, serializeTransaction } from "viem";
import { memoryVenue } from "../../../testing/memory-venue.ts";
import { balancesOf } from "./balance-leaves.ts";
import { exitProof, rootOf, writeBalances } from "./published-balances.ts";
import { VaultFlows } from "./vault-flows.ts";

const VAULT = { chainId: 196, vault: `0x${"aa".repeat(20)}` } as const;
const FORMER: Hex = `0x${"bb".repeat(20)}`;
const USDC = 1_000_000;

function world() {
  const memory = memoryVenue();
  const followed = { vault: VAULT, formers: [FORMER], engine: memory.engine };
  const flows = new VaultFlows(followed);
  memory.listen({ ...silent, funds: (event: FundsEvent) => flows.listener.funds(event) });
  const [one, other] = [memory.openAccount({ usdc: 100 }), memory.openAccount({ usdc: 0 })];
  const credit = { type: "credit_deposit", source: "chain" } as const;
  const onChain = (vault: string, n: number) => ({
    chainId: 196,
    key: `key ${vault} ${n}`,
    transaction: `0x${"1".repeat(64)}`,
  });
  const deposit = (account: number, usdc: number, n: number, vault: string = VAULT.vault) => {
    const reference = `deposit:196:${vault}:${n}`;
    memory.apply({ ...credit, account, amount: micros(usdc * USDC), reference, onChain: onChain(vault, n) } as never);
  };
  return { memory, flows, followed, one, other, deposit };
}

test("deposits of the vault are its own count; everything else is the account's result, and results add up to the total", async () => {
  const { memory, flows, followed, one, other, deposit } = world();
  deposit(one.account, 50, 1);
  deposit(other.account, 30, 2);
  // A deposit at a former vault: it counts for the account, but not in this vault's count.
  deposit(other.account, 7, 1, FORMER);
  expect(flows.hasStrange).toBe(false);
  const { leaves, total } = balancesOf(memory.engine, flows);
  const resultOf = (id: string) => leaves.find(({ accountId }) => accountId === id.toLowerCase())?.result;
  expect([resultOf(one.accountId), resultOf(other.accountId)]).toEqual([BigInt(100 * USDC), BigInt(7 * USDC)]);
  expect(flows.total).toBe(80 * USDC);
  expect(total + BigInt(flows.total)).toBe(BigInt(memory.engine.custody));

  // A frozen amount is the account's until the journal has it as paid; by then the vault has counted it.
  const nonce = memory.apply({ type: "issue_nonce", account: one.account, kind: "withdraw" }).created;
  const terms = { account: one.account, amount: micros(40 * USDC), fee: micros(USDC), nonce, chainId: 196 };
  const proof = { signature: "0x", signedAt: 1, signer: "" };
  const request = { type: "request_withdrawal", ...terms, receiver: one.wallet, proof } as const;
  const { created: withdrawalId } = memory.apply(request);
  const resultOfOne = () => balancesOf(memory.engine, flows).leaves.find(({ wallet }) => wallet === one.wallet)?.result;
  expect(resultOfOne()).toBe(BigInt(100 * USDC));
  for (const to of ["PROCESSING", "COMPLETED"] as const) {
    memory.apply({ type: "advance_withdrawal", withdrawalId, to, transaction: "0x1", reason: "" });
    await flows.settle(async () => false);
    expect(resultOfOne()).toBe(BigInt(100 * USDC));
  }
  expect(flows.of(one.account)).toBe(10 * USDC);
  // A deposit at a vault that is not known as a former one: from then on no balances are signed.
  deposit(other.account, 7, 1, `0x${"cc".repeat(20)}`);
  const kept = new VaultFlows(followed, flows.kept);
  expect([kept.total, kept.hasStrange, flows.hasStrange]).toEqual([flows.total, true, true]);
});

test("withdrawals paid by a former vault are not in this vault's count, whenever the journal completes them", async () => {
  const { memory, flows, followed, one, deposit } = world();
  deposit(one.account, 50, 1, FORMER);
  deposit(one.account, 50, 1);
  const asked = (usdc: number) => {
    const nonce = memory.apply({ type: "issue_nonce", account: one.account, kind: "withdraw" }).created;
    const terms = { account: one.account, amount: micros(usdc * USDC), fee: micros(USDC), nonce, chainId: 196 };
    const proof = { signature: "0x", signedAt: 1, signer: "" };
    return memory.apply({ type: "request_withdrawal", ...terms, receiver: one.wallet, proof }).created;
  };
  const send = (withdrawalId: number, to: Hex, chainNonce: number) => {
    const raw = serializeTransaction({ type: "eip1559", chainId: 196, to, nonce: chainNonce });
    const transaction = `0x${String(chainNonce).padStart(64, "0")}`;
    memory.apply({ type: "send_withdrawal", withdrawalId, transaction, raw, sender: one.wallet, chainNonce });
  };
  const advance = (withdrawalId: number, to: "COMPLETED" | "PENDING") =>
    memory.apply({ type: "advance_withdrawal", withdrawalId, to, transaction: "", reason: "" });
  const [former, ours, both] = [asked(10), asked(20), asked(7)];
  send(former, FORMER, 1);
  send(ours, VAULT.vault, 2);
  // Attempted without success through the former vault, and paid by this one.
  send(both, FORMER, 3);
  advance(both, "PENDING");
  send(both, VAULT.vault, 4);
  // As after a restart in between.
  const again = new VaultFlows(followed, flows.kept);
  memory.listen({ ...silent, funds: (event: FundsEvent) => again.listener.funds(event) });
  for (const each of [former, ours, both]) advance(each, "COMPLETED");
  expect([flows.of(one.account), again.of(one.account)]).toEqual([(50 - 20 - 7) * USDC, (50 - 20 - 7) * USDC]);
  // Two withdrawals submitted by another program: the former vault knows which of them it has paid.
  for (const byHand of [asked(3), asked(4)]) {
    memory.apply({ type: "advance_withdrawal", withdrawalId: byHand, to: "PROCESSING", transaction: "", reason: "" });
    advance(byHand, "COMPLETED");
  }
  expect(flows.hasDoubts).toBe(true);
  const kept = new VaultFlows(followed, flows.kept);
  const paidFormerly = async (account: number, nonce: number) => account === one.account && nonce === last - 1;
  const last = memory.engine.funds.nextNonce(one.account, "withdraw") - 1;
  for (const each of [flows, kept]) await each.settle(paidFormerly);
  expect([flows, kept].map((each) => each.of(one.account))).toEqual([(50 - 27 - 4) * USDC, (50 - 27 - 4) * USDC]);
  expect(flows.hasDoubts).toBe(false);
  const { leaves } = balancesOf(memory.engine, flows);
  expect(leaves.find(({ wallet }) => wallet === one.wallet)?.result).toBe(BigInt((100 + 50 - 10 - 3) * USDC));
});

test("a balances file has each account's proof, and an altered file has none", () => {
  using directory = temporaryDirectory();
  const { memory, flows, one, other } = world();
  const path = join(directory.path, "1.json");
  const balances = { ...balancesOf(memory.engine, flows), position: 17 };
  writeBalances(path, VAULT, balances);
  for (const { accountId, wallet } of [one, other]) {
    expect(exitProof(path, accountId)).toMatchObject({ ...VAULT, position: 17, root: rootOf(balances), wallet });
  }
  expect(exitProof(path, `0x${"0".repeat(64)}`)).toBeUndefined();
  const text = JSON.stringify({ ...VAULT, position: 17, root: rootOf(balances), total: "0", leaves: [] });
  writeFileSync(path, text);
  expect(() => exitProof(path, one.accountId)).toThrow("are not those of its root");
  writeFileSync(path, "{}");
  expect(() => exitProof(path, one.accountId)).toThrow("is no file of balances");
});
