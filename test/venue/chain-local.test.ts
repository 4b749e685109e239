// A sandbox with a chain of its own: money is withdrawn and deposited again through a real Anvil with the real vault.
// Interface 4.9, vault 8 to 10.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfText, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { createPublicClient, createWalletClient, type Hex, http, maxUint256 } from "viem";
import { call, type Row } from "./outside/outside-caller.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const MICROS = 1_000_000n;

let venue: OutsideVenue;
beforeAll(async () => {
  venue = await startVenue({ chain: { nodes: "local" } });
});
afterAll(async () => {
  expect(messagesOf(venue.errors)).toEqual(["the local chain's node has exited, and is being restarted"]);
  venue.audit();
  await venue.stop();
});

async function until<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await Bun.sleep(20);
  }
}

const messagesOf = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).msg);

const firstRow = async (path: string): Promise<Row> => accepted(await call(`${venue.url}${path}`)).data.rows![0]!;
const chainInfo = (): Promise<Row> =>
  until(async () => {
    const row = await firstRow("/v1/public/chain_info");
    return row.trouble === null ? row : undefined;
  });
const vaultBalance = () => firstRow("/v1/public/vault_balance");
const holdingOf = async (trader: Trader): Promise<number> => {
  const { data } = accepted(await trader.get("/v1/client/holding?all=true"));
  return Number((data.holding as readonly Row[])[0]!.holding);
};
/** Waits until the vault holds exactly what the venue owes, all of it final. */
const untilBacked = (): Promise<Row> =>
  until(async () => {
    const row = await vaultBalance();
    const custody = venue.custody() / Number(MICROS);
    return row.balance === custody && row.expected === custody ? row : undefined;
  });

test("a sandbox shows which chain it has, and backs what its faucet gave", async () => {
  const trader = await newTrader(venue.url);
  const info = await chainInfo();
  expect(info).toMatchObject({
    chain_id: "196",
    public_rpc_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    vault_address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    confirmations: 1,
    trouble: null,
  });
  expect(await untilBacked()).toMatchObject({ chain_id: 196, token: "USDC", shortfall: 0, block: expect.any(Number) });
  expect(await holdingOf(trader)).toBe(10_000);
  const health = (await (await fetch(`${venue.url}/health`)).json()) as { readonly reasons: Row };
  for (const condition of ["chain", "deposits", "withdrawals", "custody"])
    expect(health.reasons[condition]).toBeUndefined();
});

test("a page on this machine reads the chain through the venue, and a revert carries what a wallet needs to know", async () => {
  const { public_rpc_url: url, vault_address: vault } = (await chainInfo()) as {
    public_rpc_url: string;
    vault_address: Hex;
  };
  const ask = async (method: string, params: readonly unknown[]): Promise<Row> => {
    const body = JSON.stringify({ method, params });
    const headers = { "Content-Type": "application/json" };
    return accepted(await call(`${venue.url}/sandbox/chain_rpc`, { method: "POST", headers, body })).data as Row;
  };
  const code = await createPublicClient({ transport: http(url) }).getCode({ address: vault });
  expect(await ask("eth_getCode", [vault, "latest"])).toEqual({ result: code!, error: null });
  const reverted = await ask("eth_call", [{ to: vault, data: "0x12345678" }, "latest"]);
  expect(reverted).toMatchObject({ result: null, error: { code: 3, data: expect.stringMatching(/^0x/) } });
  const wrong = await ask("eth_getCode", ["nobody"]);
  expect(wrong).toMatchObject({ result: null, error: { code: -32_602 } });
});

test("test USDC from the chain's faucet is deposited, and credited once it is final", async () => {
  const trader = await newTrader(venue.url, { claims: 0 });
  const { public_rpc_url: url, vault_address: vault } = (await chainInfo()) as {
    public_rpc_url: string;
    vault_address: Hex;
  };
  const account = trader.wallet;
  const body = JSON.stringify({ address: account.address, usdc: 1_000 });
  const headers = { "Content-Type": "application/json" };
  const made = accepted(await call(`${venue.url}/sandbox/chain_faucet`, { method: "POST", headers, body }));
  expect(made.data.tx_hash).toMatch(/^0x[0-9a-f]{64}$/);

  const client = createPublicClient({ transport: http(url) });
  const wallet = createWalletClient({ account, transport: http(url) });
  const { rows } = accepted(await call(`${venue.url}/v1/public/token`)).data;
  const token = (rows![0]!.chain_details as readonly Row[])[0]!.contract_address as Hex;
  expect(
    await client.readContract({ address: token, abi: testUsdcAbi, functionName: "balanceOf", args: [account.address] }),
  ).toBe(1_000n * MICROS);
  const write = { chain: null, account } as const;
  await wallet.writeContract({
    ...write,
    address: token,
    abi: testUsdcAbi,
    functionName: "approve",
    args: [vault, maxUint256],
  });
  const isAllowed = {
    address: vault,
    abi: vaultAbi,
    functionName: "getAllowedBroker",
    args: [hashOfText("demo")],
  } as const;
  await until(async () => ((await client.readContract(isAllowed)) ? true : undefined));
  const deposit = {
    accountId: trader.accountId as Hex,
    brokerHash: hashOfText("demo"),
    tokenHash: hashOfText("USDC"),
    tokenAmount: 250n * MICROS,
  };
  await wallet.writeContract({ ...write, address: vault, abi: vaultAbi, functionName: "deposit", args: [deposit] });
  await until(async () => ((await holdingOf(trader)) === 250 ? true : undefined));
  expect((await untilBacked()).shortfall).toBe(0);
});

test("a node that dies comes back with what was credited, and trading is not affected", async () => {
  const trader = await newTrader(venue.url);
  await untilBacked();
  const { vault_address: vault } = await chainInfo();
  const [note = ""] = readFileSync(join(venue.dataDirectory, "chain", "node.json"), "utf8").split("\n");
  process.kill(JSON.parse(note).pid, "SIGKILL");
  expect((await fetch(`${venue.url}/ready`)).status).toBe(200);
  accepted(await trader.get("/v1/client/holding"));
  const second = await until(async () => {
    const row = await firstRow("/v1/public/chain_info");
    return row.trouble === null && Number(row.head) > 0 ? row : undefined;
  });
  expect(second.vault_address).toBe(vault);
  await newTrader(venue.url);
  expect(await untilBacked()).toMatchObject({ shortfall: 0 });
});
