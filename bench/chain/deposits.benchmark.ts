// A venue that was offline for 3,000 blocks with 6,000 deposits in them (with many more blocks, Anvil would need
// minutes): how many logs of the vault it reads, journals and credits per second. The baseline is a script that asks
// the same node for the same logs, decodes them, and does nothing with them.

import { vaultAbi } from "@evermark/contracts";
import { assert } from "@evermark/engine";
import { AnvilVault } from "@evermark/venue/chain/testing/anvil-vault.ts";
import { createPublicClient, getAbiItem, http, keccak256, numberToBytes } from "viem";
import { valueAtLeast } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import type { CatchUp } from "./depositing-venue.child.ts";

/** In millionths. */
const AMOUNT = 1_000_000;
/** Every `STEP`-th block has deposits. */
const STEP = 10;
/** Deposits in one transaction. */
const TOGETHER = 20;
const CONFIRMATIONS = 1;
/** The number of blocks for which the watcher asks in one request. */
const RANGE = 1_000n;
const BUDGET = 1_000;

export const deposits: Benchmark = {
  name: "deposits",
  about: "logs/s of a vault's backlog of 20,000 deposits in 10,000 blocks, each journaled and credited",
  load: { accounts: 200 },
  quickLoad: { accounts: 4 },
  async run({ quick, load }, report, note) {
    const blocks = quick ? 40 : 10_000;
    const logs = (blocks / STEP) * TOGETHER;
    const chain = await AnvilVault.start();
    try {
      await fill(chain, blocks, load.accounts);
      const ours = () => scratchDirectory((directory) => catchUp(chain, directory, logs));
      const theirs = () => readAll(chain, logs);
      const samples = await inTurns({ runs: quick ? 1 : 3, ours, theirs, warm: quick });
      report(figureOf("deposits", "logs/s", "viem getLogs, decoded", samples, valueAtLeast(BUDGET)));
      note(`${logs} logs in ${blocks} blocks, of ${load.accounts} accounts that are new to the venue`);
    } finally {
      await chain.stop();
    }
  },
};

async function fill(chain: AnvilVault, blocks: number, wallets: number): Promise<void> {
  for (let block = 0; block < blocks; block += STEP) {
    const wallet = `0x${keccak256(numberToBytes((block / STEP) % wallets)).slice(26)}` as const;
    await chain.send(await chain.deposit({ wallet, amount: BigInt(AMOUNT) }, TOGETHER));
    await chain.mine(STEP);
  }
  await chain.mine(CONFIRMATIONS);
}

async function catchUp({ url, vault, deployedBlock }: AnvilVault, directory: string, logs: number): Promise<number> {
  const venue = startChild<number>(import.meta.resolve("./depositing-venue.child.ts"));
  try {
    const chain = { nodes: [url], vault, deployedBlock, confirmations: CONFIRMATIONS };
    const opening = { directory, accounts: [], chain };
    return logs / (await venue.ask({ opening, total: logs * AMOUNT } satisfies CatchUp));
  } finally {
    await venue.stop();
  }
}

async function readAll({ url, vault: address, deployedBlock }: AnvilVault, logs: number): Promise<number> {
  const client = createPublicClient({ transport: http(url) });
  const event = getAbiItem({ abi: vaultAbi, name: "AccountDepositTo" });
  const startedAt = performance.now();
  const head = await client.getBlockNumber();
  let found = 0;
  for (let fromBlock = BigInt(deployedBlock); fromBlock <= head; fromBlock += RANGE) {
    const toBlock = fromBlock + RANGE > head ? head : fromBlock + RANGE - 1n;
    found += (await client.getLogs({ address, event, fromBlock, toBlock })).length;
  }
  assert(found === logs, "the node has all logs", { found, logs });
  return logs / ((performance.now() - startedAt) / 1_000);
}
