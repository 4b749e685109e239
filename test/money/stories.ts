// What can happen to a deposit and to a withdrawal: one story for each way in which they can end. A story stops when
// the venue ends, and can be continued from there.

import type { Trader } from "../venue/outside/trader.ts";
import { withdrawal } from "../venue/outside/wallet-requests.ts";
import { CONFIRMATIONS } from "./chain-faults.ts";
import type { MoneyWorld } from "./money-world.ts";

/** @returns whether the venue is still running at the end of the story */
export type Story = (world: MoneyWorld) => Promise<boolean>;

export const FINAL = 1 + CONFIRMATIONS;

/**
 * Opens the accounts of the stories: one with its own money, one whose money the vault does not hold, and one that the
 * token refuses.
 */
export async function castOf(world: MoneyWorld): Promise<void> {
  await world.newTrader();
  await world.newTrader({ claims: 1 });
  await world.ban(await world.newTrader());
}

export const STORIES: readonly Story[] = [
  async function comesAndGoes(world) {
    const [trader] = world.traders as [Trader];
    await world.deposit(trader.wallet.address, 10_000_000n);
    await world.deposit(world.newStranger().address, 1_000_000n);
    await world.mine();
    if (!(await reaches(world, trader, "DEPOSIT", "PENDING"))) return false;
    await world.mine(CONFIRMATIONS);
    if (!(await reaches(world, trader, "DEPOSIT", "COMPLETED"))) return false;
    if (!(await asksFor(world, trader, 3_000_000n)) || !(await isSent(world))) return false;
    await world.mine(FINAL);
    return reaches(world, trader, "WITHDRAW", "COMPLETED");
  },

  async function isForgottenByTheChain(world) {
    const [trader] = world.traders as [Trader];
    await world.deposit(trader.wallet.address, 7_000_000n);
    await world.mine();
    if (!(await reaches(world, trader, "DEPOSIT", "PENDING"))) return false;
    await world.faults.reorganise(1);
    // The deposit gets some blocks in which it could reappear.
    return world.until(async () => {
      await world.mine();
      return (await world.lastState(trader, "DEPOSIT")) === "FAILED";
    });
  },

  async function isRefusedByTheToken(world) {
    const [, , banned] = world.traders as [Trader, Trader, Trader];
    await world.deposit(banned.wallet.address, 5_000_000n);
    await world.mine(FINAL);
    if (!(await reaches(world, banned, "DEPOSIT", "COMPLETED"))) return false;
    if (!(await asksFor(world, banned, 2_000_000n)) || !(await isSent(world))) return false;
    await world.mine(FINAL);
    return reaches(world, banned, "WITHDRAW", "FAILED");
  },

  async function itsNumberIsUsedByAnother(world) {
    const [trader] = world.traders as [Trader];
    await world.deposit(trader.wallet.address, 10_000_000n);
    await world.mine(FINAL);
    if (!(await reaches(world, trader, "DEPOSIT", "COMPLETED"))) return false;
    if (!(await asksFor(world, trader, 4_000_000n)) || !(await isSent(world))) return false;
    await world.faults.useOperatorsNonce();
    await world.mine(FINAL);
    if (!(await isSent(world))) return false;
    await world.mine(FINAL);
    return reaches(world, trader, "WITHDRAW", "COMPLETED");
  },

  async function waitsForTheVaultToBeFilled(world) {
    const [, rich] = world.traders as [Trader, Trader];
    const { balance } = await world.truth();
    if (!(await asksFor(world, rich, balance + 2_000_000n))) return false;
    if (!(await reaches(world, rich, "WITHDRAW", "PENDING_REBALANCE"))) return false;
    await world.deposit(world.payer.signer.address, 30_000_000n);
    await world.mine(FINAL);
    if (!(await isSent(world))) return false;
    await world.mine(FINAL);
    return reaches(world, rich, "WITHDRAW", "COMPLETED");
  },
];

export function reaches(world: MoneyWorld, trader: Trader, side: "DEPOSIT" | "WITHDRAW", state: string) {
  return world.until(async () => (await world.lastState(trader, side)) === state);
}

/** Waits until the venue accepts the withdrawal. @param amount in millionths */
export function asksFor(world: MoneyWorld, trader: Trader, amount: bigint): Promise<boolean> {
  return world.until(async () => (await withdrawal(trader, String(amount))).status === 200);
}

/** Waits until the chain has a transaction of the operator that is not mined. */
export function isSent(world: MoneyWorld): Promise<boolean> {
  return world.until(async () => {
    const { mined, known } = await world.operatorNumbers();
    return known > mined;
  });
}
