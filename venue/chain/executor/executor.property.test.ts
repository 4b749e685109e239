// Whatever the chain, nodes, disk, owner and a stranger with the operator's key do, and wherever the process ends: each
// withdrawal is paid at most once, ends either paid or given back, and the vault has paid exactly what the journal says.

import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import fc from "fast-check";
import { Registry } from "prom-client";
import type { Hex } from "viem";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { AttestationRefused } from "../attesters/attester-judgement.ts";
import type { ReachableAttester } from "../attesters/gathered-attestations.ts";
import { Executor } from "./executor.ts";
import { executorMetrics } from "./executor-metrics.ts";
import type { ExecutorParts } from "./executor-parts.ts";
import { EngineLedger } from "./ledger.ts";
import { ATTESTER, attestationOf, keyOf, ScriptedVault, scriptedSigner, VAULT } from "./testing/scripted-vault.ts";
import { payingCall } from "./vault-calls.ts";

const CONFIRMATIONS = 3;
const USDC = 1_000_000;
const ACCOUNTS = 3;

type Step =
  | { readonly do: "request"; readonly account: number; readonly usdc: number }
  /** `ends`: the process ends at that many calls to node or journal, 0 for not at all. */
  | { readonly do: "round"; readonly ends: number }
  /**
   * After `at` calls of a round another node leads, and runs `rounds` rounds before the call is answered. The former
   * leader may notice only later.
   */
  | { readonly do: "overtaken"; readonly at: number; readonly rounds: number; readonly isNoticed: boolean }
  | { readonly do: "mine"; readonly leaveOut: number; readonly seconds: number }
  | { readonly do: "reorganise"; readonly depth: number; readonly isRemembered: boolean }
  | { readonly do: "drop" | "use_number" | "pause_vault" | "pause" | "dear" | "empty" | "break_disk" | "attester" }
  | { readonly do: "by_hand" | "cancel_queued" | "refuse"; readonly which: number }
  | { readonly do: "silence" | "lose"; readonly times: number }
  | { readonly do: "pass"; readonly ms: number };

const few = (max: number) => fc.integer({ min: 0, max });
const round = {
  weight: 8,
  arbitrary: fc.record({ do: fc.constant("round" as const), ends: fc.oneof(fc.constant(0), few(60)) }),
};
const overtaken = {
  weight: 4,
  arbitrary: fc.record({
    do: fc.constant("overtaken" as const),
    at: fc.integer({ min: 1, max: 30 }),
    rounds: fc.integer({ min: 0, max: 3 }),
    isNoticed: fc.boolean(),
  }),
};
const mine = {
  weight: 6,
  arbitrary: fc.record({
    do: fc.constant("mine" as const),
    leaveOut: fc.oneof(fc.constant(0), few(3)),
    seconds: fc.constantFrom(2, 2, 2, 4_000),
  }),
};
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("request" as const),
      account: few(ACCOUNTS - 1),
      usdc: fc.oneof(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 900, max: 1_100 })),
    }),
  },
  round,
  overtaken,
  mine,
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("reorganise" as const),
      depth: fc.integer({ min: 1, max: CONFIRMATIONS }),
      isRemembered: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("drop", "use_number", "pause_vault", "pause", "dear", "empty", "break_disk", "attester"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("by_hand", "cancel_queued", "refuse"), which: few(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("silence", "lose"), times: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(10_000, 61_000, 181_000) }),
  },
);

class ExecutorWorld {
  readonly chain = new ScriptedVault(BigInt(1_500 * USDC));
  readonly memory = memoryVenue();
  readonly accounts: number[] = [];
  readonly outcomes = new Map<number, { key: string; payout: bigint; state: string }>();
  readonly #attemptsMax: number;
  #now = 0;
  #executor: Executor;
  /** The executors that know that another node leads. */
  readonly #mayNotAct = new WeakSet<Executor>();
  /** Calls to node or journal left until the process ends. */
  #left = Number.POSITIVE_INFINITY;
  /** Calls left until another node leads. */
  #untilOvertaken = Number.POSITIVE_INFINITY;
  #overtake: () => Promise<void> = async () => {};
  #isDiskBroken = false;
  #isAttesterAway = false;
  /** Paying calls that attesters have signed; the vault accepts each until its deadline. */
  readonly #attested: Hex[] = [];

  /** @param attemptsMax with 1, every proof that nothing was paid gives money back, so a wrong proof would pay twice */
  constructor(attemptsMax: number) {
    this.#attemptsMax = attemptsMax;
    for (let i = 0; i < ACCOUNTS; i++) this.accounts.push(this.memory.openAccount({ usdc: 20_000 }).account);
    this.#executor = this.#begin();
  }

