// What accounts leave by comes to what the venue owes, whatever they have done, and each finds its proof in the file.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FundsEvent, micros, silent } from "@evermark/engine";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { memoryVenue } from "../../../testing/memory-venue.ts";
import { balancesOf } from "./balance-leaves.ts";
import { exitProof, rootOf, writeBalances } from "./published-balances.ts";
import { VaultFlows } from "./vault-flows.ts";

const VAULT = { chainId: 196, vault: `0x${"aa".repeat(20)}` } as const;
const USDC = 1_000_000;

function world() {
  const memory = memoryVenue();
  const flows = new VaultFlows(VAULT);
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
  return { memory, flows, one, other, deposit };
}

test("deposits of the vault are its own count; all else is the account's result, and the results come to the total", () => {
  const { memory, flows, one, other, deposit } = world();
  deposit(one.account, 50, 1);
  deposit(other.account, 30, 2);
  expect(flows.hasFormer).toBe(false);
  // Of a vault before this one: from then on no balances are signed, for a withdrawal could be either's.
  deposit(other.account, 7, 1, `0x${"bb".repeat(20)}`);
  expect(flows.hasFormer).toBe(true);
  const { leaves, total } = balancesOf(memory.engine, flows);
  const resultOf = (id: string) => leaves.find(({ accountId }) => accountId === id.toLowerCase())?.result;
  expect([resultOf(one.accountId), resultOf(other.accountId)]).toEqual([BigInt(100 * USDC), BigInt(7 * USDC)]);
  expect(flows.total).toBe(80 * USDC);
  expect(total + BigInt(flows.total)).toBe(BigInt(memory.engine.custody));

  // What is frozen is the account's until the journal has it as paid; then the vault has counted it.
  const nonce = memory.apply({ type: "issue_nonce", account: one.account, kind: "withdraw" }).created;
  const terms = { account: one.account, amount: micros(40 * USDC), fee: micros(USDC), nonce, chainId: 196 };
  const proof = { signature: "0x", signedAt: 1, signer: "" };
  const request = { type: "request_withdrawal", ...terms, receiver: one.wallet, proof } as const;
  const { created: withdrawalId } = memory.apply(request);
  const resultOfOne = () => balancesOf(memory.engine, flows).leaves.find(({ wallet }) => wallet === one.wallet)?.result;
  expect(resultOfOne()).toBe(BigInt(100 * USDC));
  for (const to of ["PROCESSING", "COMPLETED"] as const) {
    memory.apply({ type: "advance_withdrawal", withdrawalId, to, transaction: "0x1", reason: "" });
    expect(resultOfOne()).toBe(BigInt(100 * USDC));
  }
  expect(flows.of(one.account)).toBe(10 * USDC);
  const kept = new VaultFlows(VAULT, flows.kept);
  expect([kept.total, kept.hasFormer]).toEqual([flows.total, true]);
});

test("a file of balances has each account's proof, and one that was changed has none", () => {
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
