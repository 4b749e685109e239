// Pays accepted withdrawals, each at most once. It runs in rounds: read the chain, decide about each open withdrawal,
// act. Every transaction that could pay is noted in the journal before it is sent, and its outcome is read from the
// vault's events at safe depth. So the process may end between any two steps, and the next process continues from the
// journal alone. Vault 9.

import type { WithdrawalView } from "@evermark/engine";
import type { Hex } from "viem";
import { Attestations } from "../attesters/gathered-attestations.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";
import type { VaultCall } from "../vault/ask-vault.ts";
import type { OnItsWay } from "../view/chain-view.ts";
import { Alarms } from "./alarms.ts";
import type { ChainFacts, ExecutorParts, ExecutorTiming, ExecutorTools } from "./executor-parts.ts";
import type { WithdrawalLedger } from "./ledger.ts";
import { Sender } from "./sender.ts";
import { Settler } from "./settler.ts";
import { SideTransactions } from "./side-transactions.ts";
import { TransactionOutbox } from "./transaction-outbox.ts";
import { VaultReader } from "./vault-calls.ts";
import { WithdrawalMemory } from "./withdrawal-memory.ts";

const TIMING: ExecutorTiming = {
  pollMs: 2_000,
  rebroadcastMs: 60_000,
  replaceMs: 180_000,
  attemptsMax: 5,
  retryMs: 2_000,
  stuckMs: 600_000,
  attestationSeconds: 3_600,
};
/** Pause between rounds while there is more to do at once. */
const BUSY_MS = 10;

/** What is shown to operators. */
export interface ExecutorView {
  readonly operator: Hex;
  /** The operator's balance for gas, in the smallest unit of the chain's coin; null until it was read. */
  readonly gas: bigint | null;
  /** How many withdrawals the gas pays for at today's price; null until it was read. */
  readonly gasLasts: number | null;
  readonly waiting: number;
  readonly sent: number;
  /** What is wrong; "" while nothing is. */
  readonly trouble: string;
}

export class Executor {
  readonly #parts: ExecutorParts;
  readonly #timing: ExecutorTiming;
  readonly #now: () => number;
  readonly #memory: WithdrawalMemory;
  readonly #outbox: TransactionOutbox;
  readonly #sideTransactions: SideTransactions;
  readonly #alarms: Alarms;
  #toHandIn: VaultCall[] = [];
  readonly #attestations: Attestations;
  /** Withdrawals open when this process began, until the chain's time is known. */
  #inherited: readonly number[] | null = null;
  readonly #settler: Settler;
  readonly #sender: Sender;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  /** Something happened during the round: the next one follows at once. */
  #isWoken = false;
  #wakeUp: () => void = () => {};

