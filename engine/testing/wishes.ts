// What one step of a random history asks for, before it is known what exists when its turn comes.

import type { MarginMode, OrderType, Side } from "../base/vocabulary.ts";
import type { AreaWish } from "./area-wishes.ts";

/** One step of a random history, before it is known what exists. */
export type Wish =
  | {
      readonly do: "place";
      readonly after: number;
      readonly account: number;
      readonly market: number;
      readonly order: WishedOrder;
    }
  | { readonly do: "repeat"; readonly after: number; readonly which: number; readonly change: boolean }
  | {
      readonly do: "amend";
      readonly after: number;
      readonly which: number;
      readonly price: number;
      readonly quantity: number;
      readonly wrong: "" | "side" | "type" | "account";
    }
  | { readonly do: "cancel"; readonly after: number; readonly which: number; readonly by: "id" | "client" | "stranger" }
  | { readonly do: "cancel all"; readonly after: number; readonly account: number; readonly market: number }
  | { readonly do: "arm"; readonly after: number; readonly account: number; readonly wait: number }
  | {
      readonly do: "deposit";
      readonly after: number;
      readonly account: number;
      readonly amount: number;
      readonly again: boolean;
    }
  | {
      readonly do: "leverage";
      readonly after: number;
      readonly account: number;
      readonly market: number;
      readonly leverage: number;
    }
  | { readonly do: "settle"; readonly after: number; readonly account: number }
  | {
      readonly do: "report";
      readonly after: number;
      readonly market: number;
      readonly source: number;
      readonly price: number;
    }
  | { readonly do: "pin"; readonly after: number; readonly markets: readonly number[]; readonly price: number }
  | { readonly do: "list"; readonly after: number }
  | { readonly do: "open"; readonly after: number }
  | { readonly do: "tick"; readonly to: "second" | "minute" }
  | AreaWish;

/** Prices and quantities in the steps of the market; a price of 100 is the mark price. */
export interface WishedOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly price: number;
  readonly quantity: number;
  /** -1 for an order by quantity, else the quote amount in eighths of a step of quantity at the first price. */
  readonly amount: number;
  /** -1 for fully visible. */
  readonly visible: number;
  /** "closing": on the side that reduces the account's position, if it has one, else an ordinary order. */
  readonly reduceOnly: "no" | "blindly" | "closing";
  /** "" for the account's default. */
  readonly marginMode: MarginMode | "";
  readonly clientOrderId: string;
  readonly slippage: number;
  readonly level: number;
  readonly adjust: boolean;
  readonly inBatch: boolean;
  /** Breaks one field on purpose. */
  readonly flaw:
    | ""
    | "off tick"
    | "off lot"
    | "no price"
    | "stray price"
    | "stray level"
    | "enum tag"
    | "too visible"
    | "bad id"
    | "both sizes";
}
