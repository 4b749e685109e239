// An account and its positions as the public query shows them: the figures of the engine's views, as decimal text.
// Interface 4.3, rules 5.2 and 5.3.

import type { EngineReader, MarginView, PositionView } from "@evermark/engine";
import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { AccountDay, type DayResult } from "../../statistics/day-result.ts";
import type { Venue } from "../../venue.ts";
import { e8Text, e10Text, finePriceText, moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";
import { namesOf } from "./address-scope.ts";

type AccountState = Extract<QueryAnswer<"accountState">, { readonly account_id: string }>;
type HeldPosition = AccountState["positions"][number];
type ContextAccount = NonNullable<QueryAnswer<"whaleContext">["account"]>;

export function accountTypeOf(
  { account, mainAccount }: { account: number; mainAccount: number },
  engine: EngineReader,
) {
  if (engine.vaults.vaultOfFund(account) !== undefined) return "sp" as const;
  return account === mainAccount ? ("main" as const) : ("sub" as const);
}

/** What one account holds, read at one moment. */
export class HeldAccount {
  readonly #venue: Venue;
  readonly #account: number;
  readonly #day: AccountDay;
  readonly margin: MarginView;

  constructor(venue: Venue, account: number) {
    this.#venue = venue;
    this.#account = account;
    this.#day = new AccountDay(venue, account);
    this.margin = venue.engine.margin(account);
  }

  get views(): readonly PositionView[] {
    return this.#day.positions;
  }

  state(): AccountState {
    const { engine } = this.#venue;
    const view = engine.account(this.#account);
    const { margin } = this;
    return {
      address: view.wallet,
      account_type: accountTypeOf(view, engine),
      ...this.context(),
      initial_margin_ratio: e8Text(margin.initialMarginRatioE8),
      maintenance_margin_ratio: e8Text(margin.maintenanceMarginRatioE8),
      total_unsettled_pnl: sumText(this.views.map(({ unsettledPnl }) => unsettledPnl)),
      positions: this.positions(),
    };
  }

  context(): ContextAccount {
    const { margin } = this;
    return {
      ...namesOf(this.#venue.engine, this.#account),
      account_value: moneyText(margin.accountValue),
      total_collateral_value: moneyText(this.#collateral()),
      free_collateral: moneyText(margin.freeCollateral),
      margin_ratio: e8Text(margin.marginRatioE8),
      total_unrealized_pnl: sumText(this.views.map(({ unrealizedPnl }) => unrealizedPnl)),
      total_pnl_24_h: moneyText(this.#day.total().pnl),
    };
  }

  positions(): HeldPosition[] {
    return this.views.map((position) => positionText(this.#venue.engine, position, this.#day.of(position)));
  }

  /** The balance and the collateral of isolated positions, without any profit or loss. */
  #collateral(): number {
    const isolated = this.views.filter(({ marginMode }) => marginMode === "ISOLATED");
    return isolated.reduce((sum, { margin }) => sum + margin, this.margin.holding as number);
  }
}

function positionText(engine: EngineReader, position: PositionView, day: DayResult): HeldPosition {
  return {
    ...positionBasics(engine, position),
    pnl_24_h: moneyText(day.pnl),
    imr: e10Text(position.imr),
    mmr: e10Text(position.mmr),
    opened_at: position.openedAt,
    updated_at: position.updatedAt,
  };
}

/** The fields that every list of positions has. */
export function positionBasics(engine: EngineReader, position: PositionView) {
  const { parameters } = engine.market(position.market);
  return {
    symbol: parameters.symbol,
    side: position.quantity > 0 ? ("LONG" as const) : ("SHORT" as const),
    position_qty: quantityText(parameters, position.quantity),
    notional: moneyText(position.notional),
    average_open_price: finePriceText(parameters, position.averageOpenPrice),
    mark_price: priceText(parameters, position.mark),
    unrealized_pnl: moneyText(position.unrealizedPnl),
    unsettled_pnl: moneyText(position.unsettledPnl),
    // The engine's 0 means that no price would liquidate this position.
    est_liq_price: position.estLiqPrice === 0 ? null : finePriceText(parameters, position.estLiqPrice),
    leverage: position.leverage,
    margin_mode: position.marginMode,
  };
}

function sumText(micros: readonly number[]): string {
  return moneyText(micros.reduce((sum, each) => sum + each, 0));
}
