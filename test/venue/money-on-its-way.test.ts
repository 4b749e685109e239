// What a user sees of money between the chain and the balance: a row in each state and a push for each change, with the
// transaction, the number of blocks still to follow, and the likely time of arrival. Interface 4.6, streams 11.1, vault
// 8.4 and 9.1.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { hashOfText, receiptOf, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { createTestClient, createWalletClient, type Hex, http, maxUint256, publicActions } from "viem";
import { call, type Row } from "./outside/outside-caller.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { withdrawal } from "./outside/wallet-requests.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const MICROS = 1_000_000n;
const CONFIRMATIONS = 2;
/** Long enough that no block is made by time: only by transactions and by the test. */
const BLOCK_SECONDS = 3_600;

let venue: OutsideVenue;
let trader: Trader;
let streams: OutsideStream;
beforeAll(async () => {
  const local = { port: 0, blockSeconds: BLOCK_SECONDS };
  venue = await startVenue({ chain: { nodes: "local", local, confirmations: CONFIRMATIONS } });
  trader = await newTrader(venue.url, { claims: 0, scope: EVERY_SCOPE });
  streams = await OutsideStream.openPrivate(venue, trader);
  for (const topic of ["wallet", "balance"]) await streams.subscribe(topic);
});
afterAll(async () => {
  streams.close();
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();
});

async function until<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await Bun.sleep(10);
  }
}

const firstRow = async (path: string): Promise<Row> => accepted(await call(`${venue.url}${path}`)).data.rows![0]!;
/** Waits until the newest row matches, and returns it. */
const rowThatIs = (expected: Row): Promise<Row> =>
  until(async () => {
    const [row] = await assetHistory(trader);
    const isIt = row !== undefined && Object.entries(expected).every(([name, value]) => row[name] === value);
    return isIt ? row : undefined;
  });

async function openChain() {
  const info = await until(async () => {
    const row = await firstRow("/v1/public/chain_info");
    return row.trouble === null ? row : undefined;
  });
  const [url, vault] = [String(info.public_rpc_url), info.vault_address as Hex];
  const { chain_details: details } = await firstRow("/v1/public/token");
  const token = (details as readonly Row[])[0]!.contract_address as Hex;
  const node = createTestClient({ mode: "anvil", transport: http(url) }).extend(publicActions);
  const wallet = createWalletClient({ account: trader.wallet, transport: http(url) });
  return { node, wallet, vault, token };
}

const OVER = { confirmations: null, confirmations_required: null, estimated_time: null };

/** Expects an arrival in this many blocks from now, give or take the time that the test needs to ask. */
function expectSoon(row: Row, blocks: number): void {
  const waitMs = Number(row.estimated_time) - trader.now();
  expect(Math.abs(waitMs - blocks * BLOCK_SECONDS * 1_000)).toBeLessThan(60_000);
}