  async take(step: Step): Promise<void> {
    const { chain, memory } = this;
    switch (step.do) {
      case "request":
        return this.#request(step.account, step.usdc);
      case "round":
        return this.#round(step.ends);
      case "overtaken":
        return this.#overtaken(step);
      case "mine":
        return chain.mine(step.leaveOut, step.seconds);
      case "reorganise":
        return chain.reorganise(step.depth, step.isRemembered);
      case "drop":
        chain.waiting.shift();
        return;
      case "use_number":
        return chain.foreign("0x");
      case "pause_vault":
        chain.isPaused = !chain.isPaused;
        return;
      case "pause":
        memory.apply({ type: "pause_withdrawals", paused: !memory.engine.funds.withdrawalsPaused });
        return;
      case "dear":
        chain.base = chain.base === 10n ? 1_000n : 10n;
        return;
      case "empty":
        chain.fund(chain.funds > BigInt(500 * USDC) ? -BigInt(500 * USDC) : BigInt(900 * USDC));
        return;
      case "break_disk":
        this.#isDiskBroken = !this.#isDiskBroken;
        return;
      case "attester":
        this.#isAttesterAway = !this.#isAttesterAway;
        return;
      case "by_hand":
        return this.#byHand(step.which);
      case "cancel_queued":
        chain.cancel([...this.outcomes.values()].at(step.which)?.key ?? "");
        return;
      case "refuse":
        chain.refused.add(memory.engine.account(this.accounts[step.which % ACCOUNTS]!).wallet);
        return;
      case "silence":
        chain.silent = step.times;
        return;
      case "lose":
        chain.lost = step.times;
        return;
      case "pass":
        this.#now += step.ms;
        return;
    }
  }

  /** All parts behave from here on, until no withdrawal is open. */
  async end(): Promise<void> {
    Object.assign(this.chain, { isPaused: false, base: 10n, silent: 0, lost: 0 });
    this.chain.fund(BigInt(100_000 * USDC));
    this.#isDiskBroken = false;
    this.#isAttesterAway = false;
    if (this.memory.engine.funds.withdrawalsPaused) this.memory.apply({ type: "pause_withdrawals", paused: false });
    for (let rounds = 0; this.memory.engine.funds.openWithdrawals().length > 0; rounds++) {
      if (rounds > 200)
        throw new Error(
          `open for good: ${JSON.stringify(this.memory.engine.funds.openWithdrawals())} ${this.memory.logged.slice(-3).join("\n")}`,
        );
      this.#now += 61_000;
      await this.#round(0);
      this.chain.mine(0, 1_000);
    }
    // Gives every transaction that could still be mined its chance.
    for (let blocks = 0; blocks <= CONFIRMATIONS; blocks++) this.chain.mine();
  }

  check(): void {
    let paid = 0n;
    for (const [withdrawalId, { key, payout, state }] of this.outcomes) {
      const times = this.chain.paid.get(key) ?? 0;
      expect({ withdrawalId, state, times }).toEqual({ withdrawalId, state, times: state === "COMPLETED" ? 1 : 0 });
      paid += BigInt(times) * payout;
    }
    expect(BigInt(this.memory.engine.funds.chainCustody)).toBe(-paid);
    this.memory.engine.audit();
  }

