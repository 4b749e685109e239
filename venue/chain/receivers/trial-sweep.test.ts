// A production venue shows no address on a chain until an address of its factory has been swept there.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trySweep } from "@evermark/contracts";
import { Registry } from "prom-client";
import { createPublicClient, createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createMetrics } from "../../operation/reports/metrics.ts";
import { Readiness } from "../../operation/reports/readiness.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { findAnvil } from "../local-node/anvil-program.ts";
import { nodeMetrics } from "../rpc/node-states.ts";
import { LocalPlace, LocalReceiverChain } from "./local-receiver-chain.ts";
import { Receivers, SWEEPER_KEY_VARIABLE } from "./receivers.ts";
import { TrialSweep } from "./trial-sweep.ts";

const CHAIN = 56;
const directory = mkdtempSync(join(tmpdir(), "trial-sweep-"));
const place = new LocalPlace(directory);
const quiet = memoryVenue().venue.log;
const local = new LocalReceiverChain({
  ...{ chainId: CHAIN, place, program: findAnvil()!, log: quiet, onDurable() {}, onRestart() {} },
});
beforeAll(async () => void (await local.open()));
afterAll(async () => {
  await local.stop();
  rmSync(directory, { recursive: true });
});

/** Follows the chain like a venue with this factory configured. */
function receiversOf(mode: "production" | "sandbox") {
  const [usdc] = place.tokens;
  const named = { chainId: CHAIN, token: "USDC", address: usdc!.address, cap: null, bandPpm: null, isAtPar: false };
  const { venue, engine } = memoryVenue({ receivers: { factory: place.factory, tokens: [named] } });
  const chain = { chainId: CHAIN, rpc: [local.url], firstBlock: 0, confirmations: 1, finality: "count" } as const;
  const readiness = new Readiness(createMetrics().conditions);
  const receivers = Receivers.of({
    turn: null,
    configuration: {
      ...venue.configuration,
      mode,
      receiverChains: { chains: [{ ...chain, scanSeconds: 0.02 }], treasury: place.treasury },
    },
    ...{ engine, sequencer: venue.sequencer, readiness, registry: new Registry() },
    nodeMetrics: nodeMetrics(new Registry()),
    directory: mkdtempSync(join(directory, "venue-")),
    environment: { [SWEEPER_KEY_VARIABLE]: generatePrivateKey() },
    ...{ steady: () => performance.now(), log: venue.log, worthOf: () => null },
    reserves: { expect() {}, onTreasury() {} },
  })!;
  return { receivers, why: () => readiness.reasons()[`receiver_chain_${CHAIN}`] ?? "" };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("in production no address is shown before a trial sweep, and addresses are shown as soon as it was made", async () => {
  const { receivers, why } = receiversOf("production");
  expect([receivers.view.takes(CHAIN), receivers.view.isProven(CHAIN)]).toEqual([true, false]);
  receivers.start();
  await until(() => why().includes("no address is shown to clients"));
  expect(receivers.view.isProven(CHAIN)).toBe(false);
  const transport = http(local.url);
  const wallet = createWalletClient({ account: privateKeyToAccount(place.keys.mint), transport });
  const client = createPublicClient({ transport });
  const { address } = new TrialSweep((await local.open()).reader, place.factory.toLowerCase() as `0x${string}`);
  await trySweep(wallet, client, { factory: place.factory, token: null }, address);
  await local.settle();
  await until(() => receivers.view.isProven(CHAIN) && why() === "");
  await receivers.stop();
});

test("a sandbox shows its addresses at once", async () => {
  const { receivers } = receiversOf("sandbox");
  expect(receivers.view.isProven(CHAIN)).toBe(true);
  await receivers.stop();
});
