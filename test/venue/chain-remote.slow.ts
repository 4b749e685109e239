// A venue on an existing chain (`--chain URL`): the node is away, is on a different chain, or forgets; money is missing
// from the vault. Trading continues through all of it, the venue reports what is wrong, and nothing is paid twice or for
// nothing. Vault 8 to 10.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client, chainFacts } from "@evermark/client";
import { hashOfText, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { AnvilProcess } from "@evermark/venue/chain/local-node/anvil-process.ts";
import { findAnvil } from "@evermark/venue/chain/local-node/anvil-program.ts";
import { createWalletClient, type Hex, http, maxUint256 } from "viem";
import { healthOf } from "../witness/whole.ts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { call, type Row } from "./outside/outside-caller.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { SwitchedNode } from "./outside/switched-node.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { withdrawal } from "./outside/wallet-requests.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const MICROS = 1_000_000n;

const door = new SwitchedNode();
let chain: VaultChain;
let venue: OutsideVenue;
let trader: Trader;
beforeAll(async () => {
  chain = await startVaultChain();
  process.env.EVERMARK_OPERATOR_KEY = chain.operatorKey;
  venue = await startVenue({
    chain: {
      ...{ nodes: [door.url], vault: chain.vault.toLowerCase() as Hex, confirmations: 1 },
      ...{ deployedBlock: Number(chain.deployedBlock), operatorKey: { kind: "environment" } },
    },
  });
});
afterAll(async () => {
  venue.audit();
  await venue.stop();
  await chain.stop();
  await door.stop();
});

async function until<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await Bun.sleep(20);
  }
}

const firstRow = async (path: string): Promise<Row> => accepted(await call(`${venue.url}${path}`)).data.rows![0]!;
const vaultBalance = () => firstRow("/v1/public/vault_balance");
/**
 * Waits until the latest reading shows this balance. A balance is read at a block, later than the block's events are
 * known.
 */
const untilBalance = (balance: number): Promise<Row> =>
  until(async () => {
    const row = await vaultBalance();
    return row.balance === balance ? row : undefined;
  });
/** Waits until the venue reports this trouble with its chain. */
const untilTrouble = (wanted: string | null): Promise<Row> =>
  until(async () => {
    const row = await firstRow("/v1/public/chain_info");
    const isIt = wanted === null ? row.trouble === null : String(row.trouble).includes(wanted);
    return isIt ? row : undefined;
  });
const untilReason = (condition: string, wanted: string | undefined): Promise<string | undefined> =>
  until(async () => {
    const reason = (await healthOf(venue.url)).reasons[condition];
    return (wanted === undefined ? reason === undefined : reason?.includes(wanted)) ? (reason ?? "") : undefined;
  });
const metric = async (name: string): Promise<number> => {
  const text = await venue.metrics();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
};
const mine = (blocks: number) => chain.control.mine({ blocks });
const usdcOf = (address: Hex) =>
  chain.reader.readContract({ address: chain.usdc, abi: testUsdcAbi, functionName: "balanceOf", args: [address] });

async function depositInto({ wallet: account, accountId }: Trader, usdc: bigint): Promise<void> {
  await chain.newWallet(usdc * MICROS, account);
  const wallet = createWalletClient({ account, transport: http(chain.url) });
  const approve = { address: chain.usdc, abi: testUsdcAbi, functionName: "approve", chain: null } as const;
  await wallet.writeContract({ ...approve, args: [chain.vault, maxUint256] });
  const terms = { brokerHash: hashOfText("demo"), tokenHash: hashOfText("USDC"), tokenAmount: usdc * MICROS };
  const deposit = { address: chain.vault, abi: vaultAbi, functionName: "deposit", chain: null } as const;
  await wallet.writeContract({ ...deposit, args: [{ accountId: accountId as Hex, ...terms }] });
  await mine(1);
}

const untilState = (id: unknown, state: string): Promise<Row> =>
  until(async () => {
    const row = (await assetHistory(trader, "?side=WITHDRAW")).find((each) => each.id === String(id));
    return row?.trans_status === state ? row : undefined;
  });