  #request(which: number, usdc: number): void {
    const account = this.accounts[which]!;
    const { accountId, wallet } = this.memory.engine.account(account);
    const nonce = this.memory.apply({ type: "issue_nonce", account, kind: "withdraw" }).created;
    const terms = { account, amount: micros(usdc * USDC), fee: micros(USDC), nonce, chainId: 196, receiver: wallet };
    const proof = { signature: `0x${"11".repeat(65)}`, signedAt: 1, signer: "" };
    const { created } = this.memory.apply({ type: "request_withdrawal", ...terms, proof });
    this.outcomes.set(created, { key: keyOf(accountId, nonce), payout: BigInt((usdc - 1) * USDC), state: "" });
  }

  async #round(ends: number): Promise<void> {
    this.#left = ends === 0 ? Number.POSITIVE_INFINITY : ends;
    await this.#executor.round();
    // The next process begins, wherever this one was interrupted.
    if (this.#left <= 0) this.#executor = this.#begin();
    this.#left = Number.POSITIVE_INFINITY;
  }

  async #overtaken({ at, rounds, isNoticed }: Extract<Step, { readonly do: "overtaken" }>): Promise<void> {
    const former = this.#executor;
    this.#untilOvertaken = at;
    this.#overtake = async () => {
      this.#untilOvertaken = Number.POSITIVE_INFINITY;
      if (isNoticed) this.#mayNotAct.add(former);
      this.#executor = this.#begin();
      for (let round = 0; round < rounds; round++) await this.#executor.round();
    };
    await former.round();
    if (this.#untilOvertaken !== Number.POSITIVE_INFINITY) await this.#overtake();
    this.#mayNotAct.add(former);
  }

  /** Another program, with the operator's key, submits to the vault something that an attester signed at any earlier time. */
  #byHand(which: number): void {
    const call = this.#attested[which % Math.max(1, this.#attested.length)];
    if (call !== undefined) this.chain.foreign(call);
  }

  /** Like an attester on another machine: it outlives the venue's process. */
  readonly #attester: ReachableAttester = {
    address: ATTESTER,
    attestMove: () => Promise.reject(new AttestationRefused("it has no former vault")),
    attest: async ({ terms, deadline }) => {
      const view = this.memory.engine.funds.withdrawal(terms.withdrawalId);
      if (this.#isAttesterAway || view?.state !== "PENDING") throw new AttestationRefused("it is not pending here");
      const attestation = attestationOf(keyOf(terms.accountId, terms.nonce), deadline);
      this.#attested.push(payingCall(this.#ledger().named(view), { deadline, attestations: [attestation] }));
      return attestation;
    },
  };

  #ledger(): EngineLedger {
    return new EngineLedger(this.memory.engine, this.memory.venue.sequencer, 196);
  }

  #begin(): Executor {
    const ledger = this.#ledger();
    const ask = async () => {
      if (--this.#untilOvertaken === 0) await this.#overtake();
      if (--this.#left <= 0) throw new Error("the process has ended");
    };
    const submit: ExecutorParts["ledger"]["submit"] = async (command) => {
      await ask();
      if (this.#isDiskBroken) return "the venue's disk is full";
      const refused = await ledger.submit(command);
      if (command.type === "advance_withdrawal" && refused === null) {
        const known = this.outcomes.get(command.withdrawalId)!;
        this.outcomes.set(command.withdrawalId, { ...known, state: command.to });
      }
      // Here the command is durable, and its caller has not been answered.
      await ask();
      return refused;
    };
    const chain = askedThrough(this.chain, ask);
    const executor: Executor = new Executor({
      mayAct: () => !this.#mayNotAct.has(executor),
      ledger: {
        get isPaused() {
          return ledger.isPaused;
        },
        open: () => ledger.open(),
        named: (withdrawal) => ledger.named(withdrawal),
        lastNumber: (sender) => ledger.lastNumber(sender),
        submit,
      },
      reader: chain,
      writer: chain,
      signer: askedThrough(scriptedSigner(), ask),
      ...{
        chainId: 196,
        vault: VAULT,
        formers: [],
        deployedBlock: 0,
        confirmations: CONFIRMATIONS,
        priceCeiling: 1_000_000n,
        unminedMax: 32,
      },
      isAccepted: () => false,
      attesters: () => [askedThrough(this.#attester, ask)],
      mayPay: () => null,
      condition: { broken: () => {}, holds: () => {} },
      metrics: executorMetrics(new Registry()),
      log: this.memory.venue.log,
      timing: { retryMs: 1_000, attemptsMax: this.#attemptsMax, attestationSeconds: 60 },
      now: () => this.#now,
    });
    return executor;
  }
}

/** A proxy of `target` that calls `ask` before each method. */
function askedThrough<T extends object>(target: T, ask: () => Promise<void>): T {
  return new Proxy(target, {
    get(from, name) {
      const value = Reflect.get(from, name, from);
      if (typeof value !== "function") return value;
      // Like a request over a network: it fails asynchronously, never in the middle of a call.
      return async (...bytes: unknown[]) => {
        await ask();
        return value.apply(from, bytes);
      };
    },
  });
}

const next = { do: "round", ends: 0 } as const;
const block = { do: "mine", leaveOut: 0, seconds: 2 } as const;

/** Sequences that random draws hit too rarely. */
const SCRIPTED: readonly (readonly [string, readonly Step[]])[] = [
  [
    "a stranger has it paid when our own transaction is proven to pay nothing, a block before that counts",
    [
      ...[
        { do: "request", account: 0, usdc: 50 } as const,
        next,
        { do: "drop" } as const,
        { do: "use_number" } as const,
      ],
      ...[block, block, block, { do: "by_hand", which: 0 } as const, next],
    ],
  ],
  [
    "the payment of one from the vault's queue is mined, and its block is replaced",
    [
      ...[{ do: "request", account: 0, usdc: 1_100 } as const, next, block, block, block, block, next],
      ...[{ ...block, seconds: 4_000 }, next, block, next],
      { do: "reorganise", depth: 1, isRemembered: false } as const,
    ],
  ],
];
test.each(SCRIPTED)("%s", async (_name, story) => {
  const world = new ExecutorWorld(1);
  for (const step of story) await world.take(step);
  await world.end();
  world.check();
});

const RUNS = Number(process.env.EXECUTOR_RUNS ?? 25);

test("C13: each withdrawal is paid once or given back, whatever happens, wherever the process ends, and whoever leads", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 1, 2, 5),
      fc.array(steps, { minLength: 10, maxLength: 60 }),
      async (attemptsMax, story) => {
        const world = new ExecutorWorld(attemptsMax);
        for (const step of story) await world.take(step);
        await world.end();
        world.check();
      },
    ),
    { numRuns: RUNS, interruptAfterTimeLimit: 1_000_000 },
  );
}, 1_000_000);
