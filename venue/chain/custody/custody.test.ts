// The vault's balance against the journal, on a chain that says what a test wants.

import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOfText } from "@evermark/contracts";
import type { EngineReader } from "@evermark/engine";
import { encodeAbiParameters, type Hex, padHex, toHex } from "viem";
import { silentLog } from "../../testing/kept-log.ts";
import type { ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { Custody } from "./custody.ts";
import { Repairs } from "./repairs.ts";

const VAULT: Hex = `0x${"1".repeat(40)}`;
const ACCOUNT: Hex = `0x${"a".repeat(64)}`;
const USDC = hashOfText("USDC");
const PAID: Hex = "0x732a6fe7863c74cbd74d2f2b1e3c27304465e354a9d38f03bf10c8436a70aa27";

function worldOf(chainCustody: number, balance: bigint) {
  const world = {
    ...{ chainCustody, balance, funded: 0n, done: [] as bigint[], height: 0, deposited: 0n },
    open: [] as { account: number; nonce: number; amount: number; fee: number; proof: object }[],
  };
  const reasons: (string | null)[] = [];
  const engine = {
    funds: {
      get chainCustody() {
        return world.chainCustody;
      },
      openWithdrawals: () => world.open,
    },
    account: () => ({ accountId: ACCOUNT }),
  } as unknown as EngineReader;
  const blockAt = (number: number) => ({ number, hash: padHex(toHex(number)), parent: padHex("0x0"), timestamp: 0 });
  const reader = {
    call: async () => padHex(`0x${world.balance.toString(16)}`),
    block: async (number: number) => blockAt(number),
  } as unknown as ChainReader;
  const directory = mkdtempSync(join(tmpdir(), "custody-test-"));
  const repairs = new Repairs({
    reader,
    vault: VAULT,
    formers: [],
    confirmations: 1,
    path: join(directory, "repairs.json"),
  });
  const custody = new Custody({
    repairs,
    inherited: 0n,
    ...{ reader, engine, vault: VAULT, formers: [], token: VAULT, log: silentLog, onLook() {} },
    usedNumbers: { isDone: async ({ nonce }) => world.done.includes(BigInt(nonce)), isQueued: async () => false },
    funded: { add: async () => {}, at: async () => world.funded },
    condition: { broken: (reason) => void reasons.push(reason), holds: () => void reasons.push(null) },
  });
  /** Final logs, and then the newest block on top of them. */
  const block = async (logs: readonly ChainLog[] = []) => {
    const since = world.height++;
    await custody.onLogs({ logs, final: true, since, upTo: blockAt(world.height), deposited: 0n });
    await newest();
  };
  /** Logs that are not final, with a newest block far above them. */
  const newest = (logs: readonly ChainLog[] = []) => {
    const upTo = blockAt(world.height + 1_000);
    return custody.onLogs({ logs, final: false, since: world.height, upTo, deposited: world.deposited });
  };
  return { world, custody, block, newest, reasons };
}

function paid(nonce: number, amount: bigint, fee: bigint): ChainLog {
  const types = ["bytes32", "address", "address", "bytes32", "uint128", "uint128"].map((type) => ({ type }));
  const data = encodeAbiParameters(types, [ACCOUNT, VAULT, VAULT, USDC, amount, fee]);
  const topics = [PAID, ACCOUNT, padHex(`0x${nonce.toString(16)}`)];
  const place = { block: 1, blockHash: padHex("0x1"), transaction: padHex("0x2"), index: 0 } as const;
  return { address: VAULT, topics, data, ...place };
}

test("nothing is paid before the vault was checked, and anything may be paid while it holds what it must", async () => {
  const { custody, block } = worldOf(100, 100n);
  expect(custody.objection).toBe("the vault's balance was not held against the journal yet");
  await block();
  expect(custody.objection).toBeNull();
  expect(custody.view).toEqual({
    block: 1_001,
    balance: 100n,
    deposited: 0n,
    paid: 0n,
    expected: 100n,
    shortfall: 0n,
    shortSince: null,
    repaired: 0n,
  });
});

test("one missing micro stops withdrawals, until three looks have found it there again", async () => {
  const { world, custody, block, reasons } = worldOf(1_000_000, 999_999n);
  await block();
  expect(custody.objection).toContain("the vault is short of 0.000001 USDC");
  expect(reasons.at(-1)).toBe("the vault is short of 0.000001 USDC: withdrawals are stopped");
  world.balance = 1_000_000n;
  await block();
  await block();
  expect(custody.objection).not.toBeNull();
  await block();
  expect(custody.objection).toBeNull();
  expect(reasons.at(-1)).toBeNull();
});

test("a payout that the journal has not completed yet is no shortfall, and hides none", async () => {
  const { world, custody, block } = worldOf(1_000, 910n);
  world.open = [{ account: 0, nonce: 7, amount: 100, fee: 10, proof: {} }];
  await block([paid(7, 100n, 10n)]);
  expect(custody.view).toMatchObject({ expected: 910n, shortfall: 0n });
  world.balance = 909n;
  await block();
  expect(custody.view).toMatchObject({ expected: 910n, shortfall: 1n });
});

test("a payout that the journal knows nothing of is a shortfall", async () => {
  const { custody, block } = worldOf(1_000, 910n);
  await block([paid(7, 100n, 10n)]);
  expect(custody.view?.shortfall).toBe(90n);
});

test("funding of the vault must be there too", async () => {
  const { world, custody, block } = worldOf(-50, 100n);
  world.funded = 200n;
  await block();
  expect(custody.view).toMatchObject({ expected: 150n, shortfall: 50n });
});

test("blocks that are not final count too: a deposit must be there, a payout of the journal need not, any other payout must", async () => {
  const { world, custody, newest } = worldOf(1_000, 1_500n);
  world.deposited = 500n;
  await newest();
  expect(custody.view).toMatchObject({ expected: 1_500n, shortfall: 0n });
  world.balance = 1_410n;
  world.open = [{ account: 0, nonce: 7, amount: 100, fee: 10, proof: {} }];
  await newest([paid(7, 100n, 10n)]);
  expect(custody.view).toMatchObject({ expected: 1_410n, shortfall: 0n });
  await newest([paid(8, 100n, 10n)]);
  expect(custody.view).toMatchObject({ expected: 1_500n, shortfall: 90n });
});

test("a payout that was final before the process began, and is open in the journal, is no shortfall", async () => {
  const { world, custody, newest } = worldOf(1_000, 910n);
  world.open = [
    { account: 0, nonce: 7, amount: 100, fee: 10, proof: {} },
    { account: 0, nonce: 8, amount: 300, fee: 10, proof: {} },
  ];
  world.done = [7n];
  await newest();
  expect(custody.view).toMatchObject({ expected: 910n, shortfall: 0n });
  // The journal completes it.
  world.open = [];
  world.chainCustody = 910;
  await newest();
  expect(custody.view).toMatchObject({ expected: 910n, shortfall: 0n });
});
