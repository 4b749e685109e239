// Money that arrived by transfer on another chain is in the treasury, and the venue owes it to clients. When the
// operator moves it into the vault, it pays withdrawals and is booked as a funding: the vault holds exactly what it
// must.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encryptKey } from "@evermark/venue/chain/keys/encrypted-key.ts";
import { erc20Abi, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { healthOf } from "../witness/whole.ts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { evermark } from "./outside/evermark-command.ts";
import { call, post, type Row } from "./outside/outside-caller.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { withdrawal } from "./outside/wallet-requests.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const PASSWORD = "correct horse battery";
const ARBITRUM = 42161;
const directory = mkdtempSync(join(tmpdir(), "evermark-treasury-"));
let chain: VaultChain;
let venue: OutsideVenue;
beforeAll(async () => {
  chain = await startVaultChain();
  process.env.EVERMARK_OPERATOR_KEY = chain.operatorKey;
  venue = await startVenue({
    chain: {
      ...{ nodes: [chain.url], vault: chain.vault.toLowerCase() as Hex, confirmations: 1 },
      ...{ deployedBlock: Number(chain.deployedBlock), operatorKey: { kind: "environment" } },
    },
    receiverChains: { chains: "local", treasury: "none" },
  });
});
afterAll(async () => {
  venue.audit();
  await venue.stop();
  await chain.stop();
  rmSync(directory, { recursive: true });
});

async function until<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await Bun.sleep(20);
  }
}

const mine = () => chain.control.mine({ blocks: 1 });
const untilState = (trader: Trader, state: string) =>
  until(async () => {
    await mine();
    const [row] = await assetHistory(trader, "?side=WITHDRAW");
    return row?.trans_status === state ? row : undefined;
  });
const vaultBalance = async (): Promise<Row> =>
  accepted(await call(`${venue.url}/v1/public/vault_balance`)).data.rows![0]!;

test("a client's deposit by transfer is paid out of the money that the operator moves into the vault", async () => {
  const trader = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 0 });
  const answer = accepted(await trader.get(`/v1/client/asset/receiver_address?chain_id=${ARBITRUM}`)).data;
  const transfer = { chain_id: ARBITRUM, address: answer.receiver_address, amount: 25 };
  accepted(await post(`${venue.url}/sandbox/receiver_transfer`, transfer));
  await until(async () => ((await holdingOf(trader)) === 25 ? true : undefined));
  accepted(await withdrawal(trader, "20000000"));
  await untilState(trader, "PENDING_REBALANCE");

  // The operator has moved the money by selling and buying or through a bridge: on the vault's chain, a wallet of the
  // treasury has it.
  const treasury = generatePrivateKey();
  await chain.newWallet(25_000_000n, privateKeyToAccount(treasury));
  const file = join(directory, "treasury.json");
  writeFileSync(file, await encryptKey(treasury, PASSWORD));
  const words = ["vault", "fund", "25", "--rpc", chain.url, "--vault", chain.vault, "--keystore", file];
  expect((await evermark(words, { EVERMARK_KEYSTORE_PASSWORD: PASSWORD })).err).toBe("");

  const paid = await untilState(trader, "COMPLETED");
  expect(paid).toMatchObject({ amount: 20 });
  const usdc = { address: chain.usdc, abi: erc20Abi, functionName: "balanceOf" } as const;
  expect(await chain.reader.readContract({ ...usdc, args: [trader.wallet.address] })).toBe(19_000_000n);
  const row = await until(async () => {
    await mine();
    const found = await vaultBalance();
    return found.balance === 6 ? found : undefined;
  });
  // The balance and what it must be: 25 less the 19 that were paid.
  expect(row).toMatchObject({ balance: 6, expected: 6, shortfall: 0 });
  expect((await healthOf(venue.url)).reasons.custody).toBeUndefined();
  expect(await holdingOf(trader)).toBe(5);
});
