// Decides what an account is notified of beyond the reports of its own orders: from the engine's events, in their order.
// Inbox and stream are both made from these events by this one class, so a frame has the same id as its row in the inbox,
// whenever either is made: an id consists of the command's position in the journal and a count within the command.

import type {
  AlgoReport,
  EngineReader,
  FundsEvent,
  LiquidationEvent,
  MarketEvent,
  OrderReport,
  PositionTransfer,
  Side,
  TransferredPosition,
  VenueEvent,
} from "@evermark/engine";

/**
 * A position that was taken over or closed, wholly or in part: lots signed like the position, the price in ticks, the
 * cost in micros.
 */
export interface TakenPosition {
  readonly market: number;
  readonly quantity: number;
  readonly price: number;
  readonly fee: number;
}

/** In the engine's units; a `market` of -1 stands for the cross positions together. */
export type NoticeContent =
  | {
      readonly kind: "ORDER_FILLED";
      readonly market: number;
      readonly side: Side;
      readonly orderId: number;
      readonly quantity: number;
      readonly notional: number;
    }
  | {
      readonly kind: "ALGO_ORDER_FAILED";
      readonly market: number;
      readonly side: Side;
      readonly algoOrderId: number;
      readonly algoType: string;
      readonly reason: string;
    }
  | {
      readonly kind: "MARGIN_WARNING" | "LIQUIDATION_STARTED";
      readonly market: number;
      readonly collateral: number;
      readonly maintenance: number;
    }
  | { readonly kind: "LIQUIDATION_ENDED"; readonly market: number }
  | {
      readonly kind: "POSITION_LIQUIDATED" | "POSITION_DELEVERAGED";
      readonly liquidationId: number;
      readonly positions: readonly TakenPosition[];
    }
  | { readonly kind: "DEPOSIT_COMPLETED"; readonly amount: number }
  | {
      readonly kind: "WITHDRAWAL_COMPLETED" | "WITHDRAWAL_FAILED";
      readonly withdrawalId: number;
      readonly amount: number;
      readonly fee: number;
      readonly transaction: string;
    }
  | { readonly kind: "MARKET_DELISTING"; readonly market: number; readonly delistAt: number }
  | {
      readonly kind: "POSITION_DELISTED";
      readonly market: number;
      readonly quantity: number;
      readonly price: number;
      readonly realizedPnl: number;
    }
  | {
      readonly kind: "ANNOUNCEMENT";
      readonly announcementId: number;
      readonly message: string;
      readonly url: string;
      /** The operator's keyword for its topic; "" for none. */
      readonly about: string;
      /** When it was withdrawn; 0 while it is active. */
      readonly withdrawnAt: number;
    };

/** A notice for all accounts alike. */
export interface AnnouncementNotice {
  readonly id: number;
  readonly at: number;
  readonly content: Extract<NoticeContent, { kind: "ANNOUNCEMENT" }>;
}

export interface Notice {
  readonly account: number;
  readonly id: number;
  readonly at: number;
  readonly content: NoticeContent;
}

/** The parts of the engine that are read. */
export interface NoticedEngine extends Pick<EngineReader, "userId" | "accountsIn"> {
  market(market: number): Pick<ReturnType<EngineReader["market"]>, "delistAt">;
}

/** How many ids belong to one command; with this many, 2⁵³ has room for the ids of 2·10¹² commands. */
const IN_ONE_COMMAND = 4_096;
/** The last of them is an announcement's, the same for all accounts: so an account gets fewer notices from one command. */
const ANNOUNCEMENT_PLACE = IN_ONE_COMMAND - 1;
const NOTHING: readonly Notice[] = [];

type PendingNotice = Omit<Notice, "id"> & { readonly place: number };

export class Notices {
  readonly #engine: NoticedEngine;
  readonly #isHeard: (account: number) => boolean;
  #unnumbered: PendingNotice[] = [];
  /** By account: how many notices it has so far from the running command. */
  readonly #counts = new Map<number, number>();
  #announced: Omit<AnnouncementNotice, "id"> | undefined;

  /** @param isHeard called once for each notice: whether there is any use for its content */
  constructor(engine: NoticedEngine, isHeard: (account: number) => boolean) {
    this.#engine = engine;
    this.#isHeard = isHeard;
  }

