// The vault against the journal, with a chain that says what a test wants.

import { expect, test } from "bun:test";
import { hashOfText } from "@evermark/contracts";
import type { EngineReader } from "@evermark/engine";
import { encodeAbiParameters, type Hex, padHex } from "viem";
import { silentLog } from "../../testing/kept-log.ts";
import type { ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { Custody } from "./custody.ts";
import type { FundedTotal } from "./funded-total.ts";

const VAULT: Hex = `0x${"1".repeat(40)}`;
const ACCOUNT: Hex = `0x${"a".repeat(64)}`;
const USDC = hashOfText("USDC");
const PAID: Hex = "0x732a6fe7863c74cbd74d2f2b1e3c27304465e354a9d38f03bf10c8436a70aa27";

function worldOf(chainCustody: number, balance: bigint) {
  const world = { chainCustody, balance, funded: 0n, open: [] as { account: number; nonce: number; state: string }[] };
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
  const custody = new Custody({
    reader: { call: async () => padHex(`0x${world.balance.toString(16)}`) } as unknown as ChainReader,
    engine,
    vault: VAULT,
    token: VAULT,
    funded: { add: async () => {}, at: async () => world.funded } as unknown as FundedTotal,
    condition: { broken: (reason) => void reasons.push(reason), holds: () => void reasons.push(null) },
    log: silentLog,
    onLook() {},
  });
  let height = 0;
  const block = (logs: readonly ChainLog[] = []) => {
    height++;
    const upTo = { number: height, hash: padHex("0x1"), parent: padHex("0x0"), timestamp: 0 };
    return custody.onLogs({ logs, final: true, upTo });
  };
  return { world, custody, block, reasons };
}

function paid(nonce: number, amount: bigint, fee: bigint): ChainLog {
  const types = ["bytes32", "address", "address", "bytes32", "uint128", "uint128"].map((type) => ({ type }));
  const data = encodeAbiParameters(types, [ACCOUNT, VAULT, VAULT, USDC, amount, fee]);
  const topics = [PAID, ACCOUNT, padHex(`0x${nonce.toString(16)}`)];
  const place = { block: 1, blockHash: padHex("0x1"), transaction: padHex("0x2"), index: 0 } as const;
  return { address: VAULT, topics, data, ...place };
}

test("nothing is paid before the vault was looked at, and everything may be when it holds what it must", async () => {
  const { custody, block } = worldOf(100, 100n);
  expect(custody.objection).toBe("the vault's balance was not held against the journal yet");
  await block();
  expect(custody.objection).toBeNull();
  expect(custody.view).toEqual({ block: 1, balance: 100n, expected: 100n, shortfall: 0n });
});

test("a micro that is missing stops withdrawals, until it is back for three looks", async () => {
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
  world.open = [{ account: 0, nonce: 7, state: "PROCESSING" }];
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

test("what the vault was funded with must be there too", async () => {
  const { world, custody, block } = worldOf(-50, 100n);
  world.funded = 200n;
  await block();
  expect(custody.view).toMatchObject({ expected: 150n, shortfall: 50n });
});
