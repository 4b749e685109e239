// Generates lives of a venue and its chain from a seed. People deposit and withdraw money. At the same time the venue
// is killed in the middle of its acts, its node dies and forgets its newest blocks, blocks are replaced, transactions
// are lost, gas becomes expensive, and another program uses the operator's key. The same seed gives the same acts, but
// what state they find depends on timing.

import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import type { Hex } from "viem";
import type { Trader } from "../venue/outside/trader.ts";
import { withdrawal } from "../venue/outside/wallet-requests.ts";
import type { MoneyWorld } from "./money-world.ts";
import { castOf } from "./stories.ts";

const STEPS = { least: 10, more: 25 };
/** The venue is killed at one of this many acts. */
const LAST_ACT_MAX = 40;
const PAUSE_MS = 150;
const MICROS_MAX = 5_000_000;

interface Step {
  readonly name: string;
  readonly weight: number;
  act(world: MoneyWorld, random: Random): Promise<unknown>;
}

const STEPS_THERE_ARE: readonly Step[] = [
  { name: "deposit", weight: 6, act: (world, random) => world.deposit(anyWallet(world, random), amount(random)) },
  { name: "repeated deposit", weight: 2, act: (world) => world.sendAgain() },
  { name: "withdrawal", weight: 6, act: (world, random) => askFor(world, random) },
  { name: "block", weight: 8, act: (world, random) => world.mine(1 + below(random, 3)) },
  { name: "expensive block", weight: 2, act: (world) => world.faults.mineDear() },
  { name: "reorganisation", weight: 4, act: (world, random) => reorganise(world, random) },
  { name: "saved state", weight: 2, act: (world) => world.faults.saveState() },
  { name: "node death", weight: 2, act: (world) => world.faults.restart() },
  { name: "node that forgets", weight: 2, act: (world) => world.faults.restart({ forgets: true }) },
  { name: "lost payments", weight: 2, act: ({ faults, chain }) => faults.drop(chain.operator.account.address) },
  { name: "lost deposits", weight: 1, act: ({ faults, payer }) => faults.drop(payer.signer.address) },
  { name: "foreign nonce", weight: 2, act: (world) => useNumber(world) },
  { name: "kill", weight: 1, act: (world) => world.process.kill() },
  { name: "clean stop", weight: 1, act: (world) => world.process.terminate() },
];
const BAG = STEPS_THERE_ARE.flatMap((step) => Array.from({ length: step.weight }, () => step));

/**
 * Runs one life to its end in a new world.
 * @param report called with each thing that happens
 * @throws {Error} if a deposit is not credited exactly once, if a withdrawal is not exactly once either paid or given
 * back, or if a micro is missing
 */
export async function live(world: MoneyWorld, random: Random, report: (event: string) => void): Promise<void> {
  await world.startVenue();
  await castOf(world);
  for (const { wallet } of world.traders) await world.deposit(wallet.address, 20_000_000n);
  await world.settled();
  for (let left = STEPS.least + below(random, STEPS.more); left > 0; left--) {
    const { name, act } = BAG[below(random, BAG.length)]!;
    const [life, pauseMs, stepRandom] = [nextLife(random), below(random, PAUSE_MS), seedOf(random)];
    if (!world.isAlive) {
      report("start");
      await begin(world, life);
    }
    report(name);
    await act(world, stepRandom);
    await Bun.sleep(pauseMs);
  }
  // The venue may not have reached the act at which it would be killed.
  if (world.isAlive) await world.process.kill();
  await world.startVenue();
  for (const wallet of world.strangers) await world.newTrader({ wallet });
  await world.settled();
}

interface NextLife {
  readonly lastAct: number;
  readonly isArmed: boolean;
}

function nextLife(random: Random): NextLife {
  return { lastAct: 1 + below(random, LAST_ACT_MAX), isArmed: random() < 0.5 };
}

async function begin(world: MoneyWorld, life: NextLife): Promise<void> {
  // A venue that may be killed from its first act on may never answer.
  if (await world.startVenue(life)) {
    if (!life.isArmed) await world.arm();
  }
}

/** Each step has its own random numbers, so that how many it draws does not change the steps after it. */
function seedOf(random: Random): Random {
  const numbers = Array.from({ length: 4 }, random);
  return () => numbers.shift() ?? 0;
}

function anyWallet(world: MoneyWorld, random: Random): Hex {
  if (random() < 0.15) return world.newStranger().address;
  return world.traders[below(random, world.traders.length)]!.wallet.address;
}

function amount(random: Random): bigint {
  return BigInt(1_100_000 + below(random, MICROS_MAX));
}

async function askFor(world: MoneyWorld, random: Random): Promise<void> {
  const trader = world.traders[below(random, world.traders.length)] as Trader;
  await world.whileItLives(async () => {
    const { status, text } = await withdrawal(trader, String(amount(random)));
    // The trader may have nothing left.
    if (status !== 200 && status !== 400) throw new Error(`a withdrawal was answered with ${status}: ${text}`);
  });
}

/** Nothing happens if the transaction that is already there pays too much to be replaced, or is the same one. */
async function useNumber({ faults }: MoneyWorld): Promise<void> {
  await faults.useOperatorsNonce().catch(() => {});
}

async function reorganise({ faults }: MoneyWorld, random: Random): Promise<void> {
  const spare = await faults.spare();
  if (spare > 0) await faults.reorganise(1 + below(random, spare));
}