test("a venue whose node is away starts, trades and reports it; a node of another chain is not accepted instead", async () => {
  trader = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 0 });
  const away = await untilTrouble("chain");
  expect(away).toMatchObject({ chain_id: "196", vault_address: chain.vault.toLowerCase() });
  await expect(chainFacts(new Client({ baseUrl: venue.url }).rest)).rejects.toThrow("can't use its chain now (");
  const house = await newTrader(venue.url);
  accepted(await house.order({ symbol: "PERP_BTC_USDC", order_price: 50_000, order_quantity: 0.01 }));
  expect((await fetch(`${venue.url}/ready`)).status).toBe(200);

  const other = await anvil(31_337);
  door.leadTo(other.url);
  await untilTrouble("chain.rpc leads to chain 31337, expected 196 (chain.id)");
  await other.kill();
});

test("a node that appears later is followed: deposits made meanwhile are credited, and withdrawals paid", async () => {
  await depositInto(trader, 1_000n);
  door.leadTo(chain.url);
  await untilTrouble(null);
  await until(async () => ((await holdingOf(trader)) === 1_000 ? true : undefined));
  expect(await untilBalance(1_000)).toMatchObject({ expected: 1_000, shortfall: 0 });

  const { withdraw_id: id } = accepted(await withdrawal(trader, "100000000")).data;
  await untilState(id, "PROCESSING");
  await mine(1);
  await untilState(id, "COMPLETED");
  expect(await usdcOf(trader.wallet.address)).toBe(99n * MICROS);
});

test("a vault that is short pays nothing, and the shortfall is shown; when it is filled it pays again", async () => {
  await chain.control.impersonateAccount({ address: chain.vault });
  await chain.giveGas(chain.vault);
  const thief = chain.guardian.account.address;
  const token = { address: chain.usdc, abi: testUsdcAbi, functionName: "transfer", chain: null } as const;
  await chain.control.writeContract({ ...token, account: chain.vault, args: [thief, 250n * MICROS] });
  await mine(1);
  await untilReason("custody", "the vault is short of 250 USDC: withdrawals are stopped");
  expect(await untilBalance(651)).toMatchObject({ expected: 901, shortfall: 250 });
  expect(await metric("evermark_vault_shortfall_usdc")).toBe(250);
  const alarm = venue.errors
    .map((line) => JSON.parse(line))
    .find(({ msg }) => msg === "the vault holds less than it must");
  expect(alarm).toMatchObject({ balance: 651, expected: 901, shortfall: 250 });

  const { withdraw_id: id } = accepted(await withdrawal(trader, "200000000")).data;
  await untilReason("withdrawals", "the vault is short of 250 USDC");
  await mine(2);
  expect(await usdcOf(trader.wallet.address)).toBe(99n * MICROS);

  await chain.giveGas(thief);
  await chain.guardian.writeContract({ ...token, args: [chain.vault, 250n * MICROS] });
  await mine(1);
  await untilState(id, "PROCESSING");
  await mine(1);
  await untilState(id, "COMPLETED");
  await untilReason("custody", undefined);
  expect(await usdcOf(trader.wallet.address)).toBe(298n * MICROS);
  expect(await metric("evermark_vault_shortfall_usdc")).toBe(0);
});

test("a chain that has forgotten the vault is not believed, and the one that knows it is followed again", async () => {
  const fresh = await anvil(196);
  door.leadTo(null);
  await untilTrouble("the chain can't be read");
  door.leadTo(fresh.url);
  await untilTrouble("it has forgotten its state, or is another one");
  expect(await holdingOf(trader)).toBe(700);
  door.leadTo(chain.url);
  await untilTrouble(null);
  await fresh.kill();
  expect(await vaultBalance()).toMatchObject({ shortfall: 0 });
});

function anvil(chainId: number): Promise<AnvilProcess> {
  const cache = `${venue.dataDirectory}/chain/anvil-${chainId}`;
  // A chain that began at another time is a different chain, whatever its number.
  const terms = { program: findAnvil()!, chainId, port: 0, blockSeconds: 0, beginsAt: 1, state: null, cache };
  return AnvilProcess.start(terms);
}
