// Whatever a chain and its nodes do, whatever its token is worth and wherever the venue stops: each final transfer is
// credited exactly once, never while the token is off its peg or above its cap, and nothing else is credited.

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sequencer } from "@evermark/core";
import { micros } from "@evermark/engine";
import fc from "fast-check";
import { type Hex, pad } from "viem";
import { type MemoryVenue, memoryVenue } from "../../testing/memory-venue.ts";
import { TokenLimits } from "../reserves/tokens/token-limits.ts";
import { TokenPeg } from "../reserves/tokens/token-peg.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { ReceiverAccounts } from "./receiver-accounts.ts";
import { receiverOf } from "./receiver-address.ts";
import type { ReceiverChain } from "./receiver-chain.ts";
import { ReceiverWatch } from "./receiver-watch.ts";
import { ScriptedReceivers } from "./testing/scripted-receivers.ts";

const FACTORY: Hex = "0x4e59b44847b379578588920ca78fbf26c0b4956c";
const CHAIN: ReceiverChain = {
  chainId: 1,
  factory: FACTORY,
  treasury: pad("0xee", { size: 20 }),
  tokens: [{ symbol: "USDC", address: pad("0xcc", { size: 20 }), decimals: 6 }],
  confirmations: 3,
};

type Step =
  | { readonly do: "send"; readonly user: number; readonly usdc: readonly number[] }
  | { readonly do: "mine"; readonly backwards: boolean }
  | { readonly do: "orphan"; readonly depth: number }
  | { readonly do: "round"; readonly answers: number; readonly commands: number }
  | { readonly do: "sweepByAnother"; readonly user: number }
  | { readonly do: "restart"; readonly withFile: boolean }
  | { readonly do: "trouble"; readonly user: number }
  | { readonly do: "price"; readonly thousandths: number | null }
  | { readonly do: "wait"; readonly seconds: number }
  | { readonly do: "empty" }
  | { readonly do: "creditByHand" }
  | { readonly do: "goOn"; readonly blocks: number };

const user = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      user,
      usdc: fc.array(fc.constantFrom(1, 4.999999, 5, 20), { minLength: 1, maxLength: 3 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constant("mine" as const), backwards: fc.boolean() }), weight: 3 },
  fc.record({ do: fc.constant("orphan" as const), depth: fc.integer({ min: 1, max: CHAIN.confirmations }) }),
  {
    arbitrary: fc.record({
      do: fc.constant("round" as const),
      answers: fc.oneof(fc.constant(1_000), fc.nat({ max: 12 })),
      commands: fc.oneof(fc.constant(1_000), fc.nat({ max: 3 })),
    }),
    weight: 4,
  },
  fc.record({ do: fc.constant("sweepByAnother" as const), user }),
  fc.record({ do: fc.constant("restart" as const), withFile: fc.boolean() }),
  fc.record({ do: fc.constant("trouble" as const), user }),
  fc.record({ do: fc.constant("price" as const), thousandths: fc.constantFrom(1_000, 1_000, 900, 1_100, null) }),
  fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(1, 61) }),
  fc.record({ do: fc.constant("empty" as const) }),
  fc.record({ do: fc.constant("creditByHand" as const) }),
  { arbitrary: fc.record({ do: fc.constant("goOn" as const), blocks: fc.integer({ min: 4, max: 10 }) }), weight: 4 },
);

/** Room for a deposit of the largest size and one of the smallest. */
const CAP = micros(25_000_000);

/** A venue and its chain; the venue's watcher is stopped and started. */
class ReceiverWorld {
  readonly memory: MemoryVenue = memoryVenue();
  readonly users: readonly { readonly account: number; readonly address: Hex }[];
  readonly chain: ScriptedReceivers;
  readonly #file: string;
  #commandsLeft = 0;
  /** The token's price, in thousandths of a USDC. */
  #price: number | null = 1_000;
  #now = 0;
  /** Credited by hand, in micros: an operator may do what the venue does not. */
  byHand = 0;
  #watch!: ReceiverWatch;

  constructor(directory: string) {
    const { memory } = this;
    this.users = [1, 2, 3].map(() => {
      const { account, accountId } = memory.openAccount();
      return { account, address: receiverOf(FACTORY, accountId as Hex).toLowerCase() as Hex };
    });
    const addressOf = (account: number) => this.users.find((each) => each.account === account)!.address;
    this.chain = new ScriptedReceivers(CHAIN, addressOf);
    this.#file = join(directory, "place");
    this.restart(false);
  }

