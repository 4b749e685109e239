// Whatever the nodes do and wherever the venue stops, compared with the obvious expectation: the deposits that the chain
// has kept, deep enough.

import { expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import fc from "fast-check";
import { type Hex, keccak256, toHex } from "viem";
import type { Manner, ScriptedDeposit, ScriptedTransaction } from "../testing/scripted-chain.ts";
import { BROKER, WatchedWorld } from "../testing/watched-world.ts";

const WALLETS = [1, 2, 3, 4].map((n): Hex => `0x${String(n).padStart(40, "0")}`);
/** The last one's builder is unknown to the venue. */
const OWNERS = WALLETS.map((wallet, i) => ({ wallet, accountId: accountIdOf(wallet, i === 3 ? "foreign" : BROKER) }));
/** The first two are registered, the third gets an account with its first deposit. */
const REGISTERED = WALLETS.slice(0, 2);

/** `WATCHER_RUNS=1500` for a long run. */
const RUNS = Number(process.env.WATCHER_RUNS ?? 40);

type Change =
  | { readonly do: "mine"; readonly blocks: readonly (readonly number[])[] }
  | { readonly do: "reorganise"; readonly depth: number; readonly kept: number; readonly reversed: boolean };

type Step =
  | Change
  | { readonly do: "misbehave"; readonly node: number; readonly manner: Manner }
  | { readonly do: "look"; readonly commands: number; readonly answers: number }
  | { readonly do: "look-while"; readonly after: number; readonly change: Change }
  | { readonly do: "restart"; readonly withoutCursor: boolean };

// A transaction is drawn as one number that encodes the owners of its deposits.
const mine = fc.record({
  do: fc.constant("mine" as const),
  blocks: fc.array(fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
});
const reorganise = fc.record({
  do: fc.constant("reorganise" as const),
  depth: fc.integer({ min: 1, max: 4 }),
  kept: fc.nat(255),
  reversed: fc.boolean(),
});
const change = fc.oneof(mine, reorganise);
const many = fc.constant(1_000_000);

function anyStep(nodes: number, manners: readonly Manner[]) {
  return fc.oneof(
    { arbitrary: mine, weight: 3 },
    { arbitrary: reorganise, weight: 2 },
    fc.record({
      do: fc.constant("misbehave" as const),
      node: fc.nat(nodes - 1),
      manner: fc.constantFrom<Manner>("honest", ...manners),
    }),
    {
      arbitrary: fc.record({
        do: fc.constant("look" as const),
        commands: fc.oneof(many, fc.nat(5)),
        answers: fc.oneof(many, fc.nat(8)),
      }),
      weight: 4,
    },
    fc.record({ do: fc.constant("look-while" as const), after: fc.integer({ min: 1, max: 8 }), change }),
    fc.record({ do: fc.constant("restart" as const), withoutCursor: fc.boolean() }),
  );
}

/** Plays steps, and knows the expected result. */
class Play {
  readonly world: WatchedWorld;
  /** The greatest height ever shown: blocks deep enough below it are final. */
  #highest = 0;
  #transactions = 0;

  constructor(nodes: number) {
    this.world = new WatchedWorld({ nodes });
    for (const wallet of REGISTERED) this.world.openAccount(wallet);
  }

  async play(step: Step): Promise<void> {
    const { world } = this;
    if (step.do === "mine" || step.do === "reorganise") this.#change(step);
    else if (step.do === "misbehave") {
      // Never more than one at a time, or there would be no honest majority.
      for (const node of world.nodes) node.manner = "honest";
      world.nodes[step.node]!.manner = step.manner;
    } else if (step.do === "restart") world.restart(step);
    else if (step.do === "look") {
      world.commandsLeft = step.commands;
      for (const node of world.nodes) node.answersLeft = step.answers;
      // A round that fails half way stands for a process that died there.
      if (!(await world.look())) world.restart();
      world.commandsLeft = Number.POSITIVE_INFINITY;
      for (const node of world.nodes) node.answersLeft = Number.POSITIVE_INFINITY;
    } else {
      let left = step.after;
      for (const node of world.nodes) node.before = () => void (--left === 0 && this.#change(step.change));
      await world.look();
      for (const node of world.nodes) node.before = () => {};
    }
    this.#assertNothingElse();
  }

  /** Everything works again, and time passes. */
  async end(): Promise<void> {
    const { world } = this;
    for (const node of world.nodes) node.manner = "honest";
    // A deposit hidden at the very end shows only with the next one.
    this.#change({ do: "mine", blocks: [[1]] });
    for (let i = 0; i < 3 * (world.confirmations + 1); i++) {
      this.#change({ do: "mine", blocks: [[]] });
      await world.look();
    }
    for (let i = 0; i < 5; i++) await world.look();
    this.#assertNothingElse();
    const all = this.#final();
    const known = all.filter(({ owner }) => owner !== 3).map(({ key }) => key);
    const keys = world.credited().map(({ key }) => key);
    expect(keys.toSorted()).toEqual(known.toSorted());
    expect(world.engine.funds.pendingDeposits()).toEqual([]);
    const parked = world.engine.funds.parkedDeposits().map(({ amount }) => Number(amount));
    const foreign = all.filter(({ owner }) => owner === 3).map(({ amount }) => Number(amount));
    expect(parked.toSorted()).toEqual(foreign.toSorted());
    expect(world.watcher.view.halted).toBe("");
    expect(world.readiness.status).toBe("ok");
  }

  #change(change: Change): void {
    const { chain, confirmations } = this.world;
    if (change.do === "mine") {
      for (const block of change.blocks) chain.mine(block.map((drawn) => this.#transaction(drawn)));
    } else {
      const replaceable = chain.head.number - Math.max(0, this.#highest - confirmations);
      const depth = Math.min(change.depth, replaceable, chain.head.number);
      if (depth < 1) return;
      const orphans = chain.orphan(depth).filter((_, i) => ((change.kept >> (i % 8)) & 1) === 1);
      chain.mine();
      chain.mine(change.reversed ? orphans.toReversed() : orphans);
    }
    this.#highest = Math.max(this.#highest, chain.head.number);
  }

  #transaction(drawn: number): ScriptedTransaction {
    const number = ++this.#transactions;
    const owners = drawn <= 4 ? [drawn - 1] : [drawn % 4, (drawn >> 2) % 4];
    const deposits = owners.map((owner, i): ScriptedDeposit => ({ ...OWNERS[owner]!, amount: 1_000 * number + i + 1 }));
    return { hash: keccak256(toHex(`transaction ${number}`)), deposits };
  }

  #final() {
    return this.world.chain.blocks
      .filter(({ number }) => number <= this.#highest - this.world.confirmations)
      .flatMap(({ transactions }) => transactions)
      .flatMap(({ hash, deposits }) =>
        deposits.map(({ wallet, amount }, i) => {
          return { key: `196:${hash}:${i}`, owner: WALLETS.indexOf(wallet), amount };
        }),
      );
  }

  #assertNothingElse(): void {
    const { world } = this;
    const final = new Map(this.#final().map((deposit) => [deposit.key, deposit]));
    const seen = new Set<string>();
    for (const { key, account, amount } of world.credited()) {
      expect(seen.has(key)).toBe(false);
      seen.add(key);
      const deposit = final.get(key)!;
      expect({ key, amount: deposit?.amount }).toEqual({ key, amount: Number(amount) });
      expect(world.engine.account(account).wallet).toBe(WALLETS[deposit.owner]!);
    }
  }
}

async function holds(nodes: number, steps: readonly Step[]): Promise<void> {
  const play = new Play(nodes);
  using _ = play.world;
  for (const step of steps) await play.play(step);
  await play.end();
}

test("with one node that lags, fails and leaves things out, final deposits are credited once, and nothing else", async () => {
  const step = anyStep(1, ["away", "limited", "lags", "garbage", "short", "hides", "repeats"]);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => holds(1, steps)),
    { numRuns: RUNS },
  );
});

test("with one of three nodes lying, deposits that the other two show are credited once, and nothing else", async () => {
  const step = anyStep(3, ["away", "limited", "lags", "garbage", "short", "hides", "invents", "forks", "repeats"]);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => holds(3, steps)),
    { numRuns: RUNS },
  );
});
