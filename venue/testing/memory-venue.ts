// A whole venue in one process without a disk, for tests of the parts around the engine: the real engine, real history
// tables in memory, and a sequencer that applies each command at once and recomputes every invariant after it. Only the
// journal is missing.

import type { Consumer, Done, Sequencer, Submitted, Unstamped } from "@evermark/core";
import {
  type Command,
  Engine,
  feeE5,
  type Listener,
  micros,
  millis,
  priceE8,
  rejectionWords,
  silent,
} from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { reserveMetrics } from "../chain/reserves/reserve-metrics.ts";
import { Reserves } from "../chain/reserves/reserves.ts";
import { type ConfigurationChanges, sandboxConfiguration } from "../configuration/load.ts";
import { type HistoryQueries, historyQueries, openTables, Projector } from "../history/history-inside.ts";
import { type HistoryReader, historyReader } from "../history/index.ts";
import { createMetrics } from "../operation/reports/metrics.ts";
import { Readiness } from "../operation/reports/readiness.ts";
import type { SharedClock } from "../operation/time/clock.ts";
import { createMarketStatistics } from "../statistics/market-statistics.ts";
import { dayOf } from "../sums/candle-sums.ts";
import type { Venue } from "../venue.ts";
import { keptLog } from "./kept-log.ts";
import { newKey, type TestKey } from "./test-key.ts";

export interface MemoryVenue {
  readonly venue: Venue;
  readonly engine: Engine;
  /** Applies a command now. @throws {Error} when the engine refuses it */
  apply(command: Unstamped): Submitted;
  /** As `apply`, for a command that may be refused. */
  tryToApply(command: Unstamped): Submitted;
  /** Opens an account, with a deposit if wanted, under a builder, who is added if necessary. */
  openAccount(terms?: AccountTerms): MemoryAccount;
  /** Credits a deposit as a faucet does. */
  deposit(account: number, usdc: number): Submitted;
  /** Binds a new key to an account. */
  bindKey(account: number, terms?: KeyTerms): Promise<TestKey>;
  /** Sets a market's index price by hand, and with it the mark price. */
  setPrice(symbol: string, price: number): void;
  /** Sets venue time; runs no ticks for the seconds in between. */
  setNow(ms: number): void;
  /** Notifies this listener from now on; a consumer is also notified of the beginning and the end of commands. */
  listen(listener: Listener & Partial<Consumer>): void;
  /** Makes the journal refuse commands for this reason; null lets it accept them again. */
  failJournal(reason?: string | null): void;
  /** Log lines, as JSON. */
  readonly logged: string[];
}

export interface AccountTerms {
  /** In lower case; by default a wallet without a private key. */
  readonly wallet?: string;
  readonly brokerId?: string;
  /** The deposit. */
  readonly usdc?: number;
  /** Whether it is opened by a deposit, without its owner's signature. */
  readonly forDeposit?: boolean;
}

interface MemoryAccount {
  /** Its number in the engine. */
  readonly account: number;
  readonly accountId: string;
  readonly wallet: string;
}

export interface KeyTerms {
  readonly scope?: string;
  readonly expiresInMs?: number;
}

/** Venue time that stands still until it is set, or passes by itself; never backwards for the engine. */
export interface MemoryClock extends SharedClock {
  set(ms: number): void;
}

/** The venue time at which a memory venue starts. */
export const MEMORY_VENUE_START = 1_779_269_143_700;
const YEAR_MS = 365 * 86_400_000;

/** @param startsAt venue milliseconds */
export function standingClock(startsAt = MEMORY_VENUE_START): MemoryClock {
  let now = startsAt;
  return {
    now: () => now,
    age: (timestamp) => now - timestamp,
    set(ms) {
      now = ms;
    },
  };
}

/**
 * A venue with the default markets listed at their initial prices.
 * @param changes to the sandbox's configuration
 */
