// The complete result of a history as a few letters: every answer and every event with every field, everything that can
// be read at the end, and the state as bytes.

import { BEHAVIOUR, type Command, Engine, type Listener, MARGIN_MODES, SIDES, silent } from "@evermark/engine";
import { ask } from "@evermark/engine/testing/previewing-engine.ts";
import { type Course, changed, type Play } from "./kept-histories.ts";

/** How many letters of an outcome are a hash of what the engine returned. The same number are a hash of the final state. */
export const SAID_LETTERS = 6;

export type Way = Omit<Play, "outcome">;
type Hear = (name: string, args: readonly unknown[]) => void;

/**
 * A hash of what the engine returned, and then one of the final state. Reading all views and previews takes as long as
 * the history itself, so it is done in only one way to play each history. @throws {Fault} where the engine stops
 */
export function outcomeOf(
  course: Course,
  way: Way,
  looks = way.change === null && way.behaviour === BEHAVIOUR,
): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const hear: Hear = (name, args) => hasher.update(name + text(args));
  const engine = play(course, way, hear, looks ? previewOf : () => null);
  if (looks) hear("shown", shownBy(engine));
  engine.audit();
  const state = new Bun.CryptoHasher("sha256").update(engine.snapshot());
  return hasher.digest("base64").slice(0, SAID_LETTERS) + state.digest("base64").slice(0, SAID_LETTERS);
}

/** What happens, without numbers: a line for each answer and event. @throws {Fault} where the engine stops */
export function turnsOf(course: Course, way: Way): string[] {
  const lines: string[] = [];
  play(
    course,
    way,
    (name, args) => lines.push(name + wordsOf(args)),
    () => null,
  ).audit();
  return lines;
}

type Look = (engine: Engine, command: Command) => unknown;

function play({ start, commands }: Course, { behaviour, change }: Way, hear: Hear, look: Look): Engine {
  const all = change === null ? commands : changed(commands, change);
  const engine = start === null ? Engine.atBeginning() : Engine.restore(start);
  const methods = Object.keys(silent).map((name) => [name, (...args: unknown[]) => hear(name, args)]);
  const listener = Object.fromEntries(methods) as unknown as Listener;
  const setBehaviour: Command = { type: "set_behaviour", at: all[0]!.at, version: behaviour };
  for (const command of start === null ? [setBehaviour, ...all] : all) {
    hear("preview", [look(engine, command)]);
    hear("answer", [engine.apply(command, listener)]);
  }
  return engine;
}

function previewOf(engine: Engine, command: Command): unknown {
  if (!("account" in command) || !(command.account < engine.accountCount && engine.userId(command.account) > 0))
    return null;
  return ask(engine, command);
}

function text(args: readonly unknown[]): string {
  return JSON.stringify(args, (_key, value) => (typeof value === "bigint" ? `${value}` : value));
}

function wordsOf(args: readonly unknown[]): string {
  return JSON.stringify(args, (_key, value) =>
    /number|bigint/.test(typeof value) || isLong(value) ? undefined : value,
  );
}

/** Strings that contain numbers, such as addresses. */
function isLong(value: unknown): boolean {
  return typeof value === "string" && !/^[A-Za-z_]{0,30}$/.test(value);
}

function shownBy(engine: Engine): unknown[] {
  const { fees, funds, liquidations } = engine;
  const accounts = Array.from({ length: engine.accountCount }, (_, account) => account as never);
  const markets = Array.from({ length: engine.marketCount }, (_, market) => market as never);
  const brokers = engine.brokerIds.map((id) => engine.findBroker(id) as never);
  return [
    [engine.custody, engine.venue(), engine.announcements()],
    markets.map((market) => shownOfMarket(engine, market)),
    accounts.map((account) => shownOfAccount(engine, account, markets)),
    brokers.map((broker) => [fees.broker(broker), fees.tags(broker), engine.usersOf(broker)]),
    liquidations.offers().map((offer) => [offer, liquidations.terms(offer)]),
    accounts.map((account) => shownOfVault(engine, engine.vaults.vaultOfFund(account), accounts)),
    [liquidations.insuranceFund(), funds.openWithdrawals(), funds.pendingDeposits(), funds.parkedDeposits()],
  ];
}

function shownOfVault({ vaults }: Engine, id: string | undefined, accounts: readonly never[]): unknown {
  if (id === undefined) return null;
  const shares = accounts.map((account) => vaults.shares(id, account));
  return [vaults.vault(id), vaults.holders(id), vaults.operations(id), shares];
}

function shownOfMarket(engine: Engine, market: never): unknown[] {
  const books = SIDES.map((side) => engine.bookSide(market, side, 5));
  return [engine.market(market), engine.indexSources(market), books, engine.liquidations.purse(market)];
}

function shownOfAccount(engine: Engine, account: never, markets: readonly never[]): unknown[] {
  const { fees, algoOrders } = engine;
  return [
    [engine.account(account), engine.keysOf(account), engine.subAccounts(account)],
    [engine.balance(account), engine.margin(account), engine.positions(account)],
    [engine.openOrders(account, -1 as never), algoOrders.open(account, -1 as never)],
    [fees.affiliate(account), fees.referralOf(account)],
    markets.map((market) => shownOfRows(engine, account, market)),
  ];
}

function shownOfRows(engine: Engine, account: never, market: never): unknown[] {
  const { mark } = engine.market(market);
  const trades = engine.positions(account).length + engine.openOrders(account, -1 as never).length > 0;
  return [
    MARGIN_MODES.map((mode) => [engine.position(account, market, mode), engine.leverage(account, market, mode)]),
    [engine.marginMode(account, market), engine.tradingBlocked(account, market)],
    engine.liquidations.isLiquidating(account, market),
    SIDES.map((side) => (trades ? engine.maxOrderQuantity(account, market, side, mark) : 0)),
  ];
}