test("a deposit and a withdrawal are shown in each state, with their progress and their time of arrival", async () => {
  const { node, wallet, vault, token } = await openChain();
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ address: trader.wallet.address, usdc: 1_000 });
  accepted(await call(`${venue.url}/sandbox/chain_faucet`, { method: "POST", headers, body }));
  const write = { chain: null, account: trader.wallet } as const;
  await wallet.writeContract({
    ...{ ...write, address: token, abi: testUsdcAbi, functionName: "approve", args: [vault, maxUint256] },
  });
  // The venue's own transactions allow its builders in the vault.
  for (const brokerId of (await firstRow("/v1/public/chain_info")).broker_ids as readonly string[]) {
    const args = [hashOfText(brokerId)] as const;
    const isAllowed = { address: vault, abi: vaultAbi, functionName: "getAllowedBroker", args } as const;
    await until(async () => ((await node.readContract(isAllowed)) ? true : undefined));
  }
  // The vault holds what accounts did not deposit, because another transaction minted it there.
  const held = { address: token, abi: testUsdcAbi, functionName: "balanceOf", args: [vault] } as const;
  await until(async () => ((await node.readContract(held)) === BigInt(venue.custody()) ? true : undefined));
  const input = {
    accountId: trader.accountId as Hex,
    brokerHash: hashOfText("demo"),
    tokenHash: hashOfText("USDC"),
    tokenAmount: 250n * MICROS,
  };
  const deposit = await wallet.writeContract({
    ...{ ...write, address: vault, abi: vaultAbi, functionName: "deposit", args: [input] },
  });

  const pending = { side: "DEPOSIT", amount: 250, fee: 0, tx_id: deposit, trans_status: "PENDING" };
  const shown = await rowThatIs({ ...pending, confirmations: 0 });
  expect(shown).toMatchObject({ confirmations_required: CONFIRMATIONS, chain_id: "196" });
  expectSoon(shown, 2);
  expect(await holdingOf(trader)).toBe(0);
  const [frame] = await streams.take("wallet", 1);
  expect(frame!.data).toMatchObject({ ...pending, id: shown.id, transStatus: "PENDING", trxId: deposit });
  expect(frame!.data).toMatchObject({ confirmations: 0, confirmations_required: CONFIRMATIONS });
  expectSoon(frame!.data as Row, 2);
  await node.mine({ blocks: 1 });
  expectSoon(await rowThatIs({ ...pending, confirmations: 1 }), 1);
  await node.mine({ blocks: 1 });
  const credited = { ...pending, trans_status: "COMPLETED", id: shown.id, ...OVER };
  await rowThatIs(credited as Row);
  expect((await streams.take("wallet", 2))[1]!.data).toMatchObject({ ...credited, transStatus: "COMPLETED" });
  expect(await holdingOf(trader)).toBe(250);

  const id = String(accepted(await withdrawal(trader, String(100n * MICROS))).data.withdraw_id);
  const request = { id, side: "WITHDRAW", amount: 100, fee: 1 };
  const sent = await rowThatIs({ ...request, trans_status: "PROCESSING", confirmations: 0, confirmations_required: 2 });
  expect(sent.tx_id).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await receiptOf(node, sent.tx_id as Hex, "the payment")).toMatchObject({ status: "success" });
  // Its block has been seen, and two more have to follow.
  await until(async () => {
    const row = await rowThatIs({ ...request, trans_status: "PROCESSING" });
    return Number(row.estimated_time) - trader.now() < 2.5 * BLOCK_SECONDS * 1_000 ? true : undefined;
  });
  await node.mine({ blocks: 1 });
  expectSoon(await rowThatIs({ ...request, confirmations: 1 }), 1);
  await node.mine({ blocks: 1 });
  await rowThatIs({ ...request, trans_status: "COMPLETED", tx_id: sent.tx_id, ...OVER } as Row);
  const pushes = (await streams.take("wallet", 5)).slice(2).map(({ data }) => [data.id, data.transStatus, data.trxId]);
  expect(pushes).toEqual([
    [id, "PENDING", ""],
    [id, "PROCESSING", sent.tx_id],
    [id, "COMPLETED", sent.tx_id],
  ]);
  const paid = { address: token, abi: testUsdcAbi, functionName: "balanceOf", args: [trader.wallet.address] } as const;
  expect(await node.readContract(paid)).toBe((750n + 99n) * MICROS);
  const balances = streams.framesOf("balance").map(({ data }) => (data.balances as { USDC: Row }).USDC);
  expect(balances.map(({ holding, frozen }) => [holding, frozen])).toEqual([
    [250, 0],
    [150, 100],
    [150, 0],
  ]);
  const { data } = accepted(
    await call(`${venue.url}/v1/public/query`, {
      method: "POST",
      headers,
      body: JSON.stringify({ type: "userDepositsWithdrawals", address: trader.wallet.address }),
    }),
  );
  expect((data.rows as readonly Row[]).map((row) => [row.side, row.status, row.tx_id])).toEqual([
    ["withdraw", "SUCCESS", sent.tx_id],
    ["deposit", "SUCCESS", deposit],
  ]);
});
