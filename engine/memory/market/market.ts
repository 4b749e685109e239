// One market's state in the engine: its parameters, the values derived from them, its prices and the two ladders of its book.

import { broken } from "../../base/fault.ts";
import { mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import {
  E10,
  type Leverage,
  type MarketNumber,
  type MicrosPerTickLot,
  type Millis,
  type PriceE8,
  type QuantityE8,
  type Ticks,
} from "../../base/units.ts";
import { MARKET_STATES, type MarketState, STATE_REASONS, type StateReason } from "../../base/vocabulary.ts";
import { readChangeable, writeChangeable } from "../../language/codec/parameter-bytes.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { FundingState } from "./funding-state.ts";
import { IndexHealth } from "./index-health.ts";
import { Ladder } from "./ladder.ts";
import { MarginRatios } from "./margin-ratios.ts";

/** 2^52 micros: half of the range in which doubles are exact. */
const OPEN_VALUE_MAX = 4_503_599_627_370_496;

/** The latest report of one index source. Rules 6.1. */
export interface Source {
  /** 10⁻⁸; 0 before its first report. */
  price: PriceE8;
  at: Millis;
  /** 4-hour volume in 10⁻⁸, 0 when unknown; `weight` is the one in force since the last refresh. */
  volume: QuantityE8;
  weight: QuantityE8;
  /** The reason why a newer report is not believed, and since when; "" when there is none. */
  problem: StateReason | "";
  problemAt: Millis;
  /** Whether the report is from before the venue's last start. */
  isOld: boolean;
}

/** The limits of an order's price, in ticks. Rules 1.2. */
interface PriceBand {
  buyMax: Ticks;
  buyMin: Ticks;
  sellMin: Ticks;
  sellMax: Ticks;
}

export class Market {
  readonly number: MarketNumber;
  /** The parameters in force: an operator's change creates a new object. `listed` has those of the listing. */
  parameters: MarketParameters;
  readonly listed: MarketParameters;
  readonly ratios: MarginRatios;
  readonly defaultLeverage: Leverage;
  /** Micros in one tick of one lot: exact, by the listing rule. */
  readonly unit: MicrosPerTickLot;
  /** Size of a tick and of a lot in 10⁻⁸. */
  readonly tickE8: PriceE8;
  readonly lotE8: QuantityE8;
  readonly bids = new Ladder("BUY");
  readonly asks = new Ladder("SELL");
  /** Both ladders, by side number. */
  readonly ladders = [this.bids, this.asks] as const;
  readonly sources: Source[];
  readonly band: PriceBand = { buyMax: 0, buyMin: 0, sellMin: 0, sellMax: 0 };
  readonly createdAt: Millis;
  updatedAt: Millis;
  state: MarketState;
  stateReason: StateReason = "OPERATOR";
  /** The operator's words, or the numbers behind the decision. */
  stateDetail = "";
  stateSince: Millis;
  /** The state in which a halted market continues. */
  resumesAs: MarketState;
  /** When the market is delisted, 0 while no time is set. */
  delistAt = 0;
  /** Since when both sides of the book have been as deep as the launch gate requires, 0 while they are not. */
  deepSince = 0;
  /** The price that its sources agree on, or that was set by hand. Rules 6.1. */
  spotIndex: Ticks;
  /** The index for everything else: the spot index, or before a delisting the expected settlement price. */
  index: Ticks;
  #mark: Ticks;
  /** Counts the moves of this mark price; after `countMoves`, together with those of the venue's other markets. */
  #moves = { moves: 0 };
  /** 0 before the first trade. */
  last = 0;
  /** Lots, one side. */
  openInterest = 0;
  /** The index was set by hand and stays until changed. */
  pinned = false;
  /** The last 15 one-minute basis snapshots in 10⁻⁸, oldest first; fewer in the market's first minutes. Rules 6.2. */
  basis: PriceE8[] = [];
  /** 10⁻¹⁰. */
  lastFundingRate = 0;
  estFundingRate = 0;
  /** 10⁻¹⁸. */
  sumUnitaryFunding = 0n;
  readonly funding: FundingState;
  readonly health: IndexHealth;
  /** The spot index every 15 seconds, in ticks, for the price of a delisting: at most half an hour of it, oldest first. */
  indexSamples: { readonly at: Millis; readonly index: Ticks }[] = [];
  /** The mark when the market came to a standstill, 0 while it is not at one. Rules 2.3 (7), 11.4. */
  stillMark = 0;
  /** The work that follows a new mark price is due although the mark has not moved; false between commands. */
  pipelineDue = false;

  /** @param like a market with the same parameters, with which the margin ratios and the index health are shared */
  constructor(
    number: MarketNumber,
    parameters: MarketParameters,
    initialPrice: PriceE8,
    at: Millis,
    like: Market | null = null,
  ) {
    this.number = number;
    this.parameters = parameters;
    this.listed = parameters;
    this.state = parameters.gated ? "NEW" : "ACTIVE";
    this.resumesAs = this.state;
    this.stateSince = at;
    this.funding = new FundingState(at, parameters.fundingPeriodHours);
    this.ratios = like === null ? new MarginRatios(parameters) : like.ratios;
    this.health = like === null ? new IndexHealth() : like.health;
    this.defaultLeverage = Math.min(10, this.ratios.maxLeverage);
    this.tickE8 = parameters.quoteTick;
    this.lotE8 = parameters.baseTick;
    this.unit = (parameters.quoteTick * parameters.baseTick) / E10;
    this.sources = parameters.sources.map(silentSource);
    this.createdAt = at;
    this.updatedAt = at;
    this.spotIndex = roundToTick(initialPrice, this.tickE8);
    this.index = this.spotIndex;
    this.#mark = this.index;
    this.moveBand();
  }

  /** A copy of the market as it is now but with an empty book, for trying something on. */
  withoutBook(): Market {
    const twin = new Market(this.number, this.listed, this.#mark * this.tickE8, this.createdAt, this);
    twin.parameters = this.parameters;
    twin.state = this.state;
    twin.spotIndex = this.spotIndex;
    twin.index = this.index;
    twin.last = this.last;
    twin.openInterest = this.openInterest;
    twin.sumUnitaryFunding = this.sumUnitaryFunding;
    twin.stillMark = this.stillMark;
    return twin;
  }

  get mark(): Ticks {
    return this.#mark;
  }

  set mark(mark: Ticks) {
    if (!(mark > 0 && Number.isSafeInteger(mark))) broken("a mark is whole ticks above nothing", { mark });
    if (mark !== this.#mark) this.#moves.moves++;
    this.#mark = mark;
  }

  /** From now on, moves of the mark price are counted in the given counter, shared by all markets. */
  countMoves(moves: { moves: number }): void {
    this.#moves = moves;
  }

  /** Moves the price band with the mark price. Prices are compared exactly, so each bound is rounded inwards. */
  moveBand(): void {
    const { priceRange, priceScope } = this.parameters;
    const { mark, band } = this;
    band.buyMax = mulDivFloor(mark, E10 + priceRange, E10);
    band.sellMin = mulDivCeil(mark, E10 - priceRange, E10);
    band.buyMin = mulDivCeil(mark, E10 - priceScope, E10);
    band.sellMax = mulDivFloor(mark, E10 + priceScope, E10);
  }

  /**
   * Whether all open positions could be valued at an index price: their value has to stay within the exact whole numbers,
   * with room for a mark price above the index. No row is larger than the open interest.
   */
  carries(index: Ticks): boolean {
    return this.openInterest * index * this.unit <= OPEN_VALUE_MAX;
  }

  /** Whether the market trades in this state: orders are accepted and matched, and funding is paid. Rules 11.3. */
  get isTrading(): boolean {
    const { state } = this;
    return state === "ACTIVE" || state === "POST_ONLY" || state === "REDUCE_ONLY" || state === "DELISTING";
  }

  /** Whether premiums are sampled: not while the index is not believed, and not from a halted book. Rules 11.4. */
  get isSampled(): boolean {
    return this.isTrading && this.health.trouble === "" && !this.health.awaitsReport;
  }

  write(out: ByteWriter): void {
    out.u8(MARKET_STATES.indexOf(this.state));
    out.u8(STATE_REASONS.indexOf(this.stateReason));
    out.text(this.stateDetail);
    out.u8(MARKET_STATES.indexOf(this.resumesAs));
    for (const n of [this.stateSince, this.delistAt, this.deepSince]) out.f64(n);
    writeChangeable(out, this.parameters);
    this.funding.write(out);
    this.health.write(out);
    out.u8(this.pinned ? 1 : 0);
    for (const n of [this.updatedAt, this.index, this.mark, this.last, this.openInterest]) out.f64(n);
    out.f64(this.lastFundingRate);
    out.f64(this.estFundingRate);
    out.big(this.sumUnitaryFunding);
    out.i32(this.basis.length);
    for (const n of this.basis) out.f64(n);
    for (const source of this.sources) {
      for (const n of [source.price, source.at, source.volume, source.weight, source.problemAt]) out.f64(n);
      out.u8(source.problem === "" ? STATE_REASONS.length : STATE_REASONS.indexOf(source.problem));
      out.u8(source.isOld ? 1 : 0);
    }
    out.f64(this.spotIndex);
    out.i32(this.indexSamples.length);
    for (const { at, index } of this.indexSamples) {
      out.f64(at);
      out.f64(index);
    }
    out.f64(this.stillMark);
  }

  read(input: ByteReader): void {
    this.state = MARKET_STATES[input.u8()]!;
    this.stateReason = STATE_REASONS[input.u8()]!;
    this.stateDetail = input.text();
    this.resumesAs = MARKET_STATES[input.u8()]!;
    this.stateSince = input.f64();
    this.delistAt = input.f64();
    this.deepSince = input.f64();
    this.parameters = readChangeable(input, this.listed);
    // Sources may have been added since the listing.
    while (this.sources.length < this.parameters.sources.length) this.sources.push(silentSource());
    this.funding.read(input, this.parameters);
    this.health.read(input);
    this.pinned = input.u8() === 1;
    this.updatedAt = input.f64();
    this.index = input.f64();
    this.mark = input.f64();
    this.last = input.f64();
    this.openInterest = input.f64();
    this.lastFundingRate = input.f64();
    this.estFundingRate = input.f64();
    this.sumUnitaryFunding = input.big();
    this.basis = Array.from({ length: input.i32() }, () => input.f64());
    for (const source of this.sources) {
      source.price = input.f64();
      source.at = input.f64();
      source.volume = input.f64();
      source.weight = input.f64();
      source.problemAt = input.f64();
      source.problem = STATE_REASONS[input.u8()] ?? "";
      source.isOld = input.u8() === 1;
    }
    this.spotIndex = input.format >= 14 ? input.f64() : this.index;
    this.indexSamples = Array.from({ length: input.i32() }, () => ({ at: input.f64(), index: input.f64() }));
    if (input.format >= 14) this.stillMark = input.f64();
    this.moveBand();
  }
}

/** A source that has not reported yet. */
export function silentSource(): Source {
  return { price: 0, at: 0, volume: 0, weight: 0, problem: "", problemAt: 0, isOld: false };
}

/** A price in 10⁻⁸ to the nearest tick, halves up; at least one tick, because a market can't have a price of zero. */
export function roundToTick(priceE8: PriceE8, tickE8: PriceE8): Ticks {
  return Math.max(1, Math.floor((priceE8 * 2 + tickE8) / (tickE8 * 2)));
}
