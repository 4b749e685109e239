// A sandbox whose own chain starts over: the journal has deposits that a former vault took, and the new vault has to
// hold them.

import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { micros } from "@evermark/engine";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { RunningVenue } from "@evermark/venue/run.ts";
import { newTrader } from "./outside/trader.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const directory = temporaryDirectory();
afterAll(() => directory[Symbol.dispose]());

const USDC = 1_000_000;
const start = () => runInProcess(directory.path, { chain: { nodes: "local" } });

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(20);
}

/** Waits until the vault holds exactly what the venue owes. */
async function untilBacked({ venue: { chain, engine } }: RunningVenue): Promise<void> {
  await until(() => chain?.custody != null && Number(chain.custody.balance) === engine.custody);
  expect(chain!.custody).toMatchObject({ expected: BigInt(engine.custody), shortfall: 0n });
}

test("a sandbox's new vault holds all that the sandbox owes, including what a former vault took in, and holds it once", async () => {
  let running = await start();
  const { accountId } = await newTrader(running.url);
  await untilBacked(running);
  const { engine, sequencer, chain } = running.venue;
  const former = chain!.vault;
  const onChain = { chainId: 196, key: `196:0x${"1".repeat(64)}:0`, transaction: `0x${"1".repeat(64)}` };
  const amount = micros(250 * USDC);
  const reference = `deposit:196:${former}:1000000`;
  const account = engine.findAccount(accountId);
  await sequencer.send({ type: "credit_deposit", account, amount, source: "chain", reference, onChain });
  await running.stop();

  rmSync(join(directory.path, "chain"), { recursive: true });
  running = await start();
  await untilBacked(running);
  expect(running.venue.chain!.vault).not.toBe(former);
  expect(running.venue.engine.funds.chainCustody as number).toBe(250 * USDC);
  await running.stop();
  running = await start();
  await untilBacked(running);
  await running.stop();
});