  /** @param withFile without it, the chain is read again from the start */
  restart(withFile: boolean): void {
    if (!withFile) rmSync(this.#file, { force: true });
    const { engine, venue } = this.memory;
    const accounts = new ReceiverAccounts(engine, FACTORY);
    const sequencer: Pick<Sequencer, "send"> = {
      send: async (command) =>
        this.#commandsLeft-- <= 0 ? { unavailable: "the disk is full" } : venue.sequencer.send(command),
    };
    const worth = () => (this.#price === null ? null : (10n ** 18n * BigInt(this.#price)) / 1_000n);
    const peg = new TokenPeg({ bandPpm: 5_000, worth, steady: () => this.#now });
    const limits = new TokenLimits(new Map([["USDC", { cap: CAP, peg }]]));
    const beside = { limits, onTreasury() {} };
    const parts = { ...beside, chain: CHAIN, firstBlock: 0, reader: this.chain, sweeper: this.chain, file: this.#file };
    const coins = { look: async () => [] };
    this.#watch = new ReceiverWatch({ ...parts, accounts, engine, sequencer, coins, log: venue.log });
  }

  get credited(): number {
    return this.users.reduce((sum, { account }) => sum + this.memory.engine.balance(account).holding, 0);
  }

  async round(answers: number, commands: number): Promise<void> {
    this.chain.answersLeft = answers;
    this.#commandsLeft = commands;
    const before = this.credited;
    await this.#watch.round().catch((error: unknown) => {
      if (!isTrouble(error)) throw error;
    });
    if (this.credited === before) return;
    expect(this.#price).toBe(1_000);
    expect(this.credited - this.byHand).toBeLessThanOrEqual(CAP + Number(this.chain.taken));
  }

  async take(step: Step): Promise<void> {
    const { chain, users } = this;
    switch (step.do) {
      case "send": {
        const values = step.usdc.map((usdc) => BigInt(Math.round(usdc * 1e6)));
        chain.pool.push({ kind: "send", hash: chain.nextHash(), to: users[step.user]!.address, values });
        return;
      }
      case "mine":
        return chain.mine(step.backwards);
      case "orphan":
        return chain.orphan(Math.min(step.depth, this.#replaceable));
      case "round":
        return this.round(step.answers, step.commands);
      case "sweepByAnother":
        chain.pool.push({ kind: "sweep", hash: chain.nextHash(), from: users[step.user]!.address });
        return;
      case "restart":
        return this.restart(step.withFile);
      case "trouble": {
        const balance = `${users[step.user]!.account}.USDC`;
        if (!chain.troubles.delete(balance)) chain.troubles.set(balance, "it is refused");
        return;
      }
      case "price":
        this.#price = step.thousandths;
        return;
      case "wait":
        this.#now += step.seconds * 1_000;
        return;
      case "empty":
        chain.taken = chain.swept();
        return;
      case "creditByHand":
        return this.#creditByHand();
      case "goOn":
        for (let i = 0; i < step.blocks; i++) {
          chain.mine();
          await this.round(1_000, 1_000);
        }
    }
  }

  /** Credits a parked deposit, as an operator does. */
  #creditByHand(): void {
    const { engine, tryToApply } = this.memory;
    const [parked] = engine.funds.parkedDeposits();
    if (parked === undefined) return;
    const { accountId, amount, reference } = parked;
    const account = engine.findAccount(accountId);
    const { rejection } = tryToApply({
      type: "credit_deposit",
      account,
      amount,
      source: "receiver",
      onChain: null,
      reference,
    });
    expect(rejection).toBeNull();
    this.byHand += amount;
  }

  /** The highest head ever: blocks that were final at that height are never replaced. */
  #highest = 0;
  get #replaceable(): number {
    const head = this.chain.blocks.length - 1;
    this.#highest = Math.max(this.#highest, head);
    return Math.max(0, head - Math.max(0, this.#highest - CHAIN.confirmations));
  }

  /** The chain continues, nothing fails any more, the token is at par again, and the treasury is emptied. */
  async end(): Promise<void> {
    this.chain.troubles.clear();
    this.#price = 1_000;
    for (let i = 0; i < 5 * CHAIN.confirmations; i++) {
      this.#now += 10_000;
      this.chain.taken = this.chain.swept();
      this.chain.mine();
      await this.round(1_000, 1_000);
    }
  }
}

test("each sufficient transfer that stays in the chain is credited once, whatever happens", async () => {
  const directory = mkdtempSync(join(tmpdir(), "receivers-"));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const world = new ReceiverWorld(directory);
      for (const each of steps) await world.take(each);
      await world.end();
      const { engine } = world.memory;
      for (const { account, address } of world.users) {
        const sent = world.chain.sent().filter(({ to, value }) => to === address && value >= 5_000_000n);
        expect(engine.depositCount(account)).toBe(sent.length);
        expect(Number(engine.balance(account).holding)).toBe(sent.reduce((sum, { value }) => sum + Number(value), 0));
      }
      expect(engine.funds.pendingDeposits()).toEqual([]);
      expect(engine.funds.parkedDeposits()).toEqual([]);
    }),
    { numRuns: 15 },
  );
  rmSync(directory, { recursive: true });
});

test("a chain that replaces a final block is no longer followed: credits stay, and nothing more is credited", async () => {
  const directory = mkdtempSync(join(tmpdir(), "receivers-"));
  const world = new ReceiverWorld(directory);
  const { chain, users, memory } = world;
  const [{ account, address }] = users as [ReceiverWorld["users"][0]];
  const send = () => chain.pool.push({ kind: "send", hash: chain.nextHash(), to: address, values: [9_000_000n] });
  send();
  await world.end();
  chain.orphan(chain.blocks.length - 1);
  send();
  for (let i = 0; i < 20; i++) chain.mine();
  await expect(world.round(1_000, 1_000)).rejects.toThrow("was final as");
  world.restart(true);
  await expect(world.round(1_000, 1_000)).rejects.toThrow("was final as");
  expect(Number(memory.engine.balance(account).holding)).toBe(9e6);
  rmSync(directory, { recursive: true });
});
