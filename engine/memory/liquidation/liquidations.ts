// Open liquidations, the offers made from them, and the positions that the insurance fund has for sale. Rules 7.3, 7.8. Offers
// and fund claims share one sequence of ids, because a claim names either by its id.

import { assert } from "../../base/fault.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { LiquidationId, Lots, MarketNumber, Millis } from "../../base/units.ts";
import { HeldDebts } from "./debts.ts";
import { Purses } from "./purses.ts";
import type { Subject } from "./subject.ts";
import { Watch } from "./watched-ranges.ts";

/** The part of one group that can be claimed; it may be empty for a moment. */
export interface Offer {
  readonly liquidationId: LiquidationId;
  readonly startedAt: Millis;
  changedAt: Millis;
  /** Rows of the group by symbol, and the lots offered of each, signed like the position. */
  rows: number[];
  quantities: number[];
  /** Rows of the group whose index is in doubt: they are out of the offer for the moment. */
  waiting: number[];
}

/** A subject in liquidation: frozen, without orders, and with one offer per group. */
export interface Liquidation {
  readonly subject: Subject;
  /** By ascending id. */
  offers: Offer[];
}

/** A position of the insurance fund that any account may claim. */
export interface FundClaim {
  readonly liquidationId: LiquidationId;
  readonly market: MarketNumber;
  /** Lots, signed: the fund's whole position. */
  quantity: Lots;
  readonly startedAt: Millis;
  changedAt: Millis;
  /** When part of it was last claimed; `startedAt` before that. The wait before deleveraging counts from here. */
  claimedAt: Millis;
}

export class Liquidations {
  lastId = 0;
  readonly open = new Map<Subject, Liquidation>();
  /** By market. */
  readonly fundClaims = new Map<number, FundClaim>();
  /** The purses of the fund's positions. */
  readonly purses = new Purses();
  /** Derived from the rest of the state; see watched-ranges.ts. */
  readonly watch = new Watch();
  /** Derived as well; see held-debts.ts. */
  readonly debts = new HeldDebts();
  /** Set when something happened after which the end of the command has to check suspects and the fund. */
  due = false;
  readonly #byId = new Map<number, Liquidation>();

  nextId(): number {
    return ++this.lastId;
  }

  begin(subject: Subject): Liquidation {
    assert(!this.open.has(subject), "a liquidation begins once", { subject });
    const begun: Liquidation = { subject, offers: [] };
    this.open.set(subject, begun);
    return begun;
  }

  end(over: Liquidation): void {
    assert(this.open.get(over.subject) === over, "a liquidation that ends is open", { subject: over.subject });
    this.setOffers(over, []);
    this.open.delete(over.subject);
  }

  /** Replaces a liquidation's offers. */
  setOffers(of: Liquidation, offers: Offer[]): void {
    for (const { liquidationId } of of.offers) this.#byId.delete(liquidationId);
    of.offers = offers;
    for (const { liquidationId, rows, quantities } of offers) {
      const isOwn = liquidationId <= this.lastId && !this.#byId.has(liquidationId);
      assert(isOwn && rows.length === quantities.length, "an offer has an id and lots of its own", { liquidationId });
      this.#byId.set(liquidationId, of);
    }
  }

  findLiquidation(liquidationId: LiquidationId): Liquidation | undefined {
    return this.#byId.get(liquidationId);
  }

  findOffer(liquidationId: LiquidationId): Offer | undefined {
    return this.findLiquidation(liquidationId)?.offers.find((offer) => offer.liquidationId === liquidationId);
  }

  findFundClaim(liquidationId: LiquidationId): FundClaim | undefined {
    for (const claim of this.fundClaims.values()) if (claim.liquidationId === liquidationId) return claim;
    return undefined;
  }

  write(out: ByteWriter): void {
    out.f64(this.lastId);
    const open = [...this.open.values()].sort((a, b) => a.subject - b.subject);
    out.i32(open.length);
    for (const each of open) {
      out.i32(each.subject);
      out.i32(each.offers.length);
      for (const offer of each.offers) writeOffer(out, offer);
    }
    const claims = [...this.fundClaims.values()].sort((a, b) => a.market - b.market);
    out.i32(claims.length);
    for (const claim of claims) {
      out.i32(claim.market);
      for (const n of [claim.liquidationId, claim.quantity, claim.startedAt, claim.changedAt]) out.f64(n);
      out.f64(claim.claimedAt);
    }
    this.purses.write(out);
  }

  read(input: ByteReader): void {
    this.lastId = input.f64();
    for (let left = input.i32(); left > 0; left--) {
      const begun = this.begin(input.i32());
      this.setOffers(
        begun,
        Array.from({ length: input.i32() }, () => readOffer(input)),
      );
    }
    for (let left = input.i32(); left > 0; left--) {
      const market = input.i32();
      this.fundClaims.set(market, {
        market,
        liquidationId: input.f64(),
        quantity: input.f64(),
        startedAt: input.f64(),
        changedAt: input.f64(),
        claimedAt: input.f64(),
      });
    }
    if (input.format >= 14) this.purses.read(input);
  }
}

function writeOffer(out: ByteWriter, offer: Offer): void {
  for (const n of [offer.liquidationId, offer.startedAt, offer.changedAt]) out.f64(n);
  out.i32(offer.rows.length);
  for (const [i, row] of offer.rows.entries()) {
    out.i32(row);
    out.f64(offer.quantities[i]!);
  }
  out.i32(offer.waiting.length);
  for (const row of offer.waiting) out.i32(row);
}

function readOffer(input: ByteReader): Offer {
  const offer: Offer = {
    liquidationId: input.f64(),
    startedAt: input.f64(),
    changedAt: input.f64(),
    rows: [],
    quantities: [],
    waiting: [],
  };
  for (let left = input.i32(); left > 0; left--) {
    offer.rows.push(input.i32());
    offer.quantities.push(input.f64());
  }
  if (input.format >= 14) offer.waiting = Array.from({ length: input.i32() }, () => input.i32());
  return offer;
}