export function memoryVenue(changes: ConfigurationChanges = {}, clock: MemoryClock = standingClock()): MemoryVenue {
  const configuration = sandboxConfiguration("/nonexistent", changes);
  const engine = new Engine();

  const opened = openTables(":memory:");
  if ("unusable" in opened) throw new Error(opened.unusable);
  const projector = new Projector(opened.tables, engine);
  const consumers: (Listener & Partial<Consumer>)[] = [projector];
  const listener = everyOneOf(consumers);
  let position = 0;
  let journalFailure: string | null = null;

  const applyAt = (at: number, command: Unstamped): Submitted => {
    const now = Math.max(clock.now(), at);
    if (at > clock.now()) clock.set(at);
    projector.begin();
    const day = dayOf(engine.now);
    if (dayOf(now) > day) projector.dayEnded(day);
    const stamped = { ...command, at: millis(now) } as Command;
    for (const consumer of consumers) consumer.commandBegin?.(now);
    const answer = { ...engine.apply(stamped, listener), position: ++position, at: now };
    engine.audit();
    for (const consumer of consumers) {
      consumer.commandEnd?.(position, now);
      consumer.batchEnd?.();
    }
    projector.commit({ position, checksum: "" });
    return answer;
  };
  const submitAt = (at: number, command: Unstamped, done: Done): void => {
    if (journalFailure !== null) {
      const result = { unavailable: journalFailure };
      return queueMicrotask(() => done(result));
    }
    const startedAt = performance.now();
    const result = applyAt(at, command);
    const times = { queueMs: 0, journalMs: 0, engineMs: performance.now() - startedAt, batch: result.position };
    queueMicrotask(() => done(result, times));
  };
  const sequencer: Sequencer = {
    submit: (command, done) => submitAt(clock.now(), command, done),
    send: (command) => new Promise((resolve) => submitAt(clock.now(), command, resolve)),
    submitAt,
    get appliedPosition() {
      return position;
    },
  };
  const apply = (command: Unstamped): Submitted => {
    const answer = applyAt(clock.now(), command);
    if (answer.rejection !== null) throw new Error(`${command.type} was refused: ${rejectionWords(answer.rejection)}`);
    return answer;
  };
  const deposit = (account: number, usdc: number): Submitted => {
    const terms = { amount: micros(usdc * 1e6), source: "faucet", reference: `faucet:${account}:${position}` } as const;
    return apply({ type: "credit_deposit", account, ...terms });
  };

  for (const { parameters, initialPrice } of configuration.markets) {
    apply({ type: "list_market", parameters, price: initialPrice });
  }
  const statistics = createMarketStatistics(engine, clock);
  consumers.push(statistics.consumer);

  const logged: string[] = [];
  const log = keptLog(logged);
  const history = readerOf(historyQueries(opened.tables));
  const metrics = createMetrics();
  const readiness = new Readiness(metrics.conditions);
  const isJournalWritten = readiness.needed("journal");
  return {
    venue: {
      ...{ configuration, engine, sequencer, clock, history, statistics, log, metrics, readiness },
      ...{ chain: null, receivers: null, reserves: reservesOf(engine, { readiness, metrics, log }) },
      upToDate: () => null,
    },
    engine,
    apply,
    tryToApply: (command) => applyAt(clock.now(), command),
    deposit,
    openAccount(terms = {}) {
      const wallet = terms.wallet ?? `0x${(engine.accountCount + 1).toString(16).padStart(40, "0")}`;
      const { brokerId = "demo", usdc = 0, forDeposit = false } = terms;
      const accountId = accountIdOf(wallet, brokerId);
      if (engine.findBroker(brokerId) < 0) {
        apply({ type: "add_broker", brokerId, takerFee: feeE5(60), makerFee: feeE5(30) });
      }
      const account = apply({ type: "open_account", accountId, wallet, brokerId, forDeposit }).created;
      if (usdc > 0) deposit(account, usdc);
      return { account, accountId, wallet };
    },
    async bindKey(account, { scope = "read,trading", expiresInMs = 10 * YEAR_MS } = {}) {
      const key = await newKey();
      const signedAt = millis(clock.now());
      const expiration = millis(signedAt + expiresInMs);
      apply({ type: "bind_key", account, key: key.key, scope, expiration, signedAt });
      return key;
    },
    setPrice(symbol, price) {
      const market = engine.findMarket(symbol);
      apply({ type: "set_index_prices", prices: [{ market, price: priceE8(Math.round(price * 1e8)) }] });
    },
    setNow: (ms) => clock.set(ms),
    listen: (further) => void consumers.push(further),
    failJournal: (reason = "the disk is full") => {
      journalFailure = reason;
      if (reason === null) isJournalWritten.holds();
      else isJournalWritten.broken(reason);
    },
    logged,
  };
}

function everyOneOf(listeners: readonly Listener[]): Listener {
  const names = Object.keys(silent) as (keyof Listener)[];
  const emitToAll =
    (name: keyof Listener) =>
    (...event: never[]) => {
      for (const listener of listeners) (listener[name] as (...event: never[]) => void)(...event);
    };
  return Object.fromEntries(names.map((name) => [name, emitToAll(name)])) as unknown as Listener;
}

/** Each command is projected before its answer, so reads never have to wait. */
function readerOf(queries: HistoryQueries): HistoryReader {
  return historyReader(async (name, parameters) => (queries[name] as (...given: unknown[]) => unknown)(...parameters));
}

/** The reserves of a venue without a chain. */
function reservesOf(
  engine: Engine,
  { readiness, metrics, log }: Pick<Venue, "log" | "metrics"> & { readonly readiness: Readiness },
) {
  return new Reserves({
    ...{ engine, log, hasVault: false, chainId: 196, alarms: false, steady: () => 0, lookAtVault() {} },
    vault: () => ({ address: null, contract: null }),
    conditions: { reserves: readiness.useful("reserves"), tokens: readiness.useful("receiver_tokens") },
    metrics: reserveMetrics(metrics.registry),
  });
}