  order(report: OrderReport): void {
    if (report.cause !== "fill" || report.status !== "FILLED") return;
    const { account, market, side, orderId, executed, executedNotional, at } = report;
    this.#note(account, at, () => ({
      kind: "ORDER_FILLED",
      market,
      side,
      orderId,
      quantity: executed,
      notional: executedNotional,
    }));
  }

  /** Notes a failed algo order. A group repeats the failure of its leg, so groups are skipped. */
  algo({ account, order, cause, reason, at }: AlgoReport): void {
    if (cause !== "rejected" || order.children.length > 0) return;
    const { market, side, algoOrderId, algoType } = order;
    this.#note(account, at, () => ({ kind: "ALGO_ORDER_FAILED", market, side, algoOrderId, algoType, reason }));
  }

  funds(event: FundsEvent): void {
    if (event.type === "deposit" && event.state === "COMPLETED") {
      const { account, amount, at } = event;
      this.#note(account, at, () => ({ kind: "DEPOSIT_COMPLETED", amount }));
    }
    if (event.type !== "withdrawal" || (event.state !== "COMPLETED" && event.state !== "FAILED")) return;
    const { account, withdrawalId, amount, fee, transaction, at } = event;
    const kind = event.state === "COMPLETED" ? "WITHDRAWAL_COMPLETED" : "WITHDRAWAL_FAILED";
    this.#note(account, at, () => ({ kind, withdrawalId, amount, fee, transaction }));
  }

  liquidation(event: LiquidationEvent): void {
    switch (event.type) {
      case "warned":
      case "triggered": {
        const { account, market, collateral, maintenance, at } = event;
        const kind = event.type === "warned" ? "MARGIN_WARNING" : "LIQUIDATION_STARTED";
        return this.#note(account, at, () => ({ kind, market, collateral, maintenance }));
      }
      case "recovered":
        return this.#note(event.account, event.at, () => ({ kind: "LIQUIDATION_ENDED", market: event.market }));
      case "transferred": {
        const { account, liquidationId, positions, at } = event;
        if (event.kind === "claim" || positions.length === 0) return;
        const kind = event.kind === "adl" ? "POSITION_DELEVERAGED" : "POSITION_LIQUIDATED";
        return this.#note(account, at, () => ({ kind, liquidationId, positions: positions.map(takenOf) }));
      }
      case "offered":
        return;
    }
  }

  transfer({ account, market, kind, quantity, price, realizedPnl, at }: PositionTransfer): void {
    if (kind !== "delisting") return;
    this.#note(account, at, () => ({
      kind: "POSITION_DELISTED",
      market,
      // The transfer that closed the position has the opposite sign.
      quantity: -quantity,
      price,
      realizedPnl,
    }));
  }

  market(event: MarketEvent): void {
    if (event.type !== "state_changed" || event.to !== "DELISTING") return;
    const { market, at } = event;
    const { delistAt } = this.#engine.market(market);
    for (const account of this.#engine.accountsIn(market)) {
      this.#note(account, at, () => ({ kind: "MARKET_DELISTING", market, delistAt }));
    }
  }

  venue(event: VenueEvent): void {
    if (event.type !== "announcement") return;
    const { announcementId, message, url, kind: about, at } = event;
    this.#announced = { at, content: { kind: "ANNOUNCEMENT", announcementId, message, url, about, withdrawnAt: 0 } };
  }

  /** What the command at `position` of the journal announces to all. Accounts are not iterated, because there are many. */
  takeAnnounced(position: number): AnnouncementNotice | undefined {
    const announced = this.#announced;
    this.#announced = undefined;
    return announced && { ...announced, id: position * IN_ONE_COMMAND + ANNOUNCEMENT_PLACE };
  }

  /** The notices from the command at `position` of the journal. */
  take(position: number): readonly Notice[] {
    if (this.#counts.size > 0) this.#counts.clear();
    if (this.#unnumbered.length === 0) return NOTHING;
    const unnumbered = this.#unnumbered;
    this.#unnumbered = [];
    return unnumbered.map(({ place, ...notice }) => ({ ...notice, id: position * IN_ONE_COMMAND + place }));
  }

  #note(account: number, at: number, content: () => NoticeContent): void {
    const place = this.#counts.get(account) ?? 0;
    if (place >= ANNOUNCEMENT_PLACE || this.#engine.userId(account) === 0 || !this.#isHeard(account)) return;
    this.#counts.set(account, place + 1);
    this.#unnumbered.push({ account, at, place, content: content() });
  }
}

function takenOf({ market, quantity, price, liquidatorFee, insuranceFee }: TransferredPosition): TakenPosition {
  return { market, quantity, price, fee: liquidatorFee + insuranceFee };
}
