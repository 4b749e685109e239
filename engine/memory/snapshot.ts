// The whole state as bytes, and back. Two engines that applied the same commands write the same bytes, whether they ran
// without a break or started from a snapshot; `stateHash` is the hash of these bytes.

import { assertPlayable } from "../base/behaviour.ts";
import { Fault, WrittenByNewer } from "../base/fault.ts";
import { ByteReader, type ByteSource, ByteWriter } from "../base/storage/bytes.ts";
import { readParameters, writeParameters } from "../language/codec/parameter-bytes.ts";
import { Market } from "./market/market.ts";
import { type Broker, State } from "./state.ts";

/** Rises with every change of the layout. */
export const FORMAT = 14;

type Reader = (input: ByteReader) => State;

/**
 * How to read a state of each format. A format that was ever released stays here: code that reads a part checks
 * `input.format` where the part used to be written differently. A venue whose journal was pruned has nothing else to start from.
 */
const READERS: ReadonlyMap<number, Reader> = new Map([
  [12, readState],
  [13, readState],
  [FORMAT, readState],
]);

export function writeSnapshot(state: State): Uint8Array {
  const out = new ByteWriter(roomFor(state));
  out.i32(FORMAT);
  for (const n of counters(state)) out.f64(n);
  state.hash.write(out);
  out.i32(state.behaviour);
  state.digest.write(out);
  out.i32(state.markets.length);
  for (const market of state.markets) {
    writeParameters(out, market.listed);
    out.f64(market.createdAt);
    market.write(out);
  }
  out.i32(state.brokers.length);
  for (const broker of state.brokers) writeBroker(out, broker);
  state.accounts.write(out);
  state.rows.write(out);
  state.orders.write(out);
  state.books.levels.write(out);
  state.clientOrders.write(out);
  state.keys.write(out);
  state.depositReferences.write(out);
  for (const part of parts(state)) part.write(out);
  return out.view();
}

/** @throws {Fault} on bytes of a format that this program can't read */
export function readSnapshot(bytes: Uint8Array): State {
  const input = new ByteReader(bytes);
  input.format = input.i32();
  const read = readerOf(input.format, READERS);
  if (read === undefined) {
    throw new Fault("a snapshot of a format that is no longer read", { format: input.format });
  }
  return read(input);
}

/**
 * @returns null when the source has a format that is no longer read; then the source is not read to its end
 * @throws {WrittenByNewer} when it has a format, or a behaviour, that is not known yet
 */
export function readSnapshotFrom(source: ByteSource, readers = READERS): State | null {
  const input = new ByteReader(new Uint8Array(0), source);
  input.format = input.i32();
  return readerOf(input.format, readers)?.(input) ?? null;
}

function readerOf(format: number, readers: ReadonlyMap<number, Reader>): Reader | undefined {
  const newest = Math.max(...readers.keys());
  if (format > newest) throw new WrittenByNewer("the state", `format ${format}`, newest);
  return readers.get(format);
}

/** Reads all bytes first, and indexes them only once the source has confirmed that they are the right ones. */
function readState(input: ByteReader): State {
  const state = new State();
  readCounters(state, input);
  state.hash.read(input);
  state.behaviour = input.i32();
  assertPlayable(state.behaviour, "the state");
  state.digest.read(input);
  for (let number = 0, count = input.i32(); number < count; number++) {
    const parameters = readParameters(input);
    const market = new Market(number, parameters, parameters.quoteTick, input.f64());
    market.read(input);
    state.addMarket(market);
  }
  for (let left = input.i32(); left > 0; left--) state.brokers.push(readBroker(input));
  state.accounts.read(input);
  state.rows.read(input);
  state.orders.read(input);
  state.books.levels.read(input);
  state.clientOrders.read(input);
  state.keys.read(input);
  state.depositReferences.read(input);
  for (const part of parts(state)) part.read(input);
  input.finish();
  index(state);
  return state;
}

function index(state: State): void {
  state.indexTexts();
  state.accounts.index();
  state.rows.index();
  state.orders.indexAll();
  state.books.levels.rebuildLadders(state.markets);
}

/** About the number of bytes to write, or more: memory that is never written to costs nothing, but copying it does. */
function roomFor({ accounts, rows, orders, keys, depositReferences, clientOrders }: State): number {
  const texts = (keys.count + depositReferences.count + clientOrders.count) * 192;
  return (1 << 16) + accounts.used * 512 + rows.used * 256 + orders.used * 256 + texts;
}

/** The parts that write and read themselves, in a fixed order. */
function parts(s: State) {
  return [
    ...[s.algoOrders, s.fees, s.funds, s.liquidations, s.vaults, s.venue, s.signedRequests],
    ...[s.delegateAnnouncements, s.marginWarnings, s.announcements, s.untilDisconnect],
  ];
}

function counters(s: State): number[] {
  return [s.now, s.commandCount, s.lastOrderId, s.lastTradeId, s.lastMatchId, s.custody, s.lastTick];
}

function readCounters(state: State, input: ByteReader): void {
  state.now = input.f64();
  state.commandCount = input.f64();
  state.lastOrderId = input.f64();
  state.lastTradeId = input.f64();
  state.lastMatchId = input.f64();
  state.custody = input.f64();
  state.lastTick = input.f64();
}

function writeBroker(out: ByteWriter, b: Broker): void {
  out.text(b.id);
  for (const n of [b.feeAccount, b.takerFee, b.makerFee, b.tier, b.minimumTier]) out.f64(n);
  for (const n of [b.volumeThisMonth, b.volumeLastMonth, b.firstAccount]) out.f64(n);
  out.u8(b.transfersFreely ? 1 : 0);
  out.u8(b.affiliatesEarnOnFees ? 1 : 0);
}

function readBroker(input: ByteReader): Broker {
  return {
    id: input.text(),
    feeAccount: input.f64(),
    takerFee: input.f64(),
    makerFee: input.f64(),
    tier: input.f64(),
    minimumTier: input.f64(),
    volumeThisMonth: input.f64(),
    volumeLastMonth: input.f64(),
    firstAccount: input.f64(),
    transfersFreely: input.u8() === 1,
    affiliatesEarnOnFees: input.u8() === 1,
  };
}