  constructor(parts: ExecutorParts) {
    const now = parts.now ?? (() => performance.now());
    const ledger = stoppable(parts.ledger, () => this.#isStopped || !parts.mayAct());
    this.#parts = { ...parts, ledger };
    this.#timing = { ...TIMING, ...parts.timing };
    this.#now = now;
    this.#memory = new WithdrawalMemory(now, this.#timing.retryMs);
    this.#outbox = new TransactionOutbox(parts);
    this.#sideTransactions = new SideTransactions(this.#outbox, now);
    this.#alarms = new Alarms({ ...parts, now, stuckMs: this.#timing.stuckMs });
    this.#attestations = new Attestations({
      lines: parts.attesters,
      lifetimeSeconds: this.#timing.attestationSeconds,
      onAnswer: (withdrawalId) => this.#hurry([withdrawalId]),
      onOutcome: (outcome) => parts.metrics.attestations(outcome),
    });
    const tools: ExecutorTools = {
      ...{ memory: this.#memory, outbox: this.#outbox, sideTransactions: this.#sideTransactions, alarms: this.#alarms },
      attestations: this.#attestations,
      ...{ vault: new VaultReader(parts.reader, parts.vault, parts.formers), timing: this.#timing, now },
    };
    this.#settler = new Settler(this.#parts, tools);
    this.#sender = new Sender(this.#parts, tools);
  }

  get view(): ExecutorView {
    const { gas, gasLasts, trouble } = this.#alarms;
    const open = this.#parts.ledger.open();
    const sent = open.filter(({ state }) => state === "PROCESSING").length;
    return { operator: this.#parts.signer.address, gas, gasLasts, waiting: open.length - sent, sent, trouble };
  }

  find(withdrawalId: number): OnItsWay {
    const known = this.#memory.find(withdrawalId);
    const isHeld = (["chain", "signer", "held", "vault", "attesters"] as const).some((kind) =>
      this.#alarms.isRaised(kind),
    );
    if (known === undefined) return { block: null, payableAt: null, isHeld };
    const isQueued = known.seen === "queued";
    const { minedAt, signedAt, reason, capsUntil } = known;
    if (capsUntil !== null) return { block: null, payableAt: capsUntil, isHeld };
    // No block takes it at its present price.
    const isLate = minedAt === null && this.#now() - signedAt >= this.#timing.rebroadcastMs;
    return {
      block: isQueued ? null : minedAt,
      payableAt: isQueued ? known.payableAt : null,
      isHeld: isHeld || reason !== "" || (isLate && !isQueued),
    };
  }

  start(): void {
    void this.#goRound();
  }

  /** A new block may be there: starts a round at once. */
  wake(): void {
    this.#isWoken = true;
    clearTimeout(this.#timer);
    this.#wakeUp();
  }

  /** Has a call sent to a vault that pays no one. It is sent once and may be lost. */
  handIn(call: VaultCall): void {
    this.#toHandIn.push(call);
    this.wake();
  }

  /** The set of present attesters has changed: withdrawals that lack signatures are tried at once. */
  onAttesters(): void {
    this.#hurry(this.#attestations.lacking.keys());
  }

  #hurry(withdrawalIds: Iterable<number>): void {
    for (const id of withdrawalIds) this.#memory.hurry(id);
    this.wake();
  }

  /** Nothing more is noted or sent; answers of nodes that are still outstanding change nothing. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#wakeUp();
    this.#parts.signer.close();
  }

  async #goRound(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWoken = false;
      const isBusy = await this.round();
      if (this.#isStopped) return;
      if (this.#isWoken) continue;
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
        this.#timer = setTimeout(resolve, isBusy ? BUSY_MS : this.#timing.pollMs);
      });
    }
  }

  /**
   * Runs one round.
   * @returns whether there may be more to do at once; never rejects
   */
  async round(): Promise<boolean> {
    const { ledger, log, mayAct } = this.#parts;
    if (!mayAct()) return false;
    const open = ledger.open();
    const ids = new Set(open.map(({ withdrawalId }) => withdrawalId));
    this.#memory.keepOnly(ids);
    this.#attestations.keepOnly(ids);
    this.#inherited ??= [...ids];
    let isBusy = false;
    try {
      if (open.length > 0 || this.#sideTransactions.numbers.size > 0 || this.#toHandIn.length > 0)
        isBusy = await this.#turn(open);
      else if (this.#alarms.isGasDue) await this.#alarms.lookAtGas(await this.#outbox.look());
      this.#alarms.clear("chain");
    } catch (error) {
      const isChain = isTrouble(error);
      // Logged once, not in every round.
      if (!isChain && !this.#alarms.isRaised("chain")) log.error({ err: error }, "a round of withdrawals has failed");
      this.#alarms.raise("chain", isChain ? `the chain can't be used: ${error.message}` : "a round has failed");
    }
    this.#alarms.raiseOrClear("signer", this.#outbox.signingTrouble);
    const [lacking = ""] = this.#attestations.lacking.values();
    this.#alarms.raiseOrClear("attesters", lacking);
    if (ledger.open().length === 0 && this.#toHandIn.length === 0) this.#alarms.clear("gas_limit");
    this.#alarms.say(ledger.open(), this.#memory);
    return isBusy && !this.#isStopped;
  }

  async #turn(open: readonly WithdrawalView[]): Promise<boolean> {
    const [facts, fees] = await Promise.all([this.#look(open), this.#outbox.look()]);
    this.#attestations.inherit(this.#inherited ?? [], facts.head.timestamp);
    this.#inherited = [];
    if (this.#alarms.isGasDue) await this.#alarms.lookAtGas(fees);
    const hasSettled = await this.#settler.settle(open, facts);
    const left = hasSettled ? this.#parts.ledger.open() : open;
    await this.#sender.mend(left, facts);
    for (const call of this.#toHandIn.splice(0)) {
      if (await this.#sender.handIn(call, left, facts)) this.#toHandIn.push(call);
    }
    const hasSent = await this.#sender.send(left, facts);
    return hasSettled || hasSent;
  }

  async #look(open: readonly WithdrawalView[]): Promise<ChainFacts> {
    const { reader, confirmations } = this.#parts;
    const senders = new Set<Hex>([this.#outbox.sender]);
    for (const { transactions } of open) for (const { sender } of transactions) senders.add(sender as Hex);
    const head = await reader.head();
    const safe = await reader.block(Math.max(0, await reader.final(head, confirmations)));
    if (safe === undefined) throw new ChainTrouble("garbage", "the chain has a head and not the blocks below it");
    const minedAt = async (height: number): Promise<Map<string, number>> => {
      const counts = [...senders].map(async (each) => [each, await reader.transactionCount(each, height)] as const);
      return new Map(await Promise.all(counts));
    };
    const [minedAtHead, minedAtSafe] = await Promise.all([minedAt(head.number), minedAt(safe.number)]);
    return { head, safe, minedAtHead, minedAtSafe };
  }
}

/** A ledger that refuses commands once the executor is stopped, for a round that is still running. */
function stoppable(ledger: WithdrawalLedger, isStopped: () => boolean): WithdrawalLedger {
  return {
    get isPaused() {
      return ledger.isPaused;
    },
    open: () => ledger.open(),
    named: (withdrawal) => ledger.named(withdrawal),
    lastNumber: (sender) => ledger.lastNumber(sender),
    submit: async (command) => (isStopped() ? "the executor has stopped" : ledger.submit(command)),
  };
}
